// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the `sinter` dialect: symbolic extents, ranges of symbols, layouts of arguments, sources of parameters.

#ifndef SINTER_ATTRS_TD
#define SINTER_ATTRS_TD

include "dialects/Sinter/IR/SinterDialect.td"

class Sinter_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Sinter_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Sinter_DimsAttr : Sinter_Attr<"Dims", "dims", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the extents of a tensor as expressions over named symbols";
  let description = [{
    One expression a dimension, built of names, integers, `+ - *`, `floordiv`, `ceildiv`, `mod` and parentheses:
    `#sinter.dims<batch, tokens * 12, 64>`. Where the tensor's type has an integer, the expression is that integer.
  }];
  // `exprs` refer to `symbols` by position; `symbols` is sorted and holds just the names in use, so that equal
  // extents are equal attributes.
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$symbols, ArrayRefParameter<"::mlir::AffineExpr">:$exprs);
  let hasCustomAssemblyFormat = 1;
}

def Sinter_RangeAttr : Sinter_Attr<"Range", "range"> {
  let summary = "the values that a symbol may take";
  let description = [{
    `#sinter.range<min, max, divisor>`: min <= value <= max and value % divisor == 0. Declared at the function:
    `attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}}`. An undeclared symbol has [0, 2147483647, 1].
  }];
  let parameters = (ins "int64_t":$min, "int64_t":$max, "int64_t":$divisor);
  let assemblyFormat = "`<` $min `,` $max `,` $divisor `>`";
  let genVerifyDecl = 1;
}

def Sinter_GuardAttr : Sinter_Attr<"Guard", "guard"> {
  let summary = "what must hold of the symbols' values";
  let description = [{
    `map` of the `symbols`, in their order, must be 0 (`equal`), or else 0 or more. Checked when arguments are bound; `text` then says which rule failed. A function
    has a list of them, `sinter.guards`, which `sinter-collect-guards` writes.
  }];
  let parameters = (ins "::mlir::ArrayAttr":$symbols, "::mlir::AffineMapAttr":$map, "bool":$equal, "::mlir::StringAttr":$text);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Sinter_LayoutAttr : Sinter_Attr<"Layout", "layout"> {
  let summary = "how an argument lies in memory";
  let description = [{
    `sinter.layout = #sinter.layout<strides = [1024, 1], offset = 0, alignment = 16>` on an argument or a result of a
    function: strides and offset in elements (no strides: dense, row-major), alignment of the bound pointer in bytes. The first
    element lies `offset` elements after that pointer. What is left out is dense, 0 and 16: `#sinter.layout<strides = [1024, 1]>`.
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$strides, "int64_t":$offset, "int64_t":$alignment);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Sinter_GeneratedAttr : Sinter_Attr<"Generated", "generated"> {
  let summary = "parameter values made from a name and a distribution";
  let description = [{
    Element i is mean + std * sqrt(3) * (2u - 1), clamped to [min, max], where u comes from a hash of the name and i.
    For networks whose weights are not at hand.
  }];
  let parameters = (ins "::mlir::StringAttr":$tensor, "::mlir::FloatAttr":$mean, "::mlir::FloatAttr":$std,
                        "::mlir::FloatAttr":$min, "::mlir::FloatAttr":$max);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Sinter_ExternalAttr : Sinter_Attr<"External", "external"> {
  let summary = "parameter values in a file: path, offset and size in bytes";
  let parameters = (ins "::mlir::StringAttr":$file, "uint64_t":$offset, "uint64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Sinter_PackedAttr : Sinter_Attr<"Packed", "packed"> {
  let summary = "a parameter that the function @init computes when a plan is loaded: its result number";
  let parameters = (ins "int64_t":$result);
  let assemblyFormat = "`<` $result `>`";
}

#endif // SINTER_ATTRS_TD
