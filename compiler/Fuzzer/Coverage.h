// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often each operator was made, on which element types and at which ranks.

#ifndef SINTER_COMPILER_FUZZER_COVERAGE_H
#define SINTER_COMPILER_FUZZER_COVERAGE_H

#include "compiler/Fuzzer/Catalog.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace sinter::fuzz {

class Coverage {
public:
  explicit Coverage(const Catalog &catalog);

  void add(const std::string &label, const std::string &type, int64_t rank);

  struct Count {
    std::string label, type;
    int64_t rank;
    uint64_t count;
  };
  /// Legal cells, the least covered first.
  std::vector<Count> ascending() const;
  /// A line an operator and type, a column a rank; "-" where the operator is not legal.
  std::string table() const;

private:
  std::map<std::tuple<std::string, std::string, int64_t>, uint64_t> counts;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_COVERAGE_H
