// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a graph to a plan, in one call. What tools and engines use; the passes are in Pipelines.h.

#ifndef SINTER_COMPILER_PIPELINES_COMPILER_H
#define SINTER_COMPILER_PIPELINES_COMPILER_H

#include "compiler/Pipelines/Pipelines.h"
#include "compiler/Support/Stage.h"
#include "runtime/jit/kernel_compiler.h"
#include "runtime/plan/plan_model.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sinter {

/// Compiles kernels' text for one target ("sm_90", "compute_90", "cpu-x86_64").
struct TargetCompiler {
  std::string target;
  rt::KernelCompiler *compiler; // not owned
};

/// Steps by which kernels that spilled registers are relieved (`kernel-relieve-spills`), by the kernels' names.
using SpillReliefs = std::map<std::string, int64_t>;

/// What tuning found for a kernel, as a tuning file has it.
struct PinnedSchedule {
  std::string fingerprint; // compiler/Schedule/Fingerprint.h
  std::string schedule;    // the text of a #kernel.schedule
  std::string where;       // file and line, for messages
};

/// What tuning found for a library's product, where symbols had these values.
struct PinnedProduct {
  rt::MatmulPin pin;
  std::map<std::string, int64_t> at;
};

struct CompileOptions {
  PipelineOptions pipeline;
  /// What the plan gets images for; with none it holds the text alone. Kernels are scheduled for these where `pipeline.targets` names none.
  std::vector<TargetCompiler> targets;
  /// Where the graph's folder lies below the plan's, "models/small"; empty: the two are one. The plan names external files from its own.
  std::string graphFolder;
  /// Where a kernel's compiler reports that it spilled registers, the kernel gets a smaller schedule or is cut, and is compiled again, a few times at most. Reliefs
  /// that are given are final: they are applied, and nothing is compiled again.
  SpillReliefs reliefs;
  /// Whether that is done at all; else what spills is kept.
  bool relievesSpills = true;
  /// Schedules for the kernels that have these fingerprints, instead of those that the rules choose.
  std::vector<PinnedSchedule> pins;
  /// The plan gets those of products that it has.
  std::vector<PinnedProduct> productPins;
  /// Whether the plan keeps the graph's text.
  bool keepsGraph = false;
  /// Registers that a thread of a kernel is to get by with (about: a block is told how many of it must fit on a processor at once); 0: as many as there are.
  int64_t maxRegisters = 0;
  /// Called when a stage begins, with its name: "graph", "fuse", "kernels", …
  std::function<void(llvm::StringRef)> progress;
  /// Called with each text on the way and the name of a file for it, in order: "00-input.mlir", "01-sinter.mlir", "02-groups.mlir", "03-kernel.mlir",
  /// "04-thread.mlir", "05-plan.mlir", then "kernels/NAME.cu" for each kernel. What a stage that fails began with has been given by then.
  std::function<void(llvm::StringRef name, llvm::StringRef text)> dump;
  /// Called with the module as it was given (kSinter's input) by `std::nullopt`, and then after each stage; not when stages run again, because of what kernels
  /// spilled.
  std::function<void(std::optional<Stage>, mlir::ModuleOp)> observe;
  /// Where to write the module and the passes of the stage in which a pass fails or crashes, for `sinter opt --run-reproducer`; empty: nowhere.
  std::string crashReproducer;
};

/// Names of stages with the milliseconds that each took, in order.
using StageTimes = std::vector<std::pair<std::string, double>>;

/// What was done about a kernel that spilled registers, in words.
struct SpillReport {
  std::string kernel, text;
  /// It was cut, and its halves have its name with more behind it.
  bool isCut = false;
};

struct CompiledPlan {
  std::string bytes; // the plan file
  rt::PlanStats stats;
  StageTimes stages;
  std::vector<rt::KernelSource> kernels;
  std::vector<rt::KernelResources> resources; // a target after another, where the compiler tells
  /// What was done about kernels that spilled.
  SpillReliefs reliefs;
  std::vector<SpillReport> spillReports;
};

struct GraphOptions {
  /// The graph itself, as MLIR's text; the path only names it then.
  std::optional<std::string> text;
  /// Weights that were stripped from an ONNX model are made from the statistics beside it.
  bool generateWeights = false;
  /// Values of named dimensions that are to be fixed.
  std::map<std::string, int64_t> dims;
};

/// Reads `path`: a graph as .mlir text or .onnx (told by the name). Errors have been emitted on failure.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> readGraph(llvm::StringRef path, mlir::MLIRContext *context, const GraphOptions &options);

/// Runs the stages up to `stage` on `module`, in place, and gives its text then (for kCuda: the kernels' text). Errors have been
/// emitted on failure.
mlir::FailureOr<std::string> compileToText(mlir::ModuleOp module, Stage stage, const CompileOptions &options);

/// Compiles `module` (changed in the process) to a plan. Equal modules and options give equal bytes.
mlir::FailureOr<CompiledPlan> compileToPlan(mlir::ModuleOp module, const CompileOptions &options);

/// The texts of the kernels of `module`, which are in thread form.
mlir::FailureOr<std::vector<rt::KernelSource>> printKernels(mlir::ModuleOp module, const CompileOptions &options);

/// As compileToPlan(), of a module whose kernels have their schedules already, as --emit=kernel shows it.
mlir::FailureOr<CompiledPlan> compileScheduledKernels(mlir::ModuleOp module, const CompileOptions &options);

/// Makes group `number` (as --emit=groups shows them, from 0) of `module` a module of its own with one function @main, and runs
/// nothing after. Fails where there is no such group.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> extractGroup(mlir::ModuleOp module, unsigned number, const CompileOptions &options);

} // namespace sinter

#endif // SINTER_COMPILER_PIPELINES_COMPILER_H
