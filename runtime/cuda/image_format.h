// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A look at an image before the driver gets it: the driver takes a pointer without a size, so a cut image would make it
// read past the end.
#ifndef SINTER_RUNTIME_CUDA_IMAGE_FORMAT_H_
#define SINTER_RUNTIME_CUDA_IMAGE_FORMAT_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace sinter::rt {

enum class ImageFormat { kCubin, kPtx };

// Tells a cubin (ELF, all of whose headers and sections lie within the bytes) from PTX (text). kInvalidArgument says
// what is wrong with anything else.
absl::StatusOr<ImageFormat> CheckImage(absl::Span<const uint8_t> image);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CUDA_IMAGE_FORMAT_H_
