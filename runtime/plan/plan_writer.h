// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts a plan together: fill in model(), add its sections, write. The compiler's serializer is the main
// user.
//
//   PlanWriter writer;
//   uint32_t text = writer.AddSection(kernel_text);
//   uint32_t cubin = writer.AddSection(cubin_bytes);
//   writer.model().images.push_back({"sm_90", cubin});
//   writer.model().kernels.push_back({"add_relu_3f2a", hash, static_cast<int32_t>(text), {0}});
//   ...
//   SINTER_RETURN_IF_ERROR(writer.ToFile("model.sntr"));
#ifndef SINTER_RUNTIME_PLAN_PLAN_WRITER_H_
#define SINTER_RUNTIME_PLAN_PLAN_WRITER_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/plan/container.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

class PlanWriter {
 public:
  PlanModel& model() { return model_; }
  const PlanModel& model() const { return model_; }

  // Both return the section's index. Borrowed bytes must outlive the writer.
  uint32_t AddSection(std::string bytes) { return container_.AddSection(std::move(bytes)); }
  uint32_t AddBorrowedSection(absl::Span<const uint8_t> bytes) { return container_.AddBorrowedSection(bytes); }

  // Both verify the plan first, by the rules of its reader (plan_verifier.h), and give equal bytes for equal contents.
  absl::StatusOr<std::string> ToBytes();
  // Atomic: another process sees the old file or the whole new one.
  absl::Status ToFile(const std::string& path);

 private:
  absl::Status Finish();

  PlanModel model_;
  ContainerWriter container_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_PLAN_WRITER_H_
