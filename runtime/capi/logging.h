// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The caller's log function.
#ifndef SINTER_RUNTIME_CAPI_LOGGING_H_
#define SINTER_RUNTIME_CAPI_LOGGING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "sinter/sinter.h"

namespace sinter::rt {

// Copyable; without a function it says nothing.
class Logger {
 public:
  Logger(sinter_log_function function, void* user_data) : function_(function), user_data_(user_data) {}
  void Info(absl::string_view line) const { Log(SINTER_LOG_INFO, line); }
  void Warning(absl::string_view line) const { Log(SINTER_LOG_WARNING, line); }

 private:
  void Log(int32_t level, absl::string_view line) const {
    if (function_ != nullptr) function_(user_data_, level, std::string(line).c_str());
  }
  sinter_log_function function_;
  void* user_data_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_LOGGING_H_
