// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Real models against the outputs of another implementation: imported with generated weights and evaluated by the
// reference. BERT base lies in test/models; SINTER_MODELS_DIR names a folder with more of the same kind.

#include "test/Import/ONNX/ImportHelpers.h"

#include "compiler/Transforms/Passes.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "runtime/tensor/compare.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/value_generator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

using namespace mlir;

namespace sinter::testing {
namespace {

namespace fs = std::filesystem;

/// Tolerance of f32 reassociation, in parts of the output's standard deviation.
constexpr double kTolerance = 1e-4;

rt::ElementType elementType(Type type) {
  if (type.isInteger(64))
    return rt::ElementType::kI64;
  return type.isInteger(1) ? rt::ElementType::kBool : rt::ElementType::kF32;
}

std::vector<rt::HostTensor> generateInputs(const Imported &imported) {
  int64_t pastLength = 0;
  auto typeOf = [&](unsigned i) { return cast<RankedTensorType>(imported.main().getArgumentTypes()[i]); };
  for (unsigned i = 0; i < imported.main().getNumArguments(); ++i)
    if (StringRef(imported.argumentName(i)).contains("past"))
      pastLength = typeOf(i).getDimSize(typeOf(i).getRank() - 2);
  std::vector<rt::HostTensor> inputs;
  for (unsigned i = 0; i < imported.main().getNumArguments(); ++i) {
    ArrayRef<int64_t> shape = typeOf(i).getShape();
    auto input = rt::GenerateInput(imported.argumentName(i), elementType(typeOf(i).getElementType()),
                                   std::vector<int64_t>(shape.begin(), shape.end()), pastLength);
    EXPECT_TRUE(input.ok()) << input.status();
    inputs.push_back(*std::move(input));
  }
  return inputs;
}

/// Compares with the file, which holds every `stride`-th element; the deviation is that of the whole output.
void expectClose(const rt::HostTensor &actual, const std::string &file, int64_t stride, double deviation) {
  auto expected = rt::ReadNpyFile(file);
  ASSERT_TRUE(expected.ok()) << expected.status();
  ASSERT_EQ((actual.element_count() + stride - 1) / stride, expected->element_count());
  double worst = 0;
  for (uint64_t i = 0; i < expected->element_count(); ++i) {
    double a = rt::ReadElement(actual.type(), actual.data(), i * stride), e = rt::ReadElement(expected->type(), expected->data(), i);
    if (std::isnan(e) && std::isnan(a))
      continue;
    double error = std::abs(a - e);
    ASSERT_LE(error, kTolerance * deviation) << "element " << i * stride << ": " << a << " instead of " << e;
    worst = std::max(worst, error);
  }
  std::printf("%s: max error %.3g of std %.3g\n", file.c_str(), worst / deviation, deviation);
}

void checkOutputs(const fs::path &model, std::vector<rt::HostTensor> &outputs, const Imported &imported) {
  auto text = llvm::MemoryBuffer::getFile((model.parent_path() / "golden.json").string());
  ASSERT_TRUE(bool(text));
  auto golden = llvm::json::parse((*text)->getBuffer());
  ASSERT_TRUE(bool(golden));
  const llvm::json::Array *list = golden->getAsObject()->getObject("outputs")->getArray(model.stem().string());
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const llvm::json::Object &entry = *(*list)[i].getAsObject();
    EXPECT_EQ(entry.getString("name"), llvm::StringRef(imported.resultName(i)));
    expectClose(outputs[i], (model.parent_path() / entry.getString("file")->str()).string(), *entry.getInteger("stride"), *entry.getNumber("std"));
  }
}

/// Raises idioms after equal values were merged, as the pipeline does, and says how many there are.
void raiseIdioms(Imported &imported) {
  PassManager passes(imported.context.get());
  passes.addNestedPass<func::FuncOp>(createCSEPass());
  passes.addNestedPass<func::FuncOp>(createRaiseIdiomsPass());
  ASSERT_TRUE(succeeded(passes.run(*imported.module)));
  std::map<std::string, int> counts;
  imported.module.get().walk([&](Operation *op) {
    if (isa<GeluOp, SiluOp, SoftmaxOp, LayerNormOp, RmsNormOp>(op))
      ++counts[op->getName().getStringRef().str()];
  });
  for (const auto &[name, count] : counts)
    std::printf("%d %s\n", count, name.c_str());
}

void checkModel(const fs::path &model, bool raised = false) {
  OnnxImportOptions options;
  options.generateWeights = true;
  Imported imported = import(model.string(), options);
  if (StringRef(imported.errors).contains("operators are not supported"))
    GTEST_SKIP() << imported.errors;
  ASSERT_TRUE(imported.module) << imported.errors;
  if (raised)
    ASSERT_NO_FATAL_FAILURE(raiseIdioms(imported));
  std::vector<rt::HostTensor> outputs = evaluate(imported, generateInputs(imported));
  ASSERT_FALSE(outputs.empty()) << imported.errors;
  checkOutputs(model, outputs, imported);
}

TEST(OnnxModels, bertBaseGivesItsOutputs) { checkModel(fs::path(SINTER_TEST_MODELS) / "bert_base" / "dynamo_static.onnx"); }
TEST(OnnxModels, bertBaseGivesItsOutputsWithIdiomsRaised) {
  checkModel(fs::path(SINTER_TEST_MODELS) / "bert_base" / "dynamo_static.onnx", /*raised=*/true);
}

/// Models below SINTER_MODELS_DIR whose file name ends in `ending`.
std::vector<fs::path> listModels(const std::string &ending) {
  std::vector<fs::path> models;
  const char *folder = std::getenv("SINTER_MODELS_DIR");
  std::error_code error;
  if (folder)
    for (const auto &entry : fs::recursive_directory_iterator(folder, error))
      if (llvm::StringRef(entry.path().string()).ends_with(ending))
        models.push_back(entry.path());
  std::sort(models.begin(), models.end());
  return models;
}

std::string testName(const ::testing::TestParamInfo<fs::path> &info) {
  std::string name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return !llvm::isAlnum(c); }, '_');
  return name;
}

class StaticModel : public ::testing::TestWithParam<fs::path> {};
TEST_P(StaticModel, givesItsOutputs) { checkModel(GetParam()); }
TEST_P(StaticModel, givesItsOutputsWithIdiomsRaised) { checkModel(GetParam(), /*raised=*/true); }
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StaticModel);
INSTANTIATE_TEST_SUITE_P(OnnxModels, StaticModel, ::testing::ValuesIn(listModels("_static.onnx")), testName);

class DynamicModel : public ::testing::TestWithParam<fs::path> {};
TEST_P(DynamicModel, isImported) {
  OnnxImportOptions options;
  options.generateWeights = true;
  Imported imported = import(GetParam().string(), options);
  if (StringRef(imported.errors).contains("operators are not supported"))
    GTEST_SKIP() << imported.errors;
  EXPECT_TRUE(imported.module) << imported.errors;
}
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DynamicModel);
INSTANTIATE_TEST_SUITE_P(OnnxModels, DynamicModel, ::testing::ValuesIn(listModels("_dynamic.onnx")), testName);

TEST(OnnxModels, moreModelsAreGiven) {
  if (!std::getenv("SINTER_MODELS_DIR"))
    GTEST_SKIP() << "SINTER_MODELS_DIR is not set; it names a folder of models with .json and .npy files beside them";
}

} // namespace
} // namespace sinter::testing
