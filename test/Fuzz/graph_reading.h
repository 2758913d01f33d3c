// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the three readers of graphs share: a graph is read, compiled as far as no device's compiler is needed, and its
// plan read back.

#ifndef SINTER_TEST_FUZZ_GRAPHREADING_H
#define SINTER_TEST_FUZZ_GRAPHREADING_H

#include <string>

#include "absl/status/status.h"
#include "compiler/Pipelines/Compiler.h"

namespace sinter::fuzz {

/// The first error's text, as `FILE:LINE:COLUMN: MESSAGE` or `FILE: in VALUE: MESSAGE`.
absl::Status readAndCompile(const std::string& path, const GraphOptions& options);

}  // namespace sinter::fuzz

#endif  // SINTER_TEST_FUZZ_GRAPHREADING_H
