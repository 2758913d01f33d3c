// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products as multiplications and a sum, and the rule for those of few rows or columns.

#include "compiler/Transforms/ProductExpression.h"

#include "compiler/Analysis/SampledExtents.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

#include <optional>

using namespace mlir;

namespace sinter {

/// Whether arithmetic makes `x`, views and casts aside.
static bool isComputed(Value x) {
  Operation *op = x.getDefiningOp();
  if (isa_and_nonnull<CastOp>(op) || (isa_and_nonnull<IndexMapOpInterface>(op) && op->getNumOperands() == 1))
    return isComputed(op->getOperand(0));
  return isa_and_nonnull<ElementwiseOpInterface>(op) && !isa<CopyOp>(op);
}

/// `x` in memory. Each row of the other side would compute it again: that is more arithmetic than the memory leaves time for.
static Value store(ImplicitLocOpBuilder &b, Value x) {
  if (auto reshape = x.getDefiningOp<ReshapeOp>())
    return ReshapeOp::create(b, reshape.getType(), store(b, reshape.getInput()));
  return CopyOp::create(b, x.getType(), x);
}

Value expandProduct(ImplicitLocOpBuilder &b, MatmulOp op) {
  RankedTensorType result = op.getResult().getType();
  Type element = result.getElementType(), compute = element;
  if (isa<FloatType>(element) && !element.isF64())
    compute = b.getF32Type();
  int64_t batches = result.getRank() - 2;
  // The contracted dimension last.
  bool isLeftSmaller = countSampledBytes(op.getLhs().getType(), op) < countSampledBytes(op.getRhs().getType(), op);
  auto prepare = [&](Value x, bool isSwapped) -> Value {
    bool isStored = isa<FloatType>(element) && (x == op.getLhs()) == isLeftSmaller && isComputed(x);
    Value side = isStored ? store(b, x) : x;
    if (isSwapped) {
      auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(x.getType()).getRank()));
      std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
      side = TransposeOp::create(b, side, permutation);
    }
    return roundTo(b, compute, side);
  };
  Value lhs = prepare(op.getLhs(), op.getTransposeLhs()), rhs = prepare(op.getRhs(), !op.getTransposeRhs());
  SymbolScope scope(op.getContext());
  SmallVector<AffineExpr> extents = scope.extents(result);
  extents.push_back(scope.extents(cast<RankedTensorType>(lhs.getType())).back());
  RankedTensorType full = getTensorType(op.getContext(), extents, scope.names(), compute);
  auto repeat = [&](Value x, int64_t row) -> Value {
    SmallVector<int64_t> dims;
    if (cast<RankedTensorType>(x.getType()).getRank() > 2 || row == batches)
      llvm::append_range(dims, llvm::seq<int64_t>(0, batches));
    dims.append({row, batches + 2});
    return x.getType() == full ? x : Value(BroadcastOp::create(b, full, x, dims));
  };
  Value left = repeat(lhs, batches), right = repeat(rhs, batches + 1);
  Value terms = MulOp::create(b, left, right);
  return roundTo(b, element, SumOp::create(b, terms, ArrayRef<int64_t>{batches + 2}));
}

Value widenProduct(ImplicitLocOpBuilder &b, MatmulOp op) {
  auto widen = [&](Value x) -> Value { return roundTo(b, b.getF32Type(), x); };
  Value product = MatmulOp::create(b, widen(op.getLhs()), widen(op.getRhs()), op.getTransposeLhs(), op.getTransposeRhs());
  return roundTo(b, op.getResult().getType().getElementType(), product);
}

//===--- The rule ---===//

namespace {

/// What `kKernel` takes: a thread has a sum for each row.
constexpr int64_t mostFew = 16;
/// What `kAuto` takes: beyond, a thread's arithmetic takes longer than the memory does, and a library uses the tensor cores.
constexpr int64_t mostFewByRule = 2;
/// What a product must read, with those of the same rows, for its kernel to be worth more than a library's: below, both are a launch.
constexpr uint64_t leastBytesByRule = 1 << 20;

/// A product's smaller side as rows (or columns), and what the other operand, which each of them is multiplied with, has.
struct SkinnySide {
  bool isRows;
  int64_t few; // the most that there may be
  bool isKnown;
  bool isBatched;
  uint64_t bytes;    // of the other operand
  uint64_t together; // of those of all products that have the few rows (or columns): their kernels share a launch
};

/// Points of `extents` where each symbol has the greatest value of its range, and whether their number is known.
std::pair<int64_t, bool> countMost(MatmulOp op, SymbolScope &scope, ArrayRef<AffineExpr> extents) {
  Type byte = IntegerType::get(op.getContext(), 8);
  RankedTensorType type = getTensorType(op.getContext(), extents, scope.names(), byte);
  return {static_cast<int64_t>(countMostBytes(type, op)), type.hasStaticShape()};
}

uint64_t countTogether(MatmulOp op, bool isRows) {
  Value few = isRows ? op.getLhs() : op.getRhs();
  uint64_t bytes = 0;
  for (Operation *user : few.getUsers())
    if (auto other = dyn_cast<MatmulOp>(user); other && (isRows ? other.getLhs() : other.getRhs()) == few)
      bytes += countSampledBytes(cast<RankedTensorType>((isRows ? other.getRhs() : other.getLhs()).getType()), op);
  return bytes;
}

SkinnySide findSkinnySide(MatmulOp op) {
  SymbolScope scope(op.getContext());
  SmallVector<AffineExpr> extents = scope.extents(op.getResult().getType());
  // Of a matrix that all batches share, their rows are rows.
  bool isShared = op.getRhs().getType().getRank() == 2;
  auto [rows, areRowsKnown] = countMost(op, scope, isShared ? ArrayRef(extents).drop_back() : ArrayRef(extents).drop_back().take_back());
  auto [columns, areColumnsKnown] = countMost(op, scope, ArrayRef(extents).take_back());
  bool isBatched = !isShared && countMost(op, scope, ArrayRef(extents).drop_back(2)).first != 1;
  if (rows <= columns)
    return {true, rows, areRowsKnown, isBatched, countSampledBytes(op.getRhs().getType(), op), countTogether(op, true)};
  return {false, columns, areColumnsKnown, isBatched, countSampledBytes(op.getLhs().getType(), op), countTogether(op, false)};
}

/// Why the rule leaves a product to a library; empty where it does not.
std::string whyLibrary(const SkinnySide &side) {
  if (!side.isKnown && side.few > 1)
    return "how many there are is not known";
  if (side.few > mostFewByRule)
    return "more than " + std::to_string(mostFewByRule) + " are for tensor cores";
  if (side.isBatched)
    return "there are batches";
  return side.together < leastBytesByRule ? "what they are multiplied with is little" : "";
}

} // namespace

bool isKernelProduct(MatmulOp op, SkinnyProducts choice) {
  SkinnySide side = findSkinnySide(op);
  if (side.few > mostFew)
    return false;
  std::string reason = whyLibrary(side);
  bool isKernel = choice == SkinnyProducts::kKernel || (choice == SkinnyProducts::kAuto && reason.empty());
  auto options = remark::RemarkOpts::name("SkinnyProduct").category("library").function(op->getParentOfType<func::FuncOp>().getSymName());
  remark::detail::InFlightRemark remark = isKernel ? remark::passed(op.getLoc(), options) : remark::missed(op.getLoc(), options);
  if (!remark)
    return isKernel;
  std::string few = (side.isKnown ? "" : "at most ") + std::to_string(side.few) + (side.isRows ? " row" : " column") + (side.few == 1 ? "" : "s");
  std::string text = (isKernel ? "own kernel: " : "library: ") + few + (side.few == 1 ? " reads " : " read ") + std::to_string(side.bytes) + " bytes of the " +
                     (side.isRows ? "right" : "left") + " side" + (isKernel ? " once" : "") + (side.together > side.bytes && side.bytes < leastBytesByRule ? ", and all products of the same " + std::to_string(side.together) : "");
  if (choice == SkinnyProducts::kKernel)
    text += ", by --skinny-products";
  else if (choice == SkinnyProducts::kLibrary)
    text += "; --skinny-products=auto asks for kernels";
  else if (!isKernel)
    text += "; " + reason;
  remark << StringRef(text);
  return isKernel;
}

} // namespace sinter
