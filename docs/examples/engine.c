/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An engine in miniature: threads that share one loaded plan, each with contexts and streams of its own, execute one entry
 * many times, on the GPU or on the CPU path. Every execution writes outputs of its own, which must all be equal bit for
 * bit. Prints one JSON object. With --time it measures instead what an execution costs the host, beside the launch of the
 * same graph without anything around it.
 *   engine PLAN [--entry NAME] [--device auto|cuda|cpu] [--dim SYMBOL=VALUE]... [--threads N] [--contexts N] [--runs N]
 *               [--cache FOLDER] [--time]
 * Exit code 0: all equal; 1: an error or a difference; 2: wrong arguments. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <pthread.h>
#include <sinter/sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_RANK = 16, MAX_DIMS = 32, FILL = 0xA5, TIMED_RUNS = 64, TIMED_ROUNDS = 41 };

typedef struct {
  const char *plan, *entry, *cache;
  int32_t device;
  const char *dim_names[MAX_DIMS];
  int64_t dim_values[MAX_DIMS];
  size_t dim_count;
  size_t threads, contexts, runs; /* contexts of each thread, executions of each context */
  int time;
} options_t;

/* An input or output at the chosen symbol values. */
typedef struct {
  sinter_argument_info info;
  int64_t dims[MAX_RANK], strides[MAX_RANK];
  uint64_t bytes, place; /* its place in a context's block of memory, where each argument is 256-byte aligned */
} argument_t;

/* What all threads share, and none changes. */
typedef struct {
  options_t options;
  sinter_device *device;
  sinter_device_info device_info;
  sinter_plan *plan;
  sinter_loaded_plan *loaded;
  size_t entry;
  sinter_entry_info entry_info;
  int64_t *symbols;
  argument_t *inputs, *outputs;
  uint64_t input_bytes, output_bytes; /* of one block of inputs, and of one set of outputs */
  unsigned char *input_values;        /* on the host: a block of inputs */
  pthread_barrier_t barrier;
} engine_t;

/* A context with its stream and memory: one block of inputs, and a set of outputs for every execution. */
typedef struct {
  sinter_context *context;
  sinter_stream stream;
  unsigned char *inputs, *outputs;
} lane_t;

typedef struct {
  engine_t *engine;
  size_t number;
  lane_t *lanes;
  unsigned char *first; /* outputs of the first execution */
  uint64_t different;   /* sets of outputs that are not equal to it */
  int64_t begin_ns, end_ns;
} worker_t;

static void check(sinter_status *status) {
  if (status == NULL) return;
  fprintf(stderr, "engine: %s: %s\n", sinter_code_name(sinter_status_code(status)), sinter_status_message(status));
  sinter_status_destroy(status);
  exit(1);
}

static void *take(size_t bytes) {
  void *memory = calloc(1, bytes > 0 ? bytes : 1);
  if (memory == NULL) {
    fprintf(stderr, "engine: no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void log_line(void *user_data, int32_t level, const char *message) {
  (void)user_data;
  fprintf(stderr, "engine: %s%s\n", level == SINTER_LOG_WARNING ? "warning: " : "", message);
}

/* ---- options ---- */

static int usage(const char *what) {
  fprintf(stderr,
          "engine: %s\nusage: engine PLAN [--entry NAME] [--device auto|cuda|cpu] [--dim SYMBOL=VALUE]... [--threads N] "
          "[--contexts N] [--runs N] [--cache FOLDER] [--time]\n",
          what);
  exit(2);
}

static size_t positive(const char *text) {
  char *end = NULL;
  const unsigned long long value = strtoull(text, &end, 10);
  if (end == text || *end != '\0' || value == 0 || value > 1000000) usage("expected a number from 1 to 1000000");
  return (size_t)value;
}

static void read_dim(options_t *options, char *text) {
  char *equals = strchr(text, '=');
  if (equals == NULL || options->dim_count == MAX_DIMS) usage("expected --dim SYMBOL=VALUE");
  *equals = '\0';
  options->dim_names[options->dim_count] = text;
  options->dim_values[options->dim_count++] = strtoll(equals + 1, NULL, 10);
}

static int32_t device_kind(const char *text) {
  if (strcmp(text, "cuda") == 0) return SINTER_DEVICE_CUDA;
  if (strcmp(text, "cpu") == 0) return SINTER_DEVICE_CPU;
  if (strcmp(text, "auto") != 0) usage("expected --device auto, cuda or cpu");
  return SINTER_DEVICE_AUTO;
}

static options_t read_options(int argc, char **argv) {
  options_t options = {.device = SINTER_DEVICE_AUTO, .threads = 8, .contexts = 8, .runs = 1000};
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--time") == 0) {
      options.time = 1;
    } else if (argv[i][0] != '-') {
      if (options.plan != NULL) usage("expected one PLAN");
      options.plan = argv[i];
    } else if (i + 1 == argc) {
      usage("an option lacks its value");
    } else if (strcmp(argv[i], "--entry") == 0) {
      options.entry = argv[++i];
    } else if (strcmp(argv[i], "--device") == 0) {
      options.device = device_kind(argv[++i]);
    } else if (strcmp(argv[i], "--dim") == 0) {
      read_dim(&options, argv[++i]);
    } else if (strcmp(argv[i], "--threads") == 0) {
      options.threads = positive(argv[++i]);
    } else if (strcmp(argv[i], "--contexts") == 0) {
      options.contexts = positive(argv[++i]);
    } else if (strcmp(argv[i], "--runs") == 0) {
      options.runs = positive(argv[++i]);
    } else if (strcmp(argv[i], "--cache") == 0) {
      options.cache = argv[++i];
    } else {
      usage("unknown option");
    }
  }
  if (options.plan == NULL) usage("expected a PLAN");
  return options;
}

/* ---- generated values ---- */

static uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* The bits of (number - 8) / 8 for a number from 0 to 15: exact in every floating type that is wide enough. */
static uint64_t float_bits(int32_t type, uint32_t number) {
  const double value = ((double)number - 8) / 8;
  uint64_t bits64;
  uint32_t bits32;
  const float narrow = (float)value;
  memcpy(&bits64, &value, sizeof(bits64));
  memcpy(&bits32, &narrow, sizeof(bits32));
  if (type == SINTER_F64) return bits64;
  if (type == SINTER_F32) return bits32;
  if (type == SINTER_BF16) return bits32 >> 16;
  if (value == 0) return 0; /* f16 from here on */
  return (bits32 >> 16 & 0x8000) | (((bits32 >> 23 & 0xff) - 112) << 10) | (bits32 >> 13 & 0x3ff);
}

/* Fills `bytes` bytes with elements of a type. Integers are 0 or 1, so that they may serve as indices. */
static void generate(int32_t type, unsigned char *data, uint64_t bytes, uint64_t seed) {
  uint64_t state = seed * 2654435761u + 1;
  const uint32_t width = sinter_element_type_bits(type) / 8;
  const int is_float = type == SINTER_F64 || type == SINTER_F32 || type == SINTER_F16 || type == SINTER_BF16;
  for (uint64_t at = 0; at + (width > 0 ? width : 1) <= bytes; at += width > 0 ? width : 1) {
    uint64_t value = next_random(&state) % 2;
    if (is_float) value = float_bits(type, next_random(&state) % 16);
    if (type == SINTER_F8E4M3 || type == SINTER_F8E5M2) value = 0x30 + next_random(&state) % 16;
    if (width == 0) value = next_random(&state) & 0x11;
    memcpy(data + at, &value, width > 0 ? width : 1);
  }
}

/* ---- loading ---- */

static void choose_symbols(engine_t *engine) {
  engine->symbols = take(engine->entry_info.symbol_count * sizeof(int64_t));
  for (size_t i = 0; i < engine->entry_info.symbol_count; ++i) {
    sinter_symbol_info symbol = SINTER_SYMBOL_INFO_INIT;
    check(sinter_plan_get_symbol(engine->plan, engine->entry, i, &symbol));
    int64_t value = symbol.max < 64 ? symbol.max : symbol.min > 64 ? symbol.min : 64;
    value = (value + symbol.divisor - 1) / symbol.divisor * symbol.divisor;
    for (size_t d = 0; d < engine->options.dim_count; ++d) {
      if (strcmp(engine->options.dim_names[d], symbol.name) == 0) value = engine->options.dim_values[d];
    }
    engine->symbols[i] = value;
  }
  check(sinter_plan_check_symbols(engine->plan, engine->entry, engine->symbols, engine->entry_info.symbol_count));
}

/* Lays the arguments of one direction out in a block of memory, and gives the block's size. */
static uint64_t lay_out(engine_t *engine, int32_t direction, size_t count, argument_t *arguments) {
  uint64_t size = 0;
  for (size_t i = 0; i < count; ++i) {
    argument_t *argument = &arguments[i];
    argument->info = (sinter_argument_info)SINTER_ARGUMENT_INFO_INIT;
    check(sinter_plan_get_argument(engine->plan, engine->entry, direction, i, &argument->info));
    sinter_argument_shape shape = SINTER_ARGUMENT_SHAPE_INIT;
    check(sinter_plan_evaluate_argument(engine->plan, engine->entry, direction, i, engine->symbols,
                                        engine->entry_info.symbol_count, MAX_RANK, argument->dims, argument->strides,
                                        &shape));
    argument->bytes = shape.byte_size;
    argument->place = size;
    size += (shape.byte_size + 255) / 256 * 256;
  }
  return size;
}

/* Constants that the plan wants from its engine get generated values. */
static void load(engine_t *engine) {
  sinter_plan_info info = SINTER_PLAN_INFO_INIT;
  check(sinter_plan_get_info(engine->plan, &info));
  sinter_supplied_constant *supplied = take(info.constant_count * sizeof(*supplied));
  size_t count = 0;
  for (size_t i = 0; i < info.constant_count; ++i) {
    sinter_constant_info constant = SINTER_CONSTANT_INFO_INIT;
    check(sinter_plan_get_constant(engine->plan, i, &constant));
    if (constant.source != SINTER_CONSTANT_SUPPLIED) continue;
    void *values = take(constant.byte_size);
    generate(constant.element_type, values, constant.byte_size, 1000 + i);
    supplied[count++] = (sinter_supplied_constant){
        sizeof(*supplied), constant.name, values, constant.element_type, constant.rank, constant.dims, 0};
  }
  sinter_load_options options = SINTER_LOAD_OPTIONS_INIT;
  options.constants = supplied;
  options.constant_count = count;
  options.cache_folder = engine->options.cache;
  options.log = log_line;
  check(sinter_plan_load(engine->plan, engine->device, &options, &engine->loaded));
  for (size_t i = 0; i < count; ++i) free((void *)supplied[i].data);
  free(supplied);
}

static void open_engine(engine_t *engine) {
  sinter_device_options device = SINTER_DEVICE_OPTIONS_INIT;
  device.kind = engine->options.device;
  device.log = log_line;
  check(sinter_device_create(&device, &engine->device));
  engine->device_info = (sinter_device_info)SINTER_DEVICE_INFO_INIT;
  check(sinter_device_get_info(engine->device, &engine->device_info));
  check(sinter_plan_open_file(engine->options.plan, &engine->plan));
  if (engine->options.entry != NULL) {
    check(sinter_plan_find_entry(engine->plan, engine->options.entry, &engine->entry));
  }
  engine->entry_info = (sinter_entry_info)SINTER_ENTRY_INFO_INIT;
  check(sinter_plan_get_entry(engine->plan, engine->entry, &engine->entry_info));
  choose_symbols(engine);
  engine->inputs = take(engine->entry_info.input_count * sizeof(argument_t));
  engine->outputs = take(engine->entry_info.output_count * sizeof(argument_t));
  engine->input_bytes = lay_out(engine, SINTER_INPUT, engine->entry_info.input_count, engine->inputs);
  engine->output_bytes = lay_out(engine, SINTER_OUTPUT, engine->entry_info.output_count, engine->outputs);
  engine->input_values = take(engine->input_bytes);
  for (size_t i = 0; i < engine->entry_info.input_count; ++i) {
    const argument_t *input = &engine->inputs[i];
    generate(input->info.element_type, engine->input_values + input->place, input->bytes, i);
  }
  load(engine);
}

static void close_engine(engine_t *engine) {
  sinter_loaded_plan_destroy(engine->loaded);
  sinter_plan_destroy(engine->plan);
  sinter_device_destroy(engine->device);
  free(engine->symbols);
  free(engine->inputs);
  free(engine->outputs);
  free(engine->input_values);
}

/* ---- lanes ---- */

static sinter_tensor tensor_of(const argument_t *argument, void *data) {
  sinter_tensor tensor = {sizeof(tensor),      data, argument->info.element_type, argument->info.rank, argument->dims,
                          argument->info.is_strided ? argument->strides : NULL};
  return tensor;
}

/* Binds all arguments. Outputs lie in the block `outputs`, and so do inputs that an output is tied to. */
static void bind(const engine_t *engine, const lane_t *lane, unsigned char *inputs, unsigned char *outputs) {
  for (size_t i = 0; i < engine->entry_info.input_count; ++i) {
    const sinter_tensor tensor = tensor_of(&engine->inputs[i], inputs + engine->inputs[i].place);
    check(sinter_context_bind_input(lane->context, engine->entry, i, &tensor));
  }
  for (size_t i = 0; i < engine->entry_info.output_count; ++i) {
    const argument_t *output = &engine->outputs[i];
    const sinter_tensor tensor = tensor_of(output, outputs + output->place);
    check(sinter_context_bind_output(lane->context, engine->entry, i, &tensor));
    if (output->info.tied_input < 0) continue;
    check(sinter_context_bind_input(lane->context, engine->entry, (size_t)output->info.tied_input, &tensor));
  }
  check(sinter_context_bind_symbols(lane->context, engine->entry, engine->symbols, engine->entry_info.symbol_count));
}

/* Moves the outputs, and the inputs tied to them, to another block. */
static void move_outputs(const engine_t *engine, const lane_t *lane, unsigned char *outputs) {
  for (size_t i = 0; i < engine->entry_info.output_count; ++i) {
    const argument_t *output = &engine->outputs[i];
    check(sinter_context_rebind_output(lane->context, engine->entry, i, outputs + output->place));
    if (output->info.tied_input < 0) continue;
    check(sinter_context_rebind_input(lane->context, engine->entry, (size_t)output->info.tied_input,
                                      outputs + output->place));
  }
}

/* A context with memory for `sets` sets of outputs, prepared: what it needs is all made here. */
static lane_t open_lane(const engine_t *engine, size_t sets) {
  lane_t lane = {NULL, NULL, NULL, NULL};
  check(sinter_stream_create(engine->device, &lane.stream));
  check(sinter_device_allocate(engine->device, engine->input_bytes, (void **)&lane.inputs));
  check(sinter_device_allocate(engine->device, engine->output_bytes * sets, (void **)&lane.outputs));
  check(sinter_copy_to_device(engine->device, lane.inputs, engine->input_values, engine->input_bytes, lane.stream));
  /* Outputs begin as a pattern, so that what was never written shows; tied ones as the values of their input. */
  unsigned char *pattern = take(engine->output_bytes);
  memset(pattern, FILL, engine->output_bytes);
  for (size_t i = 0; i < engine->entry_info.output_count; ++i) {
    const argument_t *output = &engine->outputs[i];
    if (output->info.tied_input < 0) continue;
    memcpy(pattern + output->place, engine->input_values + engine->inputs[output->info.tied_input].place, output->bytes);
  }
  for (size_t set = 0; set < sets; ++set) {
    check(sinter_copy_to_device(engine->device, lane.outputs + set * engine->output_bytes, pattern, engine->output_bytes,
                                lane.stream));
  }
  check(sinter_stream_synchronize(engine->device, lane.stream));
  free(pattern);

  check(sinter_context_create(engine->loaded, NULL, &lane.context));
  bind(engine, &lane, lane.inputs, lane.outputs);
  check(sinter_context_prepare(lane.context, engine->entry, engine->symbols, engine->entry_info.symbol_count));
  return lane;
}

static void close_lane(const engine_t *engine, lane_t *lane) {
  sinter_context_destroy(lane->context);
  sinter_device_free(engine->device, lane->inputs);
  sinter_device_free(engine->device, lane->outputs);
  sinter_stream_destroy(engine->device, lane->stream);
}

/* ---- the threads ---- */

/* Compares every set of outputs of a lane with the first of the thread. */
static void compare(worker_t *worker, const lane_t *lane) {
  const engine_t *engine = worker->engine;
  unsigned char *outputs = take(engine->output_bytes);
  for (size_t set = 0; set < engine->options.runs; ++set) {
    unsigned char *into = worker->first == NULL ? (worker->first = take(engine->output_bytes)) : outputs;
    check(sinter_copy_to_host(engine->device, into, lane->outputs + set * engine->output_bytes, engine->output_bytes,
                              lane->stream));
    check(sinter_stream_synchronize(engine->device, lane->stream));
    worker->different += into == outputs && memcmp(outputs, worker->first, engine->output_bytes) != 0;
  }
  free(outputs);
}

static void *work(void *argument) {
  worker_t *worker = argument;
  engine_t *engine = worker->engine;
  const options_t *options = &engine->options;
  worker->lanes = take(options->contexts * sizeof(lane_t));
  for (size_t i = 0; i < options->contexts; ++i) worker->lanes[i] = open_lane(engine, options->runs);

  /* Nobody starts before all are prepared. From here to the end of the runs the library allocates, waits for and compiles
   * nothing. */
  pthread_barrier_wait(&engine->barrier);
  worker->begin_ns = now_ns();
  for (size_t run = 0; run < options->runs; ++run) {
    for (size_t i = 0; i < options->contexts; ++i) {
      const lane_t *lane = &worker->lanes[i];
      move_outputs(engine, lane, lane->outputs + run * engine->output_bytes);
      check(sinter_context_execute(lane->context, engine->entry, lane->stream, SINTER_RUN_DEFAULT));
    }
  }
  worker->end_ns = now_ns();
  pthread_barrier_wait(&engine->barrier);

  for (size_t i = 0; i < options->contexts; ++i) {
    check(sinter_stream_synchronize(engine->device, worker->lanes[i].stream));
    compare(worker, &worker->lanes[i]);
  }
  return NULL;
}

/* Whether an execution wrote the outputs at all. */
static int is_written(const engine_t *engine, const unsigned char *outputs) {
  for (size_t i = 0; i < engine->entry_info.output_count; ++i) {
    const argument_t *output = &engine->outputs[i];
    uint64_t at = 0;
    while (at < output->bytes && outputs[output->place + at] == FILL) ++at;
    if (at == output->bytes && output->bytes > 0) return 0;
  }
  return 1;
}

static void print_counters(const engine_t *engine, const worker_t *workers) {
  sinter_context_counters sum = SINTER_CONTEXT_COUNTERS_INIT;
  for (size_t t = 0; t < engine->options.threads; ++t) {
    for (size_t i = 0; i < engine->options.contexts; ++i) {
      sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
      check(sinter_context_get_counters(workers[t].lanes[i].context, &counters));
      sum.executions += counters.executions;
      sum.graph_launches += counters.graph_launches;
      sum.kernel_launches += counters.kernel_launches;
      sum.library_calls += counters.library_calls;
      sum.parameter_updates += counters.parameter_updates;
      sum.graph_captures += counters.graph_captures;
      sum.workspace_allocations += counters.workspace_allocations;
    }
  }
  sinter_loaded_plan_info loaded = SINTER_LOADED_PLAN_INFO_INIT;
  check(sinter_loaded_plan_get_info(engine->loaded, &loaded));
  printf("  \"executions\": %" PRIu64 ",\n  \"graph_launches\": %" PRIu64 ",\n  \"kernel_launches\": %" PRIu64
         ",\n  \"library_calls\": %" PRIu64 ",\n  \"parameter_updates\": %" PRIu64 ",\n  \"graph_captures\": %" PRIu64
         ",\n  \"workspace_allocations\": %" PRIu64 ",\n  \"kernels_compiled\": %" PRIu64 ",\n",
         sum.executions, sum.graph_launches, sum.kernel_launches, sum.library_calls, sum.parameter_updates,
         sum.graph_captures, sum.workspace_allocations, loaded.kernels_compiled);
}

static int run_threads(engine_t *engine) {
  const options_t *options = &engine->options;
  if (pthread_barrier_init(&engine->barrier, NULL, (unsigned)options->threads) != 0) return 1;
  worker_t *workers = take(options->threads * sizeof(worker_t));
  pthread_t *threads = take(options->threads * sizeof(pthread_t));
  for (size_t t = 0; t < options->threads; ++t) {
    workers[t].engine = engine;
    workers[t].number = t;
    if (pthread_create(&threads[t], NULL, work, &workers[t]) != 0) {
      fprintf(stderr, "engine: cannot start thread %zu\n", t);
      exit(1);
    }
  }
  for (size_t t = 0; t < options->threads; ++t) pthread_join(threads[t], NULL);

  uint64_t different = 0;
  int64_t begin = workers[0].begin_ns, end = workers[0].end_ns;
  for (size_t t = 0; t < options->threads; ++t) {
    different += workers[t].different;
    different += memcmp(workers[t].first, workers[0].first, engine->output_bytes) != 0;
    if (workers[t].begin_ns < begin) begin = workers[t].begin_ns;
    if (workers[t].end_ns > end) end = workers[t].end_ns;
  }
  const int written = is_written(engine, workers[0].first);
  printf("{\n  \"device\": \"%s\",\n  \"threads\": %zu,\n  \"contexts\": %zu,\n  \"runs\": %zu,\n",
         engine->device_info.name, options->threads, options->threads * options->contexts, options->runs);
  print_counters(engine, workers);
  printf("  \"runs_begin_ns\": %" PRId64 ",\n  \"runs_end_ns\": %" PRId64
         ",\n  \"different\": %" PRIu64 ",\n  \"written\": %s\n}\n",
         begin, end, different, written ? "true" : "false");

  for (size_t t = 0; t < options->threads; ++t) {
    for (size_t i = 0; i < options->contexts; ++i) close_lane(engine, &workers[t].lanes[i]);
    free(workers[t].lanes);
    free(workers[t].first);
  }
  free(workers);
  free(threads);
  pthread_barrier_destroy(&engine->barrier);
  return different == 0 && written ? 0 : 1;
}

/* ---- time ---- */

static int compare_doubles(const void *a, const void *b) {
  const double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

/* What one call costs the host, in microseconds: the median of rounds that the stream is waited for in between, so that a
 * full queue never counts. */
#define MEASURE(result, call)                                               \
  do {                                                                      \
    double times_[TIMED_ROUNDS];                                            \
    for (int round_ = 0; round_ < TIMED_ROUNDS; ++round_) {                 \
      const int64_t start_ = now_ns();                                      \
      for (int run = 0; run < TIMED_RUNS; ++run) check(call);               \
      times_[round_] = (double)(now_ns() - start_) / 1000.0 / TIMED_RUNS;   \
      check(sinter_stream_synchronize(engine->device, lane.stream));        \
    }                                                                       \
    qsort(times_, TIMED_ROUNDS, sizeof(double), compare_doubles);           \
    *(result) = times_[TIMED_ROUNDS / 2];                                   \
  } while (0)

/* An execution with every argument somewhere else than in the last one. */
static sinter_status *execute_moved(const engine_t *engine, const lane_t *lane, unsigned char *inputs,
                                    unsigned char *outputs) {
  for (size_t i = 0; i < engine->entry_info.input_count; ++i) {
    check(sinter_context_rebind_input(lane->context, engine->entry, i, inputs + engine->inputs[i].place));
  }
  move_outputs(engine, lane, outputs);
  return sinter_context_execute(lane->context, engine->entry, lane->stream, SINTER_RUN_DEFAULT);
}

static int run_timed(engine_t *engine) {
  lane_t lane = open_lane(engine, 2), other = open_lane(engine, 1);
  double bare = 0, unchanged = 0, changed = 0;
  /* The same launches as a graph of the caller's own. */
  sinter_graph *graph = NULL;
  if (engine->device_info.supports_graphs) {
    check(sinter_capture_begin(engine->device, lane.stream));
    sinter_status *executed = sinter_context_execute(lane.context, engine->entry, lane.stream, SINTER_RUN_LAUNCHES);
    sinter_status *ended = sinter_capture_end(engine->device, lane.stream, &graph);
    check(executed);
    check(ended);
    MEASURE(&bare, sinter_graph_launch(graph, lane.stream));
  }
  MEASURE(&unchanged, sinter_context_execute(lane.context, engine->entry, lane.stream, SINTER_RUN_DEFAULT));
  MEASURE(&changed, execute_moved(engine, &lane, run % 2 == 0 ? other.inputs : lane.inputs,
                                  lane.outputs + (size_t)(run % 2 == 0) * engine->output_bytes));
  sinter_context_counters counters = SINTER_CONTEXT_COUNTERS_INIT;
  check(sinter_context_get_counters(lane.context, &counters));
  printf("{\n  \"device\": \"%s\",\n  \"tensors\": %zu,\n  \"bare_graph_launch_us\": %.3f,\n  \"unchanged_us\": %.3f,\n"
         "  \"changed_us\": %.3f,\n  \"executions\": %" PRIu64 ",\n  \"graph_launches\": %" PRIu64
         ",\n  \"parameter_updates\": %" PRIu64 "\n}\n",
         engine->device_info.name, engine->entry_info.input_count + engine->entry_info.output_count, bare, unchanged,
         changed, counters.executions, counters.graph_launches, counters.parameter_updates);
  sinter_graph_destroy(graph);
  close_lane(engine, &lane);
  close_lane(engine, &other);
  return 0;
}

int main(int argc, char **argv) {
  engine_t engine;
  memset(&engine, 0, sizeof(engine));
  engine.options = read_options(argc, argv);
  open_engine(&engine);
  const int result = engine.options.time ? run_timed(&engine) : run_threads(&engine);
  close_engine(&engine);
  return result;
}
