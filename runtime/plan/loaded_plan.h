// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan on one device: its kernels loaded and its constants in place, shared by all contexts that
// execute it there.
#ifndef SINTER_RUNTIME_PLAN_LOADED_PLAN_H_
#define SINTER_RUNTIME_PLAN_LOADED_PLAN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/plan/constant_pool.h"
#include "runtime/plan/plan.h"

namespace sinter::rt {

// Makes images for `target` of kernels that have none; each kernel must be in one of them.
using KernelCompileFunction = std::function<absl::StatusOr<std::vector<CompiledImage>>(
    absl::Span<const KernelSource> sources, absl::string_view target)>;

struct LoadOptions {
  ConstantOptions constants;
  // Called at most once, and only for kernels without an image that the backend can run; without it such a plan is
  // refused by the kernels' names.
  KernelCompileFunction compiler;
  // What a message says where there is none.
  std::string no_compiler = "no compiler was given";
};

struct LoadCounters {
  uint64_t images_loaded = 0;     // modules given to the backend
  uint64_t kernels_compiled = 0;  // kernels whose source went to the compiler
  uint64_t constant_bytes = 0;    // device memory that the constants keep
};

// Immutable after Create; safe to share between threads. The backend must outlive it.
class LoadedPlan {
 public:
  // Loads the kernels, fills the constants and runs the init entry, to its end. kNotFound names the kernels that
  // nothing here can run; kUnimplemented a step for a second device.
  static absl::StatusOr<std::shared_ptr<const LoadedPlan>> Create(std::shared_ptr<const Plan> plan, Backend* backend,
                                                                  const LoadOptions& options = {});

  const Plan& plan() const { return *plan_; }
  const PlanModel& model() const { return plan_->model(); }
  Backend* backend() const { return backend_; }
  const KernelHandle& kernel(size_t index) const { return *kernels_[index]; }
  void* constant(size_t index) const { return constants_->pointer(index); }
  const LoadCounters& counters() const { return counters_; }

 private:
  LoadedPlan(std::shared_ptr<const Plan> plan, Backend* backend) : plan_(std::move(plan)), backend_(backend) {}
  absl::Status Load(const LoadOptions& options);
  absl::Status CheckDevices() const;
  absl::Status LoadKernels(const LoadOptions& options);
  absl::Status LoadImages(std::vector<size_t>* without_image);
  absl::Status CompileKernels(const std::vector<size_t>& kernels, const LoadOptions& options);
  absl::Status RunInit(StreamHandle stream);
  absl::Status Error(const absl::Status& status, absl::string_view where) const;

  std::shared_ptr<const Plan> plan_;
  Backend* backend_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<const KernelHandle*> kernels_;
  std::unique_ptr<ConstantPool> constants_;
  LoadCounters counters_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_LOADED_PLAN_H_
