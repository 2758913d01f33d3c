// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan's constants on one device, whatever their source.
#ifndef SINTER_RUNTIME_PLAN_CONSTANT_POOL_H_
#define SINTER_RUNTIME_PLAN_CONSTANT_POOL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/base/backend.h"
#include "runtime/plan/plan.h"

namespace sinter::rt {

// A constant's value from the caller: dense, row-major.
struct SuppliedConstant {
  const void* data = nullptr;
  ElementType type = ElementType::kF32;
  std::vector<int64_t> dims;
  // False: host memory, read during the load only. True: memory of the backend's device, 16-byte aligned, used where it
  // lies and never written: it must outlive the loaded plan.
  bool on_device = false;
};

struct ConstantOptions {
  // By name: every constant whose source is kSupplied, and any other but the packed ones, whose value it then replaces.
  // A name that the plan does not know is an error.
  std::map<std::string, SuppliedConstant> supplied;
  // Where external files lie; empty: the plan's folder.
  std::string external_folder;
  // Threads that generate values; 0: as many as the machine has.
  int generator_threads = 0;
};

class ConstantPool {
 public:
  // Only constants that some step reads are loaded. Packed ones get memory here and their values from the init entry.
  static absl::StatusOr<std::unique_ptr<ConstantPool>> Load(const Plan& plan, Backend* backend, StreamHandle stream,
                                                            const ConstantOptions& options);
  ~ConstantPool();
  ConstantPool(const ConstantPool&) = delete;
  ConstantPool& operator=(const ConstantPool&) = delete;

  // Null where the constant is empty, read by no step, or released.
  void* pointer(size_t index) const { return pointers_[index]; }
  // Device memory held, in bytes.
  uint64_t byte_size() const { return byte_size_; }
  // Frees what only the init entry reads (unpacked weights, say). The device must have finished the init entry.
  void ReleaseInitOnly();

 private:
  ConstantPool(const Plan& plan, Backend* backend, StreamHandle stream, const ConstantOptions& options)
      : plan_(plan), backend_(backend), stream_(stream), options_(&options) {}

  absl::Status Run();
  void FindReaders();
  absl::Status CheckSuppliedNames() const;
  absl::Status AllocateAll();
  absl::Status AllocateGroup(const std::vector<size_t>& constants, std::vector<void*>* blocks);
  absl::Status Fill(size_t index);
  absl::Status FillSupplied(const Constant& constant, const SuppliedConstant& value, void* destination);
  absl::Status FillExternal(const Constant& constant, void* destination);
  absl::Status FillGenerated(const Constant& constant, void* destination);
  const SuppliedConstant* Supplied(const Constant& constant) const;

  const Plan& plan_;
  Backend* backend_;
  StreamHandle stream_;
  const ConstantOptions* options_;  // the caller's, during Load only
  std::vector<bool> read_by_entry_, read_by_init_;
  std::vector<void*> pointers_;
  std::vector<void*> blocks_, init_blocks_;
  uint64_t byte_size_ = 0, init_byte_size_ = 0;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_CONSTANT_POOL_H_
