// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a graph through its stages; what each one is for is said at the functions.

#include "compiler/Explain/ReportBuilder.h"

#include "compiler/Analysis/FusionEdge.h"
#include "compiler/Analysis/InPlace.h"
#include "compiler/Analysis/KernelResources.h"
#include "compiler/Support/OperatorNames.h"
#include "dialects/Kernel/IR/Kernel.h"
#include "dialects/Plan/IR/Plan.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace sinter {
namespace {

/// "rows x 4096".
std::string describeExtents(RankedTensorType type) {
  DimsAttr dims = getDimsAttr(type);
  SmallVector<StringRef> symbols;
  for (StringAttr symbol : dims.getSymbols())
    symbols.push_back(symbol.getValue());
  SmallVector<std::string> extents;
  for (AffineExpr extent : dims.getExprs())
    extents.push_back(describeExtent(extent, symbols));
  return extents.empty() ? "1" : llvm::join(extents, " x ");
}

std::string describeType(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type.getElementType() << "[" << (type.getRank() == 0 ? "" : describeExtents(type)) << "]";
  return text;
}

std::string describeDomain(kernel::FuncOp kernel) {
  SmallVector<StringRef> symbols;
  for (Attribute name : kernel.getSymbols())
    symbols.push_back(cast<StringAttr>(name).getValue());
  SmallVector<std::string> extents;
  for (AffineExpr extent : kernel.getDims().getResults())
    extents.push_back(describeExtent(extent, symbols));
  return extents.empty() ? "1" : llvm::join(extents, " x ");
}

/// The operator that reads `value` first, seen through shape operators: who has it to its account.
Operation *firstReader(Value value) {
  Operation *first = nullptr;
  for (Operation *user : value.getUsers())
    if (!first || user->isBeforeInBlock(first))
      first = user;
  if (first && isa<IndexMapOpInterface>(first) && !isa<YieldOp>(first))
    for (Value result : first->getResults())
      if (Operation *next = firstReader(result); next && !isa<YieldOp>(next))
        return next;
  return first;
}

void addTo(PlanTotals &totals, Traffic traffic, uint64_t flops, double microseconds) {
  ++totals.launches;
  totals.bytes += traffic.total();
  totals.flops += flops;
  totals.microseconds += microseconds;
}

std::string nameOf(func::FuncOp function, unsigned argument) {
  auto name = function.getArgAttrOfType<StringAttr>(argument, "sinter.name");
  return name ? name.str() : "arg" + std::to_string(argument);
}

} // namespace

ReportBuilder::ReportBuilder(ModuleOp module, std::string entry, const std::map<std::string, int64_t> &given,
                             const std::map<std::string, int64_t> &assumed, MachineModel machine)
    : values(module.lookupSymbol<func::FuncOp>(entry), /*isBounded=*/false), edges(recordFusion(*module.getContext())) {
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

int ReportBuilder::rowOf(Operation *op) const {
  SmallVector<Location> candidates{op->getLoc()};
  if (auto fused = dyn_cast<FusedLoc>(op->getLoc()))
    llvm::append_range(candidates, fused.getLocations());
  StringRef name = getOperatorName(op);
  for (Location location : candidates) {
    auto it = rows.find(location);
    if (it == rows.end())
      continue;
    for (unsigned row : it->second)
      if (report.operators[row].op.name == name)
        return static_cast<int>(row);
    return static_cast<int>(it->second.front());
  }
  return -1;
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
  if (isa<ReductionOpInterface>(op))
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
      addTo(report.unfused, traffic, 0, time);
    }
    rows[op.getLoc()].push_back(report.operators.size());
    report.operators.push_back(std::move(row));
  }
}

void ReportBuilder::addOperators(ModuleOp module) {
  for (Operation &op : function(module).getBody().front().without_terminator()) {
    uint64_t flops = flopsOf(&op);
    report.unfused.flops += flops;
    int row = rowOf(&op);
    if (row < 0)
      continue;
    report.operators[row].flops += flops;
    // An update in place would be one without fusion too.
    if (op.getNumResults() == 1 && getInPlaceScatter(op.getResult(0)))
      replaceUnfused(report.operators[row], countTraffic(&op, values));
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
  func::FuncOp main = function(module);
  for (auto group : main.getOps<GroupOp>())
    addGroup(group);
  // Who makes and who reads each buffer, now that groups have their numbers.
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [i, group] : llvm::enumerate(main.getOps<GroupOp>()))
    numbers[group] = i;
  auto describe = [&](Operation *op) {
    return numbers.count(op) ? "group " + std::to_string(numbers.lookup(op)) : getOperatorName(op).str();
  };
  for (auto [group, number] : numbers) {
    unsigned view = 0;
    for (Value input : group->getOperands()) {
      Value base = input;
      while (Operation *op = base.getDefiningOp()) {
        if (!isa<IndexMapOpInterface>(op) || op->getNumOperands() == 0)
          break;
        base = op->getOperand(0);
      }
      auto argument = dyn_cast<BlockArgument>(base);
      Operation *op = base.getDefiningOp();
      auto parameter = dyn_cast_or_null<ParameterOp>(op);
      report.groups[number].buffers[view++].other = argument    ? "argument " + nameOf(main, argument.getArgNumber())
                                                    : parameter ? "weight " + parameter.getName().str()
                                                    : isa<ConstantSourceOpInterface>(op) ? "constant"
                                                                                         : describe(op);
    }
    for (Value result : group->getResults()) {
      if (getInPlaceDestination(result))
        continue;
      SmallVector<std::string> readers;
      SmallVector<Operation *> worklist(result.getUsers());
      for (size_t i = 0; i < worklist.size(); ++i) {
        Operation *user = worklist[i];
        if (isa<IndexMapOpInterface>(user) && !numbers.count(user)) {
          llvm::append_range(worklist, user->getUsers());
          continue;
        }
        std::string reader = isa<func::ReturnOp>(user) ? "result" : describe(user);
        if (!llvm::is_contained(readers, reader))
          readers.push_back(reader);
      }
      report.groups[number].buffers[view++].other = llvm::join(readers, ", ");
    }
  }
  addEdges();
}

void ReportBuilder::addGroup(GroupOp group) {
  unsigned number = groups.size();
  GroupEntry entry;
  GroupState state(group.getLoc());
  Block &body = group.getBody().front();
  entry.isLibrary = group.getKind() == GroupKind::Library;
  llvm::SmallSetVector<int, 8> ownRows;
  for (Operation &op : body.without_terminator()) {
    entry.flops += flopsOf(&op);
    groupOf[{op.getLoc(), StringAttr::get(op.getContext(), getOperatorName(&op))}] = number;
    if (int row = rowOf(&op); row >= 0)
      ownRows.insert(row);
    if (isPlumbing(op))
      continue;
    OperatorPlace place = placeOf(&op);
    if (!llvm::is_contained(entry.members, place))
      entry.members.push_back(std::move(place));
  }
  for (int row : ownRows)
    report.operators[row].groups.push_back(number);
  auto add = [&](std::string name, Value value, Operation *charged) {
    auto type = cast<RankedTensorType>(value.getType());
    entry.buffers.push_back({std::move(name), describeType(type), "", 0, 0});
    state.rows.push_back(charged && !isa<YieldOp>(charged) ? rowOf(charged) : -1);
    state.sizes.push_back(values.countBytes(type));
  };
  // A library sees a broadcast as strides of 0.
  for (auto [i, input] : llvm::enumerate(body.getArguments()))
    add("x" + std::to_string(i), entry.isLibrary ? readSource(group.getInputs()[i]) : Value(input), firstReader(input));
  unsigned outputs = 0;
  for (auto [result, value] : llvm::zip_equal(group.getResults(), body.getTerminator()->getOperands()))
    if (!getInPlaceDestination(result))
      add("y" + std::to_string(outputs++), value, value.getDefiningOp());
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
      entry.domain = describeExtents(cast<RankedTensorType>(op.getResult(0).getType())) + " x " +
                     describeExtents(pickDims(lhs, {lhs.getRank() - (isTransposed ? 2 : 1)}, lhs.getElementType()));
      state.element = lhs.getElementType();
    }
    if (!isPlumbing(op))
      names.push_back(op.getName().stripDialect().str());
  }
  entry.schedule = "a library's product: " + llvm::join(names, " + ");
  llvm::raw_string_ostream os(state.classKey);
  os << entry.schedule << group.getInputs().getTypes() << group.getResultTypes();
}

/// Bytes of each buffer from the kernels' own maps. A group may have become several calls, which keep its place.
void ReportBuilder::addKernels(ModuleOp module) {
  func::FuncOp main = function(module);
  unsigned next = 0;
  for (Operation &op : main.getBody().front()) {
    if (!isa<kernel::CallOp, GroupOp>(op))
      continue;
    unsigned number = groups.size();
    for (unsigned i = 0; i < groups.size() && number == groups.size(); ++i)
      if (unsigned candidate = (next + i) % groups.size();
          groups[candidate].location == op.getLoc() && !groups[candidate].hasKernel)
        number = candidate;
    if (number == groups.size())
      continue;
    next = number + 1;
    groups[number].hasKernel = true;
    GroupEntry &entry = report.groups[number];
    SmallVector<Traffic> views;
    if (auto call = dyn_cast<kernel::CallOp>(op)) {
      views = countViews(call, values);
      entry.symbol = groups[number].classKey = call.getCallee().str();
      if (auto kernel = module.lookupSymbol<kernel::FuncOp>(call.getCallee()))
        entry.domain = describeDomain(kernel);
    } else {
      unsigned inputs = op.getNumOperands();
      for (auto [i, bytes] : llvm::enumerate(groups[number].sizes))
        views.push_back(i < inputs ? Traffic{bytes, 0} : Traffic{0, bytes});
    }
    chargeViews(number, views);
    entry.microseconds = entry.isLibrary ? report.machine.productMicroseconds(entry.read + entry.written, entry.flops,
                                                                              groups[number].element)
                                         : report.machine.kernelMicroseconds(entry.read + entry.written);
    addTo(report.fused, {entry.read, entry.written}, entry.flops, entry.microseconds);
  }
}

void ReportBuilder::chargeViews(unsigned group, ArrayRef<Traffic> views) {
  GroupEntry &entry = report.groups[group];
  for (auto [i, view] : llvm::enumerate(views.take_front(entry.buffers.size()))) {
    entry.buffers[i].read = view.read;
    entry.buffers[i].written = view.written;
    entry.read += view.read;
    entry.written += view.written;
    int row = groups[group].rows[i];
    if (row < 0)
      continue;
    report.operators[row].fusedRead += view.read;
    report.operators[row].fusedWritten += view.written;
  }
}

void ReportBuilder::addThreads(ModuleOp module) {
  for (GroupEntry &entry : report.groups) {
    auto kernel = entry.isLibrary ? kernel::ThreadFuncOp() : module.lookupSymbol<kernel::ThreadFuncOp>(entry.symbol);
    if (!kernel)
      continue;
    entry.schedule = kernel.getComment().value_or("").str();
    KernelResources resources = findKernelResources(kernel);
    entry.heldRegisters = resources.heldRegisters;
    entry.sharedBytes = resources.sharedBytes;
  }
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
    addTo(report.fused, {bytes, bytes}, 0, report.machine.kernelMicroseconds(2 * bytes));
  }
  report.kernelsDistinct = kernels.size();
  report.fused.launches = report.kernelsLaunched + report.libraryCalls + report.copies;
}

void ReportBuilder::addResources(ArrayRef<rt::KernelResources> resources) {
  for (const rt::KernelResources &kernel : resources)
    for (GroupEntry &entry : report.groups)
      if (entry.symbol == kernel.symbol) {
        entry.registers = kernel.registers;
        entry.sharedBytes = kernel.shared_bytes;
        entry.spilledBytes = kernel.spill_store_bytes + kernel.spill_load_bytes;
      }
}

void ReportBuilder::addEdges() {
  for (const RecordedEdge &edge : *edges) {
    EdgeEntry entry;
    entry.producer = {edge.producer, describeLocation(edge.producerLocation)};
    entry.consumer = {edge.consumer, describeLocation(edge.consumerLocation)};
    entry.isKept = edge.isKept;
    entry.reason = edge.reason;
    entry.formula = edge.formula;
    entry.bytes = edge.accesses * values.countBytes(edge.type);
    auto it = groupOf.find({edge.consumerLocation, StringAttr::get(edge.type.getContext(), edge.consumer)});
    if (it != groupOf.end())
      entry.group = it->second;
    report.edges.push_back(std::move(entry));
  }
}

FusionReport ReportBuilder::finish() {
  llvm::MapVector<StringRef, GroupClass> classes;
  for (auto [i, state] : llvm::enumerate(groups))
    classes[state.classKey].groups.push_back(i);
  for (auto &[key, members] : classes)
    report.classes.push_back(std::move(members));
  return std::move(report);
}

} // namespace sinter
