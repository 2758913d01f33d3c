/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors that come as DLPack. Include <dlpack/dlpack.h> (any version) first: this header brings no copy of it. */
#ifndef SINTER_DLPACK_H_
#define SINTER_DLPACK_H_

#include <sinter/sinter.h>

#if !defined(DLPACK_VERSION) && !defined(DLPACK_MAJOR_VERSION)
#error "include <dlpack/dlpack.h> before <sinter/dlpack.h>"
#endif

/* The sinter_element_type of a DLPack type, or -1 where there is none. */
static inline int32_t sinter_element_type_from_dlpack(DLDataType type) {
  if (type.lanes != 1) return -1;
  /* By number: older headers lack the names of the later codes. */
  switch ((int)type.code * 256 + type.bits) {
    case 0 * 256 + 64:
      return SINTER_I64;
    case 0 * 256 + 32:
      return SINTER_I32;
    case 0 * 256 + 16:
      return SINTER_I16;
    case 0 * 256 + 8:
      return SINTER_I8;
    case 0 * 256 + 4:
      return SINTER_I4;
    case 1 * 256 + 64:
      return SINTER_U64;
    case 1 * 256 + 32:
      return SINTER_U32;
    case 1 * 256 + 16:
      return SINTER_U16;
    case 1 * 256 + 8:
      return SINTER_U8;
    case 2 * 256 + 64:
      return SINTER_F64;
    case 2 * 256 + 32:
      return SINTER_F32;
    case 2 * 256 + 16:
      return SINTER_F16;
    case 4 * 256 + 16:
      return SINTER_BF16;
    case 6 * 256 + 8:
      return SINTER_BOOL;
    case 10 * 256 + 8: /* float8_e4m3fn */
      return SINTER_F8E4M3;
    case 12 * 256 + 8: /* float8_e5m2 */
      return SINTER_F8E5M2;
    case 17 * 256 + 4: /* float4_e2m1fn */
      return SINTER_F4E2M1;
    default:
      return -1;
  }
}

/* Fills `tensor` to be bound; it points at the dims and strides of `from`. 0, or -1 where Sinter lacks the element type
 * (then nothing is written). The caller knows that the memory is the device's, and calls the deleter of a
 * DLManagedTensor once the executions that use it have ended. */
static inline int sinter_tensor_from_dlpack(const DLTensor* from, sinter_tensor* tensor) {
  const int32_t type = sinter_element_type_from_dlpack(from->dtype);
  if (type < 0 || from->ndim < 0) return -1;
  tensor->struct_size = sizeof(*tensor);
  tensor->data = from->data == NULL ? NULL : (char*)from->data + from->byte_offset;
  tensor->element_type = type;
  tensor->rank = (uint32_t)from->ndim;
  tensor->dims = from->shape;
  tensor->strides = from->strides;
  return 0;
}

#endif /* SINTER_DLPACK_H_ */
