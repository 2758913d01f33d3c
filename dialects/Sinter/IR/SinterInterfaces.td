// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler knows of an operator. Passes ask these interfaces and never an operator's name.

#ifndef SINTER_INTERFACES_TD
#define SINTER_INTERFACES_TD

include "mlir/IR/OpBase.td"

def ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{
    One result, whose element at an index depends on the operands' elements at that index alone. All operands and the
    result have one shape.
  }];
  let methods = [
    InterfaceMethod<[{
      Builds the scalar computation. `x` holds one scalar an operand, in the operand's compute type (f32 for floats
      of 16 bits and less, else the element type); the value returned is in the result's compute type.
    }], "::mlir::Value", "buildScalar", (ins "::sinter::ScalarBuilder &":$s, "::mlir::ValueRange":$x)>,
    InterfaceMethod<[{
      Whether the graph's author asked for this rounding (a cast): it is never dropped.
    }], "bool", "isExplicitRounding", (ins), "", "return false;">,
    InterfaceMethod<[{
      Whether the result has memory of its own, which other kernels read: it is computed once, whoever reads it.
    }], "bool", "isMaterialized", (ins), "", "return false;">,
  ];
}

def ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{
    Folds operand 0 over `axes`; the axes leave the results' shape, or one axis comes to hold a few elements that the row gives. What is folded, and
    what becomes of it, is an expression of the operator's own: a sum, its quotient by a count, the index of the greatest.
  }];
  let methods = [
    InterfaceMethod<"The fold; where there are several, that of the operand itself.", "::sinter::ReductionKind", "getReductionKind">,
    InterfaceMethod<"The folded axes of the operand, ascending.", "::llvm::ArrayRef<int64_t>", "getReductionAxes">,
    InterfaceMethod<[{ Whether the fold is divided by the number of elements folded. }], "bool", "isMean", (ins), "", "return false;">,
    InterfaceMethod<[{
      How many elements of each result a row gives, along the one axis that is folded; 0 where the axes leave the shape.
    }], "int64_t", "getKeptExtent", (ins), "", "return 0;">,
    InterfaceMethod<[{
      Builds the results of a row: one scalar each, or, where an extent is kept, as many, result after result. `x` is an element of
      the operand, which varies along the row, in its compute type; the scalars are in the results' compute types.
    }], "::llvm::SmallVector<::mlir::Value>", "buildFolds", (ins "::sinter::FoldBuilder &":$f, "::mlir::Value":$x), "",
      "return {::sinter::buildFold(f, x, $_op.getReductionKind(), $_op.isMean())};">,
  ];
}

def ScanOpInterface : OpInterface<"ScanOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{ One result of operand 0's type: at each index the fold of the elements up to it along an axis. }];
  let methods = [
    InterfaceMethod<"The fold.", "::sinter::ReductionKind", "getScanKind">,
    InterfaceMethod<"The scanned axis of the operand.", "int64_t", "getScanAxis">,
    InterfaceMethod<"Whether the element at the index itself is left out.", "bool", "isExclusiveScan">,
    InterfaceMethod<"Whether it runs from the last index to the first.", "bool", "isReverseScan">,
  ];
}

def IndexMapOpInterface : OpInterface<"IndexMapOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{
    A result element is an element of an operand (or a function of the index itself): slices, transposes, gathers…
  }];
  let methods = [
    InterfaceMethod<[{
      The scalar at `indices` of result `result`, in the compute type of the result's elements.
    }], "::mlir::Value", "buildAt", (ins "::sinter::IndexingBuilder &":$b, "unsigned":$result, "::llvm::ArrayRef<::mlir::AffineExpr>":$indices)>,
    InterfaceMethod<[{
      Where operand 0 lies as `input`: the view that result `result` is of the same memory, or failure where it is none.
    }], "::llvm::FailureOr<::sinter::StridedView>", "viewResult",
      (ins "unsigned":$result, "const ::sinter::StridedView &":$input), "", "return ::mlir::failure();">,
    InterfaceMethod<[{
      What must hold of the extents so that every element has its place; none where that is plain.
    }], "::llvm::SmallVector<::sinter::Requirement>", "getRequirements", (ins "::sinter::SymbolScope &":$scope), "", "return {};">,
    InterfaceMethod<[{
      Where the only result lies as `output`: the view that operand 0 must be written to so that the result is in
      place, or failure. Only for operators that use each element of the operand exactly once.
    }], "::llvm::FailureOr<::sinter::StridedView>", "viewOperand",
      (ins "const ::sinter::StridedView &":$output), "", "return ::mlir::failure();">,
  ];
}

def UpdateOpInterface : OpInterface<"UpdateOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{
    One result: operand 0, the destination, with some elements changed. With `in_place` the result takes the destination's memory, and what is
    computed is the change alone.
  }];
  let methods = [
    InterfaceMethod<"Whether the result takes the destination's memory.", "bool", "getInPlace">,
    InterfaceMethod<"Decides that.", "void", "setInPlace", (ins "bool":$inPlace)>,
  ];
}

def ScatterOpInterface : OpInterface<"ScatterOpInterface", [UpdateOpInterface]> {
  let cppNamespace = "::sinter";
  let description = [{
    An update that replaces elements by those of a tensor, each at a place of its own: no two go to one.
  }];
  let methods = [
    InterfaceMethod<"The update.", "::mlir::Value", "getUpdate">,
    InterfaceMethod<[{
      The place in the result of the update's element at `indices`.
    }], "::llvm::SmallVector<::mlir::AffineExpr>", "buildPlace", (ins "::sinter::IndexingBuilder &":$b, "::llvm::ArrayRef<::mlir::AffineExpr>":$indices)>,
    InterfaceMethod<[{
      Whether the update's element at `indices` has a place at all, as an i1: one that has none is left out. Null where all have.
    }], "::mlir::Value", "buildPredicate", (ins "::sinter::IndexingBuilder &":$b, "::llvm::ArrayRef<::mlir::AffineExpr>":$indices), "",
      "return ::mlir::Value();">,
  ];
}

def ContractionOpInterface : OpInterface<"ContractionOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{ A product that goes to a library: batch dimensions, then rows and columns. }];
  let methods = [
    InterfaceMethod<"Whether operand 0's last two dimensions are swapped.", "bool", "getTransposeLhs">,
    InterfaceMethod<"Whether operand 1's last two dimensions are swapped.", "bool", "getTransposeRhs">,
  ];
}

def CompositeOpInterface : OpInterface<"CompositeOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{ An operator that is an expression of others; computed in f32 and rounded once. }];
  let methods = [
    InterfaceMethod<"Builds the expression; one value a result.", "::llvm::SmallVector<::mlir::Value>", "decompose",
                    (ins "::mlir::ImplicitLocOpBuilder &":$b)>,
  ];
}

def ConstantSourceOpInterface : OpInterface<"ConstantSourceOpInterface"> {
  let cppNamespace = "::sinter";
  let description = [{ A value known before any input is: a constant or a parameter. }];
}

#endif // SINTER_INTERFACES_TD
