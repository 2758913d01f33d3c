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

template <typename T>
absl::Status CheckStructSize(const T& value, const char* name) {
  if (value.struct_size >= sizeof(T) && value.struct_size <= kLargestStruct) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("`", name, "` has struct_size ", value.struct_size, ", expected ",
                                                 sizeof(T), " (SINTER_..._INIT sets it)"));
}

// A copy of a struct that the caller handed in.
template <typename T>
absl::StatusOr<T> ReadStruct(const T* value, const char* name) {
  if (value == nullptr) return NullArgument(name);
  if (absl::Status status = CheckStructSize(*value, name); !status.ok()) return status;
  const auto* bytes = reinterpret_cast<const unsigned char*>(value);
  if (std::any_of(bytes + sizeof(T), bytes + value->struct_size, [](unsigned char byte) { return byte != 0; })) {
    return absl::UnimplementedError(
        absl::StrCat("`", name, "` sets a field that this version of the library does not know"));
  }
  return *value;
}

// Fills a struct of the caller's, whose size stays; `value` has its fields.
template <typename T>
absl::Status WriteStruct(T* destination, T value, const char* name) {
  if (destination == nullptr) return NullArgument(name);
  if (absl::Status status = CheckStructSize(*destination, name); !status.ok()) return status;
  value.struct_size = destination->struct_size;
  std::memset(reinterpret_cast<unsigned char*>(destination) + sizeof(T), 0, value.struct_size - sizeof(T));
  *destination = value;
  return absl::OkStatus();
}

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_BORDER_H_
