// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel reads along the rows that it folds.

#include "compiler/Schedule/ReadAlong.h"

#include "compiler/Analysis/KernelDims.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace sinter {

ReadAlong findReadAlong(kernel::FuncOp function, ArrayRef<int64_t> walked, int64_t vector) {
  KernelDims dims(function);
  ReadAlong read;
  llvm::SmallDenseSet<std::pair<Value, Attribute>> seen;
  for (auto load : function.entry().getOps<kernel::LoadOp>()) {
    bool variesOverRows = llvm::any_of(llvm::seq<int64_t>(0, function.getNumDims()), [&](int64_t d) { return !llvm::is_contained(walked, d) && dims.variesOver(load, d); });
    if (!dims.variesOver(load, walked.back()) || (!variesOverRows && walked.size() < function.getNumDims()) || !seen.insert({load.getView(), load.getMapAttr()}).second)
      continue;
    Type element = load.getView().getType().getElement();
    bool isHalf = vector > 1 && isa<Float16Type, BFloat16Type>(element);
    read.isPacked |= isHalf;
    read.fewestBits = std::min<int64_t>(read.fewestBits, vector * std::max<int64_t>(8, element.getIntOrFloatBitWidth()));
    read.bits += vector * (isHalf ? 16 : std::max<int64_t>(32, element.getIntOrFloatBitWidth()));
  }
  return read;
}

int64_t countFetchedRows(kernel::FuncOp function, ArrayRef<int64_t> walked, kernel::ScheduleAttr schedule, const GpuTarget &target) {
  constexpr int64_t otherBytes = 8192, most = 3;
  int64_t bytes = schedule.getThreads() * schedule.getVectors() * findReadAlong(function, walked, schedule.getVector()).bits / 8;
  int64_t rows = bytes ? std::min(most, (target.sharedBytes / std::max<int64_t>(schedule.getBlocks(), 1) - otherBytes) / bytes) : 0;
  return rows < 2 ? 0 : rows;
}

} // namespace sinter
