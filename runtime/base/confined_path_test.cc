// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of confinement: plain names, names that climb, links within the folder and out of it.
#include "runtime/base/confined_path.h"

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

namespace fs = std::filesystem;

class ConfinedPathTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = fs::canonical(testing::TempDir()) / "confined_path_test";
    fs::remove_all(top_);
    fs::create_directories(top_ / "root/data");
    fs::create_directories(top_ / "root2");
    for (const char* name : {"root/data/w", "root2/w"}) std::ofstream(top_ / name) << "w";
    fs::create_symlink(top_ / "root/data/w", top_ / "root/inner");
    fs::create_symlink(top_ / "root2", top_ / "root/outer");
  }
  void TearDown() override { fs::remove_all(top_); }
  std::string Root() const { return (top_ / "root").string(); }
  absl::StatusCode CodeOf(const std::string& file) const { return ResolveBelow(Root(), file).status().code(); }

  fs::path top_;
};

TEST_F(ConfinedPathTest, FilesBelow) {
  const std::string w = (top_ / "root/data/w").string();
  for (const char* name : {"data/w", "./data/w", "data/../data/w", "inner", "../root/data/w"}) {
    EXPECT_EQ(ResolveBelow(Root(), name).value(), w) << name;
  }
  EXPECT_EQ(ResolveBelow(Root() + "/", "data/w").value(), w);
  EXPECT_EQ(ResolveBelow(Root() + "/../root", "data/w").value(), w);
  EXPECT_EQ(ResolveBelow("/", w.substr(1)).value(), w);
}

TEST_F(ConfinedPathTest, FilesElsewhere) {
  // root2 begins as root does.
  for (const char* name : {"../root2/w", "outer/w", "..", "/"}) {
    EXPECT_EQ(CodeOf(name), absl::StatusCode::kPermissionDenied) << name;
  }
  EXPECT_THAT(std::string(ResolveBelow(Root(), "outer/w").status().message()),
              testing::HasSubstr("file `outer/w` leads to `" + (top_ / "root2/w").string() + "`, outside `" + Root()));
  EXPECT_EQ(CodeOf("none"), absl::StatusCode::kNotFound);
  EXPECT_EQ(ResolveBelow(Root() + "/none", "w").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(ConfinedPathTest, NamesAsSeenFromTheFolder) {
  EXPECT_EQ(RelativeBelow(Root(), Root() + "/data/../data").value(), "data");
  EXPECT_EQ(RelativeBelow(Root(), Root() + "/inner").value(), "data/w");
  EXPECT_EQ(RelativeBelow(Root(), Root()).value(), ".");
  EXPECT_EQ(RelativeBelow(Root() + "/data", Root()).status().code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(RelativeBelow(Root(), (top_ / "root2").string()).status().code(), absl::StatusCode::kPermissionDenied);
}

}  // namespace
}  // namespace sinter::rt
