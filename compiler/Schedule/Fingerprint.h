// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel is known by in a tuning file.

#ifndef SINTER_COMPILER_SCHEDULE_FINGERPRINT_H
#define SINTER_COMPILER_SCHEDULE_FINGERPRINT_H

#include "dialects/Kernel/IR/Kernel.h"

#include <string>

namespace sinter {

/// 16 hexadecimal digits of a hash of what `function`, in domain form, computes over which extents, and of what the module's `kernel.target` offers: all that a schedule is
/// chosen by. Names (of the kernel, its arguments, symbols and operators), places in files and the schedule itself are not in it. The same on every machine.
std::string getFingerprint(kernel::FuncOp function);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_FINGERPRINT_H
