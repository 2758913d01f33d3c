// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two operations that hold a kernel: assembly, and what each form may contain.

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace sinter::kernel;

// Assembly, shared by the two operations.

/// Whether an argument's own name can stand for its entry of `arg_names`: an identifier, and not one that the printer
/// makes up (`0`, `arg0`).
static bool isArgumentName(StringRef name) {
  if (name.empty() || llvm::isDigit(name[0]) ||
      !llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return false;
  return !name.consume_front("arg") || name.empty() || !llvm::all_of(name, llvm::isDigit);
}

static bool areArgumentNames(ArrayAttr names) {
  llvm::StringSet<> seen;
  return llvm::all_of(names.getAsRange<StringAttr>(), [&](StringAttr name) {
    return isArgumentName(name.getValue()) && seen.insert(name.getValue()).second;
  });
}

static ParseResult parseNameAndArguments(OpAsmParser &parser, OperationState &state,
                                         SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  StringAttr name;
  return failure(parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(), state.attributes) ||
                 parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true));
}

template <typename Attr>
static ParseResult parseClause(OpAsmParser &parser, OperationState &state, StringRef keyword, bool optional = false) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return optional ? success()
                    : ParseResult(parser.emitError(parser.getCurrentLocation()) << "expected `" << keyword << "`");
  Attr attribute;
  return parser.parseAttribute(attribute, keyword, state.attributes);
}

static ParseResult parseInteger(OpAsmParser &parser, OperationState &state, StringRef keyword) {
  int64_t value = 0;
  if (parser.parseKeyword(keyword) || parser.parseInteger(value))
    return failure();
  state.addAttribute(keyword, parser.getBuilder().getI64IntegerAttr(value));
  return success();
}

/// Further attributes, and the body. Where `arg_names` is not given, the views' own names are taken.
static ParseResult parseBody(OpAsmParser &parser, OperationState &state, ArrayRef<OpAsmParser::Argument> arguments) {
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  SmallVector<StringRef> names;
  for (const OpAsmParser::Argument &argument : arguments)
    if (isa<ViewType>(argument.type))
      names.push_back(argument.ssaName.name.drop_front());
  if (!state.attributes.get("arg_names") && !names.empty() && llvm::all_of(names, isArgumentName))
    state.addAttribute("arg_names", parser.getBuilder().getStrArrayAttr(names));
  return parser.parseRegion(*state.addRegion(), arguments);
}

static void printNameAndArguments(OpAsmPrinter &printer, StringRef name, Block &entry) {
  printer << " ";
  printer.printSymbolName(name);
  printer << "(";
  llvm::interleaveComma(entry.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ")";
}

static void printClause(OpAsmPrinter &printer, StringRef keyword, Attribute attribute) {
  if (attribute)
    printer << " " << keyword << " " << attribute;
}

static void printArgNames(OpAsmPrinter &printer, std::optional<ArrayAttr> names) {
  if (names && !areArgumentNames(*names))
    printClause(printer, "arg_names", *names);
}

static void nameArguments(Region &region, std::optional<ArrayAttr> names, OpAsmSetValueNameFn setName) {
  if (names)
    for (auto [argument, name] : llvm::zip(region.getArguments(), names->getAsRange<StringAttr>()))
      if (isArgumentName(name.getValue()))
        setName(argument, name.getValue());
}

// What the two verifiers share.

static LogicalResult verifyArgNames(Operation *op, std::optional<ArrayAttr> names, unsigned views) {
  if (names && names->size() != views)
    return op->emitOpError("expected `arg_names` to name ") << views << " views, but got " << names->size();
  return success();
}

static LogicalResult verifySymbols(Operation *op, ArrayAttr symbols) {
  llvm::StringSet<> seen;
  for (StringAttr symbol : symbols.getAsRange<StringAttr>())
    if (!seen.insert(symbol.getValue()).second)
      return op->emitOpError("expected symbols to differ, but got `") << symbol.getValue() << "` twice";
  return success();
}

static bool isStoreTo(OpOperand &use) {
  Operation *op = use.getOwner();
  return isa<StoreOp, VstoreOp, VscatterOp>(op) && use.getOperandNumber() == 1;
}

/// Loads are pure, so they may move over stores: no view may have both.
static LogicalResult verifyViews(Block &entry) {
  for (BlockArgument argument : entry.getArguments()) {
    if (!isa<ViewType>(argument.getType()))
      continue;
    auto store = llvm::find_if(argument.getUses(), isStoreTo);
    auto load = llvm::find_if(argument.getUses(), [](OpOperand &use) { return !isStoreTo(use); });
    if (store != argument.use_end() && load != argument.use_end()) {
      InFlightDiagnostic error = load->getOwner()->emitOpError("expected a view that is stored to not to be read");
      error.attachNote(store->getOwner()->getLoc()) << "stored to here";
      return error;
    }
  }
  return success();
}

// kernel.func

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseNameAndArguments(parser, state, arguments) || parseClause<ArrayAttr>(parser, state, "symbols") ||
                 parseClause<AffineMapAttr>(parser, state, "dims") ||
                 parseClause<ArrayAttr>(parser, state, "arg_names", /*optional=*/true) ||
                 parseClause<ScheduleAttr>(parser, state, "schedule", /*optional=*/true) ||
                 parseClause<ArrayAttr>(parser, state, "operators", /*optional=*/true) ||
                 parseBody(parser, state, arguments));
}

void FuncOp::print(OpAsmPrinter &printer) {
  printNameAndArguments(printer, getSymName(), entry());
  printClause(printer, "symbols", getSymbols());
  printClause(printer, "dims", getDimsAttr());
  printArgNames(printer, getArgNames());
  printClause(printer, "schedule", getScheduleAttr());
  printClause(printer, "operators", getOperatorsAttr());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "symbols", "dims", "arg_names", "schedule", "operators"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void FuncOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameArguments(region, getArgNames(), setName);
}

std::optional<int64_t> FuncOp::getStaticExtent(unsigned dim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(getDims().getResult(dim)))
    return constant.getValue();
  return std::nullopt;
}

LogicalResult FuncOp::verify() {
  if (getDims().getNumDims() != 0 || getDims().getNumSymbols() > getSymbols().size())
    return emitOpError("expected `dims` to be a map of ")
           << getSymbols().size() << " symbols, but got " << getDimsAttr();
  for (unsigned dim = 0; dim < getNumDims(); ++dim)
    if (std::optional<int64_t> extent = getStaticExtent(dim); extent && *extent < 0)
      return emitOpError("expected the extent of dimension ") << dim << " to be 0 or more, but got " << *extent;
  for (BlockArgument argument : entry().getArguments())
    if (!isa<ViewType>(argument.getType()))
      return emitOpError("expected argument ")
             << argument.getArgNumber() << " to be a view, but got " << argument.getType();
  if (RaggedAttr ragged = getRagged()) {
    if (ragged.getOuter() < 0 || ragged.getOuter() + 1 >= getNumDims())
      return emitOpError("expected `kernel.ragged` to name two of ") << getNumDims() << " dimensions, but got " << ragged;
    AffineMap extent = ragged.getExtent().getValue();
    if (extent.getNumDims() != 0 || extent.getNumResults() != 1 || extent.getNumSymbols() > getSymbols().size())
      return emitOpError("expected the extent of `kernel.ragged` to be a map of ") << getSymbols().size() << " symbols to one result, but got " << ragged.getExtent();
  }
  if (failed(verifySymbols(*this, getSymbols())) ||
      failed(verifyArgNames(*this, getArgNames(), entry().getNumArguments())))
    return failure();
  return success();
}

namespace {
/// Checks a body in domain form, and over which dimensions each value varies.
class DomainVerifier {
public:
  explicit DomainVerifier(FuncOp func) : func(func), rank(func.getNumDims()) {}

  LogicalResult verify() {
    for (Operation &op : func.entry())
      if (failed(verifyKind(&op)) || failed(verifyPlace(&op)) || failed(verifyVariation(&op)))
        return failure();
    return verifyViews(func.entry());
  }

private:
  LogicalResult verifyKind(Operation *op) {
    if (isa<LoadOp, StoreOp, IndexOp, ReduceOp, ScanOp, RandomBitsOp, RoundOp, ReturnOp>(op))
      return success();
    Dialect *dialect = op->getDialect();
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(dialect) && op->getNumRegions() == 0) {
      for (Type type : op->getResultTypes())
        if (isa<ShapedType>(type))
          return op->emitOpError("expected scalars in domain form, but got ") << type;
      return success();
    }
    return op->emitOpError("is not an operation of a kernel's domain form");
  }

  LogicalResult verifyPlace(Operation *op) {
    auto attribute = op->getAttrOfType<AffineMapAttr>("map");
    if (!attribute)
      return success();
    AffineMap map = attribute.getValue();
    auto [start, length] = isa<LoadOp>(op)    ? cast<LoadOp>(op).getODSOperandIndexAndLength(1)
                           : isa<IndexOp>(op) ? cast<IndexOp>(op).getODSOperandIndexAndLength(0)
                           : isa<StoreOp>(op) ? cast<StoreOp>(op).getODSOperandIndexAndLength(2)
                                              : std::pair<unsigned, unsigned>(0, 0);
    unsigned symbols = func.getSymbols().size() + length;
    if (map.getNumDims() != rank)
      return op->emitOpError("expected a map of ") << rank << " dimensions, but got " << map.getNumDims();
    if (map.getNumSymbols() > symbols)
      return op->emitOpError("expected a map of at most ") << symbols << " symbols, but got " << map.getNumSymbols();
    return success();
  }

  /// A dimension of extent 1 counts as none.
  llvm::SmallBitVector dimsOf(AffineMap map) {
    llvm::SmallBitVector dims(rank);
    for (unsigned dim = 0; dim < rank; ++dim)
      if (map.isFunctionOfDim(dim) && func.getStaticExtent(dim) != 1)
        dims.set(dim);
    return dims;
  }

  LogicalResult verifyVariation(Operation *op) {
    auto variationOf = [&](ValueRange values) {
      llvm::SmallBitVector dims(rank);
      for (Value value : values)
        if (auto it = variation.find(value); it != variation.end())
          dims |= it->second;
      return dims;
    };
    llvm::SmallBitVector dims = variationOf(op->getOperands());
    if (auto store = dyn_cast<StoreOp>(op)) {
      dims.reset(dimsOf(store.getMap()));
      dims.reset(variationOf(store.getIndices()));
      if (dims.any())
        return op->emitOpError("expected the map to name every dimension that the value varies over, but dimension ")
               << dims.find_first() << " is missing";
      return success();
    }
    if (auto reduce = dyn_cast<ReduceOp>(op)) {
      for (int64_t dim : reduce.getOver()) {
        if (dim >= rank)
          return op->emitOpError("expected a reduced dimension to be below ") << rank << ", but got " << dim;
        dims.reset(dim);
      }
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      if (failed(verifyScan(scan)))
        return failure();
      if (func.getStaticExtent(scan.getOver()) != 1)
        dims.set(scan.getOver());
    } else if (auto attribute = op->getAttrOfType<AffineMapAttr>("map")) {
      dims |= dimsOf(attribute.getValue());
    }
    for (Value result : op->getResults())
      variation[result] = dims;
    return success();
  }

  /// Threads walk the domain once, so one dimension and one direction serve all scans.
  LogicalResult verifyScan(ScanOp scan) {
    if (static_cast<int64_t>(scan.getOver()) >= rank)
      return scan.emitOpError("expected the scanned dimension to be below ") << rank << ", but got " << scan.getOver();
    if (!firstScan)
      firstScan = scan;
    if (scan.getOver() != firstScan.getOver() || scan.getReverse() != firstScan.getReverse())
      return scan.emitOpError("expected all scans of a kernel to go over one dimension in one direction");
    return success();
  }

  FuncOp func;
  int64_t rank;
  ScanOp firstScan;
  llvm::DenseMap<Value, llvm::SmallBitVector> variation;
};
} // namespace

LogicalResult FuncOp::verifyRegions() {
  if (entry().empty() || !isa<ReturnOp>(entry().back()))
    return emitOpError("expected the body to end with `kernel.return`");
  return DomainVerifier(*this).verify();
}

// kernel.thread_func

ParseResult ThreadFuncOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseNameAndArguments(parser, state, arguments) || parseClause<ArrayAttr>(parser, state, "symbols") ||
                 parseClause<AffineMapAttr>(parser, state, "grid") || parseInteger(parser, state, "threads") ||
                 parseInteger(parser, state, "index_width") ||
                 parseClause<ArrayAttr>(parser, state, "arg_names", /*optional=*/true) ||
                 parseClause<ArrayAttr>(parser, state, "operators", /*optional=*/true) ||
                 parseClause<StringAttr>(parser, state, "comment", /*optional=*/true) ||
                 parseBody(parser, state, arguments));
}

void ThreadFuncOp::print(OpAsmPrinter &printer) {
  printNameAndArguments(printer, getSymName(), entry());
  printClause(printer, "symbols", getSymbols());
  printClause(printer, "grid", getGridAttr());
  printer << " threads " << getThreads() << " index_width " << getIndexWidth();
  printArgNames(printer, getArgNames());
  printClause(printer, "operators", getOperatorsAttr());
  printClause(printer, "comment", getCommentAttr());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"sym_name", "symbols", "grid", "threads",
                                                                 "index_width", "arg_names", "operators", "comment"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void ThreadFuncOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  nameArguments(region, getArgNames(), setName);
  for (auto [argument, symbol] :
       llvm::zip(region.getArguments().drop_front(getNumViews()), getSymbols().getAsRange<StringAttr>()))
    if (isArgumentName(symbol.getValue()))
      setName(argument, symbol.getValue());
}

bool ThreadFuncOp::isWritten(Value view) { return llvm::any_of(view.getUses(), isStoreTo); }

LogicalResult ThreadFuncOp::verify() {
  unsigned symbols = getSymbols().size();
  if (entry().getNumArguments() < symbols)
    return emitOpError("expected one argument a symbol, after the views");
  if (getGrid().getNumDims() != 0 || getGrid().getNumSymbols() > symbols || getGrid().getNumResults() != 1)
    return emitOpError("expected `grid` to be a map of ")
           << symbols << " symbols to one result, but got " << getGridAttr();
  if (int64_t threads = getThreads(); threads < 1 || threads > 1024)
    return emitOpError("expected `threads` to be 1 to 1024, but got ") << threads;
  if (int64_t width = getIndexWidth(); width != 32 && width != 64)
    return emitOpError("expected `index_width` to be 32 or 64, but got ") << width;
  for (BlockArgument argument : entry().getArguments()) {
    bool isView = argument.getArgNumber() < getNumViews();
    if (isView ? !isa<ViewType>(argument.getType()) : !argument.getType().isIndex())
      return emitOpError("expected argument ")
             << argument.getArgNumber() << " to be " << (isView ? "a view" : "an index") << ", but got "
             << argument.getType();
  }
  return success(succeeded(verifySymbols(*this, getSymbols())) &&
                 succeeded(verifyArgNames(*this, getArgNames(), getNumViews())));
}

static LogicalResult verifyLoop(scf::ForOp loop) {
  if (!loop.getInductionVar().getType().isIndex())
    return loop.emitOpError("expected the bounds of a loop in thread form to be indices, but got ")
           << loop.getInductionVar().getType();
  APInt step, lower;
  if (matchPattern(loop.getStep(), m_ConstantInt(&step)) && !step.isStrictlyPositive())
    return loop.emitOpError("expected the step of a loop to be above 0, but got ") << step.getSExtValue();
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) && lower.isNegative())
    return loop.emitOpError("expected the lower bound of a loop to be 0 or more, but got ") << lower.getSExtValue();
  return success();
}

static LogicalResult verifyThreadOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return verifyLoop(loop);
  if (isa<scf::IfOp, scf::YieldOp>(op))
    return success();
  if (isa<ReturnOp>(op))
    return success(isa<ThreadFuncOp>(op->getParentOp()));
  if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) && op->getNumRegions() == 0)
    return success();
  if (isa_and_nonnull<KernelDialect>(op->getDialect()) &&
      !isa<FuncOp, ThreadFuncOp, LoadOp, StoreOp, IndexOp, ReduceOp, ScanOp, CallOp>(op))
    return success();
  return op->emitOpError("is not an operation of a kernel's thread form");
}

/// A cluster's barrier needs a cluster, and a grid of whole ones.
static LogicalResult verifyCluster(ThreadFuncOp function) {
  auto attribute = function->getAttrOfType<IntegerAttr>("kernel.cluster");
  int64_t cluster = attribute ? attribute.getInt() : 1;
  if (!function.getGrid().getResult(0).isMultipleOf(cluster))
    return function.emitOpError("expected `grid` to be a multiple of the ") << cluster << " blocks of a cluster, but got " << function.getGridAttr();
  WalkResult result = function.getBody().walk([&](Operation *op) {
    if (!attribute && isa<ClusterArriveOp, ClusterWaitOp, AwaitPartialsOp>(op)) {
      op->emitOpError("expected a kernel with `kernel.cluster`");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Both halves of a fold over several warps go by the warps that there are.
static LogicalResult verifyPartials(ThreadFuncOp function) {
  auto attribute = function->getAttrOfType<IntegerAttr>("kernel.cluster");
  int64_t cluster = attribute ? attribute.getInt() : 1, threads = function.getThreads(), warps = threads / 32 * cluster;
  auto verifyScratch = [&](Operation *op, SharedType scratch, Type element) -> LogicalResult {
    if (threads % 32 != 0)
      return op->emitOpError("expected blocks of a multiple of 32 threads, but got ") << threads;
    if (scratch.getElement() != element || static_cast<int64_t>(scratch.getCount()) < warps)
      return op->emitOpError("expected scratch for ") << warps << " of " << element << ", but got " << scratch;
    return success();
  };
  WalkResult result = function.getBody().walk([&](Operation *op) -> WalkResult {
    if (auto share = dyn_cast<SharePartialOp>(op)) {
      if (static_cast<int64_t>(share.getBlocks()) != cluster)
        return share.emitOpError("expected `blocks` to be the ") << cluster << " of the cluster, but got " << share.getBlocks();
      if ((cluster > 1) != static_cast<bool>(share.getArrivals()))
        return share.emitOpError(cluster > 1 ? "expected `arrival` of what goes to other blocks" : "expected no `arrival` of what stays in the block");
      return verifyScratch(op, share.getScratch().getType(), share.getValue().getType());
    }
    if (auto gather = dyn_cast<GatherPartialsOp>(op)) {
      int64_t group = gather.getWarps();
      if (group < 1 || (cluster > 1 ? group != warps : warps % group != 0))
        return gather.emitOpError("expected `warps` to be ") << (cluster > 1 ? "the " : "a divisor of the ") << warps << " that there are, but got " << group;
      int64_t lanes = llvm::divideCeil(group, 32);
      Type element = gather.getScratch().getType().getElement(), wanted = lanes > 1 ? Type(VectorType::get(lanes, element)) : element;
      if (gather.getType() != wanted)
        return gather.emitOpError("expected a result of type ") << wanted << ", but got " << gather.getType();
      return verifyScratch(op, gather.getScratch().getType(), element);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// A block waits once for what it gets in an exchange, and for all of it: else it would wait for ever, or end while others still write to it.
static LogicalResult verifyExchanges(ThreadFuncOp function) {
  llvm::MapVector<std::pair<Value, uint64_t>, int64_t> given; // bytes to each block, of exchanges that nothing has waited for yet
  llvm::DenseSet<std::pair<Value, uint64_t>> over;
  llvm::DenseMap<Value, std::pair<Value, uint64_t>> scratches; // of which exchange
  Value ready;
  bool hasMet = false; // the other blocks
  auto verifyPlace = [&](Operation *op, Value arrivals, uint64_t exchange) -> LogicalResult {
    if (arrivals != ready)
      return op->emitOpError("expected the arrivals of a `kernel.cluster_arrive` before it");
    if (exchange >= static_cast<uint64_t>(cast<SharedType>(arrivals.getType()).getCount()))
      return op->emitOpError("expected one of the ") << cast<SharedType>(arrivals.getType()).getCount() << " exchanges that the arrivals count, but got " << exchange;
    if (op->getBlock() != &function.entry())
      return op->emitOpError("expected no exchange in a loop or a branch, since each happens once");
    if (over.contains({arrivals, exchange}))
      return op->emitOpError("expected an exchange that nothing has waited for, but got ") << exchange;
    return success();
  };
  WalkResult result = function.getBody().walk([&](Operation *op) -> WalkResult {
    if (auto arrive = dyn_cast<ClusterArriveOp>(op)) {
      if (ready || op->getBlock() != &function.entry())
        return arrive.emitOpError("expected to be the kernel's only one, in no loop and no branch");
      ready = arrive.getArrivals();
      if (!arrive.getArrivals().getType().getElement().isSignlessInteger(64))
        return arrive.emitOpError("expected arrivals of i64, but got ") << ready.getType();
    } else if (isa<ClusterWaitOp>(op)) {
      hasMet = op->getBlock() == &function.entry();
    } else if (auto share = dyn_cast<SharePartialOp>(op); share && share.getArrivals()) {
      if (failed(verifyPlace(op, share.getArrivals(), share.getExchange())))
        return WalkResult::interrupt();
      if (!hasMet)
        return share.emitOpError("expected a `kernel.cluster_wait` before it, since the other blocks may not have started");
      std::pair<Value, uint64_t> exchange(share.getArrivals(), share.getExchange());
      if (!scratches.try_emplace(share.getScratch(), exchange).second)
        return share.emitOpError("expected scratch of its own, since another block may be at the next exchange while this one still reads");
      int64_t bits = share.getValue().getType().isIntOrFloat() ? share.getValue().getType().getIntOrFloatBitWidth() : 0;
      if (bits != 32 && bits != 64)
        return share.emitOpError("expected what goes to other blocks to have 4 or 8 bytes, but got ") << share.getValue().getType();
      given[exchange] += bits / 8 * function.getThreads() / 32 * share.getBlocks();
    } else if (auto await = dyn_cast<AwaitPartialsOp>(op)) {
      if (failed(verifyPlace(op, await.getArrivals(), await.getExchange())))
        return WalkResult::interrupt();
      std::pair<Value, uint64_t> exchange(await.getArrivals(), await.getExchange());
      if (int64_t bytes = given.lookup(exchange); static_cast<int64_t>(await.getBytes()) != bytes)
        return await.emitOpError("expected `bytes` to be the ") << bytes << " that are handed over, but got " << await.getBytes();
      over.insert(exchange);
      given.erase(exchange);
    } else if (auto gather = dyn_cast<GatherPartialsOp>(op)) {
      if (auto scratch = scratches.find(gather.getScratch()); scratch != scratches.end() && !over.contains(scratch->second))
        return gather.emitOpError("expected a `kernel.await_partials` of exchange ") << scratch->second.second << " before it";
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!given.empty())
    return function.emitOpError("expected a `kernel.await_partials` of exchange ") << given.front().first.second;
  return success();
}

LogicalResult ThreadFuncOp::verifyRegions() {
  if (entry().empty() || !isa<ReturnOp>(entry().back()))
    return emitOpError("expected the body to end with `kernel.return`");
  WalkResult result = getBody().walk(
      [&](Operation *op) { return failed(verifyThreadOp(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
  if (result.wasInterrupted())
    return failure();
  result = getBody().walk([&](ColumnReduceOp reduce) {
    if (getThreads() == reduce.getCount() * reduce.getStride())
      return WalkResult::advance();
    reduce.emitOpError("expected `count` times `stride` to be the block's ")
        << getThreads() << " threads, but got " << reduce.getCount() << " times " << reduce.getStride();
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  auto checkWidth = [&](Operation *op, uint64_t width) {
    if (getThreads() % width == 0)
      return WalkResult::advance();
    op->emitOpError("expected `width` to divide the block's ") << getThreads() << " threads, but got " << width;
    return WalkResult::interrupt();
  };
  result = getBody().walk([&](Operation *op) {
    if (auto reduce = dyn_cast<GroupReduceOp>(op))
      return checkWidth(op, reduce.getWidth());
    if (auto scan = dyn_cast<GroupScanOp>(op))
      return checkWidth(op, scan.getWidth());
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted() && succeeded(verifyCluster(*this)) && succeeded(verifyPartials(*this)) && succeeded(verifyExchanges(*this)) && succeeded(verifyViews(entry())));
}
