// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overlap of strided memory, by residues.
//
// Cut an argument's dims by their strides into inner ones, whose reach is taken as one block, and outer ones. All its
// blocks then begin at the first one's address plus multiples of g, the greatest common divisor of the outer strides.
// Where two arguments are cut, g is that of all outer strides of both, and the arguments are apart if the first blocks
// are, modulo g. Columns 0..7 and 8..11 of a buffer that is 12 wide: blocks of 8 and 4 elements, 8 apart, g = 12, so
// whatever the numbers of rows, they never meet. Without outer dims (g = 0) it is the comparison of the two whole
// ranges. Every pair of cuts is a proof if it succeeds.
#include "runtime/plan/memory_overlap.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

namespace sinter::rt {
namespace {

constexpr int64_t kNoOuterDims = std::numeric_limits<int64_t>::max();

// The memory of an argument, in whole bytes. TensorByteSize lets no argument reach so far that its bits do not fit
// here.
class Placement {
 public:
  explicit Placement(const PlacedArgument& argument)
      : shape_(*argument.shape), bits_(static_cast<uint64_t>(BitWidth(argument.type))) {
    const uint64_t skipped = static_cast<uint64_t>(shape_.offset) * bits_;
    first_ = reinterpret_cast<uintptr_t>(argument.data) + skipped / 8;
    bits_before_ = skipped % 8;
    whole_ = shape_.byte_size - skipped / 8;
  }

  uintptr_t first() const { return first_; }
  size_t cut_count() const { return shape_.strides.size() + 1; }
  // Dims of at least this stride are the outer ones of a cut; the first cut has none.
  int64_t Cut(size_t index) const { return index == 0 ? kNoOuterDims : shape_.strides[index - 1]; }

  uint64_t BlockBytes(int64_t cut) const {
    if (cut == kNoOuterDims) return whole_;
    uint64_t bits = bits_before_ + bits_;
    for (size_t d = 0; d < shape_.strides.size(); ++d) {
      if (!IsOuter(d, cut)) bits += static_cast<uint64_t>((shape_.dims[d] - 1) * shape_.strides[d]) * bits_;
    }
    return (bits + 7) / 8;
  }

  uint64_t OuterDivisor(int64_t cut) const {
    uint64_t divisor = 0;
    for (size_t d = 0; d < shape_.strides.size(); ++d) {
      if (!IsOuter(d, cut) || shape_.dims[d] == 1) continue;
      const uint64_t step = static_cast<uint64_t>(shape_.strides[d]) * bits_;
      divisor = std::gcd(divisor, step % 8 == 0 ? step / 8 : 1);  // blocks within bytes can be anywhere
    }
    return divisor;
  }

 private:
  // A stride of 0 repeats the same elements, so it reaches nothing more.
  bool IsOuter(size_t dim, int64_t cut) const { return shape_.strides[dim] != 0 && shape_.strides[dim] >= cut; }

  const ArgumentShape& shape_;
  uint64_t bits_, bits_before_, whole_;
  uintptr_t first_;
};

bool BlocksApart(const Placement& a, const Placement& b, int64_t cut_a, int64_t cut_b) {
  const uint64_t block_a = a.BlockBytes(cut_a), block_b = b.BlockBytes(cut_b);
  const bool b_follows = b.first() >= a.first();
  const uint64_t distance = b_follows ? b.first() - a.first() : a.first() - b.first();
  const uint64_t divisor = std::gcd(a.OuterDivisor(cut_a), b.OuterDivisor(cut_b));
  if (divisor == 0) return distance >= (b_follows ? block_a : block_b);
  const uint64_t rest = distance % divisor;
  const uint64_t ahead = b_follows || rest == 0 ? rest : divisor - rest;  // from a's block to b's
  return block_a <= ahead && block_b <= divisor - ahead;
}

}  // namespace

bool MayOverlap(const PlacedArgument& a, const PlacedArgument& b) {
  if (a.shape->byte_size == 0 || b.shape->byte_size == 0) return false;
  const Placement placed_a(a), placed_b(b);
  for (size_t i = 0; i < placed_a.cut_count(); ++i) {
    for (size_t j = 0; j < placed_b.cut_count(); ++j) {
      if (BlocksApart(placed_a, placed_b, placed_a.Cut(i), placed_b.Cut(j))) return false;
    }
  }
  return true;
}

}  // namespace sinter::rt
