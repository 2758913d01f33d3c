// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of targets, and compilers behind the cache.
#include "runtime/tools/kernel_compilers.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/jit/nvrtc_compiler.h"
#include "runtime/tools/device_selection.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

bool IsGpuTarget(absl::string_view name) { return absl::StartsWith(name, "sm_") || absl::StartsWith(name, "compute_"); }

// Digits, and perhaps one letter, after the underscore.
bool IsWellFormed(absl::string_view name) {
  absl::string_view number = name.substr(name.find('_') + 1);
  if (!number.empty() && (number.back() == 'a' || number.back() == 'f')) number.remove_suffix(1);
  return number.size() >= 2 && number.find_first_not_of("0123456789") == absl::string_view::npos;
}

absl::StatusOr<std::string> ResolveTarget(absl::string_view name) {
  if (name == "cpu" || name == CpuTarget(CpuCheck::kNone)) return CpuTarget(CpuCheck::kNone);
  if (name == "native") {
    SINTER_ASSIGN_OR_RETURN(const Device device, OpenDevice(DeviceChoice::kAuto, {}));
    return device.backend->target();
  }
  if (IsGpuTarget(name) && IsWellFormed(name)) return std::string(name);
  return UserError(absl::InvalidArgumentError(
      absl::StrCat("unknown target `", name, "`; expected native, cpu, sm_NN (machine code) or compute_NN (PTX)")));
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ResolveTargets(absl::string_view list) {
  std::vector<std::string> targets;
  for (absl::string_view name : absl::StrSplit(list, ',')) {
    SINTER_ASSIGN_OR_RETURN(std::string target, ResolveTarget(name));
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(std::move(target));
  }
  return targets;
}

std::string CacheFolderOf(const CacheOptions& options) {
  if (!options.use_cache) return "";
  return options.folder.empty() ? DefaultKernelCacheFolder() : options.folder;
}

absl::StatusOr<std::unique_ptr<CachingCompiler>> CreateKernelCompiler(absl::string_view target,
                                                                      const CacheOptions& options) {
  std::unique_ptr<KernelCompiler> compiler;
  if (IsGpuTarget(target)) {
    NvrtcOptions nvrtc;
    nvrtc.max_kernels_per_program = 1;
    absl::StatusOr<std::unique_ptr<NvrtcCompiler>> created = NvrtcCompiler::Create(nvrtc);
    if (!created.ok()) return MachineError(AddContext(created.status(), absl::StrCat("target ", target)));
    compiler = *std::move(created);
  } else {
    HostCompilerOptions host;
    host.kernels_per_image = 1;
    for (CpuCheck check : {CpuCheck::kMemory, CpuCheck::kRaces, CpuCheck::kTraffic}) {
      if (target == CpuTarget(check)) host.check = check;
    }
    absl::StatusOr<std::unique_ptr<HostCompiler>> created = HostCompiler::Create(host);
    if (!created.ok()) return MachineError(AddContext(created.status(), absl::StrCat("target ", target)));
    compiler = *std::move(created);
  }
  const auto warn = [tool = options.tool, has_warned = options.has_warned](absl::string_view text) {
    if (has_warned->exchange(true)) return;
    std::fprintf(stderr, "%s: warning: %s\n", tool.c_str(), std::string(text).c_str());
  };
  return std::make_unique<CachingCompiler>(std::move(compiler), CacheFolderOf(options), warn);
}

}  // namespace sinter::rt
