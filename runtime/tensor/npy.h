// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors in NumPy's .npy files.
//
// f64, f32, f16, i64, i32, i16, i8, u64, u32, u16, u8 and bool use NumPy's own types. The others have none, and are kept as raw bits:
// bf16 as `<u2`; f8e4m3 and f8e5m2 as `|u1`; i4 and f4e2m1 as `|u1` of one dim, the packed bytes. A reader that wants
// such a type says so (`expected`, and for 4-bit types `dims`), and one that wants u16; one that says nothing gets bf16
// for `<u2` and u8 for `|u1`.
#ifndef SINTER_RUNTIME_TENSOR_NPY_H_
#define SINTER_RUNTIME_TENSOR_NPY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/element_type.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

struct NpyReadOptions {
  std::optional<ElementType> expected;       // another type in the file is an error
  std::optional<std::vector<int64_t>> dims;  // other dims are an error; needed for 4-bit types of odd counts
};

// Versions 1 to 3, little-endian, C order. Every size is checked against the bytes that are there before anything is
// allocated. kInvalidArgument says what was found.
absl::StatusOr<HostTensor> ParseNpy(absl::Span<const uint8_t> bytes, const NpyReadOptions& options = {});
absl::StatusOr<HostTensor> ReadNpyFile(const std::string& path, const NpyReadOptions& options = {});

// Version 1 (2 where the header does not fit), aligned as NumPy does.
std::string NpyBytes(const HostTensor& tensor);
absl::Status WriteNpyFile(const std::string& path, const HostTensor& tensor);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TENSOR_NPY_H_
