// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the registry and the verifiers tell. An elementwise operator is tried with operands of each type, so that a new one is found
// by itself; the others come from the table of generators.

#include "compiler/Fuzzer/Catalog.h"

#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sinter::fuzz {
namespace {

/// The enumerations whose words an attribute `kind` of some operator may be.
std::vector<Attribute> listKinds(MLIRContext *context) {
  static constexpr const char *texts[] = {"gelu_kind erf",      "gelu_kind tanh",    "compare_kind eq",        "compare_kind ne",
                                          "compare_kind lt",    "compare_kind le",   "compare_kind gt",        "compare_kind ge",
                                          "infinity_kind any",  "infinity_kind positive", "infinity_kind negative"};
  std::vector<Attribute> kinds;
  for (const char *text : texts)
    if (Attribute kind = parseAttribute("#sinter<" + std::string(text) + ">", context))
      kinds.push_back(kind);
  return kinds;
}

/// The word of "#sinter<gelu_kind erf>".
std::string kindText(Attribute kind) {
  if (!kind)
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  kind.print(os);
  return StringRef(text).rsplit(' ').second.drop_back().str();
}

std::string labelOf(StringRef name, Attribute kind) {
  name.consume_front("sinter.");
  std::string text = kindText(kind);
  return text.empty() ? name.str() : name.str() + " " + text;
}

/// Tries operators in a function of their own.
class Bench {
public:
  explicit Bench(MLIRContext *context) : b(UnknownLoc::get(context), context) {
    module = ModuleOp::create(b);
    b.setInsertionPointToEnd(module->getBody());
    b.setInsertionPointToEnd(func::FuncOp::create(b, "main", b.getFunctionType({}, {})).addEntryBlock());
  }

  bool isValid(StringRef name, const ElementwiseForm &form) {
    Block &block = *b.getInsertionBlock();
    while (block.getNumArguments() < form.operands.size())
      block.addArgument(RankedTensorType::get({3}, b.getF32Type()), b.getLoc());
    for (auto [argument, type] : llvm::zip(block.getArguments(), form.operands))
      argument.setType(RankedTensorType::get({3}, type));
    OperationState state(b.getLoc(), name, block.getArguments().take_front(form.operands.size()), RankedTensorType::get({3}, form.result));
    state.addAttributes(form.attributes);
    Operation *op = b.create(state);
    bool isGood = op->getNumResults() == 1 && succeeded(verify(op));
    op->erase();
    return isGood;
  }

private:
  ImplicitLocOpBuilder b;
  OwningOpRef<ModuleOp> module;
};

} // namespace

std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

Operation *OperatorEntry::emit(GraphBuilder &g, Type element, int64_t rank) const {
  if (generate)
    return generate(g, name, element, rank);
  auto it = forms.find(textOf(element));
  if (it == forms.end())
    return nullptr;
  const ElementwiseForm &form = g.random.anyOf(it->second);
  // The operand that the operator is counted by comes first; the others fit it.
  Value last = g.pick(element, rank);
  auto shape = cast<RankedTensorType>(last.getType());
  SmallVector<Value> operands;
  for (Type type : ArrayRef(form.operands).drop_back())
    operands.push_back(type == element && g.random.chance(8) ? last : g.like(withElementType(shape, type)));
  operands.push_back(last);
  return g.emit(name, operands, withElementType(shape, form.result), form.attributes);
}

Catalog::Catalog(MLIRContext *context) : context(context) {
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  listElementTypes();
  SmallVector<RegisteredOperationName> names;
  // Not the context's list of a dialect: it searches a list that is not sorted as it expects, and may find nothing.
  llvm::copy_if(context->getRegisteredOperations(), std::back_inserter(names), [](RegisteredOperationName name) {
    return name.getDialectNamespace() == SinterDialect::getDialectNamespace() && name.getStringRef() != GroupOp::getOperationName() &&
           name.getStringRef() != YieldOp::getOperationName();
  });
  llvm::sort(names, [](RegisteredOperationName a, RegisteredOperationName b) { return a.getStringRef() < b.getStringRef(); });
  for (RegisteredOperationName name : names) {
    size_t before = operators.size();
    if (Generate generate = findGenerator(name.getStringRef()))
      addGenerated(name, generate);
    else if (name.hasInterface<ElementwiseOpInterface>())
      addElementwise(name);
    else if (name.hasInterface<ReductionOpInterface>())
      addGenerated(name, generateReduction);
    if (operators.size() == before)
      withoutGenerator.push_back(name.getStringRef().str());
  }
  findCells();
}

/// Those that tensors and kernels both have.
void Catalog::listElementTypes() {
  Builder b(context);
  auto unsignedType = [&](unsigned width) { return IntegerType::get(context, width, IntegerType::Unsigned); };
  const Type candidates[] = {b.getF64Type(),        b.getF32Type(),   b.getF16Type(),   b.getBF16Type(),  Float8E4M3FNType::get(context),
                             Float8E5M2Type::get(context), Float4E2M1FNType::get(context), b.getI64Type(), b.getI32Type(), b.getI16Type(),
                             b.getI8Type(),         b.getIntegerType(4), unsignedType(64), unsignedType(32), unsignedType(16),
                             unsignedType(8),       b.getI1Type()};
  Bench bench(context);
  for (Type type : candidates)
    if (kernel::ViewType::getChecked([&] { return emitError(UnknownLoc::get(context)); }, context, type) &&
        bench.isValid(SelectOp::getOperationName(), {{b.getI1Type(), type, type}, type, {}}))
      elementTypes.push_back(type);
}

void Catalog::addGenerated(RegisteredOperationName name, Generate generate) {
  OperatorEntry entry;
  entry.name = name.getStringRef().str();
  entry.label = labelOf(entry.name, {});
  entry.generate = generate;
  operators.push_back(std::move(entry));
}

void Catalog::addElementwise(RegisteredOperationName name) {
  Bench bench(context);
  Type boolean = IntegerType::get(context, 1);
  bool hasKind = llvm::is_contained(name.getAttributeNames(), StringAttr::get(context, "kind"));
  std::vector<Attribute> kinds = hasKind ? listKinds(context) : std::vector<Attribute>{Attribute()};
  for (Attribute kind : kinds) {
    OperatorEntry entry;
    entry.name = name.getStringRef().str();
    entry.label = labelOf(entry.name, kind);
    SmallVector<NamedAttribute> attributes;
    if (kind)
      attributes.push_back(NamedAttribute(StringAttr::get(context, "kind"), kind));
    // All operands of one type, or the first of them a bool.
    auto attempt = [&](Type type, size_t arity, bool isConditional) {
      ElementwiseForm form{SmallVector<Type>(arity, type), type, attributes};
      if (isConditional)
        form.operands[0] = boolean;
      for (Type result : elementTypes) {
        form.result = result;
        if (bench.isValid(entry.name, form))
          entry.forms[textOf(type)].push_back(form);
      }
    };
    for (Type type : elementTypes)
      for (size_t arity = 1; arity <= 3; ++arity) {
        attempt(type, arity, false);
        if (arity > 1 && type != boolean)
          attempt(type, arity, true);
      }
    if (!entry.forms.empty())
      operators.push_back(std::move(entry));
  }
}

/// A generator's operator is legal where one of several attempts at it is valid.
void Catalog::findCells() {
  constexpr uint64_t attempts = 12;
  for (auto [entry, candidate] : llvm::enumerate(operators))
    for (auto [type, element] : llvm::enumerate(elementTypes))
      for (int64_t rank = 0; rank <= mostRank; ++rank) {
        bool isLegal = candidate.forms.count(textOf(element));
        for (uint64_t i = 0; !isLegal && candidate.generate && i < attempts; ++i) {
          GraphBuilder g(context, 0, i * 7 + rank, false);
          isLegal = candidate.emit(g, element, rank) != nullptr;
        }
        if (isLegal)
          legal.push_back({entry, type, rank});
      }
}

/// What an operator is counted by: the last operand of an elementwise one, what a reduction folds, else the operand of the result's element type;
/// the result where there is none.
static Value principalOf(Operation *op) {
  if (isa<ElementwiseOpInterface>(op))
    return op->getOperands().back();
  if (isa<ReductionOpInterface>(op))
    return op->getOperand(0);
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()) == getElementTypeOrSelf(op->getResult(0).getType()))
      return operand;
  return op->getResult(0);
}

CellName nameOf(Operation *op) {
  Value principal = principalOf(op);
  auto type = cast<RankedTensorType>(principal.getType());
  return {labelOf(op->getName().getStringRef(), isa<ElementwiseOpInterface>(op) ? op->getAttr("kind") : Attribute()), textOf(type.getElementType()), type.getRank()};
}

} // namespace sinter::fuzz
