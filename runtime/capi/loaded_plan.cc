// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading of plans through the C interface.
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status_macros.h"
#include "runtime/capi/border.h"
#include "runtime/capi/load_compiler.h"
#include "runtime/capi/logging.h"
#include "runtime/capi/objects.h"
#include "runtime/jit/kernel_cache.h"

namespace sinter::rt {
namespace {

// `label` is the plan's.
absl::Status AddConstant(const sinter_supplied_constant* given, const std::string& label, ConstantOptions* constants) {
  SINTER_ASSIGN_OR_RETURN(const sinter_supplied_constant constant, ReadStruct(given, "options->constants"));
  if (constant.name == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(label, ": a supplied constant has no name"));
  }
  const auto error = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(label, ": supplied constant `", constant.name, "` ", what));
  };
  if (sinter_element_type_name(constant.element_type) == nullptr) {
    return error(absl::StrCat("has element type ", constant.element_type, ", which is none"));
  }
  if (constant.rank > 0 && constant.dims == nullptr) return error("has a rank, but its dims are null");
  SuppliedConstant value;
  value.data = constant.data;
  value.type = static_cast<ElementType>(constant.element_type);
  value.dims.assign(constant.dims, constant.dims + constant.rank);
  value.on_device = constant.on_device != 0;
  if (!constants->supplied.emplace(constant.name, std::move(value)).second) return error("is given twice");
  return absl::OkStatus();
}

// The elements are as far apart as the caller's header has it, which their own sizes say.
absl::Status AddConstants(const sinter_load_options& options, const std::string& label, ConstantOptions* constants) {
  if (options.constant_count == 0) return absl::OkStatus();
  if (options.constants == nullptr) return NullArgument("options->constants");
  const size_t stride = options.constants->struct_size;
  const auto* bytes = reinterpret_cast<const unsigned char*>(options.constants);
  for (size_t i = 0; i < options.constant_count; ++i) {
    const auto* constant = reinterpret_cast<const sinter_supplied_constant*>(bytes + i * stride);
    if (constant->struct_size != stride) {
      return absl::InvalidArgumentError(absl::StrCat("`options->constants`: element ", i, " has struct_size ",
                                                     constant->struct_size, ", the first one ", stride));
    }
    SINTER_RETURN_IF_ERROR(AddConstant(constant, label, constants));
  }
  return absl::OkStatus();
}

class Loader {
 public:
  Loader(const sinter_plan* plan, sinter_device* device, const sinter_load_options& options)
      : options_(options), log_(options.log, options.log_user_data), state_(std::make_shared<LoadedState>()) {
    state_->device = device->state;
    state_->plan = plan->state;
  }

  absl::StatusOr<std::shared_ptr<const LoadedState>> Load() {
    LoadOptions load;
    load.no_compiler = "the compile policy (SINTER_COMPILE_REFUSED) lets the load make none";
    SINTER_RETURN_IF_ERROR(AddConstants(options_, state_->plan->plan->label(), &load.constants));
    if (options_.external_folder != nullptr) load.constants.external_folder = options_.external_folder;
    if (options_.compile_policy == SINTER_COMPILE_ALLOWED) {
      load.compiler = [this](absl::Span<const KernelSource> sources, absl::string_view target) {
        return Compile(sources, target);
      };
    } else if (options_.compile_policy != SINTER_COMPILE_REFUSED) {
      return absl::InvalidArgumentError(
          absl::StrCat("`options->compile_policy` is ", options_.compile_policy, ", expected 0 or 1"));
    }
    SINTER_ASSIGN_OR_RETURN(state_->loaded, LoadedPlan::Create(state_->plan->plan, &state_->device->backend, load));
    return std::shared_ptr<const LoadedState>(std::move(state_));
  }

 private:
  absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources, absl::string_view target) {
    const std::string folder = options_.cache_folder == nullptr ? DefaultKernelCacheFolder() : options_.cache_folder;
    SINTER_ASSIGN_OR_RETURN(const std::unique_ptr<CachingCompiler> compiler, CreateLoadCompiler(target, folder));
    SINTER_ASSIGN_OR_RETURN(std::vector<CompiledImage> images, compiler->Compile(sources, target));
    const KernelCacheStats stats = compiler->stats();
    state_->kernels_compiled = static_cast<uint64_t>(stats.compiles);
    state_->kernels_from_cache = static_cast<uint64_t>(stats.hits);
    log_.Info(absl::StrCat(state_->plan->plan->label(), ": ", sources.size(), " kernels without an image for ", target,
                           ": ", stats.compiles, " compiled, ", stats.hits, " from the cache"));
    if (stats.publish_failures > 0) {
      log_.Warning(absl::StrCat(stats.publish_failures, " compiled kernels could not be kept in `", folder, "`"));
    }
    return images;
  }

  const sinter_load_options& options_;
  const Logger log_;
  std::shared_ptr<LoadedState> state_;
};

}  // namespace
}  // namespace sinter::rt

using sinter::rt::AtBorder;

sinter_status* sinter_plan_load(const sinter_plan* plan, sinter_device* device, const sinter_load_options* options,
                                sinter_loaded_plan** loaded) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(plan);
    SINTER_REQUIRE(device);
    SINTER_REQUIRE(loaded);
    sinter_load_options read = SINTER_LOAD_OPTIONS_INIT;
    if (options != nullptr) {
      SINTER_ASSIGN_OR_RETURN(read, sinter::rt::ReadStruct(options, "options"));
    }
    SINTER_ASSIGN_OR_RETURN(std::shared_ptr<const sinter::rt::LoadedState> state,
                            sinter::rt::Loader(plan, device, read).Load());
    *loaded = new sinter_loaded_plan{std::move(state)};
    return absl::OkStatus();
  });
}

void sinter_loaded_plan_destroy(sinter_loaded_plan* loaded) {
  sinter::rt::QuietlyAtBorder([&] { delete loaded; });
}

sinter_status* sinter_loaded_plan_get_info(const sinter_loaded_plan* loaded, sinter_loaded_plan_info* info) {
  return AtBorder([&]() -> absl::Status {
    SINTER_REQUIRE(loaded);
    sinter_loaded_plan_info filled = SINTER_LOADED_PLAN_INFO_INIT;
    filled.images_loaded = loaded->state->loaded->counters().images_loaded;
    filled.kernels_compiled = loaded->state->kernels_compiled;
    filled.kernels_from_cache = loaded->state->kernels_from_cache;
    filled.constant_bytes = loaded->state->loaded->counters().constant_bytes;
    return sinter::rt::WriteStruct(info, filled, "info");
  });
}
