// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop spread over threads.

#ifndef SINTER_COMPILER_REFERENCE_PARALLEL_H
#define SINTER_COMPILER_REFERENCE_PARALLEL_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace sinter::reference {

/// Calls `body(begin, end)` for consecutive pieces of [0, count), each of `grain` but the last. Pieces are independent,
/// so the number of threads changes no result. `threads` 0: as many as the machine has.
template <class Body> void parallelFor(uint64_t count, uint64_t grain, int threads, Body body) {
  if (count == 0)
    return;
  uint64_t pieces = (count + grain - 1) / grain;
  uint64_t workers = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  std::atomic<uint64_t> next{0};
  auto work = [&] {
    for (uint64_t piece; (piece = next.fetch_add(1)) < pieces;)
      body(piece * grain, std::min(count, (piece + 1) * grain));
  };
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < std::min(workers, pieces); ++i)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
}

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_PARALLEL_H
