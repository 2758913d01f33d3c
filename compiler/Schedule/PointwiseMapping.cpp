// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points of the domain in row-major order, a vector of neighbours a thread.

#include "compiler/Schedule/ThreadBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace sinter {

namespace {
void storeAt(ThreadBuilder &t, Value point) {
  unsigned rank = t.source.getNumDims();
  ThreadScope scope;
  scope.indices.resize(rank);
  t.delinearize(point, llvm::to_vector(llvm::seq<unsigned>(0, rank)), scope);
  t.emitStores(llvm::to_vector(t.source.entry().getOps<kernel::StoreOp>()), scope);
}

/// One by one, the points from `first` to `end`.
void storeTail(ThreadBuilder &vectors, Value first, Value end) {
  ThreadBuilder t(vectors, /*vector=*/1);
  auto loop = scf::ForOp::create(t.b, first, end, t.constant(1));
  loop->setAttr("kernel.unroll", t.b.getI64IntegerAttr(1)); // Few turns of one thread: not worth registers.
  t.b.setInsertionPointToStart(loop.getBody());
  storeAt(t, loop.getInductionVar());
}
} // namespace

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
  OpBuilder::InsertionGuard guard(b);
  if (!total.isMultipleOf(each)) {
    bool isRagged = !total.isMultipleOf(vector);
    AffineExpr lastVector = isRagged ? total - vector + 1 : total;
    Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, point, t.index(lastVector, {}));
    auto body = scf::IfOp::create(b, isInside, /*withElseRegion=*/isRagged);
    if (isRagged) {
      b.setInsertionPointToStart(body.elseBlock());
      storeTail(t, point, t.index(total, {}));
    }
    b.setInsertionPointToStart(body.thenBlock());
  }
  storeAt(t, point);
  b.setInsertionPointToEnd(&target.entry());
  kernel::ReturnOp::create(b);
  return target;
}

} // namespace sinter
