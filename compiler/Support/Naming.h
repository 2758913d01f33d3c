// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that are printed, stored or compared: operators without their dialect, hashes, identifiers.

#ifndef SINTER_COMPILER_SUPPORT_NAMING_H
#define SINTER_COMPILER_SUPPORT_NAMING_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sinter {

/// `name` with every character that C++ does not allow in an identifier replaced by `_`.
std::string toIdentifier(llvm::StringRef name);

/// 16 hexadecimal digits of a hash of `text` that is the same on every machine.
std::string stableHash(llvm::StringRef text);

} // namespace sinter

#endif // SINTER_COMPILER_SUPPORT_NAMING_H
