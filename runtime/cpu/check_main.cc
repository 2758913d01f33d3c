// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The child program of a check: loads a module of kernels that was compiled with a sanitizer and runs one launch of it,
// as a job file says. Compiled at run time together with the SIMT runtime; needs nothing but the C++ library.
//
//   runner describe MODULE SYMBOL   prints each parameter's size in bytes, with a `p` after a pointer's
//   runner launch JOB               runs the job; writes the buffers back
//
// A job is lines of words: `module PATH`, `kernel SYMBOL`, `grid X Y Z`, `block X Y Z`, `order N SEED`,
// `buffer BYTES PATH`, then for each parameter `pointer BUFFER OFFSET` or `value HEX`.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
  fprintf(stderr, "sinter-check: %s\n", message.c_str());
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
    printf("%u%s", kernel.parameters[i].bytes, kernel.parameters[i].is_pointer ? "p " : " ");
  }
  printf("\n");
  return 0;
}

std::vector<char> Bytes(const std::string& hex) {
  std::vector<char> bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(strtoul(hex.substr(i, 2).c_str(), nullptr, 16)));
  }
  return bytes;
}

// The job's words, one at a time. No job of ours has blanks in a word but where a folder's name has.
class Words {
 public:
  explicit Words(const std::string& path) {
    FILE* file = fopen(path.c_str(), "rb");
    if (file == nullptr) Die(kBadJob, "cannot read " + path);
    for (int c; (c = fgetc(file)) != EOF;) text_ += static_cast<char>(c);
    fclose(file);
  }
  bool done() const { return at_ >= text_.size(); }
  std::string Next(char end = ' ') {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != end && text_[at_] != '\n') ++at_;
    return text_.substr(begin, at_++ - begin);
  }
  std::string Rest() { return Next('\n'); }
  unsigned long Number() { return strtoul(Next().c_str(), nullptr, 10); }
  sinter_simt_dim3 Triple() {
    sinter_simt_dim3 v;
    v.x = static_cast<unsigned>(Number());
    v.y = static_cast<unsigned>(Number());
    v.z = static_cast<unsigned>(Number());
    return v;
  }

 private:
  std::string text_;
  size_t at_ = 0;
};

int LaunchJob(const std::string& job_path) {
  std::string module, symbol;
  sinter::rt::SimtLaunch launch;
  sinter::rt::SimtOptions options;
  options.worker_count = 1;
  options.strict = true;
  std::vector<Buffer> buffers;
  std::vector<std::vector<char>> values;
  for (Words words(job_path); !words.done();) {
    const std::string key = words.Next();
    if (key == "module") {
      module = words.Rest();
    } else if (key == "kernel") {
      symbol = words.Rest();
    } else if (key == "grid") {
      launch.grid = words.Triple();
    } else if (key == "block") {
      launch.block = words.Triple();
    } else if (key == "order") {
      options.order = static_cast<sinter::rt::SimtOrder>(words.Number());
      options.seed = static_cast<uint32_t>(words.Number());
    } else if (key == "buffer") {
      const size_t bytes = words.Number();
      buffers.push_back(ReadBuffer(words.Rest(), bytes));
    } else if (key == "pointer") {
      const size_t buffer = words.Number();
      if (buffer >= buffers.size()) Die(kBadJob, "no such buffer");
      char* pointer = buffers[buffer].data + words.Number();
      values.emplace_back(reinterpret_cast<char*>(&pointer), reinterpret_cast<char*>(&pointer) + sizeof(pointer));
    } else if (key == "value") {
      values.push_back(Bytes(words.Rest()));
    } else {
      Die(kBadJob, "unknown word in the job: " + key);
    }
  }
  const sinter_simt_kernel& kernel = LoadKernel(module, symbol);
  if (values.size() != kernel.parameter_count) Die(kBadJob, "wrong number of parameters");
  std::vector<void*> parameters;
  for (std::vector<char>& value : values) parameters.push_back(value.data());
  launch.name = symbol.c_str();
  launch.cluster = kernel.cluster;
  launch.entry = kernel.entry;
  launch.parameters = parameters.data();
  sinter::rt::SimtRuntime runtime;
  const sinter::rt::SimtResult result = runtime.Launch(launch, options);
  if (!result.error.empty()) Die(kKernelError, result.error);
  for (const Buffer& buffer : buffers) WriteBuffer(buffer);
  _exit(0);  // no leak report: nothing was meant to be freed
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "describe" && argc == 4) return Describe(argv[2], argv[3]);
  if (command == "launch" && argc == 3) return LaunchJob(argv[2]);
  Die(kBadJob, "expected `describe MODULE SYMBOL` or `launch JOB`");
}
