// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes kernels to files, ten to a file, and runs the host's compiler on several files at once.
#include "runtime/cpu/host_compiler.h"

#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/sha256.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/embedded_sources.h"
#include "runtime/cpu/scratch_directory.h"
#include "runtime/cpu/subprocess.h"
#include "runtime/jit/embedded_headers.h"

namespace sinter::rt {
namespace {

constexpr size_t kMaxLogBytes = 8000;

// Contraction off and no fast math: float operations must give the bits that the GPU gives.
std::vector<std::string> Flags(const HostCompilerOptions& options) {
  std::vector<std::string> flags = {"-std=c++17",
                                    options.optimization,
                                    "-ffp-contract=off",
                                    "-fno-fast-math",
                                    "-fwrapv",
                                    "-fPIC",
                                    "-shared",
                                    "-fvisibility=hidden",
                                    "-w"};
  if (options.count_traffic || options.check == CpuCheck::kTraffic) flags.push_back("-DSINTER_COUNT_TRAFFIC");
  if (options.check == CpuCheck::kMemory || options.check == CpuCheck::kRaces) {
    flags.insert(flags.end(), {"-g", "-fno-omit-frame-pointer"});
  }
  if (options.check == CpuCheck::kMemory) {
    flags.insert(flags.end(), {"-fsanitize=address,alignment", "-fno-sanitize-recover=alignment"});
  }
  if (options.check == CpuCheck::kRaces) flags.push_back("-fsanitize=thread");
  return flags;
}

std::string Identity(const HostCxx& cxx, const HostCompilerOptions& options) {
  Sha256 hash;
  for (const EmbeddedHeader& header : EmbeddedHeaders()) hash.UpdateField(header.text);
  for (const EmbeddedSource& source : EmbeddedCpuSources()) hash.UpdateField(source.text);
  return absl::StrCat(cxx.version, "; ", absl::StrJoin(Flags(options), " "), "; headers ", hash.FinishHex());
}

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || absl::ascii_isdigit(name[0])) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

absl::Status CheckSources(absl::Span<const KernelSource> sources) {
  std::set<std::string> symbols;
  for (const KernelSource& source : sources) {
    if (!IsIdentifier(source.symbol)) {
      return absl::InvalidArgumentError(
          absl::StrCat("expected a C identifier as a kernel's symbol, but got `", source.symbol, "`"));
    }
    if (!symbols.insert(source.symbol).second) {
      return absl::InvalidArgumentError(absl::StrCat("kernel `", source.symbol, "` was given twice"));
    }
  }
  return absl::OkStatus();
}

absl::Status WriteHeaders(const ScratchDirectory& directory) {
  for (const EmbeddedHeader& header : EmbeddedHeaders()) {
    SINTER_RETURN_IF_ERROR(directory.Write(header.name, header.text));
  }
  for (const EmbeddedSource& source : EmbeddedCpuSources()) {
    SINTER_RETURN_IF_ERROR(directory.Write(source.name, source.text));
  }
  return absl::OkStatus();
}

// The texts of a batch, each under its own file name for the compiler, with their entries.
std::string BatchText(absl::Span<const KernelSource> kernels) {
  std::string text =
      "#include \"runtime/device/kernel.cuh\"\n"
      "const sinter_simt_api* sinter_simt = nullptr;\n";
  for (const KernelSource& kernel : kernels) {
    absl::StrAppend(&text, "#line 1 \"", kernel.symbol, ".cu\"\n", kernel.text, "\n#line 1 \"", kernel.symbol,
                    ".entry\"\nSINTER_SIMT_KERNEL(", kernel.symbol, ")\n");
  }
  return text;
}

struct Failure {
  std::vector<std::string> symbols;
  std::string log;
};

// One file's compile: its kernels, and what came of it.
struct Batch {
  absl::Span<const KernelSource> kernels;
  std::string name;
  absl::Status status;  // where the compiler could not be run at all
  std::vector<Failure> failures;
  std::string image;
};

absl::StatusOr<ProcessResult> RunCompiler(const HostCompilerOptions& options, const ScratchDirectory& directory,
                                          const std::string& name) {
  ProcessOptions process;
  process.arguments = {options.compiler};
  const std::vector<std::string> flags = Flags(options);
  process.arguments.insert(process.arguments.end(), flags.begin(), flags.end());
  process.arguments.insert(process.arguments.end(), {"-I", directory.path(), directory.path() + "/" + name + ".cc",
                                                     "-o", directory.path() + "/" + name + ".so"});
  process.environment = {"LC_ALL=C"};
  return RunProcess(process);
}

std::string CompilerLog(const ProcessResult& result) {
  std::string log = result.output.substr(0, kMaxLogBytes);
  if (log.size() < result.output.size())
    absl::StrAppend(&log, "\n... ", result.output.size() - log.size(), " more bytes");
  if (result.signal != 0) absl::StrAppend(&log, "\nthe compiler was ended by signal ", result.signal);
  return log;
}

absl::Status CompileBatch(const HostCompilerOptions& options, const ScratchDirectory& directory, Batch& batch) {
  SINTER_RETURN_IF_ERROR(directory.Write(batch.name + ".cc", BatchText(batch.kernels)));
  SINTER_ASSIGN_OR_RETURN(const ProcessResult result, RunCompiler(options, directory, batch.name));
  if (result.ok()) {
    SINTER_ASSIGN_OR_RETURN(batch.image, directory.Read(batch.name + ".so"));
    return absl::OkStatus();
  }
  if (batch.kernels.size() == 1) {
    batch.failures.push_back({{batch.kernels[0].symbol}, CompilerLog(result)});
    return absl::OkStatus();
  }
  // Each by itself, to tell which of them fails.
  for (const KernelSource& kernel : batch.kernels) {
    Batch single{absl::MakeConstSpan(&kernel, 1), kernel.symbol, absl::OkStatus(), {}, ""};
    SINTER_RETURN_IF_ERROR(CompileBatch(options, directory, single));
    batch.failures.insert(batch.failures.end(), single.failures.begin(), single.failures.end());
  }
  if (batch.failures.empty()) {
    Failure failure{{}, CompilerLog(result)};
    for (const KernelSource& kernel : batch.kernels) failure.symbols.push_back(kernel.symbol);
    batch.failures.push_back(std::move(failure));
  }
  return absl::OkStatus();
}

void CompileAll(const HostCompilerOptions& options, const ScratchDirectory& directory, std::vector<Batch>& batches) {
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < batches.size();) batches[i].status = CompileBatch(options, directory, batches[i]);
  };
  const size_t wanted = options.worker_count > 0 ? static_cast<size_t>(options.worker_count)
                                                 : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < std::min(wanted, batches.size()); ++i) {
    try {
      helpers.emplace_back(work);
    } catch (const std::system_error&) {
      break;
    }
  }
  work();
  for (std::thread& helper : helpers) helper.join();
}

absl::Status DescribeFailures(const HostCompilerOptions& options, const std::vector<Batch>& batches,
                              ScratchDirectory& directory) {
  std::vector<std::string> symbols;
  std::string logs;
  for (const Batch& batch : batches) {
    if (!batch.status.ok()) return batch.status;
    for (const Failure& failure : batch.failures) {
      for (const std::string& symbol : failure.symbols) symbols.push_back(absl::StrCat("`", symbol, "`"));
      absl::StrAppend(&logs, "\n", failure.log);
    }
  }
  if (symbols.empty()) return absl::OkStatus();
  directory.Keep();
  return absl::InvalidArgumentError(absl::StrCat("`", options.compiler, "` failed on kernel",
                                                 symbols.size() == 1 ? " " : "s ", absl::StrJoin(symbols, ", "),
                                                 "; sources kept in `", directory.path(), "`", logs));
}

}  // namespace

absl::StatusOr<HostCxx> FindHostCxx(const std::string& wanted) {
  std::vector<std::string> candidates = {"c++", "g++", "clang++"};
  const char* variable = getenv("SINTER_HOST_CXX");
  if (variable != nullptr && *variable != '\0') candidates = {variable};
  if (!wanted.empty()) candidates = {wanted};
  std::vector<std::string> reasons;
  for (const std::string& candidate : candidates) {
    absl::StatusOr<ProcessResult> result = RunProcess({{candidate, "--version"}, {"LC_ALL=C"}, false});
    if (result.ok() && result->ok()) return HostCxx{candidate, result->output.substr(0, result->output.find('\n'))};
    reasons.push_back(result.ok() ? absl::StrCat("`", candidate, " --version` failed with ", result->exit_code)
                                  : std::string(result.status().message()));
  }
  return absl::NotFoundError(absl::StrCat("found no C++ compiler for the CPU path; set SINTER_HOST_CXX to one: ",
                                          absl::StrJoin(reasons, "; ")));
}

HostCompiler::HostCompiler(HostCompilerOptions options, std::string identity)
    : options_(std::move(options)), identity_(std::move(identity)) {}

absl::StatusOr<std::unique_ptr<HostCompiler>> HostCompiler::Create(const HostCompilerOptions& options) {
  SINTER_ASSIGN_OR_RETURN(const HostCxx cxx, FindHostCxx(options.compiler));
  HostCompilerOptions complete = options;
  complete.compiler = cxx.program;
  complete.kernels_per_image = std::max(1, options.kernels_per_image);
  return std::unique_ptr<HostCompiler>(new HostCompiler(complete, rt::Identity(cxx, complete)));
}

absl::StatusOr<std::vector<CompiledImage>> HostCompiler::Compile(absl::Span<const KernelSource> sources,
                                                                 absl::string_view target) {
  if (target != CpuTarget(options_.check)) {
    return absl::InvalidArgumentError(absl::StrCat("the host compiler makes code for `", CpuTarget(options_.check),
                                                   "`, but `", target, "` was asked for"));
  }
  SINTER_RETURN_IF_ERROR(CheckSources(sources));
  if (sources.empty()) return std::vector<CompiledImage>();
  SINTER_ASSIGN_OR_RETURN(ScratchDirectory directory, ScratchDirectory::Make(options_.scratch_parent));
  SINTER_RETURN_IF_ERROR(WriteHeaders(directory));
  std::vector<Batch> batches;
  const size_t per_image = static_cast<size_t>(options_.kernels_per_image);
  for (size_t first = 0; first < sources.size(); first += per_image) {
    batches.push_back(
        {sources.subspan(first, per_image), absl::StrCat("batch", batches.size()), absl::OkStatus(), {}, ""});
  }
  CompileAll(options_, directory, batches);
  SINTER_RETURN_IF_ERROR(DescribeFailures(options_, batches, directory));
  std::vector<CompiledImage> images;
  for (const Batch& batch : batches) {
    CompiledImage image;
    image.target = std::string(target);
    for (const KernelSource& kernel : batch.kernels) image.symbols.push_back(kernel.symbol);
    image.bytes.assign(batch.image.begin(), batch.image.end());
    images.push_back(std::move(image));
  }
  return images;
}

}  // namespace sinter::rt
