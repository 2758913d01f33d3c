// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recursive parser of bounded depth.
#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/tools/json.h"

namespace sinter::rt {
namespace {

void AppendUtf8(uint32_t code, std::string* text) {
  if (code < 0x80) {
    text->push_back(static_cast<char>(code));
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static constexpr uint32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  text->push_back(static_cast<char>(kLead[more] | (code >> (6 * more))));
  for (int i = more - 1; i >= 0; --i) text->push_back(static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F)));
}

}  // namespace

class JsonParser {
 public:
  explicit JsonParser(absl::string_view text) : text_(text) {}

  absl::StatusOr<JsonValue> Run() {
    SINTER_ASSIGN_OR_RETURN(JsonValue value, Value(0));
    SkipSpace();
    if (at_ != text_.size()) return Expected("the end of the text");
    return value;
  }

 private:
  static constexpr int kMaxDepth = 64;

  absl::Status Expected(absl::string_view what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return absl::InvalidArgumentError(
        absl::StrCat("line ", line, ": expected ", what, ", but got ",
                     at_ < text_.size() ? absl::StrCat("`", absl::string_view(text_.data() + at_, 1), "`")
                                        : std::string("the end")));
  }

  void SkipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool TakeWord(absl::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  absl::StatusOr<JsonValue> Value(int depth) {
    if (depth > kMaxDepth) return Expected("at most 64 levels");
    SkipSpace();
    if (Take('{')) return Object(depth);
    if (Take('[')) return Array(depth);
    if (at_ < text_.size() && text_[at_] == '"') {
      SINTER_ASSIGN_OR_RETURN(const std::string text, String());
      return JsonValue::String(text);
    }
    if (TakeWord("true")) return JsonValue::Bool(true);
    if (TakeWord("false")) return JsonValue::Bool(false);
    if (TakeWord("null")) return JsonValue();
    return Number();
  }

  absl::StatusOr<JsonValue> Object(int depth) {
    JsonValue object = JsonValue::Object();
    SkipSpace();
    if (Take('}')) return object;
    do {
      SkipSpace();
      SINTER_ASSIGN_OR_RETURN(const std::string name, String());
      SkipSpace();
      if (!Take(':')) return Expected("`:`");
      SINTER_ASSIGN_OR_RETURN(JsonValue value, Value(depth + 1));
      object.Set(name, std::move(value));
      SkipSpace();
    } while (Take(','));
    if (!Take('}')) return Expected("`,` or `}`");
    return object;
  }

  absl::StatusOr<JsonValue> Array(int depth) {
    JsonValue array = JsonValue::Array();
    SkipSpace();
    if (Take(']')) return array;
    do {
      SINTER_ASSIGN_OR_RETURN(JsonValue item, Value(depth + 1));
      array.Add(std::move(item));
      SkipSpace();
    } while (Take(','));
    if (!Take(']')) return Expected("`,` or `]`");
    return array;
  }

  absl::StatusOr<JsonValue> Number() {
    const size_t start = at_;
    while (at_ < text_.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-' ||
                                  text_[at_] == '+' || text_[at_] == '.'))
      ++at_;
    const std::string word(text_.substr(start, at_ - start));
    JsonValue value(JsonValue::Kind::kNumber);
    const bool starts_well =
        !word.empty() && (word[0] == '-' || absl::ascii_isdigit(static_cast<unsigned char>(word[0])));
    if (!starts_well || !absl::SimpleAtod(word, &value.number_) || !std::isfinite(value.number_)) {
      at_ = start;
      return Expected("a value");
    }
    value.text_ = word;
    return value;
  }

  absl::StatusOr<std::string> String() {
    if (!Take('"')) return Expected("`\"`");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return Expected("a character of a string");
      if (text_[at_] != '\\') {
        value.push_back(text_[at_++]);
        continue;
      }
      ++at_;
      SINTER_RETURN_IF_ERROR(Escape(&value));
    }
    if (!Take('"')) return Expected("`\"`");
    return value;
  }

  absl::Status Escape(std::string* value) {
    static constexpr absl::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const size_t found = at_ < text_.size() ? kLetters.find(text_[at_]) : absl::string_view::npos;
    if (found != absl::string_view::npos) {
      value->push_back(kMeanings[found]);
      ++at_;
      return absl::OkStatus();
    }
    if (!Take('u')) return Expected("an escape");
    SINTER_ASSIGN_OR_RETURN(uint32_t code, Hex4());
    if (code >= 0xD800 && code < 0xDC00) {
      if (!TakeWord("\\u")) return Expected("the second half of a surrogate pair");
      SINTER_ASSIGN_OR_RETURN(const uint32_t low, Hex4());
      if (low < 0xDC00 || low > 0xDFFF) return Expected("the second half of a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
      return Expected("the first half of a surrogate pair");
    }
    AppendUtf8(code, value);
    return absl::OkStatus();
  }

  absl::StatusOr<uint32_t> Hex4() {
    uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = at_ < text_.size() ? text_[at_] : ' ';
      if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) return Expected("4 hexadecimal digits");
      code = code * 16 + static_cast<uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      ++at_;
    }
    return code;
  }

  absl::string_view text_;
  size_t at_ = 0;
};

absl::StatusOr<JsonValue> ParseJson(absl::string_view text) { return JsonParser(text).Run(); }

}  // namespace sinter::rt
