// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps until there is something to say.
#include "runtime/tools/progress.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace sinter::rt {
namespace {

constexpr std::chrono::seconds kSilence(1), kRepeat(10);

}  // namespace

Progress::Progress(std::string tool) : tool_(std::move(tool)), watcher_([this] { Watch(); }) {}

Progress::~Progress() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  watcher_.join();
}

void Progress::Stage(std::string stage) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stage_ = std::move(stage);
    is_printed_ = false;
  }
  changed_.notify_all();
}

void Progress::Print() const {
  const std::chrono::duration<double> elapsed = Clock::now() - start_;
  std::fprintf(stderr, "%s: %s (at %.0f s)\n", tool_.c_str(), stage_.c_str(), elapsed.count());
}

void Progress::Watch() {
  std::unique_lock<std::mutex> lock(mutex_);
  Clock::time_point next = start_ + kSilence;
  while (!ends_) {
    const bool is_due = Clock::now() >= next;
    if (Clock::now() >= start_ + kSilence && !stage_.empty() && (!is_printed_ || is_due)) {
      Print();
      is_printed_ = true;
      next = Clock::now() + kRepeat;
    } else if (is_due) {
      next = Clock::now() + kRepeat;
    }
    changed_.wait_until(lock, next);
  }
}

}  // namespace sinter::rt
