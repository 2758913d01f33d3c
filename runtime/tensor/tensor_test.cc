// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of host tensors: sizes, conversions against exhaustive decoding, generated values, .npy files,
// comparison.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/tensor/compare.h"
#include "runtime/tensor/element_conversion.h"
#include "runtime/tensor/host_tensor.h"
#include "runtime/tensor/npy.h"
#include "runtime/tensor/strided_places.h"
#include "runtime/tensor/value_generator.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;
constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr ElementType kAllTypes[] = {ElementType::kF64,    ElementType::kF32,    ElementType::kF16, ElementType::kBF16,
                                     ElementType::kF8E4M3, ElementType::kF8E5M2, ElementType::kI64, ElementType::kI32,
                                     ElementType::kI16,    ElementType::kI8,     ElementType::kU8,  ElementType::kBool,
                                     ElementType::kI4,     ElementType::kF4E2M1, ElementType::kU64, ElementType::kU32,
                                     ElementType::kU16};

double Rounded(ElementType type, double value) {
  uint64_t storage = 0;
  WriteElement(type, &storage, 0, value);
  return ReadElement(type, &storage, 0);
}

TEST(HostTensorTest, sizes) {
  EXPECT_EQ(TensorByteSize(ElementType::kF32, {}).value(), 4u);
  EXPECT_EQ(TensorByteSize(ElementType::kI4, {3, 3}).value(), 5u);
  EXPECT_EQ(TensorByteSize(ElementType::kF32, {0, 7}).value(), 0u);
  EXPECT_FALSE(TensorByteSize(ElementType::kF32, {-1}).ok());
  EXPECT_FALSE(TensorByteSize(ElementType::kF32, {0, int64_t{1} << 40, int64_t{1} << 40}).ok());
  EXPECT_FALSE(HostTensor::Create(ElementType::kF64, {int64_t{1} << 55}).ok());
  HostTensor empty = HostTensor::Create(ElementType::kF32, {2, 0}).value();
  EXPECT_EQ(empty.element_count(), 0u);
  EXPECT_NE(empty.data(), nullptr);
  EXPECT_EQ(HostTensor::Create(ElementType::kF32, {}).value().element_count(), 1u);
}

TEST(ElementConversionTest, every_narrow_code_survives) {
  for (ElementType type : {ElementType::kF16, ElementType::kBF16, ElementType::kF8E4M3, ElementType::kF8E5M2}) {
    for (uint32_t code = 0; code < (1u << BitWidth(type)); ++code) {
      const double value = ReadElement(type, &code, 0);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(Rounded(type, value)));
        continue;
      }
      uint32_t again = 0;
      WriteElement(type, &again, 0, value);
      EXPECT_EQ(again, code) << ElementTypeName(type);
    }
  }
  for (uint32_t code = 0; code < 16; ++code) {
    uint8_t again = 0;
    WriteElement(ElementType::kF4E2M1, &again, 1, ReadElement(ElementType::kF4E2M1, &code, 0));
    EXPECT_EQ(again, code << 4);
  }
}

// The reference: the nearest of all finite values of the type, of two the one with the even code.
double NearestByScan(ElementType type, double value) {
  double best = kNan;
  uint32_t best_code = 1;
  for (uint32_t code = 0; code < (1u << BitWidth(type)); ++code) {
    const double candidate = ReadElement(type, &code, 0);
    if (!std::isfinite(candidate)) continue;
    const double d = std::fabs(candidate - value), b = std::fabs(best - value);
    if (std::isnan(best) || d < b || (d == b && (code & 1) == 0 && (best_code & 1) != 0))
      best = candidate, best_code = code;
  }
  return best;
}

TEST(ElementConversionTest, rounds_to_nearest_even) {
  for (ElementType type : {ElementType::kF8E4M3, ElementType::kF8E5M2, ElementType::kF4E2M1}) {
    const double largest = type == ElementType::kF8E4M3 ? 448 : type == ElementType::kF8E5M2 ? 57344 : 6;
    for (int i = 0; i < 4000; ++i) {
      const double value = (i % 2 ? -1 : 1) * std::ldexp(1 + (i % 61) / 61.0, i % 40 - 24);
      if (std::fabs(value) > largest) continue;
      EXPECT_EQ(Rounded(type, value), NearestByScan(type, value)) << ElementTypeName(type) << " " << value;
    }
    for (uint32_t code = 1; code < (1u << (BitWidth(type) - 1)); ++code) {  // exact ties
      const uint32_t below = code - 1;
      const double low = ReadElement(type, &below, 0), high = ReadElement(type, &code, 0);
      if (!std::isfinite(high)) break;
      EXPECT_EQ(Rounded(type, (low + high) / 2), (code & 1) == 0 ? high : low);
    }
  }
  EXPECT_EQ(Rounded(ElementType::kF16, 2049), 2048);
  EXPECT_EQ(Rounded(ElementType::kF16, 2051), 2052);
  EXPECT_EQ(Rounded(ElementType::kF16, std::ldexp(1, -25)), 0);
  EXPECT_EQ(Rounded(ElementType::kF16, std::ldexp(1.5, -25)), std::ldexp(1, -24));
  EXPECT_EQ(Rounded(ElementType::kBF16, 1 + 1.0 / 256), 1);
  EXPECT_EQ(Rounded(ElementType::kBF16, 1 + 3.0 / 256), 1 + 4.0 / 256);
}

TEST(ElementConversionTest, limits) {
  EXPECT_EQ(Rounded(ElementType::kF16, 65519), 65504);
  EXPECT_EQ(Rounded(ElementType::kF16, 65520), kInf);
  EXPECT_EQ(Rounded(ElementType::kF8E4M3, 464), 448);
  EXPECT_EQ(Rounded(ElementType::kF8E4M3, 465), 448);
  EXPECT_EQ(Rounded(ElementType::kF8E4M3, -kInf), -448);
  EXPECT_TRUE(std::isnan(Rounded(ElementType::kF8E4M3, kNan)));
  EXPECT_EQ(Rounded(ElementType::kF8E5M2, 61439), 57344);
  EXPECT_EQ(Rounded(ElementType::kF8E5M2, 61440), kInf);
  EXPECT_EQ(Rounded(ElementType::kF8E5M2, -1e9), -kInf);
  EXPECT_EQ(Rounded(ElementType::kF8E5M2, kInf), kInf);
  EXPECT_EQ(Rounded(ElementType::kF4E2M1, 100), 6);
  EXPECT_EQ(Rounded(ElementType::kF4E2M1, kNan), 6);
  EXPECT_EQ(Rounded(ElementType::kF4E2M1, -kInf), -6);
  for (ElementType type : {ElementType::kF16, ElementType::kBF16, ElementType::kF8E4M3, ElementType::kF8E5M2}) {
    EXPECT_TRUE(std::isnan(Rounded(type, kNan)));
    EXPECT_TRUE(std::signbit(Rounded(type, -0.0)));
  }
  EXPECT_EQ(Rounded(ElementType::kU64, 1e30), 18446744073709551616.0);  // as a double, 2^64 - 1 is 2^64
  EXPECT_EQ(Rounded(ElementType::kU32, 1e10), 4294967295.0);
  EXPECT_EQ(Rounded(ElementType::kU16, 65534.6), 65535);
  EXPECT_EQ(Rounded(ElementType::kU16, -1), 0);
  EXPECT_EQ(Rounded(ElementType::kU64, kNan), 0);
  EXPECT_EQ(Rounded(ElementType::kI8, 300), 127);
  EXPECT_EQ(Rounded(ElementType::kU8, -3), 0);
  EXPECT_EQ(Rounded(ElementType::kI4, -9), -8);
  EXPECT_EQ(Rounded(ElementType::kI64, 1e300), static_cast<double>(INT64_MAX));
  EXPECT_EQ(Rounded(ElementType::kI32, kNan), 0);
  EXPECT_EQ(Rounded(ElementType::kI32, 2.5), 2);
  EXPECT_EQ(Rounded(ElementType::kBool, 0.25), 1);
}

// Values computed apart, in Python.
TEST(ValueGeneratorTest, equals_independent_values) {
  const uint64_t hash = TensorNameHash("word.weight");
  EXPECT_EQ(hash, 0x4f6f0890ea0053du);
  EXPECT_EQ(UnitValue(hash, 0), 0.23063063621520996);
  EXPECT_EQ(UnitValue(hash, 1), 0.02852243185043335);
  EXPECT_EQ(UnitValue(hash, 1000000), 0.5472252368927002);
  const ValueDistribution d = {-1.732580615975305e-05, 0.020007977746590955, -0.10259676724672318, 0.09961608052253723};
  std::vector<float> values(1000001);
  ASSERT_TRUE(GenerateValues("word.weight", d, ElementType::kF32, values.size(), values.data()).ok());
  EXPECT_EQ(values[0], -0x1.322beap-6f);
  EXPECT_EQ(values[1], -0x1.0bd6f8p-5f);
  EXPECT_EQ(values[1000000], 0x1.aabfdap-9f);
}

TEST(ValueGeneratorTest, threads_do_not_matter) {
  for (ElementType type : {ElementType::kF32, ElementType::kBF16, ElementType::kF4E2M1}) {
    for (uint64_t count : {0, 1, 2, 7, 8, 1001}) {
      std::vector<uint8_t> one(ByteSize(type, count) + 1, 0), many = one;
      ASSERT_TRUE(GenerateValues("t", {0.1, 2, -3, 3}, type, count, one.data(), 1).ok());
      ASSERT_TRUE(GenerateValues("t", {0.1, 2, -3, 3}, type, count, many.data(), 5).ok());
      EXPECT_EQ(one, many) << ElementTypeName(type) << " " << count;
    }
  }
  EXPECT_FALSE(GenerateValues("t", {}, ElementType::kI32, 1, nullptr).ok());
  EXPECT_FALSE(GenerateValues("t", {0, 1, 2, 1}, ElementType::kF32, 1, nullptr).ok());
}

TEST(ValueGeneratorTest, inputs_follow_their_names) {
  const HostTensor ids = GenerateInput("ids", ElementType::kI64, {2, 3}).value();
  EXPECT_THAT(std::vector<int64_t>(ids.as<int64_t>(), ids.as<int64_t>() + 6),
              testing::ElementsAre(55, 60, 56, 58, 30, 19));
  EXPECT_EQ(GenerateInput("attention_mask", ElementType::kI32, {2}).value().as<int32_t>()[1], 1);
  EXPECT_EQ(GenerateInput("position_ids", ElementType::kI64, {1}, 17).value().as<int64_t>()[0], 17);
  const HostTensor x = GenerateInput("x", ElementType::kF32, {100}).value();
  for (int i = 0; i < 100; ++i) EXPECT_LE(std::fabs(x.as<float>()[i]), 1.7320509f);
}

TEST(ValueGeneratorTest, random_data_is_not_zero) {
  for (ElementType type : kAllTypes) {
    const HostTensor a = RandomTensor(type, {7, 33}, 1).value(), b = RandomTensor(type, {7, 33}, 2).value();
    bool differs = false;
    for (uint64_t i = 0; i < a.element_count(); ++i) {
      const double value = ReadElement(type, a.data(), i);
      EXPECT_TRUE(value != 0 || type == ElementType::kBool) << ElementTypeName(type);
      EXPECT_LE(std::fabs(value), 100);
      differs |= value != ReadElement(type, b.data(), i);
    }
    EXPECT_TRUE(differs) << ElementTypeName(type);
  }
}

TEST(NpyTest, round_trips_every_type) {
  for (ElementType type : kAllTypes) {
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {5}, {3, 0, 2}, {2, 3, 5}}) {
      const HostTensor tensor = RandomTensor(type, dims, 3).value();
      const std::string bytes = NpyBytes(tensor);
      EXPECT_EQ((bytes.size() - tensor.byte_size()) % 64, 0u);
      NpyReadOptions options;
      options.expected = type;
      options.dims = dims;
      auto read = ParseNpy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, options);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(read->type(), type);
      EXPECT_EQ(read->dims(), dims);
      EXPECT_EQ(std::memcmp(read->data(), tensor.data(), tensor.byte_size()), 0);
    }
  }
}

TEST(NpyTest, bools_are_0_or_1) {
  HostTensor tensor = *HostTensor::Create(ElementType::kBool, {4});
  for (int i = 0; i < 4; ++i) tensor.as<uint8_t>()[i] = std::array<uint8_t, 4>{2, 0, 255, 1}[i];
  const std::string bytes = NpyBytes(tensor);
  const auto read = ParseNpy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, {});
  ASSERT_TRUE(read.ok());
  for (int i = 0; i < 4; ++i) EXPECT_EQ(read->as<uint8_t>()[i], i == 1 ? 0 : 1) << i;
}

TEST(StridedPlacesTest, each_element_once_row_major) {
  const auto places = [](const std::vector<int64_t>& dims, const std::vector<int64_t>& strides, int64_t offset) {
    std::vector<int64_t> result;
    ForEachPlace(dims, strides, offset, [&](uint64_t place) { result.push_back(static_cast<int64_t>(place)); });
    return result;
  };
  EXPECT_EQ(places({2, 3}, {10, 1}, 5), (std::vector<int64_t>{5, 6, 7, 15, 16, 17}));
  EXPECT_EQ(places({2, 2}, {-4, 0}, 9), (std::vector<int64_t>{9, 9, 5, 5}));
  EXPECT_EQ(places({}, {}, 3), (std::vector<int64_t>{3}));
  EXPECT_TRUE(places({4, 0, 2}, {1, 1, 1}, 0).empty());
}

TEST(NpyTest, files) {
  const std::string path = testing::TempDir() + "/tensor_test.npy";
  const HostTensor tensor = RandomTensor(ElementType::kF32, {3, 4}, 9).value();
  ASSERT_TRUE(WriteNpyFile(path, tensor).ok());
  EXPECT_TRUE(CompareTensors(ReadNpyFile(path).value(), tensor, {})->matches());
  EXPECT_THAT(ReadNpyFile("/nonexistent.npy").status().message(), HasSubstr("cannot open `/nonexistent.npy`"));
  EXPECT_FALSE(WriteNpyFile("/dev/null/x.npy", tensor).ok());
  // A folder opens, but has no content to read.
  EXPECT_EQ(ReadNpyFile(::testing::TempDir()).status().code(), absl::StatusCode::kInvalidArgument);
  NpyReadOptions wrong;
  wrong.expected = ElementType::kI32;
  EXPECT_THAT(ReadNpyFile(path, wrong).status().message(), HasSubstr("npy type is `<f4`, expected `<i4` for i32"));
}

std::string Npy(const std::string& header, const std::string& data, char version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes += version;
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header + data;
}

absl::StatusOr<HostTensor> Parse(const std::string& bytes) {
  return ParseNpy({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

TEST(NpyTest, accepts_what_numpy_writes) {
  const std::string data(8, '\1');
  for (char version : {1, 2, 3}) {
    auto tensor = Parse(Npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }   \n", data, version));
    ASSERT_TRUE(tensor.ok()) << tensor.status();
    EXPECT_EQ(tensor->as<int32_t>()[1], 0x01010101);
  }
  EXPECT_TRUE(Parse(Npy("{\"shape\":(2,1),\"fortran_order\":False,\"descr\":\"<f4\"}", data)).ok());
  EXPECT_TRUE(Parse(Npy("{'descr': '<f8', 'fortran_order': True, 'shape': (), }\n", data)).ok());
}

TEST(NpyTest, refuses_hostile_headers) {
  const std::string data(8, '\1');
  const auto error = [&](const std::string& header) {
    return std::string(Parse(Npy(header, data)).status().message());
  };
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': True, 'shape': (1,2), }"), HasSubstr("Fortran order"));
  EXPECT_THAT(error("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }"), HasSubstr("`>f4` is not supported"));
  EXPECT_THAT(error("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }"), HasSubstr("structured"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"), HasSubstr("holds 8 bytes of data"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }"),
              HasSubstr("64 bits"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4), }"),
              HasSubstr("too many"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 0), }"),
              HasSubstr("too many"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }"), HasSubstr("not negative"));
  EXPECT_THAT(error("{'descr': '<f4', 'shape': (2,), }"), HasSubstr("expected the keys"));
  EXPECT_THAT(error("{'descr': '<f4', 'descr': '<f4', }"), HasSubstr("unexpected key `descr`"));
  EXPECT_THAT(error("{'descr': '<f4"), HasSubstr("unterminated"));
  EXPECT_THAT(error(""), HasSubstr("expected `{`"));
  EXPECT_THAT(error("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x"), HasSubstr("unexpected text"));
  EXPECT_FALSE(Parse("").ok());
  EXPECT_FALSE(Parse(std::string("\x93NUMPY\x09\x00\x00\x00", 10)).ok());
  EXPECT_FALSE(Parse(std::string("\x93NUMPY\x02\x00\xff\xff", 10)).ok());
  EXPECT_FALSE(Parse(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)).ok());
}

TEST(NpyTest, every_flip_and_prefix_is_safe) {
  const std::string bytes = NpyBytes(RandomTensor(ElementType::kF16, {3, 5}, 4).value());
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(Parse(bytes.substr(0, i)).ok());
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] ^= static_cast<char>(1 << bit);
      (void)Parse(damaged);
    }
  }
}

HostTensor Floats(const std::vector<float>& values) {
  HostTensor tensor = HostTensor::Create(ElementType::kF32, {static_cast<int64_t>(values.size())}).value();
  std::copy(values.begin(), values.end(), tensor.as<float>());
  return tensor;
}

TEST(CompareTest, reports_errors) {
  const HostTensor expected = Floats({1, 2, 3, 4}), actual = Floats({1, 2.5f, 3, 4.25f});
  const Comparison exact = CompareTensors(actual, expected, {}).value();
  EXPECT_EQ(exact.mismatches, 2u);
  EXPECT_EQ(exact.first_mismatch, 1u);
  EXPECT_EQ(exact.actual_value, 2.5);
  EXPECT_EQ(exact.worst_index, 1u);
  EXPECT_EQ(exact.max_absolute_error, 0.5);
  EXPECT_DOUBLE_EQ(exact.expected_std, std::sqrt(1.25));
  EXPECT_DOUBLE_EQ(exact.max_error_over_std, 0.5 / std::sqrt(1.25));
  EXPECT_THAT(exact.Describe(), HasSubstr("2 mismatches, the first at index 1: got 2.5, expected 2"));
  CompareOptions loose;
  loose.absolute = 0.3;
  EXPECT_EQ(CompareTensors(actual, expected, loose)->mismatches, 1u);
  loose = {};
  loose.over_std = 0.5;
  EXPECT_TRUE(CompareTensors(actual, expected, loose)->matches());
  EXPECT_FALSE(CompareTensors(Floats({1}), expected, {}).ok());
}

TEST(CompareTest, special_values) {
  const float inf = INFINITY, nan = NAN;
  CompareOptions loose;
  loose.absolute = 1e30;
  EXPECT_TRUE(CompareTensors(Floats({nan, inf, -inf, 0}), Floats({nan, inf, -inf, -0.0f}), {})->matches());
  EXPECT_EQ(CompareTensors(Floats({nan, inf, 1, inf}), Floats({1, -inf, nan, 2}), loose)->mismatches, 4u);
  const Comparison empty = CompareTensors(Floats({}), Floats({}), {}).value();
  EXPECT_TRUE(empty.matches());
  EXPECT_EQ(empty.max_error_over_std, 0);
  HostTensor a = HostTensor::Create(ElementType::kI64, {1}).value(),
             b = HostTensor::Create(ElementType::kI64, {1}).value();
  a.as<int64_t>()[0] = INT64_MAX;
  b.as<int64_t>()[0] = INT64_MAX - 1;
  EXPECT_FALSE(CompareTensors(a, b, {})->matches());
}

TEST(SharedPlacesTest, elements_of_one_place_get_one_value) {
  const auto shared = [](std::vector<int64_t> dims, std::vector<int64_t> strides, bool* changed) {
    HostTensor tensor = HostTensor::Create(ElementType::kF32, std::move(dims)).value();
    for (uint64_t i = 0; i < tensor.element_count(); ++i) tensor.as<float>()[i] = static_cast<float>(i);
    *changed = ShareValues(strides, &tensor);
    return std::vector<float>(tensor.as<float>(), tensor.as<float>() + tensor.element_count());
  };
  bool changed = false;
  EXPECT_EQ(shared({2, 3}, {0, 1}, &changed), (std::vector<float>{0, 1, 2, 0, 1, 2}));
  EXPECT_TRUE(changed);
  EXPECT_EQ(shared({2, 3}, {3, 0}, &changed), (std::vector<float>{0, 0, 0, 3, 3, 3}));
  // Windows: element (i, j) is where (i - 1, j + 1) is.
  EXPECT_EQ(shared({2, 3}, {1, 1}, &changed), (std::vector<float>{0, 1, 2, 1, 2, 5}));
  EXPECT_EQ(shared({2, 2}, {1, -1}, &changed), (std::vector<float>{0, 1, 2, 0}));
  EXPECT_EQ(shared({2, 3}, {5, 1}, &changed), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_FALSE(changed);
  EXPECT_EQ(shared({2, 3}, {}, &changed), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(shared({1, 3}, {0, 1}, &changed), (std::vector<float>{0, 1, 2}));
  EXPECT_TRUE(shared({0, 3}, {0, 0}, &changed).empty());
  EXPECT_EQ(shared({}, {}, &changed), (std::vector<float>{0}));
  EXPECT_FALSE(changed);
}

}  // namespace
}  // namespace sinter::rt
