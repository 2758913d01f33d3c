// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A disk cache of compiled kernels, addressed by content and safe for many processes, and a compiler that uses it.
#ifndef SINTER_RUNTIME_JIT_KERNEL_CACHE_H_
#define SINTER_RUNTIME_JIT_KERNEL_CACHE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/jit/kernel_compiler.h"

namespace sinter::rt {

struct KernelCacheStats {
  int64_t hits = 0;
  int64_t misses = 0;
  int64_t compiles = 0;          // kernels that were compiled and came out well
  int64_t corrupt = 0;           // entries or images that failed their check, and were removed
  int64_t publish_failures = 0;  // the kernel was compiled and served, but could not be kept
};

// $SINTER_CACHE_DIR, else $XDG_CACHE_HOME/sinter, else $HOME/.cache/sinter; empty where none of them is set.
std::string DefaultKernelCacheFolder();

// The files of a cache. Kernels that were compiled together share an image: an entry, named by its key, holds the
// kernel's symbol, what the kernel takes, and the image's hash; an image is named by the hash of its bytes:
//
//   <folder>/v1/entries/<2 digits>/<key>       <folder>/v1/images/<2 digits>/<sha256>       <folder>/v1/partial/
//
// A file appears whole or not at all: it is written to partial/, synced and renamed, images before the entries that
// name them. Both kinds are checked when read, and removed where the check fails. Thread-safe.
class KernelCache {
 public:
  struct Entry {
    std::string symbol;
    std::string image_hash;
    std::optional<KernelResources> resources;
  };

  // Opens the cache in `folder`, which need not exist yet. Files that a killed process left half-written are removed
  // once they are an hour old.
  explicit KernelCache(std::string folder);

  // Nothing where the key is unknown or its entry is corrupt.
  std::optional<Entry> FindEntry(const std::string& key);
  // Nothing where the image is missing or corrupt.
  std::optional<std::vector<uint8_t>> ReadImage(const std::string& image_hash);

  // Gives the image's hash.
  absl::StatusOr<std::string> PublishImage(absl::Span<const uint8_t> bytes);
  absl::Status PublishEntry(const std::string& key, const Entry& entry);

  const std::string& folder() const { return folder_; }
  // Files that failed their check so far.
  int64_t corrupt_count() const { return corrupt_; }

 private:
  std::string PathOf(const char* kind, const std::string& name) const;
  absl::Status WriteAtomically(const std::string& path, absl::Span<const uint8_t> bytes) const;
  void RemoveStalePartials() const;

  std::string folder_;
  std::atomic<int64_t> corrupt_{0};
};

// A compiler that first looks in a cache. The key of a kernel is the hash of its text, the target, and the inner
// compiler's identity (its version, options and headers).
class CachingCompiler : public KernelCompiler {
 public:
  // An empty `folder` compiles everything and keeps nothing. `warn` is called once where what was compiled cannot be
  // kept, with the folder and the reason.
  CachingCompiler(std::unique_ptr<KernelCompiler> inner, const std::string& folder,
                  std::function<void(absl::string_view)> warn = nullptr);

  absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources,
                                                     absl::string_view target) override;
  absl::StatusOr<CompileOutput> CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                  absl::string_view target) override;
  std::string Identity() const override { return inner_->Identity(); }

  std::string KeyOf(const KernelSource& source, absl::string_view target) const;
  KernelCacheStats stats() const;

 private:
  void NoteUnkept(const absl::Status& status);
  void Publish(absl::Span<const KernelSource> sources, absl::string_view target, const CompileOutput& output);

  std::unique_ptr<KernelCompiler> inner_;
  const std::function<void(absl::string_view)> warn_;
  std::unique_ptr<KernelCache> cache_;
  std::string identity_;
  std::atomic<int64_t> hits_{0}, misses_{0}, compiles_{0}, publish_failures_{0};
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_JIT_KERNEL_CACHE_H_
