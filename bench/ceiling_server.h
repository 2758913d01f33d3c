// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ceilings for a process that times other things by turns with them: bench/compare.py.
#ifndef SINTER_BENCH_CEILING_SERVER_H_
#define SINTER_BENCH_CEILING_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/ceilings.h"
#include "runtime/tools/json.h"

namespace sinter::bench {

// Answers requests, each an object whose member `do` says what is asked:
//   about                                     `device`
//   prepare (read, written, sets, executions) has the ceilings of such a case, instead of those before; `names`
//   time                                      one sample of each: `copy_us`, `mix_us`
class CeilingServer {
 public:
  explicit CeilingServer(const rt::Measurement& measurement) : measurement_(measurement) {}
  // A line of JSON to another, without the newline; what is wrong is its member `error`.
  std::string Answer(absl::string_view line);

 private:
  absl::StatusOr<rt::JsonValue> AnswerRequest(absl::string_view line);
  absl::StatusOr<rt::JsonValue> Prepare(const rt::JsonValue& request);
  absl::StatusOr<rt::JsonValue> Time() const;

  rt::Measurement measurement_;
  std::unique_ptr<Ceilings> ceilings_;
};

}  // namespace sinter::bench

#endif  // SINTER_BENCH_CEILING_SERVER_H_
