// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An entry's inputs and outputs in a device's memory, as its argument types lay them out.
#ifndef SINTER_RUNTIME_TOOLS_DEVICE_ARGUMENTS_H_
#define SINTER_RUNTIME_TOOLS_DEVICE_ARGUMENTS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/base/backend.h"
#include "runtime/plan/plan_model.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::rt {

// Owns the memory; neither copied nor moved, since the refs point into it. The backend and the entry must outlive it.
class DeviceArguments {
 public:
  DeviceArguments(const Entry& entry, Backend* backend, StreamHandle stream, std::vector<int64_t> symbols)
      : entry_(entry), backend_(backend), stream_(stream), symbols_(std::move(symbols)) {}
  ~DeviceArguments();
  DeviceArguments(const DeviceArguments&) = delete;
  DeviceArguments& operator=(const DeviceArguments&) = delete;

  // Allocates everything and copies the inputs in. An output that is tied to an input shares its memory.
  absl::Status Create(const std::vector<HostTensor>& inputs);
  // Gives the inputs their values again, which tied outputs have overwritten.
  absl::Status Upload(const std::vector<HostTensor>& inputs);
  // Overwrites the outputs that share no input's memory by bytes that nothing else leaves there, so that what is not
  // written after it shows: large negative floats.
  absl::Status OverwriteOutputs();
  // The outputs, dense.
  absl::StatusOr<std::vector<HostTensor>> Download() const;

  const std::vector<TensorRef>& inputs() const { return input_refs_; }
  const std::vector<TensorRef>& outputs() const { return output_refs_; }

 private:
  // How an argument lies in its memory: elements from the start to the first element, and strides, both in elements.
  struct Layout {
    std::vector<int64_t> dims, strides;
    int64_t offset = 0;
    uint64_t span = 0;  // elements, from the start to the end of the last element
    bool is_dense = true;
    void* memory = nullptr;
  };
  absl::StatusOr<Layout> LayoutOf(const Argument& argument) const;
  absl::Status CreateOne(const Argument& argument, std::vector<Layout>* layouts);
  absl::Status UploadOne(const Layout& layout, const HostTensor& tensor);

  const Entry& entry_;
  Backend* backend_;
  StreamHandle stream_;
  std::vector<int64_t> symbols_;
  std::vector<Layout> inputs_, outputs_;
  std::vector<TensorRef> input_refs_, output_refs_;
  std::vector<void*> blocks_;
  void* pattern_ = nullptr;  // as many bytes as the largest output has; null until it is asked for
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_DEVICE_ARGUMENTS_H_
