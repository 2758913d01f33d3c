// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints kernels in thread form as CUDA C++.

#ifndef SINTER_COMPILER_TARGET_CUDA_TRANSLATETOCUDA_H
#define SINTER_COMPILER_TARGET_CUDA_TRANSLATETOCUDA_H

#include "dialects/Kernel/IR/Kernel.h"

#include <string>

namespace sinter {

/// The whole text of one kernel: it includes the device headers and can be compiled alone. The kernel's C name is the
/// operation's symbol; its parameters are the views (const where they are only read) and then an i64 for each symbol.
/// Fails, with an error at the operation concerned, where an operation or a type has no text; run the pass
/// `sinter-legalize-for-cuda` before.
llvm::FailureOr<std::string> translateToCUDA(kernel::ThreadFuncOp func);

/// Registers `--mlir-to-cuda`: the kernels of a module, one text.
void registerCUDATranslation();

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_CUDA_TRANSLATETOCUDA_H
