// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of memory through shape operators, in both directions.

#include "compiler/Analysis/Views.h"

#include "compiler/Analysis/InPlace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace sinter {

/// What `value` is updated to in place, or null.
static Value updatedInPlace(Value value) {
  for (Operation *user : value.getUsers())
    for (Value result : user->getResults())
      if (getInPlaceDestination(result) == value)
        return result;
  return {};
}

/// The layout attribute of an argument, or of the result that `value` is returned as, itself or updated.
static LayoutAttr declaredLayout(Value value) {
  while (Value destination = getInPlaceDestination(value))
    value = destination;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function ? function.getArgAttrOfType<LayoutAttr>(argument.getArgNumber(), "sinter.layout") : LayoutAttr();
  }
  for (; value; value = updatedInPlace(value))
    for (OpOperand &use : value.getUses())
      if (auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp()); function && isa<func::ReturnOp>(use.getOwner()))
        if (auto layout = function.getResultAttrOfType<LayoutAttr>(use.getOperandNumber(), "sinter.layout"))
          return layout;
  return {};
}

StridedView bufferLayout(Value value, SymbolScope &scope) {
  return declaredView(cast<RankedTensorType>(value.getType()), declaredLayout(value), scope);
}

int64_t bufferAlignment(Value value) {
  // What the plan asks of arguments without a layout; slots are aligned to more.
  constexpr int64_t undeclared = 16;
  LayoutAttr layout = declaredLayout(value);
  return layout ? layout.getAlignment() : undeclared;
}

StridedView declaredView(RankedTensorType type, LayoutAttr layout, SymbolScope &scope) {
  MLIRContext *context = scope.getContext();
  StridedView view = StridedView::dense(scope.extents(type), context);
  if (!layout)
    return view;
  view.offset = getAffineConstantExpr(layout.getOffset(), context);
  for (auto [i, stride] : llvm::enumerate(layout.getStrides()))
    view.strides[i] = getAffineConstantExpr(stride, context);
  return view;
}

BufferView resolveView(Value value, SymbolScope &scope) {
  // Down to where the memory is, then up again; a chain may be long, so without recursion.
  SmallVector<Value> chain;
  for (Value at = value;;) {
    auto map = at.getDefiningOp<IndexMapOpInterface>();
    if (!map || map->getNumOperands() != 1) {
      value = at;
      break;
    }
    chain.push_back(at);
    at = map->getOperand(0);
  }
  BufferView result{value, bufferLayout(value, scope)};
  for (Value at : llvm::reverse(chain)) {
    FailureOr<StridedView> view = at.getDefiningOp<IndexMapOpInterface>().viewResult(cast<OpResult>(at).getResultNumber(), result.view);
    result = succeeded(view) ? BufferView{result.base, *view} : BufferView{at, bufferLayout(at, scope)};
  }
  return result;
}

/// Whether a stride may be negative. A number shows it; a symbolic one may be where some step was negative.
static bool mayGoBack(const StridedView &view) {
  return llvm::any_of(view.strides, [&](AffineExpr stride) {
    auto constant = dyn_cast<AffineConstantExpr>(stride);
    return constant ? constant.getValue() < 0 : view.goesBack;
  });
}

bool isMatrixView(const StridedView &view) {
  size_t rank = view.strides.size();
  if (rank < 2)
    return false;
  if (llvm::is_contained(view.extents, getAffineConstantExpr(0, view.offset.getContext())))
    return true; // Nothing is read.
  if (mayGoBack(view))
    return false;
  auto isUnit = [&](size_t i) { return view.strides[i] == 1 || view.extents[i] == 1; };
  auto isRepeated = [&](size_t i) { return view.strides[i] == 0 && view.extents[i] != 1; };
  return (isUnit(rank - 1) || isUnit(rank - 2)) && !isRepeated(rank - 1) && !isRepeated(rank - 2);
}

static bool isLibrary(Operation *op) {
  // Before groups are formed and after.
  auto group = dyn_cast<GroupOp>(op);
  return isa<ContractionOpInterface>(op) || (group && group.getKind() == GroupKind::Library);
}

/// Whether some reader of `value`, which lies as `view`, takes it as memory: a library as a matrix, the return densely,
/// either of them directly or through operators that only renumber memory.
static bool isReadAsMemory(Value value, const StridedView &view) {
  SmallVector<std::pair<Value, StridedView>> worklist{{value, view}};
  while (!worklist.empty()) {
    auto [at, layout] = worklist.pop_back_val();
    for (Operation *user : at.getUsers()) {
      if (isLibrary(user) ? isMatrixView(layout) : isa<func::ReturnOp>(user) && layout.isDense())
        return true;
      auto map = dyn_cast<IndexMapOpInterface>(user);
      if (!map || map->getNumOperands() != 1)
        continue;
      for (OpResult result : map->getResults())
        if (FailureOr<StridedView> inner = map.viewResult(result.getResultNumber(), layout); succeeded(inner))
          worklist.emplace_back(result, *inner);
    }
  }
  return false;
}

/// The one result of a shape operator that is `value`'s only reader and only renumbers its memory.
static Value nextOnChain(Value value, SymbolScope &scope) {
  if (!value.hasOneUse())
    return {};
  auto map = dyn_cast<IndexMapOpInterface>(*value.user_begin());
  if (!map || map->getNumOperands() != 1 || map->getNumResults() != 1)
    return {};
  Value next = map->getResult(0);
  StridedView dense = StridedView::dense(scope.extents(cast<RankedTensorType>(next.getType())), scope.getContext());
  return succeeded(map.viewOperand(dense)) ? next : Value();
}

/// Failure where some operator cannot be passed against its direction.
static FailureOr<StridedView> viewThrough(ArrayRef<Operation *> chain, StridedView view) {
  for (Operation *op : llvm::reverse(chain)) {
    FailureOr<StridedView> inner = cast<IndexMapOpInterface>(op).viewOperand(view);
    if (failed(inner))
      return failure();
    view = *inner;
  }
  return view;
}

/// Whether the library call that makes `result` adds a bias, which it does along the consecutive elements that it writes.
static bool takesBias(Value result) {
  Operation *op = result.getDefiningOp();
  if (auto group = dyn_cast<GroupOp>(op))
    return !group.getBody().front().getOps<AddOp>().empty();
  while (op && !isa<AddOp, ContractionOpInterface>(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<AddOp>(op);
}

SmallVector<Operation *> destinationChain(Value result, SymbolScope &scope) {
  constexpr unsigned maxLength = 64; // each step looks at all before it
  bool needsRows = takesBias(result);
  SmallVector<Operation *> chain, longest;
  for (Value at = nextOnChain(result, scope); at && chain.size() < maxLength; at = nextOnChain(at, scope)) {
    chain.push_back(at.getDefiningOp());
    if (!isReadAsMemory(at, bufferLayout(at, scope)))
      continue;
    FailureOr<StridedView> view = viewThrough(chain, bufferLayout(at, scope));
    if (succeeded(view) && isMatrixView(*view) && (!needsRows || view->strides.back() == 1))
      longest = chain;
  }
  return longest;
}

StridedView destinationView(Value result, ArrayRef<Operation *> chain, SymbolScope &scope) {
  if (chain.empty())
    return bufferLayout(result, scope);
  return *viewThrough(chain, bufferLayout(chain.back()->getResult(0), scope));
}

} // namespace sinter
