// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, writing, and what is refused.
#include "runtime/tools/json.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

TEST(JsonTest, writes_members_in_order) {
  JsonValue object = JsonValue::Object();
  object.Set("b", JsonValue::Integer(-3)).Set("a", JsonValue::Number(0.1)).Set("n", JsonValue::Integers({1, 2}));
  object.Set("list", JsonValue::Array().Add(JsonValue::Object().Set("x", JsonValue())));
  object.Set("e", JsonValue::Object()).Set("t", JsonValue::Bool(true));
  EXPECT_EQ(object.ToText(), R"({
  "b": -3,
  "a": 0.1,
  "n": [1, 2],
  "list": [
    {
      "x": null
    }
  ],
  "e": {},
  "t": true
})");
}

TEST(JsonTest, numbers_read_back_as_they_were) {
  for (double value : {0.0, 0.1, 1.0 / 3, 1e-300, 1.7976931348623157e308, 123456789.0, 5e-324}) {
    const auto parsed = ParseJson(JsonValue::Number(value).ToText());
    ASSERT_TRUE(parsed.ok()) << value;
    EXPECT_EQ(parsed->number(), value);
  }
  EXPECT_EQ(JsonValue::Integer(std::numeric_limits<int64_t>::max()).ToText(), "9223372036854775807");
  EXPECT_EQ(JsonValue::Number(std::nan("")).ToText(), "null");
  EXPECT_EQ(JsonValue::Number(INFINITY).ToText(), "null");
}

TEST(JsonTest, strings_read_back_as_they_were) {
  for (const std::string value : {"", "plain", "\"quoted\" \\ / \n\r\t\b\f", "\x01\x1f", "gr\xc3\xbc\xc3\x9f"}) {
    const auto parsed = ParseJson(JsonValue::String(value).ToText());
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->text(), value);
  }
  EXPECT_EQ(ParseJson(R"("\u00e9\ud83d\ude00\u20ac")")->text(), "\xc3\xa9\xf0\x9f\x98\x80\xe2\x82\xac");
}

TEST(JsonTest, bytes_that_are_no_text_are_replaced) {
  const std::string mark = "\xef\xbf\xbd";
  const std::pair<const char*, std::string> cases[] = {
      {"\xff", mark},
      {"a\x80z", "a" + mark + "z"},
      {"\xc3", mark},                                      // cut off
      {"\xe2\x82", mark + mark},                           // cut off
      {"\xf0\x9f\x98z", mark + mark + mark + "z"},         // cut off by a letter
      {"\xc0\xaf", mark + mark},                           // longer than need be
      {"\xe0\x9f\xbf", mark + mark + mark},                // the same
      {"\xf0\x8f\xbf\xbf", mark + mark + mark + mark},     // the same
      {"\xed\xa0\x80", mark + mark + mark},                // a surrogate
      {"\xf4\x90\x80\x80", mark + mark + mark + mark},     // above the last character
      {"\xf5\x80\x80\x80", mark + mark + mark + mark},     // the same
      {"\xc2\x80|\xdf\xbf", "\xc2\x80|\xdf\xbf"},        // the first and last of two bytes
      {"\xe0\xa0\x80|\xef\xbf\xbf", "\xe0\xa0\x80|\xef\xbf\xbf"},
      {"\xed\x9f\xbf|\xee\x80\x80", "\xed\x9f\xbf|\xee\x80\x80"},
      {"\xf0\x90\x80\x80|\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80|\xf4\x8f\xbf\xbf"},
  };
  for (const auto& [bytes, text] : cases) {
    const std::string written = JsonValue::Object().Set(bytes, JsonValue::String(bytes)).ToText();
    EXPECT_EQ(written, "{\n  \"" + text + "\": \"" + text + "\"\n}");
  }
}

TEST(JsonTest, finds_members_by_kind) {
  const auto json = ParseJson(R"( {"name": "x", "count": 12, "std": -1.5e-3, "bad": -1, "half": 0.5, "null": null} )");
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_EQ(json->GetString("name").value(), "x");
  EXPECT_EQ(json->GetCount("count").value(), 12);
  EXPECT_EQ(json->GetNumber("std").value(), -1.5e-3);
  EXPECT_THAT(std::string(json->GetString("gone").status().message()),
              HasSubstr("expected `gone` to be a string, but it is missing"));
  EXPECT_THAT(std::string(json->GetString("count").status().message()), HasSubstr("expected `count` to be a string"));
  EXPECT_FALSE(json->GetCount("bad").ok());
  EXPECT_FALSE(json->GetCount("half").ok());
  EXPECT_FALSE(json->GetNumber("null").ok());
  EXPECT_EQ(json->Find("nothing"), nullptr);
}

TEST(JsonTest, refuses_broken_texts_by_line) {
  for (const char* text :
       {"", "{", "[1,]", "{\"a\" 1}", "{\"a\": 1,}", "[1 2]", "tru", "nan", "+1", "\"open", "\"\\x\"", "\"\\u12g4\"",
        "\"\\ud800\"", "\"\\udc00\"", "1 2", "{1: 2}", "'a'", "1e999", "--1"}) {
    EXPECT_EQ(ParseJson(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
  EXPECT_THAT(std::string(ParseJson("{\n\"a\": ?}").status().message()),
              HasSubstr("line 2: expected a value, but got `?`"));
  EXPECT_THAT(std::string(ParseJson("[1").status().message()), HasSubstr("but got the end"));
}

TEST(JsonTest, depth_is_bounded) {
  EXPECT_TRUE(ParseJson(std::string(60, '[') + std::string(60, ']')).ok());
  EXPECT_FALSE(ParseJson(std::string(100000, '[')).ok());
}

}  // namespace
}  // namespace sinter::rt
