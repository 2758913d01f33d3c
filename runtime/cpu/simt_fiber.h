// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Switching between stacks, for fibers that stay on one OS thread. Hand-written, since swapcontext makes two system
// calls a switch and is tens of times slower.
#ifndef SINTER_RUNTIME_CPU_SIMT_FIBER_H_
#define SINTER_RUNTIME_CPU_SIMT_FIBER_H_

extern "C" {
// Saves the callee-saved registers on the current stack, stores its pointer to *save, and goes on where the stack
// `target` was left.
void sinter_simt_switch_stack(void** save, void* target);
}

namespace sinter::rt {

// Lays out the end of a fresh stack so that the first switch to it calls `entry`, which must not return.
// `top` is 16-byte aligned.
void* PrepareStack(void* top, void (*entry)());

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_SIMT_FIBER_H_
