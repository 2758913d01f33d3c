// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans run and watched: one compile for the kernels of many of them, guard bytes beside arguments, repeated runs that
// must give the same bits.

#ifndef SINTER_COMPILER_FUZZER_PLANRUNNER_H
#define SINTER_COMPILER_FUZZER_PLANRUNNER_H

#include "runtime/base/backend.h"
#include "runtime/jit/kernel_compiler.h"
#include "runtime/plan/execution_context.h"
#include "runtime/tensor/host_tensor.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sinter::fuzz {

struct CompiledGraph {
  std::string plan; // holds the kernels' text and no image
  std::vector<rt::KernelSource> kernels;
};

using SymbolValues = std::map<std::string, int64_t, std::less<>>;
using Tensors = std::vector<rt::HostTensor>;

/// Kernels of many plans, compiled together: most of a compile's time is spent on what all kernels share.
class KernelPool {
public:
  /// Adds a plan's kernels. Those of another plan may have the same symbols and other texts, since a schedule goes by the target and by what lies around a kernel;
  /// fails where two of one plan do.
  absl::Status add(const std::vector<rt::KernelSource> &kernels);
  absl::Status compile(rt::KernelCompiler &compiler, const std::string &target);
  size_t size() const;

  /// The images that hold `wanted`.
  absl::StatusOr<std::vector<rt::CompiledImage>> imagesOf(absl::Span<const rt::KernelSource> wanted) const;

private:
  /// Kernels with symbols of their own, which are compiled together. All of a plan are in one.
  struct Layer {
    bool agreesWith(absl::Span<const rt::KernelSource> kernels) const;

    std::map<std::string, rt::KernelSource> sources;
    std::vector<rt::CompiledImage> images;
    std::map<std::string, size_t> imageOf;
  };
  std::vector<Layer> layers;
};

/// Values for an argument, of its type and dims.
using Fill = std::function<rt::HostTensor(size_t argument, rt::ElementType type, const std::vector<int64_t> &dims)>;

/// A plan, ready to run.
class PlanRunner {
public:
  static absl::StatusOr<std::unique_ptr<PlanRunner>> load(const CompiledGraph &graph, rt::Backend *backend, const KernelPool &pool);

  absl::StatusOr<Tensors> makeInputs(const SymbolValues &symbols, const Fill &fill) const;

  /// Runs more than once, by launches and, where the backend has them, by graphs: all must give the same bits, and
  /// write nothing beside the outputs. Arguments lie as the plan's strides and offsets say.
  absl::StatusOr<Tensors> run(const SymbolValues &symbols, const Tensors &inputs);

private:
  struct Bound;
  absl::StatusOr<std::vector<int64_t>> symbolsOf(const SymbolValues &values) const;
  absl::StatusOr<std::vector<int64_t>> evaluate(const std::vector<rt::Expr> &exprs, const SymbolValues &values) const;
  absl::StatusOr<std::unique_ptr<Bound>> bind(const SymbolValues &symbols, const Tensors &inputs) const;
  absl::StatusOr<Tensors> runOnce(const std::vector<int64_t> &symbols, Bound &bound, rt::RunMode mode);

  rt::Backend *backend = nullptr;
  std::shared_ptr<const rt::LoadedPlan> plan;
  std::unique_ptr<rt::ExecutionContext> context;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_PLANRUNNER_H
