// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan's metadata as plain data: what the compiler fills in and the runtime executes. It mirrors
// plan.fbs, table by table, so that neither needs to know how it is encoded (metadata_codec.h).
#ifndef SINTER_RUNTIME_PLAN_PLAN_MODEL_H_
#define SINTER_RUNTIME_PLAN_PLAN_MODEL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/base/backend.h"
#include "runtime/base/element_type.h"
#include "runtime/plan/expr.h"

namespace sinter::rt {

// Raised when a reader of the previous number would misread a plan; a reader refuses every other number.
inline constexpr uint32_t kPlanFormatVersion = 1;

// A named dimension and the values it may take: min <= value <= max, value % divisor == 0.
struct Symbol {
  std::string name;
  int64_t min = 0;
  int64_t max = 0;
  int64_t divisor = 1;
  bool operator==(const Symbol&) const = default;
};

// An input or an output of an entry.
struct Argument {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<Expr> dims;
  std::vector<Expr> strides;   // in elements, one a dim; empty: dense, row-major
  std::optional<Expr> offset;  // elements from the bound pointer to the first element; absent: 0
  uint32_t alignment = 16;     // of the bound pointer, in bytes; a power of two
  int32_t tied_input = -1;     // outputs: bound to the same pointer as that input; -1: its own memory
  std::string location;        // where it came from, for messages; may be empty
  bool operator==(const Argument&) const = default;
};

enum class ConstantSource : uint8_t { kInline, kExternal, kGenerated, kSupplied, kPacked };

// Values made from a tensor's name (runtime/tensor/value_generator.h).
struct Generator {
  std::string tensor;
  double mean = 0, std = 0, min = 0, max = 0;
  bool operator==(const Generator&) const = default;
};

struct Constant {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<int64_t> dims;
  uint64_t byte_size = 0;  // ByteSize(type, product of dims)
  ConstantSource source = ConstantSource::kInline;
  uint32_t section = 0;                // kInline: the section that holds the bytes
  uint64_t offset = 0;                 // kInline: into the section; kExternal: into the file; in bytes
  std::string external_file;           // kExternal: a path relative to the plan's folder, below it
  std::optional<Generator> generator;  // kGenerated
  bool operator==(const Constant&) const = default;
};

enum class Space : uint8_t { kInput, kOutput, kConstant, kArena };

// `index` into the entry's inputs or outputs, the plan's constants, or the entry's slots.
struct BufferRef {
  Space space = Space::kInput;
  uint32_t index = 0;
  std::optional<Expr> offset;  // in bytes; absent: 0
  bool operator==(const BufferRef&) const = default;
};

// A planned piece of the arena, in bytes. Slots whose lives do not overlap may overlap in memory.
struct Slot {
  Expr offset;
  Expr size;
  bool operator==(const Slot&) const = default;
};

// An integer kernel parameter, passed as i32 or i64.
struct ScalarArg {
  Expr value;
  ElementType type = ElementType::kI64;
  bool operator==(const ScalarArg&) const = default;
};
using LaunchArg = std::variant<BufferRef, ScalarArg>;

// A launch whose grid has an extent of 0 is skipped.
struct Launch {
  uint32_t kernel = 0;
  Expr grid[3] = {Expr::Const(1), Expr::Const(1), Expr::Const(1)};
  uint32_t block[3] = {1, 1, 1};
  uint32_t shared_bytes = 0;
  // The kernel waits itself for the launch before it, so it may start before that has ended; and lets the next launch do so.
  bool waits = false, releases = false;
  std::vector<LaunchArg> args;
  bool operator==(const Launch&) const = default;
};

struct MatmulOperand {
  BufferRef buffer;
  ElementType type = ElementType::kF32;
  Expr row_stride;  // strides in elements; 0 broadcasts
  Expr column_stride;
  std::vector<Expr> batch_strides;  // one an extent of Matmul::batch
  bool operator==(const MatmulOperand&) const = default;
};

// D[b..., m, n] = activation(alpha * sum_k A[b..., m, k] * B[b..., k, n] + beta * C[b..., m, n] + bias[n]).
struct Matmul {
  std::vector<Expr> batch;
  Expr m, n, k;
  MatmulOperand a, b, d;
  std::optional<MatmulOperand> c;  // present exactly where beta is nonzero
  std::optional<BufferRef> bias;
  ElementType bias_type = ElementType::kF32;
  float alpha = 1.0f, beta = 0.0f;
  Activation activation = Activation::kNone;
  ElementType accumulate = ElementType::kF32;
  bool operator==(const Matmul&) const = default;
};

// A plain copy of dense bytes.
struct Copy {
  BufferRef source;
  BufferRef destination;
  Expr size;
  bool operator==(const Copy&) const = default;
};

using Action = std::variant<Launch, Matmul, Copy>;

// The first variant of a step whose predicate is absent or nonzero runs; the last has no predicate.
struct Variant {
  std::optional<Expr> predicate;
  Action action;
  std::string reason;
  bool operator==(const Variant&) const = default;
};

// Steps run in their order. `lane` says which may overlap; a context runs them all on its one stream.
struct Step {
  std::string name;
  std::vector<Variant> variants;
  uint32_t device = 0;
  uint32_t lane = 0;
  std::vector<std::string> operators;
  std::vector<std::string> locations;
  bool operator==(const Step&) const = default;
};

// An executable form of one or more kernels: target "sm_90", "compute_90" (PTX) or "cpu-x86_64" (a shared object).
struct Image {
  std::string target;
  uint32_t section = 0;
  bool operator==(const Image&) const = default;
};

struct Kernel {
  std::string symbol;
  std::string hash;             // names its source in the compile cache
  int32_t source_section = -1;  // the whole text; -1: left out, so only the images can run
  std::vector<uint32_t> images;
  bool operator==(const Kernel&) const = default;
};

// A rule over the symbols that is checked when dims are bound; `text` says which rule failed.
struct Guard {
  Expr predicate;
  std::string text;
  bool operator==(const Guard&) const = default;
};

struct Entry {
  std::string name;
  std::vector<Symbol> symbols;
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;
  std::vector<Slot> slots;
  Expr arena_size = Expr::Const(0);  // in bytes
  std::vector<Step> steps;
  std::vector<Guard> guards;
  bool operator==(const Entry&) const = default;
};

// What the compiler decided, kept for explanation.
struct PlanStats {
  uint32_t operators = 0, kernels_distinct = 0, kernels_launched = 0, library_calls = 0, launches = 0;
  uint64_t bytes_unfused = 0, bytes_fused = 0;
  uint32_t fallbacks = 0;
  bool operator==(const PlanStats&) const = default;
};

// What the plan was compiled from, for who compiles it again.
struct KeptGraph {
  uint32_t section = 0;  // MLIR's text
  std::string folder;    // that external files are named from in it, from the plan's own on; empty: the same
  bool fusion = true, strict = false;
  uint8_t skinny_products = 0;  // number of the compiler's --skinny-products
  bool merge_products = false;
  bool operator==(const KeptGraph&) const = default;
};

struct PlanModel {
  uint32_t format_version = kPlanFormatVersion;
  std::string producer;
  std::vector<Constant> constants;
  std::vector<Kernel> kernels;
  std::vector<Image> images;
  std::vector<Entry> entries;
  // Run once at load, without symbols or inputs; its outputs are the kPacked constants, in their order.
  std::optional<Entry> init;
  PlanStats stats;
  std::optional<KeptGraph> graph;
  std::vector<MatmulPin> product_pins;
  bool operator==(const PlanModel&) const = default;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_PLAN_MODEL_H_
