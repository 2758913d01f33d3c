// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets of cells, dealt round by round.

#include "compiler/Fuzzer/Generator.h"

using namespace mlir;

namespace sinter::fuzz {

constexpr size_t cellsPerPacket = 5, packetsPerGraph = 5;

/// All cells, those of one type and rank together, cut into packets in the order of the round.
const std::vector<Generator::Packet> &Generator::packetsOfRound(uint64_t round) {
  auto it = rounds.find(round);
  if (it != rounds.end())
    return it->second;
  Random random(seed ^ 0x5EED, round);
  std::map<std::pair<size_t, int64_t>, std::vector<Cell>> groups;
  for (const Cell &cell : catalog.cells())
    groups[{cell.type, cell.rank}].push_back(cell);
  std::vector<Packet> packets;
  for (auto &[key, cells] : groups) {
    random.shuffle(cells);
    for (size_t begin = 0; begin < cells.size(); begin += cellsPerPacket)
      packets.emplace_back(cells.begin() + begin, cells.begin() + std::min(cells.size(), begin + cellsPerPacket));
  }
  random.shuffle(packets);
  packetsPerRound = packets.size();
  if (rounds.size() > 2)
    rounds.clear();
  return rounds.emplace(round, std::move(packets)).first->second;
}

const Generator::Packet &Generator::packet(uint64_t index) {
  if (packetsPerRound == 0)
    packetsOfRound(0);
  return packetsOfRound(index / packetsPerRound)[index % packetsPerRound];
}

FuzzGraph Generator::make(uint64_t number) {
  GraphBuilder g(context, seed, number);
  for (size_t i = 0; i < packetsPerGraph; ++i) {
    Packet cells = packet(number * packetsPerGraph + i);
    for (const Cell &cell : cells) {
      const OperatorEntry &entry = catalog.entries()[cell.entry];
      for (int attempt = 0; attempt < 24 && !entry.emit(g, catalog.types()[cell.type], cell.rank); ++attempt) {
      }
    }
  }
  return g.finish();
}

} // namespace sinter::fuzz
