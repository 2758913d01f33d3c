// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference interpreter: functions of the `sinter` dialect evaluated operator by operator in the declared types. It
// shares nothing with the compiler's lowering, and is what numbers are judged by.

#ifndef SINTER_COMPILER_REFERENCE_INTERPRETER_H
#define SINTER_COMPILER_REFERENCE_INTERPRETER_H

#include "runtime/tensor/host_tensor.h"

#include "absl/status/statusor.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace sinter::reference {

/// The values of symbols.
using Bindings = std::map<std::string, int64_t, std::less<>>;

struct InterpreterOptions {
  /// Float tensors are held in f64 throughout, arguments, parameters, constants and results included: no operator
  /// rounds to its declared type, and casts between floats do nothing.
  bool computeInF64 = false;
  /// 0: as many as the machine has. Results do not depend on it.
  int threads = 0;
  /// The value of a parameter without a source, in its declared type and dims.
  std::function<absl::StatusOr<rt::HostTensor>(llvm::StringRef name, rt::ElementType type, llvm::ArrayRef<int64_t> dims)> parameter;
  /// The folder below which the files of `#sinter.external` lie; empty: the working directory.
  std::string externalDirectory;
  /// Called with each operator's results as they come, those inside of groups too.
  std::function<void(mlir::Operation *, llvm::ArrayRef<const rt::HostTensor *>)> observe;
};

/// The values of the symbols in the arguments' types, given the arguments' dims. Fails, with an error at the function,
/// where there are too many or too few arguments, a rank or an extent disagrees with its type, two uses of a symbol
/// disagree, a value is outside of its declared range or no multiple of its divisor, or no extent determines a symbol.
llvm::FailureOr<Bindings> bindSymbols(mlir::func::FuncOp function, llvm::ArrayRef<std::vector<int64_t>> dims);

/// The results of `function`, of one block, on `arguments` (not owned). `bindings` gives symbols that no argument
/// determines; those that one does must agree. Fails with an error at the function or at the operator concerned.
llvm::FailureOr<std::vector<rt::HostTensor>> evaluate(mlir::func::FuncOp function, llvm::ArrayRef<const rt::HostTensor *> arguments,
                                                      const InterpreterOptions &options = {}, const Bindings &bindings = {});

/// The results of one operator on `operands` (not owned), of which any float may be f64 under `computeInF64`.
llvm::FailureOr<std::vector<rt::HostTensor>> evaluateOperator(mlir::Operation *op, llvm::ArrayRef<const rt::HostTensor *> operands,
                                                              const Bindings &bindings, const InterpreterOptions &options = {});

/// Whether evaluate() knows the operator `name` ("sinter.add"); the one that ends a region included.
bool hasReference(llvm::StringRef name);

} // namespace sinter::reference

#endif // SINTER_COMPILER_REFERENCE_INTERPRETER_H
