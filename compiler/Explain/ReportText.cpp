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

/// Bytes that may be fewer than none: "-1.5 MB".
std::string signedBytesText(int64_t bytes) {
  return (bytes < 0 ? "-" : "") + bytesText(static_cast<uint64_t>(bytes < 0 ? -bytes : bytes));
}

/// The last `width` bytes, which tell places apart better than the first.
std::string endOf(const std::string &text, size_t width) {
  return text.size() <= width ? text : "…" + text.substr(text.size() - width + 1);
}

std::string plainName(const std::string &name) { return name.substr(name.find('.') + 1); }

std::string ratioText(double unfused, double fused) {
  return unfused == fused ? "1.00x" : fused > 0 ? absl::StrFormat("%.2fx", unfused / fused) : "all";
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

/// Where launches are of several kernels each: how many they hold.
std::string heldText(const FusionReport &report) {
  size_t kernels = 0, kinds = 0;
  for (const GroupEntry &group : report.groups)
    kernels += !group.isLibrary;
  for (const GroupClass &members : report.classes)
    kinds += !report.groups[members.groups.front()].isLibrary;
  return kernels == report.kernelsLaunched
             ? ""
             : absl::StrFormat(" holding %d kernels of %s", kernels, countText(kinds, "kind", "kinds"));
}

std::string originText(const MachineModel &machine) {
  return machine.isGiven      ? "as given"
         : machine.isMeasured ? absl::StrFormat("measured on an %s", machine.name)
                              : absl::StrFormat("the bytes by the data sheet of an %s", machine.name);
}

/// What was saved and what is left, each by what it is for.
void appendBytes(const FusionReport &report, std::string &text) {
  const SavedBytes &saved = report.saved;
  std::vector<std::string> parts;
  auto add = [&](int64_t bytes, const char *what) {
    if (bytes != 0)
      parts.push_back(signedBytesText(bytes) + " " + what);
  };
  add(saved.kept, "by edges kept");
  add(saved.inputs, saved.inputs < 0 ? "for inputs read again" : "by inputs read once");
  add(saved.rewritten, "by what was folded away or rewritten");
  add(saved.added, "for partial results and copies");
  absl::StrAppendFormat(&text, "  bytes saved: %s%s%s\n", signedBytesText(saved.total()), parts.empty() ? "" : " = ",
                        absl::StrJoin(parts, ", "));
  const PlanTraffic &left = report.traffic;
  parts.clear();
  add(static_cast<int64_t>(left.inputs), "inputs read");
  add(static_cast<int64_t>(left.results), "results written");
  add(static_cast<int64_t>(left.between), "between groups");
  add(static_cast<int64_t>(left.partial), "partial results");
  add(static_cast<int64_t>(left.copies), "copies");
  absl::StrAppendFormat(&text, "  bytes left: %s%s%s\n", bytesText(report.fused.bytes), parts.empty() ? "" : " = ",
                        absl::StrJoin(parts, ", "));
}

/// What is launched, and how its time was reckoned.
void appendLaunches(const FusionReport &report, std::string &text) {
  const MachineModel &machine = report.machine;
  absl::StrAppendFormat(&text, "  fused launches: %s (%d distinct)%s, %s, %s\n",
                        countText(report.kernelsLaunched, "kernel", "kernels"), report.kernelsDistinct,
                        heldText(report), countText(report.libraryCalls, "library call", "library calls"),
                        countText(report.copies, "copy", "copies"));
  absl::StrAppendFormat(&text, "  time of a kernel: %.2f us a launch + bytes / %.0f GB/s, %s\n",
                        machine.launchMicroseconds, machine.gigabytesPerSecond, originText(machine));
  double products = 0;
  for (const GroupEntry &group : report.groups)
    products += group.isLibrary ? group.microseconds : 0;
  if (products > 0)
    absl::StrAppendFormat(&text,
                          "  of a library's product: a launch + the longer of bytes and flops (%.0f TFLOP/s in 16 "
                          "bits%s, %.0f in f32 by the data sheet); together %s of the fused time\n",
                          machine.teraflops16, machine.isMeasured ? ", measured" : "", machine.teraflops32,
                          timeText(products));
  absl::StrAppendFormat(&text, "  %s of the fused time is the cost of %s, whatever they move\n",
                        timeText(report.fused.launches * machine.launchMicroseconds),
                        countText(report.fused.launches, "launch", "launches"));
}

/// What fusion is worth, or why there is nothing to compare.
std::string verdictText(const FusionReport &report) {
  const PlanTotals &before = report.unfused, &after = report.fused;
  if (after.launches == 0)
    return "nothing is launched: the graph returns nothing that has to be computed or copied";
  if (report.groups.empty())
    return "nothing is launched but copies: every result is an argument, or a constant that is made at load";
  if (before.launches == 0)
    return "nothing to compare with: unfused, the graph's operators move nothing; what is launched lays out results";
  return absl::StrFormat("expected to be %s as fast as unfused", ratioText(before.microseconds, after.microseconds));
}

void appendVerdict(const FusionReport &report, std::string &text) {
  const PlanTotals &before = report.unfused, &after = report.fused;
  absl::StrAppendFormat(&text, "\nVERDICT: %s\n", verdictText(report));
  absl::StrAppendFormat(&text, "  %-32s %9s %12s %12s\n", "", "launches", "bytes", "time");
  absl::StrAppendFormat(&text, "  %-32s %9d %12s %12s\n", "unfused: an operator, a launch", before.launches,
                        bytesText(before.bytes), timeText(before.microseconds));
  absl::StrAppendFormat(&text, "  %-32s %9d %12s %12s\n", "fused", after.launches, bytesText(after.bytes),
                        timeText(after.microseconds));
  // Where either has no launch there is no ratio.
  if (before.launches != 0 && after.launches != 0)
    absl::StrAppendFormat(&text, "  %-32s %9s %12s %12s\n", "gain", ratioText(before.launches, after.launches),
                        ratioText(static_cast<double>(before.bytes), static_cast<double>(after.bytes)),
                        ratioText(before.microseconds, after.microseconds));
  if (after.launches != 0)
    appendLaunches(report, text);
  appendBytes(report, text);
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
  std::map<std::tuple<std::string, std::string, std::vector<uint64_t>, std::vector<size_t>>, size_t> known;
  std::vector<LedgerRow> rows;
  for (const OperatorEntry &op : report.operators) {
    std::vector<uint64_t> figures = {op.unfusedRead, op.unfusedWritten, op.fusedRead, op.fusedWritten, op.flops};
    if (!op.isLaunch && op.fusedRead + op.fusedWritten == 0)
      continue;
    std::vector<size_t> classes;
    for (unsigned group : op.groups)
      classes.push_back(classOf[group]);
    auto [it, isNew] = known.try_emplace({op.op.name, op.fate, std::move(figures), std::move(classes)}, rows.size());
    if (isNew)
      rows.push_back({&op});
    ++rows[it->second].count;
  }
  return rows;
}

/// Keeps the `top` rows that move most, in the graph's order, and returns the others.
std::vector<LedgerRow> takeOthers(std::vector<LedgerRow> &rows, unsigned top) {
  if (top == 0 || rows.size() <= top)
    return {};
  std::stable_sort(rows.begin(), rows.end(), [](const LedgerRow &a, const LedgerRow &b) {
    return std::max(a.unfused(), a.fused()) > std::max(b.unfused(), b.fused());
  });
  std::vector<LedgerRow> others(rows.begin() + top, rows.end());
  rows.resize(top);
  std::sort(rows.begin(), rows.end(), [](const LedgerRow &a, const LedgerRow &b) { return a.first < b.first; });
  return others;
}

void appendLedgerSum(const std::string &what, uint64_t unfused, uint64_t fused, std::string &text) {
  absl::StrAppendFormat(&text, "  %-51s | %21s | %21s | %10s |\n", what, bytesText(unfused), bytesText(fused),
                        signedBytesText(static_cast<int64_t>(unfused - fused)));
}

void appendLedgerRow(const LedgerRow &row, std::string &text) {
  const OperatorEntry &op = *row.first;
  uint64_t each = op.unfusedRead + op.unfusedWritten;
  std::string groups = absl::StrJoin(op.groups, ",");
  groups = groups.size() > 16 ? groups.substr(0, 15) + "…" : groups;
  std::string fate = groups.empty() && op.fate.empty() ? "none" : op.fate;
  absl::StrAppendFormat(
      &text, "  %-16s %-28s %5s | %10s %10s | %10s %10s | %10s | %9.3g %7.2f  %s%s%s\n", plainName(op.op.name),
      endOf(op.op.place, 28), row.count > 1 ? absl::StrCat("x", row.count) : "", bytesText(op.unfusedRead),
      bytesText(op.unfusedWritten), bytesText(op.fusedRead), bytesText(op.fusedWritten),
      signedBytesText(static_cast<int64_t>(each - op.fusedRead - op.fusedWritten)), static_cast<double>(op.flops),
      each ? static_cast<double>(op.flops) / static_cast<double>(each) : 0.0, groups,
      groups.empty() || fate.empty() ? "" : " ", fate);
}

void appendLedger(const FusionReport &report, unsigned top, std::string &text) {
  std::vector<LedgerRow> rows = ledgerRows(report);
  size_t all = rows.size();
  std::vector<LedgerRow> others = takeOthers(rows, top);
  absl::StrAppendFormat(
      &text, "\nLEDGER: bytes by operator, in the graph's order: as a launch of its own, in the plan, and saved%s\n",
      rows.size() < all ? absl::StrFormat(" (the %d of %d rows that move most; --top=0 shows all)", rows.size(), all)
                        : "");
  absl::StrAppendFormat(&text, "  %-16s %-28s %5s | %10s %10s | %10s %10s | %10s | %9s %7s  %s\n", "operator", "place",
                        "times", "reads", "writes", "reads", "writes", "saved", "flops", "flop/B", "group");
  for (const LedgerRow &row : rows)
    appendLedgerRow(row, text);
  uint64_t unfused = 0, fused = 0;
  for (const LedgerRow &row : others) {
    unfused += row.unfused();
    fused += row.fused();
  }
  if (!others.empty())
    appendLedgerSum(absl::StrFormat("others (%s), all times", countText(others.size(), "row", "rows")), unfused, fused,
                    text);
  if (report.traffic.copies != 0)
    appendLedgerSum(countText(report.copies, "copy", "copies"), 0, report.traffic.copies, text);
  appendLedgerSum("together, all times", report.unfused.bytes, report.fused.bytes, text);
}

/// How much a group computes, and what its kernel asks of a processor.
void appendResources(const GroupEntry &group, std::string &text) {
  uint64_t bytes = group.read + group.written;
  absl::StrAppendFormat(&text, "    %.2f flop/B: %s-bound (compute from %s%.1f)\n",
                        bytes ? static_cast<double>(group.flops) / static_cast<double>(bytes) : 0.0, group.bound,
                        group.isLibrary ? "" : "about ", group.balance);
  if (group.isLibrary)
    return;
  if (group.registers)
    absl::StrAppendFormat(&text, "    machine code: %d registers a thread, %d B spilled, %d B of shared memory\n",
                          *group.registers, group.spilledBytes.value_or(0), group.sharedBytes);
  else
    absl::StrAppendFormat(&text,
                          "    machine code: not compiled; by its schedule %d B of values held a thread, %d B of "
                          "shared memory\n",
                          4 * group.heldRegisters, group.sharedBytes);
  if (!group.relief.empty())
    absl::StrAppendFormat(&text, "    its first schedule %s\n", group.relief);
}

void appendGroup(const FusionReport &report, const GroupClass &members, std::string &text) {
  unsigned number = members.groups.front();
  const GroupEntry &group = report.groups[number];
  size_t count = members.groups.size();
  double together = 0;
  for (unsigned one : members.groups)
    together += report.groups[one].microseconds;
  absl::StrAppendFormat(&text, "\n  group %d%s%s: %s, %s, %s%s\n", number,
                        group.launchOf ? absl::StrFormat(" (a further launch of group %d)", *group.launchOf) : "",
                        count > 1 ? absl::StrFormat(" and %d more alike", count - 1) : "",
                        group.isLibrary ? "library call" : "kernel " + group.symbol,
                        bytesText(group.read + group.written), timeText(together / static_cast<double>(count)),
                        count > 1 ? absl::StrFormat(" each, %s together", timeText(together)) : "");
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
  for (const rt::MatmulPin &pin : group.pins)
    absl::StrAppendFormat(&text, "    by %s, pinned by tuning for %s and %s: %.2f us, %.2f us by the library's first estimate\n", pin.words,
                          pin.device, pin.provider, pin.microseconds, pin.estimate_microseconds);
  appendResources(group, text);
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
    double sum = 0;
    for (unsigned group : members->groups)
      sum += report.groups[group].microseconds;
    return sum;
  };
  std::stable_sort(classes.begin(), classes.end(),
                   [&](const GroupClass *a, const GroupClass *b) { return time(a) > time(b); });
  size_t all = classes.size();
  if (top != 0 && all > top)
    classes.resize(top);
  absl::StrAppendFormat(
      &text, "\nGROUPS: %d in %s%s, those that take longest first%s\n", report.groups.size(),
      countText(all, "kind", "kinds"),
      report.fused.launches - report.copies < report.groups.size()
          ? absl::StrFormat(", in %s", countText(report.fused.launches - report.copies, "launch", "launches"))
          : "",
      classes.size() < all ? absl::StrFormat(" (%d shown)", classes.size()) : "");
  for (const GroupClass *members : classes)
    appendGroup(report, *members, text);
}

/// Boundaries that differ in nothing but places.
struct BoundaryRow {
  const BoundaryEntry *first;
  size_t count = 0;
  uint64_t bytes() const { return count * (first->written + first->read); }
};

std::vector<BoundaryRow> boundaryRows(const FusionReport &report) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, uint64_t, uint64_t>, size_t> known;
  std::vector<BoundaryRow> rows;
  for (const BoundaryEntry &one : report.boundaries) {
    auto [it, isNew] = known.try_emplace(
        {one.producer.name, one.consumer.name, one.reason, one.type, one.written, one.read}, rows.size());
    if (isNew)
      rows.push_back({&one});
    ++rows[it->second].count;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const BoundaryRow &a, const BoundaryRow &b) { return a.bytes() > b.bytes(); });
  return rows;
}

void appendBoundaries(const FusionReport &report, unsigned top, std::string &text) {
  size_t kept = 0, cut = 0;
  for (const EdgeEntry &edge : report.edges) {
    // Between the parts of one operator there is nothing that anyone would have stored.
    kept += edge.isKept && !(edge.producer == edge.consumer);
    cut += !edge.isKept;
  }
  std::vector<BoundaryRow> rows = boundaryRows(report);
  uint64_t bytes = 0;
  for (const BoundaryRow &row : rows)
    bytes += row.bytes();
  size_t all = rows.size();
  absl::StrAppendFormat(&text, "\nBOUNDARIES: launches pass on %s through memory, in %s", bytesText(bytes),
                        countText(report.boundaries.size(), "read", "reads"));
  if (report.traffic.partial != 0)
    absl::StrAppendFormat(&text,
                          "; %s of it partial results, between the launches of one group or of a product in parts",
                          bytesText(report.traffic.partial));
  absl::StrAppendFormat(&text, "; of the rewritten graph's edges, seen through shape operators, %d kept, %d cut\n",
                        kept, cut);
  if (top != 0 && all > top)
    rows.resize(top);
  for (const BoundaryRow &row : rows) {
    const BoundaryEntry &one = *row.first;
    absl::StrAppendFormat(&text, "  %10s  %s (%s) -> %s (%s)%s\n", bytesText(row.bytes()), plainName(one.producer.name),
                          endOf(one.producer.place, 40), plainName(one.consumer.name), endOf(one.consumer.place, 40),
                          row.count > 1 ? absl::StrFormat(" and %d more alike", row.count - 1) : "");
    absl::StrAppendFormat(&text, "              %s; group %d to %d, %s: %s written, %s read%s\n", one.reason, one.from,
                          one.to, one.type, bytesText(one.written), bytesText(one.read), row.count > 1 ? " each" : "");
  }
  if (rows.size() < all)
    absl::StrAppendFormat(&text, "  and %d more kinds; --top=0 shows all\n", all - rows.size());
}

void appendProducts(absl::string_view head, const std::vector<ProductEntry> &products, unsigned top, std::string &text) {
  if (products.empty())
    return;
  absl::StrAppendFormat(&text, "\n%s: %d\n", head, products.size());
  std::map<std::string, std::pair<std::string, size_t>> alike;
  std::vector<std::string> order;
  for (const ProductEntry &one : products) {
    auto [it, isNew] = alike.try_emplace(one.text, one.place, 0);
    if (isNew)
      order.push_back(one.text);
    ++it->second.second;
  }
  for (size_t i = 0; i < order.size() && (top == 0 || i < top); ++i) {
    auto &[place, count] = alike[order[i]];
    absl::StrAppendFormat(&text, "  %s%s: %s\n", endOf(place, 40), count > 1 ? absl::StrFormat(" and %d more", count - 1) : "", order[i]);
  }
  if (top != 0 && order.size() > top)
    absl::StrAppendFormat(&text, "  and %d more kinds; --top=0 shows all\n", order.size() - top);
}

} // namespace

std::string reportAsText(const FusionReport &report, unsigned top) {
  std::string text;
  appendHead(report, text);
  appendVerdict(report, text);
  appendLedger(report, top, text);
  appendGroups(report, top, text);
  appendBoundaries(report, top, text);
  appendProducts("PRODUCTS of few rows or columns", report.products, top, text);
  appendProducts("LEFT SIDES of several products", report.families, top, text);
  return text;
}

} // namespace sinter
