// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of arguments and constants: mostly tame, now and then what operators treat in a way of its own.

#ifndef SINTER_COMPILER_FUZZER_VALUES_H
#define SINTER_COMPILER_FUZZER_VALUES_H

#include "compiler/Fuzzer/Random.h"
#include "runtime/tensor/host_tensor.h"

#include <vector>

namespace sinter::fuzz {

enum class Flavour {
  kTame,     // floats of magnitude 0.05 to 2, integers of magnitude 1 to 20
  kPositive, // the same without a sign
  kSmall,    // integers from -3 to 3, floats too: equal values, exact sums
  kWide,     // all magnitudes of the type that are not its extremes; integers: all bits
  kSpecials, // kTame with NaN, infinities, -0, subnormals, extreme integers among them
};

/// Mostly tame ones.
Flavour anyFlavour(Random &random);

rt::HostTensor makeValues(Flavour flavour, rt::ElementType type, const std::vector<int64_t> &dims, Random random);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_VALUES_H
