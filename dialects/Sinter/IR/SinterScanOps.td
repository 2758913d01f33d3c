// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans: each element is the fold of those before it along an axis.

#ifndef SINTER_SCAN_OPS_TD
#define SINTER_SCAN_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_ScanOp<string mnemonic, string word, string kind, string identity>
    : Sinter_Op<mnemonic, [Pure, SameOperandsAndResultType, DeclareOpInterfaceMethods<ScanOpInterface>]> {
  let arguments = (ins Sinter_NumberTensor:$input, I64Attr:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Sinter_NumberTensor:$result);
  let assemblyFormat = "$input `axis` `=` $axis (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:` type($result)";
  let summary = "at each index the " # word # " of the elements up to it along an axis";
  let description = "At each index the " # word # " of the elements up to it along the axis, its own included, which `exclusive` leaves out: the first is " # identity # [{
    then. With `reverse` the elements from it on. Floats of 16 bits and less are folded in f32 and rounded once; integers wrap.

    ```mlir
    %y = sinter.}] # mnemonic # [{ %x axis = 1 : tensor<4x8xf32>
    %z = sinter.}] # mnemonic # [{ %x axis = 0 exclusive reverse : tensor<4x8xf32>
    ```
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return ::sinter::verifyScan(*this); }
    ::sinter::ReductionKind $cppClass::getScanKind() { return ::sinter::ReductionKind::}] # kind # [{; }
    int64_t $cppClass::getScanAxis() { return getAxis(); }
    bool $cppClass::isExclusiveScan() { return getExclusive(); }
    bool $cppClass::isReverseScan() { return getReverse(); }
  }];
}

def Sinter_CumsumOp : Sinter_ScanOp<"cumsum", "sum", "Sum", "0">;
def Sinter_CumprodOp : Sinter_ScanOp<"cumprod", "product", "Product", "1">;

#endif // SINTER_SCAN_OPS_TD
