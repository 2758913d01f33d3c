// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation and filling of constants. On a GPU they share two blocks (kept, and read by init alone); on
// the CPU each has its own, so that an address sanitizer sees an access past any one of them.
#include "runtime/plan/constant_pool.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/confined_path.h"
#include "runtime/base/status_macros.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/value_generator.h"

namespace sinter::rt {
namespace {

constexpr uint64_t kConstantAlignment = 256;
constexpr uint64_t kSuppliedAlignment = 16;

uint64_t AlignUp(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

// Calls `visit` on every buffer that a step of the entry names.
void ForEachBuffer(const Entry& entry, const std::function<void(const BufferRef&)>& visit) {
  for (const Step& step : entry.steps) {
    for (const Variant& variant : step.variants) {
      if (const auto* launch = std::get_if<Launch>(&variant.action)) {
        for (const LaunchArg& arg : launch->args) {
          if (const auto* buffer = std::get_if<BufferRef>(&arg)) visit(*buffer);
        }
      } else if (const auto* matmul = std::get_if<Matmul>(&variant.action)) {
        for (const MatmulOperand* operand : {&matmul->a, &matmul->b, &matmul->d}) visit(operand->buffer);
        if (matmul->c) visit(matmul->c->buffer);
        if (matmul->bias) visit(*matmul->bias);
      } else {
        const auto& copy = std::get<Copy>(variant.action);
        visit(copy.source);
        visit(copy.destination);
      }
    }
  }
}

// Opens a file of `folder` that must lie below it, whatever links say.
absl::StatusOr<int> OpenConfined(const std::string& folder, const std::string& file) {
  SINTER_ASSIGN_OR_RETURN(const std::string path, ResolveBelow(folder, file));
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return absl::NotFoundError(absl::StrCat("cannot open `", path, "`: ", std::strerror(errno)));
  return fd;
}

absl::Status ReadRange(int fd, uint64_t offset, uint64_t size, uint8_t* destination) {
  struct stat info;
  if (fstat(fd, &info) != 0) return absl::InternalError(absl::StrCat("cannot examine it: ", std::strerror(errno)));
  const uint64_t file_size = S_ISREG(info.st_mode) ? static_cast<uint64_t>(info.st_size) : 0;
  if (offset > file_size || size > file_size - offset) {
    return absl::DataLossError(absl::StrCat(size, " bytes at ", offset, " reach past its end at ", file_size));
  }
  while (size > 0) {
    const ssize_t got = pread(fd, destination, std::min<uint64_t>(size, uint64_t{1} << 30), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return absl::InternalError(absl::StrCat("cannot read it: ", got < 0 ? std::strerror(errno) : "it shrank"));
    destination += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<uint64_t>(got);
  }
  return absl::OkStatus();
}

// Memory on the host for a constant on its way to the device; on the CPU its final place.
class Staging {
 public:
  Staging(Backend* backend, StreamHandle stream, void* destination)
      : backend_(backend), stream_(stream), destination_(destination) {}
  absl::StatusOr<uint8_t*> Begin(uint64_t bytes) {
    if (backend_->is_cpu()) return static_cast<uint8_t*>(destination_);
    SINTER_ASSIGN_OR_RETURN(buffer_, HostTensor::Create(ElementType::kU8, {static_cast<int64_t>(bytes)}));
    return buffer_.as<uint8_t>();
  }
  // The copy must have ended before the staging memory goes.
  absl::Status Finish() {
    if (backend_->is_cpu()) return absl::OkStatus();
    SINTER_RETURN_IF_ERROR(backend_->CopyToDevice(destination_, buffer_.data(), buffer_.byte_size(), stream_));
    return backend_->Synchronize(stream_);
  }

 private:
  Backend* backend_;
  StreamHandle stream_;
  void* destination_;
  HostTensor buffer_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<ConstantPool>> ConstantPool::Load(const Plan& plan, Backend* backend,
                                                                 StreamHandle stream, const ConstantOptions& options) {
  std::unique_ptr<ConstantPool> pool(new ConstantPool(plan, backend, stream, options));
  const absl::Status status = pool->Run();
  pool->options_ = nullptr;
  if (status.ok()) return pool;
  (void)backend->Synchronize(stream);  // copies on their way still use the memory that goes now
  return status;
}

ConstantPool::~ConstantPool() {
  for (void* block : blocks_) backend_->Free(block);
  for (void* block : init_blocks_) backend_->Free(block);
}

absl::Status ConstantPool::Run() {
  SINTER_RETURN_IF_ERROR(CheckSuppliedNames());
  FindReaders();
  SINTER_RETURN_IF_ERROR(AllocateAll());
  const std::vector<Constant>& constants = plan_.model().constants;
  for (size_t i = 0; i < constants.size(); ++i) {
    absl::Status status = Fill(i);
    if (!status.ok()) {
      return absl::Status(status.code(),
                          absl::StrCat(plan_.label(), ": constant `", constants[i].name, "`: ", status.message()));
    }
  }
  return backend_->Synchronize(stream_);
}

absl::Status ConstantPool::CheckSuppliedNames() const {
  for (const auto& [name, value] : options_->supplied) {
    const Constant* found = nullptr;
    for (const Constant& constant : plan_.model().constants) {
      if (constant.name == name) found = &constant;
    }
    if (found == nullptr) {
      return absl::NotFoundError(
          absl::StrCat(plan_.label(), ": constant `", name, "` was supplied, but there is none"));
    }
    if (found->source == ConstantSource::kPacked) {
      return absl::InvalidArgumentError(
          absl::StrCat(plan_.label(), ": constant `", name, "` was supplied, but the init entry makes it"));
    }
  }
  return absl::OkStatus();
}

void ConstantPool::FindReaders() {
  const PlanModel& model = plan_.model();
  read_by_entry_.assign(model.constants.size(), false);
  read_by_init_.assign(model.constants.size(), false);
  pointers_.assign(model.constants.size(), nullptr);
  const auto mark = [](const Entry& entry, std::vector<bool>* read) {
    ForEachBuffer(entry, [&](const BufferRef& buffer) {
      if (buffer.space == Space::kConstant) (*read)[buffer.index] = true;
    });
  };
  for (const Entry& entry : model.entries) mark(entry, &read_by_entry_);
  if (model.init) mark(*model.init, &read_by_init_);
  for (size_t i = 0; i < model.constants.size(); ++i) {
    // The init entry writes all of its outputs, read or not.
    if (model.constants[i].source == ConstantSource::kPacked) read_by_entry_[i] = true;
  }
}

const SuppliedConstant* ConstantPool::Supplied(const Constant& constant) const {
  const auto found = options_->supplied.find(constant.name);
  return found == options_->supplied.end() ? nullptr : &found->second;
}

absl::Status ConstantPool::AllocateAll() {
  const std::vector<Constant>& constants = plan_.model().constants;
  std::vector<size_t> kept, init_only;
  for (size_t i = 0; i < constants.size(); ++i) {
    const SuppliedConstant* supplied = Supplied(constants[i]);
    if (constants[i].byte_size == 0 || (supplied != nullptr && supplied->on_device)) continue;
    if (read_by_entry_[i]) {
      kept.push_back(i);
    } else if (read_by_init_[i]) {
      init_only.push_back(i);
    }
  }
  SINTER_RETURN_IF_ERROR(AllocateGroup(kept, &blocks_));
  const uint64_t kept_bytes = byte_size_;
  SINTER_RETURN_IF_ERROR(AllocateGroup(init_only, &init_blocks_));
  init_byte_size_ = byte_size_ - kept_bytes;
  return absl::OkStatus();
}

absl::Status ConstantPool::AllocateGroup(const std::vector<size_t>& constants, std::vector<void*>* blocks) {
  const auto allocate = [&](uint64_t bytes) -> absl::StatusOr<uint8_t*> {
    absl::StatusOr<void*> block = backend_->Allocate(bytes);
    if (!block.ok()) {
      return absl::Status(block.status().code(),
                          absl::StrCat(plan_.label(), ": constants: ", block.status().message()));
    }
    blocks->push_back(*block);
    byte_size_ += bytes;
    return static_cast<uint8_t*>(*block);
  };
  const auto size_of = [&](size_t i) { return plan_.model().constants[i].byte_size; };
  if (backend_->is_cpu()) {
    for (size_t i : constants) {
      SINTER_ASSIGN_OR_RETURN(pointers_[i], allocate(size_of(i)));
    }
    return absl::OkStatus();
  }
  // Each size is below 2^60 (TensorByteSize), but a sum of many need not fit.
  constexpr uint64_t kMaxTotal = uint64_t{1} << 60;
  uint64_t total = 0;
  for (size_t i : constants) {
    total = AlignUp(total, kConstantAlignment) + size_of(i);
    if (total > kMaxTotal) {
      return absl::ResourceExhaustedError(
          absl::StrCat(plan_.label(), ": constants take more than ", kMaxTotal, " bytes"));
    }
  }
  if (total == 0) return absl::OkStatus();
  SINTER_ASSIGN_OR_RETURN(uint8_t* block, allocate(total));
  uint64_t offset = 0;
  for (size_t i : constants) {
    offset = AlignUp(offset, kConstantAlignment);
    pointers_[i] = block + offset;
    offset += size_of(i);
  }
  return absl::OkStatus();
}

absl::Status ConstantPool::Fill(size_t index) {
  const Constant& constant = plan_.model().constants[index];
  const bool is_read = read_by_entry_[index] || read_by_init_[index];
  if (const SuppliedConstant* supplied = Supplied(constant)) {
    if (is_read && supplied->on_device) pointers_[index] = const_cast<void*>(supplied->data);
    return FillSupplied(constant, *supplied, pointers_[index]);
  }
  if (constant.source == ConstantSource::kSupplied) {
    return absl::FailedPreconditionError("must be supplied at load, but was not");
  }
  void* destination = pointers_[index];
  if (destination == nullptr) return absl::OkStatus();
  switch (constant.source) {
    case ConstantSource::kInline: {
      SINTER_ASSIGN_OR_RETURN(const absl::Span<const uint8_t> section, plan_.Section(constant.section));
      return backend_->CopyToDevice(destination, section.data() + constant.offset, constant.byte_size, stream_);
    }
    case ConstantSource::kExternal:
      return FillExternal(constant, destination);
    case ConstantSource::kGenerated:
      return FillGenerated(constant, destination);
    case ConstantSource::kSupplied:
    case ConstantSource::kPacked:
      break;
  }
  return absl::OkStatus();
}

absl::Status ConstantPool::FillSupplied(const Constant& constant, const SuppliedConstant& value, void* destination) {
  if (value.type != constant.type || value.dims != constant.dims) {
    return absl::InvalidArgumentError(
        absl::StrCat("was supplied as ", ElementTypeName(value.type), " [", absl::StrJoin(value.dims, ", "),
                     "], expected ", ElementTypeName(constant.type), " [", absl::StrJoin(constant.dims, ", "), "]"));
  }
  if (destination == nullptr && (value.data != nullptr || constant.byte_size == 0)) return absl::OkStatus();
  if (value.data == nullptr) return absl::InvalidArgumentError("was supplied with a null pointer");
  if (!value.on_device) return backend_->CopyToDevice(destination, value.data, constant.byte_size, stream_);
  if (reinterpret_cast<uintptr_t>(value.data) % kSuppliedAlignment == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("was supplied at a device address that is not a multiple of ", kSuppliedAlignment));
}

absl::Status ConstantPool::FillExternal(const Constant& constant, void* destination) {
  const std::string& folder = options_->external_folder.empty() ? plan_.folder() : options_->external_folder;
  if (folder.empty())
    return absl::FailedPreconditionError("is external, but the plan has no folder and none was given");
  Staging staging(backend_, stream_, destination);
  SINTER_ASSIGN_OR_RETURN(uint8_t* bytes, staging.Begin(constant.byte_size));
  SINTER_ASSIGN_OR_RETURN(const int fd, OpenConfined(folder, constant.external_file));
  const absl::Status status = ReadRange(fd, constant.offset, constant.byte_size, bytes);
  close(fd);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat("file `", constant.external_file, "`: ", status.message()));
  }
  return staging.Finish();
}

absl::Status ConstantPool::FillGenerated(const Constant& constant, void* destination) {
  const Generator& g = *constant.generator;
  uint64_t count = 1;
  for (int64_t dim : constant.dims) count *= static_cast<uint64_t>(dim);
  Staging staging(backend_, stream_, destination);
  SINTER_ASSIGN_OR_RETURN(uint8_t* bytes, staging.Begin(constant.byte_size));
  SINTER_RETURN_IF_ERROR(GenerateValues(g.tensor, {g.mean, g.std, g.min, g.max}, constant.type, count, bytes,
                                        options_->generator_threads));
  return staging.Finish();
}

void ConstantPool::ReleaseInitOnly() {
  for (size_t i = 0; i < pointers_.size(); ++i) {
    if (!read_by_entry_[i]) pointers_[i] = nullptr;
  }
  for (void* block : init_blocks_) backend_->Free(block);
  init_blocks_.clear();
  byte_size_ -= std::exchange(init_byte_size_, 0);
}

}  // namespace sinter::rt
