// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the function: arguments of the graph's inputs, one operator's importer a node, results of the graph's outputs.

#include "compiler/Import/ONNX/OnnxImporter.h"

#include "compiler/Import/ONNX/HostEvaluator.h"
#include "compiler/Import/ONNX/OnnxFunctions.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;

namespace sinter {
namespace {

using sinter_onnx::GraphProto;
using sinter_onnx::NodeProto;
using sinter_onnx::ValueInfoProto;

/// What named dimensions turned out to be: another one, or a number.
struct Equalities {
  std::map<std::string, std::string> names;
  std::map<std::string, int64_t> values;
};

class ModelImporter {
public:
  ModelImporter(const OnnxModel &model, const OnnxImportOptions &options, const Equalities &equalities, MLIRContext *context)
      : model(model), options(options), equalities(equalities), builder(context), file(FileLineColLoc::get(context, model.path, 0, 0)),
        graph(model, options, builder), opset(model.opset()) {}

  FailureOr<OwningOpRef<ModuleOp>> run();
  /// What run() gave up for, to be added to the equalities of another try; false where nothing was.
  bool takeEquality(Equalities &equalities);

private:
  LogicalResult checkNodes();
  LogicalResult addInitializers();
  LogicalResult addInputs(func::FuncOp function);
  LogicalResult checkFixedDims();
  LogicalResult checkExtents(const OnnxNode &node, const NodeProto &proto);
  /// The number that dimension `name` is, by the options or because it met one.
  std::optional<int64_t> fixedValue(const std::string &name) const;
  FailureOr<RankedTensorType> inputType(const ValueInfoProto &info);
  LogicalResult importNode(const NodeProto &node);
  LogicalResult addResults(func::FuncOp function);
  LogicalResult checkResult(const ValueInfoProto &info, RankedTensorType type);

  const GraphProto &proto() const { return model.proto.graph(); }
  Location named(StringRef name) { return NameLoc::get(builder.getStringAttr(name), file); }
  Location nodeLocation(const NodeProto &node) {
    return named(!node.name().empty() ? node.name() : node.output_size() ? node.output(0) : node.op_type());
  }

  const OnnxModel &model;
  const OnnxImportOptions &options;
  const Equalities &equalities;
  OpBuilder builder;
  Location file;
  OnnxGraph graph;
  int64_t opset;
  /// Of the inputs, whether fixed or not.
  std::set<std::string> dimNames;
};

/// All that is not supported in one error, so that one run tells what a model needs.
LogicalResult ModelImporter::checkNodes() {
  std::string list;
  int64_t count = 0;
  for (const NodeProto &node : proto().node()) {
    bool standard = node.domain().empty() || node.domain() == "ai.onnx";
    const OnnxOp *op = standard ? findOnnxOp(node.op_type()) : nullptr;
    bool isOld = op && opset < firstOpset(node.op_type());
    if (op && !isOld && (!op->supports || op->supports(OnnxNode(graph, node, opset, builder, file))))
      continue;
    ++count;
    list += "\n  node `" + node.name() + "`: " + (standard ? "" : node.domain() + ".") + node.op_type();
    list += ", opset " + std::to_string(opset);
    list += isOld ? " (from " + std::to_string(firstOpset(node.op_type())) + " on)" : op ? (" (" + op->limit + ")").str() : "";
  }
  if (count == 0)
    return success();
  return emitError(file) << "`" << model.path << "` has " << count << " nodes whose operators are not supported:" << list;
}

LogicalResult ModelImporter::addInitializers() {
  if (proto().sparse_initializer_size())
    return emitError(file) << "sparse initializers are not supported, but the graph has " << proto().sparse_initializer_size();
  for (const auto &tensor : proto().initializer())
    if (failed(graph.define(tensor.name(), tensor, named(tensor.name()))))
      return failure();
  return success();
}

std::optional<int64_t> ModelImporter::fixedValue(const std::string &name) const {
  for (const auto *values : {&options.dims, &equalities.values})
    if (auto it = values->find(name); it != values->end())
      return it->second;
  return std::nullopt;
}

FailureOr<RankedTensorType> ModelImporter::inputType(const ValueInfoProto &info) {
  Location location = named(info.name());
  if (!info.type().has_tensor_type() || !info.type().tensor_type().has_shape())
    return emitError(location) << "input `" << info.name() << "` is not supported; expected a tensor of known rank", failure();
  const auto &tensor = info.type().tensor_type();
  Type element = getOnnxElementType(builder.getContext(), tensor.elem_type());
  if (!element)
    return emitError(location) << "element type " << getOnnxTypeName(tensor.elem_type()) << " of input `" << info.name() << "` is not supported", failure();
  SmallVector<AffineExpr> extents;
  int64_t product = 1;
  for (const auto &[i, dim] : llvm::enumerate(tensor.shape().dim())) {
    // A dimension without a name is equal to no other.
    std::string name = dim.dim_param().empty() ? info.name() + "_dim" + std::to_string(i) : dim.dim_param();
    if (!dim.has_dim_value())
      dimNames.insert(name);
    std::optional<int64_t> fixed = fixedValue(name);
    for (auto same = equalities.names.find(name); same != equalities.names.end(); same = equalities.names.find(name))
      name = same->second;
    fixed = fixed ? fixed : fixedValue(name);
    if (!dim.has_dim_value() && !fixed) {
      extents.push_back(builder.getAffineSymbolExpr(graph.symbols().number(name)));
      continue;
    }
    int64_t value = dim.has_dim_value() ? dim.dim_value() : *fixed;
    if (value < 0 || llvm::MulOverflow(product, std::max<int64_t>(value, 1), product) || product > (int64_t(1) << 47))
      return emitError(location) << "expected the dimensions of input `" << info.name() << "` to be 0 or more and their product of at most 2^47", failure();
    extents.push_back(builder.getAffineConstantExpr(value));
  }
  return graph.makeType(extents, element);
}

LogicalResult ModelImporter::addInputs(func::FuncOp function) {
  for (const ValueInfoProto &info : proto().input()) {
    // Up to IR version 3 initializers are listed as inputs too.
    if (graph.isDefined(info.name()))
      continue;
    FailureOr<RankedTensorType> type = inputType(info);
    if (failed(type))
      return failure();
    unsigned number = function.getNumArguments();
    auto attributes = builder.getDictionaryAttr(builder.getNamedAttr("sinter.name", builder.getStringAttr(info.name())));
    if (failed(function.insertArgument(number, *type, attributes, named(info.name()))) ||
        failed(graph.define(info.name(), function.getArgument(number), named(info.name()))))
      return failure();
  }
  return success();
}

/// A misspelt name would leave the dimension as it was.
LogicalResult ModelImporter::checkFixedDims() {
  for (const auto &[name, value] : options.dims)
    if (!dimNames.contains(name))
      return emitError(file) << "expected `" << name << "`, which is to be " << value << ", to be a named dimension of an input; there "
                             << (dimNames.empty() ? std::string("is none") : "are " + llvm::join(dimNames, ", "));
  return success();
}

/// Extents are walked as trees, and an operator may double what its inputs' have: a product of one with itself.
LogicalResult ModelImporter::checkExtents(const OnnxNode &node, const NodeProto &proto) {
  for (const std::string &output : proto.output()) {
    if (output.empty() || !graph.isDefined(output))
      continue;
    const HostTensor *host = graph.hostIfAny(output);
    Value tensor = graph.tensorIfAny(output);
    SmallVector<AffineExpr> exprs(host ? host->ints : SmallVector<AffineExpr>());
    if (tensor)
      llvm::append_range(exprs, graph.symbols().extents(cast<RankedTensorType>(tensor.getType())));
    if (!llvm::all_of(exprs, isSmall))
      return node.error() << "expected extents of at most " << maxTerms << " terms, but those of output `" << output << "` have more";
  }
  return success();
}

LogicalResult ModelImporter::importNode(const NodeProto &proto) {
  OnnxNode node(graph, proto, opset, builder, nodeLocation(proto));
  const OnnxOp &op = *findOnnxOp(proto.op_type());
  if (proto.input_size() < op.minInputs || proto.input_size() > op.maxInputs)
    return node.error() << "expected " << op.minInputs << " to " << op.maxInputs << " inputs, but got " << proto.input_size();
  for (int64_t i = 0; i < proto.input_size(); ++i) {
    if (i < op.minInputs && !node.hasInput(i))
      return node.error() << "expected input " << i << " to be present";
    if (node.hasInput(i) && !graph.isDefined(proto.input(i)))
      return node.error() << "expected `" << proto.input(i) << "` to be an input, an initializer or an earlier node's output";
  }
  if (std::optional<HostTensor> value = evaluateOnHost(node))
    return success(succeeded(node.setResult(0, std::move(*value))) && succeeded(checkExtents(node, proto)));
  if (failed(op.import(node)))
    return failure();
  for (const std::string &output : proto.output())
    if (!output.empty() && !graph.isDefined(output))
      return node.error() << "output `" << output << "` is not supported";
  return checkExtents(node, proto);
}

/// What the model declares of a result must not contradict what was inferred.
LogicalResult ModelImporter::checkResult(const ValueInfoProto &info, RankedTensorType type) {
  if (!info.type().has_tensor_type())
    return success();
  const auto &tensor = info.type().tensor_type();
  bool matches = getOnnxElementType(builder.getContext(), tensor.elem_type()) == type.getElementType();
  if (tensor.has_shape()) {
    matches &= tensor.shape().dim_size() == type.getRank();
    for (int64_t i = 0; matches && i < type.getRank(); ++i)
      if (tensor.shape().dim(i).has_dim_value() && !type.isDynamicDim(i))
        matches &= tensor.shape().dim(i).dim_value() == type.getDimSize(i);
  }
  if (matches)
    return success();
  return emitError(named(info.name())) << "expected output `" << info.name() << "` to be as the model declares it, but its type is " << type;
}

LogicalResult ModelImporter::addResults(func::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  for (const ValueInfoProto &info : proto().output()) {
    if (!graph.isDefined(info.name()))
      return emitError(named(info.name())) << "expected output `" << info.name() << "` to be a node's output";
    Value value = graph.tensor(info.name(), named(info.name()));
    if (!value || failed(checkResult(info, cast<RankedTensorType>(value.getType()))))
      return failure();
    results.push_back(value);
    types.push_back(value.getType());
    attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr("sinter.name", builder.getStringAttr(info.name()))));
  }
  func::ReturnOp::create(builder, file, results);
  function.setType(builder.getFunctionType(function.getArgumentTypes(), types));
  function.setResAttrsAttr(builder.getArrayAttr(attributes));
  if (DictionaryAttr ranges = graph.symbolRanges(); !ranges.empty())
    function->setAttr("sinter.symbols", ranges);
  return success();
}

bool ModelImporter::takeEquality(Equalities &equalities) {
  auto met = graph.metExtents();
  if (!met)
    return false;
  auto nameOf = [&](AffineExpr expr) { return graph.symbols().names()[cast<AffineSymbolExpr>(expr).getPosition()]; };
  std::string name = nameOf(met->first);
  if (equalities.names.count(name) || equalities.values.count(name)) {
    emitError(file) << "expected dimension `" << name << "`, which meets another extent, to be one of an input";
    return false;
  }
  if (auto value = asConstant(met->second))
    equalities.values[name] = *value;
  else
    equalities.names[name] = nameOf(met->second);
  return true;
}

FailureOr<OwningOpRef<ModuleOp>> ModelImporter::run() {
  if (failed(checkNodes()))
    return failure();
  if (opset < 1)
    return emitError(file) << "expected the model to import an opset of the standard operators, but it imports none", failure();
  OwningOpRef<ModuleOp> module = ModuleOp::create(file);
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(builder, file, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (failed(addInitializers()) || failed(addInputs(function)) || failed(checkFixedDims()))
    return failure();
  for (const NodeProto &node : proto().node())
    if (failed(importNode(node)))
      return failure();
  if (failed(addResults(function)) || failed(verify(*module)))
    return failure();
  return module;
}

} // namespace

FailureOr<OwningOpRef<ModuleOp>> importOnnx(StringRef path, MLIRContext *context, const OnnxImportOptions &options) {
  Location location = FileLineColLoc::get(context, path, 0, 0);
  FailureOr<std::unique_ptr<OnnxModel>> model = readOnnxModel(path, location);
  if (failed(model) || failed(inlineFunctions(**model, location)))
    return failure();
  return importOnnx(**model, context, options);
}

FailureOr<OwningOpRef<ModuleOp>> importOnnx(const OnnxModel &model, MLIRContext *context, const OnnxImportOptions &options) {
  context->loadDialect<SinterDialect, func::FuncDialect>();
  Location location = FileLineColLoc::get(context, model.path, 0, 0);
  if (options.symbolMin < 0 || options.symbolMax < options.symbolMin)
    return emitError(location) << "expected a range of dimensions with 0 <= min <= max, but got [" << options.symbolMin << ", " << options.symbolMax
                               << "]", failure();
  // Each try that gives up leaves one name less.
  for (Equalities equalities;;) {
    ModelImporter importer(model, options, equalities, context);
    FailureOr<OwningOpRef<ModuleOp>> module = importer.run();
    if (succeeded(module) || !importer.takeEquality(equalities))
      return module;
  }
}

} // namespace sinter
