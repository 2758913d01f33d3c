// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places the slots of an entry in its arena.

#include "compiler/Conversion/Passes.h"
#include "dialects/Plan/IR/Plan.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

namespace sinter {
#define GEN_PASS_DEF_ASSIGNARENAPASS
#include "compiler/Conversion/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// What cuBLASLt and 16-byte vectors ask of any buffer.
constexpr int64_t slotAlignment = 256;

struct Life {
  plan::SlotOp slot;
  unsigned first, last;
};

SmallVector<Life> findLives(plan::EntryOp entry) {
  llvm::MapVector<Operation *, Life> lives;
  for (auto [step, op] : llvm::enumerate(entry.getBody().front()))
    for (Value operand : op.getOperands())
      if (auto slot = operand.getDefiningOp<plan::SlotOp>()) {
        auto [it, isNew] = lives.try_emplace(slot, Life{slot, static_cast<unsigned>(step), static_cast<unsigned>(step)});
        it->second.last = step;
      }
  SmallVector<Life> result;
  for (auto &[op, life] : lives)
    result.push_back(life);
  return result;
}

AffineExpr sizeOf(const Life &life) {
  plan::SlotOp slot = life.slot;
  return slot.getSize().getResult(0);
}

struct AssignArena : sinter::impl::AssignArenaPassBase<AssignArena> {
  using AssignArenaPassBase::AssignArenaPassBase;
  void runOnOperation() override {
    for (auto entry : getOperation().getOps<plan::EntryOp>()) {
      SmallVector<Life> lives = findLives(entry);
      bool isStatic = llvm::all_of(lives, [](const Life &life) { return isa<AffineConstantExpr>(sizeOf(life)); });
      AffineExpr total = isStatic ? placeStatic(lives) : placeSymbolic(lives);
      setMap(entry, "arena_size", entry.getSymbols().size(), total);
      auto known = dyn_cast<AffineConstantExpr>(total);
      if (memoryLimit > 0 && known && known.getValue() > memoryLimit) {
        entry.emitError("expected an arena of at most ") << memoryLimit.getValue() << " bytes, but the plan's has " << known.getValue();
        return signalPassFailure();
      }
    }
  }

  void setMap(Operation *op, StringRef name, unsigned symbols, AffineExpr expr) {
    op->setAttr(name, AffineMapAttr::get(AffineMap::get(0, symbols, expr)));
  }

  void setOffset(Life &life, AffineExpr offset) { setMap(life.slot, "offset", life.slot.getSize().getNumSymbols(), offset); }

  /// Largest first, each at the lowest place where no slot of an overlapping life is.
  AffineExpr placeStatic(SmallVectorImpl<Life> &lives) {
    struct Placed {
      const Life *life;
      int64_t begin, end;
    };
    auto bytes = [](const Life &life) { return cast<AffineConstantExpr>(sizeOf(life)).getValue(); };
    llvm::stable_sort(lives, [&](const Life &x, const Life &y) { return bytes(x) > bytes(y); });
    // By step, so that what lives at another time is not looked at.
    std::vector<SmallVector<Placed, 4>> placed;
    int64_t total = 0;
    for (Life &life : lives) {
      int64_t size = llvm::alignTo(std::max<int64_t>(bytes(life), 1), slotAlignment), offset = 0;
      placed.resize(std::max<size_t>(placed.size(), life.last + 1));
      SmallVector<Placed> others;
      for (unsigned step = life.first; step <= life.last; ++step)
        for (const Placed &other : placed[step])
          if (step == std::max(life.first, other.life->first)) // once each
            others.push_back(other);
      llvm::sort(others, [](const Placed &x, const Placed &y) { return x.begin < y.begin; });
      for (const Placed &other : others) {
        if (offset + size <= other.begin)
          break;
        offset = std::max(offset, other.end);
      }
      for (unsigned step = life.first; step <= life.last; ++step)
        placed[step].push_back({&life, offset, offset + size});
      total = std::max(total, offset + size);
      setOffset(life, getAffineConstantExpr(offset, &getContext()));
    }
    return getAffineConstantExpr(total, &getContext());
  }

  /// Slots of equal size take turns in a place; the places lie one after the other.
  AffineExpr placeSymbolic(SmallVectorImpl<Life> &lives) {
    struct Place {
      AffineExpr offset;
      unsigned busyUntil;
    };
    // In the order of their first steps, so that a place is free where its latest tenant has gone.
    llvm::stable_sort(lives, [](const Life &x, const Life &y) { return x.first < y.first; });
    llvm::MapVector<AffineExpr, SmallVector<Place>> places;
    AffineExpr total = getAffineConstantExpr(0, &getContext());
    for (Life &life : lives) {
      AffineExpr size = sizeOf(life).ceilDiv(slotAlignment) * slotAlignment;
      SmallVector<Place> &alike = places[size];
      auto *place = llvm::find_if(alike, [&](const Place &p) { return p.busyUntil < life.first; });
      if (place == alike.end()) {
        alike.push_back({total, 0});
        place = &alike.back();
        total = total + size;
      }
      place->busyUntil = life.last;
      setOffset(life, place->offset);
    }
    return total;
  }
};
} // namespace
