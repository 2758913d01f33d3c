// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// posix_spawn without a shell, with one pipe for all output.
#include "runtime/cpu/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"

extern char** environ;

namespace sinter::rt {
namespace {

std::string VariableName(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

std::vector<std::string> Environment(const std::vector<std::string>& changes) {
  std::vector<std::string> result = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool replaced = false;
    for (const std::string& change : changes) replaced |= VariableName(change) == VariableName(*entry);
    if (!replaced) result.emplace_back(*entry);
  }
  return result;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string ReadAll(int descriptor) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(descriptor, buffer, sizeof(buffer));
    if (count > 0) text.append(buffer, static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

absl::StatusOr<ProcessResult> RunProcess(const ProcessOptions& options) {
  if (options.arguments.empty()) return absl::InvalidArgumentError("no program to run was given");
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = Environment(options.environment);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::InternalError(absl::StrCat("cannot make a pipe: ", strerror(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  // The personality is the calling thread's own, and a child begins with it.
  const int personality_before = options.fixed_addresses ? personality(0xffffffff) : -1;
  if (personality_before != -1) personality(static_cast<unsigned long>(personality_before) | ADDR_NO_RANDOMIZE);
  pid_t child = 0;
  const int spawn_error = posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr, Pointers(arguments).data(),
                                       Pointers(environment).data());
  if (personality_before != -1) personality(static_cast<unsigned long>(personality_before));
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (spawn_error != 0) {
    close(ends[0]);
    const std::string message = absl::StrCat("cannot start `", arguments[0], "`: ", strerror(spawn_error));
    return spawn_error == ENOENT ? absl::NotFoundError(message) : absl::InternalError(message);
  }
  ProcessResult result;
  result.output = ReadAll(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return result;
}

}  // namespace sinter::rt
