// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the node tests come to, for people (docs/onnx.md) and for programs.

#ifndef SINTER_TEST_ONNX_REPORT_H
#define SINTER_TEST_ONNX_REPORT_H

#include "test/Onnx/Expectations.h"

namespace sinter::test {

/// docs/onnx.md.
std::string makePage(const std::vector<NodeTest> &tests, const Expectations &expectations);
std::string makeJson(const std::vector<NodeTest> &tests, const std::vector<NodeResult> &results);

} // namespace sinter::test

#endif // SINTER_TEST_ONNX_REPORT_H
