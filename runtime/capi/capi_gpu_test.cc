// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of sinter.h on a GPU, also a pretended one: which device is taken, and how captures end.
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sinter/sinter.h"

namespace {

using testing::HasSubstr;

int32_t Take(sinter_status* status, std::string* message = nullptr) {
  const int32_t code = sinter_status_code(status);
  if (message != nullptr) *message = sinter_status_message(status);
  sinter_status_destroy(status);
  return code;
}

TEST(CApiGpu, AutomaticTakesTheGpuAndNoOther) {
  sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
  sinter_device* device = nullptr;
  ASSERT_EQ(Take(sinter_device_create(&options, &device)), SINTER_OK);
  sinter_device_info info = SINTER_DEVICE_INFO_INIT;
  EXPECT_EQ(Take(sinter_device_get_info(device, &info)), SINTER_OK);
  EXPECT_EQ(info.is_cpu, 0);
  sinter_device_destroy(device);

  device = nullptr;
  for (int32_t kind : {SINTER_DEVICE_AUTO, SINTER_DEVICE_CUDA}) {
    for (int32_t ordinal : {1000, -1}) {
      options.kind = kind;
      options.ordinal = ordinal;
      std::string message;
      EXPECT_EQ(Take(sinter_device_create(&options, &device), &message), SINTER_INVALID_ARGUMENT) << message;
      EXPECT_THAT(message, HasSubstr("but got " + std::to_string(ordinal)));
    }
  }
  EXPECT_EQ(device, nullptr);
}

TEST(CApiGpu, CaptureEndsAlsoWhereItsGraphIsNotWanted) {
  sinter_device* device = nullptr;
  ASSERT_EQ(Take(sinter_device_create(nullptr, &device)), SINTER_OK);
  sinter_stream stream = nullptr;
  ASSERT_EQ(Take(sinter_stream_create(device, &stream)), SINTER_OK);
  ASSERT_EQ(Take(sinter_capture_begin(device, stream)), SINTER_OK);
  std::string message;
  EXPECT_EQ(Take(sinter_capture_end(device, stream, nullptr), &message), SINTER_INVALID_ARGUMENT);
  EXPECT_THAT(message, HasSubstr("`graph` is null"));
  // A stream in a capture could not be waited for.
  EXPECT_EQ(Take(sinter_stream_synchronize(device, stream), &message), SINTER_OK) << message;
  ASSERT_EQ(Take(sinter_capture_begin(device, stream)), SINTER_OK);
  sinter_graph* graph = nullptr;
  EXPECT_EQ(Take(sinter_capture_end(device, stream, &graph), &message), SINTER_OK) << message;
  sinter_graph_destroy(graph);
  sinter_stream_destroy(device, stream);
  sinter_device_destroy(device);
}

}  // namespace
