// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random inputs: a hash of the place, so that device and host make the same values without a copy. Read by the
// host's compiler and, as text, by that of the kernels.
#ifndef SINTER_RUNTIME_MEASURE_RANDOM_WORD_H_
#define SINTER_RUNTIME_MEASURE_RANDOM_WORD_H_

#ifndef SINTER_MEASURE_FUNCTION
#define SINTER_MEASURE_FUNCTION inline
#endif

// How a float of 32 or 16 bits is made of random bits: `mantissa` keeps mantissa and sign, and one of four exponents
// is added, so that magnitudes lie in [1/8, 2).
struct RandomFormat {
  unsigned kept_bits, exponent_unit, least_exponent;
};

// The bits of element `index`: 32 of them, or in a 16-bit format the low 16.
SINTER_MEASURE_FUNCTION unsigned RandomBits(RandomFormat format, unsigned seed, unsigned long long index) {
  unsigned h = static_cast<unsigned>(index) * 0x9e3779b1u ^ static_cast<unsigned>(index >> 32) * 0x85ebca77u ^ seed;
  h = (h ^ (h >> 16)) * 0x7feb352du;
  h = (h ^ (h >> 15)) * 0x846ca68bu;
  h ^= h >> 16;
  const unsigned exponent = format.least_exponent + ((h * 0xc2b2ae35u) >> 30);
  return (h & format.kept_bits) | exponent * format.exponent_unit;
}

#endif  // SINTER_RUNTIME_MEASURE_RANDOM_WORD_H_
