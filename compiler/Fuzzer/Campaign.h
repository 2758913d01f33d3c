// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many graphs: batches in processes of their own, what failed, what was covered.

#ifndef SINTER_COMPILER_FUZZER_CAMPAIGN_H
#define SINTER_COMPILER_FUZZER_CAMPAIGN_H

#include "compiler/Fuzzer/ChildProcess.h"
#include "compiler/Fuzzer/Coverage.h"
#include "compiler/Fuzzer/Generator.h"
#include "compiler/Fuzzer/GraphCheck.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sinter::fuzz {

struct CampaignSettings {
  uint64_t seed = 1, first = 0, count = 1000;
  std::string device = "cpu";
  CheckSettings check;
  size_t jobs = 1, batch = 50;
  /// Seconds without a sign of life after which a process counts as hanging.
  double timeout = 120;
  /// The campaign ends early after so many failures.
  size_t mostFailures = 100;
  bool isQuiet = false;
  /// Makes graph `number`, in place of the generator.
  std::function<FuzzGraph(uint64_t number)> source;
  /// What messages call graph `number`; "graph 3" where it is empty.
  std::function<std::string(uint64_t number)> nameOf;
};

struct FailedGraph {
  uint64_t number;
  Failure failure;
};

struct CampaignResult {
  uint64_t graphs = 0, operators = 0;
  std::vector<uint32_t> operatorCounts; // one a graph
  double seconds = 0;
  std::vector<FailedGraph> failures; // by number
  Figures figures;                   // under `strict`
  std::string error;                 // where nothing could be run at all

  uint32_t medianOperators() const;
};

class Campaign {
public:
  Campaign(mlir::MLIRContext *context, const Catalog &catalog, const CampaignSettings &settings);
  ~Campaign();

  CampaignResult run();
  const Coverage &covered() const { return coverage; }

private:
  struct Job {
    std::vector<uint64_t> numbers;
  };
  struct Running;

  void work(const Job &job, const RecordWriter &writer) const;
  void start();
  void poll();
  void take(Running &running, const Record &record);
  void end(Running &running, const std::string &how);
  void fail(uint64_t number, Failure failure);
  void report(bool isLast);

  mlir::MLIRContext *context;
  const Catalog &catalog;
  CampaignSettings settings;
  Coverage coverage;
  CampaignResult result;
  std::deque<Job> waiting;
  std::vector<std::unique_ptr<Running>> running;
  std::map<uint64_t, bool> counted;
  double lastReport = 0;
  std::chrono::steady_clock::time_point begin;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_CAMPAIGN_H
