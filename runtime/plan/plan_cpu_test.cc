// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan on the CPU backend, its kernels compiled by the host's compiler.
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/plan/plan_on_backend_test.h"

namespace sinter::rt {

absl::StatusOr<TestTarget> MakeTarget() {
  SINTER_ASSIGN_OR_RETURN(std::unique_ptr<HostCompiler> compiler, HostCompiler::Create({}));
  return TestTarget{CreateCpuBackend({}), std::move(compiler)};
}

}  // namespace sinter::rt
