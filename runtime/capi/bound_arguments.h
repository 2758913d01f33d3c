// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors that a context has been given for one entry.
#ifndef SINTER_RUNTIME_CAPI_BOUND_ARGUMENTS_H_
#define SINTER_RUNTIME_CAPI_BOUND_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/plan/plan_model.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::rt {

// Holds copies of dims and strides in memory that it takes once, so that binding allocates nothing. Neither copied nor
// moved once tensors are bound, except as a whole with its memory. The entry must outlive it; `label` opens messages.
class BoundArguments {
 public:
  BoundArguments(const Entry& entry, std::string label);

  // Checks index, type and rank. `tensor` is copied; its memory is not.
  absl::Status BindInput(size_t index, const TensorRef& tensor) { return Bind(&inputs_, index, tensor); }
  absl::Status BindOutput(size_t index, const TensorRef& tensor) { return Bind(&outputs_, index, tensor); }
  // kFailedPrecondition where nothing is bound there.
  absl::Status RebindInput(size_t index, void* data) { return Rebind(&inputs_, index, data); }
  absl::Status RebindOutput(size_t index, void* data) { return Rebind(&outputs_, index, data); }
  // Empty: to be read off the dims.
  absl::Status BindSymbols(absl::Span<const int64_t> symbols);

  // kFailedPrecondition names the first argument that is not bound.
  absl::Status CheckComplete() const;
  absl::Span<const TensorRef> inputs() const { return inputs_.tensors; }
  absl::Span<const TensorRef> outputs() const { return outputs_.tensors; }
  bool has_symbols() const { return has_symbols_; }
  absl::Span<const int64_t> symbols() const { return symbols_; }

 private:
  struct Side {
    const std::vector<Argument>* arguments;
    const char* kind;
    std::vector<TensorRef> tensors;
    std::vector<std::vector<int64_t>> numbers;  // dims, then strides
    std::vector<uint8_t> is_bound;
  };
  static Side MakeSide(const std::vector<Argument>& arguments, const char* kind);
  absl::Status Error(absl::StatusCode code, absl::string_view what) const;
  absl::Status CheckIndex(const Side& side, size_t index) const;
  absl::Status Bind(Side* side, size_t index, const TensorRef& tensor);
  absl::Status Rebind(Side* side, size_t index, void* data);

  const Entry* entry_;
  std::string label_;
  Side inputs_, outputs_;
  size_t missing_;
  bool has_symbols_ = false;
  std::vector<int64_t> symbols_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CAPI_BOUND_ARGUMENTS_H_
