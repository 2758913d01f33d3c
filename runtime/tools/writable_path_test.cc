// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths that can be written, and those that cannot; nothing is left behind.
#include "runtime/tools/writable_path.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

class WritablePathTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "writable_path_" + std::to_string(::getpid());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ + "/file") << "text";
  }
  void TearDown() override {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    std::filesystem::remove_all(folder_);
  }

  std::string folder_;
};

TEST_F(WritablePathTest, files_that_are_there_or_can_be_made) {
  EXPECT_TRUE(CheckFileIsWritable(folder_ + "/file").ok());
  EXPECT_TRUE(CheckFileIsWritable(folder_ + "/other").ok());
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/other"));
  EXPECT_TRUE(CheckFileIsWritable("/dev/null").ok());
}

TEST_F(WritablePathTest, files_that_cannot_be_written) {
  EXPECT_THAT(std::string(CheckFileIsWritable(folder_).message()), HasSubstr("`: it is a folder"));
  EXPECT_THAT(std::string(CheckFileIsWritable(folder_ + "/gone/file").message()), HasSubstr("/gone`"));
  EXPECT_FALSE(CheckFileIsWritable(folder_ + "/file/below").ok());
}

TEST_F(WritablePathTest, folders_are_made_where_they_are_needed) {
  EXPECT_TRUE(CheckFolderIsWritable(folder_).ok());
  EXPECT_TRUE(CheckFolderIsWritable(folder_ + "/a/b/c").ok());
  EXPECT_TRUE(CheckFolderIsWritable(folder_ + "/a/").ok());
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/a"));
  EXPECT_THAT(std::string(CheckFolderIsWritable(folder_ + "/file").message()), HasSubstr("/file` is no folder"));
  EXPECT_FALSE(CheckFolderIsWritable(folder_ + "/file/below").ok());
}

TEST_F(WritablePathTest, what_belongs_to_others) {
  // Permissions do not bind the superuser, so that there is no folder that it cannot write to.
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THAT(std::string(CheckFileIsWritable(folder_ + "/other").message()), HasSubstr("Permission denied"));
  EXPECT_THAT(std::string(CheckFolderIsWritable(folder_ + "/a/b").message()), HasSubstr("Permission denied"));
}

}  // namespace
}  // namespace sinter::rt
