// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from one dialect to the next.

#ifndef SINTER_CONVERSION_PASSES_TD
#define SINTER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSinterToKernelPass : Pass<"convert-sinter-to-kernel", "::mlir::ModuleOp"> {
  let summary = "lower each kernel group to a kernel.func in domain form and a call of it";
  let description = [{
    Elementwise operators become their scalar bodies, shape operators index maps, reductions folds over dimensions. A
    rounding is written on each value whose operator's type is narrower than its compute type. Groups with equal kernels
    share one, whatever layer of the graph they come from.

    ```mlir
    %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%0: tensor<4x8xf32>):
      %1 = sinter.exp %0 : tensor<4x8xf32>
      %2 = sinter.neg %1 : tensor<4x8xf32>
      sinter.yield %2 : tensor<4x8xf32>
    }
    // becomes, beside a kernel.func of this name,
    %z = kernel.call @exp_neg_0123456789abcdef(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ConvertSinterToPlanPass : Pass<"convert-sinter-to-plan", "::mlir::ModuleOp"> {
  let summary = "lower functions of kernel calls and library groups to plan entries";
  let description = [{
    Each value that is memory gets a buffer, views are resolved to strides of a library call's operands, and each call
    becomes a step. Constants and parameters move to the module. Leaves slots without offsets: see plan-assign-arena.
  }];
  let dependentDialects = ["::sinter::plan::PlanDialect"];
}

def AssignArenaPass : Pass<"plan-assign-arena", "::mlir::ModuleOp"> {
  let summary = "give each slot of an entry its place in the arena";
  let description = [{
    A slot lives from the step that first writes it to the last that uses it. Slots whose lives overlap get disjoint
    places; the search is first fit in order of size. Where sizes are symbolic, offsets are sums of sizes, and only
    slots of equal size share a place. An arena whose size is known and more than `memory-limit` is an error.
  }];
  let options = [Option<"memoryLimit", "memory-limit", "int64_t", "0", "the most bytes of an arena; 0: any number">];
  let dependentDialects = ["::sinter::plan::PlanDialect"];
}

#endif // SINTER_CONVERSION_PASSES_TD
