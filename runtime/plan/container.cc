// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing and reading of plan containers. The reader believes no number of the file before it has
// checked it.
#include "runtime/plan/container.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/status_macros.h"
#include "runtime/plan/checksum.h"

namespace sinter::rt {
namespace {

// A byte above 127 first, then text, then both line ends: transfers that alter any of them are noticed at once.
constexpr char kMagic[8] = {'\x89', 'S', 'N', 'T', 'R', '\r', '\n', '\x1a'};
constexpr uint32_t kContainerVersion = 1;
constexpr size_t kMaxSections = size_t{1} << 24;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t header_size;
  uint64_t file_size;
  uint64_t metadata_offset;
  uint64_t metadata_size;
  uint64_t metadata_checksum;
  uint64_t table_offset;
  uint64_t section_count;
  uint64_t table_checksum;
  uint64_t reserved[2];
  uint64_t header_checksum;  // of all the bytes before it
};
static_assert(sizeof(Header) == 96);
constexpr size_t kCheckedHeaderBytes = offsetof(Header, header_checksum);

struct TableRow {
  uint64_t offset;
  uint64_t size;
  uint64_t checksum;
};
static_assert(sizeof(TableRow) == 24);

uint64_t AlignUp(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

absl::Span<const uint8_t> AsBytes(absl::string_view text) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

template <typename T>
absl::Span<const uint8_t> ObjectBytes(const T& object, size_t size = sizeof(T)) {
  return absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(&object), size);
}

absl::Status ErrnoError(absl::string_view call, const std::string& path, int error) {
  const std::string message = absl::StrCat(call, " `", path, "`: ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message) : absl::InternalError(message);
}

absl::Status WriteAll(int fd, absl::Span<const uint8_t> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ErrnoError("cannot write", path, errno);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Span<const uint8_t> ContainerWriter::Section::bytes() const { return is_borrowed ? borrowed : AsBytes(owned); }

uint32_t ContainerWriter::AddSection(std::string bytes) {
  sections_.push_back({std::move(bytes), {}, false});
  return static_cast<uint32_t>(sections_.size() - 1);
}

uint32_t ContainerWriter::AddBorrowedSection(absl::Span<const uint8_t> bytes) {
  sections_.push_back({{}, bytes, true});
  return static_cast<uint32_t>(sections_.size() - 1);
}

std::vector<uint64_t> ContainerWriter::SectionSizes() const {
  std::vector<uint64_t> sizes;
  for (const Section& section : sections_) sizes.push_back(section.bytes().size());
  return sizes;
}

std::string ContainerWriter::Prologue() const {
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kContainerVersion;
  header.header_size = sizeof(Header);
  header.metadata_offset = sizeof(Header);
  header.metadata_size = metadata_.size();
  header.metadata_checksum = Checksum(AsBytes(metadata_));
  header.table_offset = AlignUp(header.metadata_offset + header.metadata_size, 8);
  header.section_count = sections_.size();
  std::string table;
  uint64_t end = header.table_offset + sections_.size() * sizeof(TableRow);
  for (const Section& section : sections_) {
    const absl::Span<const uint8_t> bytes = section.bytes();
    const TableRow row = {AlignUp(end, kSectionAlignment), bytes.size(), Checksum(bytes)};
    table.append(reinterpret_cast<const char*>(&row), sizeof(row));
    end = row.offset + row.size;
  }
  header.file_size = end;
  header.table_checksum = Checksum(AsBytes(table));
  header.header_checksum = Checksum(ObjectBytes(header, kCheckedHeaderBytes));

  std::string prologue(reinterpret_cast<const char*>(&header), sizeof(header));
  prologue += metadata_;
  prologue.resize(header.table_offset, '\0');
  prologue += table;
  return prologue;
}

std::string ContainerWriter::ToBytes() const {
  std::string bytes = Prologue();
  for (const Section& section : sections_) {
    bytes.resize(AlignUp(bytes.size(), kSectionAlignment), '\0');
    const absl::Span<const uint8_t> content = section.bytes();
    bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
  }
  return bytes;
}

absl::Status ContainerWriter::ToFile(const std::string& path) const {
  std::string temporary = absl::StrCat(path, ".XXXXXX");
  const int fd = mkstemp(temporary.data());
  if (fd < 0) return ErrnoError("cannot create", temporary, errno);
  const auto write_parts = [&]() -> absl::Status {
    const std::string prologue = Prologue();
    SINTER_RETURN_IF_ERROR(WriteAll(fd, AsBytes(prologue), temporary));
    uint64_t end = prologue.size();
    const std::string zeros(kSectionAlignment, '\0');
    for (const Section& section : sections_) {
      const uint64_t start = AlignUp(end, kSectionAlignment);
      SINTER_RETURN_IF_ERROR(WriteAll(fd, AsBytes(zeros).subspan(0, start - end), temporary));
      SINTER_RETURN_IF_ERROR(WriteAll(fd, section.bytes(), temporary));
      end = start + section.bytes().size();
    }
    if (fchmod(fd, 0644) != 0) return ErrnoError("cannot set the mode of", temporary, errno);
    if (fsync(fd) != 0) return ErrnoError("cannot flush", temporary, errno);
    return absl::OkStatus();
  };
  absl::Status status = write_parts();
  if (close(fd) != 0 && status.ok()) status = ErrnoError("cannot close", temporary, errno);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) status = ErrnoError("cannot rename to", path, errno);
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

ContainerReader::~ContainerReader() {
  if (mapping_ != nullptr) munmap(mapping_, mapping_size_);
}

absl::StatusOr<std::unique_ptr<ContainerReader>> ContainerReader::OpenFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoError("cannot open plan", path, errno);
  std::unique_ptr<ContainerReader> reader(new ContainerReader);
  reader->label_ = absl::StrCat("plan `", path, "`");
  struct stat info;
  absl::Status status;
  if (fstat(fd, &info) != 0) {
    status = ErrnoError("cannot examine plan", path, errno);
  } else if (!S_ISREG(info.st_mode)) {
    status = absl::InvalidArgumentError(absl::StrCat("plan `", path, "` is no regular file"));
  } else if (info.st_size > 0) {
    const size_t size = static_cast<size_t>(info.st_size);
    void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapping == MAP_FAILED) {
      status = ErrnoError("cannot map plan", path, errno);
    } else {
      reader->mapping_ = mapping;
      reader->mapping_size_ = size;
      reader->file_ = absl::MakeConstSpan(static_cast<const uint8_t*>(mapping), size);
    }
  }
  close(fd);
  SINTER_RETURN_IF_ERROR(status);
  return Parse(std::move(reader));
}

absl::StatusOr<std::unique_ptr<ContainerReader>> ContainerReader::FromBytes(std::string bytes, std::string label) {
  std::unique_ptr<ContainerReader> reader(new ContainerReader);
  reader->label_ = std::move(label);
  reader->owned_.resize((bytes.size() + 7) / 8);
  if (!bytes.empty()) std::memcpy(reader->owned_.data(), bytes.data(), bytes.size());
  reader->file_ = absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(reader->owned_.data()), bytes.size());
  return Parse(std::move(reader));
}

absl::StatusOr<std::unique_ptr<ContainerReader>> ContainerReader::Parse(std::unique_ptr<ContainerReader> reader) {
  SINTER_RETURN_IF_ERROR(reader->ParseLayout());
  return reader;
}

absl::Status ContainerReader::Damaged(absl::string_view what) const {
  return absl::DataLossError(absl::StrCat(label_, ": ", what));
}

absl::Status ContainerReader::ParseLayout() {
  Header header;
  if (file_.size() < sizeof(header)) {
    return Damaged(absl::StrCat("file of ", file_.size(), " bytes is shorter than the header of ", sizeof(header)));
  }
  std::memcpy(&header, file_.data(), sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(label_, ": not a plan file: the first 8 bytes are not the plan magic"));
  }
  if (header.version != kContainerVersion) {
    return absl::InvalidArgumentError(absl::StrCat(label_, ": container version ", header.version,
                                                   " is not supported, expected ", kContainerVersion));
  }
  if (Checksum(ObjectBytes(header, kCheckedHeaderBytes)) != header.header_checksum) {
    return Damaged("header checksum does not match");
  }
  if (header.file_size != file_.size()) {
    return Damaged(absl::StrCat("file has ", file_.size(), " bytes, its header says ", header.file_size));
  }
  if (header.header_size != sizeof(Header) || header.metadata_offset != sizeof(Header) || header.reserved[0] != 0 ||
      header.reserved[1] != 0) {
    return Damaged("header fields are malformed");
  }
  // Each subtraction is safe: the terms before it have been checked to fit.
  if (header.metadata_size > file_.size() - sizeof(Header)) {
    return Damaged(absl::StrCat("metadata of ", header.metadata_size, " bytes reaches past the end of the file"));
  }
  const uint64_t metadata_end = sizeof(Header) + header.metadata_size;
  if (header.table_offset != AlignUp(metadata_end, 8) || header.table_offset > file_.size() ||
      header.section_count > kMaxSections ||
      header.section_count * sizeof(TableRow) > file_.size() - header.table_offset) {
    return Damaged(absl::StrCat("table of ", header.section_count, " sections at ", header.table_offset,
                                " does not fit the file"));
  }
  metadata_ = file_.subspan(sizeof(Header), header.metadata_size);
  const absl::Span<const uint8_t> table = file_.subspan(header.table_offset, header.section_count * sizeof(TableRow));
  if (Checksum(metadata_) != header.metadata_checksum) return Damaged("metadata checksum does not match");
  if (Checksum(table) != header.table_checksum) return Damaged("section table checksum does not match");
  for (uint64_t i = metadata_end; i < header.table_offset; ++i) {
    if (file_[i] != 0) return Damaged(absl::StrCat("padding byte at ", i, " is not zero"));
  }
  return ParseSections(table);
}

absl::Status ContainerReader::ParseSections(absl::Span<const uint8_t> table) {
  const size_t count = table.size() / sizeof(TableRow);
  uint64_t end = static_cast<uint64_t>(table.data() + table.size() - file_.data());
  for (size_t i = 0; i < count; ++i) {
    TableRow row;
    std::memcpy(&row, table.data() + i * sizeof(row), sizeof(row));
    // The one legal place is the next page after what stands before: that also excludes overlaps.
    if (row.offset != AlignUp(end, kSectionAlignment)) {
      return Damaged(
          absl::StrCat("section ", i, " stands at ", row.offset, ", expected ", AlignUp(end, kSectionAlignment)));
    }
    if (row.offset > file_.size() || row.size > file_.size() - row.offset) {
      return Damaged(absl::StrCat("section ", i, " of ", row.size, " bytes at ", row.offset,
                                  " reaches past the end of the file at ", file_.size()));
    }
    for (; end < row.offset; ++end) {
      if (file_[end] != 0) return Damaged(absl::StrCat("padding byte at ", end, " is not zero"));
    }
    sections_.push_back({file_.subspan(row.offset, row.size), row.checksum});
    end = row.offset + row.size;
  }
  if (end != file_.size()) {
    return Damaged(absl::StrCat("file has ", file_.size() - end, " bytes after its last part"));
  }
  section_verified_.reset(new std::atomic<bool>[count]());
  return absl::OkStatus();
}

std::vector<uint64_t> ContainerReader::SectionSizes() const {
  std::vector<uint64_t> sizes;
  for (const SectionRecord& section : sections_) sizes.push_back(section.bytes.size());
  return sizes;
}

absl::StatusOr<absl::Span<const uint8_t>> ContainerReader::Section(size_t index) const {
  if (index >= sections_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(label_, ": section index ", index, " is out of range, there are ", sections_.size()));
  }
  const SectionRecord& section = sections_[index];
  // Two threads may both do the work the first time; the answer is the same.
  if (!section_verified_[index].load(std::memory_order_acquire)) {
    if (Checksum(section.bytes) != section.checksum) {
      return Damaged(absl::StrCat("checksum of section ", index, " does not match"));
    }
    section_verified_[index].store(true, std::memory_order_release);
  }
  return section.bytes;
}

absl::Status ContainerReader::VerifyAllSections() const {
  for (size_t i = 0; i < sections_.size(); ++i) SINTER_RETURN_IF_ERROR(Section(i).status());
  return absl::OkStatus();
}

}  // namespace sinter::rt
