// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan that the documentation's programs run: two entries that share a supplied weight. `prefill` scales the rows
// of a slice of a wider buffer, `decode` adds a scaled vector to a state in place.
#ifndef SINTER_RUNTIME_CAPI_EXAMPLE_PLAN_H_
#define SINTER_RUNTIME_CAPI_EXAMPLE_PLAN_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/plan/plan_writer.h"

namespace sinter::rt {

inline constexpr int64_t kExampleWidth = 8;
enum ExampleEntry : size_t { kPrefill, kDecode };

inline const char* const kExampleKernels[] = {"sinter_example_scale", "sinter_example_accumulate"};

// The kernels' texts, for a compile at load.
inline std::vector<std::string> ExampleSources() {
  const std::string head = "#include \"runtime/device/kernel.cuh\"\n";
  return {head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_example_scale(
    const float* x, const float* w, float* y, i64 pitch) {
  const i32 j = i32(threadIdx.x);
  if (j < 8) y[i64(blockIdx.x) * 8 + j] = x[i64(blockIdx.x) * pitch + j] * w[j];
}
)",
          head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_example_accumulate(
    const float* x, const float* w, const float* state, float* out) {
  const i32 j = i32(threadIdx.x);
  if (j < 8) out[j] = state[j] + x[j] * w[j];
}
)"};
}

// `image`, where it is not empty, holds both kernels for `image_target`. Without `sources` only the image can run.
inline PlanWriter MakeExamplePlan(const std::vector<std::string>& sources, std::string image_target,
                                  const std::string& image) {
  const auto buffer = [](Space space, uint32_t index) { return BufferRef{space, index, std::nullopt}; };
  const auto vector_of = [](std::string name, int32_t tied_input) {
    return Argument{
        std::move(name), ElementType::kF32, {Expr::Const(kExampleWidth)}, {}, std::nullopt, 16, tied_input, ""};
  };
  const auto step = [](std::string name, Launch launch) {
    return Step{std::move(name), {{std::nullopt, std::move(launch), ""}}, 0, 0, {}, {}};
  };
  PlanWriter writer;
  PlanModel& model = writer.model();
  model.producer = "sinter example plan";
  model.constants = {{"scale",
                      ElementType::kF32,
                      {kExampleWidth},
                      kExampleWidth * 4,
                      ConstantSource::kSupplied,
                      0,
                      0,
                      "",
                      std::nullopt}};
  std::vector<uint32_t> images;
  if (!image.empty()) {
    model.images = {{std::move(image_target), writer.AddSection(image)}};
    images = {0};
  }
  for (size_t i = 0; i < 2; ++i) {
    const int32_t source = sources.empty() ? -1 : static_cast<int32_t>(writer.AddSection(sources[i]));
    model.kernels.push_back({kExampleKernels[i], std::string("hash_") + kExampleKernels[i], source, images});
  }

  const Expr tokens = Expr::Symbol(0), pitch = Expr::Symbol(1), width = Expr::Const(kExampleWidth);
  Entry prefill;
  prefill.name = "prefill";
  prefill.symbols = {{"tokens", 1, 4096, 1}, {"pitch", kExampleWidth, 65536, 4}};
  prefill.inputs = {{"x", ElementType::kF32, {tokens, width}, {pitch, Expr::Const(1)}, std::nullopt, 16, -1, ""}};
  prefill.outputs = {{"y", ElementType::kF32, {tokens, width}, {}, std::nullopt, 16, -1, ""}};
  Launch scale;
  scale.kernel = 0;
  scale.grid[0] = tokens;
  scale.block[0] = 32;
  scale.args = {buffer(Space::kInput, 0), buffer(Space::kConstant, 0), buffer(Space::kOutput, 0),
                ScalarArg{pitch, ElementType::kI64}};
  prefill.steps = {step("scale", scale)};

  Entry decode;
  decode.name = "decode";
  decode.inputs = {vector_of("x", -1), vector_of("state", -1)};
  decode.outputs = {vector_of("state_out", 1)};
  Launch accumulate;
  accumulate.kernel = 1;
  accumulate.block[0] = 32;
  accumulate.args = {buffer(Space::kInput, 0), buffer(Space::kConstant, 0), buffer(Space::kInput, 1),
                     buffer(Space::kOutput, 0)};
  decode.steps = {step("accumulate", accumulate)};
  model.entries = {std::move(prefill), std::move(decode)};
  return writer;
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_EXAMPLE_PLAN_H_
