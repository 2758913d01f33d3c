// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments and calls of kernels that are parts of one.

#include "compiler/Schedule/KernelParts.h"

#include "dialects/Sinter/IR/Sinter.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace sinter {

void eraseDead(kernel::FuncOp part) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(part.entry())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

SmallVector<unsigned> dropUnusedArguments(kernel::FuncOp part, unsigned first, unsigned count) {
  SmallVector<unsigned> left;
  SmallVector<Attribute> names;
  Block &block = part.entry();
  llvm::BitVector unused(block.getNumArguments());
  for (BlockArgument argument : block.getArguments()) {
    unsigned number = argument.getArgNumber();
    unused[number] = argument.use_empty();
    if (argument.use_empty())
      continue;
    if (number >= first && number < first + count)
      left.push_back(number - first);
    if (part.getArgNames())
      names.push_back((*part.getArgNames())[number]);
  }
  bool hasNames = part.getArgNames().has_value();
  block.eraseArguments(unused);
  if (hasNames)
    part.setArgNamesAttr(ArrayAttr::get(part.getContext(), names));
  return left;
}

SmallVector<Value> callPart(kernel::CallOp call, kernel::FuncOp part, ArrayRef<unsigned> arguments, ValueRange before, ArrayRef<Type> more) {
  OpBuilder b(call);
  unsigned inputs = call.getInputs().size();
  SmallVector<Value> operands(before), replaced;
  for (unsigned argument : arguments)
    argument < inputs ? operands.push_back(call.getInputs()[argument]) : replaced.push_back(call.getResult(argument - inputs));
  SmallVector<Type> types(ValueRange(replaced).getTypes());
  llvm::append_range(types, more);
  auto made = kernel::CallOp::create(b, call.getLoc(), types, part.getSymName(), operands, DenseI64ArrayAttr());
  for (auto [old, result] : llvm::zip(replaced, made.getResults()))
    old.replaceAllUsesWith(result);
  return SmallVector<Value>(made.getResults().drop_front(replaced.size()));
}

llvm::DenseMap<StringAttr, SmallVector<kernel::CallOp>> collectCalls(Operation *module) {
  llvm::DenseMap<StringAttr, SmallVector<kernel::CallOp>> calls;
  module->walk([&](kernel::CallOp call) { calls[call.getCalleeAttr().getAttr()].push_back(call); });
  return calls;
}

} // namespace sinter
