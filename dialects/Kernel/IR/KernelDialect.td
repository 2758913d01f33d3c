// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `kernel` dialect: one GPU kernel, first as a computation over a domain, then as what each thread does.

#ifndef KERNEL_DIALECT_TD
#define KERNEL_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::sinter::kernel";
  let summary = "one GPU kernel, in domain form and in thread form";
  let description = [{
    Domain form (`kernel.func`): the body is a straight line of scalar operations, meant for each point of an iteration
    domain; loads and stores give their place as an affine map of the domain's dimensions. A value varies over the
    dimensions that its loads name; a reduction takes dimensions away. Scalars are of compute types (f32, f64, i64, i32,
    i1): loads widen, stores round.

    Thread form (`kernel.thread_func`): what one thread does, with loops (`scf`), vectors, registers, shared memory and
    reductions over groups of threads. Each operation prints as one piece of CUDA C++.

    Attributes that operations of any dialect may carry:

    - `kernel.target`, of a module: a `#kernel.gpu`, what the kernels of the module are scheduled for. Without it: an H200.
    - `kernel.index_width`, of a `kernel.func`: 32 or 64, the bits of an index that reaches every element of every view at the greatest extents
      that the symbols allow. Without it: 64.
    - `kernel.specializes`, of a `kernel.func` or a `kernel.thread_func`: a `#kernel.specialization`, the kernel that it is a special case of.
    - `kernel.alignment`, of a `kernel.func`: the bytes that every view is aligned to, where a caller's buffer promises less than the widest
      access; vectors get no wider. Without it: 16.
    - `kernel.reliefs`, of a module: how many steps each kernel named is to be relieved of spills (`kernel-relieve-spills`).
    - `kernel.pins`, of a module: `#kernel.schedule`s by the fingerprints of kernels (`kernel-pin-schedules`).
    - `kernel.pinned`, of a `kernel.func`: its schedule is one of those.
    - `kernel.apart`, of a kernel: it gets a launch of its own.
    - `kernel.merges`, of a `kernel.thread_func`: the kernels whose launch it is.
    - `kernel.min_blocks`, of a `kernel.thread_func`: how many blocks a processor is to have at once, which limits a thread's registers.
    - `kernel.cluster`, of a `kernel.thread_func`: how many neighbouring blocks, 2 to 8, form a cluster: they run at the same time and reach each
      other's shared memory. The grid has whole clusters.
    - `kernel.unroll`, of an `scf.for`: how many of its turns are to be done at once, where their number is not known or is large.
    - `kernel.turns_at_once`, beside it: registers are counted for so many turns, so it holds for a small number of turns as well.
    - `kernel.near`, of a function of `math`: its shorter form will do, which is for some arguments, or less accurate (`kernel-approximate-math`).
  }];
  let hasOperationAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Kernel_Op<string mnemonic, list<Trait> traits = []> : Op<Kernel_Dialect, mnemonic, traits>;

#endif // KERNEL_DIALECT_TD
