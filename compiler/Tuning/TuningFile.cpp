// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of JSON, read strictly: a member that is not known would be lost when the file is written again.

#include "compiler/Tuning/TuningFile.h"

#include "runtime/tools/json.h"
#include "runtime/tools/tool_status.h"
#include "runtime/tools/writable_path.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace sinter {
namespace {

constexpr char formatName[] = "sinter_tuning";
constexpr int64_t formatVersion = 1;

struct TextMember {
  const char *name;
  std::string TuningEntry::*value;
  bool isNeeded;
};
constexpr TextMember textMembers[] = {
    {"kernel", &TuningEntry::kernel, true}, {"gpu", &TuningEntry::gpu, true},    {"target", &TuningEntry::target, true},     {"schedule", &TuningEntry::schedule, true},
    {"rule", &TuningEntry::rule, true},     {"name", &TuningEntry::name, false}, {"date", &TuningEntry::date, false},        {"driver", &TuningEntry::driver, false},
    {"compiler", &TuningEntry::compiler, false}, {"sinter", &TuningEntry::version, false},
};
struct NumberMember {
  const char *name;
  double TuningEntry::*value;
};
constexpr NumberMember numberMembers[] = {{"rule_us", &TuningEntry::ruleMicroseconds}, {"tuned_us", &TuningEntry::tunedMicroseconds}};

absl::Status checkVersion(const rt::JsonValue &line) {
  absl::StatusOr<int64_t> version = line.GetCount(formatName);
  if (!version.ok())
    return version.status();
  if (*version != formatVersion)
    return absl::InvalidArgumentError(absl::StrCat("expected version ", formatVersion, " of the format, but got ", *version,
                                                   *version > formatVersion ? ": a newer sinter has written it" : ""));
  return absl::OkStatus();
}

absl::Status checkMembers(const rt::JsonValue &line) {
  std::vector<std::string> names = {"candidates", "at"};
  for (const TextMember &member : textMembers)
    names.push_back(member.name);
  for (const NumberMember &member : numberMembers)
    names.push_back(member.name);
  for (const auto &[name, value] : line.members())
    if (std::find(names.begin(), names.end(), name) == names.end())
      return absl::InvalidArgumentError(absl::StrCat("unknown member `", name, "`; there are: ", absl::StrJoin(names, ", ")));
  return absl::OkStatus();
}

absl::StatusOr<TuningEntry> readEntry(const rt::JsonValue &line) {
  if (absl::Status good = checkMembers(line); !good.ok())
    return good;
  TuningEntry entry;
  for (const TextMember &member : textMembers) {
    if (!member.isNeeded && !line.Find(member.name))
      continue;
    absl::StatusOr<std::string> text = line.GetString(member.name);
    if (!text.ok())
      return text.status();
    entry.*member.value = *std::move(text);
  }
  for (const NumberMember &member : numberMembers) {
    absl::StatusOr<double> number = line.GetNumber(member.name);
    if (!number.ok())
      return number.status();
    entry.*member.value = *number;
  }
  absl::StatusOr<int64_t> candidates = line.GetCount("candidates");
  if (!candidates.ok())
    return candidates.status();
  entry.candidates = *candidates;
  constexpr size_t digits = 16;
  if (entry.kernel.size() != digits || entry.kernel.find_first_not_of("0123456789abcdef") != std::string::npos)
    return absl::InvalidArgumentError(absl::StrCat("expected `kernel` to be a fingerprint of ", digits, " hexadecimal digits, but got `", entry.kernel, "`"));
  if (const rt::JsonValue *at = line.Find("at")) {
    if (at->kind() != rt::JsonValue::Kind::kObject)
      return absl::InvalidArgumentError("expected `at` to be an object of symbols' values");
    for (const auto &[symbol, value] : at->members()) {
      absl::StatusOr<int64_t> number = at->GetCount(symbol);
      if (!number.ok())
        return number.status();
      entry.at[symbol] = *number;
    }
  }
  return entry;
}

/// On one line: ToText() breaks lines where an object's members end, and strings have no line breaks in them.
std::string oneLine(const rt::JsonValue &value) {
  std::string line;
  for (absl::string_view piece : absl::StrSplit(value.ToText(), '\n')) {
    absl::string_view text = absl::StripLeadingAsciiWhitespace(piece);
    absl::StrAppend(&line, !line.empty() && line.back() == ',' ? " " : "", text);
  }
  return line;
}

std::string writeEntry(const TuningEntry &entry) {
  rt::JsonValue line = rt::JsonValue::Object();
  for (const TextMember &member : textMembers)
    if (member.isNeeded || !(entry.*member.value).empty())
      line.Set(member.name, rt::JsonValue::String(entry.*member.value));
  for (const NumberMember &member : numberMembers)
    line.Set(member.name, rt::JsonValue::Number(entry.*member.value));
  line.Set("candidates", rt::JsonValue::Integer(entry.candidates));
  if (!entry.at.empty()) {
    rt::JsonValue at = rt::JsonValue::Object();
    for (const auto &[symbol, value] : entry.at)
      at.Set(symbol, rt::JsonValue::Integer(value));
    line.Set("at", std::move(at));
  }
  return oneLine(line);
}

/// PTX is tuned as the machine code of the same architecture.
std::string architectureOf(const std::string &target) {
  return absl::StartsWith(target, "compute_") ? absl::StrCat("sm_", target.substr(std::strlen("compute_"))) : target;
}

} // namespace

absl::StatusOr<TuningFile> TuningFile::read(const std::string &path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error)
    return parse("", path);
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (std::filesystem::is_directory(path, error) || !file || (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf())))
    return rt::UserError(absl::NotFoundError(absl::StrCat("cannot read ", path, ": ", std::filesystem::is_directory(path, error) ? "it is a folder" : std::strerror(errno))));
  return parse(text.str(), path);
}

absl::StatusOr<TuningFile> TuningFile::parse(absl::string_view text, const std::string &path) {
  TuningFile file;
  file.path = path;
  int64_t number = 0;
  bool hasVersion = false;
  for (absl::string_view piece : absl::StrSplit(text, '\n')) {
    ++number;
    absl::string_view content = absl::StripAsciiWhitespace(piece);
    if (content.empty())
      continue;
    auto fail = [&](const absl::Status &status) {
      // ParseJson counts the lines of what it is given, which is one.
      absl::string_view message = status.message();
      absl::ConsumePrefix(&message, "line 1: ");
      return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, ":", number, ": ", message)));
    };
    absl::StatusOr<rt::JsonValue> line = rt::ParseJson(content);
    if (!line.ok())
      return fail(line.status());
    if (line->kind() != rt::JsonValue::Kind::kObject)
      return fail(absl::InvalidArgumentError("expected an object"));
    // Files that were put together have it several times.
    if (line->Find(formatName) || !hasVersion) {
      if (absl::Status good = checkVersion(*line); !good.ok())
        return fail(line->Find(formatName) ? good : absl::InvalidArgumentError(absl::StrCat("expected {\"", formatName, "\": ", formatVersion, "} first: this is no tuning file")));
      hasVersion = true;
      continue;
    }
    absl::StatusOr<TuningEntry> entry = readEntry(*line);
    if (!entry.ok())
      return fail(entry.status());
    entry->line = number;
    file.set(*std::move(entry));
  }
  return file;
}

std::vector<const TuningEntry *> TuningFile::getEntries() const {
  std::vector<const TuningEntry *> all;
  for (const auto &[key, entry] : entries)
    all.push_back(&entry);
  return all;
}

const TuningEntry *TuningFile::find(const std::string &kernel, const std::string &gpu, const std::string &target) const {
  auto entry = entries.find({target, gpu, kernel});
  return entry == entries.end() ? nullptr : &entry->second;
}

void TuningFile::set(TuningEntry entry) {
  std::tuple key(entry.target, entry.gpu, entry.kernel);
  entries[key] = std::move(entry);
}

absl::StatusOr<std::vector<const TuningEntry *>> TuningFile::entriesFor(const std::string &target, const std::string &gpu) const {
  std::set<std::string> targets, gpus;
  std::vector<const TuningEntry *> found;
  for (const auto &[key, entry] : entries) {
    targets.insert(absl::StrCat(entry.target, " (", entry.gpu, ")"));
    if (entry.target != architectureOf(target))
      continue;
    gpus.insert(entry.gpu);
    if (gpu.empty() || entry.gpu == gpu)
      found.push_back(&entry);
  }
  if (gpus.empty())
    return absl::NotFoundError(absl::StrCat(path, " has nothing for ", target, targets.empty() ? ": it has no kernels" : absl::StrCat("; there are: ", absl::StrJoin(targets, ", "))));
  if (found.empty() || (gpu.empty() && gpus.size() > 1))
    return rt::UserError(absl::InvalidArgumentError(absl::StrCat(path, gpu.empty() ? " has several GPUs" : absl::StrCat(" has no GPU `", gpu, "`"), " for ", target, ": choose one of `",
                                                                 absl::StrJoin(gpus, "`, `"), "` by --tuning-gpu")));
  return found;
}

std::string TuningFile::toText() const {
  std::string text = absl::StrCat("{\"", formatName, "\": ", formatVersion, "}\n");
  for (const auto &[key, entry] : entries)
    absl::StrAppend(&text, writeEntry(entry), "\n");
  return text;
}

absl::Status TuningFile::write() const { return rt::WriteWholeFile(path, toText()); }

} // namespace sinter
