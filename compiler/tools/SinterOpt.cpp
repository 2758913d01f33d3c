// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter opt`: runs passes on .mlir text.

#include "compiler/Target/CUDA/Passes.h"
#include "compiler/tools/Tools.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int sinter::optMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                  mlir::vector::VectorDialect, SinterDialect, kernel::KernelDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  registerTargetCUDAPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Sinter's pass driver\n", registry));
}
