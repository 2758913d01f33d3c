// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `sinter translate`: turns .mlir into other texts.

#include "compiler/Target/CUDA/TranslateToCUDA.h"
#include "compiler/tools/Tools.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int sinter::translateMain(int argc, char **argv) {
  registerCUDATranslation();
  return mlir::failed(mlir::mlirTranslateMain(argc, argv, "Sinter's translations\n"));
}
