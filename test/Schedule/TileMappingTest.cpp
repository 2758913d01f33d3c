// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of kernels that load and store along both dimensions, which no graph asks for today: written as kernels, scheduled, printed, and run on the CPU path.

#include "compiler/Pipelines/Pipelines.h"
#include "compiler/Schedule/Passes.h"
#include "compiler/Target/CUDA/Passes.h"
#include "compiler/Target/CUDA/TranslateToCUDA.h"
#include "runtime/cpu/cpu_backend.h"
#include "runtime/cpu/host_compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace sinter {
namespace {

struct Form {
  std::string element, compute, add;
  int64_t rows, columns;
  /// Part of the schedule that the rule is to choose.
  std::string expected;
};

/// y = x transposed + w, z = y transposed, v = w in reverse of both dimensions and transposed; for each of `batch`.
std::string kernelText(const Form &form) {
  std::string rows = std::to_string(form.rows), columns = std::to_string(form.columns), points = std::to_string(form.rows * form.columns);
  std::string last = std::to_string(form.rows * form.columns - 1), view = "!kernel.view<" + form.element + ">";
  std::string straight = "affine_map<(d0, d1, d2)[s0] -> (d0 * " + points + " + d1 * " + columns + " + d2)>";
  std::string turned = "affine_map<(d0, d1, d2)[s0] -> (d0 * " + points + " + d1 + d2 * " + rows + ")>";
  std::string backward = "affine_map<(d0, d1, d2)[s0] -> (d0 * " + points + " - d1 - d2 * " + rows + " + " + last + ")>";
  return "kernel.func @k(%x: " + view + ", %w: " + view + ", %y: " + view + ", %z: " + view + ", %v: " + view + ") symbols [\"batch\"] dims affine_map<()[s0] -> (s0, " + rows +
         ", " + columns + ")> {\n  %0 = kernel.load %x[" + turned + "] : " + view + " -> " + form.compute + "\n  %1 = kernel.load %w[" + straight + "] : " + view + " -> " +
         form.compute + "\n  %2 = " + form.add + " %0, %1 : " + form.compute + "\n  kernel.store %2, %y[" + straight + "] : " + form.compute + ", " + view +
         "\n  kernel.store %2, %z[" + turned + "] : " + form.compute + ", " + view + "\n  kernel.store %1, %v[" + backward + "] : " + form.compute + ", " + view +
         "\n  kernel.return\n}\n";
}

/// The kernel's text and grid at `batch`.
void compile(const Form &form, std::string &text, int64_t batch, int64_t &grid, int64_t &threads) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kernelText(form), &context);
  ASSERT_TRUE(module);
  PassManager passes(&context);
  passes.addNestedPass<kernel::FuncOp>(createAssignSchedulesPass());
  ASSERT_TRUE(succeeded(passes.run(*module)));
  std::string schedule;
  llvm::raw_string_ostream os(schedule);
  os << Attribute((*module->getOps<kernel::FuncOp>().begin()).getScheduleAttr());
  EXPECT_NE(schedule.find(form.expected), std::string::npos) << schedule;
  PassManager rest(&context);
  rest.addPass(createApplySchedulesPass());
  rest.addNestedPass<kernel::ThreadFuncOp>(createLegalizeForCUDAPass());
  ASSERT_TRUE(succeeded(rest.run(*module)));
  kernel::ThreadFuncOp kernel = *module->getOps<kernel::ThreadFuncOp>().begin();
  FailureOr<std::string> printed = translateToCUDA(kernel);
  ASSERT_TRUE(succeeded(printed));
  text = *printed;
  SmallVector<Attribute> counts;
  ASSERT_TRUE(succeeded(kernel.getGrid().constantFold({IntegerAttr::get(IndexType::get(&context), batch)}, counts)));
  grid = cast<IntegerAttr>(counts.front()).getInt();
  threads = kernel.getThreads();
}

template <typename T> void check(const Form &form, rt::CpuCheck races) {
  constexpr int64_t batch = 3;
  std::string text;
  int64_t grid = 0, threads = 0;
  compile(form, text, batch, grid, threads);
  if (testing::Test::HasFatalFailure())
    return;
  rt::HostCompilerOptions options;
  options.check = races;
  auto compiler = rt::HostCompiler::Create(options);
  if (!compiler.ok()) // no C++ compiler on this machine, which the message says
    GTEST_SKIP() << compiler.status();
  const rt::KernelSource source = {"k", "", text};
  auto images = (*compiler)->Compile({&source, 1}, rt::CpuTarget(races));
  ASSERT_TRUE(images.ok()) << images.status();
  rt::CpuBackendOptions backendOptions;
  backendOptions.check = races;
  auto backend = rt::CreateCpuBackend(backendOptions);
  auto module = backend->LoadModule((*images)[0].bytes);
  ASSERT_TRUE(module.ok()) << module.status();
  auto kernel = (*module)->GetKernel("k");
  ASSERT_TRUE(kernel.ok()) << kernel.status();

  const int64_t rows = form.rows, columns = form.columns, points = rows * columns, count = batch * points;
  T *views[5];
  for (T *&view : views)
    view = static_cast<T *>(backend->Allocate(std::max<int64_t>(count, 1) * sizeof(T)).value());
  auto [x, w, y, z, v] = views;
  for (int64_t i = 0; i < count; ++i) {
    x[i] = static_cast<T>(i % 61);
    w[i] = static_cast<T>(i % 53);
    y[i] = z[i] = v[i] = static_cast<T>(-1);
  }
  int64_t extent = batch;
  void *params[] = {&views[0], &views[1], &views[2], &views[3], &views[4], &extent};
  rt::LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>(grid);
  shape.block[0] = static_cast<uint32_t>(threads);
  ASSERT_TRUE(backend->Launch(**kernel, shape, params, nullptr).ok()) << text;
  int64_t wrong = 0;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t straight = b * points + r * columns + c, turned = b * points + c * rows + r;
        const T sum = static_cast<T>(x[turned] + w[straight]);
        wrong += y[straight] != sum || z[turned] != sum || v[b * points + points - 1 - c * rows - r] != w[straight];
      }
  EXPECT_EQ(wrong, 0) << text;
  for (T *view : views)
    backend->Free(view);
}

TEST(TileMapping, WholeTilesOfVectors) {
  check<float>({"f32", "f32", "arith.addf", 64, 96, "vector = 4, vectors = 1, hold = false, tiling = <across = 1, vector = 4, views = [0, 3, 4]>"}, rt::CpuCheck::kNone);
}
TEST(TileMapping, RaggedTiles) {
  check<float>({"f32", "f32", "arith.addf", 71, 37, "tiling = <across = 1, vector = 1, views = [0, 3, 4]>"}, rt::CpuCheck::kRaces);
}
TEST(TileMapping, VectorsOnOneSideOnly) {
  check<int32_t>({"i32", "i32", "arith.addi", 36, 75, "tiling = <across = 1, vector = 4,"}, rt::CpuCheck::kMemory);
  check<int32_t>({"i32", "i32", "arith.addi", 75, 36, "tiling = <across = 1, vector = 1,"}, rt::CpuCheck::kNone);
}
TEST(TileMapping, WideElements) { check<double>({"f64", "f64", "arith.addf", 50, 34, "tiling = <across = 1, vector = 2,"}, rt::CpuCheck::kNone); }
TEST(TileMapping, Bytes) { check<int8_t>({"i8", "i32", "arith.addi", 68, 100, "tiling = <across = 1, vector = 4,"}, rt::CpuCheck::kRaces); }
TEST(TileMapping, LongAndNarrow) {
  check<float>({"f32", "f32", "arith.addf", 16, 600, "tiling = <across = 1, vector = 4,"}, rt::CpuCheck::kNone);
  check<float>({"f32", "f32", "arith.addf", 600, 17, "tiling = <across = 1, vector = 4,"}, rt::CpuCheck::kNone);
}

} // namespace
} // namespace sinter
