// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The harness's own kernels on a device: compiled when first asked for, launched by plain calls.
#ifndef SINTER_RUNTIME_MEASURE_DEVICE_KERNELS_H_
#define SINTER_RUNTIME_MEASURE_DEVICE_KERNELS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/base/element_type.h"
#include "runtime/tools/kernel_compilers.h"

namespace sinter::rt {

// A kernel that moves `reads` streams in and `writes` streams out, `vectors` of 16 bytes a stream and thread.
struct StreamKernel {
  int reads = 1, writes = 1, vectors = 1;
  bool evict_first = false;
  std::string Symbol() const;
};

// Element `index` of what FillRandom makes of `seed`, as its exact value. f32, bf16 and f16 alone.
double RandomValue(ElementType type, uint32_t seed, uint64_t index);

class DeviceKernels {
 public:
  // The backend must outlive it.
  DeviceKernels(Backend* backend, CacheOptions cache) : backend_(backend), cache_(std::move(cache)) {}

  // Compiles those of `kernels` that are not there yet, all at once.
  absl::Status Prepare(absl::Span<const StreamKernel> kernels);
  // `bytes` in all, split evenly over the streams and rounded down to 16 in each. `from` and `to` are 16-byte aligned
  // and hold the streams one after the other.
  absl::Status MoveStreams(const StreamKernel& kernel, const void* from, void* to, uint64_t bytes, StreamHandle stream);
  // The memory's size must be a multiple of 4.
  absl::Status FillWords(void* memory, uint64_t bytes, uint32_t word, StreamHandle stream);
  // kUnimplemented for other types than f32, bf16 and f16.
  absl::Status FillRandom(void* memory, ElementType type, uint64_t count, uint32_t seed, StreamHandle stream);
  // Elements with |a - b| > tolerance * (|b| + scale), or a NaN in either. Waits.
  absl::StatusOr<uint64_t> CountMismatches(ElementType type, const void* a, const void* b, uint64_t count,
                                           float tolerance, float scale, StreamHandle stream);

 private:
  struct Text {
    std::string symbol, parameters, body;
  };
  absl::Status Compile(absl::Span<const Text> texts);
  absl::StatusOr<const KernelHandle*> Find(const Text& text);
  absl::Status Launch(const KernelHandle& kernel, uint64_t threads, void** params, StreamHandle stream);
  static Text TextOf(const StreamKernel& kernel);

  Backend* backend_;
  CacheOptions cache_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::map<std::string, const KernelHandle*> kernels_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_MEASURE_DEVICE_KERNELS_H_
