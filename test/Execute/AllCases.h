// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All cases and configurations, the same for each device.

#ifndef SINTER_TEST_EXECUTE_ALLCASES_H
#define SINTER_TEST_EXECUTE_ALLCASES_H

#include "test/Execute/Suite.h"

#include <cstdlib>

namespace sinter::test {

/// A vector is more than a thread's work where there are few points. One processor with one thread has vectors for all the small graphs; its limits are an H200's.
inline std::vector<Configuration> allConfigurations() {
  const char *few = "#kernel.gpu<processors = 1, processor_threads = 1, threads = 1024, shared_bytes = 232448, registers = 65536, vector_bytes = 16, bytes_in_flight = 49152, clusters = true>";
  return {{"Fused", true, false, false}, {"Unfused", false, false, false, few}, {"StrictFused", true, true, false, few}, {"StrictEach", true, true, true}};
}

/// A GPU that there is none of, described as data: few processors, narrow accesses, no clusters, and too little shared memory for some rows.
inline std::vector<Configuration> smallGpuConfigurations() {
  const char *gpu = "#kernel.gpu<processors = 20, processor_threads = 32, threads = 192, shared_bytes = 64, registers = 4096, vector_bytes = 8, bytes_in_flight = 1024, clusters = false>";
  return {{"SmallGpu", true, false, false, gpu}};
}

/// Products of few rows or columns, all as parts of kernels: scheduled for many processors and for one.
inline std::vector<Configuration> skinnyConfigurations() {
  std::vector<Configuration> result = {{"Skinny", true, false, false}, {"SkinnyOfFew", true, false, false, allConfigurations()[1].gpu}, {"SkinnyUnfused", false, false, false}, {"SkinnyEach", true, true, true}};
  for (Configuration &configuration : result)
    configuration.skinnyProducts = SkinnyProducts::kKernel;
  return result;
}

inline Cases casesOfProducts() {
  Cases cases;
  addLinearCases(cases);
  addSkinnyCases(cases);
  return cases;
}

/// The cases with reductions and products, where schedules differ most.
inline Cases casesOfSchedules() {
  Cases cases;
  addReductionCases(cases);
  addOrderingCases(cases);
  addCompositeCases(cases);
  addLinearCases(cases);
  return cases;
}

/// All but the random graphs.
inline Cases fixedCases() {
  Cases cases;
  addElementwiseCases(cases);
  addReductionCases(cases);
  addOrderingCases(cases);
  addShapeCases(cases);
  addTileCases(cases);
  addStreamCases(cases);
  addIndexMapCases(cases);
  addScatterCases(cases);
  addCompositeCases(cases);
  addLinearCases(cases);
  addSkinnyCases(cases);
  addPlanCases(cases);
  addFaultCases(cases);
  return cases;
}

inline Cases allCases() {
  auto number = [](const char *name, uint64_t otherwise) {
    const char *text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
  };
  Cases cases = fixedCases();
  addRandomCases(number("SINTER_RANDOM_SEED", 1), static_cast<int>(number("SINTER_RANDOM_COUNT", 60)), cases);
  return cases;
}

} // namespace sinter::test

#endif // SINTER_TEST_EXECUTE_ALLCASES_H
