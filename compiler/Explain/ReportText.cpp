// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report for people: the verdict first, then what it is made of.

#include "compiler/Explain/FusionReport.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sinter {
namespace {

std::string bytesText(uint64_t bytes) {
  constexpr const char *units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  unsigned unit = 0;
  for (; value >= 999.95 && unit + 1 < std::size(units); ++unit)
    value /= 1000;
  return unit == 0 ? absl::StrFormat("%d B", bytes) : absl::StrFormat("%.1f %s", value, units[unit]);
}

std::string timeText(double microseconds) {
  return microseconds < 999.95 ? absl::StrFormat("%.1f us", microseconds)
                               : absl::StrFormat("%.3f ms", microseconds / 1000);
}

std::string countText(size_t count, const char *one, const char *many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

/// The last `width` bytes, which tell places apart better than the first.
std::string endOf(const std::string &text, size_t width) {
  return text.size() <= width ? text : "…" + text.substr(text.size() - width + 1);
}

std::string plainName(const std::string &name) { return name.substr(name.find('.') + 1); }

std::string ratioText(double unfused, double fused) {
  return fused > 0 && unfused > 0 ? absl::StrFormat("%.2fx", unfused / fused) : "-";
}

void appendHead(const FusionReport &report, std::string &text) {
  absl::StrAppendFormat(&text, "%s, entry %s, for %s\n", report.graph, report.entry, report.target);
  std::vector<std::string> given, assumed;
  for (const SymbolEntry &symbol : report.symbols)
    (symbol.isGiven ? given : assumed).push_back(absl::StrCat(symbol.name, " = ", symbol.value));
  if (!given.empty())
    absl::StrAppendFormat(&text, "with %s\n", absl::StrJoin(given, ", "));
  if (!assumed.empty())
    absl::StrAppendFormat(&text,
                          "with %s, as no --dim says otherwise: the greatest value that a graph's text allows (4096 "
                          "where it sets no limit), 128 of an ONNX model\n",
                          absl::StrJoin(assumed, ", "));
}

void appendVerdict(const FusionReport &report, std::string &text) {
  const PlanTotals &before = report.unfused, &after = report.fused;
  const MachineModel &machine = report.machine;
  absl::StrAppendFormat(&text, "\nVERDICT: expected to be %s as fast as unfused\n",
                        ratioText(before.microseconds, after.microseconds));
  absl::StrAppendFormat(&text, "  %-32s %9s %12s %12s\n", "", "launches", "bytes", "time");
  absl::StrAppendFormat(&text, "  %-32s %9d %12s %12s\n", "unfused: an operator, a launch", before.launches,
                        bytesText(before.bytes), timeText(before.microseconds));
  absl::StrAppendFormat(&text, "  %-32s %9d %12s %12s\n", "fused", after.launches, bytesText(after.bytes),
                        timeText(after.microseconds));
  absl::StrAppendFormat(&text, "  %-32s %9s %12s %12s\n", "gain", ratioText(before.launches, after.launches),
                        ratioText(static_cast<double>(before.bytes), static_cast<double>(after.bytes)),
                        ratioText(before.microseconds, after.microseconds));
  absl::StrAppendFormat(&text, "  fused launches: %s (%d distinct), %s, %s\n",
                        countText(report.kernelsLaunched, "kernel", "kernels"), report.kernelsDistinct,
                        countText(report.libraryCalls, "library call", "library calls"),
                        countText(report.copies, "copy", "copies"));
  absl::StrAppendFormat(&text, "  time = %.2f us a launch + bytes / %.0f GB/s: an %s, %s\n", machine.launchMicroseconds,
                        machine.gigabytesPerSecond, machine.name,
                        machine.isMeasured ? "measured" : "by its data sheet");
  double products = 0;
  for (const GroupEntry &group : report.groups)
    products += group.isLibrary ? group.microseconds : 0;
  if (products > 0)
    absl::StrAppendFormat(&text,
                          "  a library's product: the longer of bytes and flops (%.0f TFLOP/s in 16 bits, %.0f in "
                          "f32); together %s of the fused time\n",
                          machine.teraflops16, machine.teraflops32, timeText(products));
  absl::StrAppendFormat(&text, "  %s of the fused time is the cost of %s, whatever they move\n",
                        timeText(after.launches * machine.launchMicroseconds),
                        countText(after.launches, "launch", "launches"));
}

/// Operators of one name that move as much, in groups alike.
struct LedgerRow {
  const OperatorEntry *first;
  size_t count = 0;
  uint64_t unfused() const { return count * (first->unfusedRead + first->unfusedWritten); }
  uint64_t fused() const { return count * (first->fusedRead + first->fusedWritten); }
};

std::vector<LedgerRow> ledgerRows(const FusionReport &report) {
  std::vector<size_t> classOf(report.groups.size());
  for (size_t i = 0; i < report.classes.size(); ++i)
    for (unsigned group : report.classes[i].groups)
      classOf[group] = i;
  std::map<std::tuple<std::string, std::vector<uint64_t>, std::vector<size_t>>, size_t> known;
  std::vector<LedgerRow> rows;
  for (const OperatorEntry &op : report.operators) {
    std::vector<uint64_t> figures = {op.unfusedRead, op.unfusedWritten, op.fusedRead, op.fusedWritten, op.flops};
    if (!op.isLaunch && op.fusedRead + op.fusedWritten == 0)
      continue;
    std::vector<size_t> classes;
    for (unsigned group : op.groups)
      classes.push_back(classOf[group]);
    auto [it, isNew] = known.try_emplace({op.op.name, std::move(figures), std::move(classes)}, rows.size());
    if (isNew)
      rows.push_back({&op});
    ++rows[it->second].count;
  }
  return rows;
}

void appendLedger(const FusionReport &report, unsigned top, std::string &text) {
  std::vector<LedgerRow> rows = ledgerRows(report);
  size_t all = rows.size();
  if (top != 0 && all > top) {
    std::stable_sort(rows.begin(), rows.end(), [](const LedgerRow &a, const LedgerRow &b) {
      return std::max(a.unfused(), a.fused()) > std::max(b.unfused(), b.fused());
    });
    rows.resize(top);
    std::sort(rows.begin(), rows.end(), [](const LedgerRow &a, const LedgerRow &b) { return a.first < b.first; });
  }
  absl::StrAppendFormat(
      &text, "\nLEDGER: bytes by operator: as a launch of its own, and in the plan%s\n",
      rows.size() < all ? absl::StrFormat(" (the %d of %d rows that move most; --top=0 shows all)", rows.size(), all)
                        : "");
  absl::StrAppendFormat(&text, "  %-16s %-28s %5s | %10s %10s | %10s %10s | %9s %7s  %s\n", "operator", "place",
                        "times", "reads", "writes", "reads", "writes", "flops", "flop/B", "group");
  uint64_t unfused = 0, fused = 0;
  for (const LedgerRow &row : rows) {
    const OperatorEntry &op = *row.first;
    uint64_t each = op.unfusedRead + op.unfusedWritten;
    unfused += row.unfused();
    fused += row.fused();
    std::string groups = op.groups.empty() ? "none" : absl::StrJoin(op.groups, ",");
    absl::StrAppendFormat(&text, "  %-16s %-28s %5s | %10s %10s | %10s %10s | %9.3g %7.2f  %s\n", plainName(op.op.name),
                          endOf(op.op.place, 28), row.count > 1 ? absl::StrCat("x", row.count) : "",
                          bytesText(op.unfusedRead), bytesText(op.unfusedWritten), bytesText(op.fusedRead),
                          bytesText(op.fusedWritten), static_cast<double>(op.flops),
                          each ? static_cast<double>(op.flops) / static_cast<double>(each) : 0.0,
                          groups.size() > 16 ? groups.substr(0, 15) + "…" : groups);
  }
  absl::StrAppendFormat(&text, "  %-51s | %21s | %21s |\n",
                        rows.size() < all ? "these, all times" : "together, all times", bytesText(unfused),
                        bytesText(fused));
}

void appendGroup(const FusionReport &report, const GroupClass &members, std::string &text) {
  unsigned number = members.groups.front();
  const GroupEntry &group = report.groups[number];
  size_t count = members.groups.size();
  absl::StrAppendFormat(
      &text, "\n  group %d%s%s: %s, %s, %s%s\n", number,
      group.launchOf ? absl::StrFormat(" (a further launch of group %d)", *group.launchOf) : "",
      count > 1 ? absl::StrFormat(" and %d more alike", count - 1) : "",
      group.isLibrary ? "library call" : "kernel " + group.symbol, bytesText(group.read + group.written),
      timeText(group.microseconds),
      count > 1 ? absl::StrFormat(" each, %s together", timeText(group.microseconds * static_cast<double>(count)))
                : "");
  absl::StrAppendFormat(&text, "    over %s; %s\n", group.domain, group.schedule);
  if (!group.companions.empty()) {
    std::vector<unsigned> others = group.companions;
    others.resize(std::min<size_t>(others.size(), 8));
    absl::StrAppendFormat(&text, "    in one launch, %s, with group %s%s\n", group.launchedAs,
                          absl::StrJoin(others, ", "),
                          others.size() < group.companions.size()
                              ? absl::StrFormat(" and %d more", group.companions.size() - others.size())
                              : "");
  }
  if (!group.isLibrary) {
    std::string registers = group.registers
                                ? absl::StrFormat("%d registers a thread, %d bytes spilled", *group.registers,
                                                  group.spilledBytes.value_or(0))
                                : absl::StrFormat("values held in %d registers a thread", group.heldRegisters);
    absl::StrAppendFormat(&text, "    %s, %s of shared memory\n", registers, bytesText(group.sharedBytes));
  }
  std::vector<std::string> names;
  for (const OperatorPlace &member : group.members) {
    if (names.size() == 12) {
      names.push_back(absl::StrFormat("and %d more", group.members.size() - names.size()));
      break;
    }
    names.push_back(absl::StrFormat("%s (%s)", plainName(member.name), endOf(member.place, 40)));
  }
  // A further launch has the members of its group.
  if (!group.launchOf)
    absl::StrAppendFormat(&text, "    of %s\n", names.empty() ? "shape operators alone" : absl::StrJoin(names, ", "));
  for (const BufferEntry &buffer : group.buffers)
    absl::StrAppendFormat(&text, "    %-4s %-28s %s %10s, %s\n", buffer.name, buffer.type,
                          buffer.written ? "writes" : "reads ", bytesText(buffer.read + buffer.written),
                          (buffer.written ? "to " : "from ") + buffer.other);
}

void appendGroups(const FusionReport &report, unsigned top, std::string &text) {
  std::vector<const GroupClass *> classes;
  for (const GroupClass &members : report.classes)
    classes.push_back(&members);
  auto time = [&](const GroupClass *members) {
    return report.groups[members->groups.front()].microseconds * static_cast<double>(members->groups.size());
  };
  std::stable_sort(classes.begin(), classes.end(),
                   [&](const GroupClass *a, const GroupClass *b) { return time(a) > time(b); });
  size_t all = classes.size();
  if (top != 0 && all > top)
    classes.resize(top);
  absl::StrAppendFormat(&text, "\nGROUPS: %d in %d kinds, those that take longest first%s\n", report.groups.size(), all,
                        classes.size() < all ? absl::StrFormat(" (%d shown)", classes.size()) : "");
  for (const GroupClass *members : classes)
    appendGroup(report, *members, text);
}

/// Edges that were cut and differ in nothing but places.
struct Boundary {
  const EdgeEntry *first;
  size_t count = 0;
  uint64_t bytes = 0;
};

void appendBoundaries(const FusionReport &report, unsigned top, std::string &text) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, size_t> known;
  std::vector<Boundary> boundaries;
  size_t kept = 0, cut = 0;
  uint64_t saved = 0;
  for (const EdgeEntry &edge : report.edges) {
    // Between the parts of one operator there is nothing that anyone would have stored.
    bool isInside = edge.producer == edge.consumer;
    kept += edge.isKept && !isInside;
    saved += edge.isKept && !isInside ? edge.bytes : 0;
    if (edge.isKept)
      continue;
    ++cut;
    auto [it, isNew] =
        known.try_emplace({edge.producer.name, edge.consumer.name, edge.reason, edge.formula}, boundaries.size());
    if (isNew)
      boundaries.push_back({&edge});
    ++boundaries[it->second].count;
    boundaries[it->second].bytes += edge.bytes;
  }
  std::stable_sort(boundaries.begin(), boundaries.end(),
                   [](const Boundary &a, const Boundary &b) { return a.bytes > b.bytes; });
  size_t all = boundaries.size();
  absl::StrAppendFormat(&text, "\nBOUNDARIES: %s between operators kept, which saves %s; %d cut\n",
                        countText(kept, "edge", "edges"), bytesText(saved), cut);
  if (top != 0 && all > top)
    boundaries.resize(top);
  for (const Boundary &boundary : boundaries) {
    const EdgeEntry &edge = *boundary.first;
    absl::StrAppendFormat(&text, "  %10s  %s (%s) -> %s (%s)%s\n              %s; %s bytes%s\n",
                          bytesText(boundary.bytes), plainName(edge.producer.name), endOf(edge.producer.place, 40),
                          plainName(edge.consumer.name), endOf(edge.consumer.place, 40),
                          boundary.count > 1 ? absl::StrFormat(" and %d more alike", boundary.count - 1) : "",
                          edge.reason, edge.formula, boundary.count > 1 ? " each" : "");
  }
  if (boundaries.size() < all)
    absl::StrAppendFormat(&text, "  and %d more kinds; --top=0 shows all\n", all - boundaries.size());
}

} // namespace

std::string reportAsText(const FusionReport &report, unsigned top) {
  std::string text;
  appendHead(report, text);
  appendVerdict(report, text);
  appendLedger(report, top, text);
  appendGroups(report, top, text);
  appendBoundaries(report, top, text);
  return text;
}

} // namespace sinter
