// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heats and a final.
#include "runtime/gemm/algorithm_race.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sinter::rt {
namespace {

// A heat's time is that of one run, so what may still be the fastest is within this of the best.
constexpr double kFinalistsWithin = 1.25;
constexpr size_t kFinalists = 6;
constexpr double kAlike = 1.01;
// Of a run in the final: long against the clock's steps and a graph's start, short against what a load may take.
constexpr double kFinalMicroseconds = 200;
constexpr int kMostExecutions = 64, kHeatExecutions = 4;

double MedianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

class Race {
 public:
  Race(int count, int sets, const RecordAlgorithm& record) : sets_(sets), record_(record) { race_.times.resize(count); }

  absl::StatusOr<AlgorithmRace> Run(int rounds) {
    const int executions = std::max(sets_, kHeatExecutions);
    for (int i = 0; i < count(); ++i) {
      absl::StatusOr<std::unique_ptr<RecordedWork>> work = record_(i, executions);
      Note(i, work.ok() ? (*work)->Time() : work.status(), executions);
    }
    const std::vector<int> ranked = Ranked();
    if (ranked.empty()) return first_error_;
    SetFinal(ranked, rounds);
    return std::move(race_);
  }

 private:
  int count() const { return static_cast<int>(race_.times.size()); }
  double time(int algorithm) const { return race_.times[algorithm].microseconds; }

  void Note(int algorithm, const absl::StatusOr<double>& time, int executions) {
    if (time.ok()) {
      race_.times[algorithm].microseconds = *time / executions;
      return;
    }
    race_.times[algorithm] = {0, std::string(time.status().message())};
    if (first_error_.ok()) first_error_ = time.status();
  }

  // Those that ran, the fastest first.
  std::vector<int> Ranked() const {
    std::vector<int> ranked;
    for (int i = 0; i < count(); ++i) {
      if (race_.times[i].error.empty()) ranked.push_back(i);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [this](int a, int b) { return time(a) < time(b); });
    return ranked;
  }

  void SetFinal(const std::vector<int>& ranked, int rounds) {
    const double best = time(ranked[0]);
    const double wanted = std::ceil(kFinalMicroseconds / std::max(best, 1e-3));
    const int executions = std::max(sets_, static_cast<int>(std::min<double>(kMostExecutions, wanted)));
    std::vector<int> finalists;
    for (int i : ranked) {
      if (finalists.size() < kFinalists && time(i) <= kFinalistsWithin * best) finalists.push_back(i);
    }
    // The first as far as it can be compared: where it is far behind, its heat is good enough.
    const bool has_first = std::count(finalists.begin(), finalists.end(), 0) != 0;
    if (!has_first && race_.times[0].error.empty() && time(0) <= 2 * best) finalists.push_back(0);
    std::vector<std::unique_ptr<RecordedWork>> works(finalists.size());
    std::vector<std::vector<double>> samples(finalists.size());
    for (size_t f = 0; f < finalists.size(); ++f) {
      absl::StatusOr<std::unique_ptr<RecordedWork>> work = record_(finalists[f], executions);
      if (work.ok())
        works[f] = *std::move(work);
      else
        Note(finalists[f], work.status(), executions);
    }
    for (int round = 0; round < rounds; ++round) {
      for (size_t f = 0; f < finalists.size(); ++f) {
        if (works[f] == nullptr) continue;
        const absl::StatusOr<double> sample = works[f]->Time();
        if (sample.ok()) {
          samples[f].push_back(*sample);
        } else {
          Note(finalists[f], sample.status(), executions);
          works[f] = nullptr;
        }
      }
    }
    double least = std::numeric_limits<double>::infinity();
    for (size_t f = 0; f < finalists.size(); ++f) {
      if (works[f] == nullptr) continue;
      Note(finalists[f], MedianOf(samples[f]), executions);
      least = std::min(least, time(finalists[f]));
    }
    Decide(finalists, least);
  }

  void Decide(std::vector<int> finalists, double least) {
    std::sort(finalists.begin(), finalists.end());
    for (int i : finalists) {
      if (!race_.times[i].error.empty() || time(i) > kAlike * least) continue;
      race_.winner = i;
      return;
    }
    // Every finalist failed after its heat.
    const std::vector<int> ranked = Ranked();
    race_.winner = ranked.empty() ? 0 : ranked[0];
  }

  int sets_;
  const RecordAlgorithm& record_;
  AlgorithmRace race_;
  absl::Status first_error_;
};

}  // namespace

absl::StatusOr<AlgorithmRace> RaceAlgorithms(int count, int sets, int rounds, const RecordAlgorithm& record) {
  return Race(count, sets, record).Run(rounds);
}

}  // namespace sinter::rt
