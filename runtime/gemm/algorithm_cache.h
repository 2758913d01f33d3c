// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was chosen for which product on one device.
#ifndef SINTER_RUNTIME_GEMM_ALGORITHM_CACHE_H_
#define SINTER_RUNTIME_GEMM_ALGORITHM_CACHE_H_

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "runtime/base/matmul_choice.h"

namespace sinter::rt {

// A choice holds from when it was made on: else two contexts, or one before and after it prepared a shape, would give
// different bits. Callers hold the mutex from Find to Keep, so that products are measured one at a time and none twice.
class AlgorithmCache {
 public:
  std::mutex& mutex() { return mutex_; }
  // Null where there is none. Stays valid.
  const MatmulChoice* Find(const std::string& key) const {
    const auto found = choices_.find(key);
    return found == choices_.end() ? nullptr : &found->second;
  }
  // A caller with ever new shapes does not fill the memory: past the limit only the library's estimate is taken, which
  // is the same each time.
  bool is_full() const { return choices_.size() >= kMostChoices; }
  void Keep(const std::string& key, MatmulChoice choice) {
    if (!is_full()) choices_.emplace(key, std::move(choice));
  }

 private:
  static constexpr size_t kMostChoices = 1 << 14;
  std::mutex mutex_;
  std::map<std::string, MatmulChoice> choices_;  // guarded by mutex_
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_GEMM_ALGORITHM_CACHE_H_
