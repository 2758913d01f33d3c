// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX's node tests as they lie on disk: a folder with a model and one or more sets of inputs and expected outputs.

#ifndef SINTER_TEST_ONNX_NODETEST_H
#define SINTER_TEST_ONNX_NODETEST_H

#include "compiler/Import/ONNX/OnnxModel.h"
#include "runtime/tensor/host_tensor.h"

#include "absl/status/statusor.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sinter::test {

struct NodeTest {
  std::string name, folder;
  /// The operator it is of: its only node's. A test of an operator's function body (`NAME_expanded`) is of the one that
  /// the test NAME is of. Empty where there is no telling.
  std::string op;
  int64_t opset = 0;
  bool isExpanded = false;
  unsigned dataSets = 0;
};

/// All tests below `folder`, by name.
std::vector<NodeTest> listNodeTests(const std::string &folder);

/// One set of a test's data, with the model that is to be run on it.
class NodeTestData {
public:
  /// kUnimplemented where the tensors are of a type that there is none of here.
  static absl::StatusOr<NodeTestData> read(const NodeTest &test, unsigned dataSet);

  /// The model with the dims of its inputs as the data has them, and the inputs `constants` as initializers with the
  /// data's values. With `namesDims` dims other than 0 and 1 have names, equal ones one name.
  OnnxModel makeModel(const std::set<size_t> &constants, bool namesDims) const;
  /// The value of each such name.
  std::map<std::string, int64_t, std::less<>> namedDims() const;

  /// Whether an operator of the model draws random numbers: the stored outputs are one draw of another generator then.
  bool isRandom() const;
  size_t numInputs() const { return inputs.size(); }
  std::string inputName(size_t i) const { return model.graph().input(i).name(); }
  /// Whether input `i` holds integers that may be a shape, axes, or the like: at most one dimension.
  bool mayBeExtents(size_t i) const;
  /// The value of the input called `name`; null where it has none that can be read.
  const rt::HostTensor *input(const std::string &name) const;

  /// In the order of the model's outputs.
  std::vector<rt::HostTensor> outputs;

private:
  sinter_onnx::ModelProto model;
  std::vector<sinter_onnx::TensorProto> inputs;
  std::vector<rt::HostTensor> values;
};

} // namespace sinter::test

#endif // SINTER_TEST_ONNX_NODETEST_H
