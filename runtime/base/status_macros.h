// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Early return on a failed absl::Status or absl::StatusOr.
#ifndef SINTER_RUNTIME_BASE_STATUS_MACROS_H_
#define SINTER_RUNTIME_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns from the enclosing function (of type absl::Status or absl::StatusOr<T>) where `expression`, an absl::Status,
// is not OK.
#define SINTER_RETURN_IF_ERROR(expression)                                  \
  do {                                                                      \
    if (absl::Status sinter_status_ = (expression); !sinter_status_.ok()) { \
      return sinter_status_;                                                \
    }                                                                       \
  } while (false)

// SINTER_ASSIGN_OR_RETURN(auto x, MakeX()): assigns the value of an absl::StatusOr, or returns its status. The first
// argument must hold no comma outside parentheses.
#define SINTER_ASSIGN_OR_RETURN(lhs, expression) \
  SINTER_ASSIGN_OR_RETURN_IMPL_(SINTER_STATUS_CONCAT_(sinter_status_or_, __LINE__), lhs, expression)

#define SINTER_ASSIGN_OR_RETURN_IMPL_(result, lhs, expression) \
  auto result = (expression);                                  \
  if (!result.ok()) return std::move(result).status();         \
  lhs = *std::move(result)

#define SINTER_STATUS_CONCAT_(a, b) SINTER_STATUS_CONCAT_INNER_(a, b)
#define SINTER_STATUS_CONCAT_INNER_(a, b) a##b

#endif  // SINTER_RUNTIME_BASE_STATUS_MACROS_H_
