// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dense arguments are copied whole; strided ones go through a host copy of their memory, element by
// element.
#include "runtime/tools/device_arguments.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/expr.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/strided_places.h"
#include "runtime/tools/run_inputs.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {

DeviceArguments::~DeviceArguments() {
  for (void* block : blocks_) backend_->Free(block);
}

absl::StatusOr<DeviceArguments::Layout> DeviceArguments::LayoutOf(const Argument& argument) const {
  Layout layout;
  SINTER_ASSIGN_OR_RETURN(layout.dims, ArgumentDims(entry_, argument, symbols_));
  SINTER_RETURN_IF_ERROR(TensorByteSize(argument.type, layout.dims).status());
  layout.is_dense = argument.strides.empty() && !argument.offset;
  uint64_t count = 1;
  for (int64_t dim : layout.dims) count *= static_cast<uint64_t>(dim);
  layout.strides.assign(layout.dims.size(), 1);
  // In bounds: the product of the dims, each 0 taken for 1, is what has just been checked.
  for (size_t i = layout.dims.size(); i-- > 1;) {
    layout.strides[i - 1] = layout.strides[i] * std::max<int64_t>(layout.dims[i], 1);
  }
  for (size_t i = 0; i < argument.strides.size(); ++i) {
    SINTER_ASSIGN_OR_RETURN(layout.strides[i], Evaluate(argument.strides[i], symbols_));
  }
  if (argument.offset) {
    SINTER_ASSIGN_OR_RETURN(layout.offset, Evaluate(*argument.offset, symbols_));
  }
  int64_t last = layout.offset;
  for (size_t i = 0; i < layout.dims.size(); ++i) {
    if (layout.strides[i] < 0) {
      return absl::UnimplementedError(absl::StrCat("argument `", argument.name, "` has the negative stride ",
                                                   layout.strides[i], ", for which the tool makes no memory"));
    }
    // A dim of 0 reaches nowhere; the span is 0 then.
    int64_t reach;
    if (__builtin_mul_overflow(layout.strides[i], std::max<int64_t>(layout.dims[i] - 1, 0), &reach) ||
        __builtin_add_overflow(last, reach, &last)) {
      return absl::OutOfRangeError(absl::StrCat("argument `", argument.name, "`: its strides reach past 64 bits"));
    }
  }
  if (layout.offset < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("argument `", argument.name, "` has the negative offset ", layout.offset));
  }
  // Bounds `last`, so that what follows fits.
  absl::StatusOr<uint64_t> reached = TensorByteSize(argument.type, {last});
  if (!reached.ok()) return AddContext(reached.status(), absl::StrCat("argument `", argument.name, "`"));
  layout.span = count == 0 ? 0 : static_cast<uint64_t>(last) + 1;
  if (!layout.is_dense && BitWidth(argument.type) < 8) {
    return absl::UnimplementedError(absl::StrCat("argument `", argument.name, "` has strides and elements of ",
                                                 BitWidth(argument.type), " bits, for which the tool makes no memory"));
  }
  return layout;
}

absl::Status DeviceArguments::CreateOne(const Argument& argument, std::vector<Layout>* layouts) {
  SINTER_ASSIGN_OR_RETURN(Layout layout, LayoutOf(argument));
  if (argument.tied_input >= 0) {
    layout.memory = inputs_[static_cast<size_t>(argument.tied_input)].memory;
  } else if (layout.span > 0) {
    // What a backend gives may be aligned to less than the argument asks for; else it ends where the argument does, so
    // that a check of accesses knows its end.
    constexpr uint64_t kGivenAlignment = 256;
    const uint64_t alignment = std::max<uint64_t>(argument.alignment, kGivenAlignment);
    absl::StatusOr<void*> memory =
        backend_->Allocate(ByteSize(argument.type, layout.span) + (alignment - kGivenAlignment));
    if (!memory.ok()) return AddContext(memory.status(), absl::StrCat("argument `", argument.name, "`"));
    blocks_.push_back(*memory);
    const uintptr_t address = reinterpret_cast<uintptr_t>(*memory);
    layout.memory = static_cast<char*>(*memory) + ((address + alignment - 1) / alignment * alignment - address);
  }
  layouts->push_back(std::move(layout));
  return absl::OkStatus();
}

absl::Status DeviceArguments::Create(const std::vector<HostTensor>& inputs) {
  for (const Argument& argument : entry_.inputs) SINTER_RETURN_IF_ERROR(CreateOne(argument, &inputs_));
  for (const Argument& argument : entry_.outputs) SINTER_RETURN_IF_ERROR(CreateOne(argument, &outputs_));
  const auto refer = [](const std::vector<Argument>& arguments, const std::vector<Layout>& layouts,
                        std::vector<TensorRef>* refs) {
    for (size_t i = 0; i < layouts.size(); ++i) {
      TensorRef ref{layouts[i].memory, arguments[i].type, layouts[i].dims, {}};
      if (!arguments[i].strides.empty()) ref.strides = layouts[i].strides;
      refs->push_back(ref);
    }
  };
  refer(entry_.inputs, inputs_, &input_refs_);
  refer(entry_.outputs, outputs_, &output_refs_);
  return Upload(inputs);
}

absl::Status DeviceArguments::Upload(const std::vector<HostTensor>& inputs) {
  for (size_t i = 0; i < inputs_.size(); ++i) SINTER_RETURN_IF_ERROR(UploadOne(inputs_[i], inputs[i]));
  return backend_->Synchronize(stream_);
}

absl::Status DeviceArguments::UploadOne(const Layout& layout, const HostTensor& tensor) {
  if (layout.span == 0) return absl::OkStatus();
  if (layout.is_dense) return backend_->CopyToDevice(layout.memory, tensor.data(), tensor.byte_size(), stream_);
  const size_t width = ByteSize(tensor.type(), 1);
  std::vector<uint8_t> bytes(layout.span * width);
  const uint8_t* source = tensor.as<uint8_t>();
  ForEachPlace(layout.dims, layout.strides, layout.offset, [&](uint64_t place) {
    std::memcpy(bytes.data() + place * width, source, width);
    source += width;
  });
  SINTER_RETURN_IF_ERROR(backend_->CopyToDevice(layout.memory, bytes.data(), bytes.size(), stream_));
  return backend_->Synchronize(stream_);
}

absl::Status DeviceArguments::OverwriteOutputs() {
  const auto bytes_of = [&](size_t i) -> uint64_t {
    return entry_.outputs[i].tied_input >= 0 ? 0 : ByteSize(entry_.outputs[i].type, outputs_[i].span);
  };
  uint64_t most = 0;
  for (size_t i = 0; i < outputs_.size(); ++i) most = std::max(most, bytes_of(i));
  if (most == 0) return absl::OkStatus();
  constexpr uint8_t kPattern = 0xFE;  // the CPU path's new memory is 0xFF
  if (pattern_ == nullptr) {
    SINTER_ASSIGN_OR_RETURN(void* const memory, backend_->Allocate(most));
    blocks_.push_back(memory);
    const std::vector<uint8_t> bytes(most, kPattern);
    SINTER_RETURN_IF_ERROR(backend_->CopyToDevice(memory, bytes.data(), most, stream_));
    SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
    pattern_ = memory;
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (bytes_of(i) == 0) continue;
    SINTER_RETURN_IF_ERROR(backend_->CopyOnDevice(outputs_[i].memory, pattern_, bytes_of(i), stream_));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<HostTensor>> DeviceArguments::Download() const {
  std::vector<HostTensor> outputs;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const Layout& layout = outputs_[i];
    SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(entry_.outputs[i].type, layout.dims));
    if (layout.span > 0 && layout.is_dense) {
      SINTER_RETURN_IF_ERROR(backend_->CopyToHost(tensor.data(), layout.memory, tensor.byte_size(), stream_));
      SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
    } else if (layout.span > 0) {
      const size_t width = ByteSize(tensor.type(), 1);
      std::vector<uint8_t> bytes(layout.span * width);
      SINTER_RETURN_IF_ERROR(backend_->CopyToHost(bytes.data(), layout.memory, bytes.size(), stream_));
      SINTER_RETURN_IF_ERROR(backend_->Synchronize(stream_));
      uint8_t* destination = tensor.as<uint8_t>();
      ForEachPlace(layout.dims, layout.strides, layout.offset, [&](uint64_t place) {
        std::memcpy(destination, bytes.data() + place * width, width);
        destination += width;
      });
    }
    outputs.push_back(std::move(tensor));
  }
  return outputs;
}

}  // namespace sinter::rt
