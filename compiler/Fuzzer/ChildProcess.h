// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work in a process of its own, which may crash or hang without harm: a fork that sends records through a pipe.

#ifndef SINTER_COMPILER_FUZZER_CHILDPROCESS_H
#define SINTER_COMPILER_FUZZER_CHILDPROCESS_H

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace sinter::fuzz {

/// Fields of text, as many as the sender likes.
using Record = std::vector<std::string>;

class RecordWriter {
public:
  explicit RecordWriter(int file) : file(file) {}
  void send(const Record &record) const;

private:
  int file;
};

class ChildProcess {
public:
  /// Starts `work`; the caller has no other threads.
  explicit ChildProcess(const std::function<void(const RecordWriter &)> &work);
  /// Ends it, with what it has started.
  ~ChildProcess();
  ChildProcess(const ChildProcess &) = delete;

  int file() const { return pipe; }
  /// Reads what is there. False at the end of the child's records.
  bool read(std::vector<Record> &records);
  double secondsSinceLastRecord() const;
  void kill();
  /// Waits for its end: "" where it exited with 0, else what ended it.
  std::string wait();

private:
  int pid = -1, pipe = -1;
  bool isWaitedFor = false;
  std::string buffer;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// Runs `work` to its end. What ended it otherwise ("signal 11", "hang") is in `end`.
std::vector<Record> runInChild(const std::function<void(const RecordWriter &)> &work, double timeoutSeconds, std::string &end);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_CHILDPROCESS_H
