// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says on stderr what a tool is doing, once that takes longer than a second.
#ifndef SINTER_RUNTIME_TOOLS_PROGRESS_H_
#define SINTER_RUNTIME_TOOLS_PROGRESS_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace sinter::rt {

// Silent for its first second; then one line a stage, and one every ten seconds of a long stage. Ends with the object.
class Progress {
 public:
  explicit Progress(std::string tool);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What follows is `stage`, a phrase such as "compiling kernels". Thread-safe.
  void Stage(std::string stage);

 private:
  using Clock = std::chrono::steady_clock;
  void Watch();
  void Print() const;

  const std::string tool_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string stage_;
  bool is_printed_ = true, ends_ = false;
  std::thread watcher_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_PROGRESS_H_
