// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the CPU path as a whole: kernels compiled by the host compiler and launched through the backend interface.
#include "runtime/cpu/cpu_backend.h"

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/cpu/host_compiler.h"

namespace sinter::rt {
namespace {

using ::testing::HasSubstr;

KernelSource Source(const std::string& symbol, const std::string& body) {
  return {symbol, "", "#include \"runtime/device/kernel.cuh\"\n" + body};
}

// A backend with one compiled kernel.
struct Compiled {
  std::unique_ptr<CpuBackend> backend;
  std::unique_ptr<Module> module;
  const KernelHandle* kernel = nullptr;
};

Compiled Make(const KernelSource& source, CpuBackendOptions options = {}, bool count_traffic = false) {
  HostCompilerOptions compile;
  compile.check = options.check;
  compile.count_traffic = count_traffic;
  Compiled result;
  auto compiler = HostCompiler::Create(compile);
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  if (!compiler.ok()) return result;
  auto images = (*compiler)->Compile({&source, 1}, CpuTarget(options.check));
  EXPECT_TRUE(images.ok()) << images.status();
  if (!images.ok()) return result;
  result.backend = CreateCpuBackend(options);
  auto module = result.backend->LoadModule((*images)[0].bytes);
  EXPECT_TRUE(module.ok()) << module.status();
  if (!module.ok()) return result;
  result.module = *std::move(module);
  auto kernel = result.module->GetKernel(source.symbol);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  if (kernel.ok()) result.kernel = *kernel;
  return result;
}

template <class T>
T* Upload(CpuBackend& backend, const std::vector<T>& values) {
  T* data = static_cast<T*>(backend.Allocate(values.size() * sizeof(T)).value());
  if (!values.empty()) std::memcpy(data, values.data(), values.size() * sizeof(T));
  return data;
}

std::vector<float> RandomFloats(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

const char kSoftmax[] = R"(
extern "C" __global__ void __launch_bounds__(128) softmax(const float* x, float* y, i64 columns) {
  SINTER_SHARED(float, scratch, 4);
  const float* row = x + blockIdx.x * columns;
  float largest = op::max::identity<float>();
  for (i64 j = threadIdx.x; j < columns; j += 128) largest = maximum(largest, row[j]);
  largest = group_reduce<op::max, 128>(largest, scratch);
  float total = 0.0f;
  for (i64 j = threadIdx.x; j < columns; j += 128) total += sinter::exp(row[j] - largest);
  total = group_reduce<op::sum, 128>(total, scratch);
  for (i64 j = threadIdx.x; j < columns; j += 128) y[blockIdx.x * columns + j] = sinter::exp(row[j] - largest) / total;
}
)";

TEST(CpuBackend, SoftmaxMatchesAReferenceInEveryOrder) {
  for (SimtOrder order : {SimtOrder::kWarpAtATime, SimtOrder::kReversed, SimtOrder::kRandom, SimtOrder::kLockstep}) {
    CpuBackendOptions options;
    options.simt.order = order;
    Compiled compiled = Make(Source("softmax", kSoftmax), options);
    ASSERT_NE(compiled.kernel, nullptr);
    const uint32_t rows = 37;
    int64_t columns = 1031;
    const std::vector<float> x = RandomFloats(rows * columns, 1);
    float* in = Upload(*compiled.backend, x);
    float* out = Upload(*compiled.backend, std::vector<float>(x.size()));
    void* params[] = {&in, &out, &columns};
    LaunchShape shape;
    shape.grid[0] = rows;
    shape.block[0] = 128;
    ASSERT_TRUE(compiled.backend->Launch(*compiled.kernel, shape, params, nullptr).ok());
    for (uint32_t i = 0; i < rows; ++i) {
      double total = 0;
      for (int64_t j = 0; j < columns; ++j) total += std::exp(static_cast<double>(x[i * columns + j]));
      for (int64_t j = 0; j < columns; ++j) {
        const double expected = std::exp(static_cast<double>(x[i * columns + j])) / total;
        ASSERT_NEAR(out[i * columns + j], expected, 1e-6 * expected) << i << ", " << j;
      }
    }
  }
}

}  // namespace
}  // namespace sinter::rt
