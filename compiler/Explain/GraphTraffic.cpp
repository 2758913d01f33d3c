// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows values of the graph as it was read to operators that a plan still has.

#include "compiler/Explain/GraphTraffic.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Explain/TrafficLedger.h"
#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace sinter {

void GraphTraffic::set(unsigned row, Operation *op, llvm::function_ref<int(Value)> rowOf, const SymbolValues &values) {
  rows.resize(std::max<size_t>(rows.size(), row + 1));
  Row &entry = rows[row];
  entry = {};
  entry.isShape = isa<IndexMapOpInterface>(op);
  entry.isConstant = true;
  for (Value operand : op->getOperands()) {
    Value source = readSource(operand);
    int from = rowOf(source);
    entry.sources.push_back(from);
    bool isConstant =
        from >= 0 ? rows[from].isConstant : isa_and_nonnull<ConstantSourceOpInterface>(source.getDefiningOp());
    entry.isConstant &= isConstant;
  }
  if (movesNothing(op))
    return;
  for (auto [source, bytes] : countReads(op, values))
    entry.reads.push_back({rowOf(source), source.getAsOpaquePointer(), bytes});
  for (Value result : op->getResults())
    (isReturned(result, movesNothing) ? entry.results : entry.written) += values.countBytes(getComputedType(result));
}

GraphTraffic::Source GraphTraffic::findSource(int row, const std::vector<OperatorEntry> &operators) const {
  // A shape operator that is gone is how its reader sees its operand.
  while (row >= 0 && operators[row].groups.empty() && !rows[row].isConstant && rows[row].isShape &&
         !rows[row].sources.empty())
    row = rows[row].sources.front();
  if (row < 0)
    return Source::Input;
  if (!operators[row].groups.empty())
    return Source::Operator;
  return rows[row].isConstant ? Source::Input : Source::Gone;
}

void GraphTraffic::readInstead(const Read &gone, const std::vector<OperatorEntry> &operators,
                               llvm::SmallDenseSet<const void *> &seen, Bytes &bytes) const {
  if (!seen.insert(gone.value).second)
    return;
  for (const Read &read : rows[gone.row].reads) {
    Source source = findSource(read.row, operators);
    if (source == Source::Gone)
      readInstead(read, operators, seen, bytes);
    else if (seen.insert(read.value).second) {
      bytes.of(source) += read.bytes;
      bytes.gone -= read.bytes;
    }
  }
}

SavedBytes GraphTraffic::split(const std::vector<OperatorEntry> &operators, const PlanTraffic &plan) const {
  Bytes bytes;
  for (auto [row, op] : llvm::zip_equal(rows, operators)) {
    if (op.groups.empty()) {
      bytes.gone += row.written + row.results;
      for (const Read &read : row.reads)
        bytes.gone += read.bytes;
      continue;
    }
    bytes.between += row.written;
    bytes.results += row.results;
    llvm::SmallDenseSet<const void *> seen;
    for (const Read &read : row.reads)
      seen.insert(read.value);
    for (const Read &read : row.reads) {
      Source source = findSource(read.row, operators);
      bytes.of(source) += read.bytes;
      seen.erase(source == Source::Gone ? read.value : nullptr);
      if (source == Source::Gone && read.row >= 0)
        readInstead(read, operators, seen, bytes);
    }
  }
  SavedBytes saved;
  saved.kept = bytes.between - static_cast<int64_t>(plan.between);
  saved.inputs = bytes.inputs - static_cast<int64_t>(plan.inputs);
  saved.rewritten = bytes.gone + bytes.results - static_cast<int64_t>(plan.results);
  saved.added = -static_cast<int64_t>(plan.partial + plan.copies);
  return saved;
}

std::string GraphTraffic::fateOf(unsigned row, const std::vector<OperatorEntry> &operators,
                                 ArrayRef<SmallVector<unsigned>> readers) const {
  auto plain = [](StringRef name) { return name.substr(name.find('.') + 1).str(); };
  if (!operators[row].groups.empty())
    return rows[row].name.empty() ? "" : "as " + plain(rows[row].name);
  if (rows[row].isConstant)
    return "at load";
  if (rows[row].isShape)
    return "index map";
  // What reads it in the plan, through what is gone as well.
  llvm::SmallSetVector<unsigned, 8> gone, left;
  gone.insert(row);
  for (size_t i = 0; i < gone.size(); ++i)
    for (unsigned reader : readers[gone[i]])
      (operators[reader].groups.empty() ? gone : left).insert(reader);
  return left.size() == 1 && !rows[left.front()].name.empty() ? "in " + plain(rows[left.front()].name) : "";
}

void GraphTraffic::describeFates(std::vector<OperatorEntry> &operators) const {
  std::vector<SmallVector<unsigned>> readers(rows.size());
  for (auto [i, row] : llvm::enumerate(rows))
    for (int source : row.sources)
      if (source >= 0)
        readers[source].push_back(i);
  for (auto [i, op] : llvm::enumerate(operators))
    op.fate = fateOf(i, operators, readers);
}

} // namespace sinter
