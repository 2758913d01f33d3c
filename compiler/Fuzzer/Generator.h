// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random graphs, each of a seed and its number alone.

#ifndef SINTER_COMPILER_FUZZER_GENERATOR_H
#define SINTER_COMPILER_FUZZER_GENERATOR_H

#include "compiler/Fuzzer/Catalog.h"

#include <map>
#include <vector>

namespace sinter::fuzz {

/// Deals the catalog's cells to graphs like cards, a few at a time that share type and rank, so that each is dealt equally often
/// without a graph depending on those before it.
class Generator {
public:
  Generator(mlir::MLIRContext *context, const Catalog &catalog, uint64_t seed) : context(context), catalog(catalog), seed(seed) {}

  FuzzGraph make(uint64_t number);

private:
  using Packet = std::vector<Cell>;
  const std::vector<Packet> &packetsOfRound(uint64_t round);
  const Packet &packet(uint64_t index);

  mlir::MLIRContext *context;
  const Catalog &catalog;
  uint64_t seed;
  size_t packetsPerRound = 0;
  std::map<uint64_t, std::vector<Packet>> rounds;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_GENERATOR_H
