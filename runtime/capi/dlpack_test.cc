// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of sinter/dlpack.h with structs that are laid out as DLPack's.
#include <cstdint>

#include "gtest/gtest.h"

#define DLPACK_MAJOR_VERSION 1
struct DLDevice {
  int32_t device_type, device_id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};
#include "sinter/dlpack.h"

namespace {

TEST(DLPack, element_types) {
  EXPECT_EQ(sinter_element_type_from_dlpack({2, 32, 1}), SINTER_F32);
  EXPECT_EQ(sinter_element_type_from_dlpack({4, 16, 1}), SINTER_BF16);
  EXPECT_EQ(sinter_element_type_from_dlpack({2, 16, 1}), SINTER_F16);
  EXPECT_EQ(sinter_element_type_from_dlpack({0, 64, 1}), SINTER_I64);
  EXPECT_EQ(sinter_element_type_from_dlpack({1, 8, 1}), SINTER_U8);
  EXPECT_EQ(sinter_element_type_from_dlpack({1, 16, 1}), SINTER_U16);
  EXPECT_EQ(sinter_element_type_from_dlpack({1, 32, 1}), SINTER_U32);
  EXPECT_EQ(sinter_element_type_from_dlpack({1, 64, 1}), SINTER_U64);
  EXPECT_EQ(sinter_element_type_from_dlpack({6, 8, 1}), SINTER_BOOL);
  EXPECT_EQ(sinter_element_type_from_dlpack({10, 8, 1}), SINTER_F8E4M3);
  EXPECT_EQ(sinter_element_type_from_dlpack({2, 32, 4}), -1);   // vectors
  EXPECT_EQ(sinter_element_type_from_dlpack({5, 128, 1}), -1);  // complex
}

TEST(DLPack, tensors) {
  float values[40];
  int64_t shape[2] = {3, 8}, strides[2] = {12, 1};
  DLTensor from = {values, {2, 0}, 2, {2, 32, 1}, shape, strides, 16};
  sinter_tensor tensor = SINTER_TENSOR_INIT;
  ASSERT_EQ(sinter_tensor_from_dlpack(&from, &tensor), 0);
  EXPECT_EQ(tensor.data, values + 4);
  EXPECT_EQ(tensor.element_type, SINTER_F32);
  EXPECT_EQ(tensor.rank, 2u);
  EXPECT_EQ(tensor.dims, shape);
  EXPECT_EQ(tensor.strides, strides);
  EXPECT_EQ(tensor.struct_size, sizeof(tensor));
  from.dtype.code = 5;
  tensor.rank = 77;
  EXPECT_EQ(sinter_tensor_from_dlpack(&from, &tensor), -1);
  EXPECT_EQ(tensor.rank, 77u);
}

}  // namespace
