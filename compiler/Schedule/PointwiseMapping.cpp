// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points of the domain in row-major order, a vector of neighbours a thread.

#include "compiler/Schedule/ThreadBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace sinter {

kernel::ThreadFuncOp buildPointwise(kernel::FuncOp source) {
  kernel::ScheduleAttr schedule = source.getScheduleAttr();
  unsigned rank = source.getNumDims();
  int64_t vector = schedule.getVector(), threads = schedule.getThreads(), each = vector * threads;
  ThreadBuilder t(source, rank ? rank - 1 : 0, vector);
  AffineExpr total = t.extentProduct([](unsigned) { return true; });
  std::string comment = std::to_string(threads) + " threads a block, " + std::to_string(vector) + " neighbouring elements a thread";
  kernel::ThreadFuncOp target = t.create(total.ceilDiv(each), threads, comment);
  ImplicitLocOpBuilder &b = t.b;

  AffineExpr block, thread;
  bindDims(source.getContext(), block, thread);
  Value point = t.index(block * each + thread * vector, {kernel::BlockIdOp::create(b), kernel::ThreadIdOp::create(b)}, "i");
  Value end = t.index(total, {});
  OpBuilder::InsertionGuard guard(b);
  if (!total.isMultipleOf(each)) {
    Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, point, end);
    auto body = scf::IfOp::create(b, isInside, /*withElseRegion=*/false);
    b.setInsertionPointToStart(body.thenBlock());
  }
  ThreadScope scope;
  scope.indices.resize(rank);
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  t.delinearize(point, all, scope);
  for (auto store : source.entry().getOps<kernel::StoreOp>())
    t.emitStore(store, scope);
  b.setInsertionPointToEnd(&target.entry());
  kernel::ReturnOp::create(b);
  return target;
}

} // namespace sinter
