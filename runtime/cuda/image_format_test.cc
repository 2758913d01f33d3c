// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the look at images, on real ones made by NVRTC and on damaged ones.
#include "runtime/cuda/image_format.h"

#include <string>

#include "gtest/gtest.h"
#include "runtime/jit/nvrtc_compiler.h"

namespace sinter::rt {
namespace {

absl::Span<const uint8_t> Bytes(const std::string& text) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

TEST(ImageFormat, TellsCubinsFromPtx) {
  absl::StatusOr<std::unique_ptr<NvrtcCompiler>> compiler = NvrtcCompiler::Create();
  if (!compiler.ok()) GTEST_SKIP() << compiler.status();
  const KernelSource kernel{"k", "", "extern \"C\" __global__ void k(float* x) { x[threadIdx.x] *= 3.0f; }"};
  for (const char* target : {"sm_80", "sm_90", "sm_100", "sm_120"}) {
    const std::vector<uint8_t> cubin = (*compiler)->Compile({kernel}, target)->at(0).bytes;
    absl::StatusOr<ImageFormat> format = CheckImage(cubin);
    ASSERT_TRUE(format.ok()) << target << ": " << format.status();
    EXPECT_EQ(*format, ImageFormat::kCubin);
    int refused = 0;
    for (size_t size = 4; size < cubin.size(); size += 61)
      refused += !CheckImage(absl::MakeConstSpan(cubin).first(size)).ok();
    EXPECT_EQ(refused, static_cast<int>((cubin.size() - 4 + 60) / 61)) << "a cut cubin was taken for a whole one";
  }
  EXPECT_EQ(*CheckImage((*compiler)->Compile({kernel}, "compute_90")->at(0).bytes), ImageFormat::kPtx);
}

TEST(ImageFormat, RefusesOtherBytes) {
  for (const std::string& text : {std::string(), std::string("x"),
                                  std::string("\x7f"
                                              "ELF"),
                                  std::string(4096, '\xff'),
                                  "\x7f"
                                  "ELF" +
                                      std::string(200, '\1')}) {
    EXPECT_EQ(CheckImage(Bytes(text)).status().code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_TRUE(CheckImage(Bytes(".version 7.0\n.target sm_80\n")).ok());
}

}  // namespace
}  // namespace sinter::rt
