// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of sized structs across versions, on a struct that pretends to have grown since version 0.
#include "runtime/capi/border.h"

#include <cstdint>
#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

struct Grown {
  size_t struct_size;
  int64_t first;
  int32_t second;  // the last of version 0; padding follows
  double later;
};
struct Version0 {
  size_t struct_size;
  int64_t first;
  int32_t second;
};
struct Version2 {
  Grown known;
  uint64_t latest;
};
#define GROWN_INIT {sizeof(Grown), 1, 2, 0.5}

}  // namespace

SINTER_SIZED_STRUCT(Grown, GROWN_INIT, second);

namespace {

// As callers of other versions hand their structs in.
const Grown* Pointer(const Version0& value) { return reinterpret_cast<const Grown*>(&value); }

TEST(SizedStructs, LeastSizesAreThoseOfVersion0) {
  EXPECT_EQ(SizedStruct<Grown>::kLeastSize, sizeof(Version0));
  EXPECT_LT(sizeof(Version0), sizeof(Grown));
  // None has grown yet: where one does, this line goes, and the size on the left stays.
  EXPECT_EQ(SizedStruct<sinter_tensor>::kLeastSize, sizeof(sinter_tensor));
  EXPECT_EQ(SizedStruct<sinter_load_options>::kLeastSize, sizeof(sinter_load_options));
  EXPECT_EQ(SizedStruct<sinter_supplied_constant>::kLeastSize, sizeof(sinter_supplied_constant));
}

TEST(SizedStructs, ReadsAnEarlierVersionOverTheDefaults) {
  // On the heap and no larger, so that a read beyond it is seen by the sanitizer.
  const auto given = std::make_unique<Version0>(Version0{sizeof(Version0), -7, 9});
  const absl::StatusOr<Grown> read = ReadStruct(Pointer(*given), "given");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->first, -7);
  EXPECT_EQ(read->second, 9);
  EXPECT_EQ(read->later, 0.5);
  EXPECT_EQ(read->struct_size, sizeof(Grown));
}

TEST(SizedStructs, ReadsALaterVersionWhereTheRestIsZero) {
  Version2 given{GROWN_INIT, 0};
  given.known.struct_size = sizeof(given);
  given.known.later = 4.0;
  const absl::StatusOr<Grown> read = ReadStruct(&given.known, "given");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->later, 4.0);
  given.latest = 1;
  EXPECT_EQ(ReadStruct(&given.known, "given").status().code(), absl::StatusCode::kUnimplemented);
}

TEST(SizedStructs, WritesAsMuchAsBothSidesKnow) {
  const Grown value{0, 11, 12, 13.0};
  const auto earlier = std::make_unique<Version0>(Version0{sizeof(Version0), 0, 0});
  ASSERT_TRUE(WriteStruct(reinterpret_cast<Grown*>(earlier.get()), value, "out").ok());
  EXPECT_EQ(earlier->struct_size, sizeof(Version0));
  EXPECT_EQ(earlier->first, 11);
  EXPECT_EQ(earlier->second, 12);
  Version2 later{GROWN_INIT, 77};
  later.known.struct_size = sizeof(later);
  ASSERT_TRUE(WriteStruct(&later.known, value, "out").ok());
  EXPECT_EQ(later.known.struct_size, sizeof(later));
  EXPECT_EQ(later.known.later, 13.0);
  EXPECT_EQ(later.latest, 0u);
}

TEST(SizedStructs, OtherSizesAreErrors) {
  Grown value = GROWN_INIT;
  for (size_t size : {size_t{0}, size_t{8}, sizeof(Version0) - 1, kLargestStruct + 1, SIZE_MAX}) {
    value.struct_size = size;
    const absl::Status status = ReadStruct(&value, "given").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << size;
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("expected at least 24"));
    EXPECT_EQ(WriteStruct(&value, value, "out").code(), absl::StatusCode::kInvalidArgument) << size;
  }
  EXPECT_EQ(ReadStruct(static_cast<const Grown*>(nullptr), "given").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(WriteStruct(static_cast<Grown*>(nullptr), value, "out").code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace sinter::rt
