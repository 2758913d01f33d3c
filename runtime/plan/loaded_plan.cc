// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing images, compiling what has none, and running the init entry.
#include "runtime/plan/loaded_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/shape_program.h"

namespace sinter::rt {
namespace {

// The image of a kernel to run here: one made for exactly this target before one that merely runs on it.
std::optional<uint32_t> ChooseImage(const PlanModel& model, const Kernel& kernel, const Backend& backend) {
  std::optional<uint32_t> runnable;
  for (uint32_t image : kernel.images) {
    const std::string& target = model.images[image].target;
    if (target == backend.target() && backend.CanRun(target)) return image;
    if (!runnable && backend.CanRun(target)) runnable = image;
  }
  return runnable;
}

// A stream for the time of a load.
class ScopedStream {
 public:
  static absl::StatusOr<ScopedStream> Create(Backend* backend) {
    SINTER_ASSIGN_OR_RETURN(StreamHandle stream, backend->CreateStream());
    return ScopedStream(backend, stream);
  }
  ScopedStream(ScopedStream&& other) noexcept
      : backend_(std::exchange(other.backend_, nullptr)), stream_(other.stream_) {}
  ScopedStream& operator=(ScopedStream&&) = delete;
  ~ScopedStream() {
    if (backend_ != nullptr) backend_->DestroyStream(stream_);
  }
  StreamHandle get() const { return stream_; }

 private:
  ScopedStream(Backend* backend, StreamHandle stream) : backend_(backend), stream_(stream) {}
  Backend* backend_;
  StreamHandle stream_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedPlan>> LoadedPlan::Create(std::shared_ptr<const Plan> plan, Backend* backend,
                                                                     const LoadOptions& options) {
  if (plan == nullptr || backend == nullptr) return absl::InvalidArgumentError("plan or backend is null");
  std::shared_ptr<LoadedPlan> loaded(new LoadedPlan(std::move(plan), backend));
  SINTER_RETURN_IF_ERROR(loaded->Load(options));
  return std::shared_ptr<const LoadedPlan>(std::move(loaded));
}

absl::Status LoadedPlan::Error(const absl::Status& status, absl::string_view where) const {
  return absl::Status(status.code(), absl::StrCat(plan_->label(), ": ", where, ": ", status.message()));
}

absl::Status LoadedPlan::Load(const LoadOptions& options) {
  SINTER_RETURN_IF_ERROR(CheckDevices());
  SINTER_RETURN_IF_ERROR(LoadKernels(options));
  SINTER_ASSIGN_OR_RETURN(const ScopedStream stream, ScopedStream::Create(backend_));
  SINTER_ASSIGN_OR_RETURN(constants_, ConstantPool::Load(*plan_, backend_, stream.get(), options.constants));
  if (model().init) {
    SINTER_RETURN_IF_ERROR(RunInit(stream.get()));
    constants_->ReleaseInitOnly();
  }
  counters_.constant_bytes = constants_->byte_size();
  return absl::OkStatus();
}

absl::Status LoadedPlan::CheckDevices() const {
  const auto check = [&](const Entry& entry) -> absl::Status {
    for (const Step& step : entry.steps) {
      if (step.device == 0) continue;
      return absl::UnimplementedError(absl::StrCat(plan_->label(), ": entry `", entry.name, "`, step `", step.name,
                                                   "` is for device ", step.device, ", a loaded plan has one"));
    }
    return absl::OkStatus();
  };
  for (const Entry& entry : model().entries) SINTER_RETURN_IF_ERROR(check(entry));
  return model().init ? check(*model().init) : absl::OkStatus();
}

absl::Status LoadedPlan::LoadKernels(const LoadOptions& options) {
  kernels_.assign(model().kernels.size(), nullptr);
  std::vector<size_t> without_image;
  SINTER_RETURN_IF_ERROR(LoadImages(&without_image));
  if (without_image.empty()) return absl::OkStatus();
  return CompileKernels(without_image, options);
}

absl::Status LoadedPlan::LoadImages(std::vector<size_t>* without_image) {
  std::map<uint32_t, Module*> loaded;
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const Kernel& kernel = model().kernels[i];
    const std::optional<uint32_t> image = ChooseImage(model(), kernel, *backend_);
    if (!image) {
      without_image->push_back(i);
      continue;
    }
    Module*& module = loaded[*image];
    const std::string where = absl::StrCat("image ", *image, " for ", model().images[*image].target);
    if (module == nullptr) {
      SINTER_ASSIGN_OR_RETURN(const absl::Span<const uint8_t> bytes, plan_->Section(model().images[*image].section));
      absl::StatusOr<std::unique_ptr<Module>> made = backend_->LoadModule(bytes);
      if (!made.ok()) return Error(made.status(), where);
      modules_.push_back(*std::move(made));
      module = modules_.back().get();
      ++counters_.images_loaded;
    }
    absl::StatusOr<const KernelHandle*> handle = module->GetKernel(kernel.symbol);
    if (!handle.ok()) return Error(handle.status(), where);
    kernels_[i] = *handle;
  }
  return absl::OkStatus();
}

absl::Status LoadedPlan::CompileKernels(const std::vector<size_t>& kernels, const LoadOptions& options) {
  const KernelCompileFunction& compiler = options.compiler;
  std::vector<KernelSource> sources;
  std::vector<std::string> names, bare;
  for (size_t i : kernels) {
    const Kernel& kernel = model().kernels[i];
    names.push_back(absl::StrCat("`", kernel.symbol, "`"));
    if (kernel.source_section < 0) {
      bare.push_back(names.back());
      continue;
    }
    SINTER_ASSIGN_OR_RETURN(const absl::Span<const uint8_t> text,
                            plan_->Section(static_cast<size_t>(kernel.source_section)));
    sources.push_back({kernel.symbol, kernel.hash, std::string(text.begin(), text.end())});
  }
  if (compiler == nullptr || !bare.empty()) {
    const std::string target = backend_->target();
    return absl::NotFoundError(
        absl::StrCat(plan_->label(), ": no image runs on ", target, " and ",
                     compiler == nullptr ? options.no_compiler : "no source is kept",
                     " for kernels: ", absl::StrJoin(compiler == nullptr ? names : bare, ", "),
                     "; compile the plan with --target=", absl::StartsWith(target, "cpu-") ? "cpu" : target));
  }
  absl::StatusOr<std::vector<CompiledImage>> images = compiler(sources, backend_->target());
  if (!images.ok()) return Error(images.status(), absl::StrCat("compiling for ", backend_->target()));
  counters_.kernels_compiled += sources.size();
  std::map<std::string, Module*> module_of;
  for (const CompiledImage& image : *images) {
    absl::StatusOr<std::unique_ptr<Module>> module = backend_->LoadModule(image.bytes);
    if (!module.ok()) return Error(module.status(), absl::StrCat("compiled image for ", image.target));
    modules_.push_back(*std::move(module));
    ++counters_.images_loaded;
    for (const std::string& symbol : image.symbols) module_of[symbol] = modules_.back().get();
  }
  for (size_t i : kernels) {
    const std::string& symbol = model().kernels[i].symbol;
    const auto found = module_of.find(symbol);
    if (found == module_of.end()) {
      return Error(absl::InternalError("the compiler gave no image that holds it"),
                   absl::StrCat("kernel `", symbol, "`"));
    }
    SINTER_ASSIGN_OR_RETURN(kernels_[i], found->second->GetKernel(symbol));
  }
  return absl::OkStatus();
}

absl::Status LoadedPlan::RunInit(StreamHandle stream) {
  MatmulCache matmuls(backend_, model().product_pins);
  SINTER_ASSIGN_OR_RETURN(ShapeProgram program, ShapeProgram::Build(*this, *model().init, {}, &matmuls, {}));
  std::vector<void*> outputs;
  for (size_t i = 0; i < model().constants.size(); ++i) {
    if (model().constants[i].source == ConstantSource::kPacked) outputs.push_back(constant(i));
  }
  SINTER_ASSIGN_OR_RETURN(void* workspace, backend_->Allocate(program.workspace_bytes()));
  Bindings bindings;
  bindings.outputs = outputs;
  bindings.workspace = static_cast<uint8_t*>(workspace);
  absl::Status status = absl::OkStatus();
  for (size_t i = 0; i < program.steps().size() && status.ok(); ++i) status = program.RunStep(i, bindings, stream);
  // Even after a failure: the device may still be reading what is freed next.
  const absl::Status ended = backend_->Synchronize(stream);
  backend_->Free(workspace);
  return status.ok() ? ended : status;
}

}  // namespace sinter::rt
