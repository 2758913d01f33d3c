// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What indices, loads, stores, registers, shared memory and roundings print as.

#include "compiler/Analysis/IndexRange.h"
#include "compiler/Analysis/KernelResources.h"
#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

// Affine expressions.

/// `-expr` where it prints more simply than `expr`: negative constants and products by them.
static std::optional<AffineExpr> negated(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr); constant && constant.getValue() < 0)
    return getAffineConstantExpr(-constant.getValue(), expr.getContext());
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || expr.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!factor || factor.getValue() >= 0)
    return std::nullopt;
  return product.getLHS() * -factor.getValue();
}

static Expression join(const Expression &a, StringRef sign, const Expression &b, Precedence precedence) {
  Precedence right = static_cast<Precedence>(static_cast<int>(precedence) + 1);
  return {parenthesized(a.text, a.precedence, precedence) + " " + sign.str() + " " +
              parenthesized(b.text, b.precedence, right),
          precedence};
}

namespace {
/// Affine expressions over named operands, as C++. What is 0 or more is divided by `/` and `%`, which round toward 0; what may be less, as an expression
/// that was simplified may on its way ((i + 2) / 2 to i / 2 + 1), by functions that round down. They also take a divisor of 0, which a symbolic extent may be where
/// the dividend does not come from a point of the domain.
class AffinePrinter {
public:
  AffinePrinter(bool has64BitIndices, ArrayRef<Expression> dims, ArrayRef<Expression> symbols, ArrayRef<IndexRange> dimRanges, ArrayRef<IndexRange> symbolRanges,
                bool isFromData)
      : has64BitIndices(has64BitIndices), dims(dims), symbols(symbols), dimRanges(dimRanges), symbolRanges(symbolRanges), isFromData(isFromData) {}

  Expression print(AffineExpr expr) const {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return {std::to_string(constant.getValue()), constant.getValue() < 0 ? Precedence::Unary : Precedence::Primary};
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dims[dim.getPosition()];
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return symbols[symbol.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      if (std::optional<AffineExpr> minus = negated(rhs))
        return join(print(lhs), "-", print(*minus), Precedence::Additive);
      if (std::optional<AffineExpr> minus = negated(lhs))
        return join(print(rhs), "-", print(*minus), Precedence::Additive);
      return join(print(lhs), "+", print(rhs), Precedence::Additive);
    case AffineExprKind::Mul:
      if (auto factor = dyn_cast<AffineConstantExpr>(rhs); factor && factor.getValue() == -1) {
        Expression inner = print(lhs);
        return {"-" + parenthesized(inner.text, inner.precedence, Precedence::Primary), Precedence::Unary};
      }
      return join(print(lhs), "*", print(rhs), Precedence::Multiplicative);
    case AffineExprKind::FloorDiv:
      return divide(lhs, rhs, lhs, "/", "floor_div");
    case AffineExprKind::Mod:
      return divide(lhs, rhs, lhs, "%", "floor_mod");
    default: // CeilDiv; a divisor is 1 or more.
      return divide(lhs + rhs - 1, rhs, lhs, "/", "floor_div");
    }
  }

private:
  /// `bound`: what `lhs` is at least.
  Expression divide(AffineExpr lhs, AffineExpr rhs, AffineExpr bound, StringRef sign, StringRef function) const {
    bool isSafe = !isFromData || isa<AffineConstantExpr>(rhs);
    if (isSafe && rangeOfExpr(bound, dimRanges, symbolRanges).isNonNegative())
      return join(print(lhs), sign, print(rhs), Precedence::Multiplicative);
    // Both arguments have one type.
    std::string suffix = has64BitIndices && isa<AffineConstantExpr>(rhs) ? "ll" : "";
    return {(function + "(" + print(lhs).text + ", " + print(rhs).text + suffix + ")").str(), Precedence::Primary};
  }

  bool has64BitIndices;
  ArrayRef<Expression> dims, symbols;
  ArrayRef<IndexRange> dimRanges, symbolRanges;
  bool isFromData;
};
} // namespace

template <typename Op> static FailureOr<Expression> printAffine(CudaEmitter &e, Op op) {
  SmallVector<Expression> inputs;
  for (Value operand : op.getOperands())
    inputs.push_back({e.operand(operand, Precedence::Ternary), e.expressionOf(operand).precedence});
  AffineMap map = op.getMap();
  if (map.getNumInputs() != inputs.size() || map.getNumResults() != 1)
    return op.emitError("expected a map with one result and an input for each operand"), failure();
  SmallVector<IndexRange> ranges(llvm::map_range(op.getOperands(), rangeOfIndex));
  ArrayRef<Expression> all(inputs);
  ArrayRef<IndexRange> bounds(ranges);
  unsigned dims = map.getNumDims();
  Expression result = AffinePrinter(e.has64BitIndices(), all.take_front(dims), all.drop_front(dims), bounds.take_front(dims), bounds.drop_front(dims),
                                    llvm::any_of(op.getOperands(), isIndexFromData))
                          .print(map.getResult(0));
  auto vector = dyn_cast<VectorType>(op.getType());
  if (!vector)
    return result;
  // Vectors and scalars mix, but an expression of scalars alone is to become a vector.
  bool anyVector = false;
  for (auto [position, operand] : llvm::enumerate(op.getOperands())) {
    bool used = position < map.getNumDims() ? map.isFunctionOfDim(position)
                                            : map.isFunctionOfSymbol(position - map.getNumDims());
    anyVector |= used && isa<VectorType>(operand.getType());
  }
  if (anyVector)
    return result;
  std::string index = e.has64BitIndices() ? ", i64" : ", int";
  return Expression{"splat<" + std::to_string(vector.getNumElements()) + index + ">(" + result.text + ")",
                    Precedence::Primary, result.text, result.precedence};
}

// Views.

static std::string address(CudaEmitter &e, Value view, Value offset) {
  std::string base = e.names().nameOf(view).str();
  if (matchPattern(offset, m_Zero()))
    return base;
  return base + " + " + e.operand(offset, Precedence::Multiplicative);
}

/// Whether values of `view` need converting, and the type they have in memory.
static FailureOr<std::string> elementName(CudaEmitter &e, Operation *op, TypedValue<ViewType> view) {
  return e.typeName(op, view.getType().getElement());
}
static bool isConverted(TypedValue<ViewType> view) {
  return view.getType().getElement() != view.getType().getComputeType();
}

/// `text`, read from `view`, in the compute type. A vector of one lane is loaded as a scalar.
static FailureOr<Expression> widened(CudaEmitter &e, Operation *op, TypedValue<ViewType> view, std::string text,
                                     bool oneLane) {
  FailureOr<std::string> type = e.typeName(op, view.getType().getComputeType());
  if (failed(type))
    return failure();
  if (isConverted(view) && !isHeldAsRead(op))
    text = "convert<" + *type + ">(" + text + ")";
  return Expression{oneLane ? "splat<1>(" + text + ")" : text};
}

static FailureOr<Expression> load(CudaEmitter &e, VloadOp op) {
  auto vector = dyn_cast<VectorType>(op.getType());
  int64_t lanes = vector ? vector.getNumElements() : 1;
  std::string text = (op.getStreaming() ? "load_stream<" : op.getUnaligned() ? "load_unaligned<" : "load<") + std::to_string(lanes) + ">(" +
                     address(e, op.getView(), op.getOffset()) + ")";
  return widened(e, op, op.getView(), text, vector && lanes == 1);
}

static FailureOr<Expression> gather(CudaEmitter &e, VgatherOp op) {
  std::string view = e.names().nameOf(op.getView()).str();
  bool isVector = isa<VectorType>(op.getType());
  if (!isVector && !op.getPredicate())
    return widened(e, op, op.getView(), "load<1>(" + address(e, op.getView(), op.getOffset()) + ")", false);
  std::string text = "gather(" + view + ", " + e.argument(op.getOffset());
  if (op.getPredicate())
    text += ", " + e.scalarArgument(op.getPredicate());
  return widened(e, op, op.getView(), text + ")", false);
}

/// `value` in the type that `view` has in memory.
static FailureOr<std::string> narrowed(CudaEmitter &e, Operation *op, TypedValue<ViewType> view, Value value) {
  FailureOr<std::string> type = elementName(e, op, view);
  if (failed(type) || !isConverted(view))
    return failed(type) ? type : e.argument(value);
  return "convert<" + *type + ">(" + e.argument(value) + ")";
}

static LogicalResult store(CudaEmitter &e, VstoreOp op) {
  FailureOr<std::string> value = narrowed(e, op, op.getView(), op.getValue());
  if (failed(value))
    return failure();
  e.line(Twine(op.getStreaming() ? "store_stream(" : op.getUnaligned() ? "store_unaligned(" : "store(") + address(e, op.getView(), op.getOffset()) + ", " +
         *value + ");");
  return success();
}

static LogicalResult scatter(CudaEmitter &e, VscatterOp op) {
  FailureOr<std::string> value = narrowed(e, op, op.getView(), op.getValue());
  if (failed(value))
    return failure();
  if (isa<VectorType>(op.getOffset().getType()))
    e.line("scatter(" + e.names().nameOf(op.getView()) + ", " + e.argument(op.getOffset()) + ", " + *value +
           (op.getPredicate() ? ", " + e.argument(op.getPredicate()) : "") + ");");
  else
    e.line("store(" + address(e, op.getView(), op.getOffset()) + ", " + *value + ");");
  return success();
}

// Lanes and arrays.

static std::string lanesOf(Value value) { return std::to_string(cast<VectorType>(value.getType()).getNumElements()); }

static Expression splat(CudaEmitter &e, SplatOp op) {
  std::string scalar = e.argument(op.getValue());
  return {"splat<" + lanesOf(op) + ">(" + scalar + ")", Precedence::Primary, scalar,
          e.expressionOf(op.getValue()).precedence};
}

static Expression element(CudaEmitter &e, Value array, Value index) {
  return {(e.names().nameOf(array) + "[" + e.operand(index, Precedence::Ternary) + "]").str()};
}

static Expression sharedElements(CudaEmitter &e, SharedGetOp op) {
  auto vector = dyn_cast<VectorType>(op.getType());
  if (!vector)
    return element(e, op.getShared(), op.getIndex());
  return {"load<" + std::to_string(vector.getNumElements()) + ">(" + address(e, op.getShared(), op.getIndex()) + ")"};
}

static LogicalResult setShared(CudaEmitter &e, SharedSetOp op) {
  std::string value = e.argument(op.getValue());
  if (isa<VectorType>(op.getValue().getType()))
    e.line("store(" + address(e, op.getShared(), op.getIndex()) + ", " + value + ");");
  else
    e.line(element(e, op.getShared(), op.getIndex()).text + " = " + value + ";");
  return success();
}

/// Arrays of shared memory that the launch brings lie one behind the other, each at a multiple of 16 bytes: a block has 32 threads or more.
static LogicalResult declareLaunched(CudaEmitter &e, RegistersOp op, StringRef element) {
  int64_t start = 0;
  auto vector = dyn_cast<VectorType>(op.getType().getElement());
  int64_t lanes = vector ? vector.getNumElements() : 1, threads = op->getParentOfType<ThreadFuncOp>().getThreads();
  for (auto before : op->getBlock()->getOps<RegistersOp>()) {
    if (before == op)
      break;
    if (before.getShared())
      start += findLaunchedBytes(before);
  }
  e.line("SINTER_HELD(" + element + ", " + Twine(lanes) + ", " + Twine(threads) + ", " + e.names().nameOf(op) + ", " + Twine(op.getType().getCount()) + ", " + Twine(start) + ");");
  return success();
}

static LogicalResult declareRegisters(CudaEmitter &e, RegistersOp op) {
  RegistersType type = op.getType();
  FailureOr<std::string> element = e.typeName(op, op.getShared() ? op.getStoredType() : op.getPacked().value_or(type.getElement()));
  if (failed(element))
    return failure();
  if (op.getShared())
    return declareLaunched(e, op, *element);
  if (auto vector = dyn_cast<VectorType>(type.getElement()); op.getPacked())
    *element = "packed<" + *element + ", " + std::to_string(vector ? vector.getNumElements() : 1) + ">";
  e.line(*element + " " + e.names().nameOf(op) + "[" + Twine(type.getCount()) + "];");
  return success();
}

static std::string launchedAt(CudaEmitter &e, Value registers, Value index) {
  return (e.names().nameOf(registers) + ".at(" + e.argument(index) + ")").str();
}

static LogicalResult fetch(CudaEmitter &e, RegisterFetchOp op) {
  auto vector = dyn_cast<VectorType>(op.getRegisters().getType().getElement());
  e.line("fetch<" + Twine(vector ? vector.getNumElements() : 1) + ">(" + launchedAt(e, op.getRegisters(), op.getIndex()) + ", " +
         address(e, op.getView(), op.getOffset()) + ");");
  return success();
}

static FailureOr<Expression> getRegister(CudaEmitter &e, RegisterGetOp op) {
  if (isLaunched(op.getRegisters())) {
    auto vector = dyn_cast<VectorType>(op.getType());
    std::string text = "load<" + std::to_string(vector ? vector.getNumElements() : 1) + ">(" + launchedAt(e, op.getRegisters(), op.getIndex()) + ")";
    if (getPackedType(op.getRegisters())) {
      FailureOr<std::string> type = e.typeName(op, getElementTypeOrSelf(op.getType()));
      if (failed(type))
        return failure();
      text = "convert<" + *type + ">(" + text + ")";
    }
    return Expression{vector && vector.getNumElements() == 1 ? "splat<1>(" + text + ")" : text};
  }
  Expression kept = element(e, op.getRegisters(), op.getIndex());
  return getPackedType(op.getRegisters()) ? Expression{"unpack(" + kept.text + ")"} : kept;
}

static LogicalResult setRegister(CudaEmitter &e, RegisterSetOp op) {
  std::string value = e.argument(op.getValue());
  if (isLaunched(op.getRegisters())) {
    if (Type packed = getPackedType(op.getRegisters()); packed && !isHeldAsRead(op.getValue().getDefiningOp())) {
      FailureOr<std::string> type = e.typeName(op, packed);
      if (failed(type))
        return failure();
      value = "convert<" + *type + ">(" + value + ")";
    }
    e.line("store(" + launchedAt(e, op.getRegisters(), op.getIndex()) + ", " + value + ");");
    return success();
  }
  if (Type packed = getPackedType(op.getRegisters())) {
    FailureOr<std::string> type = e.typeName(op, packed);
    if (failed(type))
      return failure();
    value = "pack<" + *type + ">(" + value + ")";
  }
  e.line(element(e, op.getRegisters(), op.getIndex()).text + " = " + value + ";");
  return success();
}

static LogicalResult declareShared(CudaEmitter &e, SharedOp op) {
  SharedType type = op.getType();
  FailureOr<std::string> element = e.typeName(op, type.getElement());
  if (failed(element))
    return failure();
  e.line("SINTER_SHARED(" + *element + ", " + e.names().nameOf(op) + ", " + Twine(type.getCount()) + ");");
  return success();
}

static FailureOr<Expression> roundTo(CudaEmitter &e, RoundOp op) {
  FailureOr<std::string> type = e.typeName(op, op.getElement());
  if (failed(type))
    return failure();
  return Expression{"round_to<" + *type + ">(" + e.argument(op.getValue()) + ")"};
}

void sinter::populateMemoryEmission(EmissionTable &table) {
  table.expression<BlockIdOp>([](CudaEmitter &, BlockIdOp) { return Expression{"blockIdx.x"}; });
  table.expression<ThreadIdOp>([](CudaEmitter &, ThreadIdOp) { return Expression{"threadIdx.x"}; });
  table.expression<IndexExprOp>(printAffine<IndexExprOp>);
  table.expression<VindexExprOp>(printAffine<VindexExprOp>);
  table.expression<LanesOp>([](CudaEmitter &e, LanesOp op) {
    return Expression{"lanes<" + lanesOf(op) + ">(" + e.argument(op.getBase()) + ")"};
  });
  table.expression<SplatOp>(splat);
  table.expression<RoundOp>(roundTo);
  table.expression<VloadOp>(load);
  table.expression<VgatherOp>(gather);
  table.statement<VstoreOp>(store);
  table.statement<VscatterOp>(scatter);
  table.statement<RegistersOp>(declareRegisters);
  table.statement<RegisterFetchOp>(fetch);
  table.statement<FetchCommitOp>([](CudaEmitter &e, FetchCommitOp) {
    e.line("fetch_commit();");
    return success();
  });
  table.statement<FetchWaitOp>([](CudaEmitter &e, FetchWaitOp op) {
    e.line(op.getButLatest() ? "fetch_wait<" + std::to_string(op.getButLatest()) + ">();" : "fetch_wait();");
    return success();
  });
  table.statement<SharedOp>(declareShared);
  table.expression<RegisterGetOp>(getRegister);
  table.expression<SharedGetOp>(sharedElements);
  table.expression<SharedGatherOp>([](CudaEmitter &e, SharedGatherOp op) {
    return Expression{("gather(" + e.names().nameOf(op.getShared()) + ", " + e.argument(op.getIndices()) + ")").str()};
  });
  table.statement<SharedSetOp>(setShared);
  table.statement<SharedScatterOp>([](CudaEmitter &e, SharedScatterOp op) {
    e.line("scatter(" + e.names().nameOf(op.getShared()) + ", " + e.argument(op.getIndices()) + ", " + e.argument(op.getValue()) + ");");
    return success();
  });
  table.statement<RegisterSetOp>(setRegister);
}
