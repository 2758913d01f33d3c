// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds on the text of a graph, checked before it is parsed: MLIR's parser, verifier and printer recurse as deep as the text
// nests, and an alias of aliases stands for exponentially more text than was written.

#ifndef SINTER_COMPILER_SUPPORT_TEXTLIMITS_H
#define SINTER_COMPILER_SUPPORT_TEXTLIMITS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace sinter {

struct TextLimits {
  /// Brackets of all kinds around one place.
  unsigned depth = 128;
  /// Numbers of an operation's results.
  unsigned results = 1 << 16;
  /// Characters of one affine map or set, whose expressions nest without brackets.
  size_t affineLength = 2048;
  /// Characters that one alias stands for once the aliases in it are replaced, and all uses of aliases in the text together.
  size_t aliasLength = 64 << 10, expandedLength = 64 << 20;
};

/// What is wrong, and where.
struct TextFault {
  size_t offset;
  std::string message;
};

/// The first limit that `text` exceeds. Text that is no valid MLIR is not told apart: that is the parser's.
std::optional<TextFault> findTextFault(llvm::StringRef text, const TextLimits &limits = {});

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_TEXTLIMITS_H
