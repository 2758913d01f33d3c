// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parent's side of a check: compiles the child, writes its jobs, reads its reports.
#include "runtime/cpu/check_runner.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "runtime/base/sha256.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/embedded_sources.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/cpu/subprocess.h"

namespace sinter::rt {
namespace {

// The child's exit codes; see its main program.
constexpr int kKernelError = 65, kSanitizerFinding = 66;
constexpr size_t kMaxReportBytes = 6000;

// The child reads symbols by itself and stops at the first finding.
std::vector<std::string> ChildEnvironment() {
  return {"ASAN_OPTIONS=exitcode=66:detect_leaks=0:abort_on_error=0:symbolize=1:allocator_may_return_null=1",
          "UBSAN_OPTIONS=exitcode=66:print_stacktrace=1:halt_on_error=1:abort_on_error=0:symbolize=1",
          "TSAN_OPTIONS=exitcode=66:halt_on_error=1:atexit_sleep_ms=0:symbolize=1", "LC_ALL=C"};
}

// The runtime as one file. Only the kernels are compiled with the sanitizer.
absl::Status CompileRunner(CpuCheck check, const std::string& compiler, const ScratchDirectory& directory) {
  for (const EmbeddedSource& source : EmbeddedCpuSources()) {
    SINTER_RETURN_IF_ERROR(directory.Write(source.name, source.text));
  }
  SINTER_RETURN_IF_ERROR(directory.Write("runner.cc",
                                         "#include \"runtime/cpu/simt_fiber.cc\"\n"
                                         "#include \"runtime/cpu/simt_worker.cc\"\n"
                                         "#include \"runtime/cpu/simt_runtime.cc\"\n"
                                         "#include \"runtime/cpu/check_main.cc\"\n"));
  const bool races = check == CpuCheck::kRaces;
  const std::string sanitizer = races ? "-fsanitize=thread" : "-fsanitize=address,alignment";
  const std::string object = directory.path() + "/runner.o";
  std::vector<std::string> compile = {compiler,
                                      "-std=c++20",
                                      "-O1",
                                      "-g1",
                                      "-fno-omit-frame-pointer",
                                      "-w",
                                      "-c",
                                      races ? "-DSINTER_SIMT_TSAN" : "-DSINTER_SIMT_ASAN",
                                      "-I",
                                      directory.path(),
                                      directory.path() + "/runner.cc",
                                      "-o",
                                      object};
  std::vector<std::string> link = {compiler, sanitizer, object, "-o", directory.path() + "/runner", "-pthread", "-ldl"};
  for (const std::vector<std::string>& command : {compile, link}) {
    SINTER_ASSIGN_OR_RETURN(const ProcessResult result, RunProcess({command, {"LC_ALL=C"}, false}));
    if (!result.ok()) {
      return absl::FailedPreconditionError(absl::StrCat("cannot build the check's program by `", compiler, "` with ",
                                                        sanitizer, ": ", result.output.substr(0, kMaxReportBytes)));
    }
  }
  return absl::OkStatus();
}

// The program's name in a cache: all that it depends on.
std::string RunnerName(CpuCheck check, const HostCxx& cxx) {
  Sha256 hash;
  hash.UpdateField(cxx.program);
  hash.UpdateField(cxx.version);
  hash.UpdateField(CpuTarget(check));
  for (const EmbeddedSource& source : EmbeddedCpuSources()) hash.UpdateField(source.text);
  return absl::StrCat("check-runner-", hash.FinishHex());
}

// Puts a program into the cache, whole or not at all. A failure only means that the next process compiles it again.
bool Publish(const std::string& program, const std::string& folder, const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string partial = absl::StrCat(path, ".", getpid(), ".partial");
  if (!std::filesystem::copy_file(program, partial, error)) return false;
  std::filesystem::rename(partial, path, error);
  if (error) std::filesystem::remove(partial, error);
  return std::filesystem::exists(path, error);
}

class CheckedKernel : public KernelHandle {
 public:
  std::string name, module_path;
  std::vector<sinter_simt_parameter> parameters;
};

// "8p 8p 4 " as the child prints it.
absl::StatusOr<std::vector<sinter_simt_parameter>> ParseParameters(absl::string_view text) {
  std::vector<sinter_simt_parameter> parameters;
  for (absl::string_view word : absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty())) {
    sinter_simt_parameter parameter = {0, 0};
    if (absl::ConsumeSuffix(&word, "p")) parameter.is_pointer = 1;
    if (!absl::SimpleAtoi(word, &parameter.bytes)) {
      return absl::InternalError(absl::StrCat("cannot read the parameters that a check's program printed: ", text));
    }
    parameters.push_back(parameter);
  }
  return parameters;
}

class CheckedModule : public Module {
 public:
  CheckedModule(std::string program, bool fixed_addresses, ScratchDirectory directory)
      : program_(std::move(program)), fixed_addresses_(fixed_addresses), directory_(std::move(directory)) {}

  absl::StatusOr<const KernelHandle*> GetKernel(absl::string_view symbol) override {
    std::lock_guard<std::mutex> lock(mutex_);
    const std::string name(symbol);
    if (auto found = kernels_.find(name); found != kernels_.end()) return found->second.get();
    const std::string path = directory_.path() + "/module.so";
    SINTER_ASSIGN_OR_RETURN(const ProcessResult result,
                            RunProcess({{program_, "describe", path, name}, ChildEnvironment(), fixed_addresses_}));
    if (!result.ok()) {
      const bool missing = absl::StrContains(result.output, "has no kernel");
      const std::string message = absl::StrCat("cannot take kernel `", symbol, "` from the image: ", result.output);
      return missing ? absl::NotFoundError(message) : absl::InvalidArgumentError(message);
    }
    auto kernel = std::make_unique<CheckedKernel>();
    kernel->name = name;
    kernel->module_path = path;
    SINTER_ASSIGN_OR_RETURN(kernel->parameters, ParseParameters(result.output));
    const KernelHandle* handle = kernel.get();
    kernels_[name] = std::move(kernel);
    return handle;
  }

 private:
  std::string program_;
  bool fixed_addresses_;
  ScratchDirectory directory_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<CheckedKernel>> kernels_;
};

std::string Hex(const void* data, size_t bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < bytes; ++i) {
    const unsigned char byte = static_cast<const unsigned char*>(data)[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// An allocation's content on its way to the child and back: a file in memory, which the child opens by way of /proc. A
// network's tensors would keep a disk busy for longer than their kernels run.
class SharedBuffer {
 public:
  static absl::StatusOr<SharedBuffer> Make(const CpuMemory::Allocation& allocation) {
    SharedBuffer buffer(allocation, memfd_create("sinter-check", MFD_CLOEXEC));
    if (buffer.descriptor_ < 0) {
      return absl::InternalError(absl::StrCat("cannot make a file in memory: ", strerror(errno)));
    }
    for (size_t at = 0; at < allocation.bytes;) {
      const ssize_t count = write(buffer.descriptor_, allocation.data + at, allocation.bytes - at);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        return absl::ResourceExhaustedError(
            absl::StrCat("cannot keep a copy of ", allocation.bytes, " bytes in memory: ", strerror(errno)));
      }
      at += static_cast<size_t>(count);
    }
    return buffer;
  }
  SharedBuffer(SharedBuffer&& other) noexcept
      : allocation_(other.allocation_), descriptor_(std::exchange(other.descriptor_, -1)) {}
  ~SharedBuffer() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  const CpuMemory::Allocation& allocation() const { return allocation_; }
  std::string path() const { return absl::StrCat("/proc/", getpid(), "/fd/", descriptor_); }
  // Whether the child has left as many bytes as it was given.
  bool IsWhole() const { return lseek(descriptor_, 0, SEEK_END) == static_cast<off_t>(allocation_.bytes); }
  // Copies what the child has left into the allocation.
  bool CopyBack() const {
    for (size_t at = 0; at < allocation_.bytes;) {
      const ssize_t count = pread(descriptor_, allocation_.data + at, allocation_.bytes - at, static_cast<off_t>(at));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      at += static_cast<size_t>(count);
    }
    return true;
  }

 private:
  SharedBuffer(const CpuMemory::Allocation& allocation, int descriptor)
      : allocation_(allocation), descriptor_(descriptor) {}

  CpuMemory::Allocation allocation_;
  int descriptor_;
};

// A launch written down for the child, with the allocations that its pointers lie in, each once.
struct Job {
  std::string text;
  std::vector<SharedBuffer> buffers;
};

absl::Status AddParameter(const CheckedKernel& kernel, size_t index, const void* value, const CpuMemory& memory,
                          Job& job) {
  const sinter_simt_parameter& parameter = kernel.parameters[index];
  const void* pointer = nullptr;
  if (parameter.is_pointer) memcpy(&pointer, value, sizeof(pointer));
  if (pointer == nullptr) {
    absl::StrAppend(&job.text, "value ", Hex(value, parameter.bytes), "\n");
    return absl::OkStatus();
  }
  const std::optional<CpuMemory::Allocation> allocation = memory.Find(pointer);
  if (!allocation.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat("parameter ", index, " of kernel `", kernel.name,
                                                   "` points into no allocation of the backend, so a check cannot "
                                                   "tell its bounds"));
  }
  auto same = std::find_if(job.buffers.begin(), job.buffers.end(),
                           [&](const SharedBuffer& buffer) { return buffer.allocation().data == allocation->data; });
  if (same == job.buffers.end()) {
    SINTER_ASSIGN_OR_RETURN(SharedBuffer buffer, SharedBuffer::Make(*allocation));
    absl::StrAppend(&job.text, "buffer ", allocation->bytes, " ", buffer.path(), "\n");
    job.buffers.push_back(std::move(buffer));
    same = std::prev(job.buffers.end());
  }
  absl::StrAppend(&job.text, "pointer ", same - job.buffers.begin(), " ",
                  static_cast<const char*>(pointer) - same->allocation().data, "\n");
  return absl::OkStatus();
}

std::string Triple(const uint32_t v[3]) { return absl::StrCat(v[0], " ", v[1], " ", v[2]); }

// "k.cu:12" where the line names a place in the kernel's text.
std::string PlaceIn(absl::string_view kernel, absl::string_view line) {
  const std::string file = absl::StrCat(kernel, ".cu:");
  const size_t at = line.find(file);
  if (at == absl::string_view::npos) return "";
  size_t end = at + file.size();
  while (end < line.size() && absl::ascii_isdigit(line[end])) ++end;
  return std::string(line.substr(at, end - at));
}

// The text between two marks in a line, or an empty one.
std::string Between(absl::string_view line, absl::string_view before, absl::string_view after) {
  const size_t at = line.find(before);
  if (at == absl::string_view::npos) return "";
  line.remove_prefix(at + before.size());
  return std::string(line.substr(0, line.find(after)));
}

}  // namespace

// Each access of a report is a headline, then frames; the first frame in the kernel's text tells its place, those
// before it are in device headers.
std::string SummarizeSanitizerReport(absl::string_view kernel, absl::string_view output) {
  std::string kind, region;
  std::vector<std::string> accesses;
  bool wants_place = false;
  for (absl::string_view line : absl::StrSplit(output, '\n')) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    for (absl::string_view tool : {"AddressSanitizer: ", "ThreadSanitizer: "}) {
      if (!kind.empty() || absl::StartsWith(text, "SUMMARY")) continue;
      kind = Between(text, tool, " on ");
      kind = kind.substr(0, kind.find(" ("));
    }
    if (kind.empty() && absl::StrContains(text, "runtime error: ")) {
      kind = "misaligned access";
      accesses.push_back(Between(text, "runtime error: ", "\n"));
      wants_place = true;
    }
    const std::string lower = absl::AsciiStrToLower(text);
    for (absl::string_view word :
         {"read of size ", "write of size ", "previous read of size ", "previous write of size "}) {
      if (!absl::StartsWith(lower, word)) continue;
      accesses.push_back(lower.substr(0, lower.find(" at ")));
      wants_place = true;
    }
    if (wants_place && !PlaceIn(kernel, text).empty()) {
      absl::StrAppend(&accesses.back(), " at ", PlaceIn(kernel, text));
      wants_place = false;
    }
    if (region.empty() && absl::StrContains(text, " is located ")) {
      region = Between(text, " is located ", " [");
    }
  }
  if (kind.empty()) return absl::StrCat("kernel `", kernel, "` failed in a way that the check cannot read");
  std::string summary = absl::StrCat(kind, " in kernel `", kernel, "`");
  for (size_t i = 0; i < accesses.size(); ++i) absl::StrAppend(&summary, i == 0 ? ": " : ", ", accesses[i]);
  if (!region.empty()) absl::StrAppend(&summary, ", ", region);
  return summary;
}

absl::StatusOr<std::unique_ptr<CheckRunner>> CheckRunner::Create(CpuCheck check, const std::string& compiler,
                                                                 const std::string& scratch_parent,
                                                                 const std::string& cache_folder) {
  SINTER_ASSIGN_OR_RETURN(const HostCxx cxx, FindHostCxx(compiler));
  SINTER_ASSIGN_OR_RETURN(ScratchDirectory directory, ScratchDirectory::Make(scratch_parent));
  std::string program = directory.path() + "/runner";
  const std::string folder = cache_folder + "/cpu";
  const std::string cached = absl::StrCat(folder, "/", RunnerName(check, cxx));
  std::error_code error;
  if (!cache_folder.empty() && std::filesystem::exists(cached, error)) {
    program = cached;
  } else {
    SINTER_RETURN_IF_ERROR(CompileRunner(check, cxx.program, directory));
    if (!cache_folder.empty() && Publish(program, folder, cached)) program = cached;
  }
  return std::unique_ptr<CheckRunner>(new CheckRunner(check, scratch_parent, std::move(program), std::move(directory)));
}

absl::StatusOr<std::unique_ptr<Module>> CheckRunner::LoadModule(absl::Span<const uint8_t> image) const {
  SINTER_ASSIGN_OR_RETURN(ScratchDirectory directory, ScratchDirectory::Make(scratch_parent_));
  SINTER_RETURN_IF_ERROR(
      directory.Write("module.so", absl::string_view(reinterpret_cast<const char*>(image.data()), image.size())));
  return std::unique_ptr<Module>(
      std::make_unique<CheckedModule>(program_, check_ == CpuCheck::kRaces, std::move(directory)));
}

const std::string& CheckRunner::NameOf(const KernelHandle& kernel) {
  return static_cast<const CheckedKernel&>(kernel).name;
}

absl::Status CheckRunner::Launch(const KernelHandle& handle, const LaunchShape& shape, void** params,
                                 const SimtOptions& options, const CpuMemory& memory) const {
  const CheckedKernel& kernel = static_cast<const CheckedKernel&>(handle);
  SINTER_ASSIGN_OR_RETURN(ScratchDirectory directory, ScratchDirectory::Make(scratch_parent_));
  Job job;
  job.text =
      absl::StrCat("module ", kernel.module_path, "\nkernel ", kernel.name, "\ngrid ", Triple(shape.grid), "\nblock ",
                   Triple(shape.block), "\norder ", static_cast<int>(options.order), " ", options.seed, "\n");
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    SINTER_RETURN_IF_ERROR(AddParameter(kernel, i, params[i], memory, job));
  }
  SINTER_RETURN_IF_ERROR(directory.Write("job", job.text));
  SINTER_ASSIGN_OR_RETURN(
      const ProcessResult result,
      RunProcess({{program_, "launch", directory.path() + "/job"}, ChildEnvironment(), check_ == CpuCheck::kRaces}));
  const std::string report = result.output.substr(0, kMaxReportBytes);
  if (result.exit_code == kKernelError) {
    return absl::InternalError(Between(result.output, "sinter-check: ", "\n"));
  }
  if (result.exit_code == kSanitizerFinding) {
    return absl::InternalError(absl::StrCat(SummarizeSanitizerReport(kernel.name, result.output), "\n", report));
  }
  if (!result.ok()) {
    return absl::InternalError(absl::StrCat("the check of kernel `", kernel.name, "` ended with ",
                                            result.signal != 0 ? "signal " : "exit code ",
                                            result.signal != 0 ? result.signal : result.exit_code, ": ", report));
  }
  for (const SharedBuffer& buffer : job.buffers) {
    if (!buffer.IsWhole() || !buffer.CopyBack()) {
      return absl::InternalError(absl::StrCat("the check of kernel `", kernel.name, "` lost a buffer"));
    }
  }
  return absl::OkStatus();
}

}  // namespace sinter::rt
