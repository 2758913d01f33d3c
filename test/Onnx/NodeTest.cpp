// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and reads ONNX's node tests.

#include "test/Onnx/NodeTest.h"

#include "compiler/Import/ONNX/OnnxTensor.h"
#include "compiler/Support/ElementTypes.h"
#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/element_conversion.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <filesystem>
#include <map>

using namespace mlir;

namespace sinter::test {
namespace {

namespace fs = std::filesystem;

template <typename Proto> absl::StatusOr<Proto> readProto(const fs::path &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path.string(), /*IsText=*/false, /*RequiresNullTerminator=*/false);
  Proto proto;
  if (!buffer || !proto.ParseFromArray((*buffer)->getBufferStart(), static_cast<int>((*buffer)->getBufferSize())))
    return absl::InvalidArgumentError(absl::StrCat("cannot read ", path.string()));
  return proto;
}

fs::path dataFolder(const NodeTest &test, unsigned dataSet) {
  return fs::path(test.folder) / absl::StrCat("test_data_set_", dataSet);
}

/// `proto` as a tensor of its own; kUnimplemented where it has a type that there is none of here.
absl::StatusOr<rt::HostTensor> toHostTensor(const sinter_onnx::TensorProto &proto) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<SinterDialect>();
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.str();
    return success();
  });
  OnnxModel model;
  OnnxImportOptions options;
  auto data = TensorReader(model, options).read(proto, proto.name(), UnknownLoc::get(&context));
  if (failed(data) || !data->values)
    return absl::UnimplementedError(errors);
  Type element = data->type.getElementType();
  rt::ElementType type = toRuntimeType(element);
  SINTER_ASSIGN_OR_RETURN(rt::HostTensor tensor,
                          rt::HostTensor::Create(type, std::vector<int64_t>(data->type.getShape())));
  uint64_t i = 0;
  if (isa<FloatType>(element)) {
    for (APFloat value : data->values.getValues<APFloat>()) {
      bool loses;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      rt::WriteElement(type, tensor.data(), i++, value.convertToDouble());
    }
    return tensor;
  }
  // Written modulo the type's width, so the sign does not matter.
  for (APInt value : data->values.getValues<APInt>())
    rt::WriteInteger(type, tensor.data(), i++, static_cast<int64_t>(value.getZExtValue()));
  return tensor;
}

/// The tensor in a file of the test, as the value `info` of the model. The files have the bits of a bf16 as those of a UINT16,
/// since NumPy lacks the type.
absl::StatusOr<sinter_onnx::TensorProto> readValue(const fs::path &path, const sinter_onnx::ValueInfoProto &info) {
  SINTER_ASSIGN_OR_RETURN(auto proto, readProto<sinter_onnx::TensorProto>(path));
  proto.set_name(info.name());
  if (proto.data_type() == sinter_onnx::TensorProto::UINT16 && info.type().tensor_type().elem_type() == sinter_onnx::TensorProto::BFLOAT16)
    proto.set_data_type(sinter_onnx::TensorProto::BFLOAT16);
  return proto;
}

absl::StatusOr<NodeTest> describeTest(const fs::path &folder) {
  SINTER_ASSIGN_OR_RETURN(auto proto, readProto<sinter_onnx::ModelProto>(folder / "model.onnx"));
  OnnxModel model{folder.string(), std::move(proto)};
  NodeTest test;
  test.name = folder.filename().string();
  test.folder = folder.string();
  test.opset = model.opset();
  test.isExpanded = test.name.find("_expanded") != std::string::npos;
  const auto &graph = model.proto.graph();
  if (graph.node_size() == 1) {
    const auto &node = graph.node(0);
    test.op =
        node.domain().empty() || node.domain() == "ai.onnx" ? node.op_type() : node.domain() + "." + node.op_type();
  }
  while (fs::is_directory(dataFolder(test, test.dataSets)))
    ++test.dataSets;
  return test;
}

} // namespace

std::vector<NodeTest> listNodeTests(const std::string &folder) {
  std::vector<NodeTest> tests;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (absl::StatusOr<NodeTest> test = describeTest(entry.path()); test.ok())
      tests.push_back(*std::move(test));
  std::sort(tests.begin(), tests.end(), [](const NodeTest &a, const NodeTest &b) { return a.name < b.name; });
  std::map<std::string, std::string> opOf;
  for (const NodeTest &test : tests)
    opOf[test.name] = test.op;
  for (NodeTest &test : tests)
    if (test.isExpanded)
      if (auto it = opOf.find(test.name.substr(0, test.name.find("_expanded"))); it != opOf.end())
        test.op = it->second;
  return tests;
}

absl::StatusOr<NodeTestData> NodeTestData::read(const NodeTest &test, unsigned dataSet) {
  NodeTestData data;
  SINTER_ASSIGN_OR_RETURN(data.model, readProto<sinter_onnx::ModelProto>(fs::path(test.folder) / "model.onnx"));
  fs::path folder = dataFolder(test, dataSet);
  const auto &graph = data.model.graph();
  for (const auto *infos : {&graph.input(), &graph.output()})
    for (const auto &info : *infos)
      if (!info.type().has_tensor_type())
        return absl::UnimplementedError("sequences and optional values");
  for (int i = 0; i < graph.input_size(); ++i) {
    SINTER_ASSIGN_OR_RETURN(auto proto, readValue(folder / absl::StrCat("input_", i, ".pb"), graph.input(i)));
    SINTER_ASSIGN_OR_RETURN(rt::HostTensor value, toHostTensor(proto));
    data.inputs.push_back(std::move(proto));
    data.values.push_back(std::move(value));
  }
  for (int i = 0; i < graph.output_size(); ++i) {
    SINTER_ASSIGN_OR_RETURN(auto proto, readValue(folder / absl::StrCat("output_", i, ".pb"), graph.output(i)));
    SINTER_ASSIGN_OR_RETURN(rt::HostTensor value, toHostTensor(proto));
    data.outputs.push_back(std::move(value));
  }
  return data;
}

static std::string nameOfDim(int64_t dim) { return absl::StrCat("n", dim); }

std::map<std::string, int64_t, std::less<>> NodeTestData::namedDims() const {
  std::map<std::string, int64_t, std::less<>> result;
  for (const auto &input : inputs)
    for (int64_t dim : input.dims())
      if (dim > 1)
        result[nameOfDim(dim)] = dim;
  return result;
}

OnnxModel NodeTestData::makeModel(const std::set<size_t> &constants, bool namesDims) const {
  OnnxModel result{"model.onnx", model};
  auto &graph = *result.proto.mutable_graph();
  graph.clear_input();
  for (int i = 0; i < model.graph().input_size(); ++i) {
    if (constants.count(i)) {
      *graph.add_initializer() = inputs[i];
      continue;
    }
    auto *info = graph.add_input();
    *info = model.graph().input(i);
    auto *shape = info->mutable_type()->mutable_tensor_type()->mutable_shape();
    shape->clear_dim();
    for (int64_t dim : inputs[i].dims()) {
      if (namesDims && dim > 1)
        shape->add_dim()->set_dim_param(nameOfDim(dim));
      else
        shape->add_dim()->set_dim_value(dim);
    }
  }
  return result;
}

bool NodeTestData::isRandom() const {
  static const std::set<std::string> names{"Bernoulli",        "Dropout",       "Multinomial",      "RandomNormal",
                                           "RandomNormalLike", "RandomUniform", "RandomUniformLike"};
  return std::any_of(model.graph().node().begin(), model.graph().node().end(),
                     [](const auto &node) { return names.count(node.op_type()) != 0; });
}

bool NodeTestData::mayBeExtents(size_t i) const {
  rt::ElementType type = values[i].type();
  return values[i].dims().size() <= 1 && (type == rt::ElementType::kI64 || type == rt::ElementType::kI32);
}

const rt::HostTensor *NodeTestData::input(const std::string &name) const {
  for (size_t i = 0; i < values.size(); ++i)
    if (inputs[i].name() == name)
      return &values[i];
  return nullptr;
}

} // namespace sinter::test
