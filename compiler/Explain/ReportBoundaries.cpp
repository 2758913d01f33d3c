// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What launches pass to each other through memory, and the edges of the graph that it is for.

#include "compiler/Explain/ReportBuilder.h"

#include "compiler/Explain/ReportWords.h"
#include "compiler/Support/OperatorNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace sinter {

static constexpr char partsReason[] = "one launch of the group folds parts, the next one their results";
static constexpr char operatorReason[] = "the operator's folds and what reads them have different domains";

/// `value` seen through the shape operators that are left between launches.
static Value throughViews(Value value) {
  for (Operation *op = value.getDefiningOp(); op && isa<IndexMapOpInterface>(op) && op->getNumOperands() > 0;
       op = value.getDefiningOp())
    value = op->getOperand(0);
  return value;
}

/// The buffer of `result` among its launch's: an operand's where it takes that one's memory.
std::optional<unsigned> ReportBuilder::bufferOf(OpResult result) {
  auto call = dyn_cast<kernel::CallOp>(result.getOwner());
  Value memory = call ? call.getInPlaceOperand(result.getResultNumber()) : Value();
  SmallVector<Value> views = viewsOf(result.getOwner());
  auto it = llvm::find(views, memory ? memory : Value(result));
  return it == views.end() ? std::nullopt : std::optional<unsigned>(it - views.begin());
}

/// Notes where each buffer of a launch comes from, who computes with it, and what the graph returns.
void ReportBuilder::noteBuffers(Operation *op, unsigned number, unsigned group,
                                const llvm::DenseMap<Operation *, unsigned> &entries) {
  SmallVector<BufferUse> &uses = launches[number].uses;
  for (Value value : viewsOf(op)) {
    BufferUse use;
    use.type = cast<RankedTensorType>(value.getType());
    if (value.getDefiningOp() != op) {
      auto source = dyn_cast<OpResult>(throughViews(value));
      auto from = source ? entries.find(source.getOwner()) : entries.end();
      std::optional<unsigned> buffer = from != entries.end() ? bufferOf(source) : std::nullopt;
      if (buffer) {
        use.source = {{from->second, *buffer}};
        use.writer = writerOf(launches[from->second].group, source);
      }
      use.reader = readerOf(group, value);
    } else if (int row = rowOfResult(group, value); row >= 0 && isProduct[row]) {
      uint64_t whole = writtenUnfused(row);
      use.whole = values.countBytes(use.type) > whole ? whole : 0;
    }
    uses.push_back(std::move(use));
  }
  for (OpResult result : op->getResults())
    if (std::optional<unsigned> buffer = bufferOf(result))
      uses[*buffer].isResult |= isReturned(result, llvm::IsaPred<IndexMapOpInterface>);
}

OperatorPlace ReportBuilder::writerOf(unsigned group, Value value) const {
  ValueKey key = keyOf(value);
  for (const GroupValue &result : groups[group].results)
    if (result.key == key)
      return result.place;
  int row = rowOfResult(group, value);
  return row < 0 ? OperatorPlace() : report.operators[row].op;
}

OperatorPlace ReportBuilder::readerOf(unsigned group, Value value) const {
  ValueKey key = keyOf(value);
  for (const GroupValue &input : groups[group].inputs)
    if (input.key == key)
      return input.place;
  int row = rowOfInput(group, value);
  return row < 0 ? OperatorPlace() : report.operators[row].op;
}

/// What the edges between two groups say, those of `producer` first.
std::string ReportBuilder::whyBetween(unsigned from, unsigned to, const OperatorPlace &producer) const {
  std::string reason;
  auto between = cutBetween.find({from, to});
  for (unsigned edge : between == cutBetween.end() ? ArrayRef<unsigned>() : ArrayRef<unsigned>(between->second)) {
    if (report.edges[edge].producer == producer)
      return report.edges[edge].reason;
    if (reason.empty())
      reason = report.edges[edge].reason;
  }
  if (!reason.empty())
    return reason;
  if (report.groups[to].isLibrary)
    return "a library call reads its operands from memory";
  if (report.groups[from].isLibrary)
    return "a library call writes its result to memory";
  return "the two are kernels of their own";
}

/// A read of what another launch wrote, with the bytes on either side.
BoundaryEntry ReportBuilder::describeBoundary(unsigned number, const BufferUse &use, uint64_t written,
                                              uint64_t read) const {
  auto rootOf = [&](unsigned launch) { return report.groups[launch].launchOf.value_or(launch); };
  unsigned from = use.source->first, root = rootOf(number);
  const BufferUse &source = launches[from].uses[use.source->second];
  std::string reason = rootOf(from) == root       ? partsReason
                       : use.writer == use.reader ? operatorReason
                                                  : whyBetween(rootOf(from), root, use.writer);
  if (source.whole != 0)
    reason += ", in " + std::to_string(values.countBytes(source.type) / source.whole) + " parts";
  return {use.writer, use.reader, describeType(use.type), std::move(reason), from, number, written, read};
}

void ReportBuilder::describeBoundaries() {
  auto rootOf = [&](unsigned number) { return report.groups[number].launchOf.value_or(number); };
  // Of each buffer that is written: whether a launch of another group reads it.
  std::map<std::pair<unsigned, unsigned>, bool> isReadByOthers;
  for (auto [number, launch] : llvm::enumerate(launches))
    for (const BufferUse &use : launch.uses)
      if (use.source)
        isReadByOthers[*use.source] |= rootOf(use.source->first) != rootOf(number);
  std::set<std::pair<unsigned, unsigned>> paid;
  PlanTraffic &traffic = report.traffic;
  auto add = [&](uint64_t bytes, uint64_t whole, bool isBetween) {
    uint64_t partial = !isBetween ? bytes : whole != 0 && bytes > whole ? bytes - whole : 0;
    traffic.partial += partial;
    traffic.between += bytes - partial;
  };
  for (auto [number, launch] : llvm::enumerate(launches))
    for (auto [i, use] : llvm::enumerate(launch.uses)) {
      const BufferEntry &buffer = report.groups[number].buffers[i];
      auto readers = isReadByOthers.find({static_cast<unsigned>(number), static_cast<unsigned>(i)});
      if (use.isResult || readers == isReadByOthers.end())
        traffic.results += buffer.written;
      else
        add(buffer.written, use.whole, readers->second);
      if (!use.source) {
        traffic.inputs += buffer.read;
        continue;
      }
      auto [from, written] = *use.source;
      const BufferUse &source = launches[from].uses[written];
      add(buffer.read, source.whole, rootOf(from) != rootOf(number));
      bool hasWrite = !source.isResult && paid.insert(*use.source).second;
      report.boundaries.push_back(
          describeBoundary(number, use, hasWrite ? report.groups[from].buffers[written].written : 0, buffer.read));
    }
}

void ReportBuilder::addEdges() {
  auto add = [&](const std::vector<RecordedProduct> &from, std::vector<ProductEntry> &to) {
    for (const RecordedProduct &product : from)
      if (product.function == report.entry)
        to.push_back({describeLocation(product.location), product.text, product.isTaken});
  };
  add(recorded->products, report.products);
  add(recorded->families, report.families);
  for (const RecordedEdge &edge : recorded->edges) {
    if (edge.function != report.entry)
      continue;
    EdgeEntry entry;
    entry.producer = {edge.producer, describeLocation(edge.producerLocation)};
    entry.consumer = {edge.consumer, describeLocation(edge.consumerLocation)};
    entry.isKept = edge.isKept;
    entry.reason = edge.reason;
    entry.formula = edge.formula;
    entry.bytes = edge.accesses * values.countBytes(edge.type);
    MLIRContext *context = edge.type.getContext();
    ArrayRef<unsigned> from = groupsOf[{edge.producerLocation, StringAttr::get(context, edge.producer)}];
    ArrayRef<unsigned> to = groupsOf[{edge.consumerLocation, StringAttr::get(context, edge.consumer)}];
    if (!to.empty())
      entry.group = to.back();
    if (!edge.isKept)
      for (unsigned writer : from)
        for (unsigned reader : to)
          if (writer != reader)
            cutBetween[{writer, reader}].push_back(report.edges.size());
    report.edges.push_back(std::move(entry));
  }
}

} // namespace sinter
