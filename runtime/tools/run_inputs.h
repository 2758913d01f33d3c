// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of an entry's symbols and inputs, from files or made up.
#ifndef SINTER_RUNTIME_TOOLS_RUN_INPUTS_H_
#define SINTER_RUNTIME_TOOLS_RUN_INPUTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/plan/plan_model.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

// kRandom: RandomTensor by the seed and the input's place. kGenerate: GenerateInput by the input's name.
enum class InputValues { kRandom, kGenerate };

struct InputOptions {
  InputValues values = InputValues::kRandom;
  uint64_t seed = 0;
  std::map<std::string, std::string> files;  // by input, .npy
  std::map<std::string, int64_t> dims;       // by symbol
};

struct RunInputs {
  std::vector<int64_t> symbols;     // in the entry's order
  std::vector<HostTensor> tensors;  // dense, in the order of the inputs
};

// A symbol's value is what --dim gives, or the dim of a file; the two must agree. Errors are the user's and name the
// symbol, the input or the file.
absl::StatusOr<RunInputs> MakeInputs(const Entry& entry, const InputOptions& options);

// The dims of one of the entry's arguments at these values of the symbols.
absl::StatusOr<std::vector<int64_t>> ArgumentDims(const Entry& entry, const Argument& argument,
                                                  const std::vector<int64_t>& symbols);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_RUN_INPUTS_H_
