// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values and the printer.
#include "runtime/tools/json.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

// The shortest decimal that reads back as the same double.
std::string NumberText(double value) {
  for (int digits : {6, 9, 15, 16}) {
    const std::string text = absl::StrFormat("%.*g", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value) return text;
  }
  return absl::StrFormat("%.17g", value);
}

void AppendQuoted(absl::string_view value, std::string* text) {
  text->push_back('"');
  for (const char c : value) {
    switch (c) {
      case '"':
        absl::StrAppend(text, "\\\"");
        break;
      case '\\':
        absl::StrAppend(text, "\\\\");
        break;
      case '\n':
        absl::StrAppend(text, "\\n");
        break;
      case '\t':
        absl::StrAppend(text, "\\t");
        break;
      case '\r':
        absl::StrAppend(text, "\\r");
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          absl::StrAppend(text, absl::StrFormat("\\u%04x", c));
        } else {
          text->push_back(c);
        }
    }
  }
  text->push_back('"');
}

absl::Status Wrong(absl::string_view name, const char* kind, bool is_missing) {
  return absl::InvalidArgumentError(
      absl::StrCat("expected `", name, "` to be ", kind, is_missing ? ", but it is missing" : ""));
}

}  // namespace

JsonValue JsonValue::Bool(bool value) {
  JsonValue result(Kind::kBool);
  result.boolean_ = value;
  return result;
}
JsonValue JsonValue::Number(double value) {
  if (!std::isfinite(value)) return JsonValue();
  JsonValue result(Kind::kNumber);
  result.number_ = value;
  result.text_ = NumberText(value);
  return result;
}
JsonValue JsonValue::Integer(int64_t value) {
  JsonValue result(Kind::kNumber);
  result.number_ = static_cast<double>(value);
  result.text_ = absl::StrCat(value);
  return result;
}
JsonValue JsonValue::String(absl::string_view value) {
  JsonValue result(Kind::kString);
  result.text_ = std::string(value);
  return result;
}
JsonValue JsonValue::Array() { return JsonValue(Kind::kArray); }
JsonValue JsonValue::Object() { return JsonValue(Kind::kObject); }
JsonValue JsonValue::Integers(absl::Span<const int64_t> values) {
  JsonValue result = Array();
  for (int64_t value : values) result.Add(Integer(value));
  return result;
}

const JsonValue* JsonValue::Find(absl::string_view name) const {
  for (const auto& [key, value] : members_) {
    if (key == name) return &value;
  }
  return nullptr;
}

absl::StatusOr<std::string> JsonValue::GetString(absl::string_view name) const {
  const JsonValue* value = Find(name);
  if (value == nullptr || !value->is_string()) return Wrong(name, "a string", value == nullptr);
  return value->text();
}
absl::StatusOr<double> JsonValue::GetNumber(absl::string_view name) const {
  const JsonValue* value = Find(name);
  if (value == nullptr || !value->is_number()) return Wrong(name, "a number", value == nullptr);
  return value->number();
}
absl::StatusOr<int64_t> JsonValue::GetCount(absl::string_view name) const {
  const JsonValue* value = Find(name);
  int64_t count = 0;
  if (value == nullptr || !value->is_number() || !absl::SimpleAtoi(value->text(), &count) || count < 0) {
    return Wrong(name, "an integer of at least 0", value == nullptr);
  }
  return count;
}

JsonValue& JsonValue::Add(JsonValue item) {
  items_.push_back(std::move(item));
  return *this;
}
JsonValue& JsonValue::Set(absl::string_view name, JsonValue value) {
  members_.emplace_back(std::string(name), std::move(value));
  return *this;
}

std::string JsonValue::ToText() const {
  std::string text;
  Append(&text, 0);
  return text;
}

void JsonValue::Append(std::string* text, int depth) const {
  const auto new_line = [text](int indent) {
    absl::StrAppend(text, "\n", std::string(static_cast<size_t>(indent) * 2, ' '));
  };
  switch (kind_) {
    case Kind::kNull:
      absl::StrAppend(text, "null");
      return;
    case Kind::kBool:
      absl::StrAppend(text, boolean_ ? "true" : "false");
      return;
    case Kind::kNumber:
      absl::StrAppend(text, text_);
      return;
    case Kind::kString:
      AppendQuoted(text_, text);
      return;
    case Kind::kArray: {
      const bool nests = std::any_of(items_.begin(), items_.end(), [](const JsonValue& item) {
        return item.kind_ == Kind::kArray || item.kind_ == Kind::kObject || item.kind_ == Kind::kString;
      });
      text->push_back('[');
      for (size_t i = 0; i < items_.size(); ++i) {
        if (i > 0) absl::StrAppend(text, nests ? "," : ", ");
        if (nests) new_line(depth + 1);
        items_[i].Append(text, depth + 1);
      }
      if (nests) new_line(depth);
      text->push_back(']');
      return;
    }
    case Kind::kObject:
      text->push_back('{');
      for (size_t i = 0; i < members_.size(); ++i) {
        if (i > 0) text->push_back(',');
        new_line(depth + 1);
        AppendQuoted(members_[i].first, text);
        absl::StrAppend(text, ": ");
        members_[i].second.Append(text, depth + 1);
      }
      if (!members_.empty()) new_line(depth);
      text->push_back('}');
      return;
  }
}

}  // namespace sinter::rt
