// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of target names.
#include "runtime/cuda/target.h"

#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

TEST(Target, NameOfADevice) {
  EXPECT_EQ(TargetOf({9, 0}), "sm_90");
  EXPECT_EQ(TargetOf({12, 1}), "sm_121");
}

TEST(Target, MachineCodeNeedsTheSameMajorVersion) {
  EXPECT_TRUE(DeviceRuns({8, 9}, "sm_80"));
  EXPECT_TRUE(DeviceRuns({8, 9}, "sm_89"));
  EXPECT_FALSE(DeviceRuns({8, 6}, "sm_89"));
  EXPECT_FALSE(DeviceRuns({9, 0}, "sm_80"));
  EXPECT_FALSE(DeviceRuns({9, 0}, "sm_100"));
  EXPECT_TRUE(DeviceRuns({12, 1}, "sm_120"));
}

TEST(Target, PtxRunsOnNewerDevices) {
  EXPECT_TRUE(DeviceRuns({9, 0}, "compute_80"));
  EXPECT_TRUE(DeviceRuns({12, 0}, "compute_90"));
  EXPECT_FALSE(DeviceRuns({9, 0}, "compute_100"));
}

TEST(Target, SpecificFormsRunOnlyThere) {
  EXPECT_TRUE(DeviceRuns({9, 0}, "sm_90a"));
  EXPECT_FALSE(DeviceRuns({10, 0}, "compute_90a"));
  EXPECT_FALSE(DeviceRuns({10, 3}, "sm_100a"));
  EXPECT_TRUE(DeviceRuns({10, 3}, "sm_100f"));
  EXPECT_FALSE(DeviceRuns({12, 0}, "compute_100f"));
}

TEST(Target, OtherTextsRunNowhere) {
  for (const char* text :
       {"", "sm_", "sm_a", "sm_-90", "sm_ 90", "cpu-x86_64", "compute_", "sm_9x", "SM_90", "sm_90 "}) {
    EXPECT_FALSE(DeviceRuns({9, 0}, text)) << text;
  }
}

}  // namespace
}  // namespace sinter::rt
