// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the text once, by the tokens of MLIR's lexer, and counts brackets and what aliases stand for. An alias counts up to
// where its definition ends by MLIR's grammar, so that no spelling of one escapes the count.

#include "compiler/Support/TextLimits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace sinter {
namespace {

/// As MLIR's lexer has it: only names after a prefix (`#a-1`, `%x-1`) have dashes.
bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.'; }
bool isNameCharacter(char c) { return isWordCharacter(c) || c == '-'; }

class TextScanner {
public:
  TextScanner(llvm::StringRef text, const TextLimits &limits) : text(text), limits(limits) {}

  std::optional<TextFault> run() {
    // The mark of MLIR's binary form, whose reader trusts its writer.
    if (text.starts_with("ML\xEFR"))
      return TextFault{0, "expected text, but got MLIR bytecode"};
    while (at < text.size() && !fault)
      step();
    return fault;
  }

private:
  void fail(size_t offset, const std::string &message) {
    if (!fault)
      fault = TextFault{offset, message};
  }

  void step() {
    char c = text[at];
    if (c == '/' && text.substr(at).starts_with("//")) {
      skipBlank();
    } else if (c == '"') {
      beginOperand();
      skipString();
    } else if (c == '-' && text.substr(at).starts_with("->")) {
      joinOperand();
      at += 2;
    } else if (c == '>' && text.substr(at).starts_with(">=")) {
      at += 2;
    } else if (c == '<' && text.substr(at).starts_with("<=")) {
      at += 2;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      open();
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      close();
    } else if (c == '#' || c == '!') {
      alias();
    } else if (c == '%' || c == '^') {
      beginOperand();
      ++at;
      skipName();
    } else if (llvm::isDigit(c) && isInDefinition()) {
      beginOperand();
      skipWord();
    } else if (c == ':' || c == '-' || c == '+') {
      joinOperand();
      ++at;
    } else if (llvm::isAlpha(c) || c == '_') {
      beginOperand();
      size_t begin = at;
      skipWord();
      llvm::StringRef word = text.slice(begin, at);
      if (affineDepth == 0 && (word == "affine_map" || word == "affine_set")) {
        affineDepth = depth + 1;
        affineBegin = begin;
      }
    } else {
      ++at;
    }
    if (affineDepth && at - affineBegin > limits.affineLength)
      fail(affineBegin, "expected an affine map of at most " + std::to_string(limits.affineLength) + " characters");
  }

  void skipString() {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
      if (text[at] == '\\')
        ++at;
    ++at;
  }

  void skipWord() {
    while (at < text.size() && isWordCharacter(text[at]))
      ++at;
  }

  void skipName() {
    while (at < text.size() && isNameCharacter(text[at]))
      ++at;
  }

  /// Spaces, as which MLIR's lexer takes NUL too, and comments.
  void skipBlank() {
    while (at < text.size()) {
      if (text.substr(at).starts_with("//"))
        at = std::min(text.find('\n', at), text.size());
      else if (llvm::StringRef(" \t\r\n\0", 5).contains(text[at]))
        ++at;
      else
        return;
    }
  }

  bool isInDefinition() const { return depth == 0 && !defined.empty(); }

  /// The value of a definition is operands (words, numbers, strings, names, brackets) joined by `:`, `->`, `::` or a sign: a
  /// second operand that nothing joins to the first belongs to what follows.
  void beginOperand() {
    if (!isInDefinition())
      return;
    if (!needsOperand)
      finishDefinition();
    needsOperand = false;
  }

  void joinOperand() { needsOperand |= isInDefinition(); }

  void open() {
    if (isInDefinition()) {
      // `{-#` opens the section of resources at a file's end.
      if (text.substr(at).starts_with("{-#"))
        finishDefinition();
      needsOperand = false;
    }
    if (++depth > limits.depth)
      fail(at, "expected at most " + std::to_string(limits.depth) + " levels of brackets");
    ++at;
  }

  void close() {
    if (depth == affineDepth)
      affineDepth = 0;
    // What closes more than was opened is the parser's to refuse.
    depth -= depth > 0;
    ++at;
  }

  /// `#name = ...` and `!name = ...` define at the outermost level; elsewhere they are uses.
  void alias() {
    size_t begin = at++;
    if (at < text.size() && llvm::isDigit(text[at]))
      at = std::min(text.find_first_not_of("0123456789", at), text.size());
    else
      skipName();
    llvm::StringRef name = text.slice(begin, at);
    // `%x#9`: the parser makes room for as many results.
    unsigned number;
    if (text[begin] == '#' && name.size() > 1 && llvm::isDigit(name[1])) {
      if (name.drop_front().getAsInteger(10, number) || number > limits.results)
        fail(begin, "expected a result below " + std::to_string(limits.results));
      return;
    }
    if (depth == 0) {
      size_t end = at;
      skipBlank();
      if (at < text.size() && text[at] == '=') {
        finishDefinition(begin);
        defined = name;
        definedBegin = begin;
        definedExtra = 0;
        needsOperand = true;
        ++at;
        return;
      }
      at = end;
      beginOperand();
    }
    auto it = lengths.find(name);
    if (it == lengths.end())
      return;
    expanded += it->second;
    if (!defined.empty())
      definedExtra += it->second;
    if (definedExtra > limits.aliasLength)
      fail(definedBegin, "expected alias `" + defined.str() + "` to stand for at most " + std::to_string(limits.aliasLength) + " characters");
    if (expanded > limits.expandedLength)
      fail(begin, "expected aliases to stand for at most " + std::to_string(limits.expandedLength) + " characters in all");
  }

  void finishDefinition() { finishDefinition(at); }

  void finishDefinition(size_t end) {
    if (defined.empty())
      return;
    lengths[defined] = end - definedBegin + definedExtra;
    defined = {};
  }

  llvm::StringRef text;
  const TextLimits &limits;
  size_t at = 0;
  unsigned depth = 0, affineDepth = 0;
  size_t affineBegin = 0;
  bool needsOperand = false;
  llvm::StringRef defined;
  size_t definedBegin = 0, definedExtra = 0, expanded = 0;
  llvm::StringMap<size_t> lengths;
  std::optional<TextFault> fault;
};

} // namespace

std::optional<TextFault> findTextFault(llvm::StringRef text, const TextLimits &limits) { return TextScanner(text, limits).run(); }

} // namespace sinter
