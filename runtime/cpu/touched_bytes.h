// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of addresses, one bit a byte, for counting what a launch touches however often it does. Needs nothing but the
// C++ library, as the SIMT runtime.
#ifndef SINTER_RUNTIME_CPU_TOUCHED_BYTES_H_
#define SINTER_RUNTIME_CPU_TOUCHED_BYTES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace sinter::rt {

class TouchedBytes {
 public:
  void Add(const void* address, size_t bytes) {
    for (uintptr_t at = reinterpret_cast<uintptr_t>(address), end = at + bytes; at < end;) {
      uint64_t& word = PageOf(at / kPageBytes)[at % kPageBytes / 64];
      const unsigned first = at % 64;
      const size_t count = end - at < 64 - first ? end - at : 64 - first;
      word |= (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << first;
      at += count;
    }
  }

  void Merge(const TouchedBytes& other) {
    for (const auto& [number, page] : other.pages_) {
      Page& own = pages_[number];
      for (size_t i = 0; i < page.size(); ++i) own[i] |= page[i];
    }
  }

  uint64_t count() const {
    uint64_t count = 0;
    for (const auto& [number, page] : pages_) {
      for (uint64_t word : page) count += static_cast<uint64_t>(__builtin_popcountll(word));
    }
    return count;
  }

  void Clear() {
    pages_.clear();
    recent_ = {};
  }

 private:
  static constexpr uintptr_t kPageBytes = 4096;
  using Page = std::array<uint64_t, kPageBytes / 64>;
  struct Recent {
    uintptr_t number = 0;
    Page* page = nullptr;
  };

  // A kernel reads a few tensors in turn, so the pages met last are looked up first. Pages stay where they are.
  Page& PageOf(uintptr_t number) {
    Recent& recent = recent_[number % recent_.size()];
    if (recent.page == nullptr || recent.number != number) recent = {number, &pages_[number]};
    return *recent.page;
  }

  std::unordered_map<uintptr_t, Page> pages_;
  std::array<Recent, 64> recent_ = {};
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_TOUCHED_BYTES_H_
