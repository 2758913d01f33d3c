// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of sinter.h on a fake backend: numbers, every function's errors, what is shared and what outlives what, and
// that an execution of a prepared shape allocates nothing on the host.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/capi/example_plan.h"
#include "runtime/capi/objects.h"
#include "runtime/plan/counting_new.h"
#include "runtime/plan/test_plan.h"
#include "sinter/sinter.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

// A status's code and message; destroys it.
struct Outcome {
  int32_t code;
  std::string message;
};
Outcome Take(sinter_status* status) {
  Outcome outcome{sinter_status_code(status), sinter_status_message(status)};
  sinter_status_destroy(status);
  return outcome;
}

#define EXPECT_STATUS(expression, expected_code, part)           \
  do {                                                           \
    const Outcome outcome_ = Take(expression);                   \
    EXPECT_EQ(outcome_.code, expected_code) << outcome_.message; \
    EXPECT_THAT(outcome_.message, HasSubstr(part));              \
  } while (false)
#define EXPECT_FINE(expression) EXPECT_STATUS(expression, SINTER_OK, "")
#define ASSERT_FINE(expression)                              \
  do {                                                       \
    const Outcome outcome_ = Take(expression);               \
    ASSERT_EQ(outcome_.code, SINTER_OK) << outcome_.message; \
  } while (false)

void DefineExampleKernels(FakeBackend* backend) {
  const auto pointer = [](void** params, int i) { return *static_cast<float**>(params[i]); };
  backend->Define("sinter_example_scale", {8, 8, 8, 8}, [=](const LaunchShape& shape, void** p) {
    const int64_t pitch = *static_cast<int64_t*>(p[3]);
    for (uint32_t i = 0; i < shape.grid[0]; ++i) {
      for (int j = 0; j < 8; ++j) pointer(p, 2)[i * 8 + j] = pointer(p, 0)[i * pitch + j] * pointer(p, 1)[j];
    }
  });
  backend->Define("sinter_example_accumulate", {8, 8, 8, 8}, [=](const LaunchShape&, void** p) {
    for (int j = 0; j < 8; ++j) pointer(p, 3)[j] = pointer(p, 2)[j] + pointer(p, 0)[j] * pointer(p, 1)[j];
  });
}

std::string ExampleBytes() {
  const std::vector<uint8_t> image = FakeBackend::Image({kExampleKernels[0], kExampleKernels[1]});
  return MakeExamplePlan({}, "fake", std::string(image.begin(), image.end())).ToBytes().value();
}
std::string TestBytes() { return MakeTestPlan(FakeKernels()).ToBytes().value(); }

sinter_plan* OpenPlan(const std::string& bytes) {
  sinter_plan* plan = nullptr;
  EXPECT_FINE(sinter_plan_open_memory(bytes.data(), bytes.size(), "plan `t`", &plan));
  return plan;
}

// The dims must outlive the tensor's use.
sinter_tensor Tensor(void* data, const std::vector<int64_t>& dims, const int64_t* strides = nullptr) {
  return {sizeof(sinter_tensor), data, SINTER_F32, static_cast<uint32_t>(dims.size()), dims.data(), strides};
}
const std::vector<int64_t> kSeven = {7}, kEight = {8}, kTwoByFour = {2, 4};

struct alignas(256) Block {
  float values[64] = {};
};

// A device on a fake backend, both plans, and a context of each.
class CApiTest : public testing::Test {
 protected:
  CApiTest() {
    auto backend = std::make_unique<FakeBackend>();
    backend_ = backend.get();
    DefineTestKernels(backend_);
    DefineExampleKernels(backend_);
    device_ = new sinter_device{std::make_shared<DeviceState>(std::move(backend), AllocatorFunctions{})};
    plan_ = OpenPlan(ExampleBytes());
    for (int i = 0; i < 8; ++i) scale_[i] = static_cast<float>(i + 1);
    constant_.name = "scale";
    constant_.data = scale_;
    constant_.element_type = SINTER_F32;
    constant_.rank = 1;
    constant_.dims = &width_;
    options_.constants = &constant_;
    options_.constant_count = 1;
  }
  ~CApiTest() override {
    sinter_context_destroy(context_);
    sinter_loaded_plan_destroy(loaded_);
    sinter_plan_destroy(plan_);
    sinter_device_destroy(device_);
  }
  void Load() {
    ASSERT_FINE(sinter_plan_load(plan_, device_, &options_, &loaded_));
    ASSERT_FINE(sinter_context_create(loaded_, nullptr, &context_));
  }
  void BindDecode() {
    const sinter_tensor x = Tensor(x_.values, kEight), state = Tensor(state_.values, kEight);
    ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 0, &x));
    ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 1, &state));
    ASSERT_FINE(sinter_context_bind_output(context_, kDecode, 0, &state));
  }
  sinter_status* Execute(size_t entry, uint32_t flags = SINTER_RUN_DEFAULT) {
    return sinter_context_execute(context_, entry, &stream_, flags);
  }
  sinter_context_counters Counters() {
    sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
    EXPECT_FINE(sinter_context_get_counters(context_, &counters));
    return counters;
  }

  FakeBackend* backend_ = nullptr;
  sinter_device* device_ = nullptr;
  sinter_plan* plan_ = nullptr;
  sinter_loaded_plan* loaded_ = nullptr;
  sinter_context* context_ = nullptr;
  float scale_[8];
  const int64_t width_ = 8;
  sinter_supplied_constant constant_ = SINTER_SUPPLIED_CONSTANT_INIT;
  sinter_load_options options_ = SINTER_LOAD_OPTIONS_INIT;
  Block x_, state_, y_;
  int stream_ = 0;
};

TEST(CApi, versions_codes_and_types) {
  EXPECT_EQ(sinter_abi_version(), uint32_t{SINTER_ABI_VERSION});
  EXPECT_THAT(sinter_version(), HasSubstr("0."));
  EXPECT_EQ(sinter_status_code(nullptr), SINTER_OK);
  EXPECT_STREQ(sinter_status_message(nullptr), "");
  sinter_status_destroy(nullptr);
  EXPECT_STREQ(sinter_code_name(SINTER_OK), "ok");
  EXPECT_STREQ(sinter_code_name(SINTER_INTERNAL), "internal");
  EXPECT_STREQ(sinter_code_name(-1), "unknown");
  EXPECT_STREQ(sinter_code_name(11), "unknown");
  EXPECT_STREQ(sinter_element_type_name(SINTER_BF16), "bf16");
  EXPECT_EQ(sinter_element_type_name(17), nullptr);
  EXPECT_STREQ(sinter_element_type_name(SINTER_U16), "u16");
  EXPECT_EQ(sinter_element_type_name(-1), nullptr);
  EXPECT_EQ(sinter_element_type_bits(SINTER_I4), 4u);
  EXPECT_EQ(sinter_element_type_bits(SINTER_F64), 64u);
  EXPECT_EQ(sinter_element_type_bits(99), 0u);
}

TEST(CApi, device_options_are_checked) {
  sinter_device* device = nullptr;
  sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
  EXPECT_STATUS(sinter_device_create(nullptr, nullptr), SINTER_INVALID_ARGUMENT, "`device` is null");
  options.struct_size = 0;
  EXPECT_STATUS(sinter_device_create(&options, &device), SINTER_INVALID_ARGUMENT, "struct_size 0");
  options.struct_size = SIZE_MAX;
  EXPECT_STATUS(sinter_device_create(&options, &device), SINTER_INVALID_ARGUMENT, "struct_size");
  options = SINTER_DEVICE_OPTIONS_INIT;
  options.kind = 4;
  EXPECT_STATUS(sinter_device_create(&options, &device), SINTER_INVALID_ARGUMENT, "`options->kind` is 4");
  options.kind = SINTER_DEVICE_CPU;
  options.cuda_context = &options;
  EXPECT_STATUS(sinter_device_create(&options, &device), SINTER_INVALID_ARGUMENT, "cuda_context");
  options.cuda_context = nullptr;
  sinter_allocator allocator = SINTER_ALLOCATOR_INIT;
  options.allocator = &allocator;
  EXPECT_STATUS(sinter_device_create(&options, &device), SINTER_INVALID_ARGUMENT, "lacks one of its two functions");
  EXPECT_EQ(device, nullptr);
}

TEST(CApi, missing_gpu_is_an_error_and_auto_falls_back) {
  setenv("SINTER_CUDA_DRIVER", "/no/such/libcuda.so.1", 1);
  sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
  std::string line;
  options.log = [](void* user_data, int32_t, const char* message) { *static_cast<std::string*>(user_data) = message; };
  options.log_user_data = &line;
  sinter_device* device = nullptr;
  for (int32_t kind : {SINTER_DEVICE_CUDA, SINTER_DEVICE_CUDA_CURRENT}) {
    options.kind = kind;
    const Outcome outcome = Take(sinter_device_create(&options, &device));
    EXPECT_TRUE(outcome.code == SINTER_NOT_FOUND || outcome.code == SINTER_UNAVAILABLE) << outcome.message;
  }
  options.kind = SINTER_DEVICE_AUTO;
  ASSERT_FINE(sinter_device_create(&options, &device));
  unsetenv("SINTER_CUDA_DRIVER");
  sinter_device_info info = SINTER_DEVICE_INFO_INIT;
  EXPECT_FINE(sinter_device_get_info(device, &info));
  EXPECT_EQ(info.is_cpu, 1);
  EXPECT_EQ(info.supports_graphs, 0);
  EXPECT_STREQ(info.name, "cpu");
  EXPECT_STREQ(info.target, "cpu-x86_64");
  EXPECT_THAT(line, HasSubstr("the CPU path is used"));
  sinter_graph* graph = nullptr;
  EXPECT_STATUS(sinter_capture_begin(device, nullptr), SINTER_UNIMPLEMENTED, "");
  EXPECT_STATUS(sinter_capture_end(device, nullptr, &graph), SINTER_UNIMPLEMENTED, "");
  sinter_device_destroy(device);
}

// What a caller of a later version would hand in.
template <typename T>
struct Larger {
  T known;
  uint64_t later = 0;
};

TEST_F(CApiTest, structs_of_other_sizes) {
  Larger<sinter_plan_info> out{SINTER_PLAN_INFO_INIT, 77};
  out.known.struct_size = sizeof(out);
  EXPECT_FINE(sinter_plan_get_info(plan_, &out.known));
  EXPECT_EQ(out.known.struct_size, sizeof(out));
  EXPECT_EQ(out.known.entry_count, 2u);
  EXPECT_EQ(out.later, 0u);
  sinter_plan_info small = SINTER_PLAN_INFO_INIT;
  small.struct_size = 8;  // less than any version had
  EXPECT_STATUS(sinter_plan_get_info(plan_, &small), SINTER_INVALID_ARGUMENT, "struct_size 8, expected at least");

  Larger<sinter_load_options> in{options_, 0};
  in.known.struct_size = sizeof(in);
  EXPECT_FINE(sinter_plan_load(plan_, device_, &in.known, &loaded_));
  in.later = 1;
  sinter_loaded_plan* none = nullptr;
  EXPECT_STATUS(sinter_plan_load(plan_, device_, &in.known, &none), SINTER_UNIMPLEMENTED, "does not know");
  EXPECT_EQ(none, nullptr);
}

TEST_F(CApiTest, supplied_constants_of_a_later_version) {
  Larger<sinter_supplied_constant> array[1] = {{constant_, 0}};
  array[0].known.struct_size = sizeof(array[0]);
  options_.constants = &array[0].known;
  EXPECT_FINE(sinter_plan_load(plan_, device_, &options_, &loaded_));
}

TEST_F(CApiTest, null_arguments_are_errors) {
  Load();
  size_t index = 0;
  uint64_t bytes = 0;
  void* memory = nullptr;
  sinter_stream stream = nullptr;
  sinter_graph* graph = nullptr;
  sinter_plan* plan = nullptr;
  sinter_loaded_plan* loaded = nullptr;
  sinter_context* context = nullptr;
  sinter_tensor tensor = SINTER_TENSOR_INIT;
  sinter_device_info device_info = SINTER_DEVICE_INFO_INIT;
  sinter_device_counters device_counters = SINTER_DEVICE_COUNTERS_INIT;
  sinter_plan_info plan_info = SINTER_PLAN_INFO_INIT;
  sinter_entry_info entry_info = SINTER_ENTRY_INFO_INIT;
  sinter_symbol_info symbol_info = SINTER_SYMBOL_INFO_INIT;
  sinter_argument_info argument_info = SINTER_ARGUMENT_INFO_INIT;
  sinter_extent_info extent_info = SINTER_EXTENT_INFO_INIT;
  sinter_constant_info constant_info = SINTER_CONSTANT_INFO_INIT;
  sinter_loaded_plan_info loaded_info = SINTER_LOADED_PLAN_INFO_INIT;
  sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
  sinter_argument_shape shape = SINTER_ARGUMENT_SHAPE_INIT;
  const std::vector<sinter_status*> statuses = {
      sinter_device_get_info(nullptr, &device_info),
      sinter_device_get_info(device_, nullptr),
      sinter_device_get_counters(nullptr, &device_counters),
      sinter_device_get_counters(device_, nullptr),
      sinter_device_allocate(nullptr, 8, &memory),
      sinter_device_allocate(device_, 8, nullptr),
      sinter_copy_to_device(nullptr, &index, &index, 8, nullptr),
      sinter_copy_to_device(device_, nullptr, &index, 8, nullptr),
      sinter_copy_to_device(device_, &index, nullptr, 8, nullptr),
      sinter_copy_to_host(nullptr, &index, &index, 8, nullptr),
      sinter_copy_to_host(device_, nullptr, &index, 8, nullptr),
      sinter_copy_to_host(device_, &index, nullptr, 8, nullptr),
      sinter_copy_on_device(nullptr, &index, &index, 8, nullptr),
      sinter_copy_on_device(device_, nullptr, &index, 8, nullptr),
      sinter_copy_on_device(device_, &index, nullptr, 8, nullptr),
      sinter_stream_create(nullptr, &stream),
      sinter_stream_create(device_, nullptr),
      sinter_stream_synchronize(nullptr, nullptr),
      sinter_capture_begin(nullptr, nullptr),
      sinter_capture_end(nullptr, nullptr, &graph),
      sinter_capture_end(device_, nullptr, nullptr),
      sinter_graph_launch(nullptr, nullptr),
      sinter_plan_open_file(nullptr, &plan),
      sinter_plan_open_file("x", nullptr),
      sinter_plan_open_memory(nullptr, 8, nullptr, &plan),
      sinter_plan_open_memory("x", 1, nullptr, nullptr),
      sinter_plan_get_info(nullptr, &plan_info),
      sinter_plan_get_info(plan_, nullptr),
      sinter_plan_get_entry(nullptr, 0, &entry_info),
      sinter_plan_get_entry(plan_, 0, nullptr),
      sinter_plan_find_entry(nullptr, "decode", &index),
      sinter_plan_find_entry(plan_, nullptr, &index),
      sinter_plan_find_entry(plan_, "decode", nullptr),
      sinter_plan_get_symbol(nullptr, 0, 0, &symbol_info),
      sinter_plan_get_symbol(plan_, 0, 0, nullptr),
      sinter_plan_check_symbols(nullptr, 0, nullptr, 0),
      sinter_plan_check_symbols(plan_, 0, nullptr, 2),
      sinter_plan_get_argument(nullptr, 0, SINTER_INPUT, 0, &argument_info),
      sinter_plan_get_argument(plan_, 0, SINTER_INPUT, 0, nullptr),
      sinter_plan_find_argument(nullptr, 0, SINTER_INPUT, "x", &index),
      sinter_plan_find_argument(plan_, 0, SINTER_INPUT, nullptr, &index),
      sinter_plan_find_argument(plan_, 0, SINTER_INPUT, "x", nullptr),
      sinter_plan_get_dim(nullptr, 0, SINTER_INPUT, 0, 0, &extent_info),
      sinter_plan_get_dim(plan_, 0, SINTER_INPUT, 0, 0, nullptr),
      sinter_plan_get_stride(nullptr, 0, SINTER_INPUT, 0, 0, &extent_info),
      sinter_plan_get_stride(plan_, 0, SINTER_INPUT, 0, 0, nullptr),
      sinter_plan_evaluate_argument(nullptr, 0, SINTER_INPUT, 0, nullptr, 0, 0, nullptr, nullptr, &shape),
      sinter_plan_evaluate_argument(plan_, 0, SINTER_INPUT, 0, nullptr, 2, 0, nullptr, nullptr, &shape),
      sinter_plan_get_constant(nullptr, 0, &constant_info),
      sinter_plan_get_constant(plan_, 0, nullptr),
      sinter_plan_load(nullptr, device_, nullptr, &loaded),
      sinter_plan_load(plan_, nullptr, nullptr, &loaded),
      sinter_plan_load(plan_, device_, nullptr, nullptr),
      sinter_loaded_plan_get_info(nullptr, &loaded_info),
      sinter_loaded_plan_get_info(loaded_, nullptr),
      sinter_context_create(nullptr, nullptr, &context),
      sinter_context_create(loaded_, nullptr, nullptr),
      sinter_context_get_workspace_bytes(nullptr, 0, nullptr, 0, &bytes),
      sinter_context_get_workspace_bytes(context_, kDecode, nullptr, 0, nullptr),
      sinter_context_get_workspace_bytes(context_, kPrefill, nullptr, 2, &bytes),
      sinter_context_set_workspace(nullptr, nullptr, 0),
      sinter_context_prepare(nullptr, 0, nullptr, 0),
      sinter_context_prepare(context_, kPrefill, nullptr, 2),
      sinter_context_prepare_bound(nullptr, 0),
      sinter_context_bind_input(nullptr, 0, 0, &tensor),
      sinter_context_bind_input(context_, 0, 0, nullptr),
      sinter_context_bind_output(nullptr, 0, 0, &tensor),
      sinter_context_bind_output(context_, 0, 0, nullptr),
      sinter_context_rebind_input(nullptr, 0, 0, &index),
      sinter_context_rebind_output(nullptr, 0, 0, &index),
      sinter_context_bind_symbols(nullptr, 0, nullptr, 0),
      sinter_context_bind_symbols(context_, kPrefill, nullptr, 2),
      sinter_context_execute(nullptr, 0, nullptr, 0),
      sinter_context_get_counters(nullptr, &counters),
      sinter_context_get_counters(context_, nullptr),
  };
  for (size_t i = 0; i < statuses.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_STATUS(statuses[i], SINTER_INVALID_ARGUMENT, "is null");
  }
  sinter_device_destroy(nullptr);
  sinter_device_free(nullptr, nullptr);
  sinter_device_free(device_, nullptr);
  sinter_stream_destroy(nullptr, nullptr);
  sinter_graph_destroy(nullptr);
  sinter_plan_destroy(nullptr);
  sinter_loaded_plan_destroy(nullptr);
  sinter_context_destroy(nullptr);
}

TEST_F(CApiTest, indices_and_names_out_of_range) {
  Load();
  sinter_entry_info entry = SINTER_ENTRY_INFO_INIT;
  EXPECT_STATUS(sinter_plan_get_entry(plan_, 2, &entry), SINTER_INVALID_ARGUMENT, "entry index 2 is out of range");
  sinter_symbol_info symbol = SINTER_SYMBOL_INFO_INIT;
  EXPECT_STATUS(sinter_plan_get_symbol(plan_, kPrefill, 2, &symbol), SINTER_INVALID_ARGUMENT, "symbol index 2");
  sinter_argument_info argument = SINTER_ARGUMENT_INFO_INIT;
  EXPECT_STATUS(sinter_plan_get_argument(plan_, kPrefill, SINTER_OUTPUT, 1, &argument), SINTER_INVALID_ARGUMENT,
                "output index 1 is out of range, there are 1");
  EXPECT_STATUS(sinter_plan_get_argument(plan_, kPrefill, 2, 0, &argument), SINTER_INVALID_ARGUMENT,
                "`direction` is 2");
  sinter_extent_info extent = SINTER_EXTENT_INFO_INIT;
  EXPECT_STATUS(sinter_plan_get_dim(plan_, kPrefill, SINTER_INPUT, 0, 2, &extent), SINTER_INVALID_ARGUMENT,
                "dim index 2");
  EXPECT_STATUS(sinter_plan_get_stride(plan_, kDecode, SINTER_INPUT, 0, 0, &extent), SINTER_FAILED_PRECONDITION,
                "is dense");
  sinter_constant_info constant = SINTER_CONSTANT_INFO_INIT;
  EXPECT_STATUS(sinter_plan_get_constant(plan_, 1, &constant), SINTER_INVALID_ARGUMENT, "constant index 1");
  size_t index = 99;
  EXPECT_STATUS(sinter_plan_find_entry(plan_, "main", &index), SINTER_NOT_FOUND, "`prefill`, `decode`");
  EXPECT_STATUS(sinter_plan_find_argument(plan_, kDecode, SINTER_INPUT, "y", &index), SINTER_NOT_FOUND,
                "there are: `x`, `state`");
  EXPECT_EQ(index, 99u);
  const sinter_tensor x = Tensor(x_.values, kEight);
  EXPECT_STATUS(sinter_context_bind_input(context_, 2, 0, &x), SINTER_INVALID_ARGUMENT, "entry index 2");
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 2, &x), SINTER_INVALID_ARGUMENT, "input index 2");
  EXPECT_STATUS(sinter_context_rebind_output(context_, kDecode, 1, x_.values), SINTER_INVALID_ARGUMENT,
                "output index 1");
  EXPECT_STATUS(sinter_context_rebind_output(context_, kDecode, 0, x_.values), SINTER_FAILED_PRECONDITION,
                "`state_out` is not bound yet");
  EXPECT_STATUS(Execute(2), SINTER_INVALID_ARGUMENT, "entry index 2");
  EXPECT_STATUS(sinter_context_prepare(context_, 2, nullptr, 0), SINTER_INVALID_ARGUMENT, "entry index 2");
  EXPECT_STATUS(sinter_context_prepare_bound(context_, 2), SINTER_INVALID_ARGUMENT, "entry index 2");
}

TEST_F(CApiTest, plans_that_cannot_be_opened) {
  sinter_plan* plan = nullptr;
  EXPECT_STATUS(sinter_plan_open_file("/no/such.plan", &plan), SINTER_NOT_FOUND, "/no/such.plan");
  EXPECT_STATUS(sinter_plan_open_memory("nonsense", 8, "the label", &plan), SINTER_DATA_LOSS, "the label");
  std::string damaged = ExampleBytes();
  damaged[120] ^= 1;
  EXPECT_STATUS(sinter_plan_open_memory(damaged.data(), damaged.size(), nullptr, &plan), SINTER_DATA_LOSS,
                "plan in memory");
  EXPECT_EQ(plan, nullptr);
}

TEST_F(CApiTest, queries) {
  sinter_plan_info info = SINTER_PLAN_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_info(plan_, &info));
  EXPECT_STREQ(info.label, "plan `t`");
  EXPECT_STREQ(info.producer, "sinter example plan");
  EXPECT_EQ(info.format_version, kPlanFormatVersion);
  EXPECT_EQ(info.entry_count, 2u);
  EXPECT_EQ(info.constant_count, 1u);
  EXPECT_EQ(info.kernel_count, 2u);
  size_t index = 0;
  ASSERT_FINE(sinter_plan_find_entry(plan_, "decode", &index));
  EXPECT_EQ(index, size_t{kDecode});
  sinter_entry_info entry = SINTER_ENTRY_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_entry(plan_, kDecode, &entry));
  EXPECT_STREQ(entry.name, "decode");
  EXPECT_EQ(entry.input_count, 2u);
  EXPECT_EQ(entry.output_count, 1u);
  EXPECT_EQ(entry.symbol_count, 0u);
  sinter_symbol_info symbol = SINTER_SYMBOL_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_symbol(plan_, kPrefill, 1, &symbol));
  EXPECT_STREQ(symbol.name, "pitch");
  EXPECT_EQ(symbol.min, 8);
  EXPECT_EQ(symbol.max, 65536);
  EXPECT_EQ(symbol.divisor, 4);
  sinter_argument_info argument = SINTER_ARGUMENT_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_argument(plan_, kPrefill, SINTER_INPUT, 0, &argument));
  EXPECT_STREQ(argument.name, "x");
  EXPECT_EQ(argument.element_type, SINTER_F32);
  EXPECT_EQ(argument.rank, 2u);
  EXPECT_EQ(argument.alignment, 16u);
  EXPECT_EQ(argument.tied_input, -1);
  EXPECT_EQ(argument.is_strided, 1);
  ASSERT_FINE(sinter_plan_find_argument(plan_, kDecode, SINTER_OUTPUT, "state_out", &index));
  ASSERT_FINE(sinter_plan_get_argument(plan_, kDecode, SINTER_OUTPUT, index, &argument));
  EXPECT_EQ(argument.tied_input, 1);
  EXPECT_EQ(argument.is_strided, 0);
  sinter_extent_info extent = SINTER_EXTENT_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_dim(plan_, kPrefill, SINTER_INPUT, 0, 0, &extent));
  EXPECT_EQ(extent.kind, SINTER_EXTENT_SYMBOL);
  EXPECT_EQ(extent.symbol, 0);
  EXPECT_EQ(extent.value, -1);
  EXPECT_STREQ(extent.text, "tokens");
  ASSERT_FINE(sinter_plan_get_dim(plan_, kPrefill, SINTER_INPUT, 0, 1, &extent));
  EXPECT_EQ(extent.kind, SINTER_EXTENT_FIXED);
  EXPECT_EQ(extent.value, 8);
  EXPECT_STREQ(extent.text, "8");
  ASSERT_FINE(sinter_plan_get_stride(plan_, kPrefill, SINTER_INPUT, 0, 0, &extent));
  EXPECT_STREQ(extent.text, "pitch");
  sinter_constant_info constant = SINTER_CONSTANT_INFO_INIT;
  ASSERT_FINE(sinter_plan_get_constant(plan_, 0, &constant));
  EXPECT_STREQ(constant.name, "scale");
  EXPECT_EQ(constant.source, SINTER_CONSTANT_SUPPLIED);
  EXPECT_EQ(constant.rank, 1u);
  EXPECT_EQ(constant.dims[0], 8);
  EXPECT_EQ(constant.byte_size, 32u);
}

TEST_F(CApiTest, arguments_at_symbol_values) {
  const int64_t symbols[2] = {3, 12};
  int64_t dims[2], strides[2];
  sinter_argument_shape shape = SINTER_ARGUMENT_SHAPE_INIT;
  ASSERT_FINE(sinter_plan_evaluate_argument(plan_, kPrefill, SINTER_INPUT, 0, symbols, 2, 2, dims, strides, &shape));
  EXPECT_THAT(dims, testing::ElementsAre(3, 8));
  EXPECT_THAT(strides, testing::ElementsAre(12, 1));
  EXPECT_EQ(shape.byte_size, (2 * 12 + 8) * 4u);
  EXPECT_EQ(shape.offset, 0);
  ASSERT_FINE(sinter_plan_evaluate_argument(plan_, kPrefill, SINTER_OUTPUT, 0, symbols, 2, 2, dims, strides, nullptr));
  EXPECT_THAT(strides, testing::ElementsAre(8, 1));
  EXPECT_STATUS(sinter_plan_evaluate_argument(plan_, kPrefill, SINTER_INPUT, 0, symbols, 2, 1, dims, nullptr, nullptr),
                SINTER_INVALID_ARGUMENT, "has rank 2, but `capacity` is 1");
  const int64_t wrong[2] = {3, 13};
  EXPECT_STATUS(sinter_plan_check_symbols(plan_, kPrefill, wrong, 2), SINTER_INVALID_ARGUMENT, "a multiple of 4");
  EXPECT_STATUS(sinter_plan_check_symbols(plan_, kPrefill, wrong, 1), SINTER_INVALID_ARGUMENT, "expected 2");
  EXPECT_STATUS(sinter_plan_evaluate_argument(plan_, kPrefill, SINTER_INPUT, 0, wrong, 2, 2, dims, strides, &shape),
                SINTER_INVALID_ARGUMENT, "`pitch`");
  EXPECT_FINE(sinter_plan_check_symbols(plan_, kPrefill, symbols, 2));
  EXPECT_FINE(sinter_plan_check_symbols(plan_, kDecode, nullptr, 0));
}

TEST_F(CApiTest, supplied_constants_are_checked) {
  const auto expect = [&](int32_t code, const char* part) {
    sinter_loaded_plan* loaded = nullptr;
    EXPECT_STATUS(sinter_plan_load(plan_, device_, &options_, &loaded), code, part);
    EXPECT_EQ(loaded, nullptr);
  };
  const sinter_supplied_constant right = constant_;
  options_.constant_count = 0;
  expect(SINTER_FAILED_PRECONDITION, "constant `scale`: must be supplied at load");
  options_.constant_count = 1;
  options_.constants = nullptr;
  expect(SINTER_INVALID_ARGUMENT, "`options->constants` is null");
  options_.constants = &constant_;
  constant_.name = nullptr;
  expect(SINTER_INVALID_ARGUMENT, "plan `t`: a supplied constant has no name");
  constant_.name = "weight";
  expect(SINTER_NOT_FOUND, "constant `weight` was supplied, but there is none");
  constant_ = right;
  const int64_t narrow = 7;
  constant_.dims = &narrow;
  expect(SINTER_INVALID_ARGUMENT, "was supplied as f32 [7], expected f32 [8]");
  constant_.dims = nullptr;
  expect(SINTER_INVALID_ARGUMENT, "plan `t`: supplied constant `scale` has a rank, but its dims are null");
  constant_ = right;
  constant_.element_type = SINTER_I32;
  expect(SINTER_INVALID_ARGUMENT, "was supplied as i32");
  constant_.element_type = 77;
  expect(SINTER_INVALID_ARGUMENT, "has element type 77");
  constant_ = right;
  constant_.data = nullptr;
  expect(SINTER_INVALID_ARGUMENT, "null pointer");
  constant_ = right;
  constant_.on_device = 1;
  constant_.data = reinterpret_cast<const char*>(&x_) + 4;
  expect(SINTER_INVALID_ARGUMENT, "not a multiple of 16");
  constant_ = right;
  constant_.struct_size = 4;
  expect(SINTER_INVALID_ARGUMENT, "struct_size 4");
  constant_ = right;
  sinter_supplied_constant twice[2] = {right, right};
  options_.constants = twice;
  options_.constant_count = 2;
  expect(SINTER_INVALID_ARGUMENT, "plan `t`: supplied constant `scale` is given twice");
  twice[1].struct_size += 8;
  expect(SINTER_INVALID_ARGUMENT, "element 1 has struct_size");
  options_.constants = &constant_;
  options_.constant_count = 1;
  options_.compile_policy = 2;
  expect(SINTER_INVALID_ARGUMENT, "`options->compile_policy` is 2");
}

TEST_F(CApiTest, load_that_may_not_compile) {
  backend_->runnable_targets = {};
  options_.compile_policy = SINTER_COMPILE_REFUSED;
  sinter_loaded_plan* loaded = nullptr;
  EXPECT_STATUS(sinter_plan_load(plan_, device_, &options_, &loaded), SINTER_NOT_FOUND,
                "and the compile policy (SINTER_COMPILE_REFUSED) lets the load make none for kernels: "
                "`sinter_example_scale`, `sinter_example_accumulate`; compile the plan with --target=fake");
}

TEST_F(CApiTest, two_entries_share_a_constant_on_the_device) {
  constant_.on_device = 1;
  std::memcpy(y_.values, scale_, sizeof(scale_));
  constant_.data = y_.values;
  Load();
  sinter_loaded_plan_info info = SINTER_LOADED_PLAN_INFO_INIT;
  ASSERT_FINE(sinter_loaded_plan_get_info(loaded_, &info));
  EXPECT_EQ(info.images_loaded, 1u);
  EXPECT_EQ(info.kernels_compiled, 0u);
  EXPECT_EQ(info.constant_bytes, 0u);  // the caller's

  Block wide, out;
  for (int i = 0; i < 64; ++i) wide.values[i] = static_cast<float>(i) / 2;
  const std::vector<int64_t> dims = {3, 8};
  const int64_t strides[2] = {12, 1};
  const sinter_tensor x = Tensor(wide.values, dims, strides), y = Tensor(out.values, dims);
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  ASSERT_FINE(Execute(kPrefill));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 8; ++j) EXPECT_EQ(out.values[i * 8 + j], wide.values[i * 12 + j] * scale_[j]);
  }
  std::fill(x_.values, x_.values + 8, 2.0f);
  std::fill(state_.values, state_.values + 8, 1.0f);
  BindDecode();
  ASSERT_FINE(Execute(kDecode));
  for (int j = 0; j < 8; ++j) EXPECT_EQ(state_.values[j], 1 + 2 * scale_[j]);
}

TEST_F(CApiTest, bindings_are_checked) {
  Load();
  BindDecode();
  sinter_tensor tensor = Tensor(x_.values, kEight);
  tensor.element_type = SINTER_F16;
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 0, &tensor), SINTER_INVALID_ARGUMENT,
                "input `x` is f16, expected f32");
  tensor.element_type = -1;
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 0, &tensor), SINTER_INVALID_ARGUMENT, "is none");
  tensor = Tensor(x_.values, kTwoByFour);
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 0, &tensor), SINTER_INVALID_ARGUMENT,
                "has rank 2, expected 1");
  tensor.dims = nullptr;
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 0, &tensor), SINTER_INVALID_ARGUMENT, "dims` is null");
  tensor = Tensor(x_.values, kEight);
  tensor.struct_size = 1;
  EXPECT_STATUS(sinter_context_bind_input(context_, kDecode, 0, &tensor), SINTER_INVALID_ARGUMENT, "struct_size 1");
  ASSERT_FINE(Execute(kDecode));  // what was refused changed nothing

  tensor = Tensor(x_.values, kSeven);
  ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 0, &tensor));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "input `x` has dims [7], expected [8]");
  BindDecode();
  ASSERT_FINE(sinter_context_rebind_input(context_, kDecode, 0, x_.values + 1));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "not a multiple of its alignment 16");
  ASSERT_FINE(sinter_context_rebind_input(context_, kDecode, 0, nullptr));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "is null, expected 32 bytes");
  BindDecode();
  ASSERT_FINE(sinter_context_rebind_output(context_, kDecode, 0, y_.values));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "`state_out` is tied to input `state`");
  ASSERT_FINE(sinter_context_rebind_output(context_, kDecode, 0, state_.values));
  ASSERT_FINE(sinter_context_rebind_input(context_, kDecode, 0, state_.values));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "overlap in memory");
  BindDecode();
  const int64_t stride = 2;
  tensor = Tensor(x_.values, kEight, &stride);
  ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 0, &tensor));
  EXPECT_STATUS(Execute(kDecode), SINTER_INVALID_ARGUMENT, "has strides [2], expected those of a dense tensor");
  BindDecode();
  EXPECT_STATUS(Execute(kDecode, 2), SINTER_INVALID_ARGUMENT, "`flags` is 2");
  EXPECT_FINE(Execute(kDecode));
}

TEST_F(CApiTest, outputs_may_lie_between_strided_rows_but_not_in_them) {
  Load();
  alignas(256) float buffer[96] = {};
  const std::vector<int64_t> one_row = {1, 8}, rows = {3, 8};
  const int64_t strides[2] = {20, 1};
  sinter_tensor x = Tensor(buffer, rows, strides), y = Tensor(y_.values, rows);
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  ASSERT_FINE(Execute(kPrefill));
  for (int elements : {0, 4, 12, 16, 28, 44}) {
    ASSERT_FINE(sinter_context_rebind_output(context_, kPrefill, 0, buffer + elements));
    EXPECT_STATUS(Execute(kPrefill), SINTER_INVALID_ARGUMENT, "overlap in memory and are not tied");
  }
  ASSERT_FINE(sinter_context_rebind_output(context_, kPrefill, 0, buffer + 48));  // behind the last row
  EXPECT_FINE(Execute(kPrefill));
  // One row in the gap behind another's.
  x = Tensor(buffer, one_row, strides);
  y = Tensor(buffer + 8, one_row);
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  EXPECT_FINE(Execute(kPrefill));
}

TEST_F(CApiTest, symbols_out_of_range_are_named_with_what_they_were_read_off) {
  Load();
  std::vector<int64_t> dims = {5000, 8};
  int64_t strides[2] = {8, 1};
  sinter_tensor x = Tensor(x_.values, dims, strides), y = Tensor(y_.values, dims);
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  EXPECT_STATUS(Execute(kPrefill), SINTER_INVALID_ARGUMENT,
                "symbol `tokens` is 5000, expected a value in [1, 4096], read off dim 0 of input `x`");
  EXPECT_STATUS(sinter_context_prepare_bound(context_, kPrefill), SINTER_INVALID_ARGUMENT, "dim 0 of input `x`");
  dims[0] = 1;
  strides[0] = 10;
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  EXPECT_STATUS(Execute(kPrefill), SINTER_INVALID_ARGUMENT,
                "symbol `pitch` is 10, expected a multiple of 4, read off stride 0 of input `x`");
  // Given ones were read off nothing.
  const int64_t symbols[2] = {1, 10};
  ASSERT_FINE(sinter_context_bind_symbols(context_, kPrefill, symbols, 2));
  const Outcome outcome = Take(Execute(kPrefill));
  EXPECT_THAT(outcome.message, testing::EndsWith("expected a multiple of 4"));
}

TEST_F(CApiTest, missing_bindings_are_named) {
  Load();
  EXPECT_STATUS(Execute(kDecode), SINTER_FAILED_PRECONDITION, "input `x` is not bound");
  EXPECT_STATUS(sinter_context_prepare_bound(context_, kDecode), SINTER_FAILED_PRECONDITION, "input `x` is not bound");
  const sinter_tensor x = Tensor(x_.values, kEight), state = Tensor(state_.values, kEight);
  ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 0, &x));
  ASSERT_FINE(sinter_context_bind_input(context_, kDecode, 1, &state));
  EXPECT_STATUS(Execute(kDecode), SINTER_FAILED_PRECONDITION, "output `state_out` is not bound");
}

TEST_F(CApiTest, symbols_may_be_given) {
  Load();
  const std::vector<int64_t> dims = {2, 8};
  const int64_t strides[2] = {8, 1}, symbols[2] = {2, 8}, other[2] = {3, 8};
  const sinter_tensor x = Tensor(x_.values, dims, strides), y = Tensor(y_.values, dims);
  ASSERT_FINE(sinter_context_bind_input(context_, kPrefill, 0, &x));
  ASSERT_FINE(sinter_context_bind_output(context_, kPrefill, 0, &y));
  ASSERT_FINE(sinter_context_bind_symbols(context_, kPrefill, symbols, 2));
  EXPECT_FINE(Execute(kPrefill));
  EXPECT_FINE(sinter_context_prepare_bound(context_, kPrefill));
  ASSERT_FINE(sinter_context_bind_symbols(context_, kPrefill, other, 2));
  EXPECT_STATUS(Execute(kPrefill), SINTER_INVALID_ARGUMENT, "expected [tokens, 8], which is [3, 8]");
  EXPECT_STATUS(sinter_context_bind_symbols(context_, kPrefill, symbols, 1), SINTER_INVALID_ARGUMENT, "expected 2");
  ASSERT_FINE(sinter_context_bind_symbols(context_, kPrefill, nullptr, 0));
  EXPECT_FINE(Execute(kPrefill));
}

// Entry `main` of the other plan has a workspace and a library call.
class CApiWorkspaceTest : public CApiTest {
 protected:
  CApiWorkspaceTest() {
    sinter_plan_destroy(plan_);
    plan_ = OpenPlan(TestBytes());
    options_ = SINTER_LOAD_OPTIONS_INIT;
  }
  void BindMain(Block* x, Block* r, Block* y) {
    const std::vector<int64_t> wide = {n_, kTestWidth}, narrow = {n_, kTestColumns};
    const sinter_tensor a = Tensor(x->values, wide), b = Tensor(r->values, wide), c = Tensor(y->values, narrow);
    ASSERT_FINE(sinter_context_bind_input(context_, kMainEntry, 0, &a));
    ASSERT_FINE(sinter_context_bind_input(context_, kMainEntry, 1, &b));
    ASSERT_FINE(sinter_context_bind_output(context_, kMainEntry, 0, &c));
  }
  void ExpectRight(const Block& x, const Block& r, const Block& y) {
    const std::vector<float> expected = TestReference(x.values, r.values, n_);
    for (size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(y.values[i], expected[i]) << i;
  }
  static void Fill(Block* block, float first) {
    for (int i = 0; i < 64; ++i) block->values[i] = first + static_cast<float>(i % 11 - 5) / 4;
  }
  const int64_t n_ = 7;
  Block r_;
};

TEST_F(CApiWorkspaceTest, prepared_execution_allocates_nothing) {
  Load();
  Fill(&x_, 1);
  Fill(&r_, -0.5f);
  Block other_x, other_y;
  Fill(&other_x, 2);
  BindMain(&x_, &r_, &y_);
  ASSERT_FINE(sinter_context_prepare(context_, kMainEntry, &n_, 1));
  ASSERT_FINE(Execute(kMainEntry));  // fills what the fake backend keeps
  ExpectRight(x_, r_, y_);
  // The fake's own replay allocates: the same launches as a graph of the caller's show how much.
  sinter_graph* graph = nullptr;
  ASSERT_FINE(sinter_capture_begin(device_, &stream_));
  ASSERT_FINE(Execute(kMainEntry, SINTER_RUN_LAUNCHES));
  ASSERT_FINE(sinter_capture_end(device_, &stream_, &graph));
  int64_t allocated = host_allocations;
  ASSERT_EQ(sinter_graph_launch(graph, &stream_), nullptr);
  const int64_t replay = host_allocations - allocated;
  sinter_graph_destroy(graph);

  sinter_device_counters before = SINTER_DEVICE_COUNTERS_INIT, after = SINTER_DEVICE_COUNTERS_INIT;
  ASSERT_FINE(sinter_device_get_counters(device_, &before));
  const std::vector<int64_t> dims = {n_, kTestWidth};
  const sinter_tensor moved = Tensor(other_x.values, dims);
  allocated = host_allocations;
  sinter_status* failed = nullptr;
  for (int i = 0; i < 100 && failed == nullptr; ++i) {
    failed = sinter_context_rebind_input(context_, kMainEntry, 0, x_.values);
    if (failed == nullptr) failed = sinter_context_rebind_output(context_, kMainEntry, 0, y_.values);
    if (failed == nullptr) failed = Execute(kMainEntry);
    if (failed == nullptr) failed = sinter_context_bind_input(context_, kMainEntry, 0, &moved);
    if (failed == nullptr) failed = sinter_context_rebind_output(context_, kMainEntry, 0, other_y.values);
    if (failed == nullptr) failed = Execute(kMainEntry);
  }
  const int64_t allocations = host_allocations - allocated;
  ASSERT_FINE(failed);
  EXPECT_EQ(allocations, 200 * replay);
  ExpectRight(other_x, r_, other_y);
  ASSERT_FINE(sinter_device_get_counters(device_, &after));
  EXPECT_EQ(std::memcmp(&before, &after, sizeof(before)), 0);
  EXPECT_EQ(Counters().graph_launches, 201u);
  EXPECT_EQ(Counters().graph_captures, 1u);
}

TEST_F(CApiWorkspaceTest, callers_workspace) {
  Load();
  Fill(&x_, 1);
  Fill(&r_, 2);
  uint64_t bytes = 0;
  ASSERT_FINE(sinter_context_get_workspace_bytes(context_, kMainEntry, &n_, 1, &bytes));
  EXPECT_GT(bytes, 0u);
  void* workspace = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  EXPECT_STATUS(sinter_context_set_workspace(context_, static_cast<char*>(workspace) + 16, bytes),
                SINTER_INVALID_ARGUMENT, "not at a multiple of 256");
  EXPECT_STATUS(sinter_context_set_workspace(context_, nullptr, 1), SINTER_INVALID_ARGUMENT, "null, but has a size");
  ASSERT_FINE(sinter_context_set_workspace(context_, workspace, bytes - 1));
  EXPECT_STATUS(sinter_context_prepare(context_, kMainEntry, &n_, 1), SINTER_RESOURCE_EXHAUSTED, "this shape needs");
  ASSERT_FINE(sinter_context_set_workspace(context_, workspace, bytes));
  ASSERT_FINE(sinter_context_prepare(context_, kMainEntry, &n_, 1));
  EXPECT_STATUS(sinter_context_set_workspace(context_, workspace, bytes - 1), SINTER_RESOURCE_EXHAUSTED,
                "the prepared shapes need");
  BindMain(&x_, &r_, &y_);
  ASSERT_FINE(Execute(kMainEntry));
  ExpectRight(x_, r_, y_);
  EXPECT_EQ(Counters().workspace_allocations, 0u);
  sinter_context_options options = SINTER_CONTEXT_OPTIONS_INIT;
  options.workspace = workspace;
  options.workspace_bytes = bytes;
  options.use_graphs = 0;
  sinter_context* second = nullptr;
  ASSERT_FINE(sinter_context_create(loaded_, &options, &second));
  EXPECT_FINE(sinter_context_prepare(second, kMainEntry, &n_, 1));
  sinter_context_destroy(second);
  for (int32_t products : {SINTER_PRODUCTS_MEASURED, SINTER_PRODUCTS_ESTIMATED}) {
    options.products = products;
    ASSERT_FINE(sinter_context_create(loaded_, &options, &second));
    sinter_context_destroy(second);
  }
  options.products = 2;
  EXPECT_STATUS(sinter_context_create(loaded_, &options, &second), SINTER_INVALID_ARGUMENT,
                "`options->products` is 2, expected 0 or 1");
  sinter_context_destroy(std::exchange(context_, nullptr));
  std::free(workspace);
}

TEST_F(CApiWorkspaceTest, plain_launches_into_the_callers_capture) {
  Load();
  Fill(&x_, 1);
  Fill(&r_, 3);
  BindMain(&x_, &r_, &y_);
  ASSERT_FINE(sinter_context_prepare(context_, kMainEntry, &n_, 1));
  sinter_stream stream = nullptr;
  ASSERT_FINE(sinter_stream_create(device_, &stream));
  ASSERT_FINE(sinter_capture_begin(device_, stream));
  ASSERT_FINE(sinter_context_execute(context_, kMainEntry, stream, SINTER_RUN_LAUNCHES));
  sinter_graph* graph = nullptr;
  ASSERT_FINE(sinter_capture_end(device_, stream, &graph));
  EXPECT_EQ(y_.values[0], 0);
  ASSERT_FINE(sinter_graph_launch(graph, stream));
  ExpectRight(x_, r_, y_);
  EXPECT_EQ(Counters().graph_launches, 0u);
  EXPECT_EQ(Counters().kernel_launches, 3u);
  EXPECT_EQ(Counters().library_calls, 1u);
  sinter_graph_destroy(graph);
  sinter_stream_destroy(device_, stream);
}

TEST_F(CApiWorkspaceTest, objects_keep_what_they_were_made_from) {
  Load();
  Fill(&x_, 1);
  Fill(&r_, 2);
  sinter_loaded_plan_destroy(std::exchange(loaded_, nullptr));
  sinter_plan_destroy(std::exchange(plan_, nullptr));
  sinter_device_destroy(std::exchange(device_, nullptr));
  BindMain(&x_, &r_, &y_);
  ASSERT_FINE(sinter_context_prepare(context_, kMainEntry, &n_, 1));
  ASSERT_FINE(Execute(kMainEntry));
  ExpectRight(x_, r_, y_);
}

TEST_F(CApiWorkspaceTest, failures_of_the_device_come_back) {
  Load();
  BindMain(&x_, &r_, &y_);
  backend_->fail_allocation = true;
  EXPECT_STATUS(sinter_context_prepare(context_, kMainEntry, &n_, 1), SINTER_RESOURCE_EXHAUSTED, "workspace");
  ASSERT_FINE(sinter_context_prepare(context_, kMainEntry, &n_, 1));
  backend_->fail_launch = true;
  EXPECT_STATUS(Execute(kMainEntry, SINTER_RUN_LAUNCHES), SINTER_INTERNAL, "step 0 `add`");
  EXPECT_FINE(Execute(kMainEntry));
}

// Hands out host memory, and counts.
struct TestAllocator {
  int allocated = 0, released = 0;
  bool refuses = false, throws = false, misaligns = false;
  std::vector<std::unique_ptr<Block[]>> blocks;
  static void* Allocate(void* self, size_t bytes, size_t alignment) {
    auto* allocator = static_cast<TestAllocator*>(self);
    EXPECT_EQ(alignment, 256u);
    if (allocator->throws) throw std::runtime_error("no more");
    if (allocator->refuses) return nullptr;
    ++allocator->allocated;
    allocator->blocks.push_back(std::make_unique<Block[]>(bytes / sizeof(Block) + 2));
    return reinterpret_cast<char*>(allocator->blocks.back().get()) + (allocator->misaligns ? 16 : 0);
  }
  static void Release(void* self, void*) { ++static_cast<TestAllocator*>(self)->released; }
};

TEST(CApi, allocator_of_the_caller) {
  TestAllocator allocator;
  sinter_allocator functions = {sizeof(functions), &allocator, TestAllocator::Allocate, TestAllocator::Release};
  sinter_device_options options = SINTER_DEVICE_OPTIONS_INIT;
  options.kind = SINTER_DEVICE_CPU;
  options.allocator = &functions;
  sinter_device* device = nullptr;
  ASSERT_FINE(sinter_device_create(&options, &device));
  void* memory = nullptr;
  EXPECT_FINE(sinter_device_allocate(device, 0, &memory));
  EXPECT_EQ(memory, nullptr);
  EXPECT_FINE(sinter_device_allocate(device, 1000, &memory));
  EXPECT_EQ(memory, allocator.blocks.back().get());
  sinter_device_free(device, memory);
  allocator.misaligns = true;
  EXPECT_STATUS(sinter_device_allocate(device, 1000, &memory), SINTER_INVALID_ARGUMENT, "not at a multiple of 256");
  allocator.refuses = true;
  EXPECT_STATUS(sinter_device_allocate(device, 1000, &memory), SINTER_RESOURCE_EXHAUSTED, "1000 bytes");
  allocator.throws = true;
  EXPECT_STATUS(sinter_device_allocate(device, 1000, &memory), SINTER_INTERNAL,
                "an exception reached the border: no more");
  EXPECT_EQ(allocator.allocated, 2);
  EXPECT_EQ(allocator.released, 2);
  sinter_device_counters counters = SINTER_DEVICE_COUNTERS_INIT;
  EXPECT_FINE(sinter_device_get_counters(device, &counters));
  EXPECT_EQ(counters.allocations, 1u);
  EXPECT_EQ(counters.releases, 1u);
  sinter_device_destroy(device);
}

}  // namespace
}  // namespace sinter::rt
