// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan on a GPU, as launches and as graphs; and what an execution costs the host there.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "runtime/base/status_macros.h"
#include "runtime/cuda/cuda_backend.h"
#include "runtime/jit/nvrtc_compiler.h"
#include "runtime/plan/plan_on_backend_test.h"

namespace sinter::rt {

absl::StatusOr<TestTarget> MakeTarget() {
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<Backend> backend, CreateCudaBackend());
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<NvrtcCompiler> compiler, NvrtcCompiler::Create());
  return TestTarget{std::move(backend), std::move(compiler)};
}

namespace {

template <typename Body>
double MedianMicroseconds(int repeats, Body body) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    body(i);
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<size_t>(repeats / 2)];
}

// Printed, not judged: the machine may be shared.
TEST_F(PlanOnBackendTest, host_time_of_an_execution) {
  Call a(backend_, stream_, 128, 1), b(backend_, stream_, 128, 7);
  const auto execute = [&](Call& call, RunMode mode) {
    ASSERT_TRUE(context_->Execute(kMainEntry, call.inputs, call.outputs, stream_, mode).ok());
  };
  ASSERT_TRUE(context_->Prepare(kMainEntry, a.inputs, a.outputs).ok());
  const auto drain = [&] { ASSERT_TRUE(backend_->Synchronize(stream_).ok()); };
  const double same = MedianMicroseconds(500, [&](int) { execute(a, RunMode::kAuto); });
  drain();
  const double moved = MedianMicroseconds(500, [&](int i) { execute(i % 2 ? a : b, RunMode::kAuto); });
  drain();
  const double launches = MedianMicroseconds(500, [&](int) { execute(a, RunMode::kLaunches); });
  drain();
  std::printf("host us an execution of 4 steps: same pointers %.2f, all 3 moved %.2f, plain launches %.2f\n", same,
              moved, launches);
  a.ExpectRight();
  b.ExpectRight();
}

}  // namespace
}  // namespace sinter::rt
