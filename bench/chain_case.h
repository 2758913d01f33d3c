// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One chain at one size: its fused and its unfused plan on rotating buffers, measured in turn with the ceilings, and
// judged by what the buffers hold afterwards.
#ifndef SINTER_BENCH_CHAIN_CASE_H_
#define SINTER_BENCH_CHAIN_CASE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bench/ceilings.h"
#include "bench/chains.h"
#include "runtime/measure/device_memory.h"
#include "runtime/measure/replay.h"
#include "runtime/plan/execution_context.h"
#include "runtime/plan/plan.h"
#include "runtime/tensor/tensor_ref.h"

namespace sinter::bench {

struct CaseOptions {
  std::string plan_folder;         // of NAME.fused.plan and NAME.unfused.plan
  uint64_t bytes = 0;              // the least that an execution moves; the rows follow from it
  uint64_t rotate_bytes = 0;       // the least that all sets of buffers have together: a few times the cache
  double replay_microseconds = 0;  // about how long a replay of the fused form takes
  rt::CacheOptions cache;          // of kernels that a plan has no image of
};

// Microseconds of one execution, one of each round.
struct RoundTimes {
  double fused = 0, unfused = 0;
  std::vector<double> ceilings;
};

class ChainCase {
 public:
  static absl::StatusOr<std::unique_ptr<ChainCase>> Create(const Chain& chain, const rt::Measurement& measurement,
                                                           const CaseOptions& options);

  const Footprint& footprint() const { return footprint_; }
  const Ceilings& ceilings() const { return *ceilings_; }
  int64_t rows() const { return rows_; }
  // Of one execution.
  int64_t fused_launches() const { return fused_.launches; }
  int64_t unfused_launches() const { return unfused_.launches; }

  // Both forms and all ceilings once each; `backward` in the opposite order, so that no one always follows another.
  absl::StatusOr<RoundTimes> MeasureRound(bool backward);

  // What the timed executions left behind: of the first, the middle and the last set of buffers some 25 rows, both ends
  // among them, against the expectation, for both forms; and every element of the first set's outputs of one form
  // against the other's. Fails with the first that is out of tolerance.
  absl::Status CheckOutputs();
  // The largest distance that CheckOutputs met in a row, in units of what the chain's tolerance allows.
  double worst_mismatch() const { return worst_mismatch_; }

 private:
  // A plan with its outputs: one buffer an output and set.
  struct Form {
    std::string name;
    std::unique_ptr<rt::ExecutionContext> context;
    std::vector<std::vector<rt::DeviceMemory>> outputs;  // by set, then output
    rt::Replay replay;
    int64_t launches = 0;
  };
  struct Shape {
    rt::ElementType type;
    std::vector<int64_t> dims;
    bool has_rows = false;  // the first dim is the symbol
    uint64_t count() const;
    uint64_t row_elements() const { return has_rows ? count() / static_cast<uint64_t>(dims[0]) : count(); }
  };

  ChainCase(const Chain& chain, const rt::Measurement& measurement, const CaseOptions& options)
      : chain_(chain), measurement_(measurement), options_(options) {}
  absl::Status LoadForm(const std::string& name, Form* form);
  absl::Status ChooseRows(const rt::Entry& entry);
  absl::StatusOr<std::vector<Shape>> ShapesOf(const std::vector<rt::Argument>& arguments, int64_t rows) const;
  absl::StatusOr<Footprint> FootprintAt(const rt::Entry& entry, int64_t rows) const;
  absl::Status CreateInputs();
  absl::Status CreateOutputs(Form* form);
  absl::Status RecordForm(Form* form);
  absl::Status Execute(Form* form, int64_t set);
  uint32_t SeedOf(int64_t set, size_t input) const { return static_cast<uint32_t>(1000 * (set + 1) + input); }
  std::vector<Row> InputRows(int64_t set, int64_t row) const;
  std::vector<int64_t> SampledRows() const;
  absl::Status CheckRows(const Form& form, double tolerance, int64_t set);
  absl::Status CompareForms();

  const Chain& chain_;
  rt::Measurement measurement_;
  CaseOptions options_;
  Footprint footprint_;
  int64_t rows_ = 0;
  std::vector<Shape> input_shapes_, output_shapes_;
  std::vector<std::vector<rt::DeviceMemory>> inputs_;  // by set, then input
  Form fused_, unfused_;
  std::vector<double> output_scales_;  // root mean square of what is expected of the first set
  double worst_mismatch_ = 0;
  std::unique_ptr<Ceilings> ceilings_;
};

}  // namespace sinter::bench

#endif  // SINTER_BENCH_CHAIN_CASE_H_
