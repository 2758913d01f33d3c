// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the seeds that are no text: plans and .npy files. `fuzz_seeds FOLDER` fills FOLDER/plan, FOLDER/plan_parts and
// FOLDER/npy. (ONNX models are made from text by protoc; see CMakeLists.txt.)
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/test_plan.h"
#include "runtime/tensor/npy.h"

namespace sinter::rt {
namespace {

bool Write(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  if (!file) std::cerr << "cannot write " << path << "\n";
  return static_cast<bool>(file);
}

// y = x + c, one kernel and one constant.
PlanWriter SmallPlan() {
  PlanWriter writer;
  PlanModel& model = writer.model();
  const uint32_t section = writer.AddSection(std::string(16, '\x3f'));
  model.constants = {{"c", ElementType::kF32, {4}, 16, ConstantSource::kInline, section, 0, "", std::nullopt}};
  const int32_t source = static_cast<int32_t>(writer.AddSection("text"));
  model.kernels.push_back({"add", "h", source, {}});
  Entry entry;
  entry.name = "main";
  const Expr n = Expr::Symbol(0);
  entry.symbols = {{"n", 1, 64, 1}};
  entry.inputs = {{"x", ElementType::kF32, {n, Expr::Const(4)}, {}, std::nullopt, 16, -1, ""}};
  entry.outputs = {{"y", ElementType::kF32, {n, Expr::Const(4)}, {}, std::nullopt, 16, -1, ""}};
  entry.steps = {MakeStep(
      "add", MakeLaunch(0, n, {Buffer(Space::kInput, 0), Buffer(Space::kConstant, 0), Buffer(Space::kOutput, 0)}))};
  model.entries = {entry};
  return writer;
}

// Only a product, batched and with all that it may have, and a copy.
PlanWriter ProductPlan() {
  PlanWriter writer;
  Entry entry;
  entry.name = "main";
  const Expr n = Expr::Symbol(0);
  const auto matrix = [&](const char* name) {
    return Argument{name, ElementType::kF32, {n, Expr::Const(4), Expr::Const(4)}, {}, std::nullopt, 16, -1, ""};
  };
  entry.symbols = {{"n", 1, 64, 1}};
  entry.inputs = {matrix("a"),
                  matrix("b"),
                  matrix("c"),
                  {"bias", ElementType::kF32, {Expr::Const(4)}, {}, std::nullopt, 16, -1, ""}};
  entry.outputs = {matrix("d"), matrix("e")};
  const auto operand = [](Space space, uint32_t index) {
    return MatmulOperand{Buffer(space, index), ElementType::kF32, Expr::Const(4), Expr::Const(1), {Expr::Const(16)}};
  };
  Matmul product;
  product.batch = {n};
  product.m = product.n = product.k = Expr::Const(4);
  product.a = operand(Space::kInput, 0);
  product.b = operand(Space::kInput, 1);
  product.c = operand(Space::kInput, 2);
  product.d = operand(Space::kOutput, 0);
  product.bias = Buffer(Space::kInput, 3);
  product.beta = 1;
  entry.guards = {{Expr::Binary(ExprOp::kLessEqual, n, Expr::Const(63)), "n <= 63"}};
  entry.steps = {MakeStep("product", product),
                 MakeStep("copy", Copy{Buffer(Space::kOutput, 0), Buffer(Space::kOutput, 1),
                                       Expr::Binary(ExprOp::kMul, n, Expr::Const(64))})};
  writer.model().entries = {entry};
  return writer;
}

bool WritePlan(const std::string& folder, const std::string& name, PlanWriter writer) {
  const auto bytes = writer.ToBytes();
  if (!bytes.ok()) std::cerr << name << ": " << bytes.status() << "\n";
  return bytes.ok() && Write(folder + "/plan/" + name + ".plan", *bytes) &&
         Write(folder + "/plan_parts/" + name + ".metadata", EncodeMetadata(writer.model()));
}

bool WriteNpy(const std::string& folder, const std::string& name, ElementType type, std::vector<int64_t> dims) {
  auto tensor = HostTensor::Create(type, std::move(dims));
  if (!tensor.ok()) return false;
  for (uint64_t i = 0; i < tensor->byte_size(); ++i) tensor->as<uint8_t>()[i] = static_cast<uint8_t>(i * 37 % 64);
  return Write(folder + "/npy/" + name + ".npy", NpyBytes(*tensor));
}

int Main(const std::string& folder) {
  const bool good =
      WritePlan(folder, "small", SmallPlan()) && WritePlan(folder, "product", ProductPlan()) &&
      WritePlan(folder, "test", MakeTestPlan(FakeKernels())) && WriteNpy(folder, "f32", ElementType::kF32, {2, 3}) &&
      WriteNpy(folder, "scalar", ElementType::kF64, {}) && WriteNpy(folder, "empty", ElementType::kI64, {0, 3}) &&
      WriteNpy(folder, "bool", ElementType::kBool, {3}) && WriteNpy(folder, "f16", ElementType::kF16, {1, 2, 1}) &&
      WriteNpy(folder, "u8", ElementType::kU8, {3, 5}) && WriteNpy(folder, "u64", ElementType::kU64, {3, 5});
  return good ? 0 : 1;
}

}  // namespace
}  // namespace sinter::rt

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: fuzz_seeds FOLDER\n";
    return 2;
  }
  return sinter::rt::Main(argv[1]);
}
