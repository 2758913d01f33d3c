// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pretended GPU for tests: a shared library with the driver's and cuBLASLt's interfaces, whose device memory is host
// memory. It runs a few kernels by name, in order, at once; it is strict where the real libraries are (a context must be
// current, captures belong to a thread, sizes and alignments must fit), so that the code around them is tested, also
// under sanitizers, where there is no GPU. It proves nothing about speed, nor about the real libraries.
#ifndef SINTER_RUNTIME_CUDA_FAKE_GPU_FAKE_GPU_H_
#define SINTER_RUNTIME_CUDA_FAKE_GPU_FAKE_GPU_H_

#include <cuda.h>

#include <functional>

namespace sinter::rt::fake_gpu {

// Runs `work` now, or makes it a node where `stream` is being captured.
CUresult Enqueue(CUstream stream, std::function<void()> work);

}  // namespace sinter::rt::fake_gpu

#endif  // SINTER_RUNTIME_CUDA_FAKE_GPU_FAKE_GPU_H_
