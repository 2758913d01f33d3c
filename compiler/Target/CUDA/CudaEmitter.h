// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the body of one kernel: expressions with their precedence, statements, and the table of what each operation
// prints as. The families of operations fill the table (ArithEmission.cpp and its siblings).

#ifndef SINTER_COMPILER_TARGET_CUDA_CUDAEMITTER_H
#define SINTER_COMPILER_TARGET_CUDA_CUDAEMITTER_H

#include "compiler/Target/CUDA/CudaNames.h"

#include <functional>
#include <optional>
#include <string>

namespace sinter {

/// How tightly C++ binds an expression's outermost operator, loosest first. Shifts count as bitwise, which only adds
/// parentheses.
enum class Precedence {
  Ternary,
  LogicalOr,
  LogicalAnd,
  Bitwise,
  Equality,
  Relational,
  Additive,
  Multiplicative,
  Unary,
  Primary
};

struct Expression {
  std::string text;
  Precedence precedence = Precedence::Primary;
  /// Where every lane of a vector is the same: the scalar, for operators that take a scalar on either side.
  std::string scalar = {};
  Precedence scalarPrecedence = Precedence::Primary;
};

class CudaEmitter;

/// What each operation prints as: an expression, or statements.
class EmissionTable {
public:
  using ExpressionFn = std::function<llvm::FailureOr<Expression>(CudaEmitter &, mlir::Operation *)>;
  using StatementFn = std::function<llvm::LogicalResult(CudaEmitter &, mlir::Operation *)>;

  template <typename Op, typename Fn> void expression(Fn fn) {
    expressions[Op::getOperationName()] = [fn](CudaEmitter &emitter,
                                               mlir::Operation *op) -> llvm::FailureOr<Expression> {
      return fn(emitter, llvm::cast<Op>(op));
    };
  }
  template <typename Op, typename Fn> void statement(Fn fn) {
    statements[Op::getOperationName()] = [fn](CudaEmitter &emitter, mlir::Operation *op) {
      return fn(emitter, llvm::cast<Op>(op));
    };
  }

  const ExpressionFn *findExpression(mlir::Operation *op) const { return find(expressions, op); }
  const StatementFn *findStatement(mlir::Operation *op) const { return find(statements, op); }

private:
  template <typename Fn> static const Fn *find(const llvm::StringMap<Fn> &table, mlir::Operation *op) {
    auto it = table.find(op->getName().getStringRef());
    return it == table.end() ? nullptr : &it->second;
  }

  llvm::StringMap<ExpressionFn> expressions;
  llvm::StringMap<StatementFn> statements;
};

void populateArithEmission(EmissionTable &table);
void populateControlEmission(EmissionTable &table);
void populateMemoryEmission(EmissionTable &table);
void populateReductionEmission(EmissionTable &table);

class CudaEmitter {
public:
  CudaEmitter(kernel::ThreadFuncOp func, const CudaNames &names, const EmissionTable &table);

  const CudaNames &names() const { return naming; }
  bool has64BitIndices() const { return wideIndices; }

  /// The C++ type of a value or of a view's element; fails at `op` where there is none.
  llvm::FailureOr<std::string> typeName(mlir::Operation *op, mlir::Type type) const;

  /// The text of `value`, in parentheses where it binds more loosely than `minimum`.
  std::string operand(mlir::Value value, Precedence minimum) const;
  /// As `operand`, but the scalar of a vector whose lanes are all the same.
  std::string scalarOperand(mlir::Value value, Precedence minimum) const;
  /// Whether `scalarOperand` gives a scalar for a vector.
  bool isUniform(mlir::Value value) const;
  /// As an argument of a function template: a literal is of the value's own type.
  std::string argument(mlir::Value value) const;
  std::string scalarArgument(mlir::Value value) const;
  const Expression &expressionOf(mlir::Value value) const { return expressions.at(value); }

  /// A statement line at the current depth.
  void line(const llvm::Twine &text);
  void indent() { ++depth; }
  void outdent() { --depth; }

  /// All operations of `block` but its terminator.
  llvm::LogicalResult emitBlock(mlir::Block &block);
  /// `type name = expression;`, where `isConst` says that nothing assigns to it later.
  llvm::LogicalResult declare(mlir::Operation *op, mlir::Value value, llvm::StringRef initial, bool isConst);

  /// Makes `value` print as its variable.
  void bind(mlir::Value value) { expressions[value] = {naming.nameOf(value).str()}; }

  std::string takeText() { return std::move(text); }

private:
  llvm::LogicalResult emitOperation(mlir::Operation *op);

  const CudaNames &naming;
  const EmissionTable &table;
  bool wideIndices;
  unsigned depth = 1;
  std::string text;
  llvm::DenseMap<mlir::Value, Expression> expressions;
};

/// The literal of a scalar constant; fails for attributes that are no number. `typed`: 64-bit integers get a suffix.
std::optional<Expression> literalOf(mlir::Attribute value, bool typed);

/// `text` in parentheses where `precedence` is looser than `minimum`.
std::string parenthesized(llvm::StringRef text, Precedence precedence, Precedence minimum);

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_CUDA_CUDAEMITTER_H
