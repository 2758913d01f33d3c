// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The levels that a graph goes through.

#ifndef SINTER_COMPILER_SUPPORT_STAGE_H
#define SINTER_COMPILER_SUPPORT_STAGE_H

namespace sinter {

/// How far to go: each stage's IR (or text) can be printed.
enum class Stage { kSinter, kGroups, kKernel, kThread, kCuda, kPlan };

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_STAGE_H
