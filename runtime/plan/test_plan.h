// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small plan for tests, with a bit of everything: relu((x + r) * s) @ w, where w is packed from its
// transpose by the init entry. Entry `main` keeps its product off the arguments, entry `direct` has it write the
// output, entry `state` adds x to a tied cache and copies the result out.
#ifndef SINTER_RUNTIME_PLAN_TEST_PLAN_H_
#define SINTER_RUNTIME_PLAN_TEST_PLAN_H_

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/plan/fake_backend.h"
#include "runtime/plan/plan_writer.h"

namespace sinter::rt {

inline constexpr int64_t kTestWidth = 8, kTestColumns = 4;
enum TestEntry : size_t { kMainEntry, kDirectEntry, kStateEntry };

inline BufferRef Buffer(Space space, uint32_t index) { return {space, index, std::nullopt}; }

inline Launch MakeLaunch(uint32_t kernel, Expr grid, std::vector<LaunchArg> args) {
  Launch launch;
  launch.kernel = kernel;
  launch.grid[0] = std::move(grid);
  launch.block[0] = 32;
  launch.args = std::move(args);
  return launch;
}

inline Step MakeStep(std::string name, Action action) {
  return {std::move(name), {{std::nullopt, std::move(action), ""}}, 0, 0, {}, {}};
}

inline Matmul TestProduct(BufferRef a, BufferRef d) {
  Matmul product;
  product.m = Expr::Symbol(0);
  product.n = Expr::Const(kTestColumns);
  product.k = Expr::Const(kTestWidth);
  product.a = {a, ElementType::kF32, Expr::Const(kTestWidth), Expr::Const(1), {}};
  product.b = {Buffer(Space::kConstant, 2), ElementType::kF32, Expr::Const(kTestColumns), Expr::Const(1), {}};
  product.d = {d, ElementType::kF32, Expr::Const(kTestColumns), Expr::Const(1), {}};
  return product;
}

// s[j] = 1 + j / 4; the transpose of w, [columns, width]: w_t[i] = (i % 7 - 3) / 2.
inline std::vector<float> TestScale() {
  std::vector<float> s;
  for (int j = 0; j < kTestWidth; ++j) s.push_back(1 + static_cast<float>(j) / 4);
  return s;
}
inline std::vector<float> TestWeightTransposed() {
  std::vector<float> w;
  for (int i = 0; i < kTestWidth * kTestColumns; ++i) w.push_back(static_cast<float>(i % 7 - 3) / 2);
  return w;
}

inline Entry TestEntryWith(std::string name, bool direct) {
  const Expr n = Expr::Symbol(0);
  const Expr elements = Expr::Binary(ExprOp::kMul, n, Expr::Const(kTestWidth));
  const Expr blocks = Expr::Binary(ExprOp::kCeilDiv, elements, Expr::Const(32));
  const Expr wide_bytes =
      Expr::Binary(ExprOp::kAlignUp, Expr::Binary(ExprOp::kMul, n, Expr::Const(kTestWidth * 4)), Expr::Const(256));
  Entry entry;
  entry.name = std::move(name);
  entry.symbols = {{"n", 0, 4096, 1}};
  entry.inputs = {{"x", ElementType::kF32, {n, Expr::Const(kTestWidth)}, {}, std::nullopt, 16, -1, ""},
                  {"r", ElementType::kF32, {n, Expr::Const(kTestWidth)}, {}, std::nullopt, 16, -1, ""}};
  entry.outputs = {{"y", ElementType::kF32, {n, Expr::Const(kTestColumns)}, {}, std::nullopt, 16, -1, ""}};
  entry.slots = {{Expr::Const(0), wide_bytes}, {wide_bytes, wide_bytes}, {Expr::Const(0), wide_bytes}};
  entry.arena_size = Expr::Binary(ExprOp::kMul, wide_bytes, Expr::Const(2));
  entry.steps.push_back(
      MakeStep("add", MakeLaunch(0, blocks,
                                 {Buffer(Space::kInput, 0), Buffer(Space::kInput, 1), Buffer(Space::kArena, 0),
                                  ScalarArg{elements, ElementType::kI64}})));
  Launch scale = MakeLaunch(1, blocks,
                            {Buffer(Space::kArena, 0), Buffer(Space::kConstant, 0), Buffer(Space::kArena, 1),
                             ScalarArg{elements, ElementType::kI32}});
  Step scale_step = MakeStep("scale", scale);
  scale_step.variants.insert(scale_step.variants.begin(),
                             {Expr::Binary(ExprOp::kLessEqual, n, Expr::Const(2)), scale, "short"});
  entry.steps.push_back(scale_step);
  entry.steps.push_back(MakeStep(
      "project", TestProduct(Buffer(Space::kArena, 1), direct ? Buffer(Space::kOutput, 0) : Buffer(Space::kArena, 2))));
  if (!direct) {
    const Expr results = Expr::Binary(ExprOp::kMul, n, Expr::Const(kTestColumns));
    entry.steps.push_back(MakeStep("store", MakeLaunch(2, Expr::Binary(ExprOp::kCeilDiv, results, Expr::Const(32)),
                                                       {Buffer(Space::kArena, 2), Buffer(Space::kOutput, 0),
                                                        ScalarArg{results, ElementType::kI64}})));
  }
  return entry;
}

inline Entry TestStateEntry() {
  const Expr n = Expr::Symbol(0);
  Entry entry;
  entry.name = "state";
  entry.symbols = {{"n", 1, 4096, 1}};
  entry.inputs = {{"x", ElementType::kF32, {n}, {}, std::nullopt, 16, -1, ""},
                  {"cache", ElementType::kF32, {n}, {}, std::nullopt, 16, -1, ""}};
  entry.outputs = {{"cache_out", ElementType::kF32, {n}, {}, std::nullopt, 16, 1, ""},
                   {"copy", ElementType::kF32, {n}, {}, std::nullopt, 16, -1, ""}};
  entry.steps = {MakeStep("add", MakeLaunch(0, Expr::Binary(ExprOp::kCeilDiv, n, Expr::Const(32)),
                                            {Buffer(Space::kInput, 0), Buffer(Space::kInput, 1),
                                             Buffer(Space::kOutput, 0), ScalarArg{n, ElementType::kI64}})),
                 MakeStep("copy", Copy{Buffer(Space::kOutput, 0), Buffer(Space::kOutput, 1),
                                       Expr::Binary(ExprOp::kMul, n, Expr::Const(4))})};
  return entry;
}

// The kernels' texts; empty where the caller brings images.
struct TestKernels {
  std::vector<std::string> sources;  // of sinter_test_{add, scale, store, transpose}
  std::string image_target;
  std::string image;
};
inline const char* const kTestKernelSymbols[] = {"sinter_test_add", "sinter_test_scale", "sinter_test_store",
                                                 "sinter_test_transpose"};

// Their texts, for real compilers.
inline std::vector<std::string> TestKernelSources() {
  const std::string head = "#include \"runtime/device/kernel.cuh\"\n";
  return {head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_test_add(const float* a, const float* b, float* out, i64 n) {
  const i64 i = i64(blockIdx.x) * 32 + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
)",
          head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_test_scale(const float* h, const float* s, float* out, i32 n) {
  const i32 i = i32(blockIdx.x) * 32 + i32(threadIdx.x);
  if (i < n) out[i] = maximum(h[i] * s[i % 8], 0.0f);
}
)",
          head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_test_store(const float* x, float* y, i64 n) {
  const i64 i = i64(blockIdx.x) * 32 + threadIdx.x;
  if (i < n) y[i] = x[i];
}
)",
          head + R"(
extern "C" __global__ void __launch_bounds__(32) sinter_test_transpose(
    const float* x, float* y, i32 rows, i32 columns) {
  for (i32 i = i32(threadIdx.x); i < rows * columns; i += 32) y[i % columns * rows + i / columns] = x[i];
}
)"};
}

inline PlanWriter MakeTestPlan(const TestKernels& kernels) {
  PlanWriter writer;
  PlanModel& model = writer.model();
  const std::vector<float> scale = TestScale(), weight = TestWeightTransposed();
  std::string bytes(reinterpret_cast<const char*>(scale.data()), scale.size() * 4);
  const uint64_t weight_offset = bytes.size();
  bytes.append(reinterpret_cast<const char*>(weight.data()), weight.size() * 4);
  const uint32_t section = writer.AddSection(bytes);
  model.constants = {
      {"s", ElementType::kF32, {kTestWidth}, kTestWidth * 4, ConstantSource::kInline, section, 0, "", std::nullopt},
      {"w_t",
       ElementType::kF32,
       {kTestColumns, kTestWidth},
       kTestWidth * kTestColumns * 4,
       ConstantSource::kInline,
       section,
       weight_offset,
       "",
       std::nullopt},
      {"w",
       ElementType::kF32,
       {kTestWidth, kTestColumns},
       kTestWidth * kTestColumns * 4,
       ConstantSource::kPacked,
       0,
       0,
       "",
       std::nullopt}};
  std::vector<uint32_t> images;
  if (!kernels.image.empty()) {
    model.images = {{kernels.image_target, writer.AddSection(kernels.image)}};
    images = {0};
  }
  for (size_t i = 0; i < 4; ++i) {
    const int32_t source = kernels.sources.empty() ? -1 : static_cast<int32_t>(writer.AddSection(kernels.sources[i]));
    model.kernels.push_back({kTestKernelSymbols[i], std::string("hash_") + kTestKernelSymbols[i], source, images});
  }
  model.entries = {TestEntryWith("main", false), TestEntryWith("direct", true), TestStateEntry()};
  Entry init;
  init.name = "init";
  init.outputs = {
      {"w", ElementType::kF32, {Expr::Const(kTestWidth), Expr::Const(kTestColumns)}, {}, std::nullopt, 16, -1, ""}};
  init.steps = {MakeStep("pack", MakeLaunch(3, Expr::Const(1),
                                            {Buffer(Space::kConstant, 1), Buffer(Space::kOutput, 0),
                                             ScalarArg{Expr::Const(kTestColumns), ElementType::kI32},
                                             ScalarArg{Expr::Const(kTestWidth), ElementType::kI32}}))};
  model.init = init;
  return writer;
}

inline void DefineTestKernels(FakeBackend* backend) {
  const auto pointer = [](void** params, int i) { return *static_cast<float**>(params[i]); };
  backend->Define("sinter_test_add", {8, 8, 8, 8}, [=](const LaunchShape&, void** p) {
    for (int64_t i = 0; i < *static_cast<int64_t*>(p[3]); ++i) pointer(p, 2)[i] = pointer(p, 0)[i] + pointer(p, 1)[i];
  });
  backend->Define("sinter_test_scale", {8, 8, 8, 4}, [=](const LaunchShape&, void** p) {
    for (int32_t i = 0; i < *static_cast<int32_t*>(p[3]); ++i)
      pointer(p, 2)[i] = std::fmax(pointer(p, 0)[i] * pointer(p, 1)[i % kTestWidth], 0.0f);
  });
  backend->Define("sinter_test_store", {8, 8, 8}, [=](const LaunchShape&, void** p) {
    std::memcpy(pointer(p, 1), pointer(p, 0), static_cast<size_t>(*static_cast<int64_t*>(p[2])) * 4);
  });
  backend->Define("sinter_test_transpose", {8, 8, 4, 4}, [=](const LaunchShape&, void** p) {
    const int32_t rows = *static_cast<int32_t*>(p[2]), columns = *static_cast<int32_t*>(p[3]);
    for (int32_t i = 0; i < rows; ++i) {
      for (int32_t j = 0; j < columns; ++j) pointer(p, 1)[j * rows + i] = pointer(p, 0)[i * columns + j];
    }
  });
}

inline TestKernels FakeKernels() {
  const std::vector<uint8_t> image =
      FakeBackend::Image({kTestKernelSymbols[0], kTestKernelSymbols[1], kTestKernelSymbols[2], kTestKernelSymbols[3]});
  return {{"text 0", "text 1", "text 2", "text 3"}, "fake", std::string(image.begin(), image.end())};
}

// What entries `main` and `direct` compute, in double.
inline std::vector<float> TestReference(const float* x, const float* r, int64_t n) {
  const std::vector<float> scale = TestScale(), weight = TestWeightTransposed();
  std::vector<float> y;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < kTestColumns; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < kTestWidth; ++k) {
        const float h = (x[i * kTestWidth + k] + r[i * kTestWidth + k]) * scale[static_cast<size_t>(k)];
        sum += static_cast<double>(std::fmax(h, 0.0f)) * weight[static_cast<size_t>(j * kTestWidth + k)];
      }
      y.push_back(static_cast<float>(sum));
    }
  }
  return y;
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_TEST_PLAN_H_
