// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool's options, declared once: parsed, explained by --help, and named when an unknown one is given.
#ifndef SINTER_RUNTIME_TOOLS_COMMAND_LINE_H_
#define SINTER_RUNTIME_TOOLS_COMMAND_LINE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace sinter::rt {

// Options are written `--name=VALUE` or `--name VALUE`, flags `--name`; a name of one letter takes one dash. `--` ends
// the options. Targets must outlive the parse.
class CommandLine {
 public:
  // `usage` is what follows the program's name, `summary` the paragraph below it.
  CommandLine(std::string program, std::string usage, std::string summary);

  void Flag(std::string name, std::string help, bool* target);
  void Text(std::string name, std::string value_name, std::string help, std::string* target);
  void Integer(std::string name, std::string value_name, std::string help, int64_t least, int64_t* target);
  void Integer(std::string name, std::string value_name, std::string help, int64_t least,
               std::optional<int64_t>* target);
  // A finite number of at least 0.
  void Number(std::string name, std::string value_name, std::string help, std::optional<double>* target);
  // One of `choices`, which --help lists.
  void Choice(std::string name, std::vector<std::string> choices, std::string help, std::string* target);
  // NAME=VALUE, as often as wanted; a name given twice is an error.
  void Pairs(std::string name, std::string value_name, std::string help, std::map<std::string, std::string>* target);
  void IntegerPairs(std::string name, std::string value_name, std::string help, std::map<std::string, int64_t>* target);
  // The one argument that is no option; it has to be there.
  void Positional(std::string name, std::string* target);
  // All arguments that are no options, of which there may be none.
  void Positionals(std::vector<std::string>* targets);

  // kInvalidArgument says what is wrong; an unknown option names the closest known one and lists them all.
  absl::Status Parse(int argc, const char* const* argv);
  // --help or -h was given: nothing else was checked.
  bool wants_help() const { return wants_help_; }
  std::string Help() const;

 private:
  struct Option {
    std::string name;
    std::string value_name;  // empty: a flag
    std::string help;
    std::function<absl::Status(const std::string& value)> apply;
  };
  void Add(std::string name, std::string value_name, std::string help,
           std::function<absl::Status(const std::string&)> apply);
  void AddPairs(std::string name, std::string value_name, std::string help,
                std::function<absl::Status(const std::string& name, const std::string& value)> apply);
  const Option* Find(absl::string_view name) const;
  absl::Status UnknownOption(const std::string& spelling, absl::string_view name) const;
  absl::Status ParseOption(const std::string& argument, int argc, const char* const* argv, int* index) const;

  std::string program_, usage_, summary_;
  std::vector<Option> options_;
  std::string positional_name_;
  std::string* positional_ = nullptr;
  std::vector<std::string>* positionals_ = nullptr;
  bool wants_help_ = false;
};

// Insertions, deletions and replacements of one character that turn `a` into `b`.
size_t EditDistance(absl::string_view a, absl::string_view b);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_COMMAND_LINE_H_
