// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What aliases stand for, in all ways that MLIR's grammar lets one be defined, and text that is within the limits.

#include "compiler/Support/TextLimits.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace sinter {
namespace {

/// Definitions of 60 aliases, each of the one before by `form`, in which `@` is an alias's name.
std::string chain(llvm::StringRef form, llvm::StringRef first, llvm::StringRef prefix = "#") {
  std::string text = (prefix + "a0 = " + first + "\n").str();
  for (int i = 1; i <= 60; ++i) {
    text += (prefix + "a" + llvm::Twine(i)).str();
    for (char c : form)
      text += c == '@' ? (prefix + "a" + llvm::Twine(i - 1)).str() : std::string(1, c);
    text += "\n";
  }
  return text;
}

void expectRefused(const std::string &text) {
  std::optional<TextFault> fault = findTextFault(text);
  ASSERT_TRUE(fault) << text.substr(0, 200);
  EXPECT_NE(fault->message.find("to stand for at most 65536 characters"), std::string::npos) << fault->message;
}

void expectFine(const std::string &text) {
  std::optional<TextFault> fault = findTextFault(text);
  EXPECT_FALSE(fault) << fault->message << " at " << fault->offset << " of " << text.substr(0, 200);
}

TEST(TextLimits, aliases_double_in_every_form_of_definition) {
  expectRefused(chain(" = [@, @]", "0"));
  expectRefused(chain(" = {a = @, b = @}", "0"));
  expectRefused(chain(" = #sinter.guard<symbols = [@, @], map = #m>", "\"a\""));
  expectRefused(chain(" = loc(fused[@, @])", "loc(\"a\")"));
  expectRefused(chain(" = -1 : tensor<1xf32, [@, @]>", "0"));
  expectRefused(chain(" = 1.5e+3 : tensor<1xf32, [@, @]>", "0"));
  expectRefused(chain(" = \"s\" : tensor<1xf32, [@, @]>", "0"));
  expectRefused(chain(" = @ [@, @]", "0"));
  expectRefused(chain(" = tuple<@, @>", "i32", "!"));
  expectRefused(chain(" = !sinter.pair<@, @>", "i32", "!"));
  expectRefused(chain(" = (@) -> @", "i32", "!"));
  expectRefused(chain(" = () -> (@, @)", "i32", "!"));
}

TEST(TextLimits, blanks_and_dashes_hide_no_definition) {
  expectRefused(chain("// why\n = [@, @]", "0"));
  expectRefused(chain("// why\n  // more\n\t= [@, @]", "0"));
  expectRefused(chain(std::string(" \0 = [@, @]", 11), "0"));
  std::string text = "#a0- = [0]\n";
  for (int i = 1; i <= 60; ++i)
    text += "#a" + std::to_string(i) + "- = #x.y<[#a" + std::to_string(i - 1) + "-], #a" + std::to_string(i - 1) + "->\n";
  expectRefused(text);
}

TEST(TextLimits, an_alias_of_an_alias_is_as_long) {
  std::string text = chain(" = @", "[" + std::string(3000, '1') + "]");
  expectFine(text);
  // Thirty uses of what 3,000 characters stand behind.
  std::string uses;
  for (int i = 0; i < 30; ++i)
    uses += "#a60, ";
  expectRefused(text + "#b = [" + uses + "#a60]");
}

TEST(TextLimits, definitions_end_where_operations_begin) {
  std::string uses = "(";
  for (int i = 0; i < 2000; ++i)
    uses += "#a, ";
  uses += "#a)\n";
  std::string value = "[" + std::string(100, '1') + "]";
  for (const char *operation : {"func.func @f", "\"builtin.module\"", "module @m ", "%0 = \"a\"", "%0:2 = x", "{-# a: "}) {
    expectFine("#a = " + value + "\n" + operation + uses);
    expectFine("#a = " + value + " : !x.y\n" + operation + uses);
    expectFine("#a = #x.y<" + value + ">\n" + operation + uses);
    expectFine("#a = " + value + "\n#b = [#a : i32]\n" + operation + uses);
  }
  // All uses together have a limit of their own.
  TextLimits limits;
  limits.expandedLength = 100000;
  std::optional<TextFault> fault = findTextFault("#a = " + value + "\nmodule " + uses, limits);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message, "expected aliases to stand for at most 100000 characters in all");
}

TEST(TextLimits, results_brackets_and_maps) {
  expectFine("return %x#65536 : i32");
  EXPECT_EQ(findTextFault("return %x#65537 : i32")->message, "expected a result below 65536");
  EXPECT_EQ(findTextFault("return %x#99999999999999999999 : i32")->offset, 9u);
  expectFine("\"a\"(%x#0, %x#1) -> i32");
  expectFine(std::string(128, '[') + std::string(128, ']'));
  EXPECT_EQ(findTextFault(std::string(129, '['))->offset, 128u);
  expectFine("// " + std::string(200, '[') + "\n\"" + std::string(200, '<') + "\"");
  EXPECT_EQ(findTextFault("#m = affine_map<(d0) -> (" + std::string(3000, '-') + "d0)>")->offset, 5u);
  expectFine("");
  for (const char *cut : {"#", "!", "#a =", "#a //", "\"", "\"\\", "#a = -", "affine_map", "%", "{-"})
    expectFine(cut);
}

} // namespace
} // namespace sinter
