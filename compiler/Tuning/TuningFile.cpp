// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of JSON, read strictly: a member that is not known would be lost when the file is written again.

#include "compiler/Tuning/TuningFile.h"

#include "runtime/tools/json.h"
#include "runtime/tools/tool_status.h"
#include "runtime/tools/writable_path.h"

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
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

/// The members of a line that an entry has, in the order in which they are written; the first names what was measured, by a fingerprint.
template <typename Entry> struct TextMember {
  const char *name;
  std::string Entry::*value;
  bool isNeeded;
};
template <typename Entry> struct NumberMember {
  const char *name;
  double Entry::*value;
};
template <typename Entry> struct CountMember {
  const char *name;
  int64_t Entry::*value;
};
template <typename Entry> struct Members;

template <> struct Members<TuningEntry> {
  static constexpr TextMember<TuningEntry> texts[] = {
      {"kernel", &TuningEntry::kernel, true}, {"gpu", &TuningEntry::gpu, true},    {"target", &TuningEntry::target, true},     {"schedule", &TuningEntry::schedule, true},
      {"rule", &TuningEntry::rule, true},     {"name", &TuningEntry::name, false}, {"date", &TuningEntry::date, false},        {"driver", &TuningEntry::driver, false},
      {"compiler", &TuningEntry::compiler, false}, {"sinter", &TuningEntry::version, false},
  };
  static constexpr NumberMember<TuningEntry> numbers[] = {{"rule_us", &TuningEntry::ruleMicroseconds}, {"tuned_us", &TuningEntry::tunedMicroseconds}};
  static constexpr CountMember<TuningEntry> counts[] = {{"candidates", &TuningEntry::candidates}};
};
template <> struct Members<ProductTuningEntry> {
  static constexpr TextMember<ProductTuningEntry> texts[] = {
      {"product", &ProductTuningEntry::product, true},     {"gpu", &ProductTuningEntry::gpu, true},     {"target", &ProductTuningEntry::target, true}, {"library", &ProductTuningEntry::provider, true},
      {"algorithm", &ProductTuningEntry::algorithm, true}, {"words", &ProductTuningEntry::words, true}, {"name", &ProductTuningEntry::name, false},    {"date", &ProductTuningEntry::date, false},
      {"driver", &ProductTuningEntry::driver, false},      {"sinter", &ProductTuningEntry::version, false},
  };
  static constexpr NumberMember<ProductTuningEntry> numbers[] = {{"estimate_us", &ProductTuningEntry::estimateMicroseconds}, {"tuned_us", &ProductTuningEntry::tunedMicroseconds}};
  static constexpr CountMember<ProductTuningEntry> counts[] = {{"rank", &ProductTuningEntry::rank}, {"offered", &ProductTuningEntry::offered}};
};

bool isHexadecimal(absl::string_view text) { return text.find_first_not_of("0123456789abcdef") == absl::string_view::npos; }

absl::Status checkVersion(const rt::JsonValue &line) {
  absl::StatusOr<int64_t> version = line.GetCount(formatName);
  if (!version.ok())
    return version.status();
  if (*version != formatVersion)
    return absl::InvalidArgumentError(absl::StrCat("expected version ", formatVersion, " of the format, but got ", *version,
                                                   *version > formatVersion ? ": a newer sinter has written it" : ""));
  return absl::OkStatus();
}

template <typename Entry> absl::Status checkMembers(const rt::JsonValue &line) {
  std::vector<std::string> names;
  for (const auto &member : Members<Entry>::counts)
    names.push_back(member.name);
  names.push_back("at");
  for (const auto &member : Members<Entry>::texts)
    names.push_back(member.name);
  for (const auto &member : Members<Entry>::numbers)
    names.push_back(member.name);
  for (const auto &[name, value] : line.members())
    if (std::find(names.begin(), names.end(), name) == names.end())
      return absl::InvalidArgumentError(absl::StrCat("unknown member `", name, "`; there are: ", absl::StrJoin(names, ", ")));
  return absl::OkStatus();
}

template <typename Entry> absl::StatusOr<Entry> readEntry(const rt::JsonValue &line) {
  if (absl::Status good = checkMembers<Entry>(line); !good.ok())
    return good;
  Entry entry;
  for (const auto &member : Members<Entry>::texts) {
    if (!member.isNeeded && !line.Find(member.name))
      continue;
    absl::StatusOr<std::string> text = line.GetString(member.name);
    if (!text.ok())
      return text.status();
    entry.*member.value = *std::move(text);
  }
  for (const auto &member : Members<Entry>::numbers) {
    absl::StatusOr<double> number = line.GetNumber(member.name);
    if (!number.ok())
      return number.status();
    entry.*member.value = *number;
  }
  for (const auto &member : Members<Entry>::counts) {
    absl::StatusOr<int64_t> count = line.GetCount(member.name);
    if (!count.ok())
      return count.status();
    entry.*member.value = *count;
  }
  constexpr size_t digits = 16;
  const std::string &fingerprint = entry.*Members<Entry>::texts[0].value;
  if (fingerprint.size() != digits || !isHexadecimal(fingerprint))
    return absl::InvalidArgumentError(
        absl::StrCat("expected `", Members<Entry>::texts[0].name, "` to be a fingerprint of ", digits, " hexadecimal digits, but got `", fingerprint, "`"));
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

absl::Status checkAlgorithm(const ProductTuningEntry &entry) {
  if (!entry.algorithm.empty() && entry.algorithm.size() % 2 == 0 && isHexadecimal(entry.algorithm))
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("expected `algorithm` to be bytes in hexadecimal digits, but got `", entry.algorithm, "`"));
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

template <typename Entry> std::string writeEntry(const Entry &entry) {
  rt::JsonValue line = rt::JsonValue::Object();
  for (const auto &member : Members<Entry>::texts)
    if (member.isNeeded || !(entry.*member.value).empty())
      line.Set(member.name, rt::JsonValue::String(entry.*member.value));
  for (const auto &member : Members<Entry>::numbers)
    line.Set(member.name, rt::JsonValue::Number(entry.*member.value));
  for (const auto &member : Members<Entry>::counts)
    line.Set(member.name, rt::JsonValue::Integer(entry.*member.value));
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

rt::MatmulPin ProductTuningEntry::pin() const {
  rt::MatmulPin pin;
  pin.problem = product;
  // As Backend::name() has it.
  pin.device = absl::StrCat(gpu, " (", target, ")");
  pin.provider = provider;
  std::string bytes = absl::HexStringToBytes(algorithm);
  pin.algorithm.assign(bytes.begin(), bytes.end());
  pin.words = words;
  pin.estimate_microseconds = estimateMicroseconds;
  pin.microseconds = tunedMicroseconds;
  return pin;
}

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
    if (line->Find(Members<ProductTuningEntry>::texts[0].name)) {
      absl::StatusOr<ProductTuningEntry> entry = readEntry<ProductTuningEntry>(*line);
      absl::Status good = entry.ok() ? checkAlgorithm(*entry) : entry.status();
      if (!good.ok())
        return fail(good);
      entry->line = number;
      file.set(*std::move(entry));
      continue;
    }
    absl::StatusOr<TuningEntry> entry = readEntry<TuningEntry>(*line);
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

std::vector<const ProductTuningEntry *> TuningFile::findProducts(const std::string &product, const std::string &gpu, const std::string &target) const {
  std::vector<const ProductTuningEntry *> found;
  for (const auto &[key, entry] : products)
    if (entry.product == product && entry.gpu == gpu && entry.target == target)
      found.push_back(&entry);
  return found;
}

void TuningFile::set(ProductTuningEntry entry) {
  std::tuple key(entry.target, entry.gpu, entry.product, entry.provider);
  products[key] = std::move(entry);
}

std::vector<const ProductTuningEntry *> TuningFile::productsFor(const std::string &target) const {
  std::vector<const ProductTuningEntry *> found;
  for (const auto &[key, entry] : products)
    if (entry.target == architectureOf(target))
      found.push_back(&entry);
  return found;
}

absl::StatusOr<std::vector<const TuningEntry *>> TuningFile::entriesFor(const std::string &target, const std::string &gpu) const {
  std::set<std::string> targets, gpus;
  std::vector<const TuningEntry *> found;
  // A file of products alone has nothing to choose between.
  if (entries.empty() && !productsFor(target).empty())
    return found;
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
  for (const auto &[key, entry] : products)
    absl::StrAppend(&text, writeEntry(entry), "\n");
  return text;
}

absl::Status TuningFile::write() const { return rt::WriteWholeFile(path, toText()); }

} // namespace sinter
