// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One node while it is imported: its inputs, attributes and results, and what operators are built with.

#ifndef SINTER_COMPILER_IMPORT_ONNX_ONNXNODE_H
#define SINTER_COMPILER_IMPORT_ONNX_ONNXNODE_H

#include "compiler/Import/ONNX/OnnxGraph.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sinter {

class OnnxNode {
public:
  OnnxNode(OnnxGraph &graph, const sinter_onnx::NodeProto &proto, int64_t opset, mlir::OpBuilder &builder, mlir::Location location)
      : graph(graph), b(location, builder), proto(proto), version(opset) {}

  llvm::StringRef op() const { return proto.op_type(); }
  int64_t opset() const { return version; }
  /// Emits an error that names the node and its operator; converts to failure().
  mlir::InFlightDiagnostic error() const;

  // Inputs. An omitted one has an empty name.
  int64_t numInputs() const { return proto.input_size(); }
  bool hasInput(int64_t i) const { return i < proto.input_size() && !proto.input(i).empty(); }
  llvm::StringRef inputName(int64_t i) const { return proto.input(i); }
  /// Null after an error.
  mlir::Value tensor(int64_t i) { return graph.tensor(proto.input(i), b.getLoc()); }
  const HostTensor *host(int64_t i) { return hasInput(i) ? graph.host(proto.input(i), b.getLoc()) : nullptr; }
  mlir::RankedTensorType type(int64_t i) { return graph.type(proto.input(i), b.getLoc()); }
  /// All inputs as tensors; fails after an error.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>> tensors();
  /// Input `i` as integers known here; fails after an error that calls it `what`.
  llvm::FailureOr<llvm::SmallVector<int64_t>> constantInts(int64_t i, llvm::StringRef what);
  /// Input `i` as integers that may depend on extents.
  llvm::FailureOr<llvm::SmallVector<mlir::AffineExpr>> extentInts(int64_t i, llvm::StringRef what);

  // Attributes.
  bool hasAttribute(llvm::StringRef name) const { return find(name); }
  const sinter_onnx::AttributeProto *find(llvm::StringRef name) const;
  int64_t getInt(llvm::StringRef name, int64_t otherwise) const;
  double getFloat(llvm::StringRef name, double otherwise) const;
  std::string getString(llvm::StringRef name, llvm::StringRef otherwise) const;
  std::optional<llvm::SmallVector<int64_t>> getInts(llvm::StringRef name) const;

  // Results.
  int64_t numOutputs() const { return proto.output_size(); }
  bool usesOutput(int64_t i) const { return i < proto.output_size() && !proto.output(i).empty(); }
  /// Empty where the result is omitted.
  llvm::StringRef outputName(int64_t i) const { return i < proto.output_size() ? llvm::StringRef(proto.output(i)) : llvm::StringRef(); }
  llvm::LogicalResult setResult(int64_t i, mlir::Value value);
  llvm::LogicalResult setResult(int64_t i, HostTensor value);
  llvm::LogicalResult setResult(int64_t i, const sinter_onnx::TensorProto &value);
  llvm::LogicalResult setResult(mlir::Value value) { return setResult(0, value); }

  /// `axis` counted from the front; fails after an error where it is outside [-rank, rank).
  llvm::FailureOr<int64_t> axis(int64_t axis, int64_t rank) const;
  /// Axes counted from the front, ascending, each once.
  llvm::FailureOr<llvm::SmallVector<int64_t>> axes(llvm::ArrayRef<int64_t> axes, int64_t rank) const;

  // Extents in the numbering of the graph's symbols.
  llvm::SmallVector<mlir::AffineExpr> extents(mlir::Value value) { return graph.symbols().extents(typeOf(value)); }
  mlir::RankedTensorType makeType(llvm::ArrayRef<mlir::AffineExpr> extents, mlir::Type element) { return graph.makeType(extents, element); }
  mlir::AffineExpr extent(int64_t value) { return mlir::getAffineConstantExpr(value, b.getContext()); }
  static mlir::RankedTensorType typeOf(mlir::Value value) { return llvm::cast<mlir::RankedTensorType>(value.getType()); }
  static mlir::Type elementOf(mlir::Value value) { return typeOf(value).getElementType(); }

  // Builders. Each gives its input back where there is nothing to do; null after an error.
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> extents);
  mlir::Value cast(mlir::Value value, mlir::Type element);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> extents);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> steps, llvm::ArrayRef<mlir::AffineExpr> extents);
  /// A constant of `like`'s type.
  mlir::Value splat(double value, mlir::Value like) { return splatConstant(b, value, typeOf(like)); }
  /// `expr` in each element of `like`'s integer type.
  mlir::Value splatExtent(mlir::AffineExpr expr, mlir::Value like);
  /// `values` with axis `at` of extent 1 where `keep` asks to keep the reduced `axes` of `input`.
  mlir::Value keepDims(mlir::Value reduced, mlir::Value input, llvm::ArrayRef<int64_t> axes);
  /// Whether `a` and `b`, which must be equal, are to be given one name or value, and the import to begin again: the node then fails
  /// without an error of its own.
  bool mustBeginAgain(mlir::AffineExpr a, mlir::AffineExpr b) { return a != b && graph.meet(a, b); }
  /// numpy's common shape of `shapes`; fails after an error, or to begin again.
  llvm::FailureOr<llvm::SmallVector<mlir::AffineExpr>> commonShape(llvm::ArrayRef<llvm::SmallVector<mlir::AffineExpr>> shapes);
  /// `values` broadcast to their common shape; fails after an error.
  llvm::LogicalResult broadcastAll(llvm::MutableArrayRef<mlir::Value> values);

  /// An operator whose types are inferred; null after an error (its own create() would end the program).
  template <typename Op> mlir::Value infer(mlir::ValueRange operands, typename Op::Properties properties = {}) {
    llvm::SmallVector<mlir::Type> types;
    if (failed(Op::inferReturnTypes(b.getContext(), b.getLoc(), operands, mlir::DictionaryAttr(), mlir::OpaqueProperties(&properties), {}, types)))
      return {};
    return Op::create(b, mlir::TypeRange(types), operands, properties)->getResult(0);
  }
  /// A reduction over `axes`, or `input` itself where there are none.
  template <typename Op> mlir::Value reduce(mlir::Value input, llvm::ArrayRef<int64_t> axes) {
    if (axes.empty())
      return input;
    typename Op::Properties properties;
    properties.axes = b.getDenseI64ArrayAttr(axes);
    return infer<Op>(input, properties);
  }

  OnnxGraph &graph;
  mlir::ImplicitLocOpBuilder b;

private:
  const sinter_onnx::NodeProto &proto;
  int64_t version;
};

} // namespace sinter

#endif // SINTER_COMPILER_IMPORT_ONNX_ONNXNODE_H
