// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all programs here share: the folder in which files are put before they are read (readers take paths, and look
// beside them), and the sanitizer's options.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "test/Fuzz/reader.h"

// A size that a file declares must be checked before it is asked for: a larger block is a report, not memory. Where the
// code asks in a way that may fail, it is told so. LLVM's archives are not instrumented: they do not undo what its
// headers poison in our code.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
  return "max_allocation_size_mb=2048:allocator_may_return_null=1:detect_leaks=0:allow_user_poisoning=0";
}

namespace sinter::fuzz {
namespace {

class Scratch {
 public:
  Scratch() {
    // In memory where that can be had: a fuzzer writes thousands of files a second.
    std::string pattern = std::string(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/sinter-fuzz.XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
      std::perror("cannot make a folder for the files");
      std::_Exit(2);
    }
    path_ = pattern;
  }
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

const std::string& ScratchFolder() {
  static Scratch scratch;
  return scratch.path();
}

std::string WriteScratch(const std::string& name, const std::string& bytes) {
  std::string path = ScratchFolder() + "/" + name;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fclose(file) != 0) {
    std::perror(path.c_str());
    std::_Exit(2);
  }
  return path;
}

}  // namespace sinter::fuzz
