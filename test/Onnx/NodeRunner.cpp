// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests are imported, evaluated and compiled to plans one by one on a few threads; then their kernels are compiled,
// many a call of the host's compiler; then the plans run.

#include "test/Onnx/NodeRunner.h"

#include "compiler/Import/ONNX/OnnxImporter.h"
#include "compiler/Reference/Accuracy.h"
#include "runtime/base/status_macros.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"
#include "runtime/tensor/compare.h"
#include "test/Execute/GraphProgram.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

using namespace mlir;

namespace sinter::test {
namespace {

/// A data set's graph as text, what it is to be run on, and its plan.
struct Subject {
  NodeTestData data;
  Tensors inputs;
  SymbolValues symbols;
  std::unique_ptr<GraphProgram> graph;
  CompiledGraph compiled;
};

struct Job {
  const NodeTest *test = nullptr;
  NodeResult result;
  std::vector<Subject> subjects;

  void stop(Stage stage, std::string reason, std::string details) {
    result.stage = stage;
    result.reason = std::move(reason);
    result.details = std::move(details);
    subjects.clear();
  }
};

/// What one import said.
struct Import {
  std::string text, errors;
  std::vector<std::string> arguments;
  bool succeeded() const { return !text.empty(); }
  bool wantsConstants() const { return absl::StrContains(errors, "known at import"); }
};

Import importModel(const OnnxModel &model) {
  Import result;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    absl::StrAppend(&result.errors, diagnostic.str(), "\n");
    return success();
  });
  FailureOr<OwningOpRef<ModuleOp>> module = importOnnx(model, &context);
  if (failed(module))
    return result;
  auto main = (*module)->lookupSymbol<func::FuncOp>("main");
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    result.arguments.push_back(main.getArgAttrOfType<StringAttr>(i, "sinter.name").str());
  llvm::raw_string_ostream os(result.text);
  (*module)->print(os, OpPrintingFlags().enableDebugInfo());
  return result;
}

/// Models have as constants what these tests give at run time: shapes, axes, pads. As few inputs as the importer takes
/// are made initializers: what may be extents, then all but the first, then all.
Import importData(const NodeTestData &data, bool symbolic, std::vector<std::string> &constants) {
  std::set<size_t> extents, others, all;
  for (size_t i = 0; i < data.numInputs(); ++i) {
    all.insert(i);
    if (i > 0)
      others.insert(i);
    if (i > 0 && data.mayBeExtents(i))
      extents.insert(i);
  }
  Import result = importModel(data.makeModel({}, symbolic));
  for (const auto &chosen : {extents, others, all}) {
    if (result.succeeded() || !result.wantsConstants())
      break;
    Import again = importModel(data.makeModel(chosen, symbolic));
    if (!again.succeeded() && !again.wantsConstants() && chosen.size() < all.size())
      continue;
    result = std::move(again);
    constants.clear();
    for (size_t i : chosen)
      constants.push_back(data.inputName(i));
  }
  return result;
}

/// The operators in an importer's list of what is not supported: "operators A, B".
std::string describeOperators(const std::string &errors) {
  std::set<std::string> names;
  for (absl::string_view line : absl::StrSplit(errors, '\n')) {
    size_t at = line.find("`: "), end = line.find(", opset ");
    if (!absl::StartsWith(line, "  node `") || at == line.npos || end == line.npos)
      continue;
    std::string name(line.substr(at + 3, end - at - 3));
    size_t limit = line.find(" (", end);
    names.insert(limit == line.npos ? name : absl::StrCat(name, line.substr(limit)));
  }
  std::string text = names.size() == 1 ? "operator " : "operators ";
  for (const std::string &name : names)
    absl::StrAppend(&text, name == *names.begin() ? "" : ", ", name);
  return text;
}

/// An import's errors in one short line.
std::string reasonOfImport(const std::string &errors) {
  if (absl::StrContains(errors, "whose operators are not supported"))
    return describeOperators(errors);
  std::string first = std::string(*absl::StrSplit(errors, '\n').begin());
  // "element type UINT16 of tensor `x` is not supported"
  if (absl::StartsWith(first, "element type ") && absl::StrContains(first, " of "))
    return first.substr(0, first.find(" of "));
  // "node `name` (Op, opset N): message": the name of a test's node is empty or says nothing.
  if (size_t at = first.find("` ("), end = first.find("): ");
      absl::StartsWith(first, "node `") && at != first.npos && end != first.npos) {
    std::string op = first.substr(at + 3, first.find(',', at) - at - 3);
    return absl::StrCat(op, ": ", first.substr(end + 3));
  }
  return first;
}

/// ONNX's own tolerance, 1e-3 and 1e-7; two units in the last place of floats narrower than f32; integers and bools
/// exactly.
absl::StatusOr<std::string> describeMismatch(const rt::HostTensor &actual, const rt::HostTensor &expected) {
  if (actual.type() != expected.type())
    return absl::StrCat("expected ", rt::ElementTypeName(expected.type()), ", but got ",
                        rt::ElementTypeName(actual.type()));
  rt::CompareOptions tolerance;
  if (reference::isFloatTensor(expected)) {
    bool isNarrow = rt::BitWidth(expected.type()) < 32;
    tolerance.relative = isNarrow ? 4 * reference::epsilonOf(expected.type()) : 1e-3;
    tolerance.absolute = 1e-7;
  }
  SINTER_ASSIGN_OR_RETURN(rt::Comparison comparison, rt::CompareTensors(actual, expected, tolerance));
  if (!comparison.matches())
    return comparison.Describe();
  return reference::isFloatTensor(expected) ? std::string() : reference::describeExactDifference(actual, expected);
}

/// Says at `stage` what does not match; whether all does.
bool matches(Job &job, Stage stage, const absl::StatusOr<Tensors> &actual, const Tensors &expected) {
  if (!actual.ok()) {
    job.stop(stage, "does not run", std::string(actual.status().message()));
    return false;
  }
  if (actual->size() != expected.size()) {
    job.stop(stage, "gives another number of outputs", absl::StrCat(actual->size(), " instead of ", expected.size()));
    return false;
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    absl::StatusOr<std::string> text = describeMismatch((*actual)[i], expected[i]);
    std::string difference = text.ok() ? *text : std::string(text.status().message());
    if (!difference.empty()) {
      job.stop(stage, absl::StrCat("output ", i, " differs"), difference);
      return false;
    }
  }
  return true;
}

absl::StatusOr<rt::HostTensor> copyOf(const rt::HostTensor &tensor) {
  SINTER_ASSIGN_OR_RETURN(rt::HostTensor copy, rt::HostTensor::Create(tensor.type(), tensor.dims()));
  std::copy_n(tensor.as<uint8_t>(), tensor.byte_size(), copy.as<uint8_t>());
  return copy;
}

constexpr Configuration cpuConfiguration{"fused", /*fusion=*/true, /*strict=*/false, /*everyValue=*/false};

/// One data set up to its plan; false where it stopped.
bool prepareData(Job &job, unsigned dataSet, const NodeRunOptions &options) {
  absl::StatusOr<NodeTestData> data = NodeTestData::read(*job.test, dataSet);
  if (!data.ok()) {
    job.stop(Stage::kImport, reasonOfImport(std::string(data.status().message())),
             std::string(data.status().message()));
    return false;
  }
  Subject subject{*std::move(data), {}, {}, {}, {}};
  if (options.symbolic)
    subject.symbols = subject.data.namedDims();
  Import imported = importData(subject.data, options.symbolic, job.result.constants);
  if (!imported.succeeded()) {
    job.stop(Stage::kImport, reasonOfImport(imported.errors), imported.errors);
    return false;
  }
  auto graph = GraphProgram::parse(imported.text);
  if (!graph.ok()) {
    job.stop(Stage::kImport, "does not parse again", std::string(graph.status().message()));
    return false;
  }
  subject.graph = *std::move(graph);
  for (const std::string &name : imported.arguments)
    if (auto copy = copyOf(*subject.data.input(name)); copy.ok())
      subject.inputs.push_back(*std::move(copy));
  if (options.reference) {
    auto expected = subject.graph->evaluate(subject.inputs, subject.symbols);
    absl::StatusOr<Tensors> results =
        expected.ok() ? absl::StatusOr<Tensors>(std::move(expected->results)) : expected.status();
    if (!matches(job, Stage::kReference, results, subject.data.outputs)) {
      if (subject.data.isRandom())
        job.result.reason = "the outputs are a draw of another generator";
      return false;
    }
  }
  if (options.cpu) {
    auto compiled = subject.graph->compile(cpuConfiguration);
    if (!compiled.ok()) {
      job.stop(Stage::kCpu, "does not compile", std::string(compiled.status().message()));
      return false;
    }
    subject.compiled = *std::move(compiled);
  }
  job.subjects.push_back(std::move(subject));
  return true;
}

void prepare(Job &job, const NodeRunOptions &options) {
  if (job.test->dataSets == 0)
    job.stop(Stage::kImport, "has no data", "");
  for (unsigned i = 0; i < job.test->dataSets; ++i)
    if (!prepareData(job, i, options))
      return;
}

/// Compiles the kernels of jobs [first, last), and runs them. Where the compiler refuses, by halves, until it is known
/// what it refuses.
class CpuRuns {
public:
  CpuRuns(rt::KernelCompiler &compiler, rt::Backend &backend) : compiler(compiler), backend(backend) {}

  void run(std::vector<Job *> jobs) {
    std::erase_if(jobs, [](Job *job) { return job->subjects.empty(); });
    if (jobs.empty())
      return;
    KernelPool pool;
    absl::Status status = compile(jobs, pool);
    if (!status.ok() && jobs.size() > 1) {
      run({jobs.begin(), jobs.begin() + jobs.size() / 2});
      run({jobs.begin() + jobs.size() / 2, jobs.end()});
      return;
    }
    for (Job *job : jobs) {
      if (!status.ok())
        job->stop(Stage::kCpu, "its kernels do not compile", std::string(status.message()));
      else
        runJob(*job, pool);
    }
  }

private:
  absl::Status compile(const std::vector<Job *> &jobs, KernelPool &pool) {
    for (Job *job : jobs)
      for (Subject &subject : job->subjects)
        SINTER_RETURN_IF_ERROR(pool.add(subject.compiled.kernels));
    return pool.compile(compiler, backend.target());
  }

  void runJob(Job &job, const KernelPool &pool) {
    for (size_t i = 0; i < job.subjects.size(); ++i) {
      Subject &subject = job.subjects[i];
      auto run = [&]() -> absl::StatusOr<Tensors> {
        SINTER_ASSIGN_OR_RETURN(auto runner, PlanRunner::load(subject.compiled, &backend, pool));
        return runner->run(subject.symbols, subject.inputs);
      };
      if (!matches(job, Stage::kCpu, run(), subject.data.outputs))
        return;
    }
  }

  rt::KernelCompiler &compiler;
  rt::Backend &backend;
};

} // namespace

const char *stageName(Stage stage) {
  switch (stage) {
  case Stage::kImport:
    return "import";
  case Stage::kReference:
    return "reference";
  case Stage::kCpu:
    return "cpu";
  case Stage::kPassed:
    return "passed";
  }
  return "";
}

std::vector<NodeResult> runNodeTests(const std::vector<NodeTest> &tests, const NodeRunOptions &options) {
  std::vector<Job> jobs(tests.size());
  for (size_t i = 0; i < tests.size(); ++i)
    jobs[i].test = &tests[i];

  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  int count =
      options.threads > 0 ? options.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&] {
      for (size_t i = next++; i < jobs.size(); i = next++)
        prepare(jobs[i], options);
    });
  for (std::thread &thread : threads)
    thread.join();

  if (options.cpu) {
    rt::HostCompilerOptions compile;
    compile.optimization = "-O0";
    compile.kernels_per_image = 32;
    compile.worker_count = options.threads;
    auto compiler = rt::HostCompiler::Create(compile);
    auto backend = rt::CreateCpuBackend({});
    std::vector<Job *> all;
    for (Job &job : jobs) {
      if (compiler.ok())
        all.push_back(&job);
      else if (job.result.stage == Stage::kPassed)
        job.stop(Stage::kCpu, "there is no host compiler", std::string(compiler.status().message()));
    }
    if (compiler.ok())
      CpuRuns(**compiler, *backend).run(all);
  }

  std::vector<NodeResult> results;
  for (Job &job : jobs)
    results.push_back(std::move(job.result));
  return results;
}

} // namespace sinter::test
