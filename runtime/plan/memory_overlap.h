// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two arguments share memory, strided ones included.
#ifndef SINTER_RUNTIME_PLAN_MEMORY_OVERLAP_H_
#define SINTER_RUNTIME_PLAN_MEMORY_OVERLAP_H_

#include "runtime/base/element_type.h"
#include "runtime/plan/argument_shape.h"

namespace sinter::rt {

// An argument where it is bound.
struct PlacedArgument {
  const void* data = nullptr;
  ElementType type = ElementType::kF32;
  const ArgumentShape* shape = nullptr;
};

// False only where it is certain that no element of one shares a byte with an element of the other: slices of one wide
// buffer beside each other, say. True for all that share one, and for layouts too entangled to tell. Allocates nothing.
bool MayOverlap(const PlacedArgument& a, const PlacedArgument& b);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_MEMORY_OVERLAP_H_
