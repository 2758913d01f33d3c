// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan file's container: a header, the metadata, a table of sections, and the sections, each of them
// checked before it is used.
//
//   offset 0     header, 96 bytes: magic, version, file size, where metadata and table stand, checksums
//   offset 96    metadata, 8-byte aligned
//   then         section table, 8-byte aligned: {offset, size, checksum} of 64 bits each
//   then         sections in their order, each at the next multiple of 4096, nothing after the last one
//
// All numbers are little-endian. The gaps are zero and are checked, so every byte of a file is covered by some check,
// and there is one layout for given contents: identical contents give identical bytes.
#ifndef SINTER_RUNTIME_PLAN_CONTAINER_H_
#define SINTER_RUNTIME_PLAN_CONTAINER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace sinter::rt {

inline constexpr size_t kSectionAlignment = 4096;

// Gathers the parts of a container; sections may be larger than memory allows to copy, so they can be borrowed.
class ContainerWriter {
 public:
  void SetMetadata(std::string metadata) { metadata_ = std::move(metadata); }
  // Both return the section's index. Borrowed bytes must outlive the writer.
  uint32_t AddSection(std::string bytes);
  uint32_t AddBorrowedSection(absl::Span<const uint8_t> bytes);

  size_t section_count() const { return sections_.size(); }
  std::vector<uint64_t> SectionSizes() const;

  std::string ToBytes() const;
  // Writes beside `path`, then renames: a reader sees the old file or the whole new one. kInternal names path and
  // errno.
  absl::Status ToFile(const std::string& path) const;

 private:
  struct Section {
    std::string owned;
    absl::Span<const uint8_t> borrowed;
    bool is_borrowed = false;
    absl::Span<const uint8_t> bytes() const;
  };
  // Header, metadata and table, up to the first section (or the end).
  std::string Prologue() const;

  std::string metadata_;
  std::vector<Section> sections_;
};

// Immutable after opening; safe to share between threads.
class ContainerReader {
 public:
  // Maps the file; it must not change while the reader lives. `label` opens every message. kNotFound, kDataLoss or
  // kInvalidArgument say what is wrong and where.
  static absl::StatusOr<std::unique_ptr<ContainerReader>> OpenFile(const std::string& path);
  static absl::StatusOr<std::unique_ptr<ContainerReader>> FromBytes(std::string bytes, std::string label);
  ~ContainerReader();
  ContainerReader(const ContainerReader&) = delete;
  ContainerReader& operator=(const ContainerReader&) = delete;

  const std::string& label() const { return label_; }
  absl::Span<const uint8_t> metadata() const { return metadata_; }
  size_t section_count() const { return sections_.size(); }
  std::vector<uint64_t> SectionSizes() const;

  // The section's bytes. Its checksum is verified on first use, since a section may hold gigabytes that some callers
  // never read; kDataLoss where it does not match.
  absl::StatusOr<absl::Span<const uint8_t>> Section(size_t index) const;
  absl::Status VerifyAllSections() const;

 private:
  struct SectionRecord {
    absl::Span<const uint8_t> bytes;
    uint64_t checksum = 0;
  };
  ContainerReader() = default;
  static absl::StatusOr<std::unique_ptr<ContainerReader>> Parse(std::unique_ptr<ContainerReader> reader);
  absl::Status ParseLayout();
  absl::Status ParseSections(absl::Span<const uint8_t> table);
  absl::Status Damaged(absl::string_view what) const;

  std::string label_;
  std::vector<uint64_t> owned_;  // words, so that the metadata is aligned
  void* mapping_ = nullptr;
  size_t mapping_size_ = 0;
  absl::Span<const uint8_t> file_;
  absl::Span<const uint8_t> metadata_;
  std::vector<SectionRecord> sections_;
  mutable std::unique_ptr<std::atomic<bool>[]> section_verified_;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_PLAN_CONTAINER_H_
