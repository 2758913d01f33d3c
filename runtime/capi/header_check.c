/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiles sinter.h as strict C99, first in the file, with every initialiser used once. */
#include <sinter/sinter.h>

size_t sinter_header_check(void);
size_t sinter_header_check(void) {
  const sinter_allocator allocator = SINTER_ALLOCATOR_INIT;
  const sinter_device_options device_options = SINTER_DEVICE_OPTIONS_INIT;
  const sinter_device_info device_info = SINTER_DEVICE_INFO_INIT;
  const sinter_device_counters device_counters = SINTER_DEVICE_COUNTERS_INIT;
  const sinter_plan_info plan_info = SINTER_PLAN_INFO_INIT;
  const sinter_entry_info entry_info = SINTER_ENTRY_INFO_INIT;
  const sinter_symbol_info symbol_info = SINTER_SYMBOL_INFO_INIT;
  const sinter_argument_info argument_info = SINTER_ARGUMENT_INFO_INIT;
  const sinter_extent_info extent_info = SINTER_EXTENT_INFO_INIT;
  const sinter_argument_shape argument_shape = SINTER_ARGUMENT_SHAPE_INIT;
  const sinter_constant_info constant_info = SINTER_CONSTANT_INFO_INIT;
  const sinter_supplied_constant constant = SINTER_SUPPLIED_CONSTANT_INIT;
  const sinter_load_options load_options = SINTER_LOAD_OPTIONS_INIT;
  const sinter_loaded_plan_info loaded_info = SINTER_LOADED_PLAN_INFO_INIT;
  const sinter_context_options context_options = SINTER_CONTEXT_OPTIONS_INIT;
  const sinter_context_counters context_counters = SINTER_CONTEXT_COUNTERS_INIT;
  const sinter_tensor tensor = SINTER_TENSOR_INIT;
  return allocator.struct_size + device_options.struct_size + device_info.struct_size + device_counters.struct_size +
         plan_info.struct_size + entry_info.struct_size + symbol_info.struct_size + argument_info.struct_size +
         extent_info.struct_size + argument_shape.struct_size + constant_info.struct_size + constant.struct_size +
         load_options.struct_size + loaded_info.struct_size + context_options.struct_size +
         context_counters.struct_size + tensor.struct_size;
}
