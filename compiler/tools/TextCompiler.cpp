// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that take one text after the other.

#include "compiler/tools/TextCompiler.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

namespace sinter {

void TextCompiler::compileAhead(const std::vector<rt::KernelSource> &sources, const std::string &target) {
  std::vector<const rt::KernelSource *> missing;
  std::set<std::string> seen;
  for (const rt::KernelSource &source : sources)
    if (!known.count({target, source.text}) && seen.insert(source.text).second)
      missing.push_back(&source);
  std::vector<absl::StatusOr<rt::CompileOutput>> outputs(missing.size(), absl::UnknownError("not compiled"));
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < missing.size(); i = next++)
      outputs[i] = inner->CompileAndMeasure({missing[i], 1}, target);
  };
  std::vector<std::thread> workers;
  for (size_t i = 1; i < std::min<size_t>(missing.size(), std::max(1u, std::thread::hardware_concurrency())); ++i)
    workers.emplace_back(work);
  work();
  for (std::thread &worker : workers)
    worker.join();
  for (size_t i = 0; i < missing.size(); ++i)
    known.emplace(std::pair(target, missing[i]->text), std::move(outputs[i]));
}

absl::StatusOr<std::vector<rt::CompiledImage>> TextCompiler::Compile(absl::Span<const rt::KernelSource> sources, absl::string_view target) {
  absl::StatusOr<rt::CompileOutput> output = CompileAndMeasure(sources, target);
  if (!output.ok())
    return output.status();
  return std::move(output->images);
}

absl::StatusOr<rt::CompileOutput> TextCompiler::CompileAndMeasure(absl::Span<const rt::KernelSource> sources, absl::string_view target) {
  compileAhead({sources.begin(), sources.end()}, std::string(target));
  rt::CompileOutput all;
  for (const rt::KernelSource &source : sources) {
    const absl::StatusOr<rt::CompileOutput> &one = known.at({std::string(target), source.text});
    if (!one.ok())
      return one.status();
    all.images.insert(all.images.end(), one->images.begin(), one->images.end());
    all.resources.insert(all.resources.end(), one->resources.begin(), one->resources.end());
  }
  return all;
}

} // namespace sinter
