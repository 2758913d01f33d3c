// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests and answers.
#include "bench/ceiling_server.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runtime/base/status_macros.h"

namespace sinter::bench {

std::string CeilingServer::Answer(absl::string_view line) {
  const absl::StatusOr<rt::JsonValue> answer = AnswerRequest(line);
  rt::JsonValue error = rt::JsonValue::Object();
  if (!answer.ok()) error.Set("error", rt::JsonValue::String(answer.status().message()));
  // Strings have no newline of their own: it is escaped.
  return absl::StrReplaceAll((answer.ok() ? *answer : error).ToText(), {{"\n", " "}});
}

absl::StatusOr<rt::JsonValue> CeilingServer::AnswerRequest(absl::string_view line) {
  SINTER_ASSIGN_OR_RETURN(const rt::JsonValue request, rt::ParseJson(line));
  SINTER_ASSIGN_OR_RETURN(const std::string what, request.GetString("do"));
  if (what == "prepare") return Prepare(request);
  if (what == "time") return Time();
  if (what != "about") {
    return absl::InvalidArgumentError(absl::StrCat("expected about, prepare or time, but got `", what, "`"));
  }
  rt::JsonValue answer = rt::JsonValue::Object();
  answer.Set("device", rt::JsonValue::String(measurement_.backend->name()));
  return answer;
}

absl::StatusOr<rt::JsonValue> CeilingServer::Prepare(const rt::JsonValue& request) {
  Footprint footprint;
  SINTER_ASSIGN_OR_RETURN(const int64_t read, request.GetCount("read"));
  SINTER_ASSIGN_OR_RETURN(const int64_t written, request.GetCount("written"));
  SINTER_ASSIGN_OR_RETURN(footprint.sets, request.GetCount("sets"));
  SINTER_ASSIGN_OR_RETURN(footprint.executions, request.GetCount("executions"));
  footprint.read_bytes = static_cast<uint64_t>(read);
  footprint.written_bytes = static_cast<uint64_t>(written);
  if (footprint.bytes() == 0 || footprint.sets == 0 || footprint.executions == 0 ||
      footprint.executions % footprint.sets != 0) {
    return absl::InvalidArgumentError("expected bytes, and executions that are a multiple of sets");
  }
  ceilings_.reset();  // its memory first
  SINTER_ASSIGN_OR_RETURN(ceilings_, Ceilings::Create(measurement_, footprint));
  rt::JsonValue answer = rt::JsonValue::Object(), names = rt::JsonValue::Array();
  for (size_t i = 0; i < ceilings_->count(); ++i) names.Add(rt::JsonValue::String(ceilings_->name(i)));
  answer.Set("names", std::move(names));
  return answer;
}

absl::StatusOr<rt::JsonValue> CeilingServer::Time() const {
  if (ceilings_ == nullptr) return absl::FailedPreconditionError("nothing is prepared");
  std::vector<double> times;
  for (size_t i = 0; i < ceilings_->count(); ++i) {
    SINTER_ASSIGN_OR_RETURN(const double time, ceilings_->Time(i));
    times.push_back(time);
  }
  rt::JsonValue answer = rt::JsonValue::Object();
  answer.Set("copy_us", rt::JsonValue::Number(ceilings_->CopyMicroseconds(times)));
  answer.Set("mix_us", rt::JsonValue::Number(ceilings_->MixMicroseconds(times)));
  return answer;
}

}  // namespace sinter::bench
