// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the records of all shape operators have in common.

#ifndef SINTER_SHAPE_OP_TD
#define SINTER_SHAPE_OP_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_ShapeOp<string mnemonic, list<Trait> traits = []>
    : Sinter_Op<mnemonic, traits # [Pure, DeclareOpInterfaceMethods<IndexMapOpInterface>]> {
  string semantics = "";
  string example = "";
  let summary = semantics;
  let description = semantics # "\n\n```mlir\n" # example # "\n```\n";
  let hasVerifier = 1;
}

#endif // SINTER_SHAPE_OP_TD
