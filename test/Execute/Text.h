// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers that write graphs as text.

#ifndef SINTER_TEST_EXECUTE_TEXT_H
#define SINTER_TEST_EXECUTE_TEXT_H

#include <cstdint>
#include <string>
#include <vector>

namespace sinter::test {

using Dims = std::vector<int64_t>;

/// "3, 4"
std::string join(const std::vector<int64_t> &values, const std::string &separator = ", ");

/// "tensor<3x4xf32>"
std::string tensorType(const Dims &dims, const std::string &type);

/// A module whose @main has arguments %0, %1, … of `arguments` (types, attributes may follow), the lines of `body`, and
/// returns `values`.
std::string graphText(const std::vector<std::string> &arguments, const std::vector<std::string> &results, const std::vector<std::string> &body,
                      const std::vector<std::string> &values);

/// `text` with the element type T replaced by `type`.
std::string withType(std::string text, const std::string &type);

} // namespace sinter::test

#endif // SINTER_TEST_EXECUTE_TEXT_H
