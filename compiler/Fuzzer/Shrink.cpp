// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries one change after another, the large ones first: fewer results, operators replaced by arguments of the values that they had,
// operators taken out, symbols fixed, extents and element types made small.

#include "compiler/Fuzzer/Shrink.h"

#include "compiler/Fuzzer/ChildProcess.h"
#include "compiler/Fuzzer/Extents.h"
#include "compiler/Reference/Elements.h"
#include "compiler/Reference/Interpreter.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/IR/Verifier.h"

#include <chrono>
#include <set>

using namespace mlir;
using sinter::rt::HostTensor;

namespace sinter::fuzz {
namespace {

Block &bodyOf(FuzzGraph &graph) { return graph.main().getBody().front(); }

void updateSignature(FuzzGraph &graph) {
  Block &body = bodyOf(graph);
  func::FuncOp main = graph.main();
  main.setFunctionType(FunctionType::get(main.getContext(), body.getArgumentTypes(), body.getTerminator()->getOperandTypes()));
}

/// Takes out operators that nothing reads and arguments that nothing reads.
void dropUnread(FuzzGraph &graph) {
  Block &body = bodyOf(graph);
  // A reversed iterator refers to the operator behind its own, so that none may outlive an erased one.
  for (Operation *op = body.getTerminator()->getPrevNode(); op;) {
    Operation *previous = op->getPrevNode();
    if (op->use_empty())
      op->erase();
    op = previous;
  }
  for (unsigned i = body.getNumArguments(); i-- > 0;) {
    if (!body.getArgument(i).use_empty())
      continue;
    body.eraseArgument(i);
    for (Trial &trial : graph.trials)
      trial.inputs.erase(trial.inputs.begin() + i);
  }
  updateSignature(graph);
}

void returnOnly(FuzzGraph &graph, ValueRange values) {
  bodyOf(graph).getTerminator()->setOperands(values);
  dropUnread(graph);
}

/// The elements of `tensor` whose indices are below `dims`; the last ones are repeated where it has fewer.
HostTensor crop(const HostTensor &tensor, rt::ElementType type, const std::vector<int64_t> &dims) {
  HostTensor result = *HostTensor::Create(type, dims);
  uint64_t count = result.element_count();
  if (count == 0 || tensor.element_count() == 0)
    return result;
  std::vector<double> floats(tensor.element_count()), newFloats(count);
  std::vector<int64_t> integers(floats.size()), newIntegers(count);
  bool isFloat = reference::isFloat(tensor.type());
  if (isFloat)
    reference::readFloats(tensor, 0, floats.size(), floats.data());
  else
    reference::readIntegers(tensor, 0, integers.size(), integers.data());
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t rest = i, from = 0, stride = 1;
    for (size_t d = dims.size(); d-- > 0;) {
      from += std::min<uint64_t>(rest % dims[d], tensor.dims()[d] - 1) * stride;
      stride *= tensor.dims()[d];
      rest /= dims[d];
    }
    newFloats[i] = isFloat ? floats[from] : static_cast<double>(integers[from]);
    newIntegers[i] = isFloat ? static_cast<int64_t>(floats[from]) : integers[from];
  }
  if (reference::isFloat(type))
    reference::writeFloats(newFloats.data(), 0, count, result);
  else
    reference::writeIntegers(newIntegers.data(), 0, count, result);
  return result;
}

/// Gives every value the type that `change` makes of its own. False where the graph is not valid then.
bool changeTypes(FuzzGraph &graph, function_ref<RankedTensorType(RankedTensorType)> change) {
  ScopedDiagnosticHandler quiet(graph.module->getContext(), [](Diagnostic &) { return success(); });
  Block &body = bodyOf(graph);
  bool isChanged = false;
  auto changeOne = [&](Value value) {
    RankedTensorType type = cast<RankedTensorType>(value.getType()), changed = change(type);
    isChanged = isChanged || type != changed;
    value.setType(changed);
  };
  llvm::for_each(body.getArguments(), changeOne);
  for (Operation &op : body.without_terminator())
    llvm::for_each(op.getResults(), changeOne);
  updateSignature(graph);
  if (!isChanged || failed(verify(*graph.module)))
    return false;
  for (Trial &trial : graph.trials)
    for (auto [argument, input] : llvm::zip_equal(body.getArguments(), trial.inputs)) {
      auto type = cast<RankedTensorType>(argument.getType());
      input = crop(input, toRuntimeType(type.getElementType()), extentsOf(type, trial.symbols));
    }
  return true;
}

class Shrinker {
public:
  Shrinker(FuzzGraph graph, Failure &failure, const ShrinkSettings &settings)
      : graph(std::move(graph)), failure(failure), settings(settings), signature(signatureOf(failure)) {}

  FuzzGraph run() {
    keepOneTrial();
    keepFewResults();
    for (bool progress = true; progress && hasTime();) {
      progress = false;
      progress |= replaceByArguments();
      progress |= takeOut();
      progress |= fixSymbols();
      progress |= shrinkExtents();
      progress |= simplifyTypes();
    }
    return std::move(graph);
  }

private:
  bool hasTime() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < settings.budget; }

  /// Keeps what `change` makes of the graph where that fails in the same way.
  bool attempt(function_ref<bool(FuzzGraph &)> change) {
    if (!hasTime())
      return false;
    FuzzGraph candidate = copyGraph(graph);
    if (!change(candidate))
      return false;
    Failure found = checkInChild(candidate, settings);
    if (!found.exists() || signatureOf(found) != signature)
      return false;
    graph = std::move(candidate);
    failure = found;
    return true;
  }

  void keepOneTrial() {
    for (size_t i = 0; i < graph.trials.size() && graph.trials.size() > 1; ++i)
      if (attempt([&](FuzzGraph &g) {
            std::vector<Trial> one;
            one.push_back(std::move(g.trials[i]));
            g.trials = std::move(one);
            return true;
          }))
        return;
  }

  void keepFewResults() {
    // One of the values, the earliest that will do; else half of the results, and so on.
    size_t operators = llvm::range_size(bodyOf(graph).without_terminator());
    for (size_t i = 0; i < operators; ++i)
      for (unsigned k = 0; k < (*std::next(bodyOf(graph).begin(), i)).getNumResults(); ++k)
        if (attempt([&](FuzzGraph &g) {
              returnOnly(g, std::next(bodyOf(g).begin(), i)->getResult(k));
              return true;
            }))
          return;
    for (size_t k = 0; k < bodyOf(graph).getTerminator()->getNumOperands();)
      if (bodyOf(graph).getTerminator()->getNumOperands() == 1 || !attempt([&](FuzzGraph &g) {
            SmallVector<Value> values(bodyOf(g).getTerminator()->getOperands());
            values.erase(values.begin() + k);
            returnOnly(g, values);
            return true;
          }))
        ++k;
  }

  /// An operator's results become arguments, with the values that the reference has for them.
  bool replaceByArguments() {
    bool progress = false;
    for (size_t i = llvm::range_size(bodyOf(graph).without_terminator()); i-- > 0;) {
      if (i >= llvm::range_size(bodyOf(graph).without_terminator()))
        continue;
      progress |= attempt([&](FuzzGraph &g) {
        Operation *op = &*std::next(bodyOf(g).begin(), i);
        if (llvm::all_of(op->getUsers(), [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); }))
          return false;
        for (Trial &trial : g.trials)
          if (!addInputs(g, trial, op))
            return false;
        for (Value result : op->getResults())
          result.replaceAllUsesWith(bodyOf(g).addArgument(result.getType(), op->getLoc()));
        dropUnread(g);
        return true;
      });
    }
    return progress;
  }

  static bool addInputs(FuzzGraph &g, Trial &trial, Operation *wanted) {
    std::vector<const HostTensor *> inputs;
    for (const HostTensor &input : trial.inputs)
      inputs.push_back(&input);
    Tensors found;
    reference::InterpreterOptions options;
    options.threads = 1;
    options.observe = [&](Operation *op, ArrayRef<const HostTensor *> results) {
      for (const HostTensor *result : op == wanted ? results : ArrayRef<const HostTensor *>())
        found.push_back(copyTensor(*result));
    };
    ScopedDiagnosticHandler quiet(g.module->getContext(), [](Diagnostic &) { return success(); });
    if (failed(reference::evaluate(g.main(), inputs, options, reference::Bindings(trial.symbols.begin(), trial.symbols.end()))))
      return false;
    for (HostTensor &tensor : found)
      trial.inputs.push_back(std::move(tensor));
    return found.size() == wanted->getNumResults();
  }

  /// An operand of the same type stands for the result.
  bool takeOut() {
    bool progress = false;
    for (size_t i = llvm::range_size(bodyOf(graph).without_terminator()); i-- > 0;) {
      if (i >= llvm::range_size(bodyOf(graph).without_terminator()))
        continue;
      progress |= attempt([&](FuzzGraph &g) {
        Operation *op = &*std::next(bodyOf(g).begin(), i);
        for (Value operand : op->getOperands())
          if (op->getNumResults() == 1 && operand.getType() == op->getResult(0).getType()) {
            op->getResult(0).replaceAllUsesWith(operand);
            dropUnread(g);
            return !llvm::any_of(bodyOf(g).getTerminator()->getOperands(), [](Value v) { return isa<BlockArgument>(v); });
          }
        return false;
      });
    }
    return progress;
  }

  bool fixSymbols() {
    if (graph.trials.size() != 1 || graph.trials[0].symbols.empty())
      return false;
    return attempt([&](FuzzGraph &g) {
      SymbolValues symbols = g.trials[0].symbols;
      g.trials[0].symbols.clear();
      return changeTypes(g, [&](RankedTensorType type) { return RankedTensorType::get(extentsOf(type, symbols), type.getElementType()); });
    });
  }

  bool shrinkExtents() {
    std::set<int64_t, std::greater<>> extents;
    graph.module->walk([&](Operation *op) {
      for (Type type : op->getOperandTypes())
        for (int64_t extent : cast<RankedTensorType>(type).getShape())
          if (!ShapedType::isDynamic(extent) && extent > 1)
            extents.insert(extent);
    });
    bool progress = false;
    for (int64_t extent : extents)
      for (int64_t smaller : {int64_t(1), int64_t(2), extent / 2, extent - 1})
        if (smaller < extent && smaller > 0 && attempt([&](FuzzGraph &g) {
              return changeTypes(g, [&](RankedTensorType type) {
                SymbolScope scope(type.getContext());
                SmallVector<AffineExpr> exprs = scope.extents(type);
                for (AffineExpr &expr : exprs)
                  if (auto constant = dyn_cast<AffineConstantExpr>(expr); constant && constant.getValue() == extent)
                    expr = getAffineConstantExpr(smaller, type.getContext());
                return getTensorType(type.getContext(), exprs, scope.names(), type.getElementType());
              });
            })) {
          progress = true;
          break;
        }
    return progress;
  }

  bool simplifyTypes() {
    Builder b(graph.module->getContext());
    SmallVector<Type> elements;
    graph.module->walk([&](Operation *op) {
      for (Type type : op->getOperandTypes())
        if (Type element = cast<RankedTensorType>(type).getElementType(); !llvm::is_contained(elements, element))
          elements.push_back(element);
    });
    bool progress = false;
    for (Type element : elements) {
      Type simple = isa<FloatType>(element) ? Type(b.getF32Type()) : element.isInteger(1) ? element : Type(b.getI32Type());
      progress |= simple != element && attempt([&](FuzzGraph &g) {
        return changeTypes(g, [&](RankedTensorType type) { return type.getElementType() == element ? withElementType(type, simple) : type; });
      });
    }
    return progress;
  }

  FuzzGraph graph;
  Failure &failure;
  const ShrinkSettings &settings;
  std::string signature;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

} // namespace

std::string signatureOf(const Failure &failure) {
  if (failure.kind == "mismatch" || failure.kind == "crash" || failure.kind == "hang")
    return failure.kind;
  std::string line = failure.message.substr(0, failure.message.find('\n')), text = failure.kind + ": ";
  // Numbers and names are of one graph.
  bool isQuoted = false;
  for (char c : line) {
    if (c == '`' || c == '\'')
      isQuoted = !isQuoted;
    if (!isQuoted && !(c >= '0' && c <= '9'))
      text += c;
  }
  return text.substr(0, 120);
}

FuzzGraph copyGraph(const FuzzGraph &graph) {
  FuzzGraph copy;
  copy.reliefSteps = graph.reliefSteps;
  copy.module = cast<ModuleOp>(const_cast<FuzzGraph &>(graph).module->clone());
  for (const Trial &trial : graph.trials) {
    copy.trials.push_back({trial.symbols, {}});
    for (const HostTensor &input : trial.inputs)
      copy.trials.back().inputs.push_back(copyTensor(input));
  }
  return copy;
}

Failure checkInChild(const FuzzGraph &graph, const ShrinkSettings &settings) {
  std::string end, step = "start";
  auto records = runInChild(
      [&](const RecordWriter &writer) {
        absl::StatusOr<CheckDevice> device = openDevice(settings.device, 0);
        if (!device.ok())
          return;
        const FuzzGraph *pointer = &graph;
        BatchObserver observer;
        observer.begin = [&](size_t, const char *name) { writer.send({"begin", name}); };
        observer.finished = [&](size_t, const Failure &failure) { writer.send({"done", failure.kind, failure.message}); };
        checkGraphs(pointer, settings.check, *device, observer);
      },
      settings.timeout, end);
  for (const Record &record : records) {
    if (record[0] == "done")
      return {record[1], record[2]};
    step = record[1];
  }
  return {end == "hang" ? "hang" : "crash", (end.empty() ? "ended early" : end) + " in step `" + step + "`"};
}

FuzzGraph shrink(FuzzGraph graph, Failure &failure, const ShrinkSettings &settings) { return Shrinker(std::move(graph), failure, settings).run(); }

} // namespace sinter::fuzz
