// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A KV cache that a decode step appends to in place, a hundred times, against attention computed from all rows anew.

#include "test/Execute/CacheTest.h"

#include "compiler/Reference/Accuracy.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/tensor/value_generator.h"

#include "absl/strings/str_cat.h"
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace sinter::test {
namespace {

using reference::describeDifference;

using rt::HostTensor;

constexpr int64_t batches = 2, heads = 3, rows = 128, width = 16, steps = 100;

/// One step: half of the new row goes into the cache at the sequence's position; attention over the rows up to it.
constexpr const char *decodeText = R"(
func.func @main(%cache: tensor<2x3x128x16xf32>, %new: tensor<2x3x1x16xf32>, %query: tensor<2x3x1x16xf32>, %at: tensor<2xi64>)
    -> (tensor<2x3x128x16xf32> {sinter.tied = 0 : i64}, tensor<2x3x1x16xf32>) {
  %half = sinter.constant dense<0.5> : tensor<f32>
  %halves = sinter.broadcast %half dims = [] : tensor<f32> -> tensor<2x3x1x16xf32>
  %row = sinter.mul %new, %halves : tensor<2x3x1x16xf32>
  %grown = sinter.update_slice %cache, %row at %at axis = 2 : tensor<2x3x128x16xf32>, tensor<2x3x1x16xf32>, tensor<2xi64>
  %scores = sinter.matmul %query, %grown {transpose_rhs} : tensor<2x3x1x16xf32>, tensor<2x3x128x16xf32> -> tensor<2x3x1x128xf32>
  %numbers = sinter.iota axis = 3 : tensor<2x3x1x128xi64>
  %ats = sinter.broadcast %at dims = [0] : tensor<2xi64> -> tensor<2x3x1x128xi64>
  %seen = sinter.compare le %numbers, %ats : tensor<2x3x1x128xi64>
  %never = sinter.constant dense<0xFF800000> : tensor<f32>
  %nevers = sinter.broadcast %never dims = [] : tensor<f32> -> tensor<2x3x1x128xf32>
  %masked = sinter.select %seen, %scores, %nevers : tensor<2x3x1x128xi1>, tensor<2x3x1x128xf32>
  %weights = sinter.softmax %masked axis = 3 : tensor<2x3x1x128xf32>
  %mixed = sinter.matmul %weights, %grown : tensor<2x3x1x128xf32>, tensor<2x3x128x16xf32> -> tensor<2x3x1x16xf32>
  return %grown, %mixed : tensor<2x3x128x16xf32>, tensor<2x3x1x16xf32>
})";

/// The same attention over a tensor of just the rows that there are.
constexpr const char *wholeText = R"(
func.func @main(%all: tensor<2x3x?x16xf32, #sinter.dims<2, 3, n, 16>>, %query: tensor<2x3x1x16xf32>) -> tensor<2x3x1x16xf32> {
  %scores = sinter.matmul %query, %all {transpose_rhs} : tensor<2x3x1x16xf32>, tensor<2x3x?x16xf32, #sinter.dims<2, 3, n, 16>> -> tensor<2x3x1x?xf32, #sinter.dims<2, 3, 1, n>>
  %weights = sinter.softmax %scores axis = 3 : tensor<2x3x1x?xf32, #sinter.dims<2, 3, 1, n>>
  %mixed = sinter.matmul %weights, %all : tensor<2x3x1x?xf32, #sinter.dims<2, 3, 1, n>>, tensor<2x3x?x16xf32, #sinter.dims<2, 3, n, 16>> -> tensor<2x3x1x16xf32>
  return %mixed : tensor<2x3x1x16xf32>
})";

class CacheTest : public ::testing::Test {
public:
  explicit CacheTest(std::function<absl::StatusOr<TestDevice>()> makeDevice) : makeDevice(std::move(makeDevice)) {}

  void TestBody() override {
    absl::Status status = run();
    EXPECT_TRUE(status.ok()) << status;
  }

  void TearDown() override {
    for (void *block : blocks)
      device.backend->Free(block);
  }

private:
  absl::Status run() {
    SINTER_ASSIGN_OR_RETURN(device, makeDevice());
    SINTER_ASSIGN_OR_RETURN(auto decode, GraphProgram::parse(decodeText));
    SINTER_ASSIGN_OR_RETURN(auto whole, GraphProgram::parse(wholeText));
    SINTER_ASSIGN_OR_RETURN(CompiledGraph compiled, decode->compile({"Fused", true, false, false}));
    SINTER_ASSIGN_OR_RETURN(auto plan, rt::Plan::FromBytes(compiled.plan));
    rt::LoadOptions load;
    load.compiler = [this](absl::Span<const rt::KernelSource> sources, absl::string_view target) { return device.compiler->Compile(sources, target); };
    SINTER_ASSIGN_OR_RETURN(auto loaded, rt::LoadedPlan::Create(plan, device.backend.get(), load));
    SINTER_ASSIGN_OR_RETURN(auto context, rt::ExecutionContext::Create(loaded));
    return append(*whole, *context);
  }

  static HostTensor make(rt::ElementType type, std::vector<int64_t> dims) { return *HostTensor::Create(type, std::move(dims)); }

  static HostTensor copyOf(const HostTensor &tensor) {
    HostTensor copy = make(tensor.type(), tensor.dims());
    std::memcpy(copy.data(), tensor.data(), tensor.byte_size());
    return copy;
  }

  /// Device memory for a tensor like `tensor`, which must live as long as the reference.
  absl::StatusOr<rt::TensorRef> place(const HostTensor &tensor) {
    SINTER_ASSIGN_OR_RETURN(void *block, device.backend->Allocate(tensor.byte_size()));
    blocks.push_back(block);
    return rt::TensorRef{block, tensor.type(), tensor.dims(), {}};
  }

  absl::Status fill(HostTensor &tensor, uint64_t seed) {
    SINTER_ASSIGN_OR_RETURN(HostTensor values, rt::RandomTensor(tensor.type(), tensor.dims(), seed));
    std::memcpy(tensor.data(), values.data(), values.byte_size());
    return absl::OkStatus();
  }

  absl::Status append(const GraphProgram &whole, rt::ExecutionContext &context) {
    using rt::ElementType;
    HostTensor cache = make(ElementType::kF32, {batches, heads, rows, width}), row = make(ElementType::kF32, {batches, heads, 1, width});
    HostTensor query = copyOf(row), mixed = copyOf(row), at = make(ElementType::kI64, {batches});
    // What lies beyond the rows that there are must not matter.
    std::fill_n(cache.as<float>(), cache.element_count(), 1e30f);
    std::vector<rt::TensorRef> inputs, outputs;
    for (const HostTensor *input : {&cache, &row, &query, &at}) {
      SINTER_ASSIGN_OR_RETURN(rt::TensorRef placed, place(*input));
      inputs.push_back(placed);
    }
    SINTER_ASSIGN_OR_RETURN(rt::TensorRef result, place(mixed));
    outputs = {inputs[0], result};
    SINTER_ASSIGN_OR_RETURN(size_t entry, context.plan().plan().FindEntry("main"));
    SINTER_RETURN_IF_ERROR(device.backend->CopyToDevice(inputs[0].data, cache.data(), cache.byte_size(), nullptr));
    SINTER_RETURN_IF_ERROR(context.Prepare(entry, inputs, outputs));
    rt::ContextCounters before = context.counters();
    for (int64_t step = 0; step < steps; ++step) {
      SINTER_RETURN_IF_ERROR(fill(row, 2 * step + 1));
      SINTER_RETURN_IF_ERROR(fill(query, 2 * step + 2));
      std::fill_n(at.as<int64_t>(), batches, step);
      rowsSoFar.push_back(copyOf(row));
      const HostTensor *values[] = {nullptr, &row, &query, &at};
      for (int i = 1; i < 4; ++i)
        SINTER_RETURN_IF_ERROR(device.backend->CopyToDevice(inputs[i].data, values[i]->data(), values[i]->byte_size(), nullptr));
      SINTER_RETURN_IF_ERROR(context.Execute(entry, inputs, outputs, nullptr));
      SINTER_RETURN_IF_ERROR(device.backend->CopyToHost(mixed.data(), result.data, mixed.byte_size(), nullptr));
      SINTER_RETURN_IF_ERROR(device.backend->Synchronize(nullptr));
      Tensors arguments;
      arguments.push_back(rowsTogether());
      arguments.push_back(copyOf(query));
      SINTER_ASSIGN_OR_RETURN(GraphProgram::Expected expected, whole.evaluate(arguments, {}));
      std::string difference = describeDifference(mixed, expected.results[0], [](uint64_t) { return 2e-6; });
      if (!difference.empty())
        return absl::InternalError(absl::StrCat("step ", step, ": ", difference));
    }
    EXPECT_EQ(context.counters().graph_captures, before.graph_captures);
    EXPECT_EQ(context.counters().workspace_allocations, before.workspace_allocations);
    EXPECT_EQ(context.counters().parameter_updates, before.parameter_updates);
    SINTER_RETURN_IF_ERROR(device.backend->CopyToHost(cache.data(), inputs[0].data, cache.byte_size(), nullptr));
    SINTER_RETURN_IF_ERROR(device.backend->Synchronize(nullptr));
    return checkCache(cache);
  }

  /// Half of each row, in the order in which they came: [batches, heads, steps so far, width].
  HostTensor rowsTogether() const {
    int64_t count = rowsSoFar.size();
    HostTensor all = *HostTensor::Create(rt::ElementType::kF32, {batches, heads, count, width});
    for (int64_t step = 0; step < count; ++step)
      for (int64_t head = 0; head < batches * heads; ++head)
        for (int64_t i = 0; i < width; ++i)
          all.as<float>()[(head * count + step) * width + i] = 0.5f * rowsSoFar[step].as<float>()[head * width + i];
    return all;
  }

  absl::Status checkCache(const HostTensor &cache) const {
    HostTensor all = rowsTogether();
    for (int64_t head = 0; head < batches * heads; ++head) {
      const float *got = cache.as<float>() + head * rows * width;
      if (std::memcmp(got, all.as<float>() + head * steps * width, steps * width * sizeof(float)) != 0)
        return absl::InternalError(absl::StrCat("the rows of head ", head, " are not those that were appended"));
      for (int64_t i = steps * width; i < rows * width; ++i)
        if (got[i] != 1e30f)
          return absl::InternalError(absl::StrCat("element ", i, " of head ", head, ", where nothing was appended, is ", got[i]));
    }
    return absl::OkStatus();
  }

  std::function<absl::StatusOr<TestDevice>()> makeDevice;
  TestDevice device;
  std::vector<void *> blocks;
  std::vector<HostTensor> rowsSoFar;
};

} // namespace

void registerCacheTest(std::function<absl::StatusOr<TestDevice>()> makeDevice) {
  ::testing::RegisterTest("Cache", "AppendedInPlaceAHundredTimes", nullptr, nullptr, __FILE__, __LINE__,
                          [makeDevice]() -> CacheTest * { return new CacheTest(makeDevice); });
}

} // namespace sinter::test
