// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON as the tools write it, and as golden.json and other small files are read.
#ifndef SINTER_RUNTIME_TOOLS_JSON_H_
#define SINTER_RUNTIME_TOOLS_JSON_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sinter::rt {

// One value; objects keep the order of their members.
class JsonValue {
 public:
  enum class Kind : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

  JsonValue() = default;
  static JsonValue Bool(bool value);
  // Infinities and NaN, which JSON lacks, become null.
  static JsonValue Number(double value);
  static JsonValue Integer(int64_t value);
  static JsonValue String(absl::string_view value);
  static JsonValue Array();
  static JsonValue Object();
  static JsonValue Integers(absl::Span<const int64_t> values);

  Kind kind() const { return kind_; }
  bool is_number() const { return kind_ == Kind::kNumber; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool boolean() const { return boolean_; }
  double number() const { return number_; }
  // The text of a string, or a number as it was written.
  const std::string& text() const { return text_; }
  const std::vector<JsonValue>& items() const { return items_; }
  const std::vector<std::pair<std::string, JsonValue>>& members() const { return members_; }

  // Null where this is no object or has no such member.
  const JsonValue* Find(absl::string_view name) const;
  // kInvalidArgument names the member that is missing or of another kind.
  absl::StatusOr<std::string> GetString(absl::string_view name) const;
  absl::StatusOr<double> GetNumber(absl::string_view name) const;
  // An integer of at least 0.
  absl::StatusOr<int64_t> GetCount(absl::string_view name) const;

  JsonValue& Add(JsonValue item);
  JsonValue& Set(absl::string_view name, JsonValue value);

  // Indented by two spaces a level; arrays of numbers on one line. No newline at the end. Valid JSON whatever the strings:
  // bytes that are no UTF-8 are written as U+FFFD.
  std::string ToText() const;

 private:
  explicit JsonValue(Kind kind) : kind_(kind) {}
  void Append(std::string* text, int depth) const;
  friend class JsonParser;

  Kind kind_ = Kind::kNull;
  bool boolean_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<JsonValue> items_;
  std::vector<std::pair<std::string, JsonValue>> members_;
};

// kInvalidArgument names the line and what was expected. Values nest at most 64 deep.
absl::StatusOr<JsonValue> ParseJson(absl::string_view text);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_JSON_H_
