// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statuses, versions and element types of the C interface.
#include <cstdlib>
#include <cstring>

#include "runtime/base/element_type.h"
#include "runtime/capi/border.h"

#ifndef SINTER_VERSION
#error "the build defines SINTER_VERSION"
#endif

// The message follows the struct in the same block, so that a status is one allocation that cannot throw.
struct sinter_status {
  int32_t code;
  const char* message;
};

namespace sinter::rt {
namespace {

constexpr sinter_status kOutOfMemory = {SINTER_RESOURCE_EXHAUSTED, "out of host memory"};

int32_t CodeOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return SINTER_OK;
    case absl::StatusCode::kInvalidArgument:
      return SINTER_INVALID_ARGUMENT;
    case absl::StatusCode::kNotFound:
      return SINTER_NOT_FOUND;
    case absl::StatusCode::kFailedPrecondition:
      return SINTER_FAILED_PRECONDITION;
    case absl::StatusCode::kResourceExhausted:
      return SINTER_RESOURCE_EXHAUSTED;
    case absl::StatusCode::kOutOfRange:
      return SINTER_OUT_OF_RANGE;
    case absl::StatusCode::kDataLoss:
      return SINTER_DATA_LOSS;
    case absl::StatusCode::kPermissionDenied:
      return SINTER_PERMISSION_DENIED;
    case absl::StatusCode::kUnimplemented:
      return SINTER_UNIMPLEMENTED;
    case absl::StatusCode::kUnavailable:
      return SINTER_UNAVAILABLE;
    default:
      return SINTER_INTERNAL;
  }
}

sinter_status* MakeStatus(int32_t code, absl::string_view head, absl::string_view message) noexcept {
  void* block = std::malloc(sizeof(sinter_status) + head.size() + message.size() + 1);
  if (block == nullptr) return OutOfMemoryStatus();
  char* text = static_cast<char*>(block) + sizeof(sinter_status);
  std::memcpy(text, head.data(), head.size());
  std::memcpy(text + head.size(), message.data(), message.size());
  text[head.size() + message.size()] = '\0';
  return new (block) sinter_status{code, text};
}

bool IsElementType(int32_t type) { return type >= SINTER_F64 && type <= SINTER_U16; }

static_assert(static_cast<int>(ElementType::kF64) == SINTER_F64 &&
                  static_cast<int>(ElementType::kBF16) == SINTER_BF16 &&
                  static_cast<int>(ElementType::kI64) == SINTER_I64 &&
                  static_cast<int>(ElementType::kBool) == SINTER_BOOL &&
                  static_cast<int>(ElementType::kF4E2M1) == SINTER_F4E2M1 &&
                  static_cast<int>(ElementType::kU16) == SINTER_U16,
              "the interface's element types are the runtime's");

}  // namespace

sinter_status* OutOfMemoryStatus() noexcept { return const_cast<sinter_status*>(&kOutOfMemory); }

sinter_status* ToCStatus(const absl::Status& status) noexcept {
  return status.ok() ? nullptr : MakeStatus(CodeOf(status.code()), "", status.message());
}

sinter_status* ExceptionStatus(const char* what) noexcept {
  return MakeStatus(SINTER_INTERNAL, "an exception reached the border: ", what);
}

}  // namespace sinter::rt

uint32_t sinter_abi_version(void) { return SINTER_ABI_VERSION; }
const char* sinter_version(void) { return SINTER_VERSION; }

int32_t sinter_status_code(const sinter_status* status) { return status == nullptr ? SINTER_OK : status->code; }
const char* sinter_status_message(const sinter_status* status) { return status == nullptr ? "" : status->message; }
void sinter_status_destroy(sinter_status* status) {
  if (status != sinter::rt::OutOfMemoryStatus()) std::free(status);
}

const char* sinter_code_name(int32_t code) {
  static constexpr const char* kNames[] = {
      "ok",           "invalid argument", "not found",         "failed precondition", "resource exhausted",
      "out of range", "data loss",        "permission denied", "unimplemented",       "unavailable",
      "internal"};
  return code >= SINTER_OK && code <= SINTER_INTERNAL ? kNames[code] : "unknown";
}

const char* sinter_element_type_name(int32_t type) {
  if (!sinter::rt::IsElementType(type)) return nullptr;
  return sinter::rt::ElementTypeName(static_cast<sinter::rt::ElementType>(type));
}
uint32_t sinter_element_type_bits(int32_t type) {
  if (!sinter::rt::IsElementType(type)) return 0;
  return static_cast<uint32_t>(sinter::rt::BitWidth(static_cast<sinter::rt::ElementType>(type)));
}
