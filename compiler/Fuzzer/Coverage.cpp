// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts, kept for legal cells alone.

#include "compiler/Fuzzer/Coverage.h"

#include <algorithm>
#include <cstdio>

namespace sinter::fuzz {

Coverage::Coverage(const Catalog &catalog) {
  for (const Cell &cell : catalog.cells())
    counts[{catalog.entries()[cell.entry].label, textOf(catalog.types()[cell.type]), cell.rank}] = 0;
}

void Coverage::add(const std::string &label, const std::string &type, int64_t rank) {
  auto it = counts.find({label, type, rank});
  if (it != counts.end())
    ++it->second;
}

std::vector<Coverage::Count> Coverage::ascending() const {
  std::vector<Count> result;
  for (auto &[key, count] : counts)
    result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), count});
  std::stable_sort(result.begin(), result.end(), [](const Count &a, const Count &b) { return a.count < b.count; });
  return result;
}

std::string Coverage::table() const {
  std::map<std::pair<std::string, std::string>, std::array<std::string, mostRank + 1>> lines;
  for (auto &[key, count] : counts) {
    auto &line = lines[{std::get<0>(key), std::get<1>(key)}];
    line[std::get<2>(key)] = std::to_string(count);
  }
  char buffer[160];
  std::snprintf(buffer, sizeof buffer, "%-20s %-9s", "operator", "type");
  std::string text = buffer;
  for (int64_t rank = 0; rank <= mostRank; ++rank) {
    std::snprintf(buffer, sizeof buffer, " rank %-2d", static_cast<int>(rank));
    text += buffer;
  }
  text += "\n";
  for (auto &[key, line] : lines) {
    std::snprintf(buffer, sizeof buffer, "%-20s %-9s", key.first.c_str(), key.second.c_str());
    text += buffer;
    for (const std::string &count : line) {
      std::snprintf(buffer, sizeof buffer, " %7s", count.empty() ? "-" : count.c_str());
      text += buffer;
    }
    text += "\n";
  }
  return text;
}

} // namespace sinter::fuzz
