// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the plan file: round trips, identical bytes, every damage of a small plan, and each rule of
// the verifier.
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/plan/checksum.h"
#include "runtime/plan/container.h"
#include "runtime/plan/metadata_codec.h"
#include "runtime/plan/plan.h"
#include "runtime/plan/plan_verifier.h"
#include "runtime/plan/plan_writer.h"

namespace sinter::rt {
namespace {

using testing::HasSubstr;

absl::Span<const uint8_t> Bytes(const std::string& text) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

BufferRef Ref(Space space, uint32_t index) { return {space, index, std::nullopt}; }

// Holds at least one of everything the schema knows.
PlanModel EverythingModel() {
  PlanModel model;
  model.producer = "test";
  model.constants = {{"w", ElementType::kF32, {4, 8}, 128, ConstantSource::kInline, 0, 16, "", std::nullopt},
                     {"e", ElementType::kBF16, {3}, 6, ConstantSource::kExternal, 0, 64, "weights/a.bin", std::nullopt},
                     {"g",
                      ElementType::kF16,
                      {5},
                      10,
                      ConstantSource::kGenerated,
                      0,
                      0,
                      "",
                      Generator{"layer.0.weight", 0.5, 2, -1, 1}},
                     {"s", ElementType::kI4, {3}, 2, ConstantSource::kSupplied, 0, 0, "", std::nullopt},
                     {"p", ElementType::kF32, {2, 2}, 16, ConstantSource::kPacked, 0, 0, "", std::nullopt}};
  model.images = {{"sm_90", 1}, {"cpu-x86_64", 2}};
  model.kernels = {{"add_1a2b", "hash1", 2, {0, 1}}, {"mul_3c4d", "hash2", -1, {0}}};
  const Expr n = Expr::Symbol(0);
  Entry entry;
  entry.name = "main";
  entry.symbols = {{"n", 1, 64, 2}};
  entry.inputs = {{"x",
                   ElementType::kF32,
                   {n, Expr::Const(8)},
                   {Expr::Const(16), Expr::Const(1)},
                   Expr::Const(2),
                   32,
                   -1,
                   "x.onnx"},
                  {"cache", ElementType::kF32, {n}, {}, std::nullopt, 16, -1, ""}};
  entry.outputs = {{"y", ElementType::kF32, {n, Expr::Const(4)}, {}, std::nullopt, 16, -1, ""},
                   {"cache_out", ElementType::kF32, {n}, {}, std::nullopt, 16, 1, ""}};
  entry.slots = {{Expr::Const(0), Expr::Binary(ExprOp::kMul, n, Expr::Const(32))}};
  entry.arena_size = Expr::Binary(ExprOp::kAlignUp, Expr::Binary(ExprOp::kMul, n, Expr::Const(32)), Expr::Const(256));
  entry.guards = {{Expr::Binary(ExprOp::kLessEqual, n, Expr::Const(48)), "n <= 48"}};
  Launch launch;
  launch.kernel = 1;
  launch.grid[0] = Expr::Binary(ExprOp::kCeilDiv, n, Expr::Const(4));
  launch.block[0] = 128;
  launch.shared_bytes = 64;
  launch.waits = launch.releases = true;
  launch.args = {BufferRef{Space::kInput, 0, Expr::Const(8)}, Ref(Space::kArena, 0), ScalarArg{n, ElementType::kI32},
                 ScalarArg{Expr::Const(5), ElementType::kI64}};
  Step first{"scale",
             {{Expr::Binary(ExprOp::kEqual, n, Expr::Const(2)), launch, "short rows"}, {std::nullopt, launch, ""}},
             0,
             1,
             {"sinter.mul"},
             {"node_1", "node_2"}};
  Matmul matmul;
  matmul.batch = {Expr::Const(1)};
  matmul.m = n;
  matmul.n = Expr::Const(4);
  matmul.k = Expr::Const(8);
  matmul.a = {Ref(Space::kArena, 0), ElementType::kF32, Expr::Const(8), Expr::Const(1), {Expr::Const(0)}};
  matmul.b = {Ref(Space::kConstant, 0), ElementType::kF32, Expr::Const(1), Expr::Const(8), {Expr::Const(0)}};
  matmul.d = {Ref(Space::kOutput, 0), ElementType::kF32, Expr::Const(4), Expr::Const(1), {Expr::Const(0)}};
  matmul.c = matmul.d;
  matmul.bias = Ref(Space::kConstant, 1);
  matmul.bias_type = ElementType::kBF16;
  matmul.alpha = 0.5f;
  matmul.beta = 2.0f;
  matmul.activation = Activation::kRelu;
  Step second{"project", {{std::nullopt, matmul, "library"}}, 0, 0, {}, {}};
  Step third{
      "copy", {{std::nullopt, Copy{Ref(Space::kInput, 1), Ref(Space::kOutput, 1), Expr::Const(0)}, ""}}, 0, 0, {}, {}};
  entry.steps = {first, second, third};
  model.entries = {entry};
  Entry init;
  init.name = "init";
  init.outputs = {{"p", ElementType::kF32, {Expr::Const(2), Expr::Const(2)}, {}, std::nullopt, 16, -1, ""}};
  init.steps = {{"pack",
                 {{std::nullopt, Copy{Ref(Space::kConstant, 0), Ref(Space::kOutput, 0), Expr::Const(16)}, ""}},
                 0,
                 0,
                 {},
                 {}}};
  model.init = init;
  model.stats = {7, 2, 2, 1, 3, uint64_t{1} << 40, 99, 1};
  model.graph = {0, "models", false, true};
  model.product_pins = {
      {"00112233445566aa", "NVIDIA H200 (sm_90)", "cuBLASLt 13.1.0", {1, 0, 255}, "algorithm 66", 25.5, 12.25},
      {"00112233445566aa", "NVIDIA H100 (sm_90)", "cuBLASLt 13.1.0", {2}, "", 0, 1}};
  return model;
}

PlanWriter EverythingWriter() {
  PlanWriter writer;
  writer.model() = EverythingModel();
  std::string weights;
  for (int i = 0; i < 160; ++i) weights.push_back(static_cast<char>(i * 7 + 1));
  writer.AddSection(weights);
  writer.AddSection("image bytes");
  writer.AddSection("");
  return writer;
}

TEST(ChecksumTest, equals_published_values) {
  EXPECT_EQ(Checksum({}), 0xEF46DB3751D8E999u);
  const std::string text = "abc";
  EXPECT_EQ(Checksum(Bytes(text)), 0x44BC2CF5AD770999u);
}

TEST(ChecksumTest, every_length_and_byte_counts) {
  std::string data(100, '\0');
  std::vector<uint64_t> seen;
  for (size_t size = 0; size <= data.size(); ++size) seen.push_back(Checksum(Bytes(data).subspan(0, size)));
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] ^= 1;
    seen.push_back(Checksum(Bytes(data)));
    data[i] ^= 1;
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

void ExpectRoundTrip(const PlanModel& model) {
  const std::string bytes = EncodeMetadata(model);
  std::vector<uint64_t> aligned((bytes.size() + 7) / 8);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(aligned.data()));
  auto decoded = DecodeMetadata({reinterpret_cast<const uint8_t*>(aligned.data()), bytes.size()});
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, model);
}

TEST(MetadataTest, round_trips_everything) { ExpectRoundTrip(EverythingModel()); }

// Whatever lies before: an empty vector is not aligned for the elements that it lacks.
TEST(MetadataTest, round_trips_scalar_constants) {
  PlanModel model = EverythingModel();
  for (size_t length = 0; length < 9; ++length) {
    model.constants[0].name = std::string(length, 'w');
    model.constants[0].dims = {};
    model.constants[0].byte_size = 4;
    ExpectRoundTrip(model);
  }
}

TEST(PlanFileTest, identical_contents_give_identical_bytes) {
  EXPECT_EQ(EverythingWriter().ToBytes().value(), EverythingWriter().ToBytes().value());
}

TEST(PlanFileTest, file_equals_bytes_and_loads) {
  const std::string folder = testing::TempDir() + "/plan_format_test";
  mkdir(folder.c_str(), 0755);
  const std::string path = folder + "/everything.sntr";
  ASSERT_TRUE(EverythingWriter().ToFile(path).ok());
  std::ifstream file(path, std::ios::binary);
  const std::string written((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(written, EverythingWriter().ToBytes().value());
  auto plan = Plan::Load(path);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->model(), EverythingModel());
  EXPECT_EQ((*plan)->folder(), folder);
  EXPECT_TRUE((*plan)->VerifyAllSections().ok());
  EXPECT_EQ((*plan)->Section(1).value(), Bytes("image bytes"));
  EXPECT_EQ((*plan)->Section(2).value().size(), 0u);
  EXPECT_THAT((*plan)->Section(3).status().message(), HasSubstr("section index 3 is out of range, there are 3"));
  std::remove(path.c_str());
}

TEST(PlanFileTest, sections_are_page_aligned) {
  const std::string bytes = EverythingWriter().ToBytes().value();
  auto reader = ContainerReader::FromBytes(bytes, "p").value();
  EXPECT_EQ(bytes.find("image bytes") % kSectionAlignment, 0u);
  EXPECT_EQ(reader->SectionSizes(), (std::vector<uint64_t>{160, 11, 0}));
}

TEST(PlanFileTest, every_flipped_byte_is_an_error) {
  const std::string bytes = EverythingWriter().ToBytes().value();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= static_cast<char>(1 << (i % 8));
    auto plan = Plan::FromBytes(damaged);
    EXPECT_FALSE(plan.ok() && (*plan)->VerifyAllSections().ok()) << "byte " << i;
  }
}

TEST(PlanFileTest, every_prefix_and_any_suffix_is_an_error) {
  const std::string bytes = EverythingWriter().ToBytes().value();
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(Plan::FromBytes(bytes.substr(0, size)).ok()) << size;
  EXPECT_FALSE(Plan::FromBytes(bytes + '\0').ok());
}

// Damage that the checksums do not notice: the metadata is changed, then packed into a sound container. Whatever comes
// out has passed all checks, so it must encode and verify again.
TEST(PlanFileTest, hostile_metadata_never_crashes) {
  const std::string metadata = EncodeMetadata(EverythingModel());
  const std::vector<uint64_t> sizes = {160, 11, 0};
  size_t accepted = 0;
  for (size_t i = 0; i < metadata.size(); ++i) {
    for (uint8_t value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::string damaged = metadata;
      damaged[i] = static_cast<char>(value);
      std::vector<uint64_t> aligned((damaged.size() + 7) / 8);
      std::copy(damaged.begin(), damaged.end(), reinterpret_cast<char*>(aligned.data()));
      auto model = DecodeMetadata({reinterpret_cast<const uint8_t*>(aligned.data()), damaged.size()});
      if (!model.ok() || !VerifyPlan(*model, sizes, "p").ok()) continue;
      ++accepted;
      const std::string again = EncodeMetadata(*model);
      std::vector<uint64_t> words((again.size() + 7) / 8);
      std::copy(again.begin(), again.end(), reinterpret_cast<char*>(words.data()));
      EXPECT_EQ(EncodeMetadata(DecodeMetadata({reinterpret_cast<const uint8_t*>(words.data()), again.size()}).value()),
                again);
    }
  }
  EXPECT_GT(accepted, 0u);
  for (size_t size = 0; size < metadata.size(); ++size) {
    std::vector<uint64_t> words((size + 7) / 8);
    std::copy_n(metadata.begin(), size, reinterpret_cast<char*>(words.data()));
    auto model = DecodeMetadata({reinterpret_cast<const uint8_t*>(words.data()), size});
    EXPECT_TRUE(!model.ok() || *model == EverythingModel()) << size;  // the last bytes may be padding
  }
}

TEST(PlanFileTest, names_what_is_no_plan) {
  EXPECT_THAT(Plan::Load("/nonexistent/a.sntr").status().message(),
              HasSubstr("cannot open plan `/nonexistent/a.sntr`"));
  EXPECT_EQ(Plan::Load("/nonexistent/a.sntr").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Plan::Load("/").status().message(), HasSubstr("no regular file"));
  EXPECT_THAT(Plan::FromBytes(std::string(500, 'x')).status().message(), HasSubstr("not a plan file"));
  EXPECT_THAT(Plan::FromBytes("").status().message(), HasSubstr("shorter than the header"));
}

struct VerifierCase {
  const char* name;
  std::function<void(PlanModel&)> damage;
  const char* message;
};

class PlanVerifierTest : public testing::TestWithParam<VerifierCase> {};

Step& StepOf(PlanModel& m, size_t i) { return m.entries[0].steps[i]; }
Launch& LaunchOf(PlanModel& m) { return std::get<Launch>(StepOf(m, 0).variants[1].action); }
Matmul& MatmulOf(PlanModel& m) { return std::get<Matmul>(StepOf(m, 1).variants[0].action); }
Copy& CopyOf(PlanModel& m) { return std::get<Copy>(StepOf(m, 2).variants[0].action); }

TEST_P(PlanVerifierTest, refuses) {
  PlanModel model = EverythingModel();
  const std::vector<uint64_t> sizes = {160, 11, 0};
  ASSERT_TRUE(VerifyPlan(model, sizes, "plan `p`").ok()) << VerifyPlan(model, sizes, "plan `p`");
  GetParam().damage(model);
  const absl::Status status = VerifyPlan(model, sizes, "plan `p`");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr(GetParam().message));
  EXPECT_THAT(std::string(status.message()), testing::StartsWith("plan `p`"));
}

const VerifierCase kVerifierCases[] = {
    {"version", [](PlanModel& m) { m.format_version = 9; }, "plan format version 9 is not supported"},
    {"constant_name_twice", [](PlanModel& m) { m.constants[1].name = m.constants[0].name; },
     "two constants are named `w`"},
    {"constant_size", [](PlanModel& m) { m.constants[0].byte_size = 127; }, "constant `w`: byte size is 127"},
    {"constant_negative_dim", [](PlanModel& m) { m.constants[0].dims[0] = -4; }, "hold a negative"},
    {"constant_huge", [](PlanModel& m) { m.constants[0].dims = {1LL << 40, 1LL << 40}; }, "too many elements"},
    {"constant_section", [](PlanModel& m) { m.constants[0].section = 3; },
     "section index 3 is out of range, there are 3"},
    {"constant_offset", [](PlanModel& m) { m.constants[0].offset = ~uint64_t{0}; },
     "do not fit section 0 of 160 bytes"},
    {"external_escapes", [](PlanModel& m) { m.constants[1].external_file = "a/../../b"; }, "not a path below"},
    {"external_absolute", [](PlanModel& m) { m.constants[1].external_file = "/etc/passwd"; }, "not a path below"},
    {"generator_missing", [](PlanModel& m) { m.constants[2].generator.reset(); }, "has no generator"},
    {"generator_nan", [](PlanModel& m) { m.constants[2].generator->std = 0.0 / 0.0; }, "make no distribution"},
    {"generator_type", [](PlanModel& m) { m.constants[2].type = ElementType::kI16; }, "i16 is not a float"},
    {"image_section", [](PlanModel& m) { m.images[0].section = 4; }, "image 0: section index 4"},
    {"graph_section", [](PlanModel& m) { m.graph->section = 4; }, "graph: section index 4"},
    {"kernel_image", [](PlanModel& m) { m.kernels[0].images = {2}; }, "kernel 0 `add_1a2b`: image index 2"},
    {"kernel_symbol", [](PlanModel& m) { m.kernels[0].symbol = std::string(1, '-'); }, "the symbol is no C identifier"},
    {"kernel_bare", [](PlanModel& m) { m.kernels[1].images.clear(); }, "neither a source nor an image"},
    {"entry_twice", [](PlanModel& m) { m.entries.push_back(m.entries[0]); }, "two entries are named `main`"},
    {"symbol_range", [](PlanModel& m) { m.entries[0].symbols[0].min = 65; }, "symbol `n`: no value is in [65, 64]"},
    {"symbol_divisor", [](PlanModel& m) { m.entries[0].symbols[0].divisor = 0; }, "multiple of 0"},
    {"symbol_no_multiple", [](PlanModel& m) { m.entries[0].symbols[0] = {"n", 3, 5, 8}; }, "no value is in"},
    {"dim_symbol", [](PlanModel& m) { m.entries[0].inputs[0].dims[0] = Expr::Symbol(1); },
     "entry `main`: input 0 `x`: dim 0: expression node 0: symbol index 1 is out of range, there are 1"},
    {"strides_count", [](PlanModel& m) { m.entries[0].inputs[0].strides.pop_back(); }, "has 1 strides for 2 dims"},
    {"alignment", [](PlanModel& m) { m.entries[0].inputs[0].alignment = 24; }, "alignment 24 is no power of two"},
    {"tie_range", [](PlanModel& m) { m.entries[0].outputs[1].tied_input = 2; }, "tied input index 2 is out of range"},
    {"tie_type", [](PlanModel& m) { m.entries[0].outputs[1].type = ElementType::kF16; },
     "another type, dims, strides or offset"},
    {"tie_twice",
     [](PlanModel& m) {
       m.entries[0].outputs.push_back(m.entries[0].outputs[1]);
       m.entries[0].outputs[2].name = "z";
     },
     "two outputs are tied to input `cache`"},
    {"slot_outside",
     [](PlanModel& m) {
       m.entries[0].arena_size = Expr::Const(64);
       m.entries[0].slots[0] = {Expr::Const(32), Expr::Const(33)};
     },
     "slot 0 of 33 bytes at 32 does not fit the arena of 64 bytes"},
    {"guard", [](PlanModel& m) { m.entries[0].guards[0].predicate.nodes.pop_back(); },
     "guard: expression leaves 2 values"},
    {"kernel_index", [](PlanModel& m) { LaunchOf(m).kernel = 9; },
     "entry `main`, step 0 `scale`, variant 1: kernel index 9 is out of range, there are 2"},
    {"block_zero", [](PlanModel& m) { LaunchOf(m).block[1] = 0; }, "block extent 1 is 0"},
    {"block_large", [](PlanModel& m) { LaunchOf(m).block[1] = 16; }, "block has 2048 threads"},
    {"grid_negative", [](PlanModel& m) { LaunchOf(m).grid[2] = Expr::Const(-1); }, "grid extent 2 is -1"},
    {"scalar_type", [](PlanModel& m) { std::get<ScalarArg>(LaunchOf(m).args[2]).type = ElementType::kF32; },
     "expected i32 or i64"},
    {"buffer_slot", [](PlanModel& m) { std::get<BufferRef>(LaunchOf(m).args[1]).index = 1; },
     "parameter 1: slot index 1"},
    {"last_predicate", [](PlanModel& m) { StepOf(m, 1).variants[0].predicate = Expr::Const(1); },
     "the last variant has a predicate"},
    {"early_no_predicate", [](PlanModel& m) { StepOf(m, 0).variants[0].predicate.reset(); },
     "before the last one has no predicate"},
    {"no_variant", [](PlanModel& m) { StepOf(m, 2).variants.clear(); }, "step 2 `copy`: the step has no variant"},
    {"batch_strides", [](PlanModel& m) { MatmulOf(m).b.batch_strides.clear(); },
     "operand b has 0 batch strides for 1 batch dims"},
    {"writes_constant", [](PlanModel& m) { MatmulOf(m).d.buffer = Ref(Space::kConstant, 0); },
     "result d is a constant"},
    {"writes_input", [](PlanModel& m) { CopyOf(m).destination = Ref(Space::kInput, 0); },
     "copy destination is an input"},
    {"beta_without_c", [](PlanModel& m) { MatmulOf(m).c.reset(); }, "beta is 2, but operand c is absent"},
    {"init_missing", [](PlanModel& m) { m.init.reset(); }, "constant `p` is packed, but the plan has no init entry"},
    {"init_outputs",
     [](PlanModel& m) {
       m.init->outputs.clear();
       m.init->steps.clear();
     },
     "has 0 outputs, but there are 1 packed"},
    {"init_dims", [](PlanModel& m) { m.init->outputs[0].dims[1] = Expr::Const(3); },
     "does not have the type and dims of constant `p`"},
    {"pin_of_nothing", [](PlanModel& m) { m.product_pins[1].algorithm.clear(); },
     "product pin 1 lacks its problem, device, library or algorithm"},
    {"pin_without_time", [](PlanModel& m) { m.product_pins[0].microseconds = 0.0 / 0.0; },
     "product pin 0 has a time that is no time"},
    {"init_reads_packed", [](PlanModel& m) { std::get<Copy>(m.init->steps[0].variants[0].action).source.index = 4; },
     "init entry `init`, step 0 `pack`: copy source reads packed constant `p`"},
};

INSTANTIATE_TEST_SUITE_P(Rules, PlanVerifierTest, testing::ValuesIn(kVerifierCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(PlanTest, checks_symbols_and_guards) {
  auto plan = Plan::FromBytes(EverythingWriter().ToBytes().value()).value();
  EXPECT_EQ(plan->ArenaBytes(0, {10}).value(), 512u);
  EXPECT_THAT(plan->ArenaBytes(0, {66}).status().message(), HasSubstr("symbol `n` is 66, expected a value in [1, 64]"));
  EXPECT_THAT(plan->ArenaBytes(0, {7}).status().message(), HasSubstr("symbol `n` is 7, expected a multiple of 2"));
  EXPECT_THAT(plan->ArenaBytes(0, {50}).status().message(), HasSubstr("guard `n <= 48` does not hold for n = 50"));
  EXPECT_THAT(plan->ArenaBytes(0, {}).status().message(), HasSubstr("got 0 symbol values, expected 1"));
  EXPECT_FALSE(plan->ArenaBytes(1, {}).ok());
  EXPECT_THAT(plan->FindEntry("mian").status().message(), HasSubstr("no entry `mian`, there are: `main`"));
}

TEST(PlanWriterTest, refuses_an_invalid_model) {
  PlanWriter writer = EverythingWriter();
  writer.model().entries[0].steps[0].variants.clear();
  EXPECT_THAT(writer.ToBytes().status().message(), HasSubstr("plan to be written: entry `main`, step 0 `scale`"));
  EXPECT_FALSE(writer.ToFile("/nonexistent/x").ok());
  EXPECT_THAT(EverythingWriter().ToFile("/nonexistent/x").message(), HasSubstr("cannot create `/nonexistent/x"));
}

}  // namespace
}  // namespace sinter::rt
