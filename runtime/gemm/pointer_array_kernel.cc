// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that fills a batch's arrays of pointers. It is PTX, not CUDA C++, so that a product never needs NVRTC: the
// driver assembles it on any device.
#include "runtime/gemm/cublaslt_gemm.h"

namespace sinter::rt {

// Thread x of block row y writes pointers[y * count + x] = base[y] + offsets[y * count + x], y being one of A, B, C, D.
const char* PointerArrayPtx() {
  return R"ptx(.version 7.0
.target sm_80
.address_size 64

.visible .entry sinter_fill_pointer_arrays(
    .param .u64 base_a,
    .param .u64 base_b,
    .param .u64 base_c,
    .param .u64 base_d,
    .param .u64 offsets,
    .param .u64 pointers,
    .param .u32 count)
{
  .reg .pred %outside, %is_b, %is_c, %is_d;
  .reg .b32 %block, %width, %thread, %index, %count, %operand, %element;
  .reg .b64 %base, %other, %at, %offset, %from, %to, %value;

  mov.u32 %block, %ctaid.x;
  mov.u32 %width, %ntid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %index, %block, %width, %thread;
  ld.param.u32 %count, [count];
  setp.ge.u32 %outside, %index, %count;
  @%outside bra DONE;

  mov.u32 %operand, %ctaid.y;
  setp.eq.u32 %is_b, %operand, 1;
  setp.eq.u32 %is_c, %operand, 2;
  setp.eq.u32 %is_d, %operand, 3;
  ld.param.u64 %base, [base_a];
  ld.param.u64 %other, [base_b];
  selp.b64 %base, %other, %base, %is_b;
  ld.param.u64 %other, [base_c];
  selp.b64 %base, %other, %base, %is_c;
  ld.param.u64 %other, [base_d];
  selp.b64 %base, %other, %base, %is_d;

  mad.lo.u32 %element, %operand, %count, %index;
  mul.wide.u32 %at, %element, 8;
  ld.param.u64 %from, [offsets];
  cvta.to.global.u64 %from, %from;
  add.u64 %from, %from, %at;
  ld.global.u64 %offset, [%from];
  add.u64 %value, %base, %offset;
  ld.param.u64 %to, [pointers];
  cvta.to.global.u64 %to, %to;
  add.u64 %to, %to, %at;
  st.global.u64 [%to], %value;
DONE:
  ret;
}
)ptx";
}

}  // namespace sinter::rt
