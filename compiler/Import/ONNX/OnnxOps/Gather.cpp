// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that read or write at places that other tensors hold.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

/// first, first + step, ...: a slice.
struct Sequence {
  int64_t first, count, step;
};

/// `indices` as a slice; nothing where they are not known or no such sequence.
std::optional<Sequence> asSequence(OnnxNode &node, const HostTensor *indices, AffineExpr extent) {
  auto values = indices ? indices->constants() : std::nullopt;
  if (!values || values->empty() || indices->shape.size() > 1)
    return std::nullopt;
  std::optional<int64_t> size = asConstant(extent);
  for (int64_t &value : *values) {
    if (value < 0 && size)
      value += *size;
    if (value < 0 || (size ? value >= *size : value >= node.graph.bounds(extent).low))
      return std::nullopt;
  }
  int64_t step = values->size() > 1 ? (*values)[1] - (*values)[0] : 1;
  for (size_t i = 1; i < values->size(); ++i)
    if ((*values)[i] - (*values)[i - 1] != step)
      return std::nullopt;
  if (step == 0)
    return std::nullopt;
  return Sequence{(*values)[0], static_cast<int64_t>(values->size()), step};
}

LogicalResult importGather(OnnxNode &node) {
  Value x = node.tensor(0);
  if (!x)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), rank);
  if (failed(axis))
    return failure();
  SmallVector<AffineExpr> extents = node.extents(x);
  if (std::optional<Sequence> range = asSequence(node, node.host(1), extents[*axis])) {
    // A slice is a view of the input where a gather would copy it.
    bool scalar = node.host(1)->shape.empty();
    SmallVector<int64_t> starts(rank, 0), steps(rank, 1);
    starts[*axis] = range->first;
    steps[*axis] = range->step;
    extents[*axis] = node.extent(range->count);
    Value piece = node.slice(x, starts, steps, extents);
    if (scalar)
      extents.erase(extents.begin() + *axis);
    return node.setResult(node.reshape(piece, extents));
  }
  Value indices = node.tensor(1);
  return indices ? node.setResult(gather(node, x, indices, *axis)) : failure();
}

LogicalResult importGatherElements(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value();
  if (!indices)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> axis = node.axis(node.getInt("axis", 0), rank);
  if (failed(axis))
    return failure();
  if (node.typeOf(indices).getRank() != rank)
    return node.error() << "expected indices of rank " << rank << ", but got " << indices.getType();
  return node.setResult(gatherElements(node, x, indices, *axis));
}

LogicalResult importGatherND(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value();
  if (!indices)
    return failure();
  GatherNdOp::Properties properties;
  properties.batch_dims = node.b.getI64IntegerAttr(node.getInt("batch_dims", 0));
  return node.setResult(node.infer<GatherNdOp>({x, indices}, properties));
}

// Scatters.

FailureOr<ScatterKind> scatterKind(const OnnxNode &node) {
  std::string name = node.getString("reduction", "none");
  std::optional<ScatterKind> kind = name == "none" ? ScatterKind::Replace : name == "replace" ? std::nullopt : symbolizeScatterKind(name);
  if (!kind)
    return node.error() << "expected reduction `none`, `add`, `mul`, `max` or `min`, but got `" << name << "`", failure();
  return *kind;
}

LogicalResult importScatterElements(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value(), updates = indices ? node.tensor(2) : Value();
  FailureOr<ScatterKind> kind = updates ? scatterKind(node) : FailureOr<ScatterKind>(failure());
  FailureOr<int64_t> axis = succeeded(kind) ? node.axis(node.getInt("axis", 0), node.typeOf(x).getRank()) : FailureOr<int64_t>(failure());
  if (failed(axis))
    return failure();
  return node.setResult(ScatterElementsOp::create(node.b, x.getType(), x, indices, updates, *kind, *axis));
}

LogicalResult importScatterND(OnnxNode &node) {
  Value x = node.tensor(0), indices = x ? node.tensor(1) : Value(), updates = indices ? node.tensor(2) : Value();
  FailureOr<ScatterKind> kind = updates ? scatterKind(node) : FailureOr<ScatterKind>(failure());
  if (failed(kind))
    return failure();
  return node.setResult(ScatterNdOp::create(node.b, x.getType(), x, indices, updates, *kind));
}

// Sequences.

/// The first elements along the time axis, as many as a batch's length says, the other way round.
LogicalResult importReverseSequence(OnnxNode &node) {
  Value x = node.tensor(0), lengths = x ? node.tensor(1) : Value();
  if (!lengths)
    return failure();
  int64_t rank = node.typeOf(x).getRank();
  FailureOr<int64_t> time = node.axis(node.getInt("time_axis", 0), rank), batch = node.axis(node.getInt("batch_axis", 1), rank);
  if (failed(time) || failed(batch))
    return failure();
  SmallVector<AffineExpr> extents = node.extents(x), row(rank, node.extent(1));
  row[*batch] = extents[*batch];
  if (*time == *batch || node.typeOf(lengths).getRank() != 1)
    return node.error() << "expected two axes and one length for each index along the batch axis, but got " << lengths.getType();
  Value length = node.reshape(node.cast(lengths, node.b.getI64Type()), row);
  length = length ? node.broadcast(length, extents) : length;
  if (!length)
    return failure();
  Value at = IotaOp::create(node.b, node.makeType(extents, node.b.getI64Type()), *time);
  Value isTurned = compare(node, CompareKind::Lt, at, length);
  Value turned = SubOp::create(node.b, SubOp::create(node.b, length, node.splat(1, length)), at);
  return node.setResult(gatherElements(node, x, SelectOp::create(node.b, isTurned, turned, at), *time));
}

// Whose results have as many elements as their data says.

LogicalResult importDataDependent(OnnxNode &node) { return node.error() << "is not supported: the result's shape depends on data"; }
bool isNever(const OnnxNode &) { return false; }
constexpr StringRef dataDependent = "the result's shape depends on data";

const OnnxOp ops[] = {
    {"Gather", 2, 2, importGather},
    {"GatherElements", 2, 2, importGatherElements},
    {"GatherND", 2, 2, importGatherND},
    {"ScatterElements", 3, 3, importScatterElements},
    {"Scatter", 3, 3, importScatterElements},
    {"ScatterND", 3, 3, importScatterND},
    {"ReverseSequence", 2, 2, importReverseSequence},
    {"Compress", 2, 2, importDataDependent, isNever, dataDependent},
    {"NonZero", 1, 1, importDataDependent, isNever, dataDependent},
    {"Unique", 1, 1, importDataDependent, isNever, dataDependent},
};

} // namespace

ArrayRef<OnnxOp> gatherOnnxOps() { return ops; }

} // namespace sinter
