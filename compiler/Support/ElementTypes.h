// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types between the dialects and the runtime.

#ifndef SINTER_COMPILER_SUPPORT_ELEMENTTYPES_H
#define SINTER_COMPILER_SUPPORT_ELEMENTTYPES_H

#include "runtime/base/element_type.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace sinter {

/// Nothing for a type that is none of the `sinter` dialect's element types.
std::optional<rt::ElementType> findRuntimeType(mlir::Type type);

/// `type` is one of the `sinter` dialect's element types.
rt::ElementType toRuntimeType(mlir::Type type);

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_ELEMENTTYPES_H
