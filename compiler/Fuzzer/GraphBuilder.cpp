// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and makes operands, and keeps what each value holds under the first trial: a graph whose values are all NaN or
// all alike would test nothing.

#include "compiler/Fuzzer/GraphBuilder.h"

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Fuzzer/Extents.h"
#include "compiler/Reference/OperatorCheck.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include <cmath>

using namespace mlir;
using sinter::rt::HostTensor;

namespace sinter::fuzz {
namespace {

constexpr int64_t mostElements = 6000, mostMasterElements = 2500;

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Where each of `part`'s extents stands in `whole`, in order; nothing where they do not.
std::optional<SmallVector<int64_t>> placesOf(RankedTensorType part, RankedTensorType whole) {
  SmallVector<int64_t> places;
  for (int64_t d = 0; d < whole.getRank() && static_cast<int64_t>(places.size()) < part.getRank(); ++d) {
    int64_t i = places.size();
    if (pickDims(part, {i}, part.getElementType()) == pickDims(whole, {d}, part.getElementType()))
      places.push_back(d);
  }
  return static_cast<int64_t>(places.size()) == part.getRank() ? std::optional(places) : std::nullopt;
}

} // namespace

func::FuncOp FuzzGraph::main() const { return const_cast<FuzzGraph *>(this)->module->lookupSymbol<func::FuncOp>("main"); }

GraphBuilder::GraphBuilder(MLIRContext *context, uint64_t seed, uint64_t number, bool evaluate)
    : random(seed, number), b(UnknownLoc::get(context), context), seed(seed), number(number), steers(evaluate) {
  graph.module = ModuleOp::create(b);
  b.setInsertionPointToEnd(graph.module->getBody());
  main = func::FuncOp::create(b, "main", b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(main.addEntryBlock());
  hasSpecials = random.chance(30);
  // Small graphs are few points, which a GPU of many processors has one each for its threads: one of few keeps vectors.
  if (random.chance(50)) {
    GpuTarget few;
    few.processors = few.processorThreads = 1;
    setModuleTarget(*graph.module, few);
  }
  chooseExtents();
}

void GraphBuilder::chooseExtents() {
  static constexpr int64_t small[] = {1, 2, 3, 4, 5, 7, 8}, large[] = {16, 17, 31, 32, 33, 64, 65, 100, 127, 128, 129, 257};
  for (int i = 0; i < 6; ++i)
    master.push_back(b.getAffineConstantExpr(random.anyOf(small)));
  master[random.below(6)] = b.getAffineConstantExpr(random.anyOf(large));
  if (random.chance(40))
    master[5] = b.getAffineConstantExpr(random.anyOf(large));
  if (random.chance(15))
    chooseTwoLong();
  if (random.chance(4))
    master[random.below(6)] = b.getAffineConstantExpr(0);
  size_t symbols = random.chance(35) ? 1 + random.below(2) : 0;
  for (size_t i = 0; i < symbols; ++i)
    symbolNames.push_back(i == 0 ? "s" : "t");
  static constexpr int64_t symbolValues[] = {1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 0};
  for (size_t trial = 0; trial < (symbols == 0 ? 1 : 3); ++trial) {
    graph.trials.emplace_back();
    for (const std::string &name : symbolNames)
      graph.trials.back().symbols[name] = random.anyOf(symbolValues);
  }
  for (size_t i = 0; i < symbols; ++i) {
    // In the first trial there is something to look at.
    graph.trials[0].symbols[symbolNames[i]] = 2 + random.below(16);
    master[random.below(6)] = b.getAffineSymbolExpr(i);
  }
  for (size_t i = 0; i < symbols; ++i)
    if (llvm::none_of(master, [&](AffineExpr e) { return e == b.getAffineSymbolExpr(i); }))
      master[i] = b.getAffineSymbolExpr(i);
  static constexpr int64_t tiny[] = {1, 2, 3};
  while (!isSmall(getTensorType(context(), master, symbolNames, b.getF32Type())) ||
         greatestCount(getTensorType(context(), master, symbolNames, b.getF32Type())) > mostMasterElements) {
    size_t d = random.below(6);
    if (isa<AffineConstantExpr>(master[d]))
      master[d] = b.getAffineConstantExpr(random.anyOf(tiny));
    else if (random.chance(20))
      for (Trial &trial : graph.trials)
        for (auto &[name, value] : trial.symbols)
          value = std::min<int64_t>(value, 1 + random.below(8));
  }
  // Whatever else is asked for, an argument tells each symbol's value.
  for (size_t i = 0; i < symbols; ++i)
    newArgument(getTensorType(context(), {b.getAffineSymbolExpr(i)}, symbolNames, random.chance(50) ? Type(b.getF32Type()) : Type(b.getI32Type())));
}

/// Two dimensions as long as what a kernel turns in tiles, and hardly any other; values are transposed often.
void GraphBuilder::chooseTwoLong() {
  turns = true;
  static constexpr int64_t longer[] = {16, 17, 24, 31, 32, 33, 40, 48}, others[] = {1, 1, 1, 2};
  for (AffineExpr &extent : master)
    extent = b.getAffineConstantExpr(random.anyOf(others));
  size_t first = random.below(6), second = (first + 1 + random.below(5)) % 6;
  master[first] = b.getAffineConstantExpr(random.anyOf(longer));
  master[second] = b.getAffineConstantExpr(random.anyOf(longer));
}

int64_t GraphBuilder::greatestExtent(RankedTensorType type, int64_t dim) const {
  int64_t greatest = 0;
  for (const Trial &trial : graph.trials)
    greatest = std::max(greatest, extentsOf(type, trial.symbols)[dim]);
  return greatest;
}

int64_t GraphBuilder::greatestCount(RankedTensorType type) const {
  int64_t greatest = 0;
  for (const Trial &trial : graph.trials) {
    int64_t count = 1;
    for (int64_t extent : extentsOf(type, trial.symbols))
      count *= std::min<int64_t>(extent, 1 << 20);
    greatest = std::max(greatest, count);
  }
  return greatest;
}

bool GraphBuilder::isSmall(RankedTensorType type) const { return greatestCount(type) <= mostElements; }

RankedTensorType GraphBuilder::randomType(Type element, int64_t rank) {
  SmallVector<unsigned> places = {0, 1, 2, 3, 4, 5};
  random.shuffle(places);
  places.resize(rank);
  if (!random.chance(15))
    llvm::sort(places);
  SmallVector<AffineExpr> extents;
  for (unsigned place : places)
    extents.push_back(master[place]);
  static constexpr int64_t others[] = {1, 1, 2, 3, 5, 9, 33, 0};
  if (rank > 0 && random.chance(12)) {
    size_t changed = random.below(rank);
    AffineExpr before = extents[changed];
    extents[changed] = b.getAffineConstantExpr(random.anyOf(others));
    if (!isSmall(getTensorType(context(), extents, symbolNames, element)))
      extents[changed] = before;
  }
  return getTensorType(context(), extents, symbolNames, element);
}

// Values.

Value GraphBuilder::newArgument(RankedTensorType type) {
  Flavour flavour = anyFlavour(random);
  return newArgument(type, flavour == Flavour::kSpecials && !hasSpecials ? Flavour::kTame : flavour);
}

Value GraphBuilder::newArgument(RankedTensorType type, Flavour flavour) {
  unsigned position = main.getNumArguments();
  (void)main.insertArgument(position, type, {}, b.getLoc());
  for (auto [number, trial] : llvm::enumerate(graph.trials)) {
    Random stream(random.next(), number);
    trial.inputs.push_back(makeValues(flavour, toRuntimeType(type.getElementType()), extentsOf(type, trial.symbols), stream));
  }
  Value argument = main.getArgument(position);
  values.push_back(argument);
  if (steers) {
    const HostTensor &input = graph.trials[0].inputs.back();
    known[argument] = reference::isFloatTensor(input) ? reference::widenTensor(input) : copyTensor(input);
  }
  return argument;
}

/// Floats that are mostly finite, of moderate size, and not all alike.
bool GraphBuilder::isTame(Value value) const {
  auto it = known.find(value);
  if (it == known.end() || !reference::isFloatTensor(it->second))
    return true;
  std::vector<double> elements = reference::toDoubles(it->second);
  if (elements.empty())
    return true;
  size_t finite = 0;
  double largest = 0;
  for (double x : elements)
    if (std::isfinite(x)) {
      ++finite;
      largest = std::max(largest, std::fabs(x));
    }
  return finite * 10 >= elements.size() * 8 && largest < 300 && largest > 1e-3;
}

/// One of `candidates`, the rather that is tame, unread and new; null where it had better be none of them.
Value GraphBuilder::best(ArrayRef<Value> candidates) {
  SmallVector<Value> tame, unread;
  llvm::copy_if(candidates, std::back_inserter(tame), [&](Value v) { return isTame(v); });
  if (tame.empty())
    return !candidates.empty() && random.chance(15) ? random.anyOf(candidates) : Value();
  llvm::copy_if(tame, std::back_inserter(unread), [](Value v) { return v.use_empty(); });
  if (!unread.empty() && random.chance(60))
    return random.chance(60) ? unread.back() : random.anyOf(unread);
  return random.anyOf(tame);
}

Value GraphBuilder::pick(Type element, int64_t rank) {
  SmallVector<Value> candidates;
  llvm::copy_if(values, std::back_inserter(candidates), [&](Value v) { return typeOf(v).getElementType() == element && typeOf(v).getRank() == rank; });
  if (!random.chance(10))
    if (Value found = best(candidates)) {
      Value turned = turns && random.chance(30) ? turn(found) : Value();
      return turned ? turned : found;
    }
  if (random.chance(75))
    if (Value made = convert(element, rank))
      return made;
  return newArgument(randomType(element, rank));
}

Value GraphBuilder::convert(Type element, int64_t rank) {
  SmallVector<Value> sameRank, lower, higher;
  for (Value value : values) {
    RankedTensorType type = typeOf(value);
    if (type.getRank() == rank)
      sameRank.push_back(value);
    else if (type.getElementType() == element)
      (type.getRank() < rank ? lower : higher).push_back(value);
  }
  for (int attempt = 0; attempt < 3; ++attempt) {
    Value made;
    switch (random.below(3)) {
    case 0:
      if (Value from = best(sameRank))
        if (Operation *op = emit("sinter.cast", from, withElementType(typeOf(from), element)))
          made = op->getResult(0);
      break;
    case 1:
      if (Value from = best(lower))
        made = widen(from, rank);
      break;
    default:
      if (Value from = best(higher))
        made = narrow(from, rank);
    }
    if (made)
      return made;
  }
  return {};
}

/// Repeated along new dimensions, whose extents are the graph's.
Value GraphBuilder::widen(Value value, int64_t rank) {
  RankedTensorType type = typeOf(value);
  for (int attempt = 0; attempt < 4; ++attempt) {
    RankedTensorType target = randomType(type.getElementType(), rank);
    if (auto places = placesOf(type, target); places && isSmall(target))
      return widenTo(value, target);
  }
  return {};
}

Value GraphBuilder::widenTo(Value value, RankedTensorType type) {
  auto places = placesOf(typeOf(value), type);
  Operation *op = emit("sinter.broadcast", value, type, b.getNamedAttr("dims", b.getDenseI64ArrayAttr(*places)));
  return op ? op->getResult(0) : Value();
}

/// With dimensions folded, or merged, or taken at one index.
Value GraphBuilder::narrow(Value value, int64_t rank) {
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  random.shuffle(dims);
  SmallVector<int64_t> axes(dims.begin(), dims.begin() + (type.getRank() - rank)), kept(dims.begin() + axes.size(), dims.end());
  llvm::sort(axes);
  llvm::sort(kept);
  if (random.chance(70)) {
    static constexpr const char *folds[] = {"sinter.mean", "sinter.sum", "sinter.reduce_max", "sinter.reduce_min", "sinter.any", "sinter.all"};
    for (int attempt = 0; attempt < 6; ++attempt)
      if (Operation *op = emit(random.anyOf(folds), value, {}, b.getNamedAttr("axes", b.getDenseI64ArrayAttr(axes))))
        return op->getResult(0);
    return {};
  }
  // Merge leading dimensions: products of extents.
  SymbolScope scope(context());
  SmallVector<AffineExpr> extents = scope.extents(type), merged;
  if (rank == 0 || llvm::count_if(extents, [](AffineExpr e) { return !isa<AffineConstantExpr>(e); }) > 1)
    return {};
  AffineExpr product = b.getAffineConstantExpr(1);
  for (int64_t d = 0; d <= type.getRank() - rank; ++d)
    product = product * extents[d];
  merged.push_back(product);
  merged.append(extents.begin() + (type.getRank() - rank + 1), extents.end());
  Operation *op = emit("sinter.reshape", value, getTensorType(context(), merged, scope.names(), type.getElementType()));
  return op ? op->getResult(0) : Value();
}

/// `value` with its dimensions in another order.
Value GraphBuilder::turn(Value value) {
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, typeOf(value).getRank()));
  random.shuffle(permutation);
  Operation *op = emit("sinter.transpose", value, {}, b.getNamedAttr("permutation", b.getDenseI64ArrayAttr(permutation)));
  return op ? op->getResult(0) : Value();
}

/// A value of `type` made from a new argument with dimensions in another order.
Value GraphBuilder::newTurned(RankedTensorType type) {
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())), inverse(type.getRank());
  random.shuffle(permutation);
  for (auto [place, dim] : llvm::enumerate(permutation))
    inverse[dim] = place;
  Operation *op = emit("sinter.transpose", newArgument(pickDims(type, inverse, type.getElementType())), {}, b.getNamedAttr("permutation", b.getDenseI64ArrayAttr(permutation)));
  return op ? op->getResult(0) : Value();
}

Value GraphBuilder::like(RankedTensorType type) {
  SmallVector<Value> same, narrower, others;
  for (Value value : values) {
    RankedTensorType candidate = typeOf(value);
    if (candidate == type)
      same.push_back(value);
    else if (candidate.getElementType() == type.getElementType() && candidate.getRank() < type.getRank() && placesOf(candidate, type))
      narrower.push_back(value);
    else if (withElementType(candidate, type.getElementType()) == type)
      others.push_back(value);
  }
  if (turns && random.chance(30))
    if (Value made = newTurned(type))
      return made;
  if (random.chance(70))
    if (Value found = best(same))
      return found;
  if (random.chance(50))
    if (Value from = best(narrower))
      if (Value made = widenTo(from, type))
        return made;
  if (random.chance(30))
    if (Value from = best(others))
      if (Operation *op = emit("sinter.cast", from, type))
        return op->getResult(0);
  // A smaller argument, repeated: a bias, a scale.
  if (type.getRank() > 0 && random.chance(35)) {
    SmallVector<int64_t> kept;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (random.chance(50))
        kept.push_back(d);
    RankedTensorType part = pickDims(type, kept, type.getElementType());
    if (part != type)
      if (Operation *op = emit("sinter.broadcast", newArgument(part), type, b.getNamedAttr("dims", b.getDenseI64ArrayAttr(kept))))
        return op->getResult(0);
  }
  return newArgument(type);
}

// Operators.

bool GraphBuilder::inferTypes(Operation *op) {
  auto infer = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (infer) {
    if (failed(infer.inferReturnTypes(context(), op->getLoc(), op->getOperands(), op->getAttrDictionary(), op->getPropertiesStorage(), op->getRegions(), types)))
      return false;
  } else if (op->getNumOperands() > 0) {
    types.assign(op->getNumResults(), op->getOperand(0).getType());
  }
  if (types.size() != op->getNumResults())
    return false;
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    result.setType(type);
  return true;
}

Operation *GraphBuilder::emit(StringRef name, ValueRange operands, TypeRange resultTypes, ArrayRef<NamedAttribute> attributes, bool infersTypes) {
  ScopedDiagnosticHandler quiet(context(), [](Diagnostic &) { return success(); });
  if (llvm::any_of(operands, [](Value v) { return !v; }))
    return nullptr;
  SmallVector<Type> types(resultTypes.begin(), resultTypes.end());
  bool isInferred = types.empty() || infersTypes;
  auto registered = RegisteredOperationName::lookup(name, context());
  if (!registered)
    return nullptr;
  if (types.empty())
    types.push_back(operands.empty() ? Type(RankedTensorType::get({}, b.getF32Type())) : operands[0].getType());
  OperationState state(b.getLoc(), name, operands, types);
  state.addAttributes(attributes);
  Operation *op = b.create(state);
  bool isGood = !isInferred || inferTypes(op);
  isGood = isGood && succeeded(verify(op));
  isGood = isGood && llvm::all_of(op->getResultTypes(), [&](Type type) { return cast<RankedTensorType>(type).getRank() <= mostRank && isSmall(cast<RankedTensorType>(type)); });
  if (!isGood || !evaluateOn(op)) {
    op->erase();
    return nullptr;
  }
  ++operators;
  llvm::append_range(values, op->getResults());
  return op;
}

bool GraphBuilder::evaluateOn(Operation *op) {
  if (!steers)
    return true;
  SmallVector<const HostTensor *> operands;
  for (Value operand : op->getOperands())
    operands.push_back(&known.find(operand)->second);
  reference::Bindings bindings(graph.trials[0].symbols.begin(), graph.trials[0].symbols.end());
  reference::InterpreterOptions options;
  options.computeInF64 = true;
  options.threads = 1;
  auto results = reference::evaluateOperator(op, operands, bindings, options);
  if (failed(results))
    return false;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), *results))
    known[result] = std::move(value);
  return true;
}

FuzzGraph GraphBuilder::finish() {
  SmallVector<Value> results;
  for (Operation &op : main.getBody().front())
    for (Value result : op.getResults())
      if (result.use_empty() || random.chance(10))
        results.push_back(result);
  func::ReturnOp::create(b, results);
  main.setFunctionType(b.getFunctionType(main.getArgumentTypes(), TypeRange(ValueRange(results))));
  constexpr int64_t mostSteps = 6;
  if (random.chance(12))
    graph.reliefSteps = 1 + random.below(mostSteps);
  return std::move(graph);
}

} // namespace sinter::fuzz
