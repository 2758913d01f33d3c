// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the kernel cache with a compiler that only pretends: sharing, damage, races between processes, kills.
#include "runtime/jit/kernel_cache.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sinter::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace fs = std::filesystem;

// Its image is the texts of its kernels, one image a call.
class PretendCompiler : public KernelCompiler {
 public:
  explicit PretendCompiler(std::string identity = "pretend 1", bool measures = true, size_t padding = 0)
      : identity_(std::move(identity)), measures_(measures), padding_(padding) {}
  absl::StatusOr<std::vector<CompiledImage>> Compile(absl::Span<const KernelSource> sources,
                                                     absl::string_view target) override {
    CompiledImage image;
    image.target = std::string(target);
    for (const KernelSource& source : sources) {
      if (source.text == "broken") return absl::InternalError("cannot compile broken");
      image.symbols.push_back(source.symbol);
      image.bytes.insert(image.bytes.end(), source.text.begin(), source.text.end());
    }
    image.bytes.resize(image.bytes.size() + padding_, 7);
    return std::vector<CompiledImage>{image};
  }
  absl::StatusOr<CompileOutput> CompileAndMeasure(absl::Span<const KernelSource> sources,
                                                  absl::string_view target) override {
    absl::StatusOr<std::vector<CompiledImage>> images = Compile(sources, target);
    if (!images.ok()) return images.status();
    CompileOutput output{*images, {}};
    for (const KernelSource& source : sources) {
      if (measures_) output.resources.push_back({source.symbol, static_cast<int32_t>(source.text.size()), 1, 2, 3, 4});
    }
    return output;
  }
  std::string Identity() const override { return identity_; }

 private:
  std::string identity_;
  bool measures_;
  size_t padding_;
};

class KernelCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string folder = ::testing::TempDir() + "/sinter-cache-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<CachingCompiler> Open(const std::string& identity = "pretend 1") {
    return std::make_unique<CachingCompiler>(std::make_unique<PretendCompiler>(identity), folder_);
  }
  std::vector<fs::path> Files(const std::string& kind) const {
    std::vector<fs::path> files;
    if (!fs::exists(folder_ + "/v1/" + kind)) return files;
    for (const auto& item : fs::recursive_directory_iterator(folder_ + "/v1/" + kind)) {
      if (item.is_regular_file()) files.push_back(item.path());
    }
    return files;
  }
  std::string folder_;
};

const std::vector<KernelSource> kThree = {{"a", "1", "text a"}, {"b", "2", "text bb"}, {"c", "3", "text ccc"}};

TEST_F(KernelCacheTest, SecondProcessWideCompileIsAllHits) {
  absl::StatusOr<CompileOutput> first = Open()->CompileAndMeasure(kThree, "sm_90");
  ASSERT_TRUE(first.ok());
  auto again = Open();
  absl::StatusOr<CompileOutput> second = again->CompileAndMeasure(kThree, "sm_90");
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(again->stats().hits, 3);
  EXPECT_EQ(again->stats().compiles, 0);
  ASSERT_THAT(second->images, SizeIs(1));
  EXPECT_EQ(second->images[0].bytes, first->images[0].bytes);
  EXPECT_THAT(second->images[0].symbols, ElementsAre("a", "b", "c"));
  EXPECT_EQ(second->images[0].target, "sm_90");
  ASSERT_THAT(second->resources, SizeIs(3));
  EXPECT_EQ(second->resources[2].registers, 8);
  EXPECT_EQ(second->resources[2].shared_bytes, 4);
  EXPECT_THAT(Files("images"), SizeIs(1)) << "kernels of one program share an image";
  EXPECT_THAT(Files("partial"), IsEmpty());
}

TEST_F(KernelCacheTest, OnlyWhatIsMissingIsCompiled) {
  ASSERT_TRUE(Open()->Compile({kThree[0], kThree[1]}, "sm_90").ok());
  auto cache = Open();
  absl::StatusOr<std::vector<CompiledImage>> images = cache->Compile(kThree, "sm_90");
  ASSERT_TRUE(images.ok());
  ASSERT_THAT(*images, SizeIs(2));
  EXPECT_THAT((*images)[0].symbols, ElementsAre("a", "b"));
  EXPECT_THAT((*images)[1].symbols, ElementsAre("c"));
  EXPECT_EQ(cache->stats().hits, 2);
  EXPECT_EQ(cache->stats().misses, 1);
  EXPECT_EQ(cache->stats().compiles, 1);
}

TEST_F(KernelCacheTest, KeyHoldsTextTargetAndIdentity) {
  auto cache = Open();
  std::set<std::string> keys = {cache->KeyOf({"a", "", "t"}, "sm_90"), cache->KeyOf({"a", "", "u"}, "sm_90"),
                                cache->KeyOf({"b", "", "t"}, "sm_90"), cache->KeyOf({"a", "", "t"}, "sm_80"),
                                Open("pretend 2")->KeyOf({"a", "", "t"}, "sm_90")};
  EXPECT_THAT(keys, SizeIs(5));
  EXPECT_EQ(cache->KeyOf({"a", "graph hash 1", "t"}, "sm_90"), cache->KeyOf({"a", "graph hash 2", "t"}, "sm_90"));
}

// Damages every file of a kind, then expects the cache to notice, to recompile, and to be whole again.
void ExpectRecovery(const std::vector<fs::path>& files, const std::string& folder, void (*damage)(const fs::path&)) {
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) damage(file);
  CachingCompiler cache(std::make_unique<PretendCompiler>(), folder);
  absl::StatusOr<CompileOutput> output = cache.CompileAndMeasure(kThree, "sm_90");
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(cache.stats().compiles, 3);
  EXPECT_GE(cache.stats().corrupt, 1);
  EXPECT_EQ(std::string(output->images[0].bytes.begin(), output->images[0].bytes.end()), "text atext bbtext ccc");
  CachingCompiler healed(std::make_unique<PretendCompiler>(), folder);
  ASSERT_TRUE(healed.Compile(kThree, "sm_90").ok());
  EXPECT_EQ(healed.stats().hits, 3);
  EXPECT_EQ(healed.stats().corrupt, 0);
}

void Truncate(const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); }
void Empty(const fs::path& file) { fs::resize_file(file, 0); }
void FlipLastByte(const fs::path& file) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(-2, std::ios::end);
  const char byte = static_cast<char>(stream.get() ^ 1);
  stream.seekp(-2, std::ios::end);
  stream.put(byte);
}
void AppendByte(const fs::path& file) { std::ofstream(file, std::ios::app) << 'x'; }

TEST_F(KernelCacheTest, DamageIsFoundRemovedAndMended) {
  for (const char* kind : {"entries", "images"}) {
    for (auto damage : {Truncate, Empty, FlipLastByte, AppendByte}) {
      ASSERT_TRUE(Open()->Compile(kThree, "sm_90").ok());
      ExpectRecovery(Files(kind), folder_, damage);
    }
  }
}

TEST_F(KernelCacheTest, MissingImageIsAMiss) {
  ASSERT_TRUE(Open()->Compile(kThree, "sm_90").ok());
  for (const fs::path& file : Files("images")) fs::remove(file);
  auto cache = Open();
  ASSERT_TRUE(cache->Compile(kThree, "sm_90").ok());
  EXPECT_EQ(cache->stats().misses, 3);
}

TEST_F(KernelCacheTest, FailedCompileLeavesNothing) {
  auto cache = Open();
  EXPECT_FALSE(cache->Compile({{"x", "", "broken"}}, "sm_90").ok());
  EXPECT_EQ(cache->stats().compiles, 0);
  EXPECT_THAT(Files("entries"), IsEmpty());
  EXPECT_THAT(Files("images"), IsEmpty());
}

TEST_F(KernelCacheTest, UnusableFolderStillCompiles) {
  std::vector<std::string> warnings;
  CachingCompiler cache(std::make_unique<PretendCompiler>(), "/dev/null/cache",
                        [&](absl::string_view text) { warnings.emplace_back(text); });
  EXPECT_TRUE(cache.Compile(kThree, "sm_90").ok());
  EXPECT_GT(cache.stats().publish_failures, 0);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], testing::HasSubstr("compiled kernels cannot be kept in `/dev/null/cache`: "));
  CachingCompiler none(std::make_unique<PretendCompiler>(), "");
  EXPECT_TRUE(none.Compile(kThree, "sm_90").ok());
  EXPECT_EQ(none.stats().publish_failures, 0);
}

TEST_F(KernelCacheTest, CompilerThatMeasuresNothing) {
  for (int round = 0; round < 2; ++round) {
    CachingCompiler cache(std::make_unique<PretendCompiler>("p", false), folder_);
    absl::StatusOr<CompileOutput> output = cache.CompileAndMeasure(kThree, "sm_90");
    ASSERT_TRUE(output.ok());
    EXPECT_THAT(output->resources, IsEmpty());
    EXPECT_EQ(cache.stats().hits, round == 0 ? 0 : 3);
  }
}

TEST_F(KernelCacheTest, NothingAsked) {
  absl::StatusOr<CompileOutput> output = Open()->CompileAndMeasure({}, "sm_90");
  ASSERT_TRUE(output.ok());
  EXPECT_THAT(output->images, IsEmpty());
}

std::vector<KernelSource> ManyKernels() {
  std::vector<KernelSource> sources;
  for (int i = 0; i < 40; ++i) sources.push_back({absl::StrCat("k", i), "", absl::StrCat("text of ", i)});
  return sources;
}

// One cold process of several: compiles all kernels in a few calls. Gives the number of wrong answers.
int RunColdProcess(const std::string& folder, int seed) {
  int wrong = 0;
  const std::vector<KernelSource> all = ManyKernels();
  for (int call = 0; call < 10; ++call) {
    CachingCompiler cache(std::make_unique<PretendCompiler>(), folder);
    const size_t first = static_cast<size_t>(seed * 7 + call * 4) % 36;
    absl::StatusOr<std::vector<CompiledImage>> images =
        cache.Compile(absl::MakeConstSpan(all).subspan(first, 4), "sm_90");
    wrong += !images.ok() || cache.stats().corrupt != 0 || cache.stats().publish_failures != 0;
    if (!images.ok()) continue;
    for (const CompiledImage& image : *images) {
      const std::string bytes(image.bytes.begin(), image.bytes.end());
      for (const std::string& symbol : image.symbols) wrong += bytes.find("text of " + symbol.substr(1)) == bytes.npos;
    }
  }
  return wrong;
}

TEST_F(KernelCacheTest, EightColdProcessesOnOneFolder) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) _exit(RunColdProcess(folder_, i) == 0 ? 0 : 1);
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  auto cache = Open();
  ASSERT_TRUE(cache->Compile(ManyKernels(), "sm_90").ok());
  EXPECT_EQ(cache->stats().corrupt, 0);
  EXPECT_THAT(Files("partial"), IsEmpty());
}

// Kills a process that publishes without pause, at different moments; what it leaves must never be taken for whole.
TEST_F(KernelCacheTest, KillInMidWrite) {
  for (int round = 0; round < 12; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0;; ++i) {
        CachingCompiler cache(std::make_unique<PretendCompiler>("pretend 1", true, 4 << 20), folder_);
        (void)cache.Compile({{absl::StrCat("k", i % 50), "", absl::StrCat("round ", round, " text ", i)}}, "sm_90");
      }
    }
    usleep(3000 + 4321 * round);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  KernelCache cache(folder_);
  for (const fs::path& file : Files("entries")) {
    std::optional<KernelCache::Entry> entry = cache.FindEntry(file.filename().string());
    ASSERT_TRUE(entry.has_value());
    EXPECT_TRUE(cache.ReadImage(entry->image_hash).has_value());
  }
  EXPECT_EQ(cache.corrupt_count(), 0);
}

TEST_F(KernelCacheTest, OldPartialFilesAreRemoved) {
  fs::create_directories(folder_ + "/v1/partial");
  std::ofstream(folder_ + "/v1/partial/old") << "half";
  std::ofstream(folder_ + "/v1/partial/fresh") << "half";
  const utimbuf long_ago = {1000000, 1000000};
  ASSERT_EQ(utime((folder_ + "/v1/partial/old").c_str(), &long_ago), 0);
  KernelCache cache(folder_);
  ASSERT_THAT(Files("partial"), SizeIs(1));
  EXPECT_EQ(Files("partial")[0].filename(), "fresh");
}

TEST(DefaultKernelCacheFolder, Order) {
  setenv("HOME", "/home/me", 1);
  unsetenv("SINTER_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(DefaultKernelCacheFolder(), "/home/me/.cache/sinter");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(DefaultKernelCacheFolder(), "/home/me/.cache/sinter");
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  EXPECT_EQ(DefaultKernelCacheFolder(), "/xdg/sinter");
  setenv("SINTER_CACHE_DIR", "/own", 1);
  EXPECT_EQ(DefaultKernelCacheFolder(), "/own");
  for (const char* name : {"SINTER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}) unsetenv(name);
  EXPECT_EQ(DefaultKernelCacheFolder(), "");
}

}  // namespace
}  // namespace sinter::rt
