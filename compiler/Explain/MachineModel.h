// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU as explanations see it: what a launch costs, how fast its memory is, and what its products reach.

#ifndef SINTER_COMPILER_EXPLAIN_MACHINEMODEL_H
#define SINTER_COMPILER_EXPLAIN_MACHINEMODEL_H

#include "mlir/IR/Types.h"

#include <cstdint>
#include <string>

namespace sinter {

struct MachineModel {
  std::string name = "H200";
  /// Whether the figures were measured on it; else they are its maker's.
  bool isMeasured = true;
  /// Whether the user gave the launch or the bandwidth; teraflops are still the GPU's.
  bool isGiven = false;
  /// Of one kernel that touches memory, as a node of a CUDA graph.
  double launchMicroseconds = 0.98;
  double gigabytesPerSecond = 4200;
  /// Of matrix products: of 16-bit floats, and by its maker's data sheet of f32 (without TF32) and f64.
  double teraflops16 = 768, teraflops32 = 67, teraflops64 = 67;

  /// Operators of kernels, on one element each, a microsecond: what the fusion decision takes an H200 to do
  /// (compiler/Analysis/KernelCost.h), for others in proportion to their f32.
  double operatorsPerMicrosecond() const;
  double productTeraflops(mlir::Type element) const;

  double memoryMicroseconds(uint64_t bytes) const { return static_cast<double>(bytes) / (gigabytesPerSecond * 1e3); }
  /// A launch whose memory is all that takes time.
  double kernelMicroseconds(uint64_t bytes) const { return launchMicroseconds + memoryMicroseconds(bytes); }
  /// A product by a library, by its roofline.
  double productMicroseconds(uint64_t bytes, uint64_t flops, mlir::Type element) const;
};

/// Of the GPU that `target` ("sm_90", "compute_80", "cpu-x86_64") stands for; the CPU path and unknown names stand for
/// an H200.
MachineModel findMachineModel(const std::string &target);

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_MACHINEMODEL_H
