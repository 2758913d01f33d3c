// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small models written in a test, and tensors for them.

#ifndef SINTER_TEST_IMPORT_ONNX_TESTMODEL_H
#define SINTER_TEST_IMPORT_ONNX_TESTMODEL_H

#include "test/Import/ONNX/ImportHelpers.h"

#include "sinter_onnx.pb.h"

#include "runtime/tensor/element_conversion.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sinter::testing {

namespace fs = std::filesystem;
using sinter_onnx::TensorProto;

inline constexpr int kFloat = 1, kInt64 = 7;

/// A folder that is gone with the test.
class Folder {
public:
  Folder() {
    char name[] = "/tmp/sinter-onnx-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path); }
  void write(const std::string &name, const std::string &bytes) const { std::ofstream(path / name, std::ios::binary) << bytes; }
  fs::path path;
};

/// A model under construction, in opset 17 unless told otherwise.
class Model {
public:
  explicit Model(int64_t opset = 17) {
    proto.set_ir_version(8);
    proto.add_opset_import()->set_version(opset);
  }

  Model &input(const std::string &name, std::vector<std::string> dims, int type = kFloat) {
    declare(proto.mutable_graph()->add_input(), name, dims, type);
    return *this;
  }
  Model &output(const std::string &name) {
    proto.mutable_graph()->add_output()->set_name(name);
    return *this;
  }
  sinter_onnx::NodeProto &node(const std::string &op, std::vector<std::string> inputs, std::vector<std::string> outputs) {
    auto *node = proto.mutable_graph()->add_node();
    node->set_name("n_" + outputs.at(0));
    node->set_op_type(op);
    for (const std::string &name : inputs)
      node->add_input(name);
    for (const std::string &name : outputs)
      node->add_output(name);
    return *node;
  }
  TensorProto &initializer(const std::string &name, std::vector<int64_t> dims, int type) {
    auto *tensor = proto.mutable_graph()->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(type);
    for (int64_t dim : dims)
      tensor->add_dims(dim);
    return *tensor;
  }
  Model &ints(const std::string &name, std::vector<int64_t> values) {
    TensorProto &tensor = initializer(name, {static_cast<int64_t>(values.size())}, kInt64);
    for (int64_t value : values)
      tensor.add_int64_data(value);
    return *this;
  }
  Model &floats(const std::string &name, std::vector<int64_t> dims, std::vector<float> values) {
    TensorProto &tensor = initializer(name, dims, kFloat);
    for (float value : values)
      tensor.add_float_data(value);
    return *this;
  }
  TensorProto &external(const std::string &name, std::vector<int64_t> dims, const std::string &location, const std::string &offset = "") {
    TensorProto &tensor = initializer(name, dims, kFloat);
    tensor.set_data_location(TensorProto::EXTERNAL);
    auto entry = [&](const std::string &key, const std::string &value) {
      auto *pair = tensor.add_external_data();
      pair->set_key(key);
      pair->set_value(value);
    };
    entry("location", location);
    if (!offset.empty())
      entry("offset", offset);
    return tensor;
  }

  Imported import(const OnnxImportOptions &options = {}) {
    write();
    return sinter::testing::import((folder.path / "model.onnx").string(), options);
  }
  void write() { folder.write("model.onnx", proto.SerializeAsString()); }

  sinter_onnx::ModelProto proto;
  Folder folder;

private:
  static void declare(sinter_onnx::ValueInfoProto *info, const std::string &name, const std::vector<std::string> &dims, int type) {
    info->set_name(name);
    auto *tensor = info->mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(type);
    tensor->mutable_shape();
    for (const std::string &dim : dims) {
      auto *one = tensor->mutable_shape()->add_dim();
      if (!dim.empty() && std::isdigit(dim[0]))
        one->set_dim_value(std::stoll(dim));
      else if (!dim.empty())
        one->set_dim_param(dim);
    }
  }
};

inline void setInt(sinter_onnx::NodeProto &node, const std::string &name, int64_t value) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(sinter_onnx::AttributeProto::INT);
  attribute->set_i(value);
}

inline void setInts(sinter_onnx::NodeProto &node, const std::string &name, std::vector<int64_t> values) {
  auto *attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(sinter_onnx::AttributeProto::INTS);
  for (int64_t value : values)
    attribute->add_ints(value);
}

inline rt::HostTensor floatTensor(std::vector<int64_t> dims, std::vector<double> values) {
  auto tensor = rt::HostTensor::Create(rt::ElementType::kF32, std::move(dims));
  EXPECT_TRUE(tensor.ok());
  for (size_t i = 0; i < values.size(); ++i)
    rt::WriteElement(tensor->type(), tensor->data(), i, values[i]);
  return *std::move(tensor);
}

inline std::vector<double> valuesOf(const rt::HostTensor &tensor) {
  std::vector<double> values;
  for (uint64_t i = 0; i < tensor.element_count(); ++i)
    values.push_back(rt::ReadElement(tensor.type(), tensor.data(), i));
  return values;
}

} // namespace sinter::testing

#endif // SINTER_TEST_IMPORT_ONNX_TESTMODEL_H
