// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's text without what no schedule depends on, hashed.

#include "compiler/Schedule/Fingerprint.h"

#include "compiler/Analysis/ModuleTarget.h"
#include "compiler/Support/Naming.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sinter {

std::string getFingerprint(kernel::FuncOp function) {
  Builder b(function.getContext());
  OwningOpRef<kernel::FuncOp> bare = function.clone();
  bare->setSymName("kernel");
  SmallVector<std::string> symbols;
  for (size_t i = 0; i < function.getSymbols().size(); ++i)
    symbols.push_back("s" + std::to_string(i));
  bare->setSymbolsAttr(b.getStrArrayAttr(llvm::to_vector_of<StringRef>(symbols)));
  if (auto special = function->getAttrOfType<kernel::SpecializationAttr>("kernel.specializes"))
    (*bare)->setAttr("kernel.specializes", kernel::SpecializationAttr::get(b.getContext(), FlatSymbolRefAttr::get(b.getContext(), "general"), special.getSymbol(), special.getDivisor()));
  bare->removeScheduleAttr();
  bare->removeOperatorsAttr();
  bare->removeArgNamesAttr();
  for (StringRef later : {"kernel.pinned", "kernel.apart"})
    (*bare)->removeAttr(later);
  GpuTarget target = getModuleTarget(function);
  std::string text;
  llvm::raw_string_ostream os(text);
  // The generic form has no syntax of an operation's own that could change, and no alias of a map.
  bare->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
  os << "\n"
     << target.processors << " processors of " << target.processorThreads << " threads, " << target.threads << " threads, " << target.sharedBytes << " shared, " << target.registers << " registers, " << target.vectorBytes
     << " vector, " << target.bytesInFlight << " in flight, clusters " << target.clusters << "\n";
  return stableHash(text);
}

} // namespace sinter
