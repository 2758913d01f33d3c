// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack switch for x86-64 (System V) and AArch64. It keeps what the calling convention says a callee keeps; the
// floating-point control words are left alone, since kernels never change them.
#include "runtime/cpu/simt_fiber.h"

#include <cstdint>

#if defined(__x86_64__)
asm(R"(
.text
.globl sinter_simt_switch_stack
.hidden sinter_simt_switch_stack
.type sinter_simt_switch_stack,@function
.p2align 4
sinter_simt_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
.size sinter_simt_switch_stack, .-sinter_simt_switch_stack
)");
#elif defined(__aarch64__)
asm(R"(
.text
.globl sinter_simt_switch_stack
.hidden sinter_simt_switch_stack
.type sinter_simt_switch_stack,%function
.p2align 4
sinter_simt_switch_stack:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  br x30
.size sinter_simt_switch_stack, .-sinter_simt_switch_stack
)");
#else
#error "the CPU path of Sinter has a stack switch for x86-64 and AArch64 only"
#endif

namespace sinter::rt {

void* PrepareStack(void* top, void (*entry)()) {
  void** stack = static_cast<void**>(top);
#if defined(__x86_64__)
  *--stack = nullptr;  // where `entry` would return to, and the alignment that a call leaves
  *--stack = reinterpret_cast<void*>(entry);
  for (int i = 0; i < 6; ++i) *--stack = nullptr;
#else
  stack -= 20;
  for (int i = 0; i < 20; ++i) stack[i] = nullptr;
  stack[11] = reinterpret_cast<void*>(entry);
#endif
  return stack;
}

}  // namespace sinter::rt
