// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The child program of a check: loads a module of kernels that was compiled with a sanitizer and runs one launch of it,
// as a job file says. Compiled at run time together with the SIMT runtime; needs nothing but the C++ library.
//
//   runner describe MODULE SYMBOL   prints each parameter's size in bytes, with a `p` after a pointer's
//   runner launch JOB               runs the job; writes the buffers back
//
// A job is lines of words: `module PATH`, `kernel SYMBOL`, `grid X Y Z`, `block X Y Z`, `order N SEED`,
// `buffer PATH BYTES`, then for each parameter `pointer BUFFER OFFSET` or `value HEX`.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/cpu/simt_runtime.h"

namespace {

struct Buffer {
  std::string path;
  char* data;
  size_t bytes;
};

// Exit codes that the parent knows; a sanitizer's own is 66.
constexpr int kBadJob = 64, kKernelError = 65;

[[noreturn]] void Die(int code, const std::string& message) {
  std::cerr << "sinter-check: " << message << std::endl;
  _exit(code);
}

// Closed by nobody: what a report names must still be mapped.
const sinter_simt_kernel& LoadKernel(const std::string& module, const std::string& symbol) {
  void* library = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) Die(kBadJob, std::string("cannot load the module: ") + dlerror());
  auto* api = static_cast<const sinter_simt_api**>(dlsym(library, "sinter_simt"));
  auto* kernel = static_cast<const sinter_simt_kernel*>(dlsym(library, ("sinter_entry_" + symbol).c_str()));
  if (api == nullptr || kernel == nullptr) Die(kBadJob, "the image has no kernel `" + symbol + "`");
  *api = sinter::rt::SimtApi();
  return *kernel;
}

// A heap block of exactly the size, so that an access past its end is seen.
Buffer ReadBuffer(const std::string& path, size_t bytes) {
  void* data = nullptr;
  if (posix_memalign(&data, 256, bytes) != 0) Die(kBadJob, "cannot allocate " + std::to_string(bytes) + " bytes");
  FILE* file = fopen(path.c_str(), "rb");
  if (file == nullptr || fread(data, 1, bytes, file) != bytes) Die(kBadJob, "cannot read " + path);
  fclose(file);
  return {path, static_cast<char*>(data), bytes};
}

void WriteBuffer(const Buffer& buffer) {
  FILE* file = fopen(buffer.path.c_str(), "wb");
  if (file == nullptr || fwrite(buffer.data, 1, buffer.bytes, file) != buffer.bytes || fclose(file) != 0) {
    Die(kBadJob, "cannot write " + buffer.path);
  }
}

int Describe(const std::string& module, const std::string& symbol) {
  const sinter_simt_kernel& kernel = LoadKernel(module, symbol);
  for (unsigned i = 0; i < kernel.parameter_count; ++i) {
    std::cout << kernel.parameters[i].bytes << (kernel.parameters[i].is_pointer ? "p " : " ");
  }
  std::cout << std::endl;
  return 0;
}

std::vector<char> Bytes(const std::string& hex) {
  std::vector<char> bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

int LaunchJob(const std::string& job_path) {
  std::ifstream job(job_path);
  std::string module, symbol, line;
  sinter::rt::SimtLaunch launch;
  sinter::rt::SimtOptions options;
  options.worker_count = 1;
  options.strict = true;
  std::vector<Buffer> buffers;
  std::vector<std::vector<char>> values;
  while (std::getline(job, line)) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "module") words >> module;
    if (key == "kernel") words >> symbol;
    if (key == "grid") words >> launch.grid.x >> launch.grid.y >> launch.grid.z;
    if (key == "block") words >> launch.block.x >> launch.block.y >> launch.block.z;
    if (key == "order") {
      unsigned order = 0;
      words >> order >> options.seed;
      options.order = static_cast<sinter::rt::SimtOrder>(order);
    }
    if (key == "buffer") {
      std::string path;
      size_t bytes = 0;
      words >> path >> bytes;
      buffers.push_back(ReadBuffer(path, bytes));
    }
    if (key == "pointer") {
      size_t buffer = 0, offset = 0;
      words >> buffer >> offset;
      char* pointer = buffers.at(buffer).data + offset;
      values.emplace_back(reinterpret_cast<char*>(&pointer), reinterpret_cast<char*>(&pointer) + sizeof(pointer));
    }
    if (key == "value") {
      std::string hex;
      words >> hex;
      values.push_back(Bytes(hex));
    }
    if (!words && !words.eof()) Die(kBadJob, "cannot read the job's line: " + line);
  }
  const sinter_simt_kernel& kernel = LoadKernel(module, symbol);
  if (values.size() != kernel.parameter_count) Die(kBadJob, "wrong number of parameters");
  std::vector<void*> parameters;
  for (std::vector<char>& value : values) parameters.push_back(value.data());
  launch.name = symbol.c_str();
  launch.entry = kernel.entry;
  launch.parameters = parameters.data();
  sinter::rt::SimtRuntime runtime;
  const sinter::rt::SimtResult result = runtime.Launch(launch, options);
  if (!result.error.empty()) Die(kKernelError, result.error);
  for (const Buffer& buffer : buffers) WriteBuffer(buffer);
  std::cout.flush();
  _exit(0);  // no leak report: nothing was meant to be freed
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "describe" && argc == 4) return Describe(argv[2], argv[3]);
  if (command == "launch" && argc == 3) return LaunchJob(argv[2]);
  Die(kBadJob, "expected `describe MODULE SYMBOL` or `launch JOB`");
}
