// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arithmetic over `arith` and `math`, for floats and integers alike: what the scalar bodies of elementwise
// operators are written in.

#ifndef SINTER_DIALECTS_SINTER_IR_SCALARBUILDER_H
#define SINTER_DIALECTS_SINTER_IR_SCALARBUILDER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Value.h"

namespace sinter {

enum class CompareKind : uint32_t;
enum class InfinityKind : uint32_t;

/// The type in which scalars of element type `element` are computed: f32 for floats of 16 bits and less, i32 for
/// integers of 16 bits and less (sign- or zero-extended), else the type itself, which has no sign. A result is rounded or wrapped to its
/// element type by `kernel.round` and by stores, not by the computation.
mlir::Type getComputeType(mlir::Type element);

/// Whether scalars of `element` need operations that take their operands as unsigned. Narrower unsigned integers do not:
/// zero-extended to their compute type, they are numbers that are not negative.
bool needsUnsignedOperations(mlir::Type element);

/// Builds the scalar operations that an operation on numbers stands for, as the operands' type asks. All operands are of
/// compute types: f64, f32, i64, i32 or i1 (whose 1 is greater than 0). MLIR's integers have no sign: that of 32 and 64
/// bits count as unsigned is said to the builder.
class ScalarBuilder {
public:
  explicit ScalarBuilder(mlir::ImplicitLocOpBuilder &builder, bool isUnsigned = false) : b(builder), isUnsigned(isUnsigned) {}

  /// `value` in the type of `like`.
  mlir::Value constant(double value, mlir::Value like);
  mlir::Value constant(double value, mlir::Type type);

  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value floorDiv(mlir::Value x, mlir::Value y);
  mlir::Value floorMod(mlir::Value x, mlir::Value y);
  mlir::Value truncRem(mlir::Value x, mlir::Value y);
  mlir::Value maximum(mlir::Value x, mlir::Value y);
  mlir::Value minimum(mlir::Value x, mlir::Value y);
  mlir::Value neg(mlir::Value x);
  mlir::Value abs(mlir::Value x);
  mlir::Value sign(mlir::Value x);

  mlir::Value pow(mlir::Value x, mlir::Value y);
  mlir::Value exp(mlir::Value x);
  mlir::Value exp2(mlir::Value x);
  mlir::Value expm1(mlir::Value x);
  mlir::Value log(mlir::Value x);
  mlir::Value log2(mlir::Value x);
  mlir::Value log10(mlir::Value x);
  mlir::Value log1p(mlir::Value x);
  mlir::Value sqrt(mlir::Value x);
  mlir::Value rsqrt(mlir::Value x);
  /// `factor` / (1 + exp(-x)).
  mlir::Value mulSigmoid(mlir::Value factor, mlir::Value x);
  mlir::Value tanh(mlir::Value x);
  mlir::Value erf(mlir::Value x);
  mlir::Value erfc(mlir::Value x);
  mlir::Value sin(mlir::Value x);
  mlir::Value cos(mlir::Value x);
  mlir::Value tan(mlir::Value x);
  mlir::Value asin(mlir::Value x);
  mlir::Value acos(mlir::Value x);
  mlir::Value atan(mlir::Value x);
  mlir::Value atan2(mlir::Value y, mlir::Value x);
  mlir::Value sinh(mlir::Value x);
  mlir::Value cosh(mlir::Value x);
  mlir::Value asinh(mlir::Value x);
  mlir::Value acosh(mlir::Value x);
  mlir::Value atanh(mlir::Value x);
  mlir::Value floor(mlir::Value x);
  mlir::Value ceil(mlir::Value x);
  mlir::Value trunc(mlir::Value x);
  mlir::Value roundEven(mlir::Value x);

  mlir::Value isNan(mlir::Value x);
  mlir::Value isFinite(mlir::Value x);
  mlir::Value isInf(InfinityKind kind, mlir::Value x);

  mlir::Value andBits(mlir::Value x, mlir::Value y);
  mlir::Value orBits(mlir::Value x, mlir::Value y);
  mlir::Value xorBits(mlir::Value x, mlir::Value y);
  mlir::Value notBits(mlir::Value x);
  mlir::Value shiftLeft(mlir::Value x, mlir::Value count);
  mlir::Value shiftRight(mlir::Value x, mlir::Value count);
  mlir::Value compare(CompareKind kind, mlir::Value x, mlir::Value y);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);

  /// `x`, the scalar of a tensor of `from`, as a scalar of a tensor of `to`. A narrower integer is wrapped to, and a
  /// narrower float rounded to, by the store or by a `kernel.round`. `overflow`: see `sinter.cast`.
  mlir::Value cast(mlir::Value x, mlir::Type from, mlir::Type to, bool overflow = false);

  mlir::ImplicitLocOpBuilder &builder() { return b; }

private:
  mlir::Value floatFloorDiv(mlir::Value x, mlir::Value y);
  mlir::Value floatToInt(mlir::Value x, mlir::Type to, mlir::Type compute);
  mlir::Value intToInt(mlir::Value x, mlir::Type from, mlir::Type compute);
  mlir::Value intToFloat(mlir::Value x, mlir::Type from, mlir::Type to);
  mlir::Value limitToFloat8(mlir::Value x, mlir::Type to, bool overflow);

  mlir::ImplicitLocOpBuilder &b;
  bool isUnsigned;
};

} // namespace sinter

#endif // SINTER_DIALECTS_SINTER_IR_SCALARBUILDER_H
