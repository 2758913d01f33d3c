// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers that write graphs as text.

#include "test/Execute/Text.h"

namespace sinter::test {

std::string join(const std::vector<int64_t> &values, const std::string &separator) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : separator) + std::to_string(value);
  return text;
}

std::string tensorType(const Dims &dims, const std::string &type) {
  std::string text = "tensor<";
  for (int64_t dim : dims)
    text += std::to_string(dim) + "x";
  return text + type + ">";
}

std::string graphText(const std::vector<std::string> &arguments, const std::vector<std::string> &results, const std::vector<std::string> &body,
                      const std::vector<std::string> &values) {
  std::string text = "func.func @main(";
  for (size_t i = 0; i < arguments.size(); ++i)
    text += (i ? ", %" : "%") + std::to_string(i) + ": " + arguments[i];
  text += ") -> (";
  for (size_t i = 0; i < results.size(); ++i)
    text += (i ? ", " : "") + results[i];
  text += ") {\n";
  for (const std::string &line : body)
    text += "  " + line + "\n";
  text += "  return ";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + values[i];
  text += " : ";
  for (size_t i = 0; i < results.size(); ++i)
    text += (i ? ", " : "") + results[i].substr(0, results[i].find(" {"));
  return text + "\n}\n";
}

std::string withType(std::string text, const std::string &type) {
  for (size_t at = 0; (at = text.find("xT>", at)) != std::string::npos;)
    text.replace(at + 1, 1, type);
  for (size_t at = 0; (at = text.find("<T>", at)) != std::string::npos;)
    text.replace(at + 1, 1, type);
  return text;
}

} // namespace sinter::test
