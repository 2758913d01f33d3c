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
