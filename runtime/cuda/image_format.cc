// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds of ELF images, by the 64-bit little-endian layout that cubins have.
#include "runtime/cuda/image_format.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace sinter::rt {
namespace {

absl::Status Refuse(const std::string& what) { return absl::InvalidArgumentError(absl::StrCat("image: ", what)); }

// Whether [offset, offset + count * size) lies within `total` bytes.
bool Fits(uint64_t offset, uint64_t count, uint64_t size, uint64_t total) {
  if (offset > total) return false;
  return count == 0 || size <= (total - offset) / count;
}

absl::Status CheckElf(absl::Span<const uint8_t> image) {
  Elf64_Ehdr head;
  if (image.size() < sizeof(head)) return Refuse(absl::StrCat("ELF header cut at ", image.size(), " bytes"));
  std::memcpy(&head, image.data(), sizeof(head));
  if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_machine != EM_CUDA)
    return Refuse("ELF, but not CUDA machine code");
  if (head.e_shnum != 0 && head.e_shentsize != sizeof(Elf64_Shdr)) return Refuse("unexpected section header size");
  if (!Fits(head.e_phoff, head.e_phnum, head.e_phentsize, image.size()) ||
      !Fits(head.e_shoff, head.e_shnum, head.e_shentsize, image.size())) {
    return Refuse(absl::StrCat("ELF tables reach past its ", image.size(), " bytes"));
  }
  for (int i = 0; i < head.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, image.data() + head.e_shoff + i * sizeof(section), sizeof(section));
    if (section.sh_type != SHT_NOBITS && !Fits(section.sh_offset, 1, section.sh_size, image.size())) {
      return Refuse(absl::StrCat("section ", i, " reaches past its ", image.size(), " bytes"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ImageFormat> CheckImage(absl::Span<const uint8_t> image) {
  if (image.size() >= SELFMAG && std::memcmp(image.data(), ELFMAG, SELFMAG) == 0) {
    absl::Status status = CheckElf(image);
    if (!status.ok()) return status;
    return ImageFormat::kCubin;
  }
  static constexpr char kPtxMark[] = ".version";
  auto end = std::find(image.begin(), image.end(), '\0');
  if (std::search(image.begin(), end, kPtxMark, kPtxMark + sizeof(kPtxMark) - 1) != end) return ImageFormat::kPtx;
  return Refuse(absl::StrCat("expected a cubin or PTX, but got ", image.size(), " bytes of neither"));
}

}  // namespace sinter::rt
