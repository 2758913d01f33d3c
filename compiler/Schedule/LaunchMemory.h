// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in memory at each step of a function, and what moving calls to a later step does to it.

#ifndef SINTER_COMPILER_SCHEDULE_LAUNCHMEMORY_H
#define SINTER_COMPILER_SCHEDULE_LAUNCHMEMORY_H

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace sinter {

class LaunchMemory {
public:
  /// Up to `sinter.arena_limit` of the function, without which any number of bytes will do.
  explicit LaunchMemory(mlir::func::FuncOp function);

  /// Moves `calls`, and what waits for one of them, to the step of the last one, if what is in memory between stays below the limit or no larger than it was.
  bool tryMerge(llvm::ArrayRef<kernel::CallOp> calls);

  uint64_t getLimit() const { return limit; }
  /// The most that would have been in memory by the last call of tryMerge() that failed.
  uint64_t getRefusedPeak() const { return refusedPeak; }

private:
  /// A value in memory from its first step to its last.
  struct Life {
    uint64_t bytes;
    unsigned first, last;
  };

  mlir::Value bufferOf(mlir::Value value) const;
  void add(const Life &life, int64_t sign);
  unsigned stepOf(mlir::Operation *op) const { return steps.lookup(op); }

  uint64_t limit, refusedPeak = 0;
  llvm::DenseMap<mlir::Operation *, unsigned> steps;
  llvm::DenseMap<mlir::Value, Life> lives;
  llvm::SmallVector<mlir::Operation *> order;
  llvm::SmallVector<int64_t> bytes; // by step
};

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_LAUNCHMEMORY_H
