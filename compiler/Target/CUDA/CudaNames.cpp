// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values become variables, and their names.

#include "compiler/Target/CUDA/CudaNames.h"

#include "compiler/Support/Naming.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

/// Inlined text holds at most this many operations: longer lines read worse than a named step.
static constexpr unsigned maxInlinedCost = 4;

/// Words that no variable may have: C++'s own, CUDA's, and what the printer uses of the device headers unqualified.
static const char *const reservedWords[] = {
    // C++ and macros.
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "class", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false",
    "float", "for", "friend", "goto", "if", "inline", "int", "linux", "long", "mutable", "namespace", "new", "noexcept",
    "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
    "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "union", "unix", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // CUDA.
    "blockDim", "blockIdx", "gridDim", "threadIdx", "warpSize",
    // The device headers.
    "await_partials", "bf16", "bit_cast", "ceil_div", "cluster_arrive", "cluster_wait", "convert", "f16", "f32", "f64", "f8e4m3", "f8e5m2", "fetch", "fetch_commit", "fetch_wait", "floor_div", "floor_mod",
    "gather", "gather_partials", "grid_dependency_wait", "group_reduce", "group_scan", "i16", "i32", "i64", "i8", "infinity", "ipow", "is_nan", "lanes", "launch_dependents", "load", "load_stream", "load_unaligned",
    "max_number", "maximum", "min_number", "minimum", "not_a_number", "op", "random_bits", "round_even", "round_to", "scatter",
    "select", "share_partial", "shared_array", "shift_left", "shift_right", "sinter", "sinter_simt", "splat", "store", "store_stream", "store_unaligned", "trunc_div",
    "trunc_rem", "u16", "u32", "u64", "u8", "vec", "vector_reduce", "wrapping_add", "wrapping_mul", "wrapping_sub"};

/// Operations whose text can be repeated or moved at will: literals, and a named scalar in every lane.
static bool isAlwaysInlined(Operation *op) { return isa<arith::ConstantOp, SplatOp>(op); }

static bool readsArrayDirectly(Operation *op) { return isa<RegisterGetOp, SharedGetOp, SharedGatherOp>(op); }

Type sinter::getPackedType(Value registers) {
  auto declared = registers.getDefiningOp<RegistersOp>();
  return declared ? declared.getPacked().value_or(Type()) : Type();
}

bool sinter::isLaunched(Value registers) {
  auto declared = registers.getDefiningOp<RegistersOp>();
  return declared && declared.getShared();
}

bool sinter::isHeldAsRead(Operation *op) {
  auto set = op ? dyn_cast_or_null<RegisterSetOp>(op->getNextNode()) : RegisterSetOp();
  if (!isa_and_present<VloadOp, VgatherOp>(op) || !op->hasOneUse() || !set || set.getValue() != op->getResult(0))
    return false;
  Type packed = getPackedType(set.getRegisters());
  return packed && packed == cast<ViewType>(op->getOperand(0).getType()).getElement();
}

CudaNames::CudaNames(ThreadFuncOp func) {
  for (const char *word : reservedWords)
    taken.insert(word);
  taken.insert(func.getSymName());
  findDead(func.entry());
  findInlined(func.entry());
  nameArguments(func);
  nameScratch(func);
  nameBlock(func.entry(), 0);
}

// Liveness, from the last operation to the first.

void CudaNames::findDead(Block &block) {
  auto allDead = [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) { return dead.contains(user); });
  };
  for (Operation &op : llvm::reverse(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findDead(inner);
    bool canGo = isMemoryEffectFree(&op) || isa<RegistersOp, SharedOp>(op) || readsArrayDirectly(&op);
    if (canGo && !op.hasTrait<OpTrait::IsTerminator>() && allDead(&op))
      op.walk([&](Operation *inner) { dead.insert(inner); });
  }
}

// Inlining.

static bool writesSomething(Operation *op) { return !isMemoryEffectFree(op) && !readsArrayDirectly(op); }

bool CudaNames::canInline(Operation *op) {
  if (isHeldAsRead(op))
    return true;
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 || isa<VloadOp, VgatherOp, BlockIdOp, ThreadIdOp>(op))
    return false;
  if (!isMemoryEffectFree(op) && !readsArrayDirectly(op))
    return false;
  Value result = op->getResult(0);
  Operation *user = nullptr;
  for (OpOperand &use : result.getUses()) {
    if (dead.contains(use.getOwner()))
      continue;
    if (user)
      return false;
    user = use.getOwner();
  }
  if (!user || user->getBlock() != op->getBlock())
    return false;
  // A splat is printed at each of its own uses.
  if (isa<SplatOp>(user)) {
    if (!user->hasOneUse() || (*user->user_begin())->getBlock() != op->getBlock())
      return false;
    if (readsArray.contains(result))
      return false;
  }
  // What reads an array must be printed before the array changes; a loop's bounds are read in every turn.
  if (readsArray.contains(result)) {
    if (user->getNumRegions() != 0)
      return false;
    for (Operation *between = op->getNextNode(); between != user; between = between->getNextNode())
      if (writesSomething(between))
        return false;
  }
  return cost.lookup(result) <= (isa<scf::ForOp>(user) ? 2 : maxInlinedCost);
}

void CudaNames::findInlined(Block &block) {
  for (Operation &op : block) {
    if (dead.contains(&op))
      continue;
    if (op.getNumResults() == 1) {
      Value result = op.getResult(0);
      unsigned total = isAlwaysInlined(&op) ? 0 : 1;
      bool reads = readsArrayDirectly(&op);
      for (Value operand : op.getOperands())
        if (inlined.contains(operand)) {
          total += cost.lookup(operand);
          reads |= readsArray.contains(operand);
        }
      cost[result] = total;
      if (reads)
        readsArray.insert(result);
      if (isAlwaysInlined(&op) || canInline(&op))
        inlined.insert(result);
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findInlined(inner);
  }
}

// Names.

std::string CudaNames::fresh(StringRef base) {
  std::string name = toIdentifier(base);
  if (taken.insert(name).second)
    return name;
  for (unsigned number = 1;; ++number) {
    std::string numbered = name + "_" + std::to_string(number);
    if (taken.insert(numbered).second)
      return numbered;
  }
}

/// What the result of a pure operation is called.
static StringRef nameOfKind(Operation *op) {
  StringRef kind = op->getName().stripDialect();
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return llvm::StringSwitch<StringRef>(kind)
        .Case("exp", "exponential")
        .Case("sqrt", "root")
        .Case("rsqrt", "inverse_root")
        .Case("absf", "magnitude")
        .Case("absi", "magnitude")
        .Case("fma", "sum")
        .Case("powf", "power")
        .Case("isnan", "condition")
        .Default("");
  return llvm::StringSwitch<StringRef>(kind)
      .Cases({"addf", "addi"}, "sum")
      .Cases({"subf", "subi"}, "difference")
      .Cases({"mulf", "muli"}, "product")
      .Cases({"divf", "divsi", "divui", "floordivsi", "ceildivsi"}, "quotient")
      .Cases({"remf", "remsi", "remui"}, "remainder")
      .Cases({"maximumf", "maxnumf", "maxsi", "maxui"}, "larger")
      .Cases({"minimumf", "minnumf", "minsi", "minui"}, "smaller")
      .Cases({"cmpf", "cmpi"}, "condition")
      .Cases({"andi", "ori", "xori"},
             getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1) ? "condition" : "bits")
      .Cases({"shli", "shrsi", "shrui"}, "shifted")
      .Case("negf", "negated")
      .Case("select", "choice")
      .Case("round", "rounded")
      .Case("random_bits", "random_word")
      .Cases({"index_expr", "vindex_expr", "lanes"}, "index")
      .Case("block_id", "block")
      .Case("thread_id", "thread")
      .Case("registers", "values")
      .Case("shared", "shared")
      .Default("");
}

static StringRef nameOfFold(FoldKind kind) {
  switch (kind) {
  case FoldKind::Add:
    return "total";
  case FoldKind::Mul:
    return "total_product";
  case FoldKind::Max:
    return "largest";
  case FoldKind::Min:
    return "smallest";
  case FoldKind::Or:
    return "any";
  case FoldKind::And:
    return "all";
  }
  return "total";
}

std::string CudaNames::baseName(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto name = op->getAttrOfType<StringAttr>("name"); name && !name.getValue().empty())
    return name.str();
  StringRef plural = isa<VectorType>(value.getType()) ? "s" : "";
  if (auto load = dyn_cast<VloadOp>(op))
    return (nameOf(load.getView()) + "_value" + plural).str();
  if (auto gather = dyn_cast<VgatherOp>(op))
    return (nameOf(gather.getView()) + "_value" + plural).str();
  if (auto reduce = dyn_cast<GroupReduceOp>(op))
    return nameOfFold(reduce.getKind()).str();
  if (isa<GatherPartialsOp>(op))
    return "partial" + plural.str();
  if (auto reduce = dyn_cast<ColumnReduceOp>(op))
    return nameOfFold(reduce.getKind()).str();
  if (auto reduce = dyn_cast<VectorReduceOp>(op))
    return ("lanes_" + nameOfFold(reduce.getKind())).str();
  if (auto scan = dyn_cast<GroupScanOp>(op))
    return value == scan.getNext() ? "carry" : "running_" + nameOfFold(scan.getKind()).str();
  if (auto get = dyn_cast<RegisterGetOp>(op))
    return (nameOf(get.getRegisters()) + "_element").str();
  if (auto get = dyn_cast<SharedGetOp>(op))
    return (nameOf(get.getShared()) + "_element" + plural).str();
  if (auto gather = dyn_cast<SharedGatherOp>(op))
    return (nameOf(gather.getShared()) + "_element" + plural).str();
  if (StringRef kind = nameOfKind(op); !kind.empty())
    return kind.str();
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return (op->getName().stripDialect() + "_value").str();
  return "value";
}

void CudaNames::nameArguments(ThreadFuncOp func) {
  unsigned views = func.getNumViews();
  ArrayAttr argNames = func.getArgNames().value_or(ArrayAttr());
  for (BlockArgument argument : func.entry().getArguments().take_front(views)) {
    unsigned number = argument.getArgNumber();
    std::string base = argNames                            ? cast<StringAttr>(argNames[number]).str()
                       : ThreadFuncOp::isWritten(argument) ? "output" + std::to_string(number)
                                                           : "input" + std::to_string(number);
    names[argument] = fresh(base);
  }
  for (auto [position, symbol] : llvm::enumerate(func.getSymbols().getAsRange<StringAttr>())) {
    BlockArgument extent = func.entry().getArgument(views + position);
    names[extent] = fresh(symbol.getValue());
    bool narrowed = func.getIndexWidth() == 32 && !extent.use_empty();
    symbolParameters.push_back(narrowed ? fresh(names[extent] + "_i64") : names[extent]);
  }
}

void CudaNames::nameScratch(ThreadFuncOp func) {
  auto add = [&](Type type, uint64_t width) {
    if (width > 32 && scratch.try_emplace(type).second)
      scratchOrder.push_back(type);
  };
  func.getBody().walk([&](Operation *op) {
    if (auto scan = dyn_cast<GroupScanOp>(op))
      add(scan.getCarry().getType(), scan.getWidth());
  });
  for (Type type : scratchOrder) {
    std::string suffix;
    llvm::raw_string_ostream(suffix) << type;
    scratch[type] = fresh(scratchOrder.size() == 1 ? "scratch" : "scratch_" + suffix);
  }
}

/// What a loop carries is called after the operation that makes its next value.
static StringRef nameOfCarried(Value next) {
  Operation *op = next.getDefiningOp();
  StringRef kind = op ? nameOfKind(op) : StringRef();
  if (kind == "larger")
    return "largest";
  if (kind == "smaller")
    return "smallest";
  return kind.empty() || kind == "index" || kind == "condition" ? StringRef("carried") : kind;
}

void CudaNames::nameLoop(Operation *op, unsigned depth) {
  auto loop = cast<scf::ForOp>(op);
  // i, j, k, then i1, j1, ...: one name for each depth.
  while (loopCounters.size() <= depth) {
    unsigned number = loopCounters.size();
    std::string counter(1, "ijk"[number % 3]);
    loopCounters.push_back(fresh(number < 3 ? counter : counter + std::to_string(number / 3)));
  }
  names[loop.getInductionVar()] = loopCounters[depth];
  for (auto [argument, result, next] :
       llvm::zip(loop.getRegionIterArgs(), loop.getResults(), loop.getYieldedValues())) {
    std::string name = fresh(nameOfCarried(next));
    names[argument] = name;
    names[result] = name; // not by way of `names`: the map may grow
  }
}

void CudaNames::nameBlock(Block &block, unsigned depth) {
  for (Operation &op : block) {
    if (dead.contains(&op))
      continue;
    bool isLoop = isa<scf::ForOp>(op);
    if (isLoop) {
      nameLoop(&op, depth);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (auto [position, result] : llvm::enumerate(branch.getResults()))
        names[result] = fresh(nameOfCarried(branch.thenYield().getOperand(position)));
    } else {
      for (Value result : op.getResults())
        if (!inlined.contains(result))
          names[result] = fresh(baseName(result));
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        nameBlock(inner, depth + isLoop);
  }
}
