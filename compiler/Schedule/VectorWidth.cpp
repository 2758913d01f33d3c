// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many neighbouring elements a thread of a kernel may take at once.

#include "compiler/Schedule/VectorWidth.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {

/// Bits of the widest element among the views that are walked over the whole domain. What is read again and again along some
/// dimension is no reason for narrow vectors: it comes in several pieces.
static int64_t widestElement(kernel::FuncOp function) {
  int64_t widest = 0, widestOfAll = 8;
  for (Operation &op : function.entry()) {
    AffineMapAttr map = getPlaceMap(&op);
    if (!map || isa<kernel::IndexOp>(op))
      continue;
    auto load = dyn_cast<kernel::LoadOp>(op);
    Value view = load ? load.getView() : cast<kernel::StoreOp>(op).getView();
    int64_t bits = cast<kernel::ViewType>(view.getType()).getElement().getIntOrFloatBitWidth();
    bool isFull = llvm::all_of(llvm::seq<unsigned>(0, function.getNumDims()), [&](unsigned dim) { return map.getValue().isFunctionOfDim(dim); });
    widestOfAll = std::max(widestOfAll, bits);
    if (isFull)
      widest = std::max(widest, std::max<int64_t>(bits, 8));
  }
  return widest ? widest : widestOfAll;
}

std::optional<unsigned> getVectorDim(kernel::FuncOp function) {
  return function.getNumDims() ? std::optional(function.getNumDims() - 1) : std::nullopt;
}

int64_t getWidestVector(kernel::FuncOp function, const GpuTarget &target) {
  int64_t bytes = target.vectorBytes;
  // Of the view that is aligned worst, where that is less than what a vector asks.
  if (auto alignment = function->getAttrOfType<IntegerAttr>("kernel.alignment"))
    bytes = std::min(bytes, alignment.getInt());
  return std::max<int64_t>(1, bytes * 8 / widestElement(function));
}

int64_t chooseVector(kernel::FuncOp function, unsigned inner, const GpuTarget &target) {
  int64_t vector = getWidestVector(function, target);
  while (vector > 1 && !allowsVector(function, inner, vector))
    vector /= 2;
  return vector;
}

bool allowsRowEnds(kernel::FuncOp function, int64_t vector, int64_t threads) {
  return getRowDims(function).size() == 1 && !foldsRowsIntoColumns(function) && threads >= 2 * (vector - 1) && findRowStart(function, getRowDims(function).back());
}

std::optional<int64_t> countRowVectors(kernel::FuncOp function, int64_t vector, int64_t threads) {
  SmallVector<int64_t> walked = getRowDims(function);
  kernel::RaggedAttr ragged = function.getRagged();
  auto length = getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
  if (!length || (ragged && llvm::is_contained(walked, ragged.getOuter() + 1)))
    return std::nullopt;
  int64_t count = allowsVector(function, walked.back(), vector) ? llvm::divideCeil(*length, vector) : *length / vector;
  return std::max<int64_t>(1, llvm::divideCeil(count, threads));
}

bool hasRowEnds(kernel::FuncOp function) {
  kernel::ScheduleAttr schedule = function.getScheduleAttr();
  return schedule.getKind() == kernel::ScheduleKind::Rows && !allowsVector(function, getRowDims(function).back(), schedule.getVector());
}

} // namespace sinter
