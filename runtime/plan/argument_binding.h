// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matching the tensors of a call with an entry's arguments.
#ifndef SINTER_RUNTIME_PLAN_ARGUMENT_BINDING_H_
#define SINTER_RUNTIME_PLAN_ARGUMENT_BINDING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/plan/plan_model.h"
#include "runtime/plan/shape_program.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::rt {

// Knows, for one entry, where each symbol's value can be read off the arguments. Allocates nothing after construction,
// except for messages. The entry must outlive it.
class ArgumentBinder {
 public:
  // `label` opens every message.
  ArgumentBinder(const Entry& entry, std::string label);

  // Checks counts, types and ranks alone.
  absl::Status CheckForms(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs) const;

  // CheckForms, then reads the symbols' values into `symbols` (one an entry symbol).
  // kFailedPrecondition names a symbol that no argument has as a plain dim or stride.
  absl::Status ReadSymbols(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                           absl::Span<int64_t> symbols) const;

  // ", read off dim 0 of input `x`" of the first symbol whose value ReadSymbols found and the entry does not take; else
  // empty.
  std::string OriginOfWrongSymbol(absl::Span<const int64_t> symbols) const;

  // Checks dims and strides against the evaluated ones, alignment, null pointers and ties.
  absl::Status Check(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                     const ShapeProgram& program) const;

  // Refuses an output that overlaps another argument without being tied to it. Only arguments marked in `changed`
  // (inputs, then outputs) are compared with all the others. Slices of one wide buffer may lie between each other.
  absl::Status CheckOverlaps(absl::Span<const TensorRef> inputs, absl::Span<const TensorRef> outputs,
                             const ShapeProgram& program, absl::Span<const uint8_t> changed) const;

 private:
  enum class Place : uint8_t { kNone, kInputDim, kOutputDim, kInputStride, kOutputStride };
  struct Site {
    Place place = Place::kNone;
    uint32_t argument = 0;
    uint32_t dim = 0;
  };
  void FindSites(const std::vector<Argument>& arguments, Place dim_place, Place stride_place);
  absl::Status Error(const std::string& what) const;
  absl::Status CheckForm(absl::Span<const TensorRef> tensors, const std::vector<Argument>& arguments,
                         const char* kind) const;
  absl::Status CheckOne(const TensorRef& tensor, const Argument& argument, const ArgumentShape& shape, const char* kind,
                        const ShapeProgram& program) const;

  const Entry* entry_;
  std::string label_;
  std::vector<Site> sites_;  // one a symbol
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_ARGUMENT_BINDING_H_
