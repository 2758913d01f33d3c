// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a graph through its stages; what each one is for is said at the functions.

#include "compiler/Explain/ReportBuilder.h"

#include "compiler/Analysis/InPlace.h"
#include "compiler/Explain/ReportWords.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/plan/shape_program.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>
#include <variant>

using namespace mlir;

namespace sinter {
namespace {

/// The operator that makes what `op` shows, seen through shape operators beside it.
Operation *throughShapes(Operation *op) {
  while (op && isa<IndexMapOpInterface>(op) && op->getNumOperands() > 0 && op->getOperand(0).getDefiningOp())
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// The first operator that computes with `value`, seen through shape operators: who has it to its account. A shape
/// operator where none does.
Operation *firstReader(Value value) {
  llvm::SmallSetVector<Operation *, 8> readers(value.user_begin(), value.user_end());
  Operation *first = nullptr, *shape = nullptr;
  for (size_t i = 0; i < readers.size(); ++i) {
    Operation *reader = readers[i];
    bool isShape = isa<IndexMapOpInterface>(reader);
    if (isShape)
      readers.insert(reader->user_begin(), reader->user_end());
    Operation *&earliest = isShape ? shape : first;
    if (!isa<YieldOp>(reader) && (!earliest || reader->isBeforeInBlock(earliest)))
      earliest = reader;
  }
  return first ? first : shape;
}

} // namespace

ReportBuilder::ReportBuilder(ModuleOp module, std::string entry, const std::map<std::string, int64_t> &given,
                             const std::map<std::string, int64_t> &assumed, MachineModel machine)
    : values(module.lookupSymbol<func::FuncOp>(entry), /*isBounded=*/false), recorded(recordFusion(*module.getContext())) {
  report.entry = std::move(entry);
  report.machine = std::move(machine);
  for (const auto &[name, value] : assumed)
    values.set(name, value);
  for (const auto &[name, value] : given)
    values.set(name, value);
  for (const auto &[name, value] : given)
    givenSymbols.insert(name);
}

void ReportBuilder::add(std::optional<Stage> stage, ModuleOp module) {
  if (!stage)
    return addGraph(module);
  switch (*stage) {
  case Stage::kSinter:
    return addOperators(module);
  case Stage::kGroups:
    return addGroups(module);
  case Stage::kKernel:
    return addKernels(module);
  case Stage::kThread:
    return addThreads(module);
  case Stage::kPlan:
    return addPlan(module);
  case Stage::kCuda: // text, no stage of the module
    return;
  }
}

func::FuncOp ReportBuilder::function(ModuleOp module) const { return module.lookupSymbol<func::FuncOp>(report.entry); }

OperatorPlace ReportBuilder::placeOf(Operation *op) const {
  return {getOperatorName(op).str(), describeLocation(op->getLoc())};
}

int ReportBuilder::rowOf(Operation *op) const { return rowAt(op->getLoc(), getOperatorName(op)); }

int ReportBuilder::rowAt(Location place, StringRef name) const {
  SmallVector<Location> candidates{place};
  if (auto fused = dyn_cast<FusedLoc>(place))
    llvm::append_range(candidates, fused.getLocations());
  for (Location location : candidates) {
    auto it = rows.find(location);
    if (it == rows.end())
      continue;
    for (unsigned row : it->second)
      if (report.operators[row].op.name == name)
        return static_cast<int>(row);
    // What has another name now is no part of what moves nothing.
    auto launch = llvm::find_if(it->second, [&](unsigned row) { return report.operators[row].isLaunch; });
    return static_cast<int>(launch == it->second.end() ? it->second.front() : *launch);
  }
  return -1;
}

SmallVector<int> ReportBuilder::rowsOf(Operation *op) const {
  SmallVector<int> found{rowOf(op)};
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  for (Location location : fused ? fused.getLocations() : ArrayRef<Location>())
    if (auto it = rows.find(location); it != rows.end())
      for (unsigned row : it->second)
        if (report.operators[row].op.name == getOperatorName(op) && !llvm::is_contained(found, static_cast<int>(row)))
          found.push_back(static_cast<int>(row));
  return found;
}

uint64_t ReportBuilder::writtenUnfused(int row) const {
  auto merged = mergedRows.find(row);
  if (merged == mergedRows.end())
    return report.operators[row].unfusedWritten;
  uint64_t bytes = 0;
  for (int one : merged->second)
    bytes += report.operators[one].unfusedWritten;
  return bytes;
}

void ReportBuilder::shareOut(int row, uint64_t amount, uint64_t OperatorEntry::*figure) {
  auto merged = mergedRows.find(row);
  ArrayRef<int> all = merged == mergedRows.end() ? ArrayRef(row) : ArrayRef(merged->second);
  double whole = static_cast<double>(writtenUnfused(row));
  uint64_t before = 0, given = 0;
  for (int one : all) {
    before += report.operators[one].unfusedWritten;
    uint64_t until = one == all.back() || whole == 0 ? amount : static_cast<uint64_t>(static_cast<double>(amount) * (static_cast<double>(before) / whole));
    report.operators[one].*figure += until - given;
    given = until;
  }
}

uint64_t ReportBuilder::flopsOf(Operation *op) const {
  if (isa<ContractionOpInterface>(op)) {
    auto contraction = cast<ContractionOpInterface>(op);
    auto lhs = cast<RankedTensorType>(op->getOperand(0).getType()),
         result = cast<RankedTensorType>(op->getResult(0).getType());
    uint64_t depth = values.countElements(
        pickDims(lhs, {lhs.getRank() - (contraction.getTransposeLhs() ? 2 : 1)}, lhs.getElementType()));
    return 2 * depth * values.countElements(result);
  }
  if (isa<ReductionOpInterface, ScanOpInterface>(op))
    return values.countElements(cast<RankedTensorType>(op->getOperand(0).getType()));
  if (isa<ElementwiseOpInterface>(op) && !isa<CastOp>(op))
    return values.countElements(cast<RankedTensorType>(op->getResult(0).getType()));
  return 0;
}

void ReportBuilder::addGraph(ModuleOp module) {
  func::FuncOp main = function(module);
  llvm::SmallSetVector<StringAttr, 4> symbols;
  auto collect = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      symbols.insert(getDimsAttr(tensor).getSymbols().begin(), getDimsAttr(tensor).getSymbols().end());
  };
  llvm::for_each(main.getArgumentTypes(), collect);
  llvm::for_each(main.getResultTypes(), collect);
  for (StringAttr symbol : symbols) {
    bool isGiven = givenSymbols.contains(symbol.getValue());
    int64_t value = values.of(symbol.getValue());
    values.set(symbol.getValue(), value); // the function will be gone
    report.symbols.push_back({symbol.str(), value, isGiven});
  }
  llvm::DenseMap<Operation *, int> numbers;
  for (Operation &op : main.getBody().front().without_terminator()) {
    if (isa<ConstantSourceOpInterface>(op))
      continue;
    OperatorEntry row;
    row.op = placeOf(&op);
    row.isLaunch = !movesNothing(&op);
    if (row.isLaunch) {
      Traffic traffic = countTraffic(&op, values);
      row.unfusedRead = traffic.read;
      row.unfusedWritten = traffic.written;
      // Composites have no flops of their own: addOperators counts their parts.
      uint64_t flops = isa<ContractionOpInterface>(op) ? flopsOf(&op) : 0;
      double time = flops ? report.machine.productMicroseconds(traffic.total(), flops,
                                                               getElementTypeOrSelf(op.getOperand(0).getType()))
                          : report.machine.kernelMicroseconds(traffic.total());
      report.unfused.add(traffic.total(), 0, time);
    }
    numbers[&op] = report.operators.size();
    graph.set(
        report.operators.size(), &op,
        [&](Value value) {
          auto number = numbers.find(value.getDefiningOp());
          return number == numbers.end() ? -1 : number->second;
        },
        values);
    isProduct.push_back(isa<ContractionOpInterface>(op));
    rows[op.getLoc()].push_back(report.operators.size());
    report.operators.push_back(std::move(row));
  }
}

void ReportBuilder::addOperators(ModuleOp module) {
  for (Operation &op : function(module).getBody().front().without_terminator()) {
    uint64_t flops = flopsOf(&op);
    int row = rowOf(&op);
    // A product in parts has them added up, which the graph did not ask for.
    if (row >= 0 && isProduct[row] && !isa<ContractionOpInterface>(op))
      continue;
    report.unfused.flops += flops;
    if (row < 0)
      continue;
    if (SmallVector<int> all = rowsOf(&op); all.size() > 1)
      mergedRows[row] = std::move(all);
    shareOut(row, flops, &OperatorEntry::flops);
    // An update in place would be one without fusion too.
    if (op.getNumResults() == 1 && getInPlaceScatter(op.getResult(0))) {
      replaceUnfused(report.operators[row], countTraffic(&op, values));
      graph.set(
          row, &op, [&](Value value) { return value.getDefiningOp() ? rowOf(value.getDefiningOp()) : -1; }, values);
    }
  }
}

void ReportBuilder::replaceUnfused(OperatorEntry &row, Traffic traffic) {
  uint64_t before = row.unfusedRead + row.unfusedWritten;
  report.unfused.bytes += traffic.total() - before;
  report.unfused.microseconds +=
      report.machine.memoryMicroseconds(traffic.total()) - report.machine.memoryMicroseconds(before);
  row.unfusedRead = traffic.read;
  row.unfusedWritten = traffic.written;
}

void ReportBuilder::addGroups(ModuleOp module) {
  for (auto group : function(module).getOps<GroupOp>())
    addGroup(group);
  addEdges();
}

llvm::DenseMap<Operation *, double> ReportBuilder::sharesComputed(Block &body) const {
  llvm::DenseMap<Operation *, double> shares;
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    double greatest = 0;
    for (Value result : op.getResults()) {
      double count = static_cast<double>(values.countElements(cast<RankedTensorType>(result.getType()))), wanted = 0;
      for (Operation *user : result.getUsers()) {
        auto share = shares.find(user);
        if (share == shares.end()) // returned
          wanted = count;
        else if (isa<IndexMapOpInterface>(user) && user->getNumResults() == 1)
          wanted += share->second * static_cast<double>(values.countElements(cast<RankedTensorType>(user->getResult(0).getType())));
        else
          wanted = std::max(wanted, share->second * count);
      }
      greatest = std::max(greatest, count > 0 ? std::min(1.0, wanted / count) : 0.0);
    }
    shares[&op] = greatest;
  }
  return shares;
}

void ReportBuilder::addGroup(GroupOp group) {
  unsigned number = groups.size();
  GroupEntry entry;
  GroupState state(group.getLoc());
  Block &body = group.getBody().front();
  entry.isLibrary = group.getKind() == GroupKind::Library;
  llvm::SmallSetVector<int, 8> ownRows;
  llvm::DenseMap<Operation *, double> shares = sharesComputed(body);
  for (Operation &op : body.without_terminator()) {
    entry.flops += static_cast<uint64_t>(std::llround(static_cast<double>(flopsOf(&op)) * shares[&op]));
    SmallVector<unsigned, 1> &own = groupsOf[{op.getLoc(), StringAttr::get(op.getContext(), getOperatorName(&op))}];
    if (own.empty() || own.back() != number)
      own.push_back(number);
    int row = rowOf(&op);
    if (row >= 0)
      ownRows.insert_range(rowsOf(&op));
    if (isPlumbing(op))
      continue;
    if (row >= 0 && !isProduct[row] && report.operators[row].op.name != getOperatorName(&op))
      graph.setName(row, getOperatorName(&op).str());
    OperatorPlace place = placeOf(&op);
    if (!llvm::is_contained(entry.members, place))
      entry.members.push_back(std::move(place));
  }
  for (int row : ownRows)
    report.operators[row].groups.push_back(number);
  auto chargedRow = [&](Operation *op) { return op && !isa<YieldOp>(op) ? rowOf(op) : -1; };
  auto placeIn = [&](Operation *op) { return op && !isa<YieldOp>(op) ? placeOf(op) : OperatorPlace(); };
  // A library sees a broadcast as strides of 0.
  for (auto [input, inside] : llvm::zip_equal(group.getInputs(), body.getArguments())) {
    Operation *reader = firstReader(inside);
    state.inputs.push_back({keyOf(input), entry.isLibrary ? readSource(input).getType() : input.getType(),
                            chargedRow(reader), placeIn(reader)});
  }
  for (auto [i, result, inside] : llvm::enumerate(group.getResults(), body.getTerminator()->getOperands()))
    state.results.push_back({resultKey(number, i), result.getType(), chargedRow(inside.getDefiningOp()),
                             placeIn(throughShapes(inside.getDefiningOp()))});
  numberOf[group] = number;
  if (entry.isLibrary)
    describeLibrary(group, entry, state);
  report.groups.push_back(std::move(entry));
  groups.push_back(std::move(state));
}

void ReportBuilder::describeLibrary(GroupOp group, GroupEntry &entry, GroupState &state) {
  SmallVector<std::string> names;
  for (Operation &op : group.getBody().front().without_terminator()) {
    if (isa<ContractionOpInterface>(op)) {
      auto lhs = cast<RankedTensorType>(op.getOperand(0).getType());
      bool isTransposed = cast<ContractionOpInterface>(op).getTransposeLhs();
      auto result = cast<RankedTensorType>(op.getResult(0).getType());
      auto extents = [](RankedTensorType type, int64_t first, int64_t last) {
        return describeExtents(pickDims(type, llvm::to_vector(llvm::seq(first, last)), type.getElementType()));
      };
      int64_t rank = result.getRank(), folded = lhs.getRank() - (isTransposed ? 2 : 1);
      entry.domain = (rank > 2 ? "batch " + extents(result, 0, rank - 2) + ", " : "") + "m " +
                     extents(result, rank - 2, rank - 1) + ", n " + extents(result, rank - 1, rank) + ", k " +
                     extents(lhs, folded, folded + 1);
      state.element = lhs.getElementType();
    }
    if (!isPlumbing(op))
      names.push_back(op.getName().stripDialect().str());
  }
  entry.schedule = "a library's product: " + llvm::join(names, " + ");
  llvm::raw_string_ostream os(state.classKey);
  os << entry.schedule << group.getInputs().getTypes() << group.getResultTypes();
}

void ReportBuilder::addPlan(ModuleOp module) {
  auto entry = module.lookupSymbol<plan::EntryOp>(report.entry);
  llvm::SmallDenseSet<StringRef> kernels;
  for (Operation &op : entry.getBody().front()) {
    if (auto launch = dyn_cast<plan::LaunchOp>(op)) {
      ++report.kernelsLaunched;
      kernels.insert(launch.getKernel());
    }
    report.libraryCalls += isa<plan::MatmulOp>(op);
    auto copy = dyn_cast<plan::CopyOp>(op);
    if (!copy)
      continue;
    ++report.copies;
    SmallVector<Attribute> symbols, results;
    for (Attribute name : entry.getSymbols())
      symbols.push_back(
          IntegerAttr::get(IndexType::get(op.getContext()), values.of(cast<StringAttr>(name).getValue())));
    uint64_t bytes =
        succeeded(copy.getSize().constantFold(symbols, results)) ? cast<IntegerAttr>(results.front()).getInt() : 0;
    report.fused.add(2 * bytes, 0, report.machine.kernelMicroseconds(2 * bytes));
    report.traffic.copies += 2 * bytes;
  }
  report.kernelsDistinct = kernels.size();
  report.fused.launches = report.kernelsLaunched + report.libraryCalls + report.copies;
}

void ReportBuilder::addResources(ArrayRef<rt::KernelResources> resources) {
  for (const rt::KernelResources &kernel : resources)
    for (GroupEntry &entry : report.groups)
      if ((entry.launchedAs.empty() ? entry.symbol : entry.launchedAs) == kernel.symbol) {
        entry.registers = kernel.registers;
        entry.sharedBytes = kernel.shared_bytes + entry.launchedBytes;
        entry.stackBytes = kernel.stack_bytes;
        entry.spilledBytes = kernel.spill_store_bytes + kernel.spill_load_bytes;
      }
}

void ReportBuilder::addRelief(const std::string &kernel, const std::string &text, bool isCut) {
  for (GroupEntry &entry : report.groups)
    if (StringRef symbol = entry.symbol; isCut ? symbol.starts_with(kernel) : symbol == kernel)
      entry.relief = text;
}

void ReportBuilder::addPins(const rt::PlanModel &plan) {
  auto entry = llvm::find_if(plan.entries, [&](const rt::Entry &one) { return one.name == report.entry; });
  if (plan.product_pins.empty() || entry == plan.entries.end())
    return;
  std::vector<int64_t> symbols;
  for (const rt::Symbol &symbol : entry->symbols)
    symbols.push_back(values.of(symbol.name));
  auto products = rt::EvaluateProducts(plan, *entry, symbols);
  if (!products.ok())
    return;
  // A library's groups are called in their order.
  std::vector<GroupEntry *> calls;
  for (GroupEntry &group : report.groups)
    if (group.isLibrary)
      calls.push_back(&group);
  std::map<std::string, GroupEntry *> callOf;
  size_t number = 0;
  for (const rt::Step &step : entry->steps)
    if (std::holds_alternative<rt::Matmul>(step.variants.back().action) && number < calls.size())
      callOf[step.name] = calls[number++];
  for (const rt::PlanProduct &product : *products)
    for (const rt::MatmulPin &pin : plan.product_pins)
      if (pin.problem == rt::MatmulFingerprint(product.problem) && callOf.count(product.step))
        callOf[product.step]->pins.push_back(pin);
}

FusionReport ReportBuilder::finish() {
  llvm::MapVector<StringRef, GroupClass> classes;
  for (auto [i, entry] : llvm::enumerate(report.groups))
    classes[entry.isLibrary ? StringRef(groups[i].classKey) : StringRef(entry.symbol)].groups.push_back(i);
  for (auto &[key, members] : classes)
    report.classes.push_back(std::move(members));
  describeBoundaries();
  graph.describeFates(report.operators);
  report.saved = graph.split(report.operators, report.traffic);
  return std::move(report);
}

} // namespace sinter
