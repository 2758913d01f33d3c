// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's clock around work that is waited for.
#include <chrono>

#include "runtime/base/status_macros.h"
#include "runtime/measure/stream_timer.h"

namespace sinter::rt {
namespace {

class HostTimer : public StreamTimer {
 public:
  explicit HostTimer(Backend* backend) : backend_(backend) {}

  absl::Status Start(StreamHandle stream) override {
    SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream));
    start_ = std::chrono::steady_clock::now();
    return absl::OkStatus();
  }
  absl::StatusOr<double> Stop(StreamHandle stream) override {
    SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream));
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  Backend* backend_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

std::unique_ptr<StreamTimer> CreateHostTimer(Backend* backend) { return std::make_unique<HostTimer>(backend); }

}  // namespace sinter::rt
