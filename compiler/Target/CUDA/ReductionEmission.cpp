// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reductions and scans over lanes and groups of threads print as, and barriers.

#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

/// The header's name for what combines two values. `or` and `and` are bitwise, which for bool is logic.
static StringRef foldName(FoldKind kind) {
  switch (kind) {
  case FoldKind::Add:
    return "op::sum";
  case FoldKind::Mul:
    return "op::product";
  case FoldKind::Max:
    return "op::max";
  case FoldKind::Min:
    return "op::min";
  case FoldKind::Or:
    return "op::bit_or";
  case FoldKind::And:
    return "op::bit_and";
  }
  return "";
}

/// Folds that the headers do not have: bits of floats, and sums of bool.
static LogicalResult checkFold(Operation *op, FoldKind kind, Type type) {
  bool isBits = kind == FoldKind::Or || kind == FoldKind::And;
  if (isa<FloatType>(type) ? isBits : type.isInteger(1) && (kind == FoldKind::Add || kind == FoldKind::Mul))
    return op->emitError("cannot print fold `") << stringifyFoldKind(kind) << "` of " << type << " as CUDA C++";
  return success();
}

static FailureOr<Expression> reduceVector(CudaEmitter &e, VectorReduceOp op) {
  if (failed(checkFold(op, op.getKind(), op.getType())))
    return failure();
  return Expression{("vector_reduce<" + foldName(op.getKind()) + ">(" + e.argument(op.getValue()) + ")").str()};
}

static FailureOr<Expression> reduceGroup(CudaEmitter &e, GroupReduceOp op) {
  if (failed(checkFold(op, op.getKind(), op.getType())))
    return failure();
  return Expression{("group_reduce<" + foldName(op.getKind()) + ", " + Twine(op.getWidth()) + ">(" + e.argument(op.getValue()) + ")").str()};
}

static FailureOr<Expression> reduceColumn(CudaEmitter &e, ColumnReduceOp op) {
  if (failed(checkFold(op, op.getKind(), getElementTypeOrSelf(op.getType()))))
    return failure();
  return Expression{("column_reduce<" + foldName(op.getKind()) + ", " + Twine(op.getCount()) + ", " + Twine(op.getStride()) + ">(" + e.argument(op.getValue()) +
                     ", " + e.names().nameOf(op.getScratch()) + ")")
                        .str()};
}

static FailureOr<Expression> gatherPartials(CudaEmitter &e, GatherPartialsOp op) {
  if (failed(checkFold(op, op.getKind(), op.getScratch().getType().getElement())))
    return failure();
  return Expression{("gather_partials<" + foldName(op.getKind()) + ", " + Twine(op.getWarps()) + ">(" + e.names().nameOf(op.getScratch()) + ")").str()};
}

static std::string arrivalOf(CudaEmitter &e, Value arrivals, uint64_t exchange) { return (e.names().nameOf(arrivals) + "[" + Twine(exchange) + "]").str(); }

static LogicalResult sharePartial(CudaEmitter &e, SharePartialOp op) {
  Value arrivals = op.getArrivals();
  std::string blocks = arrivals ? "<" + std::to_string(op.getBlocks()) + ">" : "", arrival = arrivals ? ", " + arrivalOf(e, arrivals, op.getExchange()) : "";
  e.line("share_partial" + blocks + "(" + e.argument(op.getValue()) + ", " + e.names().nameOf(op.getScratch()) + arrival + ");");
  return success();
}

static LogicalResult awaitPartials(CudaEmitter &e, AwaitPartialsOp op) {
  e.line("await_partials<" + Twine(op.getBytes()) + ">(" + arrivalOf(e, op.getArrivals(), op.getExchange()) + ");");
  return success();
}

static LogicalResult scanGroup(CudaEmitter &e, GroupScanOp op) {
  if (failed(checkFold(op, op.getKind(), op.getCarry().getType())))
    return failure();
  // The carry is a variable that the call sets anew.
  if (failed(e.declare(op, op.getNext(), e.argument(op.getCarry()), /*isConst=*/false)))
    return failure();
  StringRef scratch = op.getWidth() > 32 ? e.names().scratchOf(op.getCarry().getType()) : StringRef("nullptr");
  std::string call = ("group_scan<" + foldName(op.getKind()) + ", " + Twine(op.getWidth()) + ", " + (op.getExclusive() ? "true" : "false") + ", " +
                      (op.getReverse() ? "true" : "false") + ">(" + e.argument(op.getValue()) + ", " + e.names().nameOf(op.getNext()) + ", " + scratch + ")")
                         .str();
  return e.declare(op, op.getResult(), call, /*isConst=*/true);
}

void sinter::populateReductionEmission(EmissionTable &table) {
  table.expression<ColumnReduceOp>(reduceColumn);
  table.expression<VectorReduceOp>(reduceVector);
  table.expression<GroupReduceOp>(reduceGroup);
  table.expression<GatherPartialsOp>(gatherPartials);
  table.statement<SharePartialOp>(sharePartial);
  table.statement<GroupScanOp>(scanGroup);
  table.statement<AwaitPartialsOp>(awaitPartials);
  table.statement<ClusterArriveOp>([](CudaEmitter &e, ClusterArriveOp op) {
    e.line("cluster_arrive(" + e.names().nameOf(op.getArrivals()) + ");");
    return success();
  });
  table.statement<ClusterWaitOp>([](CudaEmitter &e, ClusterWaitOp) {
    e.line("cluster_wait();");
    return success();
  });
  table.statement<LaunchDependentsOp>([](CudaEmitter &e, LaunchDependentsOp) {
    e.line("launch_dependents();");
    return success();
  });
  table.statement<GridDependencyWaitOp>([](CudaEmitter &e, GridDependencyWaitOp) {
    e.line("grid_dependency_wait();");
    return success();
  });
  table.statement<BarrierOp>([](CudaEmitter &e, BarrierOp) {
    e.line("__syncthreads();");
    return success();
  });
}
