// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that keeps what tuning found, for any number of graphs and GPUs: one line of JSON a kernel, or library's product, and GPU, after one that names the format. So files are merged by
// putting one after the other, and compared line by line.

#ifndef SINTER_COMPILER_TUNING_TUNINGFILE_H
#define SINTER_COMPILER_TUNING_TUNINGFILE_H

#include "runtime/base/matmul_choice.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace sinter {

/// What was measured of a kernel on a GPU.
struct TuningEntry {
  std::string kernel; // its fingerprint
  std::string gpu;    // "NVIDIA H200"
  std::string target; // "sm_90"
  std::string schedule;              // the text of the #kernel.schedule that won
  std::string rule;                  // and of the rules' choice, which it may be
  double ruleMicroseconds = 0, tunedMicroseconds = 0;
  int64_t candidates = 0; // that were measured, beside the rules' choice
  std::string name;       // of the kernel where it was met first
  std::map<std::string, int64_t> at; // values of symbols
  std::string date, driver, compiler, version;
  int64_t line = 0; // of the file that it was read from; 0: of none

  bool isPinned() const { return schedule != rule; }
};

/// What was measured of a library's product on a GPU.
struct ProductTuningEntry {
  std::string product;   // its fingerprint (runtime/gemm/matmul_key.h)
  std::string gpu, target;
  std::string provider;  // "cuBLASLt 13.1.0"
  std::string algorithm; // the fastest one, as the library knows it: bytes in hexadecimal digits
  std::string words;     // and for people
  double estimateMicroseconds = 0, tunedMicroseconds = 0; // by the library's first estimate, and by that one
  int64_t rank = 0, offered = 0; // of it by the library's estimate, from 1, and of how many
  std::string name;              // the problem, for people
  std::map<std::string, int64_t> at;
  std::string date, driver, version;
  int64_t line = 0;

  /// The entry as a plan has it.
  rt::MatmulPin pin() const;
};

class TuningFile {
public:
  /// A file that is not there is empty. kInvalidArgument names the file, the line and what was expected.
  static absl::StatusOr<TuningFile> read(const std::string &path);
  /// Of entries for the same kernel and GPU the last one holds.
  static absl::StatusOr<TuningFile> parse(absl::string_view text, const std::string &path);

  const std::string &getPath() const { return path; }
  std::vector<const TuningEntry *> getEntries() const;
  /// Null where there is none.
  const TuningEntry *find(const std::string &kernel, const std::string &gpu, const std::string &target) const;
  void set(TuningEntry entry);
  /// One for each version of the library that it was measured with.
  std::vector<const ProductTuningEntry *> findProducts(const std::string &product, const std::string &gpu, const std::string &target) const;
  void set(ProductTuningEntry entry);

  /// The kernels' entries that hold where code is made for `target`: those of the GPU `gpu`, or where that is empty of the only one that there is for the target. kInvalidArgument
  /// lists the GPUs where there are several, or none of that name; kNotFound says what targets there are where none is `target`.
  absl::StatusOr<std::vector<const TuningEntry *>> entriesFor(const std::string &target, const std::string &gpu) const;

  /// The products of all GPUs that code for `target` runs on: a plan may have pins for several.
  std::vector<const ProductTuningEntry *> productsFor(const std::string &target) const;

  /// Kernels, then products, ordered by target, GPU and fingerprint, so that equal contents are equal texts.
  std::string toText() const;
  /// Replaces the file at once.
  absl::Status write() const;

private:
  std::string path;
  std::map<std::tuple<std::string, std::string, std::string>, TuningEntry> entries; // by target, GPU and kernel
  std::map<std::tuple<std::string, std::string, std::string, std::string>, ProductTuningEntry> products; // by target, GPU, product and library
};

} // namespace sinter

#endif // SINTER_COMPILER_TUNING_TUNINGFILE_H
