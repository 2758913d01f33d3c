// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sinter` dialect: its operators, attributes and interfaces, and builders that broadcast and name extents.

#ifndef SINTER_DIALECTS_SINTER_IR_SINTER_H
#define SINTER_DIALECTS_SINTER_IR_SINTER_H

#include "dialects/Sinter/IR/Indexing.h"
#include "dialects/Sinter/IR/ScalarBuilder.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Sinter/IR/SinterDialect.h.inc"
#include "dialects/Sinter/IR/SinterEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Sinter/IR/SinterAttrs.h.inc"
#include "dialects/Sinter/IR/SinterInterfaces.h.inc"

namespace sinter {

llvm::LogicalResult inferReductionType(std::optional<mlir::Location> location, mlir::Type input,
                                       llvm::ArrayRef<int64_t> axes, llvm::SmallVectorImpl<mlir::Type> &types, mlir::Type element = {});
llvm::LogicalResult verifyReduction(ReductionOpInterface op);
llvm::LogicalResult verifyScan(ScanOpInterface op);

/// Whether each extent of `type`, a ranked tensor, is an integer or an expression over symbols.
bool hasKnownExtents(mlir::Type type);

/// Whether the input of `op` is read by others than `op`, in a way that could see what `op` writes into it: all readers but those that what `op` itself reads is
/// made of, as long as all of their results end in copies that `op` alone reads, and so are done before it.
bool isReadElsewhere(UpdateOpInterface op);

/// Extents as text-independent values: symbols by name, so that types of different functions compare.
DimsAttr getDimsAttr(mlir::RankedTensorType type);

/// A tensor type of the given extents. `exprs` use the numbering of `names`; integers become static dimensions.
mlir::RankedTensorType getTensorType(mlir::MLIRContext *context, llvm::ArrayRef<mlir::AffineExpr> exprs,
                                     llvm::ArrayRef<std::string> names, mlir::Type element);

/// The extents of `type` picked by `dims`, in that order, with element type `element`.
mlir::RankedTensorType pickDims(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> dims, mlir::Type element);

/// `type` with another element type.
mlir::RankedTensorType withElementType(mlir::RankedTensorType type, mlir::Type element);

/// The bytes of `resource`, which ConstantOp's verifier has looked at; none where its file has no such resource.
llvm::ArrayRef<char> getResourceBytes(mlir::DenseResourceElementsAttr resource);

/// The range declared for `symbol` by the function that `op` stands in.
RangeAttr getSymbolRange(mlir::Operation *op, llvm::StringRef symbol);

/// `value` repeated to `shape` (numpy's rule: dimensions match from the last), or itself where that is its shape.
/// Fails, with a message at the builder's location, where an extent is neither equal nor 1.
llvm::FailureOr<mlir::Value> broadcastTo(mlir::ImplicitLocOpBuilder &b, mlir::Value value, mlir::RankedTensorType shape);

/// `x` rounded to `element` as arithmetic in that type rounds its results: beyond the largest finite value lies infinity where the type has
/// one, unlike a cast to an 8-bit float, which saturates. `x` itself where that is its type.
mlir::Value roundTo(mlir::ImplicitLocOpBuilder &b, mlir::Type element, mlir::Value x);

/// A constant of `type` with `value` in each element, by way of a scalar and a broadcast.
mlir::Value splatConstant(mlir::ImplicitLocOpBuilder &b, double value, mlir::RankedTensorType type);

} // namespace sinter

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterReductionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterScanOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterShapeOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterGatherOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterScatterOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterRandomOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterLinearOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterCompositeOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterGroupOps.h.inc"

#endif // SINTER_DIALECTS_SINTER_IR_SINTER_H
