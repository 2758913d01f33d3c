// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands behind the opaque types of sinter.h. Each object shares what it was made from, so that the caller may
// destroy them in any order. Tests make devices of their own backends here.
#ifndef SINTER_RUNTIME_CAPI_OBJECTS_H_
#define SINTER_RUNTIME_CAPI_OBJECTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/capi/bound_arguments.h"
#include "runtime/capi/observed_backend.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/loaded_plan.h"
#include "runtime/plan/plan.h"
#include "sinter/sinter.h"

namespace sinter::rt {

struct DeviceState {
  DeviceState(std::unique_ptr<Backend> inner, AllocatorFunctions allocator)
      : backend(std::move(inner), std::move(allocator)), name(backend.name()), target(backend.target()) {}
  ObservedBackend backend;
  const std::string name, target;
};

// A plan with the texts that queries give out.
struct PlanState {
  explicit PlanState(std::shared_ptr<const Plan> opened);
  struct ArgumentTexts {
    std::vector<std::string> dims, strides;
  };
  struct EntryTexts {
    std::vector<ArgumentTexts> inputs, outputs;
  };
  std::shared_ptr<const Plan> plan;
  std::vector<EntryTexts> texts;  // one an entry
};

struct LoadedState {
  std::shared_ptr<DeviceState> device;
  std::shared_ptr<const PlanState> plan;
  std::shared_ptr<const LoadedPlan> loaded;
  uint64_t kernels_compiled = 0, kernels_from_cache = 0;
};

}  // namespace sinter::rt

struct sinter_device {
  std::shared_ptr<sinter::rt::DeviceState> state;
};

// The device first: it goes last.
struct sinter_graph {
  std::shared_ptr<sinter::rt::DeviceState> device;
  std::unique_ptr<sinter::rt::Graph> graph;
};

struct sinter_plan {
  std::shared_ptr<const sinter::rt::PlanState> state;
};

struct sinter_loaded_plan {
  std::shared_ptr<const sinter::rt::LoadedState> state;
};

struct sinter_context {
  std::shared_ptr<const sinter::rt::LoadedState> loaded;
  std::unique_ptr<sinter::rt::ExecutionContext> context;
  std::vector<sinter::rt::BoundArguments> bound;  // one an entry
};

#endif  // SINTER_RUNTIME_CAPI_OBJECTS_H_
