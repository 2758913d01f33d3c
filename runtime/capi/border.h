// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every function of the C interface does at the border: statuses out, exceptions stopped, null and struct sizes
// checked.
#ifndef SINTER_RUNTIME_CAPI_BORDER_H_
#define SINTER_RUNTIME_CAPI_BORDER_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sinter/sinter.h"

namespace sinter::rt {

// Null for OK; else a status of the caller's. Where there is no memory for one, a static one says so.
sinter_status* ToCStatus(const absl::Status& status) noexcept;
sinter_status* OutOfMemoryStatus() noexcept;
sinter_status* ExceptionStatus(const char* what) noexcept;

// Runs `body`, which returns an absl::Status. The good path allocates nothing.
template <typename Body>
sinter_status* AtBorder(const Body& body) noexcept {
  try {
    const absl::Status status = body();
    return status.ok() ? nullptr : ToCStatus(status);
  } catch (const std::bad_alloc&) {
    return OutOfMemoryStatus();
  } catch (const std::exception& error) {
    return ExceptionStatus(error.what());
  } catch (...) {
    return ExceptionStatus("of unknown type");
  }
}

// The same for functions that return nothing.
template <typename Body>
void QuietlyAtBorder(const Body& body) noexcept {
  try {
    body();
  } catch (...) {
  }
}

inline absl::Status NullArgument(const char* name) {
  return absl::InvalidArgumentError(absl::StrCat("`", name, "` is null"));
}

// Returns from a function of type absl::Status or absl::StatusOr where the pointer of that name is null.
#define SINTER_REQUIRE(pointer) \
  if ((pointer) == nullptr) return ::sinter::rt::NullArgument(#pointer)

// A size beyond this is taken for a struct_size that was never set.
inline constexpr size_t kLargestStruct = 4096;

// Of a sized struct T: `kInit`, what SINTER_..._INIT sets, and `kLeastSize`, the size that it had in version 0.
template <typename T>
struct SizedStruct;

// `last` is the last field that the struct had in version 0, and stays so when fields are added after it.
#define SINTER_SIZED_STRUCT(type, init, last)                                                              \
  template <>                                                                                              \
  struct SizedStruct<type> {                                                                               \
    static constexpr type kInit = init;                                                                    \
    static constexpr size_t kLeastSize =                                                                   \
        (offsetof(type, last) + sizeof(type::last) + alignof(type) - 1) / alignof(type) * alignof(type);   \
  }

SINTER_SIZED_STRUCT(sinter_allocator, SINTER_ALLOCATOR_INIT, release);
SINTER_SIZED_STRUCT(sinter_device_options, SINTER_DEVICE_OPTIONS_INIT, log_user_data);
SINTER_SIZED_STRUCT(sinter_device_info, SINTER_DEVICE_INFO_INIT, target);
SINTER_SIZED_STRUCT(sinter_device_counters, SINTER_DEVICE_COUNTERS_INIT, captures);
SINTER_SIZED_STRUCT(sinter_plan_info, SINTER_PLAN_INFO_INIT, kernel_count);
SINTER_SIZED_STRUCT(sinter_entry_info, SINTER_ENTRY_INFO_INIT, symbol_count);
SINTER_SIZED_STRUCT(sinter_symbol_info, SINTER_SYMBOL_INFO_INIT, divisor);
SINTER_SIZED_STRUCT(sinter_argument_info, SINTER_ARGUMENT_INFO_INIT, is_strided);
SINTER_SIZED_STRUCT(sinter_extent_info, SINTER_EXTENT_INFO_INIT, text);
SINTER_SIZED_STRUCT(sinter_argument_shape, SINTER_ARGUMENT_SHAPE_INIT, offset);
SINTER_SIZED_STRUCT(sinter_constant_info, SINTER_CONSTANT_INFO_INIT, byte_size);
SINTER_SIZED_STRUCT(sinter_supplied_constant, SINTER_SUPPLIED_CONSTANT_INIT, on_device);
SINTER_SIZED_STRUCT(sinter_load_options, SINTER_LOAD_OPTIONS_INIT, log_user_data);
SINTER_SIZED_STRUCT(sinter_loaded_plan_info, SINTER_LOADED_PLAN_INFO_INIT, constant_bytes);
SINTER_SIZED_STRUCT(sinter_context_options, SINTER_CONTEXT_OPTIONS_INIT, workspace_bytes);
SINTER_SIZED_STRUCT(sinter_tensor, SINTER_TENSOR_INIT, strides);
SINTER_SIZED_STRUCT(sinter_context_counters, SINTER_CONTEXT_COUNTERS_INIT, workspace_allocations);

template <typename T>
absl::Status CheckStructSize(const T& value, const char* name) {
  constexpr size_t kLeast = SizedStruct<T>::kLeastSize;
  if (value.struct_size >= kLeast && value.struct_size <= kLargestStruct) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("`", name, "` has struct_size ", value.struct_size,
                                                 ", expected at least ", kLeast, " (SINTER_..._INIT sets it)"));
}

// A copy of a struct that the caller handed in; what an earlier version lacks is as SINTER_..._INIT sets it.
template <typename T>
absl::StatusOr<T> ReadStruct(const T* value, const char* name) {
  if (value == nullptr) return NullArgument(name);
  if (absl::Status status = CheckStructSize(*value, name); !status.ok()) return status;
  const auto* bytes = reinterpret_cast<const unsigned char*>(value);
  const size_t known = std::min(value->struct_size, sizeof(T));
  if (std::any_of(bytes + known, bytes + value->struct_size, [](unsigned char byte) { return byte != 0; })) {
    return absl::UnimplementedError(
        absl::StrCat("`", name, "` sets a field that this version of the library does not know"));
  }
  T copy = SizedStruct<T>::kInit;
  std::memcpy(&copy, bytes, known);
  copy.struct_size = sizeof(T);
  return copy;
}

// Fills a struct of the caller's, whose size stays; `value` has its fields.
template <typename T>
absl::Status WriteStruct(T* destination, T value, const char* name) {
  if (destination == nullptr) return NullArgument(name);
  if (absl::Status status = CheckStructSize(*destination, name); !status.ok()) return status;
  value.struct_size = destination->struct_size;
  const size_t known = std::min(value.struct_size, sizeof(T));
  auto* bytes = reinterpret_cast<unsigned char*>(destination);
  std::memcpy(bytes, &value, known);
  std::memset(bytes + known, 0, value.struct_size - known);
  return absl::OkStatus();
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_BORDER_H_
