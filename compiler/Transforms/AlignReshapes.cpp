// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A norm over a reshaped tensor, and what is made of its result in the first shape (group norm), in one shape that both are made of.

#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {
#define GEN_PASS_DEF_ALIGNRESHAPESPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The coarsest shape that two shapes of as many elements are both made of by merging neighbouring dimensions, and which dimension of each its dimensions are part of.
struct CommonShape {
  SmallVector<AffineExpr> extents;
  SmallVector<unsigned> ofFirst, ofSecond;
};

std::optional<CommonShape> findCommonShape(ArrayRef<AffineExpr> first, ArrayRef<AffineExpr> second) {
  CommonShape common;
  unsigned i = 0, j = 0;
  // What is left of the two dimensions that are being taken apart.
  AffineExpr x, y;
  while (i < first.size() && j < second.size()) {
    x = x ? x : first[i];
    y = y ? y : second[j];
    auto m = dyn_cast<AffineConstantExpr>(x), n = dyn_cast<AffineConstantExpr>(y);
    AffineExpr part;
    if (x == y)
      part = x;
    else if (m && n && m.getValue() > 0 && n.getValue() > 0 && (m.getValue() % n.getValue() == 0 || n.getValue() % m.getValue() == 0))
      part = getAffineConstantExpr(std::min(m.getValue(), n.getValue()), x.getContext());
    else
      return std::nullopt;
    common.extents.push_back(part);
    common.ofFirst.push_back(i);
    common.ofSecond.push_back(j);
    auto rest = [&](AffineExpr whole) {
      return whole == part ? AffineExpr() : getAffineConstantExpr(cast<AffineConstantExpr>(whole).getValue() / cast<AffineConstantExpr>(part).getValue(), part.getContext());
    };
    AffineExpr restOfX = rest(x), restOfY = rest(y);
    i += !restOfX;
    j += !restOfY;
    x = restOfX;
    y = restOfY;
  }
  return i == first.size() && j == second.size() ? std::optional(common) : std::nullopt;
}

class Aligner {
public:
  Aligner(Operation *norm, ReshapeOp back, SymbolScope &scope) : norm(norm), back(back), scope(scope), b(norm->getLoc(), norm) {}

  void run() {
    auto axis = norm->getAttrOfType<IntegerAttr>("axis");
    std::optional<CommonShape> found = findCommonShape(scope.extents(typeOf(norm->getResult(0))), scope.extents(typeOf(back)));
    if (!found || llvm::none_of(back->getUsers(), llvm::IsaPred<ElementwiseOpInterface>) || norm->getNumOperands() != 1 || axis.getInt() < 0)
      return;
    common = *found;
    Value input = reshape(norm->getOperand(0));
    OperationState state(norm->getLoc(), norm->getName(), input, TypeRange(input.getType()), norm->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = norm->getPropertiesAsAttribute();
    Operation *aligned = b.create(state);
    aligned->setAttr("axis", b.getI64IntegerAttr(llvm::find_if(common.ofFirst, [&](unsigned dim) { return dim >= axis.getInt(); }) - common.ofFirst.begin()));
    alignedOf[back] = aligned->getResult(0);
    for (Operation *op = back->getNextNode(); op; op = op->getNextNode())
      if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op); elementwise && llvm::any_of(op->getOperands(), [&](Value v) { return alignedOf.contains(v); }))
        align(op);
    // What has other readers too is put back into its shape for them.
    for (auto &[value, fine] : alignedOf) {
      bool isRead = llvm::any_of(value.getUsers(), [&](Operation *user) { return !llvm::is_contained(replaced, user); });
      if (!isRead)
        continue;
      b.setInsertionPointAfterValue(fine);
      Value coarse = ReshapeOp::create(b, value.getType(), fine);
      value.replaceUsesWithIf(coarse, [&](OpOperand &use) { return !llvm::is_contained(replaced, use.getOwner()); });
    }
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
    back->erase();
    norm->erase();
  }

private:
  Value reshape(Value value) {
    return ReshapeOp::create(b, getTensorType(b.getContext(), common.extents, scope.names(), typeOf(value).getElementType()), value);
  }

  void align(Operation *op) {
    b.setLoc(op->getLoc());
    b.setInsertionPoint(op);
    IRMapping operands;
    for (Value operand : op->getOperands())
      if (!operands.contains(operand))
        operands.map(operand, alignOperand(operand));
    Operation *fine = b.clone(*op, operands);
    Value result = fine->getResult(0);
    result.setType(getTensorType(b.getContext(), common.extents, scope.names(), typeOf(result).getElementType()));
    alignedOf[op->getResult(0)] = result;
    replaced.push_back(op);
  }

  Value alignOperand(Value operand) {
    if (Value known = alignedOf.lookup(operand))
      return known;
    auto broadcast = operand.getDefiningOp<BroadcastOp>();
    if (!broadcast)
      return reshape(operand);
    // A repeated row stays one: its dimensions are taken apart where the result's are.
    SmallVector<AffineExpr> extents, of = scope.extents(typeOf(broadcast.getInput())), whole = scope.extents(typeOf(operand));
    SmallVector<int64_t> dims;
    for (auto [extent, dim] : llvm::zip_equal(of, broadcast.getDims()))
      for (auto [k, part] : llvm::enumerate(common.extents)) {
        if (common.ofSecond[k] != dim)
          continue;
        dims.push_back(k);
        extents.push_back(extent == whole[dim] ? part : getAffineConstantExpr(1, b.getContext()));
      }
    Value row = broadcast.getInput();
    if (RankedTensorType type = getTensorType(b.getContext(), extents, scope.names(), typeOf(row).getElementType()); type != row.getType())
      row = ReshapeOp::create(b, type, row);
    return BroadcastOp::create(b, getTensorType(b.getContext(), common.extents, scope.names(), typeOf(row).getElementType()), row, dims);
  }

  Operation *norm;
  ReshapeOp back;
  SymbolScope &scope;
  ImplicitLocOpBuilder b;
  CommonShape common;
  llvm::MapVector<Value, Value> alignedOf; // values in the second shape, and in the common one
  SmallVector<Operation *> replaced;
};

struct AlignReshapes : sinter::impl::AlignReshapesPassBase<AlignReshapes> {
  void runOnOperation() override {
    SmallVector<std::pair<Operation *, ReshapeOp>> found;
    getOperation().walk([&](Operation *op) {
      if (!isa<LayerNormOp, RmsNormOp>(op) || !op->hasOneUse())
        return;
      if (auto back = dyn_cast<ReshapeOp>(*op->user_begin()); back && back->getBlock() == op->getBlock())
        found.push_back({op, back});
    });
    SymbolScope scope(&getContext());
    for (auto [norm, back] : found)
      Aligner(norm, back, scope).run();
  }
};
} // namespace
