// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVRTC programs: their options, their threads, their logs.
#include "runtime/jit/nvrtc_compiler.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <set>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "runtime/base/dynamic_library.h"
#include "runtime/base/sha256.h"
#include "runtime/base/status_macros.h"
#include "runtime/jit/embedded_headers.h"
#include "runtime/jit/failed_source.h"

namespace sinter::rt {

// NVRTC's C interface, declared here: it is small and stable, and a build without CUDA's headers still compiles kernels
// where the library is found at run time.
struct NvrtcApi {
  using Program = struct ProgramState*;
  using Result = int;

  DynamicLibrary library;
  const char* (*get_error_string)(Result) = nullptr;
  Result (*version)(int* major, int* minor) = nullptr;
  Result (*get_num_supported_archs)(int* count) = nullptr;
  Result (*get_supported_archs)(int* architectures) = nullptr;
  Result (*create_program)(Program*, const char* source, const char* name, int header_count, const char* const* headers,
                           const char* const* header_names) = nullptr;
  Result (*destroy_program)(Program*) = nullptr;
  Result (*compile_program)(Program, int option_count, const char* const* options) = nullptr;
  Result (*get_ptx_size)(Program, size_t*) = nullptr;
  Result (*get_ptx)(Program, char*) = nullptr;
  Result (*get_cubin_size)(Program, size_t*) = nullptr;
  Result (*get_cubin)(Program, char*) = nullptr;
  Result (*get_log_size)(Program, size_t*) = nullptr;
  Result (*get_log)(Program, char*) = nullptr;

  absl::Status Bind() {
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetErrorString", &get_error_string));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcVersion", &version));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetNumSupportedArchs", &get_num_supported_archs));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetSupportedArchs", &get_supported_archs));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcCreateProgram", &create_program));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcDestroyProgram", &destroy_program));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcCompileProgram", &compile_program));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetPTXSize", &get_ptx_size));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetPTX", &get_ptx));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetCUBINSize", &get_cubin_size));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetCUBIN", &get_cubin));
    SINTER_RETURN_IF_ERROR(library.Bind("nvrtcGetProgramLogSize", &get_log_size));
    return library.Bind("nvrtcGetProgramLog", &get_log);
  }

  absl::Status Check(Result result, const char* call) const {
    if (result == 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat(call, " failed: ", get_error_string(result), " (", result, ")"));
  }
};

namespace {

std::vector<std::string> ToolkitFolders() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* home = std::getenv(variable);
    if (home != nullptr && *home != '\0') folders.push_back(absl::StrCat(home, "/lib64"));
  }
  folders.push_back("/usr/local/cuda/lib64");
  return folders;
}

// A program that is destroyed with its scope.
class ScopedProgram {
 public:
  explicit ScopedProgram(const NvrtcApi& api) : api_(api) {}
  ScopedProgram(const ScopedProgram&) = delete;
  ScopedProgram& operator=(const ScopedProgram&) = delete;
  ~ScopedProgram() {
    if (program_ != nullptr) api_.destroy_program(&program_);
  }

  // The headers' names are relative to the root of the tree, as the texts include them.
  absl::Status Create(const std::string& text) {
    std::vector<const char*> names, texts;
    for (const EmbeddedHeader& header : EmbeddedHeaders()) {
      names.push_back(header.name);
      texts.push_back(header.text);
    }
    return api_.Check(api_.create_program(&program_, text.c_str(), "sinter_program.cu", static_cast<int>(names.size()),
                                          texts.data(), names.data()),
                      "nvrtcCreateProgram");
  }

  NvrtcApi::Result Compile(const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return api_.compile_program(program_, static_cast<int>(pointers.size()), pointers.data());
  }

  std::string Log() const {
    size_t size = 0;
    if (api_.get_log_size(program_, &size) != 0 || size <= 1) return "";
    std::string log(size, '\0');
    if (api_.get_log(program_, log.data()) != 0) return "";
    log.resize(size - 1);  // the size counts the terminator
    return log;
  }

  absl::StatusOr<std::vector<uint8_t>> Image(bool ptx) const {
    size_t size = 0;
    SINTER_RETURN_IF_ERROR(ptx ? api_.Check(api_.get_ptx_size(program_, &size), "nvrtcGetPTXSize")
                               : api_.Check(api_.get_cubin_size(program_, &size), "nvrtcGetCUBINSize"));
    if (size == 0) return absl::InternalError("NVRTC reported success but gave an empty image");
    std::vector<uint8_t> bytes(size);
    char* data = reinterpret_cast<char*>(bytes.data());
    SINTER_RETURN_IF_ERROR(ptx ? api_.Check(api_.get_ptx(program_, data), "nvrtcGetPTX")
                               : api_.Check(api_.get_cubin(program_, data), "nvrtcGetCUBIN"));
    return bytes;
  }

 private:
  const NvrtcApi& api_;
  NvrtcApi::Program program_ = nullptr;
};

bool IsPtxTarget(absl::string_view target) { return absl::StartsWith(target, "compute_"); }

// The kernels that the log complains of (each text is named by a line directive), or all where it names none.
std::string BlamedKernels(absl::Span<const KernelSource> sources, absl::string_view log) {
  std::vector<std::string> blamed, all;
  for (const KernelSource& source : sources) {
    all.push_back(source.symbol);
    if (absl::StrContains(log, absl::StrCat(source.symbol, ".cu("))) blamed.push_back(source.symbol);
  }
  return absl::StrJoin(blamed.empty() ? all : blamed, ", ");
}

std::string JoinTexts(absl::Span<const KernelSource> sources) {
  std::string text;
  for (const KernelSource& source : sources) {
    absl::StrAppend(&text, "#line 1 \"", source.symbol, ".cu\"\n", source.text, "\n");
  }
  return text;
}

absl::Status CheckSymbols(absl::Span<const KernelSource> sources) {
  std::set<absl::string_view> seen;
  for (const KernelSource& source : sources) {
    if (source.symbol.empty()) return absl::InvalidArgumentError("a kernel to compile has no symbol");
    if (!seen.insert(source.symbol).second) {
      return absl::InvalidArgumentError(absl::StrCat("kernel `", source.symbol, "` is given twice to one compile"));
    }
  }
  return absl::OkStatus();
}

// The number before `unit` in a line of ptxas's report, 0 where it is not there.
int32_t NumberBefore(absl::string_view line, absl::string_view unit) {
  const size_t at = line.find(unit);
  if (at == absl::string_view::npos) return 0;
  size_t begin = at;
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(line[begin - 1]))) --begin;
  int32_t number = 0;
  return absl::SimpleAtoi(line.substr(begin, at - begin), &number) ? number : 0;
}

// Orders the reports by source; a kernel that has none keeps zeros.
std::vector<KernelResources> ResourcesOf(absl::Span<const KernelSource> sources, absl::string_view log) {
  const std::vector<KernelResources> reports = ParsePtxasReport(log);
  if (reports.empty()) return {};
  std::vector<KernelResources> ordered;
  for (const KernelSource& source : sources) {
    auto found = std::find_if(reports.begin(), reports.end(),
                              [&](const KernelResources& report) { return report.symbol == source.symbol; });
    ordered.push_back(found != reports.end() ? *found : KernelResources{source.symbol});
  }
  return ordered;
}

}  // namespace

std::vector<KernelResources> ParsePtxasReport(absl::string_view log) {
  std::vector<KernelResources> reports;
  // Functions that are not entries report their properties too, between an entry's own lines.
  bool properties_of_entry = false;
  for (absl::string_view line : absl::StrSplit(log, '\n')) {
    if (absl::StrContains(line, "Compiling entry function '")) {
      const std::vector<absl::string_view> parts = absl::StrSplit(line, '\'');
      reports.push_back(KernelResources{std::string(parts[1])});
      properties_of_entry = false;
    } else if (reports.empty()) {
      continue;
    } else if (const size_t at = line.find("Function properties for "); at != absl::string_view::npos) {
      absl::string_view name = absl::StripAsciiWhitespace(line.substr(at + sizeof("Function properties for ") - 1));
      properties_of_entry = name == reports.back().symbol;
    } else if (properties_of_entry && absl::StrContains(line, "bytes stack frame")) {
      reports.back().stack_bytes = NumberBefore(line, " bytes stack frame");
      reports.back().spill_store_bytes = NumberBefore(line, " bytes spill stores");
      reports.back().spill_load_bytes = NumberBefore(line, " bytes spill loads");
    } else if (absl::StrContains(line, "Used ")) {
      reports.back().registers = NumberBefore(line, " registers");
      reports.back().shared_bytes = NumberBefore(line, " bytes smem");
    }
  }
  return reports;
}

std::vector<int> SplitIntoPrograms(int kernels, int max_per_program, int threads) {
  if (kernels <= 0) return {};
  const int limit = std::max(1, max_per_program);
  const int programs = std::max((kernels + limit - 1) / limit, std::min(std::max(1, threads), kernels));
  std::vector<int> sizes(programs, kernels / programs);
  for (int i = 0; i < kernels % programs; ++i) ++sizes[i];
  return sizes;
}

absl::StatusOr<std::unique_ptr<NvrtcCompiler>> NvrtcCompiler::Create(const NvrtcOptions& options) {
  DynamicLibraryOptions search;
  search.name = "NVRTC";
  search.environment_override = "SINTER_NVRTC";
  search.candidates = {"libnvrtc.so.13", "libnvrtc.so.12"};
  search.folders = ToolkitFolders();
  auto api = std::make_unique<NvrtcApi>();
  SINTER_ASSIGN_OR_RETURN(api->library, DynamicLibrary::Open(search));
  // NVRTC registers exit handlers; unmapping it while other copies of it are in use by the process is not safe.
  api->library.KeepLoaded();
  SINTER_RETURN_IF_ERROR(api->Bind());
  int major = 0, minor = 0, count = 0;
  SINTER_RETURN_IF_ERROR(api->Check(api->version(&major, &minor), "nvrtcVersion"));
  SINTER_RETURN_IF_ERROR(api->Check(api->get_num_supported_archs(&count), "nvrtcGetNumSupportedArchs"));
  std::vector<int> architectures(std::max(count, 0));
  SINTER_RETURN_IF_ERROR(api->Check(api->get_supported_archs(architectures.data()), "nvrtcGetSupportedArchs"));
  std::sort(architectures.begin(), architectures.end());
  return std::unique_ptr<NvrtcCompiler>(
      new NvrtcCompiler(options, std::move(api), major, minor, std::move(architectures)));
}

NvrtcCompiler::NvrtcCompiler(NvrtcOptions options, std::unique_ptr<NvrtcApi> api, int major, int minor,
                             std::vector<int> architectures)
    : options_(std::move(options)),
      api_(std::move(api)),
      major_(major),
      minor_(minor),
      architectures_(std::move(architectures)) {}

NvrtcCompiler::~NvrtcCompiler() = default;

std::string NvrtcCompiler::version() const { return absl::StrCat(major_, ".", minor_); }

std::vector<std::string> NvrtcCompiler::FixedOptions() const {
  std::vector<std::string> options = {"--std=c++17", "--fmad=false", "-default-device"};
  if (options_.line_info) options.push_back("-lineinfo");
  options.insert(options.end(), options_.extra_options.begin(), options_.extra_options.end());
  return options;
}

std::string NvrtcCompiler::Identity() const {
  Sha256 headers;
  for (const EmbeddedHeader& header : EmbeddedHeaders()) {
    headers.UpdateField(header.name);
    headers.UpdateField(header.text);
  }
  return absl::StrCat("nvrtc ", version(), "; ", absl::StrJoin(FixedOptions(), " "), "; headers ", headers.FinishHex());
}

absl::Status NvrtcCompiler::CheckTarget(absl::string_view target) const {
  absl::string_view number = target;
  if (!absl::ConsumePrefix(&number, "sm_") && !absl::ConsumePrefix(&number, "compute_")) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected a target such as `sm_90` or `compute_90`, but got `", target, "`"));
  }
  if (!absl::ConsumeSuffix(&number, "a")) absl::ConsumeSuffix(&number, "f");
  int architecture = 0;
  if (number.find_first_not_of("0123456789") != absl::string_view::npos || !absl::SimpleAtoi(number, &architecture)) {
    return absl::InvalidArgumentError(absl::StrCat("target `", target, "` names no architecture number"));
  }
  if (std::binary_search(architectures_.begin(), architectures_.end(), architecture)) return absl::OkStatus();
  return absl::UnimplementedError(absl::StrCat("NVRTC ", version(), " does not know target `", target,
                                               "`; it knows architectures ", absl::StrJoin(architectures_, ", ")));
}

absl::StatusOr<CompileOutput> NvrtcCompiler::CompileProgram(absl::Span<const KernelSource> sources,
                                                            absl::string_view target) const {
  const std::string text = JoinTexts(sources);
  ScopedProgram program(*api_);
  SINTER_RETURN_IF_ERROR(program.Create(text));
  std::vector<std::string> options = FixedOptions();
  options.push_back(absl::StrCat("--gpu-architecture=", target));
  // ptxas reports registers and spills; it does not run for PTX.
  if (!IsPtxTarget(target)) options.push_back("--ptxas-options=-v");
  // NVRTC 13 keeps a cache of its own, which would hide the report; ours does that work.
  if (major_ >= 13) options.push_back("--no-cache");
  const NvrtcApi::Result result = program.Compile(options);
  const std::string log = program.Log();
  if (result != 0) {
    return absl::InternalError(absl::StrCat("NVRTC ", version(), " cannot compile ", BlamedKernels(sources, log),
                                            " for ", target, ": ", api_->get_error_string(result), "; ",
                                            KeepFailedSource(text, "program.cu"), "; log:\n", log));
  }
  CompiledImage image;
  image.target = std::string(target);
  for (const KernelSource& source : sources) image.symbols.push_back(source.symbol);
  SINTER_ASSIGN_OR_RETURN(image.bytes, program.Image(IsPtxTarget(target)));
  CompileOutput output;
  output.images.push_back(std::move(image));
  output.resources = ResourcesOf(sources, log);
  return output;
}

absl::StatusOr<CompileOutput> NvrtcCompiler::CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                               absl::string_view target) {
  SINTER_RETURN_IF_ERROR(CheckTarget(target));
  SINTER_RETURN_IF_ERROR(CheckSymbols(sources));
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const int threads = std::max(1, options_.max_threads > 0 ? options_.max_threads : cores);
  std::vector<absl::Span<const KernelSource>> programs;
  size_t at = 0;
  for (int size : SplitIntoPrograms(static_cast<int>(sources.size()), options_.max_kernels_per_program, threads)) {
    programs.push_back(sources.subspan(at, size));
    at += size;
  }

  std::vector<absl::StatusOr<CompileOutput>> outputs(programs.size(), absl::UnknownError("not compiled"));
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < programs.size(); i = next++) outputs[i] = CompileProgram(programs[i], target);
  };
  std::vector<std::thread> workers;
  for (size_t i = 1; i < std::min<size_t>(threads, programs.size()); ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();

  CompileOutput all;
  for (absl::StatusOr<CompileOutput>& output : outputs) {
    if (!output.ok()) return output.status();
    for (CompiledImage& image : output->images) all.images.push_back(std::move(image));
    for (KernelResources& resources : output->resources) all.resources.push_back(std::move(resources));
  }
  return all;
}

absl::StatusOr<std::vector<CompiledImage>> NvrtcCompiler::Compile(absl::Span<const KernelSource> sources,
                                                                  absl::string_view target) {
  SINTER_ASSIGN_OR_RETURN(CompileOutput output, CompileAndMeasure(sources, target));
  return std::move(output.images);
}

}  // namespace sinter::rt
