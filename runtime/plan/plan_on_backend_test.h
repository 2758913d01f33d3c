// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tests that a plan must pass on every real backend; plan_cpu_test and plan_gpu_test supply
// `MakeTarget`.
#ifndef SINTER_RUNTIME_PLAN_PLAN_ON_BACKEND_TEST_H_
#define SINTER_RUNTIME_PLAN_PLAN_ON_BACKEND_TEST_H_

#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/jit/kernel_compiler.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/test_plan.h"
#include "runtime/tensor/compare.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/value_generator.h"

namespace sinter::rt {

struct TestTarget {
  std::unique_ptr<Backend> backend;
  std::unique_ptr<KernelCompiler> compiler;
};
// Defined by the program.
absl::StatusOr<TestTarget> MakeTarget();

inline TestKernels RealKernels() { return {TestKernelSources(), "", ""}; }

// A tensor on the host and its twin on the device.
class DeviceTensor {
 public:
  DeviceTensor(Backend* backend, StreamHandle stream, HostTensor host)
      : host_(std::move(host)), backend_(backend), stream_(stream) {
    data_ = backend_->Allocate(host_.byte_size()).value();
    EXPECT_TRUE(backend_->CopyToDevice(data_, host_.data(), host_.byte_size(), stream_).ok());
    EXPECT_TRUE(backend_->Synchronize(stream_).ok());
  }
  DeviceTensor(const DeviceTensor&) = delete;
  ~DeviceTensor() { backend_->Free(data_); }
  TensorRef ref() const { return {data_, host_.type(), host_.dims(), {}}; }
  HostTensor& host() { return host_; }
  HostTensor& Download() {
    EXPECT_TRUE(backend_->CopyToHost(host_.data(), data_, host_.byte_size(), stream_).ok());
    const absl::Status status = backend_->Synchronize(stream_);
    EXPECT_TRUE(status.ok()) << status;
    return host_;
  }

 private:
  HostTensor host_;
  Backend* backend_;
  StreamHandle stream_;
  void* data_;
};

class PlanOnBackendTest : public testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<TestTarget> target = MakeTarget();
    ASSERT_TRUE(target.ok()) << target.status();
    target_ = *std::move(target);
    backend_ = target_.backend.get();
    stream_ = backend_->CreateStream().value();
    LoadOptions options;
    options.compiler = [this](absl::Span<const KernelSource> sources, absl::string_view name) {
      return target_.compiler->Compile(sources, name);
    };
    auto plan = Plan::FromBytes(MakeTestPlan(RealKernels()).ToBytes().value(), "plan `t`");
    ASSERT_TRUE(plan.ok()) << plan.status();
    absl::StatusOr<std::shared_ptr<const LoadedPlan>> loaded = LoadedPlan::Create(*plan, backend_, options);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    loaded_ = *std::move(loaded);
    context_ = ExecutionContext::Create(loaded_).value();
  }
  void TearDown() override {
    context_.reset();
    loaded_.reset();
    if (backend_ != nullptr) backend_->DestroyStream(stream_);
  }

  struct Call {
    DeviceTensor x, r, y;
    std::vector<TensorRef> inputs, outputs;
    Call(Backend* backend, StreamHandle stream, int64_t n, uint64_t seed)
        : x(backend, stream, RandomTensor(ElementType::kF32, {n, kTestWidth}, seed).value()),
          r(backend, stream, RandomTensor(ElementType::kF32, {n, kTestWidth}, seed + 1).value()),
          y(backend, stream, RandomTensor(ElementType::kF32, {n, kTestColumns}, seed + 2).value()),
          inputs({x.ref(), r.ref()}),
          outputs({y.ref()}) {}
    // Products of f32, so within a few roundings of the sum in double.
    void ExpectRight() {
      HostTensor expected = HostTensor::Create(ElementType::kF32, y.host().dims()).value();
      const std::vector<float> values = TestReference(x.host().as<float>(), r.host().as<float>(), x.host().dims()[0]);
      std::copy(values.begin(), values.end(), expected.as<float>());
      CompareOptions tolerance;
      tolerance.over_std = 1e-6;
      tolerance.relative = 1e-6;
      const Comparison comparison = CompareTensors(y.Download(), expected, tolerance).value();
      EXPECT_TRUE(comparison.matches()) << comparison.Describe();
    }
  };

  TestTarget target_;
  Backend* backend_ = nullptr;
  StreamHandle stream_ = nullptr;
  std::shared_ptr<const LoadedPlan> loaded_;
  std::unique_ptr<ExecutionContext> context_;
};

TEST_F(PlanOnBackendTest, unprepared_shapes) {
  EXPECT_EQ(loaded_->counters().kernels_compiled, 4u);
  for (int64_t n : {0, 1, 2, 3, 33, 1000}) {
    for (size_t entry : {kMainEntry, kDirectEntry}) {
      Call call(backend_, stream_, n, static_cast<uint64_t>(n));
      const absl::Status status = context_->Execute(entry, call.inputs, call.outputs, stream_);
      ASSERT_TRUE(status.ok()) << status;
      call.ExpectRight();
    }
  }
  EXPECT_EQ(context_->counters().graph_captures, 0u);
}

TEST_F(PlanOnBackendTest, prepared_shapes_rebind) {
  for (int64_t n : {257, 5, 1}) {  // the largest first: a workspace that grows would cost the graphs made before
    for (size_t entry : {kMainEntry, kDirectEntry}) {
      absl::Status status = context_->Prepare(entry, {n});
      ASSERT_TRUE(status.ok()) << status;
      Call a(backend_, stream_, n, 1), b(backend_, stream_, n, 7);
      for (int run = 0; run < 6; ++run) {
        Call& call = run % 3 == 2 ? b : a;
        status = context_->Execute(entry, call.inputs, call.outputs, stream_);
        ASSERT_TRUE(status.ok()) << status;
      }
      a.ExpectRight();
      b.ExpectRight();
    }
  }
  if (!backend_->supports_graphs()) return;
  EXPECT_EQ(context_->counters().graph_launches, 36u);
  EXPECT_EQ(context_->counters().kernel_launches, 0u);
  EXPECT_EQ(context_->Report(kMainEntry, {5})->graphs, 1u);
  EXPECT_EQ(context_->Report(kDirectEntry, {5})->graphs, 2u);
  EXPECT_GE(context_->Report(kMainEntry, {5})->graph_nodes, 4);
}

TEST_F(PlanOnBackendTest, larger_shape_after_prepared_one) {
  ASSERT_TRUE(context_->Prepare(kMainEntry, {4}).ok());
  Call small(backend_, stream_, 4, 1), large(backend_, stream_, 3000, 2);
  for (Call* call : {&small, &large, &small}) {
    const absl::Status status = context_->Execute(kMainEntry, call->inputs, call->outputs, stream_);
    ASSERT_TRUE(status.ok()) << status;
    call->ExpectRight();
  }
}

TEST_F(PlanOnBackendTest, tied_state) {
  const int64_t n = 77;
  DeviceTensor x(backend_, stream_, RandomTensor(ElementType::kF32, {n}, 1).value());
  DeviceTensor cache(backend_, stream_, RandomTensor(ElementType::kF32, {n}, 2).value());
  DeviceTensor copy(backend_, stream_, HostTensor::Create(ElementType::kF32, {n}).value());
  std::vector<float> expected(cache.host().as<float>(), cache.host().as<float>() + n);
  const std::vector<TensorRef> inputs = {x.ref(), cache.ref()}, outputs = {cache.ref(), copy.ref()};
  ASSERT_TRUE(context_->Prepare(kStateEntry, inputs, outputs).ok());
  for (int run = 0; run < 3; ++run) {
    const absl::Status status = context_->Execute(kStateEntry, inputs, outputs, stream_);
    ASSERT_TRUE(status.ok()) << status;
    for (size_t i = 0; i < expected.size(); ++i) expected[i] += x.host().as<float>()[i];
  }
  copy.Download();
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(copy.host().as<float>()[i], expected[i]);
}

TEST_F(PlanOnBackendTest, images_in_the_plan_need_no_compiler) {
  PlanWriter writer = MakeTestPlan(RealKernels());
  std::vector<KernelSource> sources;
  const TestKernels texts = RealKernels();
  for (size_t i = 0; i < 4; ++i) sources.push_back({kTestKernelSymbols[i], std::to_string(i), texts.sources[i]});
  std::map<std::string, uint32_t> image_of;
  const std::vector<CompiledImage> images = target_.compiler->Compile(sources, backend_->target()).value();
  for (const CompiledImage& image : images) {
    for (const std::string& symbol : image.symbols)
      image_of[symbol] = static_cast<uint32_t>(writer.model().images.size());
    writer.model().images.push_back(
        {image.target, writer.AddSection(std::string(image.bytes.begin(), image.bytes.end()))});
  }
  for (Kernel& kernel : writer.model().kernels) kernel.images = {image_of.at(kernel.symbol)};
  const std::string path = testing::TempDir() + "/plan_on_backend_test.sntr";
  ASSERT_TRUE(writer.ToFile(path).ok());
  auto loaded = LoadedPlan::Create(Plan::Load(path).value(), backend_);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ((*loaded)->counters().kernels_compiled, 0u);
  auto context = ExecutionContext::Create(*loaded).value();
  Call call(backend_, stream_, 9, 3);
  ASSERT_TRUE(context->Execute(kMainEntry, call.inputs, call.outputs, stream_).ok());
  call.ExpectRight();
  std::remove(path.c_str());
}

TEST_F(PlanOnBackendTest, profile_names_every_step) {
  Call call(backend_, stream_, 100, 3);
  auto times = context_->Profile(kMainEntry, call.inputs, call.outputs, stream_);
  ASSERT_TRUE(times.ok()) << times.status();
  ASSERT_EQ(times->size(), 4u);
  EXPECT_EQ((*times)[2].step, "project");
  for (const StepTime& time : *times) EXPECT_GT(time.microseconds, 0) << time.step;
  call.ExpectRight();
}

TEST_F(PlanOnBackendTest, threads_share_a_loaded_plan) {
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const StreamHandle stream = backend_->CreateStream().value();
      {
        auto context = ExecutionContext::Create(loaded_).value();
        const int64_t n = 3 + 50 * static_cast<int64_t>(t);
        EXPECT_TRUE(context->Prepare(kMainEntry, {n}).ok());
        for (uint64_t run = 0; run < 5; ++run) {
          Call call(backend_, stream, n, 100 * t + run);
          EXPECT_TRUE(context->Execute(kMainEntry, call.inputs, call.outputs, stream).ok());
          call.ExpectRight();
        }
      }
      backend_->DestroyStream(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_PLAN_ON_BACKEND_TEST_H_
