// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that replace parts of a tensor, at places that other tensors hold.

#ifndef SINTER_SCATTER_OPS_TD
#define SINTER_SCATTER_OPS_TD

include "dialects/Sinter/IR/SinterShapeOp.td"

def Sinter_UpdateSliceOp : Sinter_ShapeOp<"update_slice", [AllTypesMatch<["input", "result"]>, DeclareOpInterfaceMethods<ScatterOpInterface>]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_Tensor:$update, Sinter_IndexTensor:$start, I64Attr:$axis, UnitAttr:$in_place);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $update `at` $start `axis` `=` $axis (`in_place` $in_place^)? attr-dict `:` type($input) `,` type($update) `,` type($start)";
  let semantics = "the input with as many slices as the update has replaced by it, along an axis from a start on: one number, or one for each index of dimension 0. A negative start counts from the last one at which the update fits, plus 1; a start out of range takes the nearest. `in_place`, a decision of `sinter-update-in-place`: the result takes the input's memory, and the input has no other reader";
  let example = "%y = sinter.update_slice %cache, %new at %position axis = 1 : tensor<2x128x8xf32>, tensor<2x1x8xf32>, tensor<2xi64>";
  let extraClassDeclaration = [{
    ::mlir::AffineExpr buildStart(::sinter::IndexingBuilder &b, ::llvm::ArrayRef<::mlir::AffineExpr> indices);
  }];
}

def Sinter_UpdatePlacesOp : Sinter_Op<"update_places", [Pure, AllTypesMatch<["input", "result"]>,
    DeclareOpInterfaceMethods<ScatterOpInterface, ["buildPredicate"]>]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_Tensor:$update, Variadic<Sinter_IndexTensor>:$indices, UnitAttr:$in_place);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $update `at` `(` $indices `:` type($indices) `)` (`in_place` $in_place^)? attr-dict `:` type($input) `,` type($update)";
  let summary = "the input with slices replaced by those of an update, at places that differ";
  let description = [{
    Index tensor i says where along the input's dimension i; all of them have one shape, the list of updates. The update has the dimensions of the list, then those of
    the input that no index tensor names. A negative index counts from the end; an update with an index out of range is left out.

    The places of the updates that are not left out must differ: which of two to one place stays is not defined, and may be a mixture of both. `sinter.scatter_nd`
    takes the last, and compares all indices for it; where an engine gives each token a slot of its own, this is the same for less.

    The result is made in the input's memory where it may be (see `in_place` of `sinter.update_slice`), so that the work is the update's size; else in that of a copy.

    ```mlir
    %y = sinter.update_places %cache, %new at(%slots : tensor<3xi64>) : tensor<100x8xf32>, tensor<3x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_ScatterKindReplace : I32EnumAttrCase<"Replace", 0, "replace">;
def Sinter_ScatterKindAdd : I32EnumAttrCase<"Add", 1, "add">;
def Sinter_ScatterKindMul : I32EnumAttrCase<"Mul", 2, "mul">;
def Sinter_ScatterKindMax : I32EnumAttrCase<"Max", 3, "max">;
def Sinter_ScatterKindMin : I32EnumAttrCase<"Min", 4, "min">;
def Sinter_ScatterKind : I32EnumAttr<"ScatterKind", "what becomes of an element and its updates", [
    Sinter_ScatterKindReplace, Sinter_ScatterKindAdd, Sinter_ScatterKindMul, Sinter_ScatterKindMax, Sinter_ScatterKindMin]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_ScatterKindAttr : EnumAttr<Sinter_Dialect, Sinter_ScatterKind, "scatter_kind">;

def Sinter_ScatterElementsOp : Sinter_Op<"scatter_elements", [Pure, AllTypesMatch<["input", "result"]>, AllShapesMatch<["indices", "updates"]>,
    DeclareOpInterfaceMethods<CompositeOpInterface>, DeclareOpInterfaceMethods<UpdateOpInterface>]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, Sinter_Tensor:$updates, Sinter_ScatterKindAttr:$kind, I64Attr:$axis, UnitAttr:$in_place);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$kind $input `,` $indices `,` $updates `axis` `=` $axis (`in_place` $in_place^)? attr-dict `:` type($input) `,` type($indices) `,` type($updates)";
  let summary = "the input with single elements changed by updates, along an axis at given indices";
  let description = [{
    Each update goes to the element at its own index, but along the axis at the one that the indices have there: `replace` takes its
    place, the others fold it into the element. Indices and updates have one shape, of the input's rank, and along other dimensions than the axis at most
    the input's extents. A negative index counts from the end; an update whose index is out of range is left out. Of several updates of
    one element `replace` takes the last; the others fold all of them, floats of 16 bits and less in f32 with a single rounding, in an order that the
    schedule sets and that is the same in each run. max and min are those of `sinter.max` and `sinter.min`; bools are replaced only.

    Where the result is tied to the input, the updates alone are worked on: each is compared with those of its line along the axis, and the last one of a place
    stores. Else every element looks through the updates of its line, so that the work is the input's elements times the updates' extent along the axis; or,
    where that is much, a copy is updated.

    ```mlir
    %y = sinter.scatter_elements add %x, %ids, %u axis = 1 : tensor<4x8xf32>, tensor<4x3xi64>, tensor<4x3xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_ScatterNdOp : Sinter_Op<"scatter_nd", [Pure, AllTypesMatch<["input", "result"]>, DeclareOpInterfaceMethods<CompositeOpInterface>,
    DeclareOpInterfaceMethods<UpdateOpInterface>]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, Sinter_Tensor:$updates, Sinter_ScatterKindAttr:$kind, UnitAttr:$in_place);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$kind $input `,` $indices `,` $updates (`in_place` $in_place^)? attr-dict `:` type($input) `,` type($indices) `,` type($updates)";
  let summary = "the input with slices changed by updates, at given places";
  let description = [{
    A row of the indices' last dimension is a place in as many of the input's first dimensions; the updates have the indices' dimensions but the last, then
    those of the input that are left. What an update does, indices that are negative or out of range (of one number out of range the whole update
    is left out), and several updates of one place are as for `sinter.scatter_elements`; `replace` takes the last in row-major order.

    Where the result is tied to the input, rows are compared with rows, and the last one of a place stores its update: the work is the square of the number of rows, over
    indices alone, and the updates' size. Else every place looks through all rows of the indices: the work is the number of places times that of rows; or, where that is
    much, a copy is updated. Of the kinds that fold, the square or the product is that many times the slices' size.

    ```mlir
    %y = sinter.scatter_nd replace %x, %ids, %u : tensor<100x8xf32>, tensor<3x1xi64>, tensor<3x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

#endif // SINTER_SCATTER_OPS_TD
