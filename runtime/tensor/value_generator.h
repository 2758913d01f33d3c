// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors whose values follow from their names, so that everybody gets the same network without its
// weights, and random test data.
#ifndef SINTER_RUNTIME_TENSOR_VALUE_GENERATOR_H_
#define SINTER_RUNTIME_TENSOR_VALUE_GENERATOR_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/base/element_type.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

// FNV-1a, 64 bits.
uint64_t TensorNameHash(absl::string_view name);

// The value in [0, 1), a multiple of 2^-24, of element `index` of the tensor whose name hashes to `hash`.
double UnitValue(uint64_t hash, uint64_t index);

struct ValueDistribution {
  double mean = 0;
  double std = 1;
  double min = -1e300;
  double max = 1e300;
};

// mean + std * sqrt(3) * (2u - 1), clamped to [min, max], rounded once to `type`, which must be a float. `data` holds
// `count` elements. `threads` 0: as many as the machine has, fewer for small tensors.
absl::Status GenerateValues(absl::string_view tensor_name, const ValueDistribution& distribution, ElementType type,
                            uint64_t count, void* data, int threads = 0);

// An input by its name: floats sqrt(3) * (2u - 1); integers 1 where the name contains `mask`, `past_length` where it
// contains `pos`, else floor(100u). A bool is whether that integer is not 0.
absl::StatusOr<HostTensor> GenerateInput(absl::string_view name, ElementType type, std::vector<int64_t> dims,
                                         int64_t past_length = 0);

// Random values by seed, none of them zero: floats of either sign with magnitudes in [1/8, 2), integers in [1, 100] (7
// for i4), bools of both kinds. The same on every machine.
absl::StatusOr<HostTensor> RandomTensor(ElementType type, std::vector<int64_t> dims, uint64_t seed);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_VALUE_GENERATOR_H_
