// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides, before a kernel is printed, which values become variables and what those are called.

#ifndef SINTER_COMPILER_TARGET_CUDA_CUDANAMES_H
#define SINTER_COMPILER_TARGET_CUDA_CUDANAMES_H

#include "dialects/Kernel/IR/Kernel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace sinter {

/// The type as which the elements of `registers` are packed, or null.
mlir::Type getPackedType(mlir::Value registers);

/// Whether the launch brings the memory of `registers`.
bool isLaunched(mlir::Value registers);

/// Whether `op` is a read whose value goes into registers in the type that it has in memory, and nowhere else: it is printed there, without a conversion.
bool isHeldAsRead(mlir::Operation *op);

/// For one kernel in thread form:
/// - dead operations, whose results nothing that is printed uses, are left out;
/// - an expression with one use, in the same block, is printed inside its user unless that grows too long. Constants and
///   splats are always printed in place. Loads (but those that are held as read) and what has effects become variables, so that the text keeps the order
///   that the schedule gave them;
/// - all others get a name: from a `name` attribute, the view that they were read from, or the operation's kind. Names
///   are unique in the kernel, but for loop counters, which are unique among the loops around them.
class CudaNames {
public:
  explicit CudaNames(kernel::ThreadFuncOp func);

  bool isDead(mlir::Operation *op) const { return dead.contains(op); }
  bool isInlined(mlir::Value value) const { return inlined.contains(value); }
  /// The variable of `value`, or of an array.
  llvm::StringRef nameOf(mlir::Value value) const { return names.at(value); }
  /// The parameter for symbol number `position`, which differs from its variable where that is narrowed.
  llvm::StringRef symbolParameter(unsigned position) const { return symbolParameters[position]; }
  /// The scratch array in shared memory for group reductions of `type`.
  llvm::StringRef scratchOf(mlir::Type type) const { return scratch.at(type); }
  llvm::ArrayRef<mlir::Type> scratchTypes() const { return scratchOrder; }

private:
  void findDead(mlir::Block &block);
  void findInlined(mlir::Block &block);
  bool canInline(mlir::Operation *op);
  void nameArguments(kernel::ThreadFuncOp func);
  void nameBlock(mlir::Block &block, unsigned depth);
  void nameLoop(mlir::Operation *op, unsigned depth);
  void nameScratch(kernel::ThreadFuncOp func);
  std::string fresh(llvm::StringRef base);
  std::string baseName(mlir::Value value);

  llvm::DenseSet<mlir::Operation *> dead;
  llvm::DenseSet<mlir::Value> inlined;
  /// Of inlined values: how many operations their text holds, and whether it reads an array that may change.
  llvm::DenseMap<mlir::Value, unsigned> cost;
  llvm::DenseSet<mlir::Value> readsArray;
  llvm::DenseMap<mlir::Value, std::string> names;
  llvm::SmallVector<std::string> symbolParameters, loopCounters;
  llvm::DenseMap<mlir::Type, std::string> scratch;
  llvm::SmallVector<mlir::Type> scratchOrder;
  llvm::StringSet<> taken;
};

} // namespace sinter

#endif // SINTER_COMPILER_TARGET_CUDA_CUDANAMES_H
