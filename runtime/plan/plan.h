// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan in memory: verified, immutable, and shared between threads, devices and contexts.
#ifndef SINTER_RUNTIME_PLAN_PLAN_H_
#define SINTER_RUNTIME_PLAN_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/plan/container.h"
#include "runtime/plan/plan_model.h"

namespace sinter::rt {

class Plan {
 public:
  // Maps the file, which must not change while the plan lives. The metadata is verified here in full; each bulk section
  // (kernel images, constants) when it is first read, so that a load takes milliseconds whatever the file's size.
  static absl::StatusOr<std::shared_ptr<const Plan>> Load(const std::string& path);
  // `label` names the plan in messages. External constants then need LoadOptions::external_folder.
  static absl::StatusOr<std::shared_ptr<const Plan>> FromBytes(std::string bytes, std::string label = "plan in memory");

  const PlanModel& model() const { return model_; }
  // "plan `path`": opens every message.
  const std::string& label() const { return container_->label(); }
  // The folder of the file; empty for a plan from memory.
  const std::string& folder() const { return folder_; }

  // kNotFound lists the entries that there are.
  absl::StatusOr<size_t> FindEntry(absl::string_view name) const;
  // kInvalidArgument names the symbol or guard that the values of `symbols`, in the entry's order, offend.
  absl::Status CheckSymbols(const Entry& entry, absl::Span<const int64_t> symbols) const;
  // Bytes of arena that an execution at these symbol values needs, without the scratch of library calls
  // (ExecutionContext::WorkspaceBytes adds it).
  absl::StatusOr<uint64_t> ArenaBytes(size_t entry, absl::Span<const int64_t> symbols) const;

  absl::StatusOr<absl::Span<const uint8_t>> Section(size_t index) const { return container_->Section(index); }
  size_t section_count() const { return container_->section_count(); }
  // Reads the whole file; for tools that check a plan.
  absl::Status VerifyAllSections() const { return container_->VerifyAllSections(); }

 private:
  Plan() = default;
  static absl::StatusOr<std::shared_ptr<const Plan>> FromContainer(std::unique_ptr<ContainerReader> container,
                                                                   std::string folder);

  std::unique_ptr<ContainerReader> container_;
  std::string folder_;
  PlanModel model_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_PLAN_H_
