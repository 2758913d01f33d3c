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
template <class Op>
SINTER_DEVICE float fold(float value, float* scratch) {
  share_partial(group_reduce<Op, 32>(value), scratch);
  __syncthreads();
  return group_reduce<Op, 4>(gather_partials<Op, 4>(scratch));
}
extern "C" __global__ void __launch_bounds__(128) softmax(const float* x, float* y, i64 columns) {
  SINTER_SHARED(float, maxima, 4);
  SINTER_SHARED(float, sums, 4);
  const float* row = x + blockIdx.x * columns;
  float largest = op::max::identity<float>();
  for (i64 j = threadIdx.x; j < columns; j += 128) largest = maximum(largest, row[j]);
  largest = fold<op::max>(largest, maxima);
  float total = 0.0f;
  for (i64 j = threadIdx.x; j < columns; j += 128) total += sinter::exp(row[j] - largest);
  total = fold<op::sum>(total, sums);
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

TEST(CpuBackend, ParametersOfEveryKindReachTheKernel) {
  Compiled compiled = Make(Source("mixed", R"(
extern "C" __global__ void mixed(double* out, i8 a, float b, i64 c, bool d, double e, const bf16* f) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = convert<double>(f[1]);
}
)"));
  ASSERT_NE(compiled.kernel, nullptr);
  double out[6] = {};
  double* out_pointer = out;
  int8_t a = -5;
  float b = 0.5f;
  int64_t c = int64_t{1} << 40;
  bool d = true;
  double e = -1e300;
  uint16_t brain[2] = {0, 0x4049};
  uint16_t* f = brain;
  void* params[] = {&out_pointer, &a, &b, &c, &d, &e, &f};
  ASSERT_TRUE(compiled.backend->Launch(*compiled.kernel, {}, params, nullptr).ok());
  EXPECT_EQ(std::vector<double>(out, out + 6), (std::vector<double>{-5, 0.5, 1099511627776.0, 1, -1e300, 3.140625}));
}

TEST(CpuBackend, CountsTheBytesOfLoadsAndStores) {
  Compiled compiled = Make(Source("count", R"(
extern "C" __global__ void count(const float* x, float* y) {
  SINTER_SHARED(float, s, 256);
  const vec<float, 4> v = load_stream<4>(x + 4 * threadIdx.x);
  store(s + 4 * threadIdx.x, v);
  store(y + threadIdx.x, load<1>(s + 4 * threadIdx.x) + load<1>(x));
}
)"),
                           {}, /*count_traffic=*/true);
  ASSERT_NE(compiled.kernel, nullptr);
  float* x = Upload(*compiled.backend, RandomFloats(256, 2));
  float* y = Upload(*compiled.backend, std::vector<float>(64));
  void* params[] = {&x, &y};
  LaunchShape shape;
  shape.block[0] = 64;
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(compiled.backend->Launch(*compiled.kernel, shape, params, nullptr).ok());
  EXPECT_EQ(compiled.backend->traffic().loaded_bytes, 2u * 64 * (16 + 4));  // shared memory is not counted
  EXPECT_EQ(compiled.backend->traffic().stored_bytes, 2u * 64 * 4);
  compiled.backend->ResetTraffic();
  EXPECT_EQ(compiled.backend->traffic().loaded_bytes, 0u);
}

TEST(CpuBackend, CountsPlacesOnceForEachLaunch) {
  CpuBackendOptions options;
  options.check = CpuCheck::kTraffic;
  Compiled compiled = Make(Source("places", R"(
extern "C" __global__ void places(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  store(y + i, load<1>(x + i / 2) + load<1>(x + 3));
}
)"),
                           options, /*count_traffic=*/true);
  ASSERT_NE(compiled.kernel, nullptr);
  // More than a page of 4096 bytes, and shared out over several OS threads.
  constexpr uint64_t kThreads = 64 * 64;
  float* x = Upload(*compiled.backend, RandomFloats(kThreads, 2));
  float* y = Upload(*compiled.backend, std::vector<float>(kThreads));
  void* params[] = {&x, &y};
  LaunchShape shape;
  shape.grid[0] = shape.block[0] = 64;
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(compiled.backend->Launch(*compiled.kernel, shape, params, nullptr).ok());
  const std::vector<LaunchTraffic> traffic = compiled.backend->TakeTraffic();
  ASSERT_EQ(traffic.size(), 2u);
  for (const LaunchTraffic& launch : traffic) {
    EXPECT_EQ(launch.kernel, "places");
    EXPECT_EQ(launch.loaded_bytes, kThreads * 8);
    EXPECT_EQ(launch.distinct_loaded_bytes, kThreads / 2 * 4);
    EXPECT_EQ(launch.stored_bytes, kThreads * 4);
    EXPECT_EQ(launch.distinct_stored_bytes, kThreads * 4);
  }
  EXPECT_TRUE(compiled.backend->TakeTraffic().empty());
}

TEST(CpuBackend, FloatArithmeticIsNotContracted) {
  Compiled compiled = Make(Source("round_twice", R"(
extern "C" __global__ void round_twice(float* x) { x[3] = x[0] * x[1] + x[2]; }
)"));
  ASSERT_NE(compiled.kernel, nullptr);
  const float a = 1.0f + 1.0f / 4096;
  float* x = Upload(*compiled.backend, std::vector<float>{a, a, -(1.0f + 1.0f / 2048), 7});
  void* params[] = {&x};
  ASSERT_TRUE(compiled.backend->Launch(*compiled.kernel, {}, params, nullptr).ok());
  EXPECT_EQ(x[3], 0.0f);
}

TEST(CpuBackend, ErrorsComeBackAsStatuses) {
  Compiled compiled = Make(Source("diverge", R"(
extern "C" __global__ void diverge(float* x) {
  if (threadIdx.x < 7) __syncthreads(); else __syncwarp();
}
)"));
  ASSERT_NE(compiled.kernel, nullptr);
  float* x = nullptr;
  void* params[] = {&x};
  LaunchShape shape;
  shape.block[0] = 64;
  const absl::Status status = compiled.backend->Launch(*compiled.kernel, shape, params, nullptr);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), HasSubstr("diverge.cu:4"));
  shape.block[0] = 0;
  EXPECT_EQ(compiled.backend->Launch(*compiled.kernel, shape, params, nullptr).code(),
            absl::StatusCode::kInvalidArgument);
  // Memory that a launch brings on a GPU a kernel's text asks for here.
  shape.block[0] = 1;
  shape.shared_bytes = 64;
  EXPECT_TRUE(compiled.backend->Launch(*compiled.kernel, shape, params, nullptr).ok());
  EXPECT_EQ(compiled.module->GetKernel("absent").status().code(), absl::StatusCode::kNotFound);
  const std::vector<uint8_t> garbage(100, 7);
  EXPECT_EQ(compiled.backend->LoadModule(garbage).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(compiled.backend->LoadModule({}).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(CpuBackend, ModulesThatComeAndGoDoNotMix) {
  auto compiler = HostCompiler::Create({});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  auto backend = CreateCpuBackend({});
  for (int i = 0; i < 4; ++i) {
    const KernelSource source =
        Source("k", "extern \"C\" __global__ void k(int* x) { *x = " + std::to_string(i) + "; }");
    auto images = (*compiler)->Compile({&source, 1}, backend->target());
    ASSERT_TRUE(images.ok()) << images.status();
    auto module = backend->LoadModule((*images)[0].bytes);
    ASSERT_TRUE(module.ok()) << module.status();
    auto kernel = (*module)->GetKernel("k");
    ASSERT_TRUE(kernel.ok());
    int value = -1;
    int* x = &value;
    void* params[] = {&x};
    ASSERT_TRUE(backend->Launch(**kernel, {}, params, nullptr).ok());
    EXPECT_EQ(value, i);
  }
}

TEST(CpuBackend, MemoryIsAlignedAndStartsAsNan) {
  auto backend = CreateCpuBackend({});
  EXPECT_EQ(backend->Allocate(0).value(), nullptr);
  float* data = static_cast<float*>(backend->Allocate(12).value());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 256, 0u);
  EXPECT_TRUE(std::isnan(data[2]));
  const float source[3] = {1, 2, 3};
  float target[3] = {};
  EXPECT_TRUE(backend->CopyToDevice(data, source, 12, nullptr).ok());
  EXPECT_TRUE(backend->CopyOnDevice(data, data + 1, 8, nullptr).ok());
  EXPECT_TRUE(backend->CopyToHost(target, data, 12, nullptr).ok());
  EXPECT_EQ(target[0], 2.0f);
  EXPECT_FALSE(backend->CopyToHost(nullptr, data, 12, nullptr).ok());
  EXPECT_TRUE(backend->CopyToHost(nullptr, data, 0, nullptr).ok());
  backend->Free(data);
  backend->Free(nullptr);
  const absl::Status huge = backend->Allocate(size_t{1} << 60).status();
  EXPECT_EQ(huge.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(huge.message()), HasSubstr("1152921504606846976"));
  EXPECT_FALSE(backend->supports_graphs());
  EXPECT_EQ(backend->BeginCapture(nullptr).code(), absl::StatusCode::kUnimplemented);
  EXPECT_TRUE(backend->Synchronize(backend->CreateStream().value()).ok());
  EXPECT_FALSE(backend->CanRun("sm_90"));
}

TEST(CpuBackend, has_the_null_stream_alone) {
  const std::unique_ptr<CpuBackend> backend = CreateCpuBackend({});
  int object = 0;
  float values[2] = {1, 2};
  for (const absl::Status& status :
       {backend->CopyToDevice(values, values + 1, 4, &object), backend->CopyToHost(values, values + 1, 4, &object),
        backend->CopyOnDevice(values, values + 1, 4, &object), backend->Synchronize(&object)}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr("has the null stream alone"));
  }
  EXPECT_EQ(values[0], 1.0f);
}

}  // namespace
}  // namespace sinter::rt
