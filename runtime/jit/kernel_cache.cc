// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache's files, and the compiler around it.
#include "runtime/jit/kernel_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/base/sha256.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

constexpr absl::string_view kEntryHead = "sinter kernel cache entry 1";
constexpr time_t kPartialFileLifeSeconds = 3600;

absl::Status SystemError(const char* call, const std::string& path) {
  return absl::UnavailableError(absl::StrCat("kernel cache: ", call, " ", path, ": ", std::strerror(errno)));
}

// Makes the folder and those above it.
absl::Status MakeFolders(const std::string& folder) {
  for (size_t at = folder.find('/', 1); at != std::string::npos; at = folder.find('/', at + 1)) {
    mkdir(folder.substr(0, at).c_str(), 0755);  // a failure shows at the last one
  }
  if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return SystemError("cannot make folder", folder);
  return absl::OkStatus();
}

std::optional<std::vector<uint8_t>> ReadWholeFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::vector<uint8_t> bytes;
  struct stat facts;
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)) bytes.resize(static_cast<size_t>(facts.st_size));
  size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = read(file, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size += static_cast<size_t>(got);
  }
  close(file);
  bytes.resize(size);
  return bytes;
}

absl::Status WriteAll(int file, absl::Span<const uint8_t> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return SystemError("cannot write", path);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (fsync(file) != 0) return SystemError("cannot sync", path);
  return absl::OkStatus();
}

// Keys and hashes name files, so nothing else may get into a path.
bool IsHash(absl::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

// An entry is a few lines, the last of which is the hash of those before it.
std::string FormatEntry(const KernelCache::Entry& entry) {
  std::string text = absl::StrCat(kEntryHead, "\nsymbol ", entry.symbol, "\nimage ", entry.image_hash, "\n");
  if (entry.resources.has_value()) {
    const KernelResources& r = *entry.resources;
    absl::StrAppend(&text, "resources ", r.registers, " ", r.stack_bytes, " ", r.spill_store_bytes, " ",
                    r.spill_load_bytes, " ", r.shared_bytes, "\n");
  }
  return absl::StrCat(text, Sha256Hex(text), "\n");
}

bool ParseResources(absl::string_view line, KernelResources* resources) {
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  int32_t* const fields[] = {&resources->registers, &resources->stack_bytes, &resources->spill_store_bytes,
                             &resources->spill_load_bytes, &resources->shared_bytes};
  if (words.size() != 6 || words[0] != "resources") return false;
  for (int i = 0; i < 5; ++i) {
    if (!absl::SimpleAtoi(words[i + 1], fields[i])) return false;
  }
  return true;
}

std::optional<KernelCache::Entry> ParseEntry(const std::string& text) {
  if (text.size() < 66 || text.back() != '\n') return std::nullopt;
  const std::string body = text.substr(0, text.size() - 65);
  if (text.substr(body.size(), 64) != Sha256Hex(body)) return std::nullopt;
  const std::vector<std::string> lines = absl::StrSplit(body, '\n');
  if (lines.size() < 4 || lines[0] != kEntryHead || lines[1].rfind("symbol ", 0) != 0 ||
      lines[2].rfind("image ", 0) != 0) {
    return std::nullopt;
  }
  KernelCache::Entry entry;
  entry.symbol = lines[1].substr(7);
  entry.image_hash = lines[2].substr(6);
  if (!IsHash(entry.image_hash)) return std::nullopt;
  if (lines.size() > 4) {
    KernelResources resources{entry.symbol};
    if (!ParseResources(lines[3], &resources)) return std::nullopt;
    entry.resources = resources;
  }
  return entry;
}

const char* EnvironmentOrNull(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

}  // namespace

std::string DefaultKernelCacheFolder() {
  if (const char* folder = EnvironmentOrNull("SINTER_CACHE_DIR")) return folder;
  // A relative path there is invalid, says the XDG base directory specification, and is to be ignored.
  const char* xdg = EnvironmentOrNull("XDG_CACHE_HOME");
  if (xdg != nullptr && *xdg == '/') return absl::StrCat(xdg, "/sinter");
  if (const char* home = EnvironmentOrNull("HOME")) return absl::StrCat(home, "/.cache/sinter");
  return "";
}

KernelCache::KernelCache(std::string folder) : folder_(std::move(folder)) { RemoveStalePartials(); }

std::string KernelCache::PathOf(const char* kind, const std::string& name) const {
  return absl::StrCat(folder_, "/v1/", kind, "/", name.substr(0, 2), "/", name);
}

void KernelCache::RemoveStalePartials() const {
  const std::string folder = absl::StrCat(folder_, "/v1/partial");
  DIR* listing = opendir(folder.c_str());
  if (listing == nullptr) return;
  const time_t now = time(nullptr);
  while (const dirent* item = readdir(listing)) {
    const std::string path = absl::StrCat(folder, "/", item->d_name);
    struct stat facts;
    if (stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && now - facts.st_mtime > kPartialFileLifeSeconds) {
      unlink(path.c_str());
    }
  }
  closedir(listing);
}

absl::Status KernelCache::WriteAtomically(const std::string& path, absl::Span<const uint8_t> bytes) const {
  const std::string partial_folder = absl::StrCat(folder_, "/v1/partial");
  SINTER_RETURN_IF_ERROR(MakeFolders(partial_folder));
  SINTER_RETURN_IF_ERROR(MakeFolders(path.substr(0, path.rfind('/'))));
  std::string partial = absl::StrCat(partial_folder, "/XXXXXX");
  const int file = mkostemp(partial.data(), O_CLOEXEC);
  if (file < 0) return SystemError("cannot make", partial);
  fchmod(file, 0644);
  absl::Status status = WriteAll(file, bytes, partial);
  if (close(file) != 0 && status.ok()) status = SystemError("cannot close", partial);
  if (status.ok() && rename(partial.c_str(), path.c_str()) != 0) status = SystemError("cannot rename to", path);
  if (!status.ok()) unlink(partial.c_str());
  return status;
}

std::optional<KernelCache::Entry> KernelCache::FindEntry(const std::string& key) {
  const std::string path = PathOf("entries", key);
  std::optional<std::vector<uint8_t>> bytes = ReadWholeFile(path);
  if (!bytes.has_value()) return std::nullopt;
  std::optional<Entry> entry = ParseEntry(std::string(bytes->begin(), bytes->end()));
  if (!entry.has_value()) {
    ++corrupt_;
    unlink(path.c_str());
  }
  return entry;
}

std::optional<std::vector<uint8_t>> KernelCache::ReadImage(const std::string& image_hash) {
  const std::string path = PathOf("images", image_hash);
  std::optional<std::vector<uint8_t>> bytes = ReadWholeFile(path);
  if (!bytes.has_value() || Sha256Hex(*bytes) == image_hash) return bytes;
  ++corrupt_;
  unlink(path.c_str());
  return std::nullopt;
}

absl::StatusOr<std::string> KernelCache::PublishImage(absl::Span<const uint8_t> bytes) {
  std::string hash = Sha256Hex(bytes);
  SINTER_RETURN_IF_ERROR(WriteAtomically(PathOf("images", hash), bytes));
  return hash;
}

absl::Status KernelCache::PublishEntry(const std::string& key, const Entry& entry) {
  const std::string text = FormatEntry(entry);
  return WriteAtomically(PathOf("entries", key),
                         absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

CachingCompiler::CachingCompiler(std::unique_ptr<KernelCompiler> inner, const std::string& folder,
                                 std::function<void(absl::string_view)> warn)
    : inner_(std::move(inner)),
      warn_(std::move(warn)),
      cache_(folder.empty() ? nullptr : std::make_unique<KernelCache>(folder)),
      identity_(inner_->Identity()) {}

std::string CachingCompiler::KeyOf(const KernelSource& source, absl::string_view target) const {
  Sha256 hash;
  hash.UpdateField(identity_);
  hash.UpdateField(target);
  hash.UpdateField(source.symbol);
  hash.UpdateField(source.text);
  return hash.FinishHex();
}

KernelCacheStats CachingCompiler::stats() const {
  KernelCacheStats stats;
  stats.hits = hits_, stats.misses = misses_, stats.compiles = compiles_, stats.publish_failures = publish_failures_;
  stats.corrupt = cache_ != nullptr ? cache_->corrupt_count() : 0;
  return stats;
}

void CachingCompiler::NoteUnkept(const absl::Status& status) {
  if (publish_failures_++ == 0 && warn_ != nullptr) {
    warn_(absl::StrCat("compiled kernels cannot be kept in `", cache_->folder(), "`: ", status.message()));
  }
}

void CachingCompiler::Publish(absl::Span<const KernelSource> sources, absl::string_view target,
                              const CompileOutput& output) {
  std::map<std::string, const KernelSource*> source_of;
  for (const KernelSource& source : sources) source_of[source.symbol] = &source;
  std::map<std::string, const KernelResources*> resources_of;
  for (const KernelResources& resources : output.resources) resources_of[resources.symbol] = &resources;
  for (const CompiledImage& image : output.images) {
    absl::StatusOr<std::string> hash = cache_->PublishImage(image.bytes);
    if (!hash.ok()) {
      NoteUnkept(hash.status());
      continue;
    }
    for (const std::string& symbol : image.symbols) {
      auto source = source_of.find(symbol);
      if (source == source_of.end()) continue;
      KernelCache::Entry entry{symbol, *hash, std::nullopt};
      if (auto found = resources_of.find(symbol); found != resources_of.end()) entry.resources = *found->second;
      const absl::Status kept = cache_->PublishEntry(KeyOf(*source->second, target), entry);
      if (!kept.ok()) NoteUnkept(kept);
    }
  }
}

absl::StatusOr<CompileOutput> CachingCompiler::CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                                 absl::string_view target) {
  std::map<std::string, KernelResources> resources_of;
  std::map<std::string, size_t> image_index;  // of those read from the cache, by hash
  CompileOutput output;
  std::vector<KernelSource> missing;
  for (const KernelSource& source : sources) {
    std::optional<KernelCache::Entry> entry;
    if (cache_ != nullptr) entry = cache_->FindEntry(KeyOf(source, target));
    bool hit = entry.has_value() && entry->symbol == source.symbol;
    if (hit && image_index.find(entry->image_hash) == image_index.end()) {
      std::optional<std::vector<uint8_t>> bytes = cache_->ReadImage(entry->image_hash);
      hit = bytes.has_value();
      if (hit) {
        image_index[entry->image_hash] = output.images.size();
        output.images.push_back({std::string(target), {}, *std::move(bytes)});
      }
    }
    if (!hit) {
      missing.push_back(source);
      continue;
    }
    output.images[image_index[entry->image_hash]].symbols.push_back(source.symbol);
    if (entry->resources.has_value()) resources_of[source.symbol] = *entry->resources;
  }
  hits_ += static_cast<int64_t>(sources.size() - missing.size());
  misses_ += static_cast<int64_t>(missing.size());

  if (!missing.empty()) {
    SINTER_ASSIGN_OR_RETURN(CompileOutput compiled, inner_->CompileAndMeasure(missing, target));
    compiles_ += static_cast<int64_t>(missing.size());
    if (cache_ != nullptr) Publish(missing, target, compiled);
    for (CompiledImage& image : compiled.images) output.images.push_back(std::move(image));
    for (KernelResources& resources : compiled.resources) resources_of[resources.symbol] = std::move(resources);
  }
  if (resources_of.size() == sources.size()) {
    for (const KernelSource& source : sources) output.resources.push_back(resources_of[source.symbol]);
  }
  return output;
}

absl::StatusOr<std::vector<CompiledImage>> CachingCompiler::Compile(absl::Span<const KernelSource> sources,
                                                                    absl::string_view target) {
  SINTER_ASSIGN_OR_RETURN(CompileOutput output, CompileAndMeasure(sources, target));
  return std::move(output.images);
}

}  // namespace sinter::rt
