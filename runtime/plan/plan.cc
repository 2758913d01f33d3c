// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading of plans and the questions that need no device.
#include "runtime/plan/plan.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/plan_verifier.h"

namespace sinter::rt {
namespace {

absl::Status WithPrefix(absl::string_view prefix, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(prefix, ": ", status.message()));
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string SymbolValues(const Entry& entry, absl::Span<const int64_t> symbols) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < symbols.size(); ++i) parts.push_back(absl::StrCat(entry.symbols[i].name, " = ", symbols[i]));
  return absl::StrJoin(parts, ", ");
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Plan>> Plan::Load(const std::string& path) {
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<ContainerReader> container, ContainerReader::OpenFile(path));
  return FromContainer(std::move(container), FolderOf(path));
}

absl::StatusOr<std::shared_ptr<const Plan>> Plan::FromBytes(std::string bytes, std::string label) {
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<ContainerReader> container,
                          ContainerReader::FromBytes(std::move(bytes), std::move(label)));
  return FromContainer(std::move(container), "");
}

absl::StatusOr<std::shared_ptr<const Plan>> Plan::FromContainer(std::unique_ptr<ContainerReader> container,
                                                                std::string folder) {
  std::shared_ptr<Plan> plan(new Plan);
  absl::StatusOr<PlanModel> model = DecodeMetadata(container->metadata());
  if (!model.ok()) return WithPrefix(container->label(), model.status());
  SINTER_RETURN_IF_ERROR(VerifyPlan(*model, container->SectionSizes(), container->label()));
  plan->model_ = *std::move(model);
  plan->container_ = std::move(container);
  plan->folder_ = std::move(folder);
  return std::shared_ptr<const Plan>(std::move(plan));
}

absl::StatusOr<size_t> Plan::FindEntry(absl::string_view name) const {
  std::vector<std::string> names;
  for (size_t i = 0; i < model_.entries.size(); ++i) {
    if (model_.entries[i].name == name) return i;
    names.push_back(absl::StrCat("`", model_.entries[i].name, "`"));
  }
  return absl::NotFoundError(absl::StrCat(label(), ": no entry `", name, "`, there are: ", absl::StrJoin(names, ", ")));
}

absl::Status Plan::CheckSymbols(const Entry& entry, absl::Span<const int64_t> symbols) const {
  const auto error = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(label(), ": entry `", entry.name, "`: ", what));
  };
  if (symbols.size() != entry.symbols.size()) {
    return error(absl::StrCat("got ", symbols.size(), " symbol values, expected ", entry.symbols.size()));
  }
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Symbol& symbol = entry.symbols[i];
    if (symbols[i] < symbol.min || symbols[i] > symbol.max) {
      return error(absl::StrCat("symbol `", symbol.name, "` is ", symbols[i], ", expected a value in [", symbol.min,
                                ", ", symbol.max, "]"));
    }
    if (symbols[i] % symbol.divisor != 0) {
      return error(
          absl::StrCat("symbol `", symbol.name, "` is ", symbols[i], ", expected a multiple of ", symbol.divisor));
    }
  }
  for (const Guard& guard : entry.guards) {
    absl::StatusOr<int64_t> holds = Evaluate(guard.predicate, symbols);
    if (!holds.ok()) return error(absl::StrCat("guard `", guard.text, "`: ", holds.status().message()));
    if (*holds == 0) {
      return error(absl::StrCat("guard `", guard.text, "` does not hold for ", SymbolValues(entry, symbols)));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<uint64_t> Plan::ArenaBytes(size_t entry, absl::Span<const int64_t> symbols) const {
  if (entry >= model_.entries.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(label(), ": entry index ", entry, " is out of range, there are ", model_.entries.size()));
  }
  const Entry& target = model_.entries[entry];
  SINTER_RETURN_IF_ERROR(CheckSymbols(target, symbols));
  absl::StatusOr<int64_t> bytes = Evaluate(target.arena_size, symbols);
  if (bytes.ok() && *bytes < 0) bytes = absl::InvalidArgumentError(absl::StrCat("arena size is ", *bytes));
  if (!bytes.ok()) return WithPrefix(absl::StrCat(label(), ": entry `", target.name, "`"), bytes.status());
  return static_cast<uint64_t>(*bytes);
}

}  // namespace sinter::rt
