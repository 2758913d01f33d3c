// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forks, pipes and records: a count of fields, then each field's size and bytes.

#include "compiler/Fuzzer/ChildProcess.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sinter::fuzz {
namespace {

void appendNumber(std::string &bytes, uint32_t number) { bytes.append(reinterpret_cast<const char *>(&number), sizeof number); }

bool takeNumber(const std::string &bytes, size_t &at, uint32_t &number) {
  if (bytes.size() - at < sizeof number)
    return false;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  at += sizeof number;
  return true;
}

/// The record that begins at `at`, if all of it is there.
bool takeRecord(const std::string &bytes, size_t &at, Record &record) {
  size_t position = at;
  uint32_t fields, size;
  if (!takeNumber(bytes, position, fields))
    return false;
  for (uint32_t i = 0; i < fields; ++i) {
    if (!takeNumber(bytes, position, size) || bytes.size() - position < size)
      return false;
    record.push_back(bytes.substr(position, size));
    position += size;
  }
  at = position;
  return true;
}

} // namespace

void RecordWriter::send(const Record &record) const {
  std::string bytes;
  appendNumber(bytes, record.size());
  for (const std::string &field : record) {
    appendNumber(bytes, field.size());
    bytes += field;
  }
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR)
      _exit(3);
    done += count > 0 ? count : 0;
  }
}

ChildProcess::ChildProcess(const std::function<void(const RecordWriter &)> &work) {
  int ends[2];
  if (::pipe(ends) != 0)
    return;
  std::fflush(nullptr);
  pid = ::fork();
  if (pid == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(ends[0]);
    work(RecordWriter(ends[1]));
    std::fflush(nullptr);
    _exit(0);
  }
  ::close(ends[1]);
  pipe = ends[0];
}

ChildProcess::~ChildProcess() {
  if (pid > 0 && !isWaitedFor) {
    kill();
    wait();
  }
  if (pipe >= 0)
    ::close(pipe);
}

bool ChildProcess::read(std::vector<Record> &records) {
  char bytes[65536];
  ssize_t count = ::read(pipe, bytes, sizeof bytes);
  if (count < 0)
    return errno == EINTR || errno == EAGAIN;
  if (count == 0)
    return false;
  last = std::chrono::steady_clock::now();
  buffer.append(bytes, count);
  size_t at = 0;
  for (Record record; takeRecord(buffer, at, record); record.clear())
    records.push_back(record);
  buffer.erase(0, at);
  return true;
}

double ChildProcess::secondsSinceLastRecord() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - last).count(); }

void ChildProcess::kill() {
  if (pid > 0) {
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
  }
}

std::string ChildProcess::wait() {
  if (pid <= 0)
    return "cannot start a process";
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  isWaitedFor = true;
  if (WIFSIGNALED(status))
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return WEXITSTATUS(status) == 0 ? "" : "exit code " + std::to_string(WEXITSTATUS(status));
}

std::vector<Record> runInChild(const std::function<void(const RecordWriter &)> &work, double timeoutSeconds, std::string &end) {
  std::vector<Record> records;
  ChildProcess child(work);
  while (true) {
    pollfd wanted = {child.file(), POLLIN, 0};
    int ready = ::poll(&wanted, 1, 200);
    if (ready > 0 && !child.read(records))
      break;
    if (child.secondsSinceLastRecord() > timeoutSeconds) {
      child.kill();
      child.wait();
      end = "hang";
      return records;
    }
  }
  end = child.wait();
  return records;
}

} // namespace sinter::fuzz
