// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass that runs before CUDA C++ is printed.

#ifndef TARGET_CUDA_PASSES_TD
#define TARGET_CUDA_PASSES_TD

include "mlir/Pass/PassBase.td"

def LegalizeForCUDAPass : Pass<"sinter-legalize-for-cuda", "::sinter::kernel::ThreadFuncOp"> {
  let summary = "rewrite what CUDA C++ cannot say directly, and clean up";
  let description = [{
    The printer prints each operation of thread form as one piece of text and decides nothing. This pass makes that
    possible:

    - operations of `arith` and `math` that the device headers lack become operations that they have (`math.cbrt` is
      left alone: the printer refuses it by name);
    - a comparison of floats that C++ cannot say (`ult`, `ord`, `ueq`...) becomes one or two that it can;
    - loops that run once are replaced by their body, and loops that never run go;
    - constants fold, and equal expressions within a block become one.

    The kernel is final then, and a remark (analysis, category `fusion`) says the registers in which it holds values from one pass over a row to the next, and its
    shared memory.

    ```mlir
    %c = arith.cmpf ult, %a, %b : f32
    ```
    becomes
    ```mlir
    %0 = arith.cmpf oge, %a, %b : f32
    %c = arith.xori %0, %true : i1
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // TARGET_CUDA_PASSES_TD
