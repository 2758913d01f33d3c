// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader of tuning files: what it takes, what it refuses and how it says so.

#include "compiler/Tuning/TuningFile.h"

#include "absl/strings/str_cat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace sinter {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char header[] = "{\"sinter_tuning\": 1}\n";

std::string lineOf(const std::string &kernel, const std::string &gpu, const std::string &schedule, const std::string &target = "sm_90") {
  return absl::StrCat(R"({"kernel": ")", kernel, R"(", "gpu": ")", gpu, R"(", "target": ")", target, R"(", "schedule": ")", schedule,
                      R"(", "rule": "r", "rule_us": 2.5, "tuned_us": 2, "candidates": 7})", "\n");
}

const std::string first = "00112233445566aa", second = "ffeeddccbbaa0099";

std::string faultOf(const std::string &text) {
  absl::StatusOr<TuningFile> file = TuningFile::parse(text, "t.jsonl");
  return file.ok() ? "it was read" : std::string(file.status().message());
}

TEST(TuningFileTest, WhatIsWrittenIsReadAgain) {
  TuningFile file = *TuningFile::parse("", "t.jsonl");
  TuningEntry entry;
  entry.kernel = second, entry.gpu = "NVIDIA \"H200\"", entry.target = "sm_90", entry.schedule = "#kernel.schedule<a, b>", entry.rule = "#kernel.schedule<c>";
  entry.ruleMicroseconds = 12.25, entry.tunedMicroseconds = 11.5, entry.candidates = 9, entry.name = "softmax", entry.at = {{"rows", 4096}, {"seq", 128}};
  entry.date = "2026-11-30", entry.driver = "580.1", entry.compiler = "nvrtc 13.0", entry.version = "0.1.0";
  file.set(entry);
  entry.kernel = first, entry.at.clear();
  file.set(entry);
  std::string text = file.toText();
  // The format and a line each.
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  absl::StatusOr<TuningFile> again = TuningFile::parse(text, "t.jsonl");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->toText(), text);
  const TuningEntry *read = again->find(second, "NVIDIA \"H200\"", "sm_90");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->at.at("rows"), 4096);
  EXPECT_EQ(read->ruleMicroseconds, 12.25);
  EXPECT_EQ(read->line, 3);
  EXPECT_TRUE(read->isPinned());
}

std::string productLineOf(const std::string &product, const std::string &gpu, const std::string &library, const std::string &algorithm) {
  return absl::StrCat(R"({"product": ")", product, R"(", "gpu": ")", gpu, R"(", "target": "sm_90", "library": ")", library, R"(", "algorithm": ")", algorithm,
                      R"(", "words": "algorithm 66", "estimate_us": 25, "tuned_us": 12.5, "rank": 7, "offered": 32, "at": {"rows": 4}})", "\n");
}

TEST(TuningFileTest, ProductsAreKeptBesideKernels) {
  std::string text = header + productLineOf(second, "A", "cuBLASLt 13.1.0", "00ff") + lineOf(first, "A", "s") + productLineOf(second, "A", "cuBLASLt 13.2.0", "01fe") +
                     productLineOf(second, "A", "cuBLASLt 13.1.0", "02fd");
  absl::StatusOr<TuningFile> file = TuningFile::parse(text, "t.jsonl");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(TuningFile::parse(file->toText(), "t.jsonl")->toText(), file->toText());
  // One a version of the library; of several lines for it the last one holds.
  std::vector<const ProductTuningEntry *> found = file->findProducts(second, "A", "sm_90");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]->line, 5);
  EXPECT_TRUE(file->findProducts(second, "B", "sm_90").empty());
  EXPECT_TRUE(file->findProducts(first, "A", "sm_90").empty());
  rt::MatmulPin pin = found[0]->pin();
  EXPECT_EQ(pin.problem, second);
  EXPECT_EQ(pin.device, "A (sm_90)");
  EXPECT_EQ(pin.provider, "cuBLASLt 13.1.0");
  EXPECT_EQ(pin.algorithm, (std::vector<uint8_t>{0x02, 0xfd}));
  EXPECT_EQ(pin.microseconds, 12.5);
  EXPECT_EQ(found[0]->at.at("rows"), 4);
  EXPECT_EQ(file->productsFor("compute_90").size(), 2u);
  EXPECT_TRUE(file->productsFor("sm_80").empty());
}

TEST(TuningFileTest, AFileOfProductsAloneHasNoKernels) {
  absl::StatusOr<TuningFile> file = TuningFile::parse(header + productLineOf(first, "A", "L", "00"), "t.jsonl");
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_TRUE(file->entriesFor("sm_90", "").ok());
  EXPECT_TRUE(file->entriesFor("sm_90", "")->empty());
  EXPECT_FALSE(file->entriesFor("sm_80", "").ok());
}

TEST(TuningFileTest, DamagedProductsAreToldWithTheirLine) {
  EXPECT_THAT(faultOf(header + productLineOf("xyz", "A", "L", "00")), HasSubstr("t.jsonl:2: expected `product` to be a fingerprint of 16 hexadecimal digits, but got `xyz`"));
  for (const char *algorithm : {"", "0", "0g", "00FF"})
    EXPECT_THAT(faultOf(header + productLineOf(first, "A", "L", algorithm)), HasSubstr("t.jsonl:2: expected `algorithm` to be bytes in hexadecimal digits"));
  std::string unknown = productLineOf(first, "A", "L", "00");
  unknown.insert(1, "\"schedule\": \"s\", ");
  EXPECT_THAT(faultOf(header + unknown), HasSubstr("t.jsonl:2: unknown member `schedule`; there are: rank, offered, at, product"));
}

TEST(TuningFileTest, FilesPutTogetherAreOne) {
  std::string text = header + lineOf(first, "A", "s1") + lineOf(second, "A", "s2") + "\n" + header + lineOf(first, "B", "s3") + lineOf(second, "A", "s4");
  absl::StatusOr<TuningFile> file = TuningFile::parse(text, "t.jsonl");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->getEntries().size(), 3u);
  // The last one holds.
  EXPECT_EQ(file->find(second, "A", "sm_90")->schedule, "s4");
  EXPECT_EQ(file->find(second, "B", "sm_90"), nullptr);
}

TEST(TuningFileTest, DamageIsToldWithItsLine) {
  EXPECT_THAT(faultOf(header + lineOf(first, "A", "s") + "{\"kernel\": "), AllOf(HasSubstr("t.jsonl:3: expected"), HasSubstr("the end")));
  EXPECT_THAT(faultOf(header + std::string("[1]\n")), HasSubstr("t.jsonl:2: expected an object"));
  EXPECT_THAT(faultOf(lineOf(first, "A", "s")), HasSubstr("t.jsonl:1: expected {\"sinter_tuning\": 1} first: this is no tuning file"));
  EXPECT_THAT(faultOf("{\"sinter_tuning\": 2}\n"), HasSubstr("t.jsonl:1: expected version 1 of the format, but got 2: a newer sinter has written it"));
  EXPECT_THAT(faultOf("{\"sinter_tuning\": \"x\"}\n"), HasSubstr("t.jsonl:1: "));
  EXPECT_THAT(faultOf(header + lineOf("xyz", "A", "s")), HasSubstr("t.jsonl:2: expected `kernel` to be a fingerprint of 16 hexadecimal digits, but got `xyz`"));
  std::string unknown = lineOf(first, "A", "s");
  unknown.insert(1, "\"speed\": 3, ");
  EXPECT_THAT(faultOf(header + unknown), HasSubstr("t.jsonl:2: unknown member `speed`; there are: candidates, at, kernel"));
  std::string missing = lineOf(first, "A", "s");
  missing.replace(missing.find("\"rule\": \"r\", "), 13, "");
  EXPECT_THAT(faultOf(header + missing), AllOf(HasSubstr("t.jsonl:2: "), HasSubstr("rule")));
}

TEST(TuningFileTest, EntriesAreChosenByTargetAndGpu) {
  absl::StatusOr<TuningFile> file = TuningFile::parse(header + lineOf(first, "A", "s1") + lineOf(first, "B", "s2") + lineOf(first, "C", "s3", "sm_80"), "t.jsonl");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->entriesFor("sm_80", "")->front()->schedule, "s3");
  EXPECT_EQ(file->entriesFor("compute_80", "")->size(), 1u);
  EXPECT_EQ(file->entriesFor("sm_90", "B")->front()->schedule, "s2");
  EXPECT_THAT(std::string(file->entriesFor("sm_90", "").status().message()), HasSubstr("t.jsonl has several GPUs for sm_90: choose one of `A`, `B` by --tuning-gpu"));
  EXPECT_THAT(std::string(file->entriesFor("sm_90", "D").status().message()), HasSubstr("has no GPU `D` for sm_90"));
  absl::Status unknown = file->entriesFor("sm_100", "").status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(unknown.message()), HasSubstr("t.jsonl has nothing for sm_100; there are: sm_80 (C), sm_90 (A), sm_90 (B)"));
}

TEST(TuningFileTest, AFileAppearsWhole) {
  std::string path = (std::filesystem::path(::testing::TempDir()) / "tuning_file_test.jsonl").string();
  std::filesystem::remove(path);
  absl::StatusOr<TuningFile> file = TuningFile::read(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->getEntries().empty());
  TuningEntry entry;
  entry.kernel = first, entry.gpu = "A", entry.target = "sm_90", entry.schedule = entry.rule = "r";
  file->set(entry);
  ASSERT_TRUE(file->write().ok());
  absl::StatusOr<TuningFile> again = TuningFile::read(path);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->toText(), file->toText());
  EXPECT_FALSE(again->getEntries().front()->isPinned());
  EXPECT_FALSE(TuningFile::read(::testing::TempDir()).ok());
  std::filesystem::remove(path);
}

} // namespace
} // namespace sinter
