// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX's own node tests (Debian's libonnx-testdata): each model is imported, evaluated by the reference and compared
// with the expected outputs. Operators that the importer does not have are counted, not failed.

#include "test/Import/ONNX/ImportHelpers.h"

#include "compiler/Import/ONNX/OnnxModel.h"
#include "compiler/Import/ONNX/OnnxTensor.h"

#include "runtime/tensor/compare.h"
#include "runtime/tensor/element_conversion.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <unistd.h>

using namespace mlir;

namespace sinter::testing {
namespace {

namespace fs = std::filesystem;

const char *const kFolder = "/usr/share/libonnx-testdata/data/node";

std::optional<rt::ElementType> elementType(Type type) {
  if (type.isF32()) return rt::ElementType::kF32;
  if (type.isF64()) return rt::ElementType::kF64;
  if (type.isF16()) return rt::ElementType::kF16;
  if (type.isBF16()) return rt::ElementType::kBF16;
  if (type.isInteger(1)) return rt::ElementType::kBool;
  if (type.isUnsignedInteger(8)) return rt::ElementType::kU8;
  if (type.isInteger(8)) return rt::ElementType::kI8;
  if (type.isInteger(16)) return rt::ElementType::kI16;
  if (type.isInteger(32)) return rt::ElementType::kI32;
  if (type.isInteger(64)) return rt::ElementType::kI64;
  return std::nullopt;
}

/// The tensor in a .pb file; nothing where it is of a type that is not supported here.
std::optional<rt::HostTensor> readTensor(const fs::path &path, MLIRContext *context) {
  auto buffer = llvm::MemoryBuffer::getFile(path.string());
  sinter_onnx::TensorProto proto;
  if (!buffer || !proto.ParseFromArray((*buffer)->getBufferStart(), (*buffer)->getBufferSize()))
    return std::nullopt;
  OnnxModel model;
  OnnxImportOptions options;
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  auto data = TensorReader(model, options).read(proto, proto.name(), UnknownLoc::get(context));
  if (failed(data) || !data->values)
    return std::nullopt;
  auto type = elementType(data->type.getElementType());
  if (!type)
    return std::nullopt;
  auto tensor = rt::HostTensor::Create(*type, std::vector<int64_t>(data->type.getShape()));
  uint64_t i = 0;
  if (isa<FloatType>(data->type.getElementType())) {
    for (APFloat value : data->values.getValues<APFloat>()) {
      bool loses;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      rt::WriteElement(*type, tensor->data(), i++, value.convertToDouble());
    }
  } else {
    // Written modulo the type's width, so the sign does not matter.
    for (APInt value : data->values.getValues<APInt>())
      rt::WriteInteger(*type, tensor->data(), i++, static_cast<int64_t>(value.getZExtValue()));
  }
  return *std::move(tensor);
}

std::optional<std::vector<rt::HostTensor>> readTensors(const fs::path &folder, const std::string &kind, unsigned count, MLIRContext *context) {
  std::vector<rt::HostTensor> tensors;
  for (unsigned i = 0; i < count; ++i) {
    auto tensor = readTensor(folder / (kind + "_" + std::to_string(i) + ".pb"), context);
    if (!tensor)
      return std::nullopt;
    tensors.push_back(*std::move(tensor));
  }
  return tensors;
}

enum class Outcome { Passed, Unsupported, Failed };

/// Why an import was refused, where that is a limit that the importer states.
bool isLimit(const std::string &errors) {
  for (const char *text : {"not supported", "known at import", "expected mode `constant`", "over static dimensions"})
    if (llvm::StringRef(errors).contains(text))
      return true;
  return false;
}

/// The model in `folder` with the inputs from number `first` on turned to initializers of the test's values, as models
/// have what these tests give at run time: shapes, axes, pads.
std::string bakeInputs(const fs::path &folder, int first) {
  auto buffer = llvm::MemoryBuffer::getFile((folder / "model.onnx").string());
  sinter_onnx::ModelProto model;
  if (!buffer || !model.ParseFromArray((*buffer)->getBufferStart(), (*buffer)->getBufferSize()))
    return {};
  auto *graph = model.mutable_graph();
  for (int i = first; i < graph->input_size(); ++i) {
    auto data = llvm::MemoryBuffer::getFile((folder / "test_data_set_0" / ("input_" + std::to_string(i) + ".pb")).string());
    auto *tensor = graph->add_initializer();
    if (!data || !tensor->ParseFromArray((*data)->getBufferStart(), (*data)->getBufferSize()))
      return {};
    tensor->set_name(graph->input(i).name());
  }
  if (first < graph->input_size())
    graph->mutable_input()->DeleteSubrange(first, graph->input_size() - first);
  return model.SerializeAsString();
}

/// The test's model; where it needs values at import, with as many inputs baked in as it takes.
Imported importTest(const fs::path &folder) {
  Imported imported = import((folder / "model.onnx").string());
  for (int first : {1, 0}) {
    if (imported.module || !llvm::StringRef(imported.errors).contains("known at import"))
      break;
    fs::path file = fs::path(::testing::TempDir()) / ("sinter_baked_" + std::to_string(getpid()) + ".onnx");
    std::ofstream(file, std::ios::binary) << bakeInputs(folder, first);
    imported = import(file.string());
    fs::remove(file);
  }
  return imported;
}

std::pair<Outcome, std::string> runNode(const fs::path &folder) {
  Imported imported = importTest(folder);
  if (!imported.module)
    return {isLimit(imported.errors) ? Outcome::Unsupported : Outcome::Failed, imported.errors};
  fs::path data = folder / "test_data_set_0";
  auto inputs = readTensors(data, "input", imported.main().getNumArguments(), imported.context.get());
  auto expected = readTensors(data, "output", imported.main().getNumResults(), imported.context.get());
  if (!inputs || !expected)
    return {Outcome::Unsupported, "the test's tensors are of a type that is not supported\n"};
  std::vector<rt::HostTensor> actual = evaluate(imported, *inputs);
  if (actual.size() != expected->size())
    return {Outcome::Failed, imported.errors};
  for (size_t i = 0; i < actual.size(); ++i) {
    // ONNX's own tolerance, and an f16's last place for the 16-bit types.
    rt::CompareOptions tolerance;
    tolerance.relative = actual[i].type() == rt::ElementType::kF16 || actual[i].type() == rt::ElementType::kBF16 ? 2e-3 : 1e-4;
    tolerance.absolute = 1e-6;
    // The models of window functions have pi to four digits, their expected outputs the whole of it.
    if (llvm::StringRef(folder.filename().string()).contains("window"))
      tolerance.relative = 1e-3;
    auto comparison = rt::CompareTensors(actual[i], (*expected)[i], tolerance);
    if (!comparison.ok())
      return {Outcome::Failed, std::string(comparison.status().message())};
    if (!comparison->matches())
      return {Outcome::Failed, "output " + std::to_string(i) + ": " + comparison->Describe()};
  }
  return {Outcome::Passed, ""};
}

TEST(OnnxNodes, supportedOperatorsGiveTheExpectedOutputs) {
  if (!fs::is_directory(kFolder))
    GTEST_SKIP() << "no ONNX node tests in " << kFolder << "; they are in Debian's package libonnx-testdata";
  std::vector<fs::path> folders;
  for (const auto &entry : fs::directory_iterator(kFolder))
    if (fs::exists(entry.path() / "model.onnx"))
      folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  std::map<Outcome, int> counts;
  std::map<std::string, int> reasons;
  for (const fs::path &folder : folders) {
    auto [outcome, why] = runNode(folder);
    ++counts[outcome];
    if (outcome == Outcome::Failed)
      ADD_FAILURE() << folder.filename() << ": " << why;
    else if (outcome == Outcome::Unsupported && std::getenv("SINTER_VERBOSE"))
      std::printf("unsupported: %s: %s", folder.filename().c_str(), why.c_str());
  }
  std::printf("%d node tests passed, %d are of operators or types that are not supported, %d failed\n", counts[Outcome::Passed],
              counts[Outcome::Unsupported], counts[Outcome::Failed]);
  // Fewer would mean that operators got lost.
  EXPECT_GE(counts[Outcome::Passed], 480);
}

} // namespace
} // namespace sinter::testing
