// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of a kernel's arrays.

#include "compiler/Analysis/KernelResources.h"

using namespace mlir;

namespace sinter {

static int64_t bitsOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bitsOf(vector.getElementType());
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

int64_t findLaunchedBytes(kernel::RegistersOp registers) {
  auto vector = dyn_cast<VectorType>(registers.getType().getElement());
  int64_t elements = registers.getType().getCount() * (vector ? vector.getNumElements() : 1);
  return registers->getParentOfType<kernel::ThreadFuncOp>().getThreads() * elements * llvm::divideCeil(bitsOf(registers.getStoredType()), 8);
}

KernelResources findKernelResources(kernel::ThreadFuncOp kernel) {
  KernelResources resources;
  kernel.walk([&](Operation *op) {
    if (auto registers = dyn_cast<kernel::RegistersOp>(op)) {
      if (registers.getShared()) {
        int64_t bytes = findLaunchedBytes(registers);
        resources.sharedBytes += bytes;
        resources.launchedBytes += bytes;
        return;
      }
      auto type = cast<kernel::RegistersType>(registers.getResult().getType());
      auto vector = dyn_cast<VectorType>(type.getElement());
      int64_t perElement = vector ? vector.getNumElements() : 1, scalars = type.getCount() * perElement;
      // A bool takes a register too; of packed elements two share one.
      resources.heldRegisters += registers.getPacked() ? type.getCount() * llvm::divideCeil(perElement * bitsOf(*registers.getPacked()), 32)
                                                       : scalars * std::max<int64_t>(bitsOf(vector ? vector.getElementType() : type.getElement()) / 32, 1);
    } else if (auto shared = dyn_cast<kernel::SharedOp>(op)) {
      auto type = cast<kernel::SharedType>(shared.getResult().getType());
      resources.sharedBytes += type.getCount() * ((bitsOf(type.getElement()) + 7) / 8);
    }
  });
  return resources;
}

} // namespace sinter
