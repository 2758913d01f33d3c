// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing and help of tools' options.
#include "runtime/tools/command_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

std::string Spelling(const std::string& name) { return absl::StrCat(name.size() == 1 ? "-" : "--", name); }

absl::StatusOr<int64_t> ParseInteger(const std::string& name, const std::string& value, int64_t least) {
  int64_t parsed = 0;
  if (absl::SimpleAtoi(value, &parsed) && parsed >= least) return parsed;
  return absl::InvalidArgumentError(
      absl::StrCat("expected an integer of at least ", least, " for ", Spelling(name), ", but got `", value, "`"));
}

}  // namespace

CommandLine::CommandLine(std::string program, std::string usage, std::string summary)
    : program_(std::move(program)), usage_(std::move(usage)), summary_(std::move(summary)) {}

void CommandLine::Add(std::string name, std::string value_name, std::string help,
                      std::function<absl::Status(const std::string&)> apply) {
  options_.push_back({std::move(name), std::move(value_name), std::move(help), std::move(apply)});
}

void CommandLine::Flag(std::string name, std::string help, bool* target) {
  Add(std::move(name), "", std::move(help), [target](const std::string&) {
    *target = true;
    return absl::OkStatus();
  });
}

void CommandLine::Text(std::string name, std::string value_name, std::string help, std::string* target) {
  Add(name, std::move(value_name), std::move(help), [target, name](const std::string& value) {
    if (value.empty()) return absl::InvalidArgumentError(absl::StrCat("expected a value for ", Spelling(name)));
    *target = value;
    return absl::OkStatus();
  });
}

void CommandLine::Integer(std::string name, std::string value_name, std::string help, int64_t least, int64_t* target) {
  Add(name, std::move(value_name), std::move(help), [target, name, least](const std::string& value) -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(*target, ParseInteger(name, value, least));
    return absl::OkStatus();
  });
}

void CommandLine::Integer(std::string name, std::string value_name, std::string help, int64_t least,
                          std::optional<int64_t>* target) {
  Add(name, std::move(value_name), std::move(help), [target, name, least](const std::string& value) -> absl::Status {
    SINTER_ASSIGN_OR_RETURN(*target, ParseInteger(name, value, least));
    return absl::OkStatus();
  });
}

void CommandLine::Number(std::string name, std::string value_name, std::string help, std::optional<double>* target) {
  Add(name, std::move(value_name), std::move(help), [target, name](const std::string& value) {
    double parsed = 0;
    if (!absl::SimpleAtod(value, &parsed) || !std::isfinite(parsed) || parsed < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("expected a number of at least 0 for ", Spelling(name), ", but got `", value, "`"));
    }
    *target = parsed;
    return absl::OkStatus();
  });
}

void CommandLine::Choice(std::string name, std::vector<std::string> choices, std::string help, std::string* target) {
  const std::string value_name = absl::StrJoin(choices, "|");
  Add(name, value_name, std::move(help), [target, name, choices = std::move(choices)](const std::string& value) {
    if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
      return absl::InvalidArgumentError(absl::StrCat("expected one of ", absl::StrJoin(choices, ", "), " for ",
                                                     Spelling(name), ", but got `", value, "`"));
    }
    *target = value;
    return absl::OkStatus();
  });
}

void CommandLine::AddPairs(std::string name, std::string value_name, std::string help,
                           std::function<absl::Status(const std::string&, const std::string&)> apply) {
  Add(name, value_name, std::move(help), [name, value_name, apply = std::move(apply)](const std::string& value) {
    // The last `=` where the value is a number would do as well; names of tensors hold none.
    const size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == value.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("expected ", value_name, " for ", Spelling(name), ", but got `", value, "`"));
    }
    return apply(value.substr(0, equals), value.substr(equals + 1));
  });
}

void CommandLine::Pairs(std::string name, std::string value_name, std::string help,
                        std::map<std::string, std::string>* target) {
  AddPairs(name, std::move(value_name), std::move(help),
           [target, name](const std::string& key, const std::string& value) {
             if (target->emplace(key, value).second) return absl::OkStatus();
             return absl::InvalidArgumentError(absl::StrCat(Spelling(name), " is given twice for `", key, "`"));
           });
}

void CommandLine::IntegerPairs(std::string name, std::string value_name, std::string help,
                               std::map<std::string, int64_t>* target) {
  AddPairs(name, std::move(value_name), std::move(help),
           [target, name](const std::string& key, const std::string& value) -> absl::Status {
             SINTER_ASSIGN_OR_RETURN(const int64_t parsed, ParseInteger(name, value, 0));
             if (target->emplace(key, parsed).second) return absl::OkStatus();
             return absl::InvalidArgumentError(absl::StrCat(Spelling(name), " is given twice for `", key, "`"));
           });
}

void CommandLine::Positional(std::string name, std::string* target) {
  positional_name_ = std::move(name);
  positional_ = target;
}

void CommandLine::Positionals(std::vector<std::string>* targets) { positionals_ = targets; }

const CommandLine::Option* CommandLine::Find(absl::string_view name) const {
  for (const Option& option : options_) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

absl::Status CommandLine::UnknownOption(const std::string& spelling, absl::string_view name) const {
  std::vector<std::string> known = {"--help"};
  const Option* closest = nullptr;
  size_t least = 3;  // further away is no likeness
  for (const Option& option : options_) {
    known.push_back(Spelling(option.name));
    const size_t distance = EditDistance(name, option.name);
    if (distance < least && distance < option.name.size()) {
      least = distance;
      closest = &option;
    }
  }
  std::string hint = closest == nullptr ? "" : absl::StrCat("; did you mean `", Spelling(closest->name), "`?");
  return absl::InvalidArgumentError(
      absl::StrCat("unknown option `", spelling, "`", hint, "\nknown options: ", absl::StrJoin(known, " ")));
}

absl::Status CommandLine::ParseOption(const std::string& argument, int argc, const char* const* argv,
                                      int* index) const {
  const size_t equals = argument.find('=');
  const std::string spelling = argument.substr(0, equals);
  const bool is_long = absl::StartsWith(argument, "--");
  const std::string name = spelling.substr(is_long ? 2 : 1);
  const Option* option = is_long == (name.size() > 1) ? Find(name) : nullptr;
  if (option == nullptr) return UnknownOption(spelling, name);
  if (option->value_name.empty()) {
    if (equals == std::string::npos) return option->apply("");
    return absl::InvalidArgumentError(absl::StrCat(spelling, " takes no value, but got `", argument, "`"));
  }
  if (equals != std::string::npos) return option->apply(argument.substr(equals + 1));
  if (*index + 1 >= argc) {
    return absl::InvalidArgumentError(absl::StrCat("expected ", option->value_name, " after ", spelling));
  }
  return option->apply(argv[++*index]);
}

absl::Status CommandLine::Parse(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--") break;
    wants_help_ |= std::string(argv[i]) == "--help" || std::string(argv[i]) == "-h";
  }
  if (wants_help_) return absl::OkStatus();
  bool has_positional = false, options_ended = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!options_ended && argument == "--") {
      options_ended = true;
    } else if (!options_ended && argument.size() > 1 && argument[0] == '-') {
      SINTER_RETURN_IF_ERROR(ParseOption(argument, argc, argv, &i));
    } else if (positionals_ != nullptr) {
      positionals_->push_back(argument);
    } else if (positional_ == nullptr || has_positional) {
      return absl::InvalidArgumentError(
          absl::StrCat("unexpected argument `", argument, "`",
                       has_positional ? absl::StrCat("; ", positional_name_, " is `", *positional_, "` already") : ""));
    } else {
      *positional_ = argument;
      has_positional = true;
    }
  }
  if (positional_ != nullptr && !has_positional) {
    return absl::InvalidArgumentError(absl::StrCat("expected ", positional_name_, "; see ", program_, " --help"));
  }
  return absl::OkStatus();
}

std::string CommandLine::Help() const {
  const size_t kColumn = 28;
  std::string text = absl::StrCat("usage: ", program_, " ", usage_, "\n\n", summary_, "\n\noptions:\n");
  const auto line = [&text, kColumn](const std::string& left, absl::string_view help) {
    std::string head = absl::StrCat("  ", left);
    for (absl::string_view part : absl::StrSplit(help, '\n')) {
      if (head.size() + 2 > kColumn) {
        absl::StrAppend(&text, head, "\n");
        head.clear();
      }
      head.resize(std::max(kColumn, head.size()), ' ');
      absl::StrAppend(&text, head, part, "\n");
      head.clear();
    }
  };
  for (const Option& option : options_) {
    const char* separator = option.value_name.empty() ? "" : option.name.size() == 1 ? " " : "=";
    line(absl::StrCat(Spelling(option.name), separator, option.value_name), option.help);
  }
  line("--help", "this text");
  return text;
}

size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

}  // namespace sinter::rt
