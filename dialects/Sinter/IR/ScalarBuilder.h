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

/// The type in which scalars of element type `element` are computed: f32 for floats of 16 bits and less, i32 for
/// integers of 16 bits and less (sign- or zero-extended), else the type itself. A result is rounded or wrapped to its
/// element type by `kernel.round` and by stores, not by the computation.
mlir::Type getComputeType(mlir::Type element);

/// Builds one scalar operation a call, of the kind that the operands' type asks for. All operands are of compute types:
/// f64, f32, i64, i32 or i1 (whose 1 is greater than 0).
class ScalarBuilder {
public:
  explicit ScalarBuilder(mlir::ImplicitLocOpBuilder &builder) : b(builder) {}

  /// `value` in the type of `like`.
  mlir::Value constant(double value, mlir::Value like);
  mlir::Value constant(double value, mlir::Type type);

  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value div(mlir::Value x, mlir::Value y);
  mlir::Value maximum(mlir::Value x, mlir::Value y);
  mlir::Value minimum(mlir::Value x, mlir::Value y);
  mlir::Value neg(mlir::Value x);
  mlir::Value abs(mlir::Value x);

  mlir::Value pow(mlir::Value x, mlir::Value y);
  mlir::Value exp(mlir::Value x);
  mlir::Value exp2(mlir::Value x);
  mlir::Value expm1(mlir::Value x);
  mlir::Value log(mlir::Value x);
  mlir::Value log1p(mlir::Value x);
  mlir::Value sqrt(mlir::Value x);
  mlir::Value rsqrt(mlir::Value x);
  mlir::Value tanh(mlir::Value x);
  mlir::Value erf(mlir::Value x);
  mlir::Value erfc(mlir::Value x);
  mlir::Value sin(mlir::Value x);
  mlir::Value cos(mlir::Value x);
  mlir::Value floor(mlir::Value x);
  mlir::Value ceil(mlir::Value x);
  mlir::Value roundEven(mlir::Value x);

  mlir::Value andBits(mlir::Value x, mlir::Value y);
  mlir::Value orBits(mlir::Value x, mlir::Value y);
  mlir::Value xorBits(mlir::Value x, mlir::Value y);
  mlir::Value notBits(mlir::Value x);
  mlir::Value compare(CompareKind kind, mlir::Value x, mlir::Value y);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);

  /// `x`, the scalar of a tensor of `from`, as a scalar of a tensor of `to`. A float narrower than its compute type
  /// is rounded to by the store, or by a `kernel.round`.
  mlir::Value cast(mlir::Value x, mlir::Type from, mlir::Type to);

  mlir::ImplicitLocOpBuilder &builder() { return b; }

private:
  mlir::ImplicitLocOpBuilder &b;
};

} // namespace sinter

#endif // SINTER_DIALECTS_SINTER_IR_SCALARBUILDER_H
