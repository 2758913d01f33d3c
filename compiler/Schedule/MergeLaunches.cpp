// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Horizontal fusion: calls of kernels that do not wait for each other become one, whose blocks are shared out among them.

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Schedule/LaunchMemory.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Support/Naming.h"
#include "compiler/Support/OperatorNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace sinter {
#define GEN_PASS_DEF_MERGELAUNCHESPASS
#include "compiler/Schedule/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// A kernel takes 4 KiB of parameters on every GPU; this leaves room for its symbols.
constexpr unsigned maxViews = 448;
/// Beyond this a kernel of its own has blocks enough, and its own number of registers.
constexpr int64_t mostBytes = 8 << 20;

/// The calls that are to be one: none waits for another.
using Batch = SmallVector<kernel::CallOp>;

/// Bytes of all operands and results, or nothing where their extents are symbolic.
std::optional<int64_t> bytesOf(kernel::CallOp call) {
  int64_t bytes = 0;
  for (Type type : llvm::concat<Type>(llvm::to_vector(call->getOperandTypes()), llvm::to_vector(call->getResultTypes()))) {
    auto tensor = cast<RankedTensorType>(type);
    if (!tensor.hasStaticShape())
      return std::nullopt;
    bytes += tensor.getNumElements() * llvm::divideCeil(tensor.getElementTypeBitWidth(), 8);
  }
  return bytes;
}

/// A symbol that stands for a part of another one's value: `whole` is `divisor` times `quotient`.
struct Quotient {
  std::string whole, quotient;
  int64_t divisor = 1;
};

/// Bytes of shared memory that a block of `kernel` takes: its arrays, and an element a warp for each type scanned by more than a warp.
int64_t sharedBytesOf(kernel::ThreadFuncOp kernel) {
  auto bytesOfElement = [](Type type) { return static_cast<int64_t>(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)); };
  int64_t bytes = 0;
  llvm::SmallPtrSet<Type, 4> scanned;
  kernel.walk([&](Operation *op) {
    if (auto shared = dyn_cast<kernel::SharedOp>(op))
      bytes += shared.getType().getCount() * bytesOfElement(shared.getType().getElement());
    else if (auto scan = dyn_cast<kernel::GroupScanOp>(op); scan && scan.getWidth() > 32 && scanned.insert(scan.getCarry().getType()).second)
      bytes += bytesOfElement(scan.getCarry().getType()) * llvm::divideCeil(kernel.getThreads(), 32);
  });
  return bytes;
}

/// Builds the kernel that does what each of `callees` does, on arguments of its own. Those that have the symbol `quotient.whole` get it as a product.
class Merger {
public:
  Merger(SmallVector<kernel::ThreadFuncOp> list, Quotient quotient) : callees(std::move(list)), quotient(std::move(quotient)), b(callees.front().getLoc(), callees.front().getContext()) {}

  kernel::ThreadFuncOp build(ArrayRef<SmallVector<unsigned>> viewNumbers, unsigned views, ArrayRef<Type> viewTypes) {
    collectSymbols();
    MLIRContext *context = b.getContext();
    SmallVector<AffineExpr> starts{getAffineConstantExpr(0, context)};
    for (kernel::ThreadFuncOp callee : callees)
      starts.push_back(starts.back() + renumbered(callee, callee.getGrid().getResult(0)));
    SmallVector<Attribute> names;
    for (const std::string &name : symbols)
      names.push_back(b.getStringAttr(name));
    target = kernel::ThreadFuncOp::create(b, "merged", b.getArrayAttr(names), AffineMap::get(0, symbols.size(), starts.back()), callees.front().getThreads(),
                                          callees.front().getIndexWidth(), viewNames(views, viewNumbers), operators(), b.getStringAttr(comment()));
    Block *block = b.createBlock(&target.getBody());
    for (Type type : viewTypes)
      block->addArgument(type, b.getLoc());
    for (size_t i = 0; i < symbols.size(); ++i)
      block->addArgument(b.getIndexType(), b.getLoc());
    Value number = kernel::BlockIdOp::create(b);
    for (auto [i, callee] : llvm::enumerate(callees))
      inlineCallee(callee, viewNumbers[i], views, number, starts[i], starts[i + 1]);
    kernel::ReturnOp::create(b);
    auto blocks = [](kernel::ThreadFuncOp callee) { return callee->getAttrOfType<IntegerAttr>("kernel.min_blocks"); };
    if (llvm::all_of(callees, blocks))
      target->setAttr("kernel.min_blocks", blocks(*llvm::min_element(callees, [&](auto x, auto y) { return blocks(x).getInt() < blocks(y).getInt(); })));
    return target;
  }

private:
  /// The name of `name` in the merged kernel.
  StringRef nameOf(Attribute name) {
    StringRef text = cast<StringAttr>(name).getValue();
    return text == quotient.whole ? StringRef(quotient.quotient) : text;
  }

  void collectSymbols() {
    for (kernel::ThreadFuncOp callee : callees)
      for (Attribute name : callee.getSymbols())
        if (StringRef text = nameOf(name); !llvm::is_contained(symbols, text))
          symbols.push_back(text.str());
  }

  /// The value of a callee's symbol, over those of the merged kernel.
  AffineExpr valueOf(Attribute name) {
    AffineExpr symbol = getAffineSymbolExpr(llvm::find(symbols, nameOf(name)) - symbols.begin(), b.getContext());
    return cast<StringAttr>(name).getValue() == quotient.whole ? symbol * quotient.divisor : symbol;
  }

  AffineExpr renumbered(kernel::ThreadFuncOp callee, AffineExpr expr) {
    SmallVector<AffineExpr> replacements;
    for (Attribute name : callee.getSymbols())
      replacements.push_back(valueOf(name));
    return expr.replaceSymbols(replacements);
  }

  /// The names that the first kernel to take a view has for it, made different by the kernel's number.
  ArrayAttr viewNames(unsigned views, ArrayRef<SmallVector<unsigned>> viewNumbers) {
    SmallVector<Attribute> names(views);
    for (auto [i, callee] : llvm::enumerate(callees))
      for (auto [argument, number] : llvm::enumerate(viewNumbers[i]))
        if (!names[number])
          names[number] = b.getStringAttr((callee.getArgNames() ? cast<StringAttr>((*callee.getArgNames())[argument]).getValue() : StringRef("view")) + "_" + Twine(i));
    return b.getArrayAttr(names);
  }

  ArrayAttr operators() {
    SmallVector<Attribute> all;
    for (kernel::ThreadFuncOp callee : callees)
      if (ArrayAttr own = callee.getOperatorsAttr(); own && (callee == callees.front() || own != callees.front().getOperatorsAttr()))
        llvm::append_range(all, own);
    return b.getArrayAttr(all);
  }

  std::string comment() {
    std::string text = std::to_string(callees.size()) + " kernels side by side: ";
    StringRef first = callees.front().getComment().value_or("");
    bool isSame = llvm::all_of(callees, [&](kernel::ThreadFuncOp callee) { return callee.getComment().value_or("") == first; });
    return text + (isSame ? first.str() : "each with its own mapping");
  }

  void inlineCallee(kernel::ThreadFuncOp callee, ArrayRef<unsigned> viewNumbers, unsigned views, Value number, AffineExpr start, AffineExpr end) {
    IRMapping mapping;
    SmallVector<Value> extents(target.entry().getArguments().drop_front(views));
    for (auto [argument, view] : llvm::zip(callee.entry().getArguments(), viewNumbers))
      mapping.map(argument, target.entry().getArgument(view));
    b.setLoc(callee.getLoc());
    for (auto [i, name] : llvm::enumerate(callee.getSymbols()))
      mapping.map(callee.entry().getArgument(callee.getNumViews() + i), index(valueOf(name), extents));
    // Shared arrays are the whole block's.
    for (auto shared : callee.entry().getOps<kernel::SharedOp>())
      b.clone(*shared, mapping);
    auto bound = [&](AffineExpr expr) { return index(expr, extents); };
    Value isMine = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, number, bound(end));
    if (start != 0)
      isMine = arith::AndIOp::create(b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, number, bound(start)), isMine);
    auto branch = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value own = start == 0 ? number : Value(arith::SubIOp::create(b, number, bound(start)));
    for (Operation &op : callee.entry().without_terminator()) {
      if (isa<kernel::BlockIdOp>(op))
        mapping.map(op.getResult(0), own);
      else if (!isa<kernel::SharedOp>(op))
        b.clone(op, mapping);
    }
  }

  Value index(AffineExpr expr, ArrayRef<Value> extents) {
    if (auto known = dyn_cast<AffineConstantExpr>(expr))
      return arith::ConstantIndexOp::create(b, known.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return extents[symbol.getPosition()];
    return kernel::IndexExprOp::create(b, AffineMap::get(0, extents.size(), expr), extents, StringAttr());
  }

  SmallVector<kernel::ThreadFuncOp> callees;
  Quotient quotient;
  ImplicitLocOpBuilder b;
  kernel::ThreadFuncOp target;
  SmallVector<std::string> symbols;
};

struct MergeLaunches : sinter::impl::MergeLaunchesPassBase<MergeLaunches> {
  void runOnOperation() override {
    // Half of what arrays of a known size may take on every GPU.
    mostShared = std::min<int64_t>(24 << 10, getModuleTarget(getOperation()).sharedBytes);
    for (kernel::ThreadFuncOp kernel : getOperation().getOps<kernel::ThreadFuncOp>()) {
      kernels[kernel.getSymName()] = kernel;
      if (auto special = kernel->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes"))
        companions[special.getOf().getValue()].push_back(kernel);
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Batch &batch : findBatches(function))
        merge(batch);
    eraseUncalled();
  }

private:
  /// Calls of like kernels at one depth of the graph: what waits for another is deeper than that. Small ones only, or those of one shape.
  SmallVector<Batch> findBatches(func::FuncOp function) {
    // How many steps must be done before a value is there.
    llvm::DenseMap<Operation *, unsigned> depth;
    llvm::MapVector<std::pair<unsigned, Attribute>, Batch> candidates;
    for (Operation &op : function.getBody().front()) {
      unsigned before = 0;
      for (Value operand : op.getOperands())
        if (Operation *producer = operand.getDefiningOp())
          before = std::max(before, depth.lookup(producer));
      depth[&op] = before + !isa<ConstantSourceOpInterface, IndexMapOpInterface>(op);
      auto call = dyn_cast<kernel::CallOp>(op);
      kernel::ThreadFuncOp callee = call ? kernels.lookup(call.getCallee()) : kernel::ThreadFuncOp();
      if (callee && !call.getInPlace() && !callee->hasAttr("kernel.apart") && !callee->hasAttr("kernel.cluster"))
        if (Attribute form = formOf(callee))
          candidates[{before, form}].push_back(call);
    }
    joinGeneral(candidates);
    SmallVector<Batch> batches, fitting;
    for (auto &[key, calls] : candidates)
      splitBatch(calls, batches);
    LaunchMemory memory(function);
    for (Batch &batch : batches)
      fitMemory(batch, memory, fitting);
    return fitting;
  }

  /// What the calls of a batch read and make is in memory at once: where that is too much, half of them at a time, those that follow each other.
  static void fitMemory(Batch batch, LaunchMemory &memory, SmallVectorImpl<Batch> &fitting) {
    if (batch.size() < 2)
      return;
    if (memory.tryMerge(batch)) {
      fitting.push_back(batch);
      return;
    }
    remark::missed(batch.front().getLoc(), remark::RemarkOpts::name("MergeLaunches").category("schedule"))
        << "shares no launch with " << std::to_string(batch.size() - 1) << " kernels that do not wait for it: " << std::to_string(memory.getRefusedPeak())
        << " bytes would be in memory at once, more than " << std::to_string(memory.getLimit());
    llvm::sort(batch, [](kernel::CallOp x, kernel::CallOp y) { return x->isBeforeInBlock(y); });
    for (ArrayRef<kernel::CallOp> half : {ArrayRef(batch).take_front(batch.size() / 2), ArrayRef(batch).drop_front(batch.size() / 2)})
      fitMemory(Batch(half), memory, fitting);
  }

  /// How many blocks a processor is to have of `kernel` at once; 0 where that is not said.
  static int64_t minBlocksOf(kernel::ThreadFuncOp kernel) {
    auto blocks = kernel->getAttrOfType<IntegerAttr>("kernel.min_blocks");
    return blocks ? blocks.getInt() : 0;
  }

  /// What kernels must have in common to be one: threads, index width, whether registers are limited, and those of the companion for special values of a symbol, where there is one.
  /// Null for a kernel with several.
  Attribute formOf(kernel::ThreadFuncOp kernel) {
    Builder b(kernel.getContext());
    SmallVector<Attribute> form{kernel.getThreadsAttr(), kernel.getIndexWidthAttr(), b.getBoolAttr(minBlocksOf(kernel) != 0)};
    ArrayRef<kernel::ThreadFuncOp> special = companions[kernel.getSymName()];
    if (special.size() > 1)
      return {};
    if (special.size() == 1) {
      auto specialization = specializationOf(special.front());
      llvm::append_range(form, ArrayRef<Attribute>{special.front()->getAttr("threads"), special.front()->getAttr("index_width"),
                                                   kernel.getSymbols()[specialization.getSymbol()], b.getI64IntegerAttr(specialization.getDivisor())});
    }
    return b.getArrayAttr(form);
  }

  /// A kernel that is good for any values of the symbol goes with those that have a companion for some.
  void joinGeneral(llvm::MapVector<std::pair<unsigned, Attribute>, Batch> &candidates) {
    for (auto &[key, calls] : candidates) {
      auto form = cast<ArrayAttr>(key.second);
      if (form.size() == 3 || form[3] != form[0] || form[4] != form[1])
        continue;
      auto plain = candidates.find({key.first, ArrayAttr::get(form.getContext(), form.getValue().take_front(3))});
      if (plain != candidates.end())
        llvm::append_range(calls, std::exchange(plain->second, {}));
    }
  }

  static kernel::SpecializationAttr specializationOf(Operation *kernel) { return kernel->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes"); }

  /// The names of the operators in a kernel, each once: kernels that have the same ones need about as many registers.
  static Attribute kindsOf(kernel::ThreadFuncOp kernel) {
    SmallVector<Attribute> names;
    if (ArrayAttr operators = kernel.getOperatorsAttr())
      names.assign(operators.begin(), operators.end());
    llvm::sort(names, [](Attribute x, Attribute y) { return cast<StringAttr>(x).getValue() < cast<StringAttr>(y).getValue(); });
    names.erase(llvm::unique(names), names.end());
    return ArrayAttr::get(kernel.getContext(), names);
  }

  /// Whether a processor is to have about as many blocks of one kernel as of the other: a launch gets the registers of the one that takes more.
  static bool areAsDense(kernel::ThreadFuncOp x, kernel::ThreadFuncOp y) {
    auto [fewer, more] = std::minmax({minBlocksOf(x), minBlocksOf(y)});
    return more <= 2 * fewer;
  }

  /// Of calls at one depth, those that gain: operators alike on other tensors, or little work each.
  void splitBatch(Batch calls, SmallVectorImpl<Batch> &batches) {
    llvm::MapVector<Attribute, Batch> alike;
    for (kernel::CallOp call : calls)
      alike[kindsOf(kernels[call.getCallee()])].push_back(call);
    Batch small;
    for (auto &[operators, members] : alike)
      if (llvm::all_of(members, [](kernel::CallOp call) { return bytesOf(call).value_or(mostBytes + 1) <= mostBytes; }))
        llvm::append_range(small, std::exchange(members, {}));
    alike[Attribute()] = small;
    for (auto &[key, members] : alike) {
      Batch batch;
      unsigned views = 0;
      int64_t shared = 0;
      for (kernel::CallOp call : members) {
        unsigned more = call->getNumOperands() + call->getNumResults();
        int64_t moreShared = sharedBytesOf(kernels[call.getCallee()]);
        bool isAsDense = batch.empty() || areAsDense(kernels[batch.front().getCallee()], kernels[call.getCallee()]);
        if ((views + more > maxViews || (shared > 0 && shared + moreShared > mostShared) || !isAsDense) && !batch.empty()) {
          batches.push_back(std::exchange(batch, {}));
          views = 0;
          shared = 0;
        }
        views += more;
        shared += moreShared;
        batch.push_back(call);
      }
      batches.push_back(batch);
    }
    llvm::erase_if(batches, [](const Batch &batch) { return batch.size() < 2; });
  }

  void merge(Batch calls) {
    SmallVector<kernel::ThreadFuncOp> callees;
    // One view for each value read, and for each result.
    llvm::SetVector<Value> inputs;
    for (kernel::CallOp call : calls) {
      callees.push_back(kernels[call.getCallee()]);
      inputs.insert(call.getInputs().begin(), call.getInputs().end());
    }
    unsigned views = inputs.size();
    SmallVector<SmallVector<unsigned>> numbers;
    SmallVector<Type> viewTypes(inputs.size()), resultTypes;
    for (auto [call, callee] : llvm::zip_equal(calls, callees)) {
      SmallVector<unsigned> own;
      for (auto [i, input] : llvm::enumerate(call.getInputs())) {
        own.push_back(llvm::find(inputs, input) - inputs.begin());
        viewTypes[own.back()] = callee.entry().getArgument(i).getType();
      }
      for (unsigned i = 0; i < call->getNumResults(); ++i) {
        own.push_back(views++);
        viewTypes.push_back(callee.entry().getArgument(call.getInputs().size() + i).getType());
        resultTypes.push_back(call.getResult(i).getType());
      }
      numbers.push_back(own);
    }
    kernel::ThreadFuncOp merged = intern(Merger(callees, {}).build(numbers, views, viewTypes), callees.size());
    noteOrigins(merged, callees);
    auto general = llvm::find_if(callees, [&](kernel::ThreadFuncOp callee) { return !companions[callee.getSymName()].empty(); });
    if (general != callees.end() && companions[merged.getSymName()].empty()) {
      kernel::SpecializationAttr one = specializationOf(companions[general->getSymName()].front());
      Attribute symbol = general->getSymbols()[one.getSymbol()];
      int64_t number = llvm::find(merged.getSymbols(), symbol) - merged.getSymbols().begin();
      SmallVector<kernel::ThreadFuncOp> specials = llvm::map_to_vector(callees, [&](kernel::ThreadFuncOp callee) {
        ArrayRef<kernel::ThreadFuncOp> own = companions[callee.getSymName()];
        return own.empty() ? callee : own.front();
      });
      kernel::ThreadFuncOp specialOne = companions[general->getSymName()].front();
      Quotient quotient{cast<StringAttr>(symbol).str(), cast<StringAttr>(specialOne.getSymbols()[one.getSymbol()]).str(), one.getDivisor()};
      kernel::ThreadFuncOp companion = Merger(specials, quotient).build(numbers, views, viewTypes);
      companion.setSymName((merged.getSymName() + "_s" + Twine(number) + "_by_" + Twine(one.getDivisor())).str());
      companion->setAttr("kernel.specializes", kernel::SpecializationAttr::get(companion.getContext(), FlatSymbolRefAttr::get(merged.getSymNameAttr()), number, one.getDivisor()));
      noteOrigins(companion, specials);
      getOperation().push_back(companion);
      companions[merged.getSymName()].push_back(companion);
    }
    remark::passed(calls.front().getLoc(), remark::RemarkOpts::name("MergeLaunches").category("schedule"))
        << "shares a launch with " << std::to_string(calls.size() - 1) << " kernels that do not wait for it";
    // Where the last one stands every input is there; who reads a result of the first ones comes later by one step at least.
    OpBuilder b(*llvm::max_element(calls, [](kernel::CallOp x, kernel::CallOp y) { return x->isBeforeInBlock(y); }));
    auto call = kernel::CallOp::create(b, b.getFusedLoc(llvm::map_to_vector(calls, [](kernel::CallOp c) { return c.getLoc(); })), resultTypes, merged.getSymName(),
                                       inputs.getArrayRef(), DenseI64ArrayAttr());
    unsigned next = 0;
    for (kernel::CallOp old : calls) {
      for (Value result : old.getResults())
        result.replaceAllUsesWith(call.getResult(next++));
    }
    for (kernel::CallOp old : calls)
      old.erase();
    moveReadersBehind(call);
  }

  /// Notes which kernels became `merged`, for who learns something of it that is to change them.
  void noteOrigins(kernel::ThreadFuncOp merged, ArrayRef<kernel::ThreadFuncOp> callees) {
    llvm::SetVector<Attribute> names;
    if (auto before = merged->getAttrOfType<ArrayAttr>("kernel.merges"))
      names.insert(before.begin(), before.end());
    for (kernel::ThreadFuncOp callee : callees)
      names.insert(callee.getSymNameAttr());
    merged->setAttr("kernel.merges", ArrayAttr::get(&getContext(), names.getArrayRef()));
  }

  /// Readers of the first calls' results may stand before the call that makes them all now.
  static void moveReadersBehind(kernel::CallOp call) {
    SmallVector<Operation *> early;
    llvm::SmallDenseSet<Operation *> seen;
    for (Operation &op : llvm::make_range(call->getBlock()->begin(), Block::iterator(call)))
      if (llvm::any_of(op.getOperands(), [&](Value v) { return v.getDefiningOp() && (v.getDefiningOp() == call || seen.contains(v.getDefiningOp())); })) {
        seen.insert(&op);
        early.push_back(&op);
      }
    Operation *after = call;
    for (Operation *op : early) {
      op->moveAfter(after);
      after = op;
    }
  }

  /// The kernel under its final name, or one that is alike.
  kernel::ThreadFuncOp intern(kernel::ThreadFuncOp merged, size_t count) {
    ArrayAttr operators = merged.getOperatorsAttr();
    merged.removeOperatorsAttr();
    std::string text;
    llvm::raw_string_ostream os(text);
    merged->print(os, OpPrintingFlags().useLocalScope());
    merged.setOperatorsAttr(operators);
    auto [it, isNew] = known.try_emplace(text);
    if (!isNew) {
      merged->erase();
      return it->second;
    }
    SmallVector<std::string> names;
    for (Attribute name : operators)
      names.push_back(cast<StringAttr>(name).str());
    merged.setSymName(joinOperatorNames(names) + "_x" + std::to_string(count) + "_" + stableHash(text));
    getOperation().push_back(merged);
    return it->second = merged;
  }

  void eraseUncalled() {
    llvm::DenseSet<StringRef> called;
    getOperation().walk([&](kernel::CallOp call) { called.insert(call.getCallee()); });
    for (auto kernel : llvm::make_early_inc_range(getOperation().getOps<kernel::ThreadFuncOp>()))
      if (kernels.contains(kernel.getSymName()) && !called.contains(kernel->hasAttr("kernel.specializes") ? specializationOf(kernel).getOf().getValue() : kernel.getSymName()))
        kernel.erase();
  }

  llvm::StringMap<kernel::ThreadFuncOp> kernels;
  llvm::StringMap<SmallVector<kernel::ThreadFuncOp>> companions;
  llvm::StringMap<kernel::ThreadFuncOp> known;
  int64_t mostShared = 0;
};
} // namespace
