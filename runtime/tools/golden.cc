// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// golden.json and the files that it names.
#include "runtime/tools/golden.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/npy.h"
#include "runtime/tools/json.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

absl::StatusOr<std::vector<int64_t>> ReadDims(const JsonValue& output) {
  const JsonValue* dims = output.Find("dims");
  if (dims == nullptr || dims->kind() != JsonValue::Kind::kArray) {
    return absl::InvalidArgumentError("expected `dims` to be an array");
  }
  std::vector<int64_t> result;
  for (const JsonValue& dim : dims->items()) {
    if (!dim.is_number() || dim.number() < 0 || dim.number() > 1e15 || dim.number() != std::floor(dim.number())) {
      return absl::InvalidArgumentError("expected `dims` to hold integers of at least 0");
    }
    result.push_back(static_cast<int64_t>(dim.number()));
  }
  return result;
}

absl::StatusOr<GoldenOutput> ReadOutput(const JsonValue& json, const std::string& folder) {
  GoldenOutput output;
  SINTER_ASSIGN_OR_RETURN(output.name, json.GetString("name"));
  SINTER_ASSIGN_OR_RETURN(const std::string file, json.GetString("file"));
  SINTER_ASSIGN_OR_RETURN(output.dims, ReadDims(json));
  SINTER_ASSIGN_OR_RETURN(const int64_t stride, json.GetCount("stride"));
  SINTER_ASSIGN_OR_RETURN(output.std, json.GetNumber("std"));
  if (!(output.std >= 0) || !std::isfinite(output.std)) {
    return absl::InvalidArgumentError("expected `std` to be 0 or more, and finite");
  }
  if (stride == 0) return absl::InvalidArgumentError("expected `stride` to be at least 1");
  output.stride = static_cast<uint64_t>(stride);
  if (file.find('/') != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected `file` to name a file of the folder, but got `", file, "`"));
  }
  SINTER_ASSIGN_OR_RETURN(output.values, ReadNpyFile(absl::StrCat(folder, "/", file)));
  // As bytes, since that counts with care: the product of the dims may not fit.
  SINTER_ASSIGN_OR_RETURN(const uint64_t count, TensorByteSize(ElementType::kU8, output.dims));
  const uint64_t expected = count / output.stride + (count % output.stride != 0 ? 1 : 0);
  if (output.values.element_count() != expected) {
    return absl::InvalidArgumentError(
        absl::StrCat("`", file, "`: expected ", expected, " values, but got ", output.values.element_count()));
  }
  return output;
}

// The outputs of the variant, and its name.
absl::StatusOr<std::pair<std::string, const JsonValue*>> FindVariant(const JsonValue& json,
                                                                     const std::string& variant) {
  const JsonValue* outputs = json.Find("outputs");
  if (outputs == nullptr || outputs->kind() != JsonValue::Kind::kObject) {
    return absl::InvalidArgumentError("expected `outputs` to be an object");
  }
  if (const JsonValue* found = outputs->Find(variant)) return std::make_pair(variant, found);
  if (outputs->members().size() == 1) {
    return std::make_pair(outputs->members()[0].first, &outputs->members()[0].second);
  }
  const std::string names = absl::StrJoin(
      outputs->members(), ", ", [](std::string* out, const auto& member) { absl::StrAppend(out, member.first); });
  return absl::NotFoundError(
      absl::StrCat("no outputs for `", variant, "`, the name of the graph's file; there are ", names));
}

absl::StatusOr<Golden> ReadVariant(const JsonValue& json, const std::string& folder, const std::string& variant) {
  Golden golden;
  SINTER_ASSIGN_OR_RETURN(const auto found, FindVariant(json, variant));
  golden.variant = found.first;
  if (json.Find("oracle") != nullptr) {
    SINTER_ASSIGN_OR_RETURN(golden.oracle, json.GetString("oracle"));
  }
  for (const JsonValue& output : found.second->items()) {
    absl::StatusOr<GoldenOutput> read = ReadOutput(output, folder);
    if (!read.ok()) {
      return AddContext(read.status(), absl::StrCat("output ", golden.outputs.size(), " of `", golden.variant, "`"));
    }
    golden.outputs.push_back(*std::move(read));
  }
  return golden;
}

}  // namespace

absl::StatusOr<const GoldenOutput*> Golden::Find(absl::string_view name) const {
  for (const GoldenOutput& output : outputs) {
    if (output.name == name) return &output;
  }
  const std::string names = absl::StrJoin(
      outputs, ", ", [](std::string* out, const GoldenOutput& output) { absl::StrAppend(out, output.name); });
  return absl::NotFoundError(absl::StrCat("no golden output `", name, "` for `", variant, "`; there are ", names));
}

absl::StatusOr<Golden> ReadGolden(const std::string& folder, const std::string& variant) {
  const std::string path = absl::StrCat(folder, "/golden.json");
  SINTER_ASSIGN_OR_RETURN(const std::string text, ReadTextFile(path));
  absl::StatusOr<JsonValue> json = ParseJson(text);
  if (!json.ok()) return UserError(AddContext(json.status(), path));
  absl::StatusOr<Golden> golden = ReadVariant(*json, folder, variant);
  if (!golden.ok()) return UserError(AddContext(golden.status(), path));
  return golden;
}

std::string VariantOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

absl::StatusOr<std::string> ReadTextFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return UserError(absl::NotFoundError(absl::StrCat("cannot open ", path, ": ", std::strerror(errno))));
  // A folder opens but does not read, and a device may have no end.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return UserError(absl::InvalidArgumentError(absl::StrCat(path, " is no regular file")));
  }
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) return MachineError(absl::InternalError(absl::StrCat("cannot read ", path)));
  return text.str();
}

}  // namespace sinter::rt
