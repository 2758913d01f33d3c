// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All that an emitted kernel may use. Names that the CUDA built-ins also have (exp, abs, floor...) must be written
// `sinter::exp(x)`, since the using-directive below makes the bare name ambiguous there; all others may be bare.
#ifndef SINTER_RUNTIME_DEVICE_KERNEL_CUH_
#define SINTER_RUNTIME_DEVICE_KERNEL_CUH_

#include "runtime/device/convert.cuh"
#include "runtime/device/integer.cuh"
#include "runtime/device/launch.cuh"
#include "runtime/device/math.cuh"
#include "runtime/device/memory.cuh"
#include "runtime/device/random.cuh"
#include "runtime/device/reduce.cuh"
#include "runtime/device/scan.cuh"
#include "runtime/device/types.cuh"
#include "runtime/device/vector.cuh"

using namespace sinter;

#endif  // SINTER_RUNTIME_DEVICE_KERNEL_CUH_
