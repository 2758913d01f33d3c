// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which products of few rows or columns are kernels.

#ifndef SINTER_COMPILER_TRANSFORMS_SKINNYPRODUCTS_H
#define SINTER_COMPILER_TRANSFORMS_SKINNYPRODUCTS_H

namespace sinter {

/// What becomes of a product that has few rows or few columns: `kLibrary` leaves all to a library, `kAuto` goes by its extents, `kKernel` makes a kernel of each.
enum class SkinnyProducts { kLibrary, kAuto, kKernel };

/// Their names on command lines, in the same order.
inline constexpr const char *skinnyProductsNames[] = {"library", "auto", "kernel"};

} // namespace sinter

#endif // SINTER_COMPILER_TRANSFORMS_SKINNYPRODUCTS_H
