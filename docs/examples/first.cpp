// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH
// LLVM-exception The simplest engine again, in C++: no exceptions, nothing to destroy by hand.
//   first PLAN
#include <cstdio>
#include <sinter/sinter.hpp>

// What went wrong, or OK.
sinter::Status Run(const char* path) {
  sinter::Result<sinter::Device> device = sinter::Device::Create();
  if (!device.ok()) return device.TakeStatus();
  sinter::Result<sinter::Plan> plan = sinter::Plan::OpenFile(path);
  if (!plan.ok()) return plan.TakeStatus();

  const float scale[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<int64_t> dims = {8};
  sinter_supplied_constant constant = SINTER_SUPPLIED_CONSTANT_INIT;
  constant.name = "scale";
  constant.data = scale;
  constant.element_type = SINTER_F32;
  constant.rank = 1;
  constant.dims = dims.data();
  sinter_load_options options = SINTER_LOAD_OPTIONS_INIT;
  options.constants = &constant;
  options.constant_count = 1;
  sinter::Result<sinter::LoadedPlan> loaded = plan->Load(*device, options);
  if (!loaded.ok()) return loaded.TakeStatus();

  sinter::Result<size_t> entry = plan->FindEntry("decode");
  if (!entry.ok()) return entry.TakeStatus();
  sinter::Result<sinter::Context> context = sinter::Context::Create(*loaded);
  if (!context.ok()) return context.TakeStatus();
  if (sinter::Status status = context->Prepare(*entry); !status.ok()) return status;

  const float host_x[8] = {1, 1, 1, 1, 2, 2, 2, 2}, host_state[8] = {0, 0, 0, 0, 1, 1, 1, 1};
  sinter::Result<sinter::Stream> stream = sinter::Stream::Create(*device);
  if (!stream.ok()) return stream.TakeStatus();
  sinter::Result<sinter::Memory> x = sinter::Memory::Allocate(*device, sizeof(host_x));
  if (!x.ok()) return x.TakeStatus();
  sinter::Result<sinter::Memory> state = sinter::Memory::Allocate(*device, sizeof(host_state));
  if (!state.ok()) return state.TakeStatus();
  const sinter_tensor bound_x = sinter::Tensor(x->data(), SINTER_F32, dims);
  const sinter_tensor bound_state = sinter::Tensor(state->data(), SINTER_F32, dims);
  float result[8] = {};
  sinter::Status status = device->CopyToDevice(x->data(), host_x, sizeof(host_x), stream->get());
  if (status.ok()) status = device->CopyToDevice(state->data(), host_state, sizeof(host_state), stream->get());
  if (status.ok()) status = context->BindInput(*entry, 0, bound_x);
  if (status.ok()) status = context->BindInput(*entry, 1, bound_state);
  if (status.ok()) status = context->BindOutput(*entry, 0, bound_state);
  if (status.ok()) status = context->Execute(*entry, stream->get());
  if (status.ok()) status = device->CopyToHost(result, state->data(), sizeof(result), stream->get());
  if (status.ok()) status = stream->Synchronize();
  if (!status.ok()) return status;
  for (int i = 0; i < 8; ++i) std::printf("%g%s", static_cast<double>(result[i]), i < 7 ? " " : "\n");
  return status;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: first PLAN\n");
    return 2;
  }
  const sinter::Status status = Run(argv[1]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "first: %s: %s\n", sinter_code_name(status.code()), status.message());
  return 1;
}
