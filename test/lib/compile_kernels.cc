// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Test tool: compiles a text of kernels, read from standard input, by NVRTC for each target that is
// named.
//   sinter-translate --mlir-to-cuda kernels.mlir | sinter-compile-kernels sm_80 sm_90
#include <cstdio>
#include <iostream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "runtime/jit/nvrtc_compiler.h"

namespace {

// The names after `__global__ void __launch_bounds__(n)`, of kernels with clusters and without.
std::vector<std::string> KernelNames(const std::string &text) {
  static const std::regex pattern(R"(__global__ void (?:__cluster_dims__\([^)]*\) )?__launch_bounds__\(\d+\) (\w+)\()");
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    names.push_back((*it)[1]);
  return names;
}

// Puts the whole text under its first kernel's name: the compiler sees one source.
absl::Status CompileAll(const std::string &text, const std::string &first, const std::vector<std::string> &targets) {
  auto compiler = sinter::rt::NvrtcCompiler::Create();
  if (!compiler.ok())
    return compiler.status();
  const std::vector<sinter::rt::KernelSource> sources = {{first, "", text}};
  for (const std::string &target : targets) {
    auto images = (*compiler)->Compile(sources, target);
    if (!images.ok())
      return images.status();
    std::printf("%s: %zu bytes\n", target.c_str(), (*images)[0].bytes.size());
  }
  return absl::OkStatus();
}

} // namespace

int main(int argc, char **argv) {
  const std::vector<std::string> targets(argv + 1, argv + argc);
  const std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  const std::vector<std::string> names = KernelNames(text);
  if (names.empty()) {
    std::fprintf(stderr, "sinter-compile-kernels: error: no kernel in the input\n");
    return 1;
  }
  const absl::Status status = CompileAll(text, names[0], targets);
  if (!status.ok()) {
    std::fprintf(stderr, "sinter-compile-kernels: error: %s\n", std::string(status.message()).c_str());
    return 1;
  }
  std::printf("%zu kernels for %zu targets\n", names.size(), targets.size());
  return 0;
}
