// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts long reductions with few results into parts: one kernel folds each part, a second one the parts' results, in their order.

#include "compiler/Analysis/KernelCalls.h"
#include "compiler/Analysis/KernelDims.h"
#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/KernelParts.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Schedule/SeparateStores.h"
#include "compiler/Schedule/StreamedFolds.h"
#include "compiler/Schedule/VectorWidth.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

namespace sinter {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// What a step of the next outer dimension is worth: where a dimension has no points, a map names the outer ones all the same.
AffineExpr strideOver(AffineExpr extent) {
  auto constant = dyn_cast<AffineConstantExpr>(extent);
  return constant && constant.getValue() == 0 ? getAffineConstantExpr(1, extent.getContext()) : extent;
}

/// What is to be cut: the reductions, the dimension that they fold, and how many parts it gets.
struct Cut {
  llvm::SetVector<Operation *> reductions;
  unsigned dim = 0;
  int64_t parts = 1;
};

/// Bits of all views that are read over the whole domain, for one of its points.
int64_t bitsPerPoint(kernel::FuncOp function) {
  int64_t bits = 0;
  llvm::SmallPtrSet<Value, 8> seen;
  for (auto load : function.entry().getOps<kernel::LoadOp>())
    if (llvm::all_of(llvm::seq<unsigned>(0, function.getNumDims()), [&](unsigned d) { return load.getMap().isFunctionOfDim(d); }) && seen.insert(load.getView()).second)
      bits += std::max<int64_t>(8, load.getView().getType().getElement().getIntOrFloatBitWidth());
  return bits;
}

/// How many parts make up for `blocks` blocks that would walk up to `longest` steps of `bytes` bytes each: as many as fill the GPU's processors with
/// blocks, where each part is long; fewer, but enough to keep all processors busy, where it takes longer than the second kernel costs.
int64_t countParts(int64_t blocks, uint64_t longest, int64_t bytes, const GpuTarget &target) {
  constexpr uint64_t leastBytes = 128 * 1024, bytesOfPart = 16 * 1024, bytesOfLongPart = 64 * 1024;
  uint64_t total = llvm::SaturatingMultiply<uint64_t>(longest, bytes);
  if (blocks * 2 > target.processors || total < leastBytes)
    return 1;
  auto partsFor = [&](int64_t blocksOfProcessor, uint64_t least) {
    return std::min<uint64_t>(std::max<int64_t>(1, blocksOfProcessor * target.processors / std::max<int64_t>(1, blocks)), total / least);
  };
  uint64_t parts = std::max(partsFor(2, bytesOfPart), partsFor(4, bytesOfLongPart));
  return parts < 32 ? parts : llvm::alignDown(parts, 8); // so that threads share them evenly
}

class Splitter {
public:
  Splitter(kernel::FuncOp function, const GpuTarget &target) : function(function), target(target), dims(function) {}

  /// Null where all is well as it is.
  std::optional<Cut> choose() {
    SmallVector<int64_t> walked = getWalkedDims(function);
    if (walked.empty() || function.getScheduleAttr() || function.getRagged() || function->hasAttr("kernel.specializes") || fillsProcessorsInColumns(function, walked, target))
      return std::nullopt;
    Cut cut;
    bool isMixed = foldsRowsIntoColumns(function);
    for (auto reduce : function.entry().getOps<kernel::ReduceOp>()) {
      bool isOverRows = llvm::none_of(reduce.getOver(), [&](int64_t d) { return llvm::is_contained(walked, d); });
      if (isOverRows == isMixed)
        cut.reductions.insert(reduce);
    }
    cut.dim = *llvm::min_element(cast<kernel::ReduceOp>(cut.reductions.front()).getOver());
    for (Operation *reduce : cut.reductions)
      if (cast<kernel::ReduceOp>(reduce).getOver() != cast<kernel::ReduceOp>(cut.reductions.front()).getOver())
        return std::nullopt;
    findAfter(cut);
    // One that depends on another has no parts before the other is whole.
    for (Operation *reduce : cut.reductions)
      if (Operation *folded = cast<kernel::ReduceOp>(reduce).getValue().getDefiningOp(); folded && after.contains(folded))
        return std::nullopt;
    cut.parts = isMixed ? partsOfRows(cut, walked) : partsOf(cut, walked);
    return cut.parts > 1 && (isMixed || canCut(cut)) ? std::optional(cut) : std::nullopt;
  }

  /// The kernels for the parts and for the rest, which take the arguments `partArguments` and `restArguments` of `function`; the parts' also
  /// one view for each reduction, which are the rest's first.
  void split(const Cut &cut) {
    findAfter(cut);
    buildParts(cut);
    buildRest(cut);
  }

  kernel::FuncOp parts, rest;
  SmallVector<unsigned> partArguments, restArguments;
  /// Elements of each view between the two, and their types.
  AffineExpr partialCount;
  SmallVector<Type> partialTypes;

private:
  /// Each value that depends on a reduction that is cut.
  void findAfter(const Cut &cut) {
    after.clear();
    for (Operation &op : function.entry())
      if (cut.reductions.contains(&op) || llvm::any_of(op.getOperands(), [&](Value v) { return v.getDefiningOp() && after.contains(v.getDefiningOp()); }))
        after.insert(&op);
  }

  bool isFolded(const Cut &cut, unsigned dim) { return llvm::is_contained(cast<kernel::ReduceOp>(cut.reductions.front()).getOver(), dim); }

  /// What follows the reductions must be the same over the whole of what they fold, or it would have to be walked again.
  bool canCut(const Cut &cut) {
    for (Operation *op : after) {
      if (cut.reductions.contains(op))
        continue;
      if (isa<kernel::ReduceOp>(op))
        return false;
      for (Value value : op->getOperands())
        if (value.getDefiningOp())
          for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
            if (isFolded(cut, dim) && dims.variesOver(value, dim))
              return false;
      if (AffineMapAttr map = getPlaceMap(op))
        for (unsigned dim = 0; dim < function.getNumDims(); ++dim)
          if (isFolded(cut, dim) && map.getValue().isFunctionOfDim(dim))
            return false;
    }
    return true;
  }

  int64_t partsOf(const Cut &cut, ArrayRef<int64_t> walked) {
    auto isWalked = [&](int64_t d) { return llvm::is_contained(walked, d); };
    auto points = getStaticPoints(function, [&](int64_t d) { return !isWalked(d); });
    // Results of a symbolic number are taken to be many.
    if (!points)
      return 1;
    std::optional<int64_t> longest = getMostPoints(function, isWalked);
    bool isAlongLast = isWalked(function.getNumDims() - 1);
    int64_t vector = chooseVector(function, function.getNumDims() - 1, target);
    int64_t across = isAlongLast ? 1 : 32 * vector, blocks = llvm::divideCeil(*points, across);
    return countParts(blocks, longest.value_or(std::numeric_limits<int64_t>::max()), bitsPerPoint(function) * std::min(across, *points) / 8, target);
  }

  /// Rows folded into columns: about as many blocks as the processors take at once, each with rows enough to be worth its columns' sums.
  int64_t partsOfRows(const Cut &cut, ArrayRef<int64_t> walked) {
    auto rows = function.getStaticExtent(cut.dim);
    int64_t wanted = 2 * target.processors;
    return rows ? std::clamp<int64_t>(*rows / 4, 2, wanted) : wanted;
  }

  //===--- The first kernel ---===//

  /// Dimension `dim` becomes (part, point of the part).
  AffineMap cutMap(AffineMap map, const Cut &cut, AffineExpr each) {
    SmallVector<AffineExpr> replacements, symbols;
    MLIRContext *context = map.getContext();
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      replacements.push_back(d == cut.dim ? getAffineDimExpr(d, context) * each + getAffineDimExpr(d + 1, context) : getAffineDimExpr(d > cut.dim ? d + 1 : d, context));
    for (unsigned s = 0; s < map.getNumSymbols(); ++s)
      symbols.push_back(getAffineSymbolExpr(s, context));
    return AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(),
                          llvm::map_to_vector(map.getResults(), [&](AffineExpr e) { return e.replaceDimsAndSymbols(replacements, symbols); }), context);
  }

  void buildParts(const Cut &cut) {
    MLIRContext *context = function.getContext();
    Builder b(context);
    unsigned symbols = function.getSymbols().size();
    AffineExpr whole = function.getDims().getResult(cut.dim), each = whole.ceilDiv(cut.parts);
    // Vectors along a part start where it does.
    if (cut.dim + 1 == function.getNumDims())
      each = each.ceilDiv(64) * 64;
    IRMapping mapping;
    parts = cast<kernel::FuncOp>(function->clone(mapping));
    parts.setSymName((function.getSymName() + "_parts").str());
    SmallVector<AffineExpr> extents(function.getDims().getResults());
    extents[cut.dim] = getAffineConstantExpr(cut.parts, context);
    extents.insert(extents.begin() + cut.dim + 1, each);
    parts.setDims(AffineMap::get(0, symbols, extents, context));
    parts->setAttr("kernel.ragged", kernel::RaggedAttr::get(context, cut.dim, AffineMapAttr::get(AffineMap::get(0, symbols, whole))));
    SmallVector<int64_t> over;
    for (int64_t d : cast<kernel::ReduceOp>(cut.reductions.front()).getOver())
      over.push_back(d >= cut.dim ? d + 1 : d);
    for (Operation &op : parts.entry()) {
      if (AffineMapAttr map = getPlaceMap(&op))
        op.setAttr("map", AffineMapAttr::get(cutMap(map.getValue(), cut, each)));
      if (auto reduce = dyn_cast<kernel::ReduceOp>(op))
        reduce.setOver(llvm::map_to_vector(reduce.getOver(), [&](int64_t d) { return d >= cut.dim ? d + 1 : d; }));
    }
    // What follows the reductions goes; each one's result is stored, part by part.
    OpBuilder builder(context);
    builder.setInsertionPoint(parts.entry().getTerminator());
    AffineMap place = partialPlace(cut);
    SmallVector<Attribute> names(function.getArgNames() ? SmallVector<Attribute>(function.getArgNames()->getValue()) : SmallVector<Attribute>());
    SmallVector<std::pair<Value, Value>> stores;
    for (auto [i, op] : llvm::enumerate(cut.reductions)) {
      auto reduce = cast<kernel::ReduceOp>(op);
      auto cloned = cast<kernel::ReduceOp>(mapping.lookup(op));
      partialTypes.push_back(reduce.getType());
      Value view = parts.entry().addArgument(kernel::ViewType::get(context, reduce.getType()), op->getLoc());
      kernel::StoreOp::create(builder, op->getLoc(), cloned, view, place, ValueRange(), Value());
      names.push_back(b.getStringAttr("part" + Twine(i)));
    }
    for (Operation *op : llvm::reverse(after.getArrayRef()))
      if (!cut.reductions.contains(op)) {
        Operation *cloned = mapping.lookup(op);
        cloned->erase();
      }
    parts.setArgNamesAttr(b.getArrayAttr(names));
    eraseDead(parts);
    partArguments = dropUnusedArguments(parts, 0, function.entry().getNumArguments());
  }

  /// Where the result of a reduction lies, as a map of the first kernel: row-major over the parts and what is not folded.
  AffineMap partialPlace(const Cut &cut) {
    MLIRContext *context = function.getContext();
    AffineExpr offset = getAffineDimExpr(cut.dim, context);
    partialCount = getAffineConstantExpr(cut.parts, context);
    for (unsigned d = 0; d < function.getNumDims(); ++d) {
      if (!isKept(cut, d))
        continue;
      AffineExpr extent = function.getDims().getResult(d);
      offset = offset * strideOver(extent) + getAffineDimExpr(d > cut.dim ? d + 1 : d, context);
      partialCount = partialCount * extent;
    }
    return AffineMap::get(function.getNumDims() + 1, function.getSymbols().size(), offset);
  }

  /// Whether the second kernel has dimension `dim`: the reductions' results vary over it, or are written all along it.
  bool isKept(const Cut &cut, unsigned dim) {
    if (isFolded(cut, dim))
      return false;
    return llvm::any_of(cut.reductions, [&](Operation *op) { return dims.variesOver(op->getResult(0), dim); }) || llvm::any_of(after, [&](Operation *op) {
             AffineMapAttr map = getPlaceMap(op);
             return map && map.getValue().isFunctionOfDim(dim);
           });
  }

  //===--- The second kernel ---===//

  void buildRest(const Cut &cut) {
    MLIRContext *context = function.getContext();
    SmallVector<AffineExpr> extents{getAffineConstantExpr(cut.parts, context)}, replacements;
    for (unsigned d = 0; d < function.getNumDims(); ++d) {
      bool kept = isKept(cut, d);
      replacements.push_back(kept ? getAffineDimExpr(extents.size(), context) : getAffineConstantExpr(0, context));
      if (kept)
        extents.push_back(function.getDims().getResult(d));
    }
    ImplicitLocOpBuilder b(function.getLoc(), context);
    unsigned symbols = function.getSymbols().size();
    rest = kernel::FuncOp::create(b, (function.getSymName() + "_rest").str(), function.getSymbols(), AffineMap::get(0, symbols, extents, context), ArrayAttr(),
                                  kernel::ScheduleAttr(), function.getOperatorsAttr());
    for (StringRef name : {"kernel.index_width", "kernel.alignment"})
      if (Attribute attribute = function->getAttr(name))
        rest->setAttr(name, attribute);
    Block *block = b.createBlock(&rest.getBody());
    SmallVector<Attribute> names;
    IRMapping mapping;
    AffineExpr offset = getAffineDimExpr(0, context);
    for (unsigned d = 1; d < extents.size(); ++d)
      offset = offset * strideOver(extents[d]) + getAffineDimExpr(d, context);
    AffineMap place = AffineMap::get(extents.size(), symbols, offset);
    for (auto [i, op] : llvm::enumerate(cut.reductions)) {
      auto reduce = cast<kernel::ReduceOp>(op);
      b.setLoc(op->getLoc());
      Value view = block->addArgument(kernel::ViewType::get(context, reduce.getType()), op->getLoc());
      Value part = kernel::LoadOp::create(b, reduce.getType(), view, place, ValueRange(), Value());
      mapping.map(op->getResult(0), kernel::ReduceOp::create(b, reduce.getKind(), part, ArrayRef<int64_t>{0}));
      names.push_back(b.getStringAttr("part" + Twine(i)));
    }
    for (BlockArgument argument : function.entry().getArguments())
      mapping.map(argument, block->addArgument(argument.getType(), argument.getLoc()));
    if (function.getArgNames())
      llvm::append_range(names, function.getArgNames()->getValue());
    for (Operation &op : function.entry()) {
      if (cut.reductions.contains(&op) || (isa<kernel::StoreOp>(op) && !after.contains(&op)) || !isNeeded(&op))
        continue;
      Operation *cloned = b.clone(op, mapping);
      if (AffineMapAttr map = getPlaceMap(&op)) {
        SmallVector<AffineExpr> same;
        for (unsigned s = 0; s < map.getValue().getNumSymbols(); ++s)
          same.push_back(getAffineSymbolExpr(s, context));
        AffineExpr expr = map.getValue().getResult(0).replaceDimsAndSymbols(replacements, same);
        cloned->setAttr("map", AffineMapAttr::get(AffineMap::get(extents.size(), map.getValue().getNumSymbols(), expr)));
      }
    }
    if (names.size() == rest.entry().getNumArguments())
      rest.setArgNamesAttr(b.getArrayAttr(names));
    restArguments = dropUnusedArguments(rest, cut.reductions.size(), function.entry().getNumArguments());
  }

  /// Whether what follows the reductions uses `op`.
  bool isNeeded(Operation *op) {
    if (after.contains(op) || isa<kernel::ReturnOp>(op))
      return true;
    return llvm::any_of(op->getUsers(), [&](Operation *user) { return !isa<kernel::ReduceOp>(user) && isNeeded(user); });
  }

private:
  kernel::FuncOp function;
  const GpuTarget &target;
  KernelDims dims;
  llvm::SetVector<Operation *> after;
};

/// Whether a thread can hold what it adds up of a mixed kernel's columns: their number is known and small.
bool canHoldColumns(kernel::FuncOp function, const GpuTarget &target) {
  SmallVector<int64_t> walked = getWalkedDims(function);
  auto length = getStaticPoints(function, [&](int64_t d) { return llvm::is_contained(walked, d); });
  int64_t sums = llvm::count_if(function.entry().getOps<kernel::ReduceOp>(), [&](kernel::ReduceOp reduce) {
    return llvm::none_of(reduce.getOver(), [&](int64_t d) { return llvm::is_contained(walked, d); });
  });
  return foldsRowsOfOneDim(function) && length && *length * sums <= getMostColumnSums(target);
}

struct SplitReductions : sinter::impl::SplitReductionsPassBase<SplitReductions> {
  void runOnOperation() override {
    llvm::DenseMap<StringAttr, SmallVector<kernel::CallOp>> calls = collectCalls(getOperation());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<kernel::FuncOp>()))
      splitKernel(function, calls[function.getSymNameAttr()]);
  }

  void splitKernel(kernel::FuncOp function, ArrayRef<kernel::CallOp> calls) {
    if (calls.empty() || llvm::any_of(calls, [](kernel::CallOp call) { return call.getInPlace().has_value(); }))
      return;
    GpuTarget target = getModuleTarget(function);
    if (foldsRowsIntoColumns(function) && !canHoldColumns(function, target)) {
      for (kernel::FuncOp one : separate(function, calls))
        splitKernel(one, collectCalls(getOperation())[one.getSymNameAttr()]);
      return;
    }
    Splitter splitter(function, target);
    std::optional<Cut> cut = splitter.choose();
    if (!cut)
      return;
    splitter.split(*cut);
    remark::passed(function.getLoc(), remark::RemarkOpts::name("SplitReduction").category("schedule"))
        << "cuts dimension " << std::to_string(cut->dim) << " into " << std::to_string(cut->parts) << " parts, whose results a second kernel folds";
    Block *block = function->getBlock();
    block->getOperations().insert(Block::iterator(function), splitter.parts);
    block->getOperations().insert(Block::iterator(function), splitter.rest);
    for (kernel::CallOp call : calls)
      replaceCall(call, splitter);
    function.erase();
  }

  /// Two kernels for one that folds both rows and columns: each stores its own.
  SmallVector<kernel::FuncOp> separate(kernel::FuncOp function, ArrayRef<kernel::CallOp> calls) {
    SmallVector<int64_t> walked = getWalkedDims(function);
    llvm::SmallDenseSet<Operation *> columns;
    for (Operation &op : function.entry()) {
      auto reduce = dyn_cast<kernel::ReduceOp>(op);
      bool isColumn = reduce && llvm::none_of(reduce.getOver(), [&](int64_t d) { return llvm::is_contained(walked, d); });
      if (isColumn || llvm::any_of(op.getOperands(), [&](Value v) { return v.getDefiningOp() && columns.contains(v.getDefiningOp()); }))
        columns.insert(&op);
    }
    // One that stores columns alone is as separate as it gets.
    return separateStores(function, calls, [&](kernel::StoreOp store) { return columns.contains(store); }, {"_rows", "_columns"});
  }

  /// Two calls for one, with the parts' results between them.
  static void replaceCall(kernel::CallOp call, Splitter &splitter) {
    SmallVector<Type> types;
    for (Type type : splitter.partialTypes)
      types.push_back(partialType(splitter, type));
    SmallVector<Value> parts = callPart(call, splitter.parts, splitter.partArguments, {}, types);
    callPart(call, splitter.rest, splitter.restArguments, parts);
    call.erase();
  }

  static RankedTensorType partialType(Splitter &splitter, Type element) {
    SmallVector<std::string> names;
    for (Attribute name : splitter.parts.getSymbols())
      names.push_back(cast<StringAttr>(name).str());
    return getTensorType(element.getContext(), {splitter.partialCount}, names, element);
  }
};
} // namespace
