// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's head: comment, signature and scratch memory, around the body that the emitter prints.

#include "compiler/Target/CUDA/TranslateToCUDA.h"

#include "compiler/Support/Naming.h"
#include "compiler/Target/CUDA/CudaEmitter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;
using namespace sinter;
using namespace sinter::kernel;

static constexpr StringLiteral include = "#include \"runtime/device/kernel.cuh\"\n\n";
static constexpr size_t lineLength = 120;

static const EmissionTable &emissionTable() {
  static const EmissionTable table = [] {
    EmissionTable result;
    populateArithEmission(result);
    populateControlEmission(result);
    populateMemoryEmission(result);
    populateReductionEmission(result);
    return result;
  }();
  return table;
}

/// `text` as comment lines. What could end a line comment early or join it to the next is replaced.
static std::string commentLines(StringRef text) {
  std::string result;
  SmallVector<StringRef> lines;
  text.rtrim('\n').split(lines, '\n');
  for (StringRef line : lines) {
    result += "// ";
    for (char c : line)
      result += c == '\\' ? '/' : static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    result += '\n';
  }
  return result;
}

static std::string headComment(ThreadFuncOp func) {
  std::string head = func.getSymName().str();
  if (ArrayAttr operators = func.getOperatorsAttr(); operators && !operators.empty()) {
    head += ": ";
    llvm::raw_string_ostream stream(head);
    llvm::interleaveComma(operators.getAsRange<StringAttr>(), stream,
                          [&](StringAttr name) { stream << name.getValue(); });
  }
  if (StringAttr comment = func.getCommentAttr(); comment && !comment.getValue().empty())
    head += "\n" + comment.str();
  return commentLines(head);
}

/// Joins `parameters`, breaking lines that would grow too long.
static std::string signature(StringRef start, ArrayRef<std::string> parameters) {
  std::string text = start.str();
  size_t lineStart = 0;
  for (auto [position, parameter] : llvm::enumerate(parameters)) {
    bool last = position + 1 == parameters.size();
    if (position > 0 && text.size() - lineStart + parameter.size() + (last ? 4 : 1) > lineLength) {
      text.back() = '\n'; // the space after the comma
      lineStart = text.size();
      text += "    ";
    }
    text += parameter + (last ? "" : ", ");
  }
  return text + ") {\n";
}

static FailureOr<std::string> printSignature(ThreadFuncOp func, const CudaEmitter &emitter, const CudaNames &names) {
  SmallVector<std::string> parameters;
  for (BlockArgument view : func.entry().getArguments().take_front(func.getNumViews())) {
    FailureOr<std::string> type = emitter.typeName(func, cast<ViewType>(view.getType()).getElement());
    if (failed(type))
      return failure();
    parameters.push_back((ThreadFuncOp::isWritten(view) ? "" : "const ") + *type + "* " + names.nameOf(view).str());
  }
  for (unsigned position = 0; position < func.getSymbols().size(); ++position)
    parameters.push_back("i64 " + names.symbolParameter(position).str());
  // So many blocks at once share a processor's registers.
  auto blocks = func->getAttrOfType<IntegerAttr>("kernel.min_blocks");
  std::string minBlocks = blocks ? ", " + std::to_string(blocks.getInt()) : "";
  auto cluster = func->getAttrOfType<IntegerAttr>("kernel.cluster");
  std::string clusterDims = cluster ? "__cluster_dims__(" + std::to_string(cluster.getInt()) + ", 1, 1) " : "";
  std::string start = "extern \"C\" __global__ void " + clusterDims + "__launch_bounds__(" + std::to_string(func.getThreads()) + minBlocks + ") " +
                      func.getSymName().str() + "(";
  return signature(start, parameters);
}

/// Extents as `int` where that is the width of indices.
static void narrowExtents(ThreadFuncOp func, CudaEmitter &emitter, const CudaNames &names) {
  for (unsigned position = 0; position < func.getSymbols().size(); ++position) {
    StringRef variable = names.nameOf(func.entry().getArgument(func.getNumViews() + position));
    if (StringRef parameter = names.symbolParameter(position); parameter != variable)
      emitter.line("const int " + variable + " = static_cast<int>(" + parameter + ");");
  }
}

/// Group reductions over more than a warp share one array a type, of one element a warp.
static LogicalResult declareScratch(ThreadFuncOp func, CudaEmitter &emitter, const CudaNames &names) {
  int64_t warps = llvm::divideCeil(func.getThreads(), 32);
  for (Type type : names.scratchTypes()) {
    FailureOr<std::string> name = emitter.typeName(func, type);
    if (failed(name))
      return failure();
    emitter.line("SINTER_SHARED(" + *name + ", " + names.scratchOf(type) + ", " + Twine(warps) + ");");
  }
  return success();
}

static FailureOr<std::string> printKernel(ThreadFuncOp func) {
  if (toIdentifier(func.getSymName()) != func.getSymName())
    return func.emitError("expected a kernel's name to be a C++ identifier, but got `") << func.getSymName() << "`",
           failure();
  CudaNames names(func);
  CudaEmitter emitter(func, names, emissionTable());
  FailureOr<std::string> head = printSignature(func, emitter, names);
  if (failed(head))
    return failure();
  narrowExtents(func, emitter, names);
  if (failed(declareScratch(func, emitter, names)) || failed(emitter.emitBlock(func.entry())))
    return failure();
  std::string text = headComment(func) + *head + emitter.takeText() + "}\n";
  if (auto cluster = func->getAttrOfType<IntegerAttr>("kernel.cluster"))
    text += "SINTER_CLUSTER(" + func.getSymName().str() + ", " + std::to_string(cluster.getInt()) + ");\n";
  return text;
}

FailureOr<std::string> sinter::translateToCUDA(ThreadFuncOp func) {
  FailureOr<std::string> kernel = printKernel(func);
  if (failed(kernel))
    return failure();
  return include.str() + *kernel;
}

static LogicalResult translateModule(ModuleOp module, llvm::raw_ostream &output) {
  std::string text = include.str();
  StringRef separator = "";
  for (ThreadFuncOp func : module.getOps<ThreadFuncOp>()) {
    FailureOr<std::string> kernel = printKernel(func);
    if (failed(kernel))
      return failure();
    text += separator.str() + *kernel;
    separator = "\n";
  }
  output << text;
  return success();
}

void sinter::registerCUDATranslation() {
  TranslateFromMLIRRegistration registration("mlir-to-cuda", "print kernels in thread form as CUDA C++",
                                             translateModule,
                                             [](DialectRegistry &registry) { registry.insert<KernelDialect>(); });
}
