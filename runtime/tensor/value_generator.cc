// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counter-based generation: every element on its own, so that any number of threads gives the same
// tensor.
#include "runtime/tensor/value_generator.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/element_conversion.h"

namespace sinter::rt {
namespace {

constexpr uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;
constexpr uint64_t kMinElementsPerThread = 1 << 18;

uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

class ValueRange {
 public:
  ValueRange(uint64_t hash, const ValueDistribution& distribution)
      : hash_(hash), distribution_(distribution), scale_(distribution.std * std::sqrt(3.0)) {}

  void Fill(ElementType type, uint64_t begin, uint64_t end, void* data) const {
    if (type == ElementType::kF32) {
      for (uint64_t i = begin; i < end; ++i) static_cast<float*>(data)[i] = static_cast<float>(Value(i));
    } else {
      for (uint64_t i = begin; i < end; ++i) WriteElement(type, data, i, Value(i));
    }
  }

 private:
  double Value(uint64_t index) const {
    const double value = distribution_.mean + scale_ * (2 * UnitValue(hash_, index) - 1);
    return std::clamp(value, distribution_.min, distribution_.max);
  }

  uint64_t hash_;
  ValueDistribution distribution_;
  double scale_;
};

int ThreadCount(int requested, uint64_t count) {
  if (requested > 0) return requested;
  const uint64_t available = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<int>(std::clamp<uint64_t>(count / kMinElementsPerThread, 1, available));
}

}  // namespace

uint64_t TensorNameHash(absl::string_view name) {
  uint64_t hash = 0xCBF29CE484222325;
  for (char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3;
  return hash;
}

double UnitValue(uint64_t hash, uint64_t index) {
  return static_cast<double>(Mix(hash + (index + 1) * kGoldenGamma) >> 40) / 16777216.0;
}

absl::Status GenerateValues(absl::string_view tensor_name, const ValueDistribution& distribution, ElementType type,
                            uint64_t count, void* data, int threads) {
  if (!IsFloatType(type)) {
    return absl::InvalidArgumentError(
        absl::StrCat("tensor `", tensor_name, "`: values are generated for floats, not ", ElementTypeName(type)));
  }
  if (!(distribution.min <= distribution.max)) {
    return absl::InvalidArgumentError(
        absl::StrCat("tensor `", tensor_name, "`: range [", distribution.min, ", ", distribution.max, "] is empty"));
  }
  const ValueRange values(TensorNameHash(tensor_name), distribution);
  const uint64_t parts = static_cast<uint64_t>(ThreadCount(threads, count));
  // Even borders, so that no two threads share a byte of 4-bit elements.
  const uint64_t part = (count / parts + 2) & ~uint64_t{1};
  std::vector<std::thread> workers;
  for (uint64_t begin = part; begin < count; begin += part) {
    workers.emplace_back([=, &values] { values.Fill(type, begin, std::min(begin + part, count), data); });
  }
  values.Fill(type, 0, std::min(part, count), data);
  for (std::thread& worker : workers) worker.join();
  return absl::OkStatus();
}

absl::StatusOr<HostTensor> GenerateInput(absl::string_view name, ElementType type, std::vector<int64_t> dims,
                                         int64_t past_length) {
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(type, std::move(dims)));
  const uint64_t count = tensor.element_count();
  if (IsFloatType(type)) {
    SINTER_RETURN_IF_ERROR(GenerateValues(name, ValueDistribution{}, type, count, tensor.data()));
    return tensor;
  }
  const uint64_t hash = TensorNameHash(name);
  const bool is_mask = absl::StrContains(name, "mask"), is_position = absl::StrContains(name, "pos");
  for (uint64_t i = 0; i < count; ++i) {
    const int64_t value = is_mask       ? 1
                          : is_position ? past_length
                                        : static_cast<int64_t>(std::floor(100 * UnitValue(hash, i)));
    WriteInteger(type, tensor.data(), i, value);
  }
  return tensor;
}

absl::StatusOr<HostTensor> RandomTensor(ElementType type, std::vector<int64_t> dims, uint64_t seed) {
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(type, std::move(dims)));
  const uint64_t count = tensor.element_count();
  const int64_t limit = type == ElementType::kI4 ? 7 : 100;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t random = Mix(Mix(seed + kGoldenGamma) + (i + 1) * kGoldenGamma);
    const double unit = static_cast<double>(random >> 40) / 16777216.0;
    if (type == ElementType::kBool) {
      WriteInteger(type, tensor.data(), i, static_cast<int64_t>(random & 1));
    } else if (IsFloatType(type)) {
      // A random power of two in [1/8, 1] times [1, 2): the fp4 type, whose least value is 1/2, takes the upper half.
      const int exponent = type == ElementType::kF4E2M1 ? 0 : -static_cast<int>((random >> 8) & 3);
      const double magnitude = std::min(std::ldexp(1 + unit, exponent), 1.9375);
      WriteElement(type, tensor.data(), i, (random & 1) != 0 ? -magnitude : magnitude);
    } else {
      WriteInteger(type, tensor.data(), i, 1 + static_cast<int64_t>(unit * static_cast<double>(limit)));
    }
  }
  return tensor;
}

}  // namespace sinter::rt
