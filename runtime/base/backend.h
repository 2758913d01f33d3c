// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The border between the plan executor and what runs its steps: one GPU (runtime/cuda) or the host (runtime/cpu).
#ifndef SINTER_RUNTIME_BASE_BACKEND_H_
#define SINTER_RUNTIME_BASE_BACKEND_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/element_type.h"
#include "runtime/base/matmul_choice.h"

namespace sinter::rt {

// A backend's queue of work, for CUDA the CUstream itself (null: the default stream). The caller owns it. The
// CPU backend runs each call to its end; it has the null stream alone and refuses others.
using StreamHandle = void*;

struct LaunchShape {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t shared_bytes = 0;  // dynamic shared memory; the CPU's kernels ask for theirs themselves
  // It may start before the launch before it in the stream has ended, and waits itself. Where the device cannot do that, it starts afterwards.
  bool overlaps = false;
};

// One operand of a product: extents live in MatmulProblem, strides are in elements, 0 broadcasts.
struct MatmulOperandLayout {
  ElementType type = ElementType::kF32;
  int64_t row_stride = 0;
  int64_t column_stride = 1;
  std::vector<int64_t> batch_strides;  // one an extent of MatmulProblem::batch
  uint32_t alignment = 16;             // of the operand's first element, in bytes
};

enum class Activation : uint8_t { kNone, kRelu, kGeluTanh };

// D[b..., m, n] = activation(alpha * sum_k A[b..., m, k] B[b..., k, n] + beta * C[b..., m, n] + bias[n]), accumulated in
// `accumulate` and rounded once to D's type. `c` is read only where beta is nonzero, and may be D itself.
struct MatmulProblem {
  std::vector<int64_t> batch;
  int64_t m = 0, n = 0, k = 0;
  MatmulOperandLayout a, b, c, d;
  bool has_bias = false;
  ElementType bias_type = ElementType::kF32;
  uint32_t bias_alignment = 16;  // of its first element, in bytes
  float alpha = 1.0f, beta = 0.0f;
  Activation activation = Activation::kNone;
  ElementType accumulate = ElementType::kF32;
};

struct MatmulPointers {
  const void* a = nullptr;
  const void* b = nullptr;
  const void* c = nullptr;
  void* d = nullptr;
  const void* bias = nullptr;
};

// A loaded image's kernel; lives as long as its Module.
class KernelHandle {
 public:
  virtual ~KernelHandle() = default;
};

class Module {
 public:
  virtual ~Module() = default;
  // kNotFound, with the symbol, where the image has no such kernel. The module owns the handle.
  virtual absl::StatusOr<const KernelHandle*> GetKernel(absl::string_view symbol) = 0;
};

// A product made ready (algorithm chosen, descriptors and any pointer arrays built): running it allocates nothing.
class PreparedMatmul {
 public:
  virtual ~PreparedMatmul() = default;
  // Bytes of device scratch that Run needs; the executor supplies it, and never to two products that may overlap.
  virtual size_t workspace_bytes() const = 0;
  virtual absl::Status Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const = 0;
  // One line: the library, the algorithm and why.
  virtual std::string Describe() const = 0;
  // False where no library knows the product and a plain loop of ours runs it.
  virtual bool uses_library() const { return true; }
  // Null where there is no choice of algorithms. As long as the product.
  virtual const MatmulChoice* choice() const { return nullptr; }
};

// A captured sequence of steps. Nodes are numbered in the order in which their launches were captured.
class Graph {
 public:
  virtual ~Graph() = default;
  virtual absl::Status Launch(StreamHandle stream) = 0;
  virtual int64_t node_count() const = 0;
  // Replaces the parameters of generated-kernel launch number `launch_index` (library nodes are not counted and
  // never updated). `params` points at one pointer a kernel parameter, as for Backend::Launch.
  virtual absl::Status UpdateKernelParams(int64_t launch_index, const LaunchShape& shape, void** params) = 0;
};

// The text of one kernel, self-contained but for runtime/device headers.
struct KernelSource {
  std::string symbol;
  std::string hash;
  std::string text;
};

// An image that holds the kernels of `symbols`.
struct CompiledImage {
  std::string target;
  std::vector<std::string> symbols;
  std::vector<uint8_t> bytes;
};

// Thread-compatible: const calls may come from several threads. No process-wide state.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string name() const = 0;    // "NVIDIA H200 (sm_90)", "cpu"
  virtual std::string target() const = 0;  // "sm_90", "cpu-x86_64"
  virtual bool is_cpu() const = 0;
  // Whether an image made for `image_target` runs here (sm_80 code runs on sm_89; PTX runs on anything newer).
  virtual bool CanRun(absl::string_view image_target) const = 0;

  // 256-byte aligned; null for size 0. kResourceExhausted names the size asked for.
  virtual absl::StatusOr<void*> Allocate(size_t bytes) = 0;
  virtual void Free(void* pointer) = 0;
  virtual absl::Status CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) = 0;
  virtual absl::Status CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) = 0;
  virtual absl::Status CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) = 0;
  virtual absl::Status Synchronize(StreamHandle stream) = 0;
  virtual absl::StatusOr<StreamHandle> CreateStream() = 0;
  virtual void DestroyStream(StreamHandle stream) = 0;

  virtual absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) = 0;
  virtual absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                              StreamHandle stream) = 0;
  // What a backend has chosen for a problem without a pin it keeps to for as long as it lives, so that a plan gives the
  // same bits in all contexts and at all times.
  virtual absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareMatmul(const MatmulProblem& problem,
                                                                        const MatmulRequest& request = {}) = 0;

  virtual bool supports_graphs() const = 0;
  // Whoever began it. Libraries may not be asked for anything but runs meanwhile.
  virtual absl::StatusOr<bool> IsCapturing(StreamHandle stream) = 0;
  virtual absl::Status BeginCapture(StreamHandle stream) = 0;
  virtual absl::StatusOr<std::unique_ptr<Graph>> EndCapture(StreamHandle stream) = 0;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_BACKEND_H_
