// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of one left side become one, over their weights side by side.

#include "compiler/Analysis/GraphForm.h"
#include "compiler/Analysis/KernelCost.h"
#include "compiler/Analysis/KnownAtLoad.h"
#include "compiler/Analysis/SampledExtents.h"
#include "compiler/Analysis/Views.h"
#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"

namespace sinter {
#define GEN_PASS_DEF_MERGEPRODUCTSPASS
#include "compiler/Transforms/Passes.h.inc"
} // namespace sinter

using namespace mlir;
using namespace sinter;

namespace {

/// What all results together may take where some would lie in memory earlier than the graph asks for them; below it launches matter, not bytes.
constexpr uint64_t mostBytesAhead = 4 << 20;
/// What libraries and kernels load at once: products whose rows are multiples of it do not join those whose are not.
constexpr int64_t accessBytes = 16;
/// The part of the products' own time, with their launches, that merging must save: less is lost in what a library's choices differ by.
constexpr double leastGain = 0.02;

/// A product's right side, known at load.
struct Weights {
  /// As the product has it: transposed, a row for each of its columns.
  Value value;
  bool isTransposed;
  /// The memory that it is a view of, and whether it is all of that, as it lies or with the last two dimensions swapped.
  Attribute memory;
  bool isWhole, isSwapped;
};

/// Products of one left side that are to be one, in the order of the graph, or why they are not.
struct Family {
  func::FuncOp function;
  /// Products of that left side, these and others.
  size_t all;
  SmallVector<MatmulOp> products;
  SmallVector<Weights> weights;
  std::string refusal;
  /// Where something else reads the weights too.
  llvm::SetVector<func::FuncOp> readElsewhere;

  /// Whether what both pack is the same.
  bool packsAs(const Family &other) const {
    return llvm::equal(weights, other.weights, [](const Weights &x, const Weights &y) { return x.memory == y.memory && x.isSwapped == y.isSwapped && x.isTransposed == y.isTransposed; });
  }
};

std::string microseconds(double time) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.2f us", time);
  return text;
}

bool isPlaced(Operation *op) { return op->hasAttr("sinter.groups") || op->hasAttr("sinter.alone"); }

//===--- Weights ---===//

bool swapsLast(TransposeOp op) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  size_t rank = permutation.size();
  return llvm::equal(permutation.drop_back(2), llvm::seq<int64_t>(0, rank - 2)) && permutation[rank - 1] == static_cast<int64_t>(rank) - 2;
}

Weights weightsOf(MatmulOp op) {
  Value root = rootOfKnown(op.getRhs());
  auto transpose = op.getRhs().getDefiningOp<TransposeOp>();
  bool isSwapped = transpose && transpose.getInput() == root && swapsLast(transpose);
  return {op.getRhs(), op.getTransposeRhs(), identityOfKnown(root), isSwapped || op.getRhs() == root, isSwapped};
}

/// Readers, of all functions, of what is known at load.
class WeightReaders {
public:
  void add(func::FuncOp function, const llvm::DenseSet<Operation *> &known) {
    for (Operation &op : function.getBody().front())
      if (!known.contains(&op))
        for (Value operand : op.getOperands())
          if (operand.getDefiningOp() && known.contains(operand.getDefiningOp()))
            readers[identityOfKnown(memoryOfKnown(operand, &op))].push_back(&op);
  }

  ArrayRef<Operation *> of(Attribute memory) { return readers[memory]; }

private:
  llvm::DenseMap<Attribute, SmallVector<Operation *>> readers;
};

//===--- What comes after a product ---===//

/// The vector over the columns that `op` adds to `product`; null where it does something else.
Value biasOf(Operation *op, Value product) {
  auto add = dyn_cast<AddOp>(op);
  if (!add || isPlaced(add) || (add.getLhs() == product) == (add.getRhs() == product))
    return {};
  auto broadcast = (add.getLhs() == product ? add.getRhs() : add.getLhs()).getDefiningOp<BroadcastOp>();
  auto type = cast<RankedTensorType>(product.getType());
  bool isOverColumns = broadcast && broadcast.getInput().getType().getRank() == 1 && broadcast.getDims()[0] == type.getRank() - 1 &&
                       broadcast.getInput().getType().getDimSize(0) == type.getDimSize(type.getRank() - 1);
  return isOverColumns ? broadcast.getInput() : Value();
}

/// How what comes after a product reads it.
struct MemoryReads {
  /// Whether a library or the return does, from memory, itself or through views.
  bool some = false;
  /// Whether one of them could not where the product is a part of a wider one.
  bool apart = false;
};

/// `view` is how `value` would lie as such a part.
MemoryReads findMemoryReads(Value value, const StridedView &view) {
  struct Place {
    Value value;
    StridedView view;
    bool isPart;
  };
  MemoryReads found;
  SmallVector<Place> worklist{{value, view, true}};
  while (!worklist.empty()) {
    Place at = worklist.pop_back_val();
    for (Operation *user : at.value.getUsers()) {
      if (isa<ContractionOpInterface, func::ReturnOp>(user)) {
        found.some = true;
        found.apart |= isa<func::ReturnOp>(user) || !at.isPart || !isMatrixView(at.view);
      } else if (auto map = dyn_cast<IndexMapOpInterface>(user); map && map->getNumOperands() == 1) {
        for (OpResult result : map->getResults()) {
          FailureOr<StridedView> inner = map.viewResult(result.getResultNumber(), at.view);
          worklist.push_back({result, succeeded(inner) ? *inner : at.view, at.isPart && succeeded(inner)});
        }
      }
    }
  }
  return found;
}

/// What a library takes along behind a product: the addition of a vector over the columns and a ReLU, either of them or both; null where there is none.
struct Epilogue {
  AddOp addition;
  Value bias;
  ReluOp relu;
  Value end;
};

Epilogue epilogueOf(MatmulOp product) {
  Epilogue found{{}, {}, {}, product};
  auto next = [&] { return found.end.hasOneUse() ? *found.end.user_begin() : nullptr; };
  if (Operation *user = next(); user && isa<FloatType>(product.getResult().getType().getElementType()))
    if (Value bias = biasOf(user, found.end)) {
      found.addition = cast<AddOp>(user);
      found.bias = bias;
      found.end = user->getResult(0);
    }
  if (auto relu = dyn_cast_or_null<ReluOp>(next()); relu && !isPlaced(relu)) {
    found.relu = relu;
    found.end = relu;
  }
  return found;
}

//===--- The pass ---===//

struct MergeProducts : sinter::impl::MergeProductsPassBase<MergeProducts> {
  void runOnOperation() override {
    SmallVector<Family> families;
    WeightReaders readers;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (failed(checkGraph(function)))
        return signalPassFailure();
      known[function] = findKnownAtLoad(function);
      readers.add(function, known[function]);
      collect(function, families);
    }
    // What one of them leaves apart reads the weights that another would pack.
    bool isRefused = true;
    while (std::exchange(isRefused, false))
      for (Family &family : families)
        if (family.refusal.empty() && !canShare(family, families, readers)) {
          family.refusal = "weights that are packed with others, or read in part, would lie in memory twice";
          isRefused = true;
        }
    for (Family &family : families)
      if (family.refusal.empty())
        merge(family);
      else
        reportApart(family);
  }

private:
  /// Microseconds: of products by themselves, what one in place of them saves, and what it takes to copy parts of its result to memory of their own.
  struct Gain {
    double own = 0, saved = 0, copied = 0;
  };

  llvm::DenseMap<func::FuncOp, llvm::DenseSet<Operation *>> known;

  void collect(func::FuncOp function, SmallVectorImpl<Family> &families) {
    llvm::MapVector<std::tuple<Value, unsigned, unsigned>, SmallVector<MatmulOp>> alike;
    for (auto op : function.getOps<MatmulOp>())
      alike[{op.getLhs(), op.getTransposeLhs(), op.getRhs().getType().getRank()}].push_back(op);
    for (auto &[key, products] : alike)
      if (products.size() > 1)
        divide(function, products, families);
  }

  /// Of the products of one left side those that could be one, and those that could not.
  void divide(func::FuncOp function, ArrayRef<MatmulOp> products, SmallVectorImpl<Family> &families) {
    Family even{function, products.size(), {}, {}, "", {}}, odd = even, computed = even, placed = even;
    for (MatmulOp op : products) {
      Operation *weights = op.getRhs().getDefiningOp();
      bool isKnown = weights && known[function].contains(weights);
      bool isEven = isKnown && columnsOf(op) * op.getResult().getType().getElementTypeBitWidth() % (8 * accessBytes) == 0;
      (isPlaced(op) ? placed : !isKnown ? computed : isEven ? even : odd).products.push_back(op);
    }
    computed.refusal = "weights that are no constants would be copied side by side in each run";
    placed.refusal = "`sinter.groups` or `sinter.alone` came with the graph";
    for (Family *family : {&computed, &placed})
      if (!family->products.empty())
        families.push_back(*family);
    bool hasBoth = !even.products.empty() && !odd.products.empty();
    for (Family *fitting : {&even, &odd})
      for (SmallVector<MatmulOp> &run : cutAhead(fitting->products)) {
        bool isWhole = run.size() == fitting->products.size();
        if (run.size() < 2 && isWhole && !hasBoth)
          continue; // The others have been told of.
        Family &family = families.emplace_back(*fitting);
        family.products = std::move(run);
        family.weights = llvm::map_to_vector(family.products, weightsOf);
        if (getOperation().lookupSymbol("init"))
          family.refusal = "the graph came with an @init, which is what packs weights";
        else if (family.products.size() == 1)
          family.refusal = isWhole ? "of all in one, some rows or columns would not begin at multiples of " + std::to_string(accessBytes) + " bytes"
                                   : "results of all would lie in memory ahead of products that come before";
        else
          family.refusal = whyApart(family);
      }
  }

  /// `products`, cut in front of those that another product waits for that waits for one of them: made with the first, their results would lie in memory until then. Small ones may.
  static SmallVector<SmallVector<MatmulOp>> cutAhead(ArrayRef<MatmulOp> products) {
    if (products.empty())
      return {};
    uint64_t bytes = 0;
    for (MatmulOp op : products)
      bytes += countSampledBytes(op.getResult().getType(), op);
    SmallVector<SmallVector<MatmulOp>> runs(1);
    llvm::DenseSet<Operation *> waiting;
    bool isAhead = false;
    MatmulOp first = products.front(), last = products.back();
    for (Operation &op : llvm::make_range(Block::iterator(first), std::next(Block::iterator(last)))) {
      bool waits = llvm::any_of(op.getOperands(), [&](Value v) { return v.getDefiningOp() && waiting.contains(v.getDefiningOp()); });
      isAhead |= waits && isa<ContractionOpInterface>(op);
      if (auto product = dyn_cast<MatmulOp>(op); product && llvm::is_contained(products, product)) {
        if (isAhead && bytes > mostBytesAhead) {
          runs.emplace_back();
          waiting.clear();
          isAhead = false;
        }
        runs.back().push_back(product);
        waits = true;
      }
      if (waits)
        waiting.insert(&op);
    }
    return runs;
  }

  /// Why merging would take more time than it saves; empty where it does not.
  static std::string whyApart(const Family &family) {
    Gain gain = estimate(family);
    if (gain.copied >= gain.saved)
      return "parts that must lie alone would be copied: " + microseconds(gain.copied) + ", and " + microseconds(gain.saved) + " saved";
    if (gain.saved - gain.copied < leastGain * gain.own)
      return microseconds(gain.saved - gain.copied) + " saved of " + microseconds(gain.own) + " are as good as none";
    return "";
  }

  static int64_t columnsOf(MatmulOp op) { return op.getResult().getType().getShape().back(); }

  static int64_t countColumns(ArrayRef<MatmulOp> products) {
    int64_t columns = 0;
    for (MatmulOp op : products)
      columns += columnsOf(op);
    return columns;
  }

  /// How `op` lies as a part of the product of all.
  static StridedView viewInWhole(MatmulOp op, int64_t columns, SymbolScope &scope) {
    SmallVector<AffineExpr> extents = scope.extents(op.getResult().getType());
    AffineExpr own = std::exchange(extents.back(), getAffineConstantExpr(columns, op.getContext()));
    StridedView view = StridedView::dense(extents, op.getContext());
    view.extents.back() = own;
    return view;
  }

  static Gain estimate(const Family &family) {
    MatmulOp first = family.products.front();
    RankedTensorType left = first.getLhs().getType();
    int64_t columns = countColumns(family.products), depth = left.getShape()[left.getRank() - (first.getTransposeLhs() ? 2 : 1)];
    double leftBytes = static_cast<double>(countSampledBytes(left, first));
    SymbolScope scope(first.getContext());
    Gain gain;
    for (MatmulOp op : family.products) {
      RankedTensorType type = op.getResult().getType();
      double bytes = static_cast<double>(countSampledBytes(type, op)), flops = 2.0 * static_cast<double>(countSampledElements(type, op)) * static_cast<double>(depth);
      gain.own += KernelCost::launchMicroseconds + KernelCost::product(leftBytes + bytes + static_cast<double>(countSampledBytes(op.getRhs().getType(), op)), flops, type.getElementTypeBitWidth());
      if (op != first)
        gain.saved += KernelCost::launchMicroseconds + KernelCost::memory(leftBytes);
      if (findMemoryReads(epilogueOf(op).end, viewInWhole(op, columns, scope)).apart)
        gain.copied += KernelCost::memory(2 * bytes) + (gain.copied == 0 ? KernelCost::launchMicroseconds : 0);
    }
    return gain;
  }

  /// Whether all that read the weights of `family` could read them in the form that it packs: products that are merged alike, in an entry for other extents say, or whoever
  /// reads one of several parts. Notes where the latter are.
  static bool canShare(Family &family, ArrayRef<Family> families, WeightReaders &readers) {
    family.readElsewhere.clear();
    for (const Weights &weights : family.weights) {
      auto isSame = [&](const Weights &other) { return other.memory == weights.memory; };
      if (llvm::count_if(family.weights, isSame) > 1)
        return false;
      for (Operation *reader : readers.of(weights.memory)) {
        auto packing = llvm::find_if(families, [&](const Family &other) { return other.refusal.empty() && llvm::is_contained(other.products, reader); });
        bool isRhs = packing != families.end() && llvm::any_of(packing->weights, isSame);
        if (isRhs && packing->packsAs(family))
          continue;
        if (isRhs || !weights.isWhole)
          return false;
        family.readElsewhere.insert(reader->getParentOfType<func::FuncOp>());
      }
    }
    return true;
  }

  void merge(Family &family) {
    MatmulOp first = family.products.front();
    reportMerged(family);
    Value packed = pack(family);
    for (func::FuncOp function : family.readElsewhere)
      readParts(family, function, function == family.function ? packed : packAgain(family, function));
    ImplicitLocOpBuilder b(placeOf(family.products), first);
    Value whole = MatmulOp::create(b, first.getLhs(), packed, first.getTransposeLhs(), /*transpose_rhs=*/true);
    SmallVector<Epilogue> epilogues = llvm::map_to_vector(family.products, epilogueOf);
    bool areMerged = isLibrarys(family, epilogues);
    if (areMerged)
      whole = mergeEpilogues(b, epilogues, whole);
    SmallVector<int64_t> starts(cast<RankedTensorType>(whole.getType()).getRank(), 0), steps(starts.size(), 1);
    for (auto [op, epilogue] : llvm::zip(family.products, epilogues)) {
      Value old = areMerged ? epilogue.end : op.getResult();
      b.setLoc(op.getLoc());
      old.replaceAllUsesWith(SliceOp::create(b, cast<RankedTensorType>(old.getType()), whole, starts, steps));
      starts.back() += columnsOf(op);
    }
    for (auto [op, epilogue] : llvm::zip(family.products, epilogues))
      for (Operation *old : {epilogue.relu.getOperation(), epilogue.addition.getOperation(), op.getOperation()})
        if (old && old->use_empty())
          old->erase();
  }

  /// What `values`, known at load, are made of, in the order of the block.
  static SmallVector<Operation *> treeOf(ValueRange values) {
    llvm::SetVector<Operation *> made;
    for (Value value : values)
      made.insert(value.getDefiningOp());
    for (size_t i = 0; i < made.size(); ++i)
      for (Value operand : made[i]->getOperands())
        made.insert(operand.getDefiningOp());
    SmallVector<Operation *> sorted(made.getArrayRef());
    llvm::sort(sorted, [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
    return sorted;
  }

  /// Moves what `value`, known at load, is made of in front of `op`: it depends on nothing else.
  static void moveAhead(Value value, Operation *op) {
    for (Operation *one : treeOf(value))
      if (op->isBeforeInBlock(one))
        one->moveBefore(op);
  }

  /// The weights as rows, one product's after the other's. `here` has what they are made of in the block of `b`.
  static Value packRows(ImplicitLocOpBuilder &b, const Family &family, const IRMapping &here) {
    SmallVector<Value> rows;
    for (const Weights &weights : family.weights)
      rows.push_back(weights.isTransposed ? here.lookupOrDefault(weights.value) : swapLast(b, here.lookupOrDefault(weights.value)));
    return ConcatOp::create(b, rows, cast<RankedTensorType>(rows.front().getType()).getRank() - 2);
  }

  /// Packs in front of all that reads weights.
  static Value pack(const Family &family) {
    SmallVector<Operation *> tree = treeOf(llvm::map_to_vector(family.weights, [](const Weights &weights) { return weights.value; }));
    for (Operation *op : llvm::reverse(tree))
      if (Operation &front = op->getBlock()->front(); op != &front)
        op->moveBefore(&front);
    ImplicitLocOpBuilder b(placeOf(family.products), tree.front());
    b.setInsertionPointAfter(tree.back());
    return packRows(b, family, {});
  }

  /// The same in another function. Hoisting makes one of both.
  static Value packAgain(const Family &family, func::FuncOp function) {
    Block &block = function.getBody().front();
    ImplicitLocOpBuilder b(placeOf(family.products), OpBuilder::atBlockBegin(&block));
    IRMapping here;
    for (Operation *op : treeOf(llvm::map_to_vector(family.weights, [](const Weights &weights) { return weights.value; })))
      b.clone(*op, here);
    return packRows(b, family, here);
  }

  /// Lets who else reads the weights in `function` read them as parts of `packed`.
  static void readParts(const Family &family, func::FuncOp function, Value packed) {
    llvm::SmallPtrSet<Operation *, 16> packing;
    for (Operation *op : treeOf(packed))
      packing.insert(op);
    for (MatmulOp op : family.products)
      packing.insert(op);
    ImplicitLocOpBuilder b(packed.getLoc(), packed.getContext());
    b.setInsertionPointAfterValue(packed);
    auto type = cast<RankedTensorType>(packed.getType());
    SmallVector<int64_t> starts(type.getRank(), 0), steps(starts.size(), 1), shape(type.getShape());
    int64_t &start = starts[type.getRank() - 2], &rows = shape[type.getRank() - 2];
    for (auto [weights, op] : llvm::zip(family.weights, family.products)) {
      rows = columnsOf(op);
      Value part;
      for (Operation &root : llvm::make_early_inc_range(function.getBody().front())) {
        bool isRoot = root.getNumResults() == 1 && (isa<ConstantSourceOpInterface>(root) || packing.contains(&root)) && identityOfKnown(root.getResult(0)) == weights.memory;
        if (!isRoot || llvm::all_of(root.getUsers(), [&](Operation *user) { return packing.contains(user); }))
          continue;
        if (!part) {
          part = SliceOp::create(b, RankedTensorType::get(shape, type.getElementType()), packed, starts, steps);
          if (weights.isTransposed == weights.isSwapped)
            part = swapLast(b, part);
        }
        root.getResult(0).replaceUsesWithIf(part, [&](OpOperand &use) { return !packing.contains(use.getOwner()); });
      }
      start += rows;
    }
  }

  static Value swapLast(ImplicitLocOpBuilder &b, Value matrix) {
    auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, cast<RankedTensorType>(matrix.getType()).getRank()));
    std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
    return TransposeOp::create(b, matrix, permutation);
  }

  static Location placeOf(ArrayRef<MatmulOp> products) {
    return FusedLoc::get(products.front()->getContext(), llvm::map_to_vector(products, [](MatmulOp op) -> Location { return op.getLoc(); }));
  }

  /// Whether a library would take epilogues along: then they are one too. Where kernels read the parts, they do what comes behind each for nothing.
  bool isLibrarys(const Family &family, ArrayRef<Epilogue> epilogues) {
    SymbolScope scope(&getContext());
    const llvm::DenseSet<Operation *> &isKnown = known[family.function];
    auto isPackable = [&](const Epilogue &one) { return !one.bias || (one.bias.getDefiningOp() && isKnown.contains(one.bias.getDefiningOp())); };
    bool areAlike = llvm::all_of(epilogues, [&](const Epilogue &one) { return isPackable(one) && !one.relu == !epilogues.front().relu; });
    bool hasSome = llvm::any_of(epilogues, [](const Epilogue &one) { return one.relu || one.addition; });
    return areAlike && hasSome && llvm::any_of(llvm::zip(family.products, epilogues), [&](auto pair) {
             auto [op, epilogue] = pair;
             return findMemoryReads(epilogue.end, viewInWhole(op, countColumns(family.products), scope)).some;
           });
  }

  /// One epilogue for all. What has no bias gets one that changes no number, -0.
  static Value mergeEpilogues(ImplicitLocOpBuilder &b, ArrayRef<Epilogue> epilogues, Value whole) {
    auto type = cast<RankedTensorType>(whole.getType());
    if (llvm::any_of(epilogues, [](const Epilogue &one) { return one.bias != nullptr; })) {
      SmallVector<Value> biases;
      SmallVector<Location> places;
      for (Epilogue one : epilogues) {
        if (one.bias) {
          moveAhead(one.bias, &*b.getInsertionPoint());
          places.push_back(one.addition.getLoc());
        }
        auto missing = RankedTensorType::get({cast<RankedTensorType>(one.end.getType()).getShape().back()}, type.getElementType());
        biases.push_back(one.bias ? one.bias : ConstantOp::create(b, DenseElementsAttr::get(missing, b.getFloatAttr(type.getElementType(), -0.0))));
      }
      b.setLoc(FusedLoc::get(b.getContext(), places));
      Value bias = BroadcastOp::create(b, type, ConcatOp::create(b, biases, 0), ArrayRef<int64_t>{type.getRank() - 1});
      whole = AddOp::create(b, whole, bias);
    }
    if (!epilogues.front().relu)
      return whole;
    b.setLoc(FusedLoc::get(b.getContext(), llvm::map_to_vector(epilogues, [](Epilogue one) -> Location { return one.relu.getLoc(); })));
    return ReluOp::create(b, whole);
  }

  static remark::RemarkOpts remarkOf(const Family &family) {
    func::FuncOp function = family.function;
    return remark::RemarkOpts::name("MergeProducts").category("library").function(function.getSymName());
  }

  static std::string countOf(const Family &family) {
    std::string count = std::to_string(family.products.size());
    return family.products.size() == family.all ? count : count + " of " + std::to_string(family.all);
  }

  static void reportMerged(const Family &family) {
    MatmulOp first = family.products.front();
    remark::detail::InFlightRemark remark = remark::passed(first.getLoc(), remarkOf(family));
    if (!remark)
      return;
    Gain gain = estimate(family);
    std::string text = countOf(family) + " products of one left side are one, of " + std::to_string(countColumns(family.products)) + " columns: " +
                       microseconds(gain.saved) + " saved" + (gain.copied > 0 ? ", " + microseconds(gain.copied) + " for copies of parts that must lie alone" : "");
    remark << StringRef(text);
  }

  static void reportApart(const Family &family) {
    MatmulOp first = family.products.front();
    remark::detail::InFlightRemark remark = remark::missed(first.getLoc(), remarkOf(family));
    if (!remark)
      return;
    std::string text = countOf(family) + " products of one left side " + (family.products.size() == 1 ? "stays" : "stay") + " apart: " + family.refusal;
    remark << StringRef(text);
  }
};
} // namespace
