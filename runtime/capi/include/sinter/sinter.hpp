// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sinter.h for C++17: objects that destroy themselves, and errors as values. Nothing here throws, and everything is
// inline over the C functions, whose comments hold here too. Objects can be moved, not copied; `get()` gives the C
// object.
//
//   sinter::Result<sinter::Plan> plan = sinter::Plan::OpenFile("model.plan");
//   if (!plan.ok()) return Report(plan.status().message());
#ifndef SINTER_SINTER_HPP_
#define SINTER_SINTER_HPP_

#include <sinter/sinter.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sinter {

// OK, or a code and a message.
class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(sinter_status* owned) : status_(owned) {}

  bool ok() const { return status_ == nullptr; }
  sinter_code code() const { return static_cast<sinter_code>(sinter_status_code(status_.get())); }
  // Lives as long as the status.
  const char* message() const { return sinter_status_message(status_.get()); }

 private:
  struct Destroy {
    void operator()(sinter_status* status) const { sinter_status_destroy(status); }
  };
  std::unique_ptr<sinter_status, Destroy> status_;
};

// A value, or the status that says why there is none. `*result` needs ok().
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}          // NOLINT: `return value;` and
  Result(Status status) : status_(std::move(status)) {}  // NOLINT: `return status;` both give a result
  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  Status TakeStatus() { return std::move(status_); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

namespace internal {

template <typename T, void (*Function)(T*)>
struct Destroy {
  void operator()(T* object) const { Function(object); }
};
template <typename T, void (*Function)(T*)>
using Handle = std::unique_ptr<T, Destroy<T, Function>>;

}  // namespace internal

// A tensor of the caller's. `dims` and `strides` are read when it is bound; null strides: dense.
inline sinter_tensor Tensor(void* data, sinter_element_type type, const std::vector<int64_t>& dims,
                            const int64_t* strides = nullptr) {
  sinter_tensor tensor = SINTER_TENSOR_INIT;
  tensor.data = data;
  tensor.element_type = type;
  tensor.rank = static_cast<uint32_t>(dims.size());
  tensor.dims = dims.data();
  tensor.strides = strides;
  return tensor;
}

class Device {
 public:
  static Result<Device> Create(const sinter_device_options& options = SINTER_DEVICE_OPTIONS_INIT) {
    sinter_device* device = nullptr;
    Status status(sinter_device_create(&options, &device));
    if (!status.ok()) return status;
    return Device(device);
  }
  static Result<Device> Create(sinter_device_kind kind, int32_t ordinal = 0) {
    sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
    options.kind = kind;
    options.ordinal = ordinal;
    return Create(options);
  }

  sinter_device* get() const { return handle_.get(); }
  sinter_device_info info() const {
    sinter_device_info info = SINTER_DEVICE_INFO_INIT;
    Status(sinter_device_get_info(get(), &info)).ok();
    return info;
  }
  sinter_device_counters counters() const {
    sinter_device_counters counters = SINTER_DEVICE_COUNTERS_INIT;
    Status(sinter_device_get_counters(get(), &counters)).ok();
    return counters;
  }
  Status CopyToDevice(void* destination, const void* source, size_t bytes, sinter_stream stream) const {
    return Status(sinter_copy_to_device(get(), destination, source, bytes, stream));
  }
  Status CopyToHost(void* destination, const void* source, size_t bytes, sinter_stream stream) const {
    return Status(sinter_copy_to_host(get(), destination, source, bytes, stream));
  }

 private:
  explicit Device(sinter_device* owned) : handle_(owned) {}
  internal::Handle<sinter_device, sinter_device_destroy> handle_;
};

// Device memory. The device must outlive it.
class Memory {
 public:
  static Result<Memory> Allocate(const Device& device, size_t bytes) {
    void* data = nullptr;
    Status status(sinter_device_allocate(device.get(), bytes, &data));
    if (!status.ok()) return status;
    return Memory(device.get(), data);
  }
  void* data() const { return handle_.get(); }

 private:
  struct Free {
    sinter_device* device;
    void operator()(void* data) const { sinter_device_free(device, data); }
  };
  Memory(sinter_device* device, void* data) : handle_(data, Free{device}) {}
  std::unique_ptr<void, Free> handle_;
};

// A stream of the library's making; engines use their own. The device must outlive it.
class Stream {
 public:
  static Result<Stream> Create(const Device& device) {
    sinter_stream stream = nullptr;
    Status status(sinter_stream_create(device.get(), &stream));
    if (!status.ok()) return status;
    return Stream(device.get(), stream);
  }
  sinter_stream get() const { return handle_.get(); }
  Status Synchronize() const { return Status(sinter_stream_synchronize(device_, get())); }

 private:
  struct Destroy {
    sinter_device* device;
    void operator()(void* stream) const { sinter_stream_destroy(device, stream); }
  };
  Stream(sinter_device* device, sinter_stream stream) : device_(device), handle_(stream, Destroy{device}) {}
  sinter_device* device_;  // also where the stream is null, on the CPU path
  std::unique_ptr<void, Destroy> handle_;
};

class LoadedPlan {
 public:
  explicit LoadedPlan(sinter_loaded_plan* owned) : handle_(owned) {}
  sinter_loaded_plan* get() const { return handle_.get(); }
  sinter_loaded_plan_info info() const {
    sinter_loaded_plan_info info = SINTER_LOADED_PLAN_INFO_INIT;
    Status(sinter_loaded_plan_get_info(get(), &info)).ok();
    return info;
  }

 private:
  internal::Handle<sinter_loaded_plan, sinter_loaded_plan_destroy> handle_;
};

class Plan {
 public:
  static Result<Plan> OpenFile(const char* path) {
    sinter_plan* plan = nullptr;
    Status status(sinter_plan_open_file(path, &plan));
    if (!status.ok()) return status;
    return Plan(plan);
  }
  static Result<Plan> OpenMemory(const void* bytes, size_t size, const char* label = nullptr) {
    sinter_plan* plan = nullptr;
    Status status(sinter_plan_open_memory(bytes, size, label, &plan));
    if (!status.ok()) return status;
    return Plan(plan);
  }

  sinter_plan* get() const { return handle_.get(); }
  sinter_plan_info info() const {
    sinter_plan_info info = SINTER_PLAN_INFO_INIT;
    Status(sinter_plan_get_info(get(), &info)).ok();
    return info;
  }
  Result<size_t> FindEntry(const char* name) const {
    size_t entry = 0;
    Status status(sinter_plan_find_entry(get(), name, &entry));
    if (!status.ok()) return status;
    return entry;
  }
  Result<sinter_entry_info> Entry(size_t entry) const {
    sinter_entry_info info = SINTER_ENTRY_INFO_INIT;
    Status status(sinter_plan_get_entry(get(), entry, &info));
    if (!status.ok()) return status;
    return info;
  }
  Result<sinter_symbol_info> Symbol(size_t entry, size_t symbol) const {
    sinter_symbol_info info = SINTER_SYMBOL_INFO_INIT;
    Status status(sinter_plan_get_symbol(get(), entry, symbol, &info));
    if (!status.ok()) return status;
    return info;
  }
  Result<sinter_argument_info> Argument(size_t entry, sinter_direction direction, size_t index) const {
    sinter_argument_info info = SINTER_ARGUMENT_INFO_INIT;
    Status status(sinter_plan_get_argument(get(), entry, direction, index, &info));
    if (!status.ok()) return status;
    return info;
  }
  Result<sinter_constant_info> Constant(size_t index) const {
    sinter_constant_info info = SINTER_CONSTANT_INFO_INIT;
    Status status(sinter_plan_get_constant(get(), index, &info));
    if (!status.ok()) return status;
    return info;
  }
  // An argument's dims at these symbol values.
  Result<std::vector<int64_t>> Dims(size_t entry, sinter_direction direction, size_t index,
                                    const std::vector<int64_t>& symbols) const {
    Result<sinter_argument_info> info = Argument(entry, direction, index);
    if (!info.ok()) return info.TakeStatus();
    std::vector<int64_t> dims(info->rank);
    Status status(sinter_plan_evaluate_argument(get(), entry, direction, index, symbols.data(), symbols.size(),
                                                dims.size(), dims.data(), nullptr, nullptr));
    if (!status.ok()) return status;
    return dims;
  }
  // The memory that it reaches, in bytes.
  Result<uint64_t> ByteSize(size_t entry, sinter_direction direction, size_t index,
                            const std::vector<int64_t>& symbols) const {
    sinter_argument_shape shape = SINTER_ARGUMENT_SHAPE_INIT;
    Status status(sinter_plan_evaluate_argument(get(), entry, direction, index, symbols.data(), symbols.size(), 0,
                                                nullptr, nullptr, &shape));
    if (!status.ok()) return status;
    return shape.byte_size;
  }

  Result<LoadedPlan> Load(const Device& device, const sinter_load_options& options = SINTER_LOAD_OPTIONS_INIT) const {
    sinter_loaded_plan* loaded = nullptr;
    Status status(sinter_plan_load(get(), device.get(), &options, &loaded));
    if (!status.ok()) return status;
    return LoadedPlan(loaded);
  }

 private:
  explicit Plan(sinter_plan* owned) : handle_(owned) {}
  internal::Handle<sinter_plan, sinter_plan_destroy> handle_;
};

class Context {
 public:
  static Result<Context> Create(const LoadedPlan& loaded,
                                const sinter_context_options& options = SINTER_CONTEXT_OPTIONS_INIT) {
    sinter_context* context = nullptr;
    Status status(sinter_context_create(loaded.get(), &options, &context));
    if (!status.ok()) return status;
    return Context(context);
  }

  sinter_context* get() const { return handle_.get(); }
  Result<uint64_t> WorkspaceBytes(size_t entry, const std::vector<int64_t>& symbols) {
    uint64_t bytes = 0;
    Status status(sinter_context_get_workspace_bytes(get(), entry, symbols.data(), symbols.size(), &bytes));
    if (!status.ok()) return status;
    return bytes;
  }
  Status SetWorkspace(void* workspace, uint64_t bytes) {
    return Status(sinter_context_set_workspace(get(), workspace, bytes));
  }
  Status Prepare(size_t entry, const std::vector<int64_t>& symbols = {}) {
    return Status(sinter_context_prepare(get(), entry, symbols.data(), symbols.size()));
  }
  Status PrepareBound(size_t entry) { return Status(sinter_context_prepare_bound(get(), entry)); }
  Status BindInput(size_t entry, size_t index, const sinter_tensor& tensor) {
    return Status(sinter_context_bind_input(get(), entry, index, &tensor));
  }
  Status BindOutput(size_t entry, size_t index, const sinter_tensor& tensor) {
    return Status(sinter_context_bind_output(get(), entry, index, &tensor));
  }
  Status RebindInput(size_t entry, size_t index, void* data) {
    return Status(sinter_context_rebind_input(get(), entry, index, data));
  }
  Status RebindOutput(size_t entry, size_t index, void* data) {
    return Status(sinter_context_rebind_output(get(), entry, index, data));
  }
  Status BindSymbols(size_t entry, const std::vector<int64_t>& symbols) {
    return Status(sinter_context_bind_symbols(get(), entry, symbols.data(), symbols.size()));
  }
  Status Execute(size_t entry, sinter_stream stream, uint32_t flags = SINTER_RUN_DEFAULT) {
    return Status(sinter_context_execute(get(), entry, stream, flags));
  }
  sinter_context_counters counters() const {
    sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
    Status(sinter_context_get_counters(get(), &counters)).ok();
    return counters;
  }

 private:
  explicit Context(sinter_context* owned) : handle_(owned) {}
  internal::Handle<sinter_context, sinter_context_destroy> handle_;
};

}  // namespace sinter

#endif  // SINTER_SINTER_HPP_
