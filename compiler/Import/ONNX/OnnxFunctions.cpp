// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls are expanded depth first into a new list of nodes.

#include "compiler/Import/ONNX/OnnxFunctions.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;

namespace sinter {
namespace {

using sinter_onnx::AttributeProto;
using sinter_onnx::FunctionProto;
using sinter_onnx::NodeProto;

/// Few lines of functions that call others twice each make any number of nodes.
constexpr int maxNodes = 1 << 18;
constexpr int maxDepth = 64;

bool isStandard(const std::string &domain) { return domain.empty() || domain == "ai.onnx"; }

class Inliner {
public:
  Inliner(OnnxModel &model, Location location) : model(model), location(location) {
    for (const FunctionProto &function : model.proto.functions())
      functions.try_emplace({function.domain(), function.name()}, &function);
  }

  LogicalResult run() {
    auto &graph = *model.proto.mutable_graph();
    for (NodeProto &node : *graph.mutable_node())
      if (failed(add(std::move(node), 0)))
        return failure();
    graph.mutable_node()->Swap(&nodes);
    return success();
  }

private:
  LogicalResult add(NodeProto node, int depth) {
    auto it = functions.find({node.domain(), node.op_type()});
    if (it != functions.end())
      return expand(*it->second, node, depth);
    if (nodes.size() == maxNodes)
      return emitError(location) << "expected at most " << maxNodes << " nodes once functions are in the graph, but `" << model.path << "` has more";
    *nodes.Add() = std::move(node);
    return success();
  }

  /// A body may name any opset; of the standard operators it has to be the model's, by which nodes are read.
  LogicalResult check(const FunctionProto &function, const NodeProto &call, int depth) {
    if (depth == maxDepth)
      return emitError(location) << "expected calls of functions to be nested at most " << maxDepth << " deep, but those of `" << function.name() << "` are deeper";
    for (const auto &import : function.opset_import())
      if (isStandard(import.domain()) && import.version() != model.opset())
        return emitError(location) << "expected function `" << function.name() << "` to be of the model's opset " << model.opset() << ", but it is of "
                                   << import.version();
    if (call.input_size() > function.input_size() || call.output_size() > function.output_size())
      return emitError(location) << "node `" << call.name() << "`: expected at most " << function.input_size() << " inputs and " << function.output_size()
                                 << " outputs of function `" << function.name() << "`, but got " << call.input_size() << " and " << call.output_size();
    return success();
  }

  LogicalResult expand(const FunctionProto &function, const NodeProto &call, int depth) {
    if (failed(check(function, call, depth)))
      return failure();
    std::string prefix = (call.name().empty() ? function.name() : call.name()) + "#" + std::to_string(calls++) + "/";
    std::map<std::string, std::string> names{{"", ""}};
    for (int i = 0; i < function.input_size(); ++i)
      names[function.input(i)] = i < call.input_size() ? call.input(i) : "";
    for (int i = 0; i < function.output_size() && i < call.output_size(); ++i) {
      if (call.output(i).empty())
        continue;
      if (!names.try_emplace(function.output(i), call.output(i)).second && failed(add(makeIdentity(names[function.output(i)], call.output(i)), depth)))
        return failure();
    }
    for (NodeProto node : function.node()) {
      for (auto *list : {node.mutable_input(), node.mutable_output()})
        for (std::string &name : *list)
          name = names.try_emplace(name, prefix + name).first->second;
      node.set_name(prefix + (node.name().empty() ? node.op_type() : node.name()));
      bindAttributes(node, call);
      if (failed(add(std::move(node), depth + 1)))
        return failure();
    }
    return success();
  }

  static NodeProto makeIdentity(const std::string &from, const std::string &to) {
    NodeProto node;
    node.set_op_type("Identity");
    node.set_name(to);
    node.add_input(from);
    node.add_output(to);
    return node;
  }

  /// Attributes that refer to one of the call's take its value, and go where the call has none.
  static void bindAttributes(NodeProto &node, const NodeProto &call) {
    google::protobuf::RepeatedPtrField<AttributeProto> bound;
    for (AttributeProto &attribute : *node.mutable_attribute()) {
      if (attribute.ref_attr_name().empty()) {
        *bound.Add() = std::move(attribute);
        continue;
      }
      auto given = llvm::find_if(call.attribute(), [&](const AttributeProto &one) { return one.name() == attribute.ref_attr_name(); });
      if (given == call.attribute().end())
        continue;
      AttributeProto &value = *bound.Add() = *given;
      value.set_name(attribute.name());
    }
    node.mutable_attribute()->Swap(&bound);
  }

  OnnxModel &model;
  Location location;
  std::map<std::pair<std::string, std::string>, const FunctionProto *> functions;
  google::protobuf::RepeatedPtrField<NodeProto> nodes;
  int64_t calls = 0;
};

} // namespace

LogicalResult inlineFunctions(OnnxModel &model, Location location) {
  return model.proto.functions_size() == 0 ? success() : Inliner(model, location).run();
}

} // namespace sinter
