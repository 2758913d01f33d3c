// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU path as a backend: generated kernels run on the SIMT runtime, products on oneDNN or a plain loop. It is for
// tests, fuzzing and trying things out on any machine, not for speed.
#ifndef SINTER_RUNTIME_CPU_CPU_BACKEND_H_
#define SINTER_RUNTIME_CPU_CPU_BACKEND_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "runtime/base/backend.h"
#include "runtime/cpu/check_runner.h"
#include "runtime/cpu/cpu_memory.h"
#include "runtime/cpu/cpu_target.h"
#include "runtime/cpu/simt_runtime.h"

namespace sinter::rt {

class OnednnLibrary;

struct CpuBackendOptions {
  SimtOptions simt;  // a check makes it strict
  // With a check of memory or races, each launch runs in a process of its own, on copies of the tensors that its
  // pointers lie in; what it finds comes back as the launch's status. With kTraffic, each launch is counted
  // (TakeTraffic). Images must be made by a HostCompiler with the same check.
  CpuCheck check = CpuCheck::kNone;
  std::string compiler;        // of the check's runner, as HostCompilerOptions::compiler
  std::string scratch_parent;  // of the check's files; empty: $TMPDIR, else /tmp
  // Where the check's program is kept from run to run, as DefaultKernelCacheFolder(); empty: it is compiled anew.
  std::string cache_folder;
  bool use_onednn = true;
  // Called with one line for what the caller should know but is no error, e.g. that oneDNN is absent.
  std::function<void(absl::string_view)> log;
};

// What ran under a check and passed it.
struct CheckCounts {
  size_t kernels = 0;  // distinct ones, by name
  uint64_t launches = 0;
};

// Bytes of global memory that one launch moved: of each access, and of each place once.
struct LaunchTraffic {
  std::string kernel;
  uint64_t loaded_bytes = 0, stored_bytes = 0;
  uint64_t distinct_loaded_bytes = 0, distinct_stored_bytes = 0;
};

struct TrafficCounts {
  uint64_t loaded_bytes = 0, stored_bytes = 0;
};

// Thread-safe. Streams are null: every call runs to its end before it returns.
class CpuBackend : public Backend {
 public:
  explicit CpuBackend(CpuBackendOptions options);
  ~CpuBackend() override;

  std::string name() const override { return "cpu"; }
  std::string target() const override { return CpuTarget(options_.check); }
  bool is_cpu() const override { return true; }
  bool CanRun(absl::string_view image_target) const override { return image_target == target(); }

  absl::StatusOr<void*> Allocate(size_t bytes) override { return memory_.Allocate(bytes); }
  void Free(void* pointer) override { memory_.Free(pointer); }
  absl::Status CopyToDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status CopyToHost(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status CopyOnDevice(void* destination, const void* source, size_t bytes, StreamHandle stream) override;
  absl::Status Synchronize(StreamHandle stream) override;
  absl::StatusOr<StreamHandle> CreateStream() override { return StreamHandle{nullptr}; }
  void DestroyStream(StreamHandle) override {}

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(absl::Span<const uint8_t> image) override;
  // kInternal with the report where a kernel diverges, deadlocks or fails a check; kInvalidArgument for a bad shape.
  absl::Status Launch(const KernelHandle& kernel, const LaunchShape& shape, void** params,
                      StreamHandle stream) override;
  absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareMatmul(const MatmulProblem& problem,
                                                                const MatmulRequest& request) override;

  bool supports_graphs() const override { return false; }
  absl::StatusOr<bool> IsCapturing(StreamHandle) override { return false; }
  absl::Status BeginCapture(StreamHandle stream) override;
  absl::StatusOr<std::unique_ptr<Graph>> EndCapture(StreamHandle stream) override;

  // Bytes of global memory that launches loaded and stored through the device headers, since the start or the last
  // reset. Counted where the images were compiled with HostCompilerOptions::count_traffic, and without a check.
  TrafficCounts traffic() const { return {loaded_bytes_, stored_bytes_}; }
  void ResetTraffic() { loaded_bytes_ = stored_bytes_ = 0; }
  // Of each launch since the last call, in order; empty without kTraffic. Matrix products and copies are not counted.
  std::vector<LaunchTraffic> TakeTraffic();
  // Since the start; zero without a check. Matrix products are not checked.
  CheckCounts checked();

 private:
  // Whether launches run in processes of their own.
  bool RunsApart() const { return options_.check == CpuCheck::kMemory || options_.check == CpuCheck::kRaces; }
  absl::StatusOr<CheckRunner*> Runner();
  absl::Status LaunchChecked(const KernelHandle& kernel, const LaunchShape& shape, void** params);
  std::shared_ptr<const OnednnLibrary> Onednn();

  CpuBackendOptions options_;
  CpuMemory memory_;
  SimtRuntime simt_;
  std::atomic<uint64_t> loaded_bytes_{0}, stored_bytes_{0};
  std::mutex mutex_;  // guards what follows
  std::unique_ptr<CheckRunner> runner_;
  std::set<std::string> checked_kernels_;
  uint64_t checked_launches_ = 0;
  std::vector<LaunchTraffic> launch_traffic_;
  bool tried_onednn_ = false;
  std::shared_ptr<const OnednnLibrary> onednn_;
};

std::unique_ptr<CpuBackend> CreateCpuBackend(const CpuBackendOptions& options);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_CPU_BACKEND_H_
