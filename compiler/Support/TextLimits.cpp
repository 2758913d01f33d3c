// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/Support/TextLimits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace sinter {
namespace {

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }

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
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      skipString();
    } else if (c == '-' && text.substr(at).starts_with("->")) {
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
    } else if (llvm::isAlpha(c) || c == '_') {
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
    while (at < text.size() && isWordCharacter(text[at])) {
      // `a->b` is no word.
      if (text[at] == '-' && at + 1 < text.size() && text[at + 1] == '>')
        return;
      ++at;
    }
  }

  void open() {
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

  /// `#name = ...` and `!name = ...` define at the outermost level, and take in text until the next definition or operation;
  /// elsewhere they are uses.
  void alias() {
    size_t begin = at++;
    skipWord();
    llvm::StringRef name = text.slice(begin, at);
    // `%x#9`: the parser makes room for as many results.
    unsigned number;
    if (text[begin] == '#' && name.size() > 1 && llvm::isDigit(name[1])) {
      if (name.drop_front().getAsInteger(10, number) || number > limits.results)
        fail(begin, "expected a result below " + std::to_string(limits.results));
      return;
    }
    if (depth == 0) {
      finishDefinition();
      size_t next = text.find_first_not_of(" \t\r\n", at);
      if (next != llvm::StringRef::npos && text[next] == '=' ) {
        defined = name;
        definedBegin = begin;
        definedExtra = 0;
        at = next + 1;
        return;
      }
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

  void finishDefinition() {
    if (defined.empty())
      return;
    lengths[defined] = at - definedBegin + definedExtra;
    defined = {};
  }

  llvm::StringRef text;
  const TextLimits &limits;
  size_t at = 0;
  unsigned depth = 0, affineDepth = 0;
  size_t affineBegin = 0;
  llvm::StringRef defined;
  size_t definedBegin = 0, definedExtra = 0, expanded = 0;
  llvm::StringMap<size_t> lengths;
  std::optional<TextFault> fault;
};

} // namespace

std::optional<TextFault> findTextFault(llvm::StringRef text, const TextLimits &limits) { return TextScanner(text, limits).run(); }

} // namespace sinter
