/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an engine can ask for beyond the first execution, one function each: queries, a slice of a wider buffer, a caller's
 * workspace, a capture of the caller's own, several entries, memory from the caller, errors. docs/Embedding.md quotes it.
 *   features PLAN        the documentation's plan */
#include <inttypes.h>
#include <sinter/sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(sinter_status *status) {
  if (status == NULL) return;
  fprintf(stderr, "features: %s: %s\n", sinter_code_name(sinter_status_code(status)), sinter_status_message(status));
  sinter_status_destroy(status);
  exit(1);
}

static void expect(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "features: expected %s\n", what);
  exit(1);
}

/* The CPU path, on a machine with a GPU too. */
static sinter_device *open_cpu_path(void) {
  sinter_device *device = NULL;
  sinter_device_options cpu = SINTER_DEVICE_OPTIONS_INIT;
  cpu.kind = SINTER_DEVICE_CPU;
  check(sinter_device_create(&cpu, &device));
  return device;
}

/* Prints what an entry takes and gives. */
static void describe(const sinter_plan *plan, size_t entry) {
  sinter_entry_info info = SINTER_ENTRY_INFO_INIT;
  check(sinter_plan_get_entry(plan, entry, &info));
  printf("entry %s\n", info.name);
  for (size_t i = 0; i < info.symbol_count; ++i) {
    sinter_symbol_info symbol = SINTER_SYMBOL_INFO_INIT;
    check(sinter_plan_get_symbol(plan, entry, i, &symbol));
    printf("  symbol %s: %" PRId64 " to %" PRId64 ", a multiple of %" PRId64 "\n", symbol.name, symbol.min, symbol.max,
           symbol.divisor);
  }
  for (size_t i = 0; i < info.input_count; ++i) {
    sinter_argument_info input = SINTER_ARGUMENT_INFO_INIT;
    check(sinter_plan_get_argument(plan, entry, SINTER_INPUT, i, &input));
    printf("  input %s: %s [", input.name, sinter_element_type_name(input.element_type));
    for (size_t d = 0; d < input.rank; ++d) {
      sinter_extent_info dim = SINTER_EXTENT_INFO_INIT;
      check(sinter_plan_get_dim(plan, entry, SINTER_INPUT, i, d, &dim));
      printf("%s%s", d > 0 ? ", " : "", dim.text);
    }
    printf("]%s, at a multiple of %" PRIu32 " bytes\n", input.is_strided ? ", strided" : "", input.alignment);
  }
}

/* Which constants a plan wants from its engine. */
static void list_wanted(const sinter_plan *plan) {
  sinter_plan_info info = SINTER_PLAN_INFO_INIT;
  check(sinter_plan_get_info(plan, &info));
  for (size_t i = 0; i < info.constant_count; ++i) {
    sinter_constant_info constant = SINTER_CONSTANT_INFO_INIT;
    check(sinter_plan_get_constant(plan, i, &constant));
    if (constant.source != SINTER_CONSTANT_SUPPLIED) continue;
    printf("constant %s: %s, %" PRIu64 " bytes\n", constant.name, sinter_element_type_name(constant.element_type),
           constant.byte_size);
  }
}

static void log_line(void *user_data, int32_t level, const char *message) {
  fprintf((FILE *)user_data, "%s: %s\n", level == SINTER_LOG_WARNING ? "warning" : "info", message);
}

/* The weight is on the device already, and the load may not compile unless `may_compile`. */
static sinter_status *load_with(const sinter_plan *plan, sinter_device *device, const void *scale_on_device,
                                int may_compile, sinter_loaded_plan **loaded) {
  const int64_t dims[1] = {8};
  sinter_supplied_constant scale = SINTER_SUPPLIED_CONSTANT_INIT;
  scale.name = "scale";
  scale.data = scale_on_device;
  scale.on_device = 1;
  scale.element_type = SINTER_F32;
  scale.rank = 1;
  scale.dims = dims;
  sinter_load_options options = SINTER_LOAD_OPTIONS_INIT;
  options.constants = &scale;
  options.constant_count = 1;
  options.compile_policy = may_compile ? SINTER_COMPILE_ALLOWED : SINTER_COMPILE_REFUSED;
  options.log = log_line;
  options.log_user_data = stderr;
  return sinter_plan_load(plan, device, &options, loaded);
}

/* Binds the left 8 columns of a buffer with `pitch` columns as the input, and a dense output. */
static void bind_slice(sinter_context *context, size_t entry, void *wide, int64_t tokens, int64_t pitch, void *y) {
  const int64_t dims[2] = {tokens, 8};
  const int64_t strides[2] = {pitch, 1};
  sinter_tensor x = SINTER_TENSOR_INIT;
  x.data = wide;
  x.element_type = SINTER_F32;
  x.rank = 2;
  x.dims = dims;
  x.strides = strides;
  check(sinter_context_bind_input(context, entry, 0, &x));
  sinter_tensor out = SINTER_TENSOR_INIT;
  out.data = y;
  out.element_type = SINTER_F32;
  out.rank = 2;
  out.dims = dims;
  check(sinter_context_bind_output(context, entry, 0, &out));
}

/* Binds entry `decode`: state_out overwrites state, so both have its pointer. */
static void bind_state(sinter_context *context, size_t entry, void *x, void *state) {
  const int64_t dims[1] = {8};
  sinter_tensor tensor = SINTER_TENSOR_INIT;
  tensor.data = x;
  tensor.element_type = SINTER_F32;
  tensor.rank = 1;
  tensor.dims = dims;
  check(sinter_context_bind_input(context, entry, 0, &tensor));
  tensor.data = state;
  check(sinter_context_bind_input(context, entry, 1, &tensor));
  check(sinter_context_bind_output(context, entry, 0, &tensor));
}

/* Gives a context memory of the caller's to work in, large enough for an entry at these symbol values. */
static void *lend_workspace(sinter_device *device, sinter_context *context, size_t entry, const int64_t *symbols,
                            size_t symbol_count) {
  uint64_t bytes = 0;
  check(sinter_context_get_workspace_bytes(context, entry, symbols, symbol_count, &bytes));
  if (bytes == 0) return NULL;
  void *workspace = NULL;
  check(sinter_device_allocate(device, bytes, &workspace));
  check(sinter_context_set_workspace(context, workspace, bytes));
  return workspace;
}

/* Two entries as one graph of the caller's own. Prepared before, so that nothing is made during the capture. */
static sinter_graph *capture(sinter_device *device, sinter_context *context, size_t prefill, size_t decode,
                             sinter_stream stream) {
  sinter_graph *graph = NULL;
  check(sinter_capture_begin(device, stream));
  sinter_status *first = sinter_context_execute(context, prefill, stream, SINTER_RUN_LAUNCHES);
  sinter_status *second = sinter_context_execute(context, decode, stream, SINTER_RUN_LAUNCHES);
  check(sinter_capture_end(device, stream, &graph));
  check(first);
  check(second);
  return graph;
}

/* What a wrong binding says. */
static void show_error(sinter_context *context, size_t decode, void *elsewhere) {
  check(sinter_context_rebind_output(context, decode, 0, elsewhere));
  sinter_status *status = sinter_context_execute(context, decode, NULL, SINTER_RUN_DEFAULT);
  expect(sinter_status_code(status) == SINTER_INVALID_ARGUMENT, "an output elsewhere than its tied input to be refused");
  printf("refused: %s\n", sinter_status_message(status));
  sinter_status_destroy(status);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: features PLAN\n");
    return 2;
  }
  sinter_device_options device_options = SINTER_DEVICE_OPTIONS_INIT;
  device_options.kind = SINTER_DEVICE_AUTO;
  sinter_device *device = NULL;
  check(sinter_device_create(&device_options, &device));
  sinter_device_info device_info = SINTER_DEVICE_INFO_INIT;
  check(sinter_device_get_info(device, &device_info));
  printf("on %s\n", device_info.name);

  sinter_device *cpu_path = open_cpu_path();
  sinter_device_info cpu_info = SINTER_DEVICE_INFO_INIT;
  check(sinter_device_get_info(cpu_path, &cpu_info));
  expect(cpu_info.is_cpu && !cpu_info.supports_graphs, "the CPU path to be one, and to have no graphs");
  sinter_device_destroy(cpu_path);

  sinter_plan *plan = NULL;
  check(sinter_plan_open_file(argv[1], &plan));
  size_t prefill = 0, decode = 0;
  check(sinter_plan_find_entry(plan, "prefill", &prefill));
  check(sinter_plan_find_entry(plan, "decode", &decode));
  describe(plan, prefill);
  describe(plan, decode);
  list_wanted(plan);

  enum { TOKENS = 3, PITCH = 12 };
  const float host_scale[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  float host_wide[TOKENS * PITCH], host_state[8] = {0};
  for (int i = 0; i < TOKENS * PITCH; ++i) host_wide[i] = (float)i;
  sinter_stream stream = NULL;
  void *scale = NULL, *wide = NULL, *y = NULL, *state = NULL;
  check(sinter_stream_create(device, &stream));
  check(sinter_device_allocate(device, sizeof(host_scale), &scale));
  check(sinter_device_allocate(device, sizeof(host_wide), &wide));
  check(sinter_device_allocate(device, TOKENS * 8 * sizeof(float), &y));
  check(sinter_device_allocate(device, sizeof(host_state), &state));
  check(sinter_copy_to_device(device, scale, host_scale, sizeof(host_scale), stream));
  check(sinter_copy_to_device(device, wide, host_wide, sizeof(host_wide), stream));
  check(sinter_copy_to_device(device, state, host_state, sizeof(host_state), stream));
  check(sinter_stream_synchronize(device, stream)); /* the load uses another stream */

  /* Where the plan has no image for this device, a load that may not compile says so. */
  sinter_loaded_plan *loaded = NULL;
  sinter_status *refused = load_with(plan, device, scale, 0, &loaded);
  if (sinter_status_code(refused) == SINTER_NOT_FOUND) {
    printf("refused: %s\n", sinter_status_message(refused));
    sinter_status_destroy(refused);
    check(load_with(plan, device, scale, 1, &loaded));
  } else {
    check(refused);
  }

  /* Both entries in one context: the weight is there once. Symbols in the order of their entry: tokens, pitch. */
  const int64_t symbols[2] = {TOKENS, PITCH};
  sinter_context *context = NULL;
  check(sinter_context_create(loaded, NULL, &context));
  void *workspace = lend_workspace(device, context, prefill, symbols, 2);
  check(sinter_context_prepare(context, prefill, symbols, 2));
  check(sinter_context_prepare(context, decode, NULL, 0));
  bind_slice(context, prefill, wide, TOKENS, PITCH, y);
  bind_state(context, decode, y, state); /* the first row of y is the vector that decode adds */
  check(sinter_context_execute(context, prefill, stream, SINTER_RUN_DEFAULT));
  check(sinter_context_execute(context, decode, stream, SINTER_RUN_DEFAULT));
  int runs = 1;
  if (device_info.supports_graphs) {
    sinter_graph *graph = capture(device, context, prefill, decode, stream);
    check(sinter_graph_launch(graph, stream));
    check(sinter_stream_synchronize(device, stream));
    sinter_graph_destroy(graph);
    ++runs;
  }

  float host_y[TOKENS * 8];
  check(sinter_copy_to_host(device, host_y, y, sizeof(host_y), stream));
  check(sinter_copy_to_host(device, host_state, state, sizeof(host_state), stream));
  check(sinter_stream_synchronize(device, stream));
  for (int i = 0; i < TOKENS; ++i) {
    for (int j = 0; j < 8; ++j) {
      expect(host_y[i * 8 + j] == host_wide[i * PITCH + j] * host_scale[j], "y to be the scaled slice");
    }
  }
  for (int j = 0; j < 8; ++j) {
    expect(host_state[j] == (float)runs * host_y[j] * host_scale[j], "the state to be the sum over the runs");
  }
  show_error(context, decode, y);

  sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
  check(sinter_context_get_counters(context, &counters));
  printf("%" PRIu64 " executions, %" PRIu64 " graph launches, %" PRIu64 " plain kernel launches\n", counters.executions,
         counters.graph_launches, counters.kernel_launches);

  sinter_context_destroy(context);
  sinter_loaded_plan_destroy(loaded);
  sinter_plan_destroy(plan);
  sinter_device_free(device, workspace);
  sinter_device_free(device, scale);
  sinter_device_free(device, wide);
  sinter_device_free(device, y);
  sinter_device_free(device, state);
  sinter_stream_destroy(device, stream);
  sinter_device_destroy(device);
  return 0;
}
