// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fuzzer's own random numbers: a graph is the same on every machine and with every library.

#ifndef SINTER_COMPILER_FUZZER_RANDOM_H
#define SINTER_COMPILER_FUZZER_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sinter::fuzz {

/// SplitMix64: each state gives one word, and streams of different keys are independent for our purpose.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  Random(uint64_t seed, uint64_t stream) : state(seed) {
    state = next() ^ (stream * 0xD1342543DE82EF95u + 0x9E3779B97F4A7C15u);
    next();
  }

  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 to count - 1; count is small, so the bias does not matter.
  uint64_t below(uint64_t count) { return next() % count; }
  bool chance(unsigned percent) { return below(100) < percent; }
  /// From 0 to 1, 1 excluded.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  template <class Range> decltype(auto) anyOf(Range &&range) { return range[below(range.size())]; }
  template <class T, size_t N> const T &anyOf(const T (&items)[N]) { return items[below(N)]; }
  template <class Range> void shuffle(Range &range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_RANDOM_H
