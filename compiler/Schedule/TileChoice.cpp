// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimension that a kernel's transposes run along, the views that are worth a tile each, and the tile's size.

#include "compiler/Schedule/TileChoice.h"

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Analysis/TurnedAccesses.h"
#include "compiler/Schedule/ScheduleParts.h"
#include "compiler/Schedule/VectorWidth.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace sinter {
namespace {

/// What leaves a processor room for several blocks.
constexpr int64_t ampleTileBytes = 32 << 10;

int64_t bitsOf(Operation *access) { return cast<kernel::ViewType>(getAccessedView(access).getType()).getElement().getIntOrFloatBitWidth(); }

int64_t bytesOf(ArrayRef<Operation *> accesses, int64_t points) {
  int64_t bytes = 0;
  for (Operation *access : accesses)
    bytes += getTileBytes(access, points);
  return bytes;
}

bool isLong(kernel::FuncOp function, unsigned dim) { return function.getStaticExtent(dim).value_or(fewestTurned) >= fewestTurned; }

/// A tile's extent along a dimension: `most`, or less where much of the last tile would be beyond the end.
int64_t chooseSide(std::optional<int64_t> extent, int64_t most) {
  int64_t side = most;
  while (extent && side > fewestTurned && llvm::alignTo(*extent, side) * 4 > llvm::alignTo(*extent, fewestTurned) * 5)
    side /= 2;
  return side;
}

class TileChoice {
public:
  TileChoice(kernel::FuncOp function, const GpuTarget &target) : function(function), target(target), inner(function.getNumDims() - 1) {}

  kernel::ScheduleAttr choose() {
    if (!isLong(function, inner) || !chooseAcross())
      return {};
    chooseShape();
    keepToBudget();
    return accesses.empty() ? kernel::ScheduleAttr() : describe();
  }

private:
  SmallVector<Operation *> turnedAlong(unsigned dim) {
    SmallVector<Operation *> turned;
    for (Operation &op : function.entry())
      if (isTurned(function, &op, dim))
        turned.push_back(&op);
    return turned;
  }

  /// The dimension with the most bytes to turn; what runs along others stays as it is.
  bool chooseAcross() {
    int64_t most = 0;
    for (unsigned dim = 0; dim < inner; ++dim) {
      SmallVector<Operation *> turned = isLong(function, dim) ? turnedAlong(dim) : SmallVector<Operation *>();
      int64_t bits = 0;
      for (Operation *access : turned)
        bits += bitsOf(access);
      if (bits <= most)
        continue;
      most = bits;
      across = dim;
      accesses = std::move(turned);
    }
    for (unsigned dim = 0; most && dim < inner; ++dim)
      for (Operation *access : turnedAlong(dim))
        if (!llvm::is_contained(accesses, access))
          remark::missed(access->getLoc(), remark::RemarkOpts::name("TurnInTiles").category("schedule").function(function.getSymName()))
              << ("runs along dimension " + Twine(dim) + ", but the kernel's tiles are across dimension " + Twine(across)).str();
    return most > 0;
  }

  /// Large tiles where there are enough for all processors and the views' tiles leave room for several blocks on each.
  void chooseShape() {
    bool isWide = llvm::any_of(accesses, [](Operation *access) { return getTileBytes(access, 1) > 4; });
    int64_t side = isWide ? 32 : 64;
    auto points = getStaticPoints(function, [](int64_t) { return true; });
    if (bytesOf(accesses, side * side) > ampleTileBytes || (points && *points / (side * side) < 2 * target.processors))
      side = 32;
    std::optional<int64_t> width = function.getStaticExtent(inner), height = function.getStaticExtent(across);
    rows = chooseSide(height, side);
    columns = chooseSide(width, side * side / rows);
    rows = chooseSide(height, side * side / columns);
  }

  /// Leaves out the views whose tiles shared memory has no room for.
  void keepToBudget() {
    int64_t budget = getMostScratchBytes(target);
    while (!accesses.empty() && bytesOf(accesses, rows * columns) > budget) {
      Value view = getAccessedView(accesses.back());
      remark::missed(accesses.back()->getLoc(), remark::RemarkOpts::name("TurnInTiles").category("schedule").function(function.getSymName()))
          << ("shared memory has no room for one more tile of " + Twine(rows) + " x " + Twine(columns)).str();
      llvm::erase_if(accesses, [&](Operation *access) { return getAccessedView(access) == view; });
    }
  }

  /// Neighbours along `across` that a thread takes at once. A tile holds compute types, of which 16 bytes are read without conflicts of banks.
  int64_t chooseVectorAcross(int64_t most) {
    if (llvm::none_of(accesses, [&](Operation *access) { return walksForward(access, across); }))
      return 1;
    int64_t bytes = target.vectorBytes;
    if (auto alignment = function->getAttrOfType<IntegerAttr>("kernel.alignment"))
      bytes = std::min(bytes, alignment.getInt());
    int64_t vector = most;
    for (Operation *access : accesses)
      vector = std::min(vector, std::max<int64_t>(1, bytes * 8 / std::max<int64_t>(8, bitsOf(access))));
    while (vector > 1 && !allowsVectorAcross(function, accesses, across, vector))
      vector /= 2;
    return vector;
  }

  kernel::ScheduleAttr describe() {
    int64_t widest = 4;
    SmallVector<int64_t> views;
    for (Operation *access : accesses) {
      widest = std::max(widest, getTileBytes(access, 1));
      views.push_back(cast<BlockArgument>(getAccessedView(access)).getArgNumber());
    }
    llvm::sort(views);
    views.erase(llvm::unique(views), views.end());
    int64_t most = 16 / widest, vector = std::min(most, chooseVector(function, inner, target)), vectorAcross = chooseVectorAcross(most);
    // A block of many threads, of which each still has two vectors, is turned sooner.
    int64_t wanted = rows * columns / vector >= 256 * 4 ? 512 : 256;
    int64_t threads = std::min({wanted, static_cast<int64_t>(llvm::bit_floor<uint64_t>(target.threads)), rows * columns / std::max(vector, vectorAcross)});
    columns = std::min(columns, threads * vector);
    threads = std::min(threads, rows * columns / std::max(vector, vectorAcross));
    MLIRContext *context = function.getContext();
    remark::passed(function.getLoc(), remark::RemarkOpts::name("TurnInTiles").category("schedule").function(function.getSymName()))
        << ("turns " + Twine(views.size()) + (views.size() == 1 ? " view" : " views") + " in shared memory, by tiles of " + Twine(rows) + " x " + Twine(columns)).str();
    ScheduleParts parts(kernel::ScheduleKind::Tiles, threads, /*perRow=*/columns / vector, vector, /*vectors=*/rows * columns / vector / threads);
    parts.tiling = kernel::TilingAttr::get(context, across, vectorAcross, views);
    return parts.get(context);
  }

  kernel::FuncOp function;
  const GpuTarget &target;
  unsigned inner, across = 0;
  SmallVector<Operation *> accesses;
  int64_t rows = 0, columns = 0;
};
} // namespace

kernel::ScheduleAttr chooseTiles(kernel::FuncOp function, const GpuTarget &target) {
  return function.getNumDims() < 2 ? kernel::ScheduleAttr() : TileChoice(function, target).choose();
}

} // namespace sinter
