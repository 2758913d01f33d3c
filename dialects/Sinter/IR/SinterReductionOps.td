// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: they fold a tensor over some of its axes, and the axes leave its shape.

#ifndef SINTER_REDUCTION_OPS_TD
#define SINTER_REDUCTION_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_ReductionOp<string mnemonic, string text, string kind, TypeConstraint type, string mean = "false", string elt = "f32">
    : Sinter_Op<mnemonic, [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<ReductionOpInterface, ["isMean"]>]> {
  let arguments = (ins type:$input, DenseI64ArrayAttr:$axes);
  let results = (outs type:$result);
  let assemblyFormat = "$input `axes` `=` $axes attr-dict `:` type($input) `->` type($result)";
  let summary = text;
  let description = text # ". 16-bit and 8-bit floats are folded in f32 and rounded once.\n\n```mlir\n%y = sinter." # mnemonic #
      " %x axes = [1] : tensor<4x8x" # elt # "> -> tensor<4x" # elt # ">\n```\n";
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::sinter::inferReductionType(location, adaptor.getInput().getType(), adaptor.getAxes(), types);
    }
    ::llvm::LogicalResult $cppClass::verify() { return ::sinter::verifyReduction(*this); }
    ::sinter::ReductionKind $cppClass::getReductionKind() { return ::sinter::ReductionKind::}] # kind # [{; }
    ::llvm::ArrayRef<int64_t> $cppClass::getReductionAxes() { return getAxes(); }
    bool $cppClass::isMean() { return }] # mean # [{; }
  }];
}

def Sinter_SumOp : Sinter_ReductionOp<"sum", "the sum over the axes; 0 where there is nothing to fold", "Sum", Sinter_NumberTensor>;
def Sinter_MeanOp : Sinter_ReductionOp<"mean", "the mean over the axes; NaN where there is nothing to fold", "Sum", Sinter_FloatTensor, "true">;
def Sinter_ProductOp : Sinter_ReductionOp<"product", "the product over the axes; 1 where there is nothing to fold", "Product", Sinter_NumberTensor>;
def Sinter_ReduceMaxOp : Sinter_ReductionOp<"reduce_max", "the greatest over the axes; NaN where one is NaN; the least value of the type where there is nothing to fold", "Max", Sinter_NumberTensor>;
def Sinter_ReduceMinOp : Sinter_ReductionOp<"reduce_min", "the least over the axes; NaN where one is NaN; the greatest value of the type where there is nothing to fold", "Min", Sinter_NumberTensor>;
def Sinter_AnyOp : Sinter_ReductionOp<"any", "whether any over the axes is true", "Or", Sinter_BoolTensor, "false", "i1">;
def Sinter_AllOp : Sinter_ReductionOp<"all", "whether all over the axes are true", "And", Sinter_BoolTensor, "false", "i1">;

class Sinter_ArgReductionOp<string mnemonic, string text, string kind>
    : Sinter_Op<mnemonic, [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<ReductionOpInterface, ["buildFolds"]>]> {
  let arguments = (ins Sinter_NumberTensor:$input, DenseI64ArrayAttr:$axes, UnitAttr:$select_last);
  let results = (outs Sinter_TensorOf<[I64]>:$result);
  let assemblyFormat = "$input `axes` `=` $axes (`select_last` $select_last^)? attr-dict `:` type($input) `->` type($result)";
  let summary = text;
  let description = text # [{. Over several axes it is the row-major number among the
    elements that are folded. Of equal ones it is the first, with `select_last` the last; +0 and -0 are equal. A NaN comes before all numbers. -1
    where there is nothing to fold.

    ```mlir
    %y = sinter.}] # mnemonic # [{ %x axes = [1] : tensor<4x8xf32> -> tensor<4xi64>
    ```
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::sinter::inferReductionType(location, adaptor.getInput().getType(), adaptor.getAxes(), types, ::mlir::IntegerType::get(context, 64));
    }
    ::llvm::LogicalResult $cppClass::verify() { return ::sinter::verifyReduction(*this); }
    ::sinter::ReductionKind $cppClass::getReductionKind() { return ::sinter::ReductionKind::}] # kind # [{; }
    ::llvm::ArrayRef<int64_t> $cppClass::getReductionAxes() { return getAxes(); }
    ::llvm::SmallVector<::mlir::Value> $cppClass::buildFolds(::sinter::FoldBuilder &f, ::mlir::Value x) {
      return {::sinter::buildArgFold(f, x, getReductionKind(), getSelectLast())};
    }
  }];
}

def Sinter_ArgmaxOp : Sinter_ArgReductionOp<"argmax", "the index of the greatest over the axes", "Max">;
def Sinter_ArgminOp : Sinter_ArgReductionOp<"argmin", "the index of the least over the axes", "Min">;

def Sinter_TopkOp : Sinter_Op<"topk", [Pure, InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<ReductionOpInterface, ["getKeptExtent", "buildFolds"]>]> {
  let arguments = (ins Sinter_NumberTensor:$input, I64Attr:$k, DenseI64ArrayAttr:$axes, UnitAttr:$smallest);
  let results = (outs Sinter_NumberTensor:$values, Sinter_TensorOf<[I64]>:$indices);
  let assemblyFormat = "$input `k` `=` $k `axes` `=` $axes (`smallest` $smallest^)? attr-dict `:` type($input) `->` type($values) `,` type($indices)";
  let summary = "the k greatest (with `smallest` the least) along an axis, in order, and their indices";
  let description = [{
    `axes` names one axis; its extent is k in the results. Of equal ones the first comes first; +0 and -0 are equal. A NaN comes before all numbers. k is 1 to 64, and
    no more than a static extent; beyond a symbolic one, values are 0 and indices -1.

    ```mlir
    %v, %i = sinter.topk %x k = 2 axes = [1] : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
    ```
  }];
  let hasVerifier = 1;
}

#endif // SINTER_REDUCTION_OPS_TD
