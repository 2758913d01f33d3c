// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feeds a reader files as they are (a corpus, what a fuzzer found) and, with --mutate, each with every byte changed in
// several ways and cut off after each byte. Needs no libFuzzer, so any build checks the readers with it.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "test/Fuzz/reader.h"

namespace sinter::fuzz {
namespace {

constexpr unsigned kMaxSeconds = 30;  // for one file; a sanitizer on a busy machine is slow

// What is being read, for the report of a crash: files of a change differ from the seed in one byte.
char current[512];

void Die(int signal) {
  static const char kHead[] = "\nreplay: while reading ";
  (void)!write(2, kHead, sizeof(kHead) - 1);
  (void)!write(2, current, std::strlen(current));
  (void)!write(2, "\n", 1);
  if (signal == SIGALRM) {
    static const char kTail[] = "replay: it takes too long\n";
    (void)!write(2, kTail, sizeof(kTail) - 1);
    _exit(1);
  }
  // The sanitizer's report has been printed by then, or there is none.
  ::signal(signal, SIG_DFL);
  raise(signal);
}

struct Counts {
  uint64_t read = 0, accepted = 0, refused = 0, wrong = 0;
};

class Replay {
 public:
  explicit Replay(std::vector<int> patterns) : patterns_(std::move(patterns)), place_(kPlacePattern) {}

  void File(const std::string& path, bool mutates) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) return Wrong(path, "cannot be read");
    seed_ = path;
    const absl::Status status = One(bytes, "as it is");
    // Nothing is tried of a seed that is refused as it is.
    if (!mutates) return;
    if (!status.ok()) return Wrong("as it is", "is refused: " + std::string(status.message()));
    std::string changed = bytes;
    for (size_t at = 0; at < bytes.size(); ++at) {
      for (int pattern : patterns_) {
        changed[at] = static_cast<char>(bytes[at] ^ pattern);
        char how[64];
        std::snprintf(how, sizeof(how), "byte %zu changed by %#04x", at, pattern);
        if (One(changed, how).ok() && kHasChecksums) Wrong(how, "is read as if nothing had happened");
      }
      changed[at] = bytes[at];
    }
    for (size_t size = 0; size < bytes.size(); ++size) {
      char how[64];
      std::snprintf(how, sizeof(how), "cut off after %zu bytes", size);
      if (One(bytes.substr(0, size), how).ok() && kHasChecksums) Wrong(how, "is read as if nothing had happened");
    }
  }

  const Counts& counts() const { return counts_; }

 private:
  absl::Status One(const std::string& bytes, const char* how) {
    std::snprintf(current, sizeof(current), "%s, %s", seed_.c_str(), how);
    const std::string path = WriteScratch(kFileName, bytes);
    alarm(kMaxSeconds);
    absl::Status status = Read(path);
    alarm(0);
    ++counts_.read;
    ++(status.ok() ? counts_.accepted : counts_.refused);
    if (!status.ok()) {
      const std::string message(status.message());
      if (message.find(kFileName) == std::string::npos) Wrong(how, "is refused without the file's name: " + message);
      if (!std::regex_search(message, place_)) Wrong(how, "is refused without a place: " + message);
    }
    return status;
  }

  void Wrong(const std::string& how, const std::string& what) {
    if (++counts_.wrong <= 20) std::fprintf(stderr, "%s, %s: %s\n", seed_.c_str(), how.c_str(), what.c_str());
  }

  const std::vector<int> patterns_;
  const std::regex place_;
  std::string seed_;
  Counts counts_;
};

std::vector<std::string> FilesOf(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

int Main(int argc, char** argv) {
  bool mutates = false, prints = false;
  std::vector<int> patterns = {0xFF, 0x01, 0x80};
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--mutate") {
      mutates = true;
    } else if (argument == "--mutate=all") {
      mutates = true;
      patterns = {0xFF, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
    } else if (argument == "--print") {
      prints = true;
    } else if (argument[0] == '-') {
      std::fprintf(stderr,
                   "usage: %s [--mutate|--mutate=all] [--print] FILE|FOLDER...\n"
                   "  --mutate      each file must be good; it is read with each byte changed in 3 ways, and cut off\n"
                   "                after each byte\n"
                   "  --mutate=all  in 9 ways: all bits, and each alone\n"
                   "  --print       print what is said of each file\n",
                   argv[0]);
      return 2;
    } else {
      for (std::string& file : FilesOf(argument)) files.push_back(std::move(file));
    }
  }
  for (int signal : {SIGALRM, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) ::signal(signal, Die);
  if (prints) {
    for (const std::string& file : files) {
      std::ifstream stream(file, std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
      const absl::Status status = Read(WriteScratch(kFileName, bytes));
      std::printf("%s: %s\n", file.c_str(), status.ok() ? "good" : std::string(status.message()).c_str());
    }
    return 0;
  }
  const auto start = std::chrono::steady_clock::now();
  Replay replay(patterns);
  for (const std::string& file : files) replay.File(file, mutates);
  const Counts& counts = replay.counts();
  std::printf("%zu files, %llu reads in %.1f s: %llu accepted, %llu refused, %llu wrong\n", files.size(),
              static_cast<unsigned long long>(counts.read),
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
              static_cast<unsigned long long>(counts.accepted), static_cast<unsigned long long>(counts.refused),
              static_cast<unsigned long long>(counts.wrong));
  return counts.wrong != 0 || files.empty() ? 1 : 0;
}

}  // namespace
}  // namespace sinter::fuzz

int main(int argc, char** argv) { return sinter::fuzz::Main(argc, argv); }
