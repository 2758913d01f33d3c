// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of a library's algorithms runs a product, why, and what was measured of it.
#ifndef SINTER_RUNTIME_BASE_MATMUL_CHOICE_H_
#define SINTER_RUNTIME_BASE_MATMUL_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace sinter::rt {

// kEstimated: the library's own first estimate.
enum class MatmulChoiceKind : uint8_t { kEstimated, kMeasured, kPinned };

// "estimated", "measured", "pinned".
const char* MatmulChoiceKindName(MatmulChoiceKind kind);

// One of a library's algorithms for a product.
struct MatmulTrial {
  std::vector<uint8_t> blob;  // what the library knows it by
  std::string words;          // the same for people: "algorithm 66 tile 20 stages 36 split-k 4"
  bool splits_sum = false;    // a second kernel adds up parts of the sum, in a fixed order: one more node of a graph
  double microseconds = 0;    // of one execution; 0: not measured, or it failed
  std::string error;          // why it failed
};

struct MatmulChoice {
  MatmulChoiceKind kind = MatmulChoiceKind::kEstimated;
  std::string provider;  // "cuBLASLt 13.1.0"
  MatmulTrial chosen;
  int rank = 0;                      // of the chosen one by the library's estimate, from 1; 0: not known, of a pin
  int offered = 0;                   // algorithms that the library offered; 0: it was not asked
  double estimate_microseconds = 0;  // by the library's first estimate; 0: not measured
  std::string reason;                // why it is an estimate, or why a pin does not hold; empty: nothing to say
  std::vector<MatmulTrial> trials;   // all that were measured, in the order of the library's estimates
};

// "measured: 12.71 us, number 7 of 32 offered, 25.02 us by the library's first estimate": all but the algorithm.
std::string DescribeChoice(const MatmulChoice& choice);

// An algorithm that was the fastest for a product, on one GPU with one version of a library.
struct MatmulPin {
  std::string problem;  // the product's MatmulFingerprint
  std::string device;   // as Backend::name() has it
  std::string provider;  // "cuBLASLt 13.1.0"
  std::vector<uint8_t> algorithm;
  std::string words;
  double estimate_microseconds = 0, microseconds = 0;  // by the library's first estimate, and by this one
  bool operator==(const MatmulPin&) const = default;
};

struct MatmulRequest {
  // Those of this problem, for whatever devices and libraries. One that fits is taken.
  std::vector<const MatmulPin*> pins;
  // Algorithms are measured where none is pinned and none was chosen before: some tens of milliseconds, with device
  // memory of a few times the cache meanwhile. Else the library's first estimate is taken.
  bool may_measure = false;
  // Above 0: measures in so many rounds, whatever was pinned or chosen before.
  int rounds = 0;
  // Whether the choice holds from then on; a measurement with `rounds` never does.
  bool keeps = true;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_BASE_MATMUL_CHOICE_H_
