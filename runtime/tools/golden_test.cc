// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Golden folders, whole and broken.
#include "runtime/tools/golden.h"

#include <sys/stat.h>

#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/value_generator.h"
#include "runtime/tools/tool_status.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

class GoldenTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "golden_test_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    mkdir(folder_.c_str(), 0777);
    values_ = RandomTensor(ElementType::kF32, {3}, 1).value();
    ASSERT_TRUE(WriteNpyFile(folder_ + "/y.npy", values_).ok());
  }
  void WriteJson(const std::string& text) { std::ofstream(folder_ + "/golden.json") << text; }
  static std::string Output(const std::string& more) {
    return R"({"name": "y", "file": "y.npy", "std": 0.5, )" + more + "}";
  }
  std::string ErrorOf(const std::string& variant) {
    const auto golden = ReadGolden(folder_, variant);
    EXPECT_EQ(ExitCodeOf(golden.status()), kExitUserError);
    return std::string(golden.status().message());
  }

  std::string folder_;
  HostTensor values_;
};

TEST_F(GoldenTest, reads_the_variant_with_its_stride) {
  WriteJson(R"({"oracle": "o 1.0", "outputs": {"a": [], "b": [)" + Output(R"("dims": [2, 4], "stride": 3)") + "]}}");
  const auto golden = ReadGolden(folder_, "b");
  ASSERT_TRUE(golden.ok()) << golden.status();
  EXPECT_EQ(golden->oracle, "o 1.0");
  const auto output = golden->Find("y");
  ASSERT_TRUE(output.ok());
  EXPECT_EQ((*output)->dims, (std::vector<int64_t>{2, 4}));
  EXPECT_EQ((*output)->stride, 3u);
  EXPECT_EQ((*output)->std, 0.5);
  EXPECT_EQ((*output)->values.as<float>()[2], values_.as<float>()[2]);
  EXPECT_THAT(std::string(golden->Find("z").status().message()),
              HasSubstr("no golden output `z` for `b`; there are y"));
}

TEST_F(GoldenTest, the_only_variant_serves_any_name) {
  WriteJson(R"({"outputs": {"b": [)" + Output(R"("dims": [3], "stride": 1)") + "]}}");
  EXPECT_EQ(ReadGolden(folder_, "renamed")->variant, "b");
}

TEST_F(GoldenTest, says_what_is_wrong) {
  EXPECT_THAT(ErrorOf("b"), HasSubstr("cannot open"));
  WriteJson("{");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("golden.json: line 1"));
  WriteJson("{}");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("expected `outputs` to be an object"));
  WriteJson(R"({"outputs": {"a": [], "b": []}})");
  EXPECT_THAT(ErrorOf("c"), HasSubstr("no outputs for `c`, the name of the graph's file; there are a, b"));
  const auto with = [&](const std::string& more) { WriteJson(R"({"outputs": {"b": [)" + Output(more) + "]}}"); };
  with(R"("dims": [3], "stride": 0)");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("expected `stride` to be at least 1"));
  with(R"("dims": [4], "stride": 1)");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("`y.npy`: expected 4 values, but got 3"));
  with(R"("dims": [1e15, 1e15, 1e15], "stride": 1)");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("hold too many elements"));
  with(R"("dims": [1.5, 2], "stride": 1)");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("expected `dims` to hold integers"));
  with(R"("dims": [-1], "stride": 1)");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("expected `dims`"));
  WriteJson(R"({"outputs": {"b": [{"name": "y", "file": "../y.npy", "std": 1, "dims": [3], "stride": 1}]}})");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("expected `file` to name a file of the folder"));
  WriteJson(R"({"outputs": {"b": [{"name": "y", "file": "gone.npy", "std": 1, "dims": [3], "stride": 1}]}})");
  EXPECT_THAT(ErrorOf("b"), HasSubstr("gone.npy"));
}

TEST(VariantOfTest, is_the_files_stem) {
  EXPECT_EQ(VariantOf("a/b.c/dynamo_static.onnx"), "dynamo_static");
  EXPECT_EQ(VariantOf("x"), "x");
  EXPECT_EQ(VariantOf("a/.hidden"), ".hidden");
}

}  // namespace
}  // namespace sinter::rt
