/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The simplest engine: runs entry `decode` of the documentation's plan once, on the GPU or on the CPU path, and prints what
 * comes out. docs/Embedding.md explains it piece by piece.
 *   first PLAN */
#include <sinter/sinter.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the message of a status that is an error. */
static void check(sinter_status *status) {
  if (status == NULL) return;
  fprintf(stderr, "first: %s: %s\n", sinter_code_name(sinter_status_code(status)), sinter_status_message(status));
  sinter_status_destroy(status);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: first PLAN\n");
    return 2;
  }
  if (sinter_abi_version() != SINTER_ABI_VERSION) {
    fprintf(stderr, "first: made for another version of the library than %s\n", sinter_version());
    return 1;
  }

  /* Load: a device, the plan, and the plan on the device with the weight that it asks for. */
  sinter_device *device = NULL;
  check(sinter_device_create(NULL, &device));
  sinter_plan *plan = NULL;
  check(sinter_plan_open_file(argv[1], &plan));

  const float scale[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const int64_t width[1] = {8};
  sinter_supplied_constant constant = SINTER_SUPPLIED_CONSTANT_INIT;
  constant.name = "scale";
  constant.data = scale;
  constant.element_type = SINTER_F32;
  constant.rank = 1;
  constant.dims = width;
  sinter_load_options load = SINTER_LOAD_OPTIONS_INIT;
  load.constants = &constant;
  load.constant_count = 1;
  sinter_loaded_plan *loaded = NULL;
  check(sinter_plan_load(plan, device, &load, &loaded));

  /* Prepare: everything that executions need. This entry has no symbols. */
  size_t entry = 0;
  check(sinter_plan_find_entry(plan, "decode", &entry));
  sinter_context *context = NULL;
  check(sinter_context_create(loaded, NULL, &context));
  check(sinter_context_prepare(context, entry, NULL, 0));

  /* Memory on the device. Engines use their own; this is what the library offers to programs without CUDA's headers. */
  const float host_x[8] = {1, 1, 1, 1, 2, 2, 2, 2}, host_state[8] = {0, 0, 0, 0, 1, 1, 1, 1};
  sinter_stream stream = NULL;
  check(sinter_stream_create(device, &stream));
  void *x = NULL, *state = NULL;
  check(sinter_device_allocate(device, sizeof(host_x), &x));
  check(sinter_device_allocate(device, sizeof(host_state), &state));
  check(sinter_copy_to_device(device, x, host_x, sizeof(host_x), stream));
  check(sinter_copy_to_device(device, state, host_state, sizeof(host_state), stream));

  /* Bind and execute: state_out is tied to state, so both are bound to one pointer. */
  sinter_tensor tensor = SINTER_TENSOR_INIT;
  tensor.element_type = SINTER_F32;
  tensor.rank = 1;
  tensor.dims = width;
  tensor.data = x;
  check(sinter_context_bind_input(context, entry, 0, &tensor));
  tensor.data = state;
  check(sinter_context_bind_input(context, entry, 1, &tensor));
  check(sinter_context_bind_output(context, entry, 0, &tensor));
  check(sinter_context_execute(context, entry, stream, SINTER_RUN_DEFAULT));

  float result[8];
  check(sinter_copy_to_host(device, result, state, sizeof(result), stream));
  check(sinter_stream_synchronize(device, stream));
  for (int i = 0; i < 8; ++i) printf("%g%s", result[i], i < 7 ? " " : "\n");

  /* In any order; the work has ended. */
  sinter_context_destroy(context);
  sinter_loaded_plan_destroy(loaded);
  sinter_plan_destroy(plan);
  sinter_device_free(device, x);
  sinter_device_free(device, state);
  sinter_stream_destroy(device, stream);
  sinter_device_destroy(device);
  return 0;
}
