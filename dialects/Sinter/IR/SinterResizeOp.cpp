// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resize: elements read at rational places between the input's.

#include "dialects/Sinter/IR/ShapeChecks.h"
#include "dialects/Support/SimplifyExpr.h"

using namespace mlir;
using namespace sinter;

LogicalResult ResizeOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  int64_t rank = input.getRank();
  if (failed(verifyElement(*this, input, result)))
    return failure();
  for (auto [what, values] : {std::pair("steps", getSteps()), std::pair("offsets", getOffsets()), std::pair("divisors", getDivisors())}) {
    if (static_cast<int64_t>(values.size()) != rank || result.getRank() != rank)
      return emitOpError("expected ") << what << " and result of rank " << rank << ", but got " << values.size() << " and " << result.getRank();
    // Times an index they stay in 64 bits.
    for (int64_t value : values)
      if (std::abs(value) > INT32_MAX || (value < 1 && what == StringRef("divisors")) || (value < 0 && what == StringRef("steps")))
        return emitOpError("expected steps from 0, divisors from 1 and offsets of at most 2^31 - 1, but got ") << value << " among " << what;
  }
  if (getMode() != ResizeMode::Nearest && !isa<FloatType>(input.getElementType()))
    return emitOpError("expected floats in mode ") << stringifyResizeMode(getMode()) << ", but got " << input;
  if (getCoefficient() && getMode() != ResizeMode::Cubic)
    return emitOpError("expected a coefficient only in mode cubic, but the mode is ") << stringifyResizeMode(getMode());
  // An element is made of 2 or 4 to that power.
  int64_t between = llvm::count_if(getDivisors(), [](int64_t divisor) { return divisor != 1; }), most = getMode() == ResizeMode::Cubic ? 3 : 4;
  if (getMode() != ResizeMode::Nearest && between > most)
    return emitOpError("expected at most ") << most << " dimensions with a divisor other than 1 in mode " << stringifyResizeMode(getMode()) << ", but got " << between;
  for (int64_t i = 0; i < rank; ++i)
    if (input.getDimSize(i) == 0 && result.hasStaticShape() && result.getNumElements() != 0)
      return emitOpError("expected elements to read along dimension ") << i << ", but there are none";
  return success();
}

namespace {
/// One dimension: where index i of the result falls, p = (i * step + offset) / divisor.
struct Place {
  /// floor(p), and how much greater p is, times the divisor.
  AffineExpr floor, remainder;
  /// Of the result and the input.
  AffineExpr count, extent;
  int64_t step, offset, divisor;

  Place(AffineExpr index, AffineExpr count, AffineExpr extent, int64_t step, int64_t offset, int64_t divisor)
      : count(count), extent(extent), step(step), offset(offset), divisor(divisor) {
    // What is divided is 0 or more: a kernel's quotients and remainders ask for it.
    AffineExpr raised = index * step + (offset + lift() * divisor);
    floor = raised.floorDiv(divisor) - lift();
    remainder = raised % divisor;
  }
  int64_t lift() const { return offset < 0 ? (-offset + divisor - 1) / divisor : 0; }

  /// floor(p) + by, as it is where that is inside for every index, else clamped.
  AffineExpr neighbour(IndexingBuilder &b, int64_t by) const {
    AffineExpr last = ((count - 1) * step + (offset + lift() * divisor)).floorDiv(divisor) - lift() + by;
    AffineExpr beyond = simplifyExpr(last - (extent - 1), 0, b.symbols().names().size());
    auto excess = dyn_cast<AffineConstantExpr>(beyond);
    int64_t first = (offset + lift() * divisor) / divisor - lift() + by;
    if (first >= 0 && excess && excess.getValue() <= 0)
      return floor + by;
    return b.clamped(b.fromIndex(floor + by, IntegerType::get(b.getContext(), 64)), extent);
  }
};

/// Reads dimension after dimension, the first outermost.
class Reader {
public:
  Reader(ResizeOp op, IndexingBuilder &b, ArrayRef<AffineExpr> indices) : op(op), b(b), inner(indices.size()) {
    SmallVector<AffineExpr> from = b.symbols().extents(op.getInput().getType()), to = b.symbols().extents(op.getResult().getType());
    for (size_t i = 0; i < indices.size(); ++i)
      places.emplace_back(indices[i], to[i], from[i], op.getSteps()[i], op.getOffsets()[i], op.getDivisors()[i]);
  }

  /// The scalar, of the compute type where `isInner`, else rounded to the element type.
  Value read(size_t dim, bool isInner) {
    if (dim == places.size())
      return b.at(op.getInput(), inner);
    const Place &place = places[dim];
    if (op.getMode() == ResizeMode::Nearest || place.divisor == 1) {
      inner[dim] = place.neighbour(b, 0);
      return read(dim + 1, isInner);
    }
    Type element = op.getInput().getType().getElementType(), compute = getComputeType(element);
    SmallVector<Value> scalars{b.fromIndex(place.remainder, compute)};
    bool isCubic = op.getMode() == ResizeMode::Cubic;
    for (int64_t by = isCubic ? -1 : 0; by <= (isCubic ? 2 : 1); ++by) {
      inner[dim] = place.neighbour(b, by);
      scalars.push_back(read(dim + 1, true));
    }
    auto weigh = [&](ScalarBuilder &s) {
      Value t = s.div(scalars[0], s.constant(static_cast<double>(place.divisor), scalars[0]));
      ValueRange x = ValueRange(scalars).drop_front();
      return isCubic ? cubic(s, t, x) : linear(s, t, x);
    };
    return b.compute(weigh, isInner ? compute : element);
  }

private:
  static Value linear(ScalarBuilder &s, Value t, ValueRange x) { return s.add(s.mul(s.sub(s.constant(1, t), t), x[0]), s.mul(t, x[1])); }

  /// The elements at distances 1 + t, t, 1 - t and 2 - t.
  Value cubic(ScalarBuilder &s, Value t, ValueRange x) {
    double a = op.getCoefficient() ? op.getCoefficient()->convertToDouble() : -0.75;
    auto times = [&](double factor, Value value) { return s.mul(s.constant(factor, t), value); };
    auto near = [&](Value d) { return s.add(s.mul(s.mul(s.sub(times(a + 2, d), s.constant(a + 3, t)), d), d), s.constant(1, t)); };
    auto far = [&](Value d) {
      Value inner = s.add(s.mul(s.sub(times(a, d), s.constant(5 * a, t)), d), s.constant(8 * a, t));
      return s.sub(s.mul(inner, d), s.constant(4 * a, t));
    };
    Value one = s.constant(1, t), two = s.constant(2, t);
    Value sum = s.add(s.mul(far(s.add(t, one)), x[0]), s.mul(near(t), x[1]));
    return s.add(s.add(sum, s.mul(near(s.sub(one, t)), x[2])), s.mul(far(s.sub(two, t)), x[3]));
  }

  ResizeOp op;
  IndexingBuilder &b;
  SmallVector<Place> places;
  SmallVector<AffineExpr> inner;
};
} // namespace

Value ResizeOp::buildAt(IndexingBuilder &b, unsigned, ArrayRef<AffineExpr> indices) {
  // Where the input is empty, nothing is read for a result that is not.
  SmallVector<AffineExpr> mayBeEmpty;
  SmallVector<AffineExpr> from = b.symbols().extents(getInput().getType()), to = b.symbols().extents(getResult().getType());
  for (auto [a, c] : llvm::zip_equal(from, to))
    if (a != c && !isa<AffineConstantExpr>(a))
      mayBeEmpty.push_back(a);
  return readUnlessEmpty(b, mayBeEmpty, getResult().getType().getElementType(), [&] { return Reader(*this, b, indices).read(0, /*isInner=*/false); });
}
