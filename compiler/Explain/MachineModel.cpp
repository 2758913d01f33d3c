// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures of GPUs.

#include "compiler/Explain/MachineModel.h"

#include "compiler/Analysis/KernelCost.h"

#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

namespace sinter {

double MachineModel::operatorsPerMicrosecond() const {
  return KernelCost::operatorsPerMicrosecond * teraflops32 / MachineModel().teraflops32;
}

double MachineModel::productTeraflops(mlir::Type element) const {
  return element.isF64() ? teraflops64 : element.isF32() ? teraflops32 : teraflops16;
}

double MachineModel::productMicroseconds(uint64_t bytes, uint64_t flops, mlir::Type element) const {
  return launchMicroseconds +
         std::max(memoryMicroseconds(bytes), static_cast<double>(flops) / (productTeraflops(element) * 1e6));
}

MachineModel findMachineModel(const std::string &target) {
  size_t digits = target.rfind("cpu", 0) == 0 ? std::string::npos : target.find('_');
  int capability = digits == std::string::npos ? 90 : std::atoi(target.c_str() + digits + 1);
  // Of the GPUs in compiler/Support/GpuTarget.cpp; a launch is taken to cost what it does on the H200.
  if (capability >= 120)
    return {"RTX PRO 6000", false, false, 0.98, 1600, 400, 110, 1.7};
  if (capability >= 100)
    return {"B200", false, false, 0.98, 7200, 2000, 70, 35};
  if (capability >= 90)
    return {};
  if (capability >= 89)
    return {"L40S", false, false, 0.98, 800, 320, 80, 1.3};
  return {"A100", false, false, 0.98, 1800, 280, 18, 18};
}

} // namespace sinter
