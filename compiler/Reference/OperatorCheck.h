// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device's results of one operator, judged on the operands that the device had: the tolerances of Accuracy.h applied.

#ifndef SINTER_COMPILER_REFERENCE_OPERATORCHECK_H
#define SINTER_COMPILER_REFERENCE_OPERATORCHECK_H

#include "compiler/Reference/Accuracy.h"
#include "compiler/Reference/Interpreter.h"

#include "absl/status/statusor.h"
#include "mlir/IR/Operation.h"

#include <string>
#include <vector>

namespace sinter::reference {

/// Where an approximation that is meant for 16 bits may stand (docs/Numerics.md, Approximations).
enum class Approximations {
  kNone,   // `strict` numerics
  kNarrow, // results of 16 bits and less
  kAny,    // f32 too, as a value inside of a kernel of `fast` numerics may be rounded later
};

/// What may separate an operator's result from its exact one on the same operands, the final rounding aside.
class OperatorSlack {
public:
  /// Float `operands` may be wider than declared, as under `computeInF64`.
  OperatorSlack(mlir::Operation *op, llvm::ArrayRef<const rt::HostTensor *> operands, const Bindings &bindings,
                Approximations approximations = Approximations::kNarrow);

  /// Whether all results are right to the bit.
  bool isExact(unsigned result) const;

  /// One number an element of result `number`; `exact` is that result in f64. Infinite where an intermediate value may overflow.
  absl::StatusOr<std::vector<double>> compute(unsigned number, const rt::HostTensor &exact) const;

  /// The results on `change` of each float operand, in f64.
  using Change = llvm::function_ref<rt::HostTensor(const rt::HostTensor &)>;
  absl::StatusOr<std::vector<rt::HostTensor>> evaluateWide(Change change) const;

private:
  absl::StatusOr<std::vector<double>> computeFold(unsigned number, const rt::HostTensor &exact) const;
  absl::StatusOr<std::vector<double>> computeComposite(unsigned number, const rt::HostTensor &exact) const;
  std::vector<double> computeFunction(unsigned number, const rt::HostTensor &exact) const;
  /// What an approximation of the result may be off by, of its value.
  double approximation(unsigned result) const;
  double foldedCount(const rt::HostTensor &result) const;
  /// Where partial results, which depend on the order, may overflow or underflow though the result does not; a sum has `count` times what the reference gives.
  absl::StatusOr<std::vector<bool>> findPartialsThatLeave(unsigned number, bool isProduct, double count = 1) const;
  rt::ElementType declaredType(unsigned number) const;

  mlir::Operation *op;
  std::vector<const rt::HostTensor *> operands;
  const Bindings &bindings;
  Approximations approximations;
  Accuracy accuracy;
};

/// The same elements in f64.
rt::HostTensor widenTensor(const rt::HostTensor &tensor);

/// What judging one operator's results came to.
struct OperatorJudgement {
  /// How a result is beyond the tolerances: where the operator stands, its text, the place, both values and, of elementwise operators, the operands' there.
  std::vector<std::string> violations;
  /// One a result.
  std::vector<Distance> distances;
};

/// Judges a device's `results` of `op` on `operands` (not owned).
absl::StatusOr<OperatorJudgement> judgeOperator(mlir::Operation *op, llvm::ArrayRef<const rt::HostTensor *> operands,
                                                llvm::ArrayRef<const rt::HostTensor *> results, const Bindings &bindings,
                                                Approximations approximations);

/// How a device's `results` of `op` on `operands` (not owned) are beyond the tolerances; empty where they are not.
absl::StatusOr<std::string> describeOperatorDifference(mlir::Operation *op, llvm::ArrayRef<const rt::HostTensor *> operands,
                                                       llvm::ArrayRef<const rt::HostTensor *> results, const Bindings &bindings);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_OPERATORCHECK_H
