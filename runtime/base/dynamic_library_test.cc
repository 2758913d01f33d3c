// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of library opening: the search order, the override and what errors say.
#include "runtime/base/dynamic_library.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// libm is on every machine that the tests run on.
DynamicLibraryOptions MathLibrary() {
  DynamicLibraryOptions options;
  options.name = "the math library";
  options.environment_override = "SINTER_TEST_LIBM";
  options.candidates = {"libsinter-absent.so.9", "libm.so.6"};
  return options;
}

TEST(DynamicLibrary, OpensTheFirstCandidateThatLoads) {
  absl::StatusOr<DynamicLibrary> library = DynamicLibrary::Open(MathLibrary());
  ASSERT_TRUE(library.ok()) << library.status();
  EXPECT_EQ(library->path(), "libm.so.6");
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library->Bind("cos", &cosine).ok());
  EXPECT_EQ(cosine(0.0), 1.0);
}

TEST(DynamicLibrary, MissingSymbolNamesLibraryAndSymbol) {
  absl::StatusOr<DynamicLibrary> library = DynamicLibrary::Open(MathLibrary());
  ASSERT_TRUE(library.ok());
  EXPECT_EQ(library->FindOrNull("sinter_no_such_symbol"), nullptr);
  absl::Status status = library->Find("sinter_no_such_symbol").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("the math library"), HasSubstr("libm.so.6"), HasSubstr("sinter_no_such_symbol")));
}

TEST(DynamicLibrary, MissingLibraryNamesEveryPlace) {
  DynamicLibraryOptions options = MathLibrary();
  options.candidates = {"libsinter-absent.so.9"};
  options.folders = {"/no/such/folder"};
  absl::Status status = DynamicLibrary::Open(options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("the math library"), HasSubstr("/no/such/folder/libsinter-absent.so.9"),
                    HasSubstr("SINTER_TEST_LIBM"), HasSubstr("cannot open shared object")));
}

TEST(DynamicLibrary, OverrideIsTheOnlyPlaceTried) {
  ASSERT_EQ(setenv("SINTER_TEST_LIBM", "/no/such/libm.so", 1), 0);
  absl::Status status = DynamicLibrary::Open(MathLibrary()).status();
  unsetenv("SINTER_TEST_LIBM");
  EXPECT_THAT(std::string(status.message()), HasSubstr("tried /no/such/libm.so ("));
  ASSERT_EQ(setenv("SINTER_TEST_LIBM", "", 1), 0);
  EXPECT_TRUE(DynamicLibrary::Open(MathLibrary()).ok()) << "an empty override counts as none";
  unsetenv("SINTER_TEST_LIBM");
}

TEST(DynamicLibrary, MoveLeavesNothingBehind) {
  absl::StatusOr<DynamicLibrary> library = DynamicLibrary::Open(MathLibrary());
  ASSERT_TRUE(library.ok());
  DynamicLibrary moved = *std::move(library);
  EXPECT_TRUE(moved.is_open());
  EXPECT_FALSE(library->is_open());
  EXPECT_EQ(library->Find("cos").status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace sinter::rt
