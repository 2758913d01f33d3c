// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter opt`: runs passes on .mlir text.

#include "compiler/Pipelines/Pipelines.h"
#include "compiler/tools/Tools.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int sinter::optMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Sinter's pass driver\n", registry));
}
