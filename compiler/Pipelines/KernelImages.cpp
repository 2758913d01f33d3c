// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles kernels' text, and keeps what came of it from one round of spill feedback to the next.

#include "compiler/Pipelines/KernelImages.h"

#include "llvm/ADT/StringMap.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace sinter {

bool KernelImages::isMeasured() const {
  return llvm::any_of(targets, [](const TargetCompiler &target) { return absl::StartsWith(target.target, "sm_"); });
}

absl::Status KernelImages::compile(llvm::ArrayRef<rt::KernelSource> sources) {
  images.clear();
  resources.clear();
  if (sources.empty())
    return absl::OkStatus();
  for (const TargetCompiler &target : targets)
    if (absl::Status status = compile(sources, target); !status.ok())
      return absl::Status(status.code(), absl::StrCat("cannot compile for ", target.target, ": ", status.message()));
  return absl::OkStatus();
}

absl::Status KernelImages::compile(llvm::ArrayRef<rt::KernelSource> sources, const TargetCompiler &target) {
  std::vector<rt::KernelSource> missing;
  llvm::StringMap<size_t> order;
  for (const rt::KernelSource &source : sources) {
    order[source.symbol] = order.size();
    if (!known.count({target.target, source.text}))
      missing.push_back(source);
  }
  rt::CompileOutput output;
  if (!missing.empty()) {
    absl::StatusOr<rt::CompileOutput> compiled = target.compiler->CompileAndMeasure(missing, target.target);
    if (!compiled.ok())
      return compiled.status();
    output = *std::move(compiled);
  }
  llvm::StringMap<rt::KernelResources> measured;
  for (const rt::KernelResources &one : output.resources)
    measured[one.symbol] = one;
  for (const rt::KernelSource &source : sources)
    if (auto before = known.find({target.target, source.text}); before != known.end()) {
      output.images.push_back(before->second.image);
      if (before->second.resources)
        measured[source.symbol] = *before->second.resources;
    }
  // An image that holds several kernels is good for all of them together alone.
  if (isMeasured())
    for (const rt::CompiledImage &image : output.images)
      for (const rt::KernelSource &source : missing)
        if (image.symbols.size() == 1 && image.symbols.front() == source.symbol) {
          auto resource = measured.find(source.symbol);
          known[{target.target, source.text}] = {image, resource != measured.end() ? std::optional(resource->second) : std::nullopt};
        }
  // In the order of the sources, whatever came from where.
  llvm::stable_sort(output.images, [&](const rt::CompiledImage &a, const rt::CompiledImage &b) {
    return order.lookup(a.symbols.front()) < order.lookup(b.symbols.front());
  });
  for (rt::CompiledImage &image : output.images)
    images.push_back(std::move(image));
  if (measured.size() == sources.size())
    for (const rt::KernelSource &source : sources)
      resources.push_back(measured[source.symbol]);
  return absl::OkStatus();
}

} // namespace sinter
