// REQUIRES: host-compiler
// A gated unit of the halves of one tensor, transposed.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%x: tensor<40x66xbf16>) -> tensor<33x40xbf16> {
  %a, %b = sinter.split %x axis = 1 : tensor<40x66xbf16> -> tensor<40x33xbf16>, tensor<40x33xbf16>
  %s = sinter.silu %a : tensor<40x33xbf16>
  %y = sinter.mul %s, %b : tensor<40x33xbf16>
  %t = sinter.transpose %y permutation = [1, 0] : tensor<40x33xbf16> -> tensor<33x40xbf16>
  return %t : tensor<33x40xbf16>
}
