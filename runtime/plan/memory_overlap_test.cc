// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of overlaps: the cases that callers meet, and random layouts against a look at every byte.
#include "runtime/plan/memory_overlap.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/plan/argument_shape.h"

namespace sinter::rt {
namespace {

// Bound `start` bytes into a buffer that nobody touches.
struct Placed {
  Placed(uint64_t start, ElementType element_type, std::vector<int64_t> dims, std::vector<int64_t> strides = {},
         int64_t offset = 0)
      : begin(start), type(element_type) {
    shape.byte_size = ReachedBytes(type, dims, strides, offset).value();
    shape.dims = std::move(dims);
    shape.strides = std::move(strides);
    shape.offset = offset;
  }
  PlacedArgument argument() const { return {reinterpret_cast<const void*>(0x10000 + begin), type, &shape}; }

  // Every byte that an element has a part of.
  std::set<uint64_t> Bytes() const {
    std::vector<int64_t> strides = shape.strides;
    if (strides.empty()) {
      strides.assign(shape.dims.size(), 1);
      for (size_t d = shape.dims.size(); d-- > 1;) strides[d - 1] = strides[d] * shape.dims[d];
    }
    std::set<int64_t> elements = {shape.offset};
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      std::set<int64_t> more;
      for (int64_t element : elements) {
        for (int64_t i = 0; i < shape.dims[d]; ++i) more.insert(element + i * strides[d]);
      }
      elements = more;
    }
    std::set<uint64_t> bytes;
    const uint64_t bits = static_cast<uint64_t>(BitWidth(type));
    for (int64_t element : elements) {
      const uint64_t first = static_cast<uint64_t>(element) * bits;
      for (uint64_t byte = first / 8; byte <= (first + bits - 1) / 8; ++byte) bytes.insert(begin + byte);
    }
    return bytes;
  }

  uint64_t begin;
  ElementType type;
  ArgumentShape shape;
};

bool Overlap(const Placed& a, const Placed& b) {
  const bool result = MayOverlap(a.argument(), b.argument());
  EXPECT_EQ(result, MayOverlap(b.argument(), a.argument()));
  return result;
}

constexpr ElementType kF32 = ElementType::kF32;

TEST(MemoryOverlap, of_dense_arguments_is_that_of_their_ranges) {
  EXPECT_FALSE(Overlap({0, kF32, {4}}, {16, kF32, {4}}));
  EXPECT_TRUE(Overlap({0, kF32, {4}}, {12, kF32, {4}}));
  EXPECT_TRUE(Overlap({0, kF32, {4}}, {0, kF32, {4}}));
  EXPECT_TRUE(Overlap({0, kF32, {4, 4}}, {20, kF32, {1}}));
  EXPECT_FALSE(Overlap({0, kF32, {4}}, {0, kF32, {0}}));
  EXPECT_FALSE(Overlap({0, kF32, {}}, {4, kF32, {}}));
}

TEST(MemoryOverlap, of_a_dense_range_and_the_rows_of_a_strided_one) {
  const Placed rows(0, kF32, {5, 8}, {12, 1});
  EXPECT_TRUE(Overlap(rows, {64, kF32, {5, 8}}));
  EXPECT_TRUE(Overlap(rows, {0, kF32, {1}}));
  EXPECT_TRUE(Overlap(rows, {48 + 28, kF32, {4}}));  // the last of row 1, and the gap behind it
  EXPECT_FALSE(Overlap(rows, {32, kF32, {4}}));      // the gap behind row 0
  EXPECT_TRUE(Overlap(rows, {32, kF32, {5}}));
  EXPECT_FALSE(Overlap(rows, {4 * 48 + 32, kF32, {100}}));  // behind the last row
}

TEST(MemoryOverlap, of_slices_of_one_wide_buffer) {
  const Placed left(0, kF32, {5, 8}, {12, 1});
  EXPECT_FALSE(Overlap(left, {32, kF32, {5, 4}, {12, 1}}));
  EXPECT_FALSE(Overlap(left, {32, kF32, {9, 4}, {12, 1}}));
  EXPECT_FALSE(Overlap(left, {0, kF32, {5, 4}, {12, 1}, 8}));  // the same by an offset
  EXPECT_TRUE(Overlap(left, {28, kF32, {5, 4}, {12, 1}}));
  EXPECT_TRUE(Overlap(left, {32, kF32, {5, 5}, {12, 1}}));  // meets the next row's first element
  EXPECT_TRUE(Overlap(left, {32, kF32, {5, 4}, {13, 1}}));  // other pitch: drifts into it
  EXPECT_FALSE(Overlap(left, {48 * 5, kF32, {5, 8}, {13, 1}}));
}

TEST(MemoryOverlap, of_slices_of_outer_dims) {
  // [batch, position, head] of a cache [3, 20, 4]: positions 0..9 and 10..19, heads 0, 1 and 2, 3.
  const Placed old(0, kF32, {3, 10, 2}, {80, 4, 1});
  EXPECT_FALSE(Overlap(old, {160, kF32, {3, 10, 2}, {80, 4, 1}}));
  EXPECT_FALSE(Overlap(old, {8, kF32, {3, 20, 2}, {80, 4, 1}}));
  EXPECT_FALSE(Overlap(old, {8, kF32, {60, 2}, {4, 1}}));
  EXPECT_TRUE(Overlap(old, {144, kF32, {3, 10, 2}, {80, 4, 1}}));
  // Transposed: strides need no order.
  EXPECT_FALSE(Overlap(old, {8, kF32, {2, 20, 3}, {1, 4, 80}}));
}

TEST(MemoryOverlap, of_broadcast_and_half_byte_elements) {
  EXPECT_TRUE(Overlap({0, kF32, {100, 2}, {0, 1}}, {4, kF32, {1}}));
  EXPECT_FALSE(Overlap({0, kF32, {100, 2}, {0, 1}}, {8, kF32, {1}}));
  // Two 4-bit elements in one byte.
  EXPECT_TRUE(Overlap({0, ElementType::kI4, {3, 3}, {8, 1}}, {0, ElementType::kI4, {3, 4}, {8, 1}, 3}));
  EXPECT_FALSE(Overlap({0, ElementType::kI4, {3, 3}, {8, 1}}, {0, ElementType::kI4, {3, 4}, {8, 1}, 4}));
}

TEST(MemoryOverlap, of_the_largest_arguments) {
  const Placed vast(0, ElementType::kF64, {3, 1}, {int64_t{1} << 54, 1});
  EXPECT_FALSE(Overlap(vast, {1024, ElementType::kF64, {1}}));
  EXPECT_TRUE(Overlap(vast, {1024, ElementType::kF64, {int64_t{1} << 55}}));
}

TEST(MemoryOverlap, never_misses_a_shared_byte) {
  std::mt19937 random(7);
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  const auto make = [&] {
    const ElementType types[] = {kF32, ElementType::kBF16, ElementType::kI8, ElementType::kI4};
    std::vector<int64_t> dims, strides;
    for (int64_t d = pick(0, 3); d > 0; --d) dims.push_back(pick(1, 4));
    for (size_t d = 0; d < dims.size(); ++d) strides.push_back(pick(0, 24));
    if (pick(0, 3) == 0) strides.clear();
    return Placed(static_cast<uint64_t>(pick(0, 60)) * 4, types[pick(0, 3)], dims, strides, pick(0, 3));
  };
  int shared = 0, apart = 0;
  for (int i = 0; i < 20000; ++i) {
    const Placed a = make(), b = make();
    const std::set<uint64_t> bytes = a.Bytes();
    bool meet = false;
    for (uint64_t byte : b.Bytes()) meet |= bytes.count(byte) > 0;
    const bool result = Overlap(a, b);
    ASSERT_TRUE(result || !meet) << i;
    ++(meet ? shared : apart);
  }
  EXPECT_GT(shared, 1000);
  EXPECT_GT(apart, 1000);
}

}  // namespace
}  // namespace sinter::rt
