// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel calls and library calls of a report: which group each is of, what its buffers are, and whom their bytes are
// charged to.

#include "compiler/Explain/ReportBuilder.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/KernelResources.h"
#include "compiler/Explain/ReportWords.h"
#include "compiler/Support/OperatorNames.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace sinter {

ReportBuilder::ValueKey ReportBuilder::resultKey(unsigned group, unsigned result) {
  return {nullptr, static_cast<int64_t>(group) << 20 | result};
}

ReportBuilder::ValueKey ReportBuilder::keyOf(Value value) const {
  auto known = keys.find(value);
  if (known != keys.end())
    return known->second;
  auto result = dyn_cast<OpResult>(value);
  auto group = result ? numberOf.find(result.getOwner()) : numberOf.end();
  return group != numberOf.end() ? resultKey(group->second, result.getResultNumber())
                                 : ValueKey(value.getAsOpaquePointer(), 0);
}

/// The group that `op` launches, or a part of it: the next of its place that still lacks a result. None where no group
/// has the place.
std::optional<unsigned> ReportBuilder::findGroup(Operation *op, unsigned next) const {
  for (size_t i = 0; i < groups.size(); ++i) {
    unsigned candidate = (next + i) % groups.size();
    bool isComplete = llvm::all_of(groups[candidate].results, [](const GroupValue &result) { return result.isMade; });
    if (groups[candidate].location == op->getLoc() && !isComplete)
      return candidate;
  }
  return std::nullopt;
}

/// Says which results of its group a call makes. A result of another type is read by the group's own next call alone: a
/// part.
void ReportBuilder::matchResults(Operation *op, unsigned group) {
  for (Value result : op->getResults())
    for (auto [i, made] : llvm::enumerate(groups[group].results))
      if (!made.isMade && made.type == result.getType()) {
        made.isMade = true;
        keys[result] = made.key;
        break;
      }
}

void ReportBuilder::addKernels(ModuleOp module) {
  func::FuncOp main = function(module);
  numberOf.clear();                             // kernel groups are gone, and others may have their addresses
  llvm::MapVector<Operation *, unsigned> calls; // with their groups
  llvm::DenseMap<Operation *, unsigned> entries;
  unsigned next = 0, count = report.groups.size();
  llvm::SmallDenseSet<unsigned> begun;
  for (Operation &op : main.getBody().front()) {
    std::optional<unsigned> group = isa<kernel::CallOp, GroupOp>(op) ? findGroup(&op, next) : std::nullopt;
    if (!group)
      continue;
    matchResults(&op, *group);
    next = *group;
    calls[&op] = *group;
    entries[&op] = begun.insert(*group).second ? *group : count++;
  }
  for (auto [op, group] : calls) {
    unsigned number = entries[op];
    if (number >= report.groups.size()) {
      GroupEntry part;
      part.members = report.groups[group].members;
      part.launchOf = group;
      report.groups.push_back(std::move(part));
    }
    GroupEntry &entry = report.groups[number];
    launches.resize(report.groups.size(), {op->getLoc(), group, {}, {}});
    launches[number].location = op->getLoc();
    launches[number].group = group;
    if (auto call = dyn_cast<kernel::CallOp>(op))
      addCall(call, group, entry, launches[number].reads);
    else
      addLibraryCall(cast<GroupOp>(op), group, entry);
    noteBuffers(op, number, group, entries);
    for (auto [i, value] : llvm::enumerate(viewsOf(op)))
      entry.buffers[i].other =
          value.getDefiningOp() == op ? describeReaders(value, entries) : describeSource(value, entries);
  }
}

/// The buffers of a launch, in their order: what it reads, and the results that have memory of their own.
SmallVector<Value> ReportBuilder::viewsOf(Operation *op) {
  SmallVector<Value> views(op->getOperands());
  auto call = dyn_cast<kernel::CallOp>(op);
  for (OpResult result : op->getResults())
    if (call ? !call.getInPlaceOperand(result.getResultNumber()) : !getInPlaceDestination(result))
      views.push_back(result);
  return views;
}

/// The row of the ledger that is charged with what `group` reads of `value`; with its own parts the reduction's.
int ReportBuilder::rowOfInput(unsigned group, Value value) const {
  ValueKey key = keyOf(value);
  for (const GroupValue &input : groups[group].inputs)
    if (input.key == key)
      return input.row;
  if (auto part = partialRows.find(value); part != partialRows.end())
    return part->second;
  return groups[group].results.empty() ? -1 : groups[group].results.back().row;
}

int ReportBuilder::rowOfResult(unsigned group, Value value) const {
  ValueKey key = keyOf(value);
  for (const GroupValue &result : groups[group].results)
    if (result.key == key)
      return result.row;
  if (auto part = partialRows.find(value); part != partialRows.end())
    return part->second;
  return groups[group].results.empty() ? -1 : groups[group].results.back().row;
}

/// The row of the reduction whose partial results the kernel stores in `view`; -1 where its place tells none.
int ReportBuilder::rowOfPart(kernel::CallOp call, unsigned view) const {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(call, call.getCalleeAttr());
  int row = -1;
  if (kernel)
    kernel.walk([&](kernel::StoreOp store) {
      auto argument = dyn_cast<BlockArgument>(store.getView());
      if (argument && argument.getArgNumber() == view)
        row = rowAt(store.getLoc(), getOperatorName(store));
    });
  return row;
}

void ReportBuilder::charge(int row, Traffic traffic) {
  if (row < 0)
    return;
  shareOut(row, traffic.read, &OperatorEntry::fusedRead);
  shareOut(row, traffic.written, &OperatorEntry::fusedWritten);
}

void ReportBuilder::addBuffer(GroupEntry &entry, bool isInput, RankedTensorType type, Traffic traffic) {
  unsigned inputs = llvm::count_if(entry.buffers, [](const BufferEntry &buffer) { return buffer.name[0] == 'x'; });
  unsigned number = isInput ? inputs : entry.buffers.size() - inputs;
  entry.buffers.push_back(
      {(isInput ? "x" : "y") + std::to_string(number), describeType(type), "", traffic.read, traffic.written});
  entry.read += traffic.read;
  entry.written += traffic.written;
}

void ReportBuilder::addCall(kernel::CallOp call, unsigned group, GroupEntry &entry, SmallVectorImpl<Read> &reads) {
  entry.symbol = call.getCallee().str();
  if (auto kernel = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(call, call.getCalleeAttr()))
    entry.domain = describeDomain(kernel);
  SmallVector<Traffic> traffic = countViews(call, values);
  for (auto [i, value, view] : llvm::enumerate(viewsOf(call), traffic)) {
    bool isInput = value.getDefiningOp() != call;
    if (!isInput && !keys.contains(value))
      if (int row = rowOfPart(call, i); row >= 0)
        partialRows[value] = row;
    addBuffer(entry, isInput, cast<RankedTensorType>(value.getType()), view);
    if (!isInput) {
      charge(rowOfResult(group, value), view);
      continue;
    }
    int row = rowOfInput(group, value);
    charge(row, {view.read, 0});
    reads.push_back({keyOf(value), values.countBytes(cast<RankedTensorType>(value.getType())), row,
                     static_cast<unsigned>(entry.buffers.size() - 1)});
    // What takes an operand's memory is written there.
    for (OpResult result : call->getResults())
      if (call.getInPlaceOperand(result.getResultNumber()) == value)
        charge(rowOfResult(group, result), {0, view.written});
  }
}

/// The places that a location is made of.
static void collectPlaces(Location location, llvm::SmallSetVector<const void *, 16> &places) {
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused) {
    places.insert(location.getAsOpaquePointer());
    return;
  }
  for (Location part : fused.getLocations())
    collectPlaces(part, places);
}

/// Finds the launches that became one: their calls are gone, and one with the places of all of them is there.
void ReportBuilder::matchLaunches(func::FuncOp main) {
  std::map<std::pair<const void *, StringRef>, SmallVector<unsigned>> alone;
  for (unsigned number = report.groups.size(); number-- > 0;)
    if (!report.groups[number].isLibrary)
      alone[{launches[number].location.getAsOpaquePointer(), report.groups[number].symbol}].push_back(number);
  SmallVector<kernel::CallOp> merged;
  for (auto call : main.getOps<kernel::CallOp>()) {
    auto own = alone.find({call.getLoc().getAsOpaquePointer(), call.getCallee()});
    if (own != alone.end() && !own->second.empty())
      own->second.pop_back();
    else
      merged.push_back(call);
  }
  // The others, by one of their places.
  llvm::DenseMap<const void *, SmallVector<unsigned>> byPlace;
  for (auto &[key, numbers] : alone)
    for (unsigned number : numbers) {
      llvm::SmallSetVector<const void *, 16> places;
      collectPlaces(launches[number].location, places);
      if (!places.empty())
        byPlace[places.front()].push_back(number);
    }
  for (kernel::CallOp call : merged) {
    llvm::SmallSetVector<const void *, 16> all;
    collectPlaces(call.getLoc(), all);
    SmallVector<unsigned> members;
    for (const void *place : all)
      llvm::erase_if(byPlace[place], [&](unsigned number) {
        llvm::SmallSetVector<const void *, 16> own;
        collectPlaces(launches[number].location, own);
        bool isMember = llvm::all_of(own, [&](const void *one) { return all.contains(one); });
        if (isMember)
          members.push_back(number);
        return isMember;
      });
    llvm::sort(members);
    shareLaunch(members, call.getCallee());
  }
}

/// What several of a launch's members read comes from memory once.
void ReportBuilder::shareLaunch(ArrayRef<unsigned> members, StringRef kernel) {
  std::map<ValueKey, uint64_t> read;
  for (unsigned number : members) {
    GroupEntry &entry = report.groups[number];
    entry.launchedAs = kernel.str();
    llvm::copy_if(members, std::back_inserter(entry.companions), [&](unsigned other) { return other != number; });
    for (const Read &one : launches[number].reads) {
      uint64_t &known = read[one.key], &own = entry.buffers[one.buffer].read;
      uint64_t again = own - std::min(own, one.bytes - std::min(one.bytes, known));
      known += own;
      own -= again;
      entry.read -= again;
      if (one.row >= 0)
        report.operators[one.row].fusedRead -= again;
    }
  }
}

void ReportBuilder::addThreads(ModuleOp module) {
  matchLaunches(function(module));
  for (auto [number, entry] : llvm::enumerate(report.groups)) {
    uint64_t bytes = entry.read + entry.written;
    const MachineModel &machine = report.machine;
    double launch = machine.launchMicroseconds / static_cast<double>(entry.companions.size() + 1);
    double memory = machine.memoryMicroseconds(bytes);
    // Flops a microsecond.
    double rate =
        entry.isLibrary ? machine.productTeraflops(groups[number].element) * 1e6 : machine.operatorsPerMicrosecond();
    double arithmetic = static_cast<double>(entry.flops) / rate;
    entry.microseconds =
        entry.isLibrary ? machine.productMicroseconds(bytes, entry.flops, groups[number].element) : launch + memory;
    entry.balance = rate / (machine.gigabytesPerSecond * 1e3);
    entry.bound = launch > std::max(memory, arithmetic) ? "launch" : arithmetic > memory ? "compute" : "memory";
    report.fused.add(bytes, entry.flops, entry.microseconds);
    auto kernel = module.lookupSymbol<kernel::ThreadFuncOp>(entry.launchedAs.empty() ? entry.symbol : entry.launchedAs);
    if (entry.isLibrary || !kernel)
      continue;
    entry.schedule = kernel.getComment().value_or("").str();
    KernelResources resources = findKernelResources(kernel);
    entry.heldRegisters = resources.heldRegisters;
    entry.sharedBytes = resources.sharedBytes;
    entry.launchedBytes = resources.launchedBytes;
  }
}

void ReportBuilder::addLibraryCall(GroupOp op, unsigned group, GroupEntry &entry) {
  for (const GroupValue &input : groups[group].inputs) {
    auto type = cast<RankedTensorType>(input.type);
    addBuffer(entry, true, type, {values.countBytes(type), 0});
    charge(input.row, {values.countBytes(type), 0});
  }
  for (const GroupValue &result : groups[group].results) {
    auto type = cast<RankedTensorType>(result.type);
    addBuffer(entry, false, type, {0, values.countBytes(type)});
    charge(result.row, {0, values.countBytes(type)});
  }
}

std::string ReportBuilder::describeSource(Value value, const llvm::DenseMap<Operation *, unsigned> &entries) const {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<IndexMapOpInterface>(op) || op->getNumOperands() == 0)
      break;
    value = op->getOperand(0);
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto name = cast<func::FuncOp>(argument.getOwner()->getParentOp())
                    .getArgAttrOfType<StringAttr>(argument.getArgNumber(), "sinter.name");
    return "argument " + (name ? name.str() : "arg" + std::to_string(argument.getArgNumber()));
  }
  Operation *op = value.getDefiningOp();
  if (auto parameter = dyn_cast<ParameterOp>(op))
    return "weight " + parameter.getName().str();
  auto entry = entries.find(op);
  return entry != entries.end()               ? "group " + std::to_string(entry->second)
         : isa<ConstantSourceOpInterface>(op) ? "constant"
                                              : getOperatorName(op).str();
}

std::string ReportBuilder::describeReaders(Value value, const llvm::DenseMap<Operation *, unsigned> &entries) const {
  SmallVector<std::string> readers;
  SmallVector<Operation *> worklist(value.getUsers());
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *user = worklist[i];
    auto entry = entries.find(user);
    if (entry == entries.end() && isa<IndexMapOpInterface>(user)) {
      llvm::append_range(worklist, user->getUsers());
      continue;
    }
    std::string reader = entry != entries.end()      ? "group " + std::to_string(entry->second)
                         : isa<func::ReturnOp>(user) ? "result"
                                                     : getOperatorName(user).str();
    if (!llvm::is_contained(readers, reader))
      readers.push_back(reader);
  }
  return llvm::join(readers, ", ");
}

} // namespace sinter
