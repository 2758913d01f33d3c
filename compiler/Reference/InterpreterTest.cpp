// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interpreter on whole functions: symbols, constants, parameters, groups, errors. The arithmetic has a test of its own.

#include "compiler/Reference/Interpreter.h"

#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/tensor/value_generator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

using namespace mlir;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace sinter::reference {
namespace {

using rt::ElementType;
using rt::HostTensor;

template <class T> HostTensor makeTensor(ElementType type, std::vector<int64_t> dims, std::vector<T> values) {
  HostTensor tensor = *HostTensor::Create(type, std::move(dims));
  std::memcpy(tensor.data(), values.data(), tensor.byte_size());
  return tensor;
}
HostTensor makeF32(std::vector<int64_t> dims, std::vector<float> values) { return makeTensor(ElementType::kF32, std::move(dims), std::move(values)); }
template <class T> std::vector<T> valuesOf(const HostTensor &tensor) { return {tensor.as<T>(), tensor.as<T>() + tensor.element_count()}; }

class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() : handler(&context, [this](Diagnostic &diagnostic) { record(diagnostic); }) {
    context.loadDialect<SinterDialect, func::FuncDialect>();
  }

  /// The results of @main in `text`; none where it fails, and `errors` says why.
  std::vector<HostTensor> run(const char *text, std::vector<const HostTensor *> arguments, InterpreterOptions options = {}) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return {};
    FailureOr<std::vector<HostTensor>> results = evaluate(module->lookupSymbol<func::FuncOp>("main"), arguments, options, bindings);
    hasSucceeded = succeeded(results);
    return hasSucceeded ? std::move(*results) : std::vector<HostTensor>();
  }

  void record(Diagnostic &diagnostic) {
    llvm::raw_string_ostream(errors) << diagnostic.getLocation() << ": " << diagnostic.str() << "\n";
  }

  MLIRContext context;
  std::string errors;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  Bindings bindings;
  bool hasSucceeded = false;
};

TEST_F(InterpreterTest, EachOperatorHasAReference) {
  int count = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "sinter") {
      ++count;
      EXPECT_TRUE(hasReference(name.getStringRef())) << name.getStringRef().str();
    }
  EXPECT_GT(count, 50);
  EXPECT_FALSE(hasReference("sinter.nothing"));
  EXPECT_FALSE(hasReference("func.return"));
}

TEST_F(InterpreterTest, SymbolsFollowFromArguments) {
  HostTensor x = makeF32({2, 3}, {1, 2, 3, 4, 5, 6}), y = makeF32({7}, std::vector<float>(7, 1));
  std::vector<HostTensor> results = run(R"(
    func.func @main(%y: tensor<?xf32, #sinter.dims<a * 2 + b>>, %x: tensor<?x?xf32, #sinter.dims<a, b>>)
        -> (tensor<?xf32, #sinter.dims<a * b>>, tensor<?xf32, #sinter.dims<b>>) {
      %0 = sinter.reshape %x : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<a * b>>
      %1 = sinter.sum %x axes = [0] : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?xf32, #sinter.dims<b>>
      return %0, %1 : tensor<?xf32, #sinter.dims<a * b>>, tensor<?xf32, #sinter.dims<b>>
    })", {&y, &x});
  ASSERT_EQ(results.size(), 2u) << errors;
  EXPECT_THAT(results[0].dims(), ElementsAre(6));
  EXPECT_THAT(valuesOf<float>(results[1]), ElementsAre(5, 7, 9));
}

TEST_F(InterpreterTest, SymbolsAreSolvedForInExpressions) {
  module = parseSourceString<ModuleOp>(R"(
    func.func private @main(tensor<?xf32, #sinter.dims<a * 12 + b>>, tensor<?xf32, #sinter.dims<b - 4>>)
        attributes {sinter.symbols = {a = #sinter.range<1, 64, 2>}})", &context);
  auto function = module->lookupSymbol<func::FuncOp>("main");
  FailureOr<Bindings> bound = bindSymbols(function, {{53}, {1}});
  ASSERT_TRUE(succeeded(bound)) << errors;
  EXPECT_EQ((*bound)["a"], 4);
  EXPECT_EQ((*bound)["b"], 5);
  EXPECT_TRUE(failed(bindSymbols(function, {{54}, {1}})));
  EXPECT_THAT(errors, HasSubstr("extent 0 of argument 0 uses a symbol that no argument determines"));
  EXPECT_TRUE(failed(bindSymbols(function, {{41}, {1}})));
  EXPECT_THAT(errors, HasSubstr("expected symbol `a` to be a multiple of 2, but got 3"));
  EXPECT_TRUE(failed(bindSymbols(function, {{5}, {1}})));
  EXPECT_THAT(errors, HasSubstr("expected symbol `a` in [1, 64], but got 0"));
  EXPECT_TRUE(failed(bindSymbols(function, {{5}})));
  EXPECT_THAT(errors, HasSubstr("expected 2 arguments, but got 1"));
  EXPECT_TRUE(failed(bindSymbols(function, {{5, 5}, {1}})));
  EXPECT_THAT(errors, HasSubstr("expected argument 0 to be a 'tensor<?xf32, #sinter.dims<"));
}

TEST_F(InterpreterTest, ArgumentsThatDisagree) {
  const char *text = R"(
    func.func @main(%x: tensor<?x2xf32, #sinter.dims<a, 2>>, %y: tensor<?xf32, #sinter.dims<a>>) -> tensor<?xf32, #sinter.dims<a>> {
      return %y : tensor<?xf32, #sinter.dims<a>>
    })";
  HostTensor x = makeF32({3, 2}, {1, 2, 3, 4, 5, 6}), y = makeF32({2}, {1, 2}), wide = makeF32({2, 3}, {1, 2, 3, 4, 5, 6}), other = *HostTensor::Create(ElementType::kF16, {3});
  run(text, {&x, &y});
  EXPECT_THAT(errors, HasSubstr("expected extent 0 of argument 1 to be 3, but got 2"));
  run(text, {&wide, &y});
  EXPECT_THAT(errors, HasSubstr("expected extent 1 of argument 0 to be 2, but got 3"));
  run(text, {&x, &other});
  EXPECT_THAT(errors, HasSubstr("but got elements of type f16"));
  bindings["a"] = 4;
  run(text, {&x, &y});
  EXPECT_THAT(errors, HasSubstr("expected extent 0 of argument 0 to be 4, but got 3"));
}

TEST_F(InterpreterTest, SymbolThatNothingDetermines) {
  const char *text = R"(
    func.func @main(%x: tensor<f32>) -> tensor<?xf32, #sinter.dims<n>> {
      %0 = sinter.broadcast %x dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
      return %0 : tensor<?xf32, #sinter.dims<n>>
    })";
  HostTensor x = makeF32({}, {3});
  run(text, {&x});
  EXPECT_FALSE(hasSucceeded);
  EXPECT_THAT(errors, HasSubstr("`sinter.broadcast`: extents of tensor<?xf32, #sinter.dims<n>> use a symbol that no argument determines"));
  EXPECT_THAT(errors, HasSubstr(":3:"));
  bindings["n"] = 2;
  std::vector<HostTensor> results = run(text, {&x});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(3, 3));
}

TEST_F(InterpreterTest, EqualityOfSymbolsIsCheckedWhereItMatters) {
  HostTensor x = makeF32({2, 3}, {1, 2, 3, 4, 5, 6});
  run(R"(
    func.func @main(%x: tensor<?x?xf32, #sinter.dims<a, b>>) -> tensor<?x?xf32, #sinter.dims<a, a>> {
      %0 = sinter.reshape %x : tensor<?x?xf32, #sinter.dims<a, b>> -> tensor<?x?xf32, #sinter.dims<a, a>>
      return %0 : tensor<?x?xf32, #sinter.dims<a, a>>
    })", {&x});
  EXPECT_THAT(errors, HasSubstr("`sinter.reshape`: expected as many elements in the result as in the input, 6, but got 4"));
}

TEST_F(InterpreterTest, ConstantsOfEachType) {
  std::vector<HostTensor> results = run(R"(
    func.func @main() -> (tensor<3xf32>, tensor<3xbf16>, tensor<9xi1>, tensor<3xi4>, tensor<2x2xi64>, tensor<3xui8>, tensor<2xi1>, tensor<0xf32>, tensor<f8E5M2>, tensor<3xi4>) {
      %0 = sinter.constant dense<[1.0, 0x7FC00000, -0.0]> : tensor<3xf32>
      %1 = sinter.constant dense<1.0> : tensor<3xbf16>
      %2 = sinter.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
      %3 = sinter.constant dense<[1, -2, 7]> : tensor<3xi4>
      %4 = sinter.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi64>
      %5 = sinter.constant dense<[1, 200, 255]> : tensor<3xui8>
      %6 = sinter.constant dense<true> : tensor<2xi1>
      %7 = sinter.constant dense<> : tensor<0xf32>
      %8 = sinter.constant dense<2.0> : tensor<f8E5M2>
      %9 = sinter.constant dense<-3> : tensor<3xi4>
      return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<3xf32>, tensor<3xbf16>, tensor<9xi1>, tensor<3xi4>, tensor<2x2xi64>, tensor<3xui8>, tensor<2xi1>, tensor<0xf32>, tensor<f8E5M2>, tensor<3xi4>
    })", {});
  ASSERT_EQ(results.size(), 10u) << errors;
  EXPECT_THAT(valuesOf<uint32_t>(results[0]), ElementsAre(0x3f800000u, 0x7fc00000u, 0x80000000u));
  EXPECT_THAT(valuesOf<uint16_t>(results[1]), ElementsAre(0x3f80, 0x3f80, 0x3f80));
  EXPECT_THAT(valuesOf<uint8_t>(results[2]), ElementsAre(1, 0, 1, 1, 0, 0, 1, 0, 1));
  EXPECT_THAT(std::vector<uint8_t>(results[3].as<uint8_t>(), results[3].as<uint8_t>() + 2), ElementsAre(0xe1, 0x07));
  EXPECT_THAT(valuesOf<int64_t>(results[4]), ElementsAre(1, 2, 3, -4));
  EXPECT_THAT(valuesOf<uint8_t>(results[5]), ElementsAre(1, 200, 255));
  EXPECT_THAT(valuesOf<uint8_t>(results[6]), ElementsAre(1, 1));
  EXPECT_EQ(results[7].element_count(), 0u);
  EXPECT_EQ(results[8].as<uint8_t>()[0], 0x40);
  EXPECT_THAT(std::vector<uint8_t>(results[9].as<uint8_t>(), results[9].as<uint8_t>() + 2), ElementsAre(0xdd, 0x0d));
}

TEST_F(InterpreterTest, ConstantInAResource) {
  const char *text = R"(
    func.func @main() -> tensor<2xf32> {
      %0 = sinter.constant dense_resource<w> : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    {-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-})";
  std::vector<HostTensor> results = run(text, {});
  ASSERT_EQ(results.size(), 1u) << errors;
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(1, 2));
}

TEST_F(InterpreterTest, ParameterGenerated) {
  std::vector<HostTensor> results = run(R"(
    func.func @main() -> tensor<3x2xf16> {
      %0 = sinter.parameter "renamed" {source = #sinter.generated<tensor = "w", mean = 1.0 : f64, std = 0.5 : f64, min = 0.9 : f64, max = 1.1 : f64>} : tensor<3x2xf16>
      return %0 : tensor<3x2xf16>
    })", {});
  ASSERT_EQ(results.size(), 1u) << errors;
  HostTensor expected = *HostTensor::Create(ElementType::kF16, {3, 2});
  ASSERT_TRUE(rt::GenerateValues("w", {1.0, 0.5, 0.9, 1.1}, ElementType::kF16, 6, expected.data()).ok());
  EXPECT_EQ(std::memcmp(results[0].data(), expected.data(), expected.byte_size()), 0);
}

TEST_F(InterpreterTest, ParameterInAFile) {
  std::string directory = ::testing::TempDir(), path = directory + "/reference_weights.bin";
  std::ofstream(path, std::ios::binary).write("\0\0\0\0\0\0\x80\x3f\0\0\0\x40", 12);
  const char *text = R"(
    func.func @main() -> tensor<2xf32> {
      %0 = sinter.parameter "w" {source = #sinter.external<file = "reference_weights.bin", offset = 4, size = 8>} : tensor<2xf32>
      return %0 : tensor<2xf32>
    })";
  InterpreterOptions options;
  options.externalDirectory = directory;
  std::vector<HostTensor> results = run(text, {}, options);
  ASSERT_EQ(results.size(), 1u) << errors;
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(1, 2));
  std::remove(path.c_str());
  run(text, {}, options);
  EXPECT_THAT(errors, HasSubstr("reference_weights.bin`: No such file"));
}

TEST_F(InterpreterTest, ParameterSupplied) {
  const char *text = R"(
    func.func @main() -> tensor<2xf32> {
      %0 = sinter.parameter "w" : tensor<2xf32>
      return %0 : tensor<2xf32>
    })";
  run(text, {});
  EXPECT_THAT(errors, HasSubstr("`sinter.parameter`: parameter `w`: parameter has no source, and nobody supplies it"));
  InterpreterOptions options;
  options.parameter = [](StringRef name, ElementType type, ArrayRef<int64_t> dims) -> absl::StatusOr<HostTensor> {
    EXPECT_EQ(name, "w");
    return HostTensor::Create(type, {dims.begin(), dims.end()});
  };
  std::vector<HostTensor> results = run(text, {}, options);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(0, 0));
  options.parameter = [](StringRef, ElementType type, ArrayRef<int64_t>) { return HostTensor::Create(type, {3}); };
  run(text, {}, options);
  EXPECT_THAT(errors, HasSubstr("value supplied has another type or other dims"));
}

TEST_F(InterpreterTest, ParameterComputedByInit) {
  const char *text = R"(
    func.func @init() -> (tensor<2xf32>, tensor<2xf32>) {
      %0 = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = sinter.neg %0 : tensor<2xf32>
      return %0, %1 : tensor<2xf32>, tensor<2xf32>
    }
    func.func @main() -> tensor<2xf32> {
      %0 = sinter.parameter "packed.1" {source = #sinter.packed<1>} : tensor<2xf32>
      return %0 : tensor<2xf32>
    })";
  std::vector<HostTensor> results = run(text, {});
  ASSERT_EQ(results.size(), 1u) << errors;
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(-1, -2));
  run(R"(
    func.func @main() -> tensor<2xf32> {
      %0 = sinter.parameter "packed.1" {source = #sinter.packed<1>} : tensor<2xf32>
      return %0 : tensor<2xf32>
    })", {});
  EXPECT_THAT(errors, HasSubstr("expected a function `init` whose result 1 is a 'tensor<2xf32>'"));
}

TEST_F(InterpreterTest, GroupsAreTheirBodies) {
  HostTensor x = makeF32({2, 2}, {1, 2, 3, 4});
  std::vector<std::string> observed;
  InterpreterOptions options;
  options.observe = [&](Operation *op, ArrayRef<const HostTensor *> results) { observed.push_back(op->getName().getStringRef().str() + "/" + std::to_string(results.size())); };
  std::vector<HostTensor> results = run(R"(
    func.func @main(%x: tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
      %0:2 = sinter.group kernel(%x) : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>) {
      ^bb0(%a: tensor<2x2xf32>):
        %b = sinter.neg %a : tensor<2x2xf32>
        %c = sinter.sum %b axes = [1] : tensor<2x2xf32> -> tensor<2xf32>
        sinter.yield %c, %b : tensor<2xf32>, tensor<2x2xf32>
      }
      %1 = sinter.add %0#1, %0#1 : tensor<2x2xf32>
      return %0#0, %1, %x : tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
    })", {&x}, options);
  ASSERT_EQ(results.size(), 3u) << errors;
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(-3, -7));
  EXPECT_THAT(valuesOf<float>(results[1]), ElementsAre(-2, -4, -6, -8));
  EXPECT_THAT(valuesOf<float>(results[2]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(observed, ElementsAre("sinter.neg/1", "sinter.sum/1", "sinter.group/2", "sinter.add/1"));
}

TEST_F(InterpreterTest, AttributesReachTheOperators) {
  HostTensor x = makeF32({2, 3}, {1, 2, 3, 4, 5, 6}), w = makeF32({2, 3}, {1, 0, 0, 0, 1, 1});
  std::vector<HostTensor> results = run(R"(
    func.func @main(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
      %0 = sinter.matmul %x, %w {transpose_rhs} : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x2xf32>
      %1 = sinter.compare gt %x, %w : tensor<2x3xf32>
      %2 = sinter.gelu tanh %x : tensor<2x3xf32>
      %3, %4 = sinter.split %x axis = 1 : tensor<2x3xf32> -> tensor<2x1xf32>, tensor<2x2xf32>
      %5 = sinter.layer_norm %x axis = 1 epsilon = 0.0 : tensor<2x3xf32>
      %6 = sinter.slice %x starts = [1, 2] steps = [-1, -1] : tensor<2x3xf32> -> tensor<2x3xf32>
      return %0, %1, %2, %3, %4, %5, %6 : tensor<2x2xf32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>
    })", {&x, &w});
  ASSERT_EQ(results.size(), 7u) << errors;
  EXPECT_THAT(valuesOf<float>(results[0]), ElementsAre(1, 5, 4, 11));
  EXPECT_THAT(valuesOf<uint8_t>(results[1]), ElementsAre(0, 1, 1, 1, 1, 1));
  EXPECT_NEAR(results[2].as<float>()[0], 0.841192, 1e-6);
  EXPECT_THAT(valuesOf<float>(results[3]), ElementsAre(1, 4));
  EXPECT_THAT(valuesOf<float>(results[4]), ElementsAre(2, 3, 5, 6));
  EXPECT_FLOAT_EQ(results[5].as<float>()[0], -std::sqrt(1.5f));
  EXPECT_EQ(results[5].as<float>()[1], 0);
  EXPECT_THAT(valuesOf<float>(results[6]), ElementsAre(6, 5, 4, 3, 2, 1));
}

TEST_F(InterpreterTest, RoundsToDeclaredTypesUnlessAskedForF64) {
  const char *text = R"(
    func.func @main(%x: tensor<1xbf16>, %i: tensor<1xi32>) -> (tensor<1xbf16>, tensor<1xi32>) {
      %c = sinter.constant dense<0.00390625> : tensor<1xbf16>
      %0 = sinter.add %x, %c : tensor<1xbf16>
      %1 = sinter.cast %0 : tensor<1xbf16> -> tensor<1xf8E4M3FN>
      %2 = sinter.cast %1 : tensor<1xf8E4M3FN> -> tensor<1xbf16>
      return %2, %i : tensor<1xbf16>, tensor<1xi32>
    })";
  HostTensor x = makeTensor<uint16_t>(ElementType::kBF16, {1}, {0x3f80}), i = makeTensor<int32_t>(ElementType::kI32, {1}, {7});
  std::vector<HostTensor> rounded = run(text, {&x, &i});
  ASSERT_EQ(rounded.size(), 2u) << errors;
  EXPECT_EQ(rounded[0].as<uint16_t>()[0], 0x3f80);
  InterpreterOptions options;
  options.computeInF64 = true;
  std::vector<HostTensor> exact = run(text, {&x, &i}, options);
  ASSERT_EQ(exact.size(), 2u) << errors;
  EXPECT_EQ(exact[0].type(), ElementType::kF64);
  EXPECT_EQ(exact[0].as<double>()[0], 1.00390625);
  EXPECT_EQ(exact[1].as<int32_t>()[0], 7);
}

TEST_F(InterpreterTest, OneOperatorAtATime) {
  module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>> {
      %0 = sinter.neg %x : tensor<?xf32, #sinter.dims<n>>
      return %0 : tensor<?xf32, #sinter.dims<n>>
    })", &context);
  Operation *op = &module->lookupSymbol<func::FuncOp>("main").getBody().front().front();
  HostTensor x = makeF32({2}, {1, -2});
  const HostTensor *operand = &x;
  FailureOr<std::vector<HostTensor>> results = evaluateOperator(op, operand, {{"n", 2}});
  ASSERT_TRUE(succeeded(results)) << errors;
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(-1, 2));
  EXPECT_TRUE(failed(evaluateOperator(op, {}, {{"n", 2}})));
  EXPECT_THAT(errors, HasSubstr("expected 1 operands, but got 0"));
}

TEST_F(InterpreterTest, OperatorsOfOtherDialects) {
  run(R"(
    func.func private @other(tensor<f32>) -> tensor<f32>
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = func.call @other(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })", {});
  EXPECT_THAT(errors, HasSubstr("expected 1 arguments, but got 0"));
  HostTensor x = makeF32({}, {1});
  run(R"(
    func.func private @other(tensor<f32>) -> tensor<f32>
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = func.call @other(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })", {&x});
  EXPECT_THAT(errors, HasSubstr("no reference for `func.call`"));
}

TEST_F(InterpreterTest, EmptyTensors) {
  HostTensor x = makeF32({0, 4}, {});
  std::vector<HostTensor> results = run(R"(
    func.func @main(%x: tensor<?x4xf32, #sinter.dims<n, 4>>) -> (tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<4xf32>) {
      %0 = sinter.softmax %x axis = 1 : tensor<?x4xf32, #sinter.dims<n, 4>>
      %1 = sinter.rms_norm %0 axis = 1 epsilon = 1.0e-6 : tensor<?x4xf32, #sinter.dims<n, 4>>
      %2 = sinter.sum %1 axes = [0] : tensor<?x4xf32, #sinter.dims<n, 4>> -> tensor<4xf32>
      return %1, %2 : tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<4xf32>
    })", {&x});
  ASSERT_EQ(results.size(), 2u) << errors;
  EXPECT_THAT(results[0].dims(), ElementsAre(0, 4));
  EXPECT_THAT(valuesOf<float>(results[1]), ElementsAre(0, 0, 0, 0));
}

} // namespace
} // namespace sinter::reference
