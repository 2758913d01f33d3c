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

// The bytes of the character that `text`, which is not empty, begins with; 0 where they are no UTF-8: cut off, longer
// than need be, a surrogate, or above U+10FFFF.
size_t CharacterLength(absl::string_view text) {
  const auto byte = [text](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const unsigned least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// JSON is UTF-8, names of files and symbols are any bytes: what is none becomes U+FFFD, each byte for itself.
void AppendQuoted(absl::string_view value, std::string* text) {
  text->push_back('"');
  for (size_t at = 0, length = 0; at < value.size(); at += std::max<size_t>(length, 1)) {
    length = CharacterLength(value.substr(at));
    if (length != 1) {
      absl::StrAppend(text, length == 0 ? "\xef\xbf\xbd" : value.substr(at, length));
      continue;
    }
    const char c = value[at];
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
