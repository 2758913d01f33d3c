// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .npy format: magic, version, a Python dictionary of three keys, then the elements.
#include "runtime/tensor/npy.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/base/status_macros.h"

namespace sinter::rt {
namespace {

constexpr absl::string_view kMagic("\x93NUMPY", 6);
constexpr size_t kMaxHeader = size_t{1} << 20;
constexpr size_t kMaxRank = 64;

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("npy header: ", what));
}

// Reads exactly the dictionaries that NumPy writes: strings, True or False, and a tuple of integers.
class HeaderParser {
 public:
  explicit HeaderParser(absl::string_view text) : text_(text) {}

  absl::StatusOr<NpyHeader> Run() {
    NpyHeader header;
    unsigned seen = 0;
    if (!Take('{')) return Malformed("expected `{`");
    while (!Take('}')) {
      SINTER_ASSIGN_OR_RETURN(const std::string key, String());
      if (!Take(':')) return Malformed(absl::StrCat("expected `:` after `", key, "`"));
      unsigned bit = 0;
      if (key == "descr") {
        bit = 1;
        SINTER_ASSIGN_OR_RETURN(header.descr, String());
      } else if (key == "fortran_order") {
        bit = 2;
        SINTER_ASSIGN_OR_RETURN(header.fortran_order, Bool());
      } else if (key == "shape") {
        bit = 4;
        SINTER_ASSIGN_OR_RETURN(header.shape, Tuple());
      }
      if (bit == 0 || (seen & bit) != 0) return Malformed(absl::StrCat("unexpected key `", key, "`"));
      seen |= bit;
      if (!Take(',') && Peek() != '}') return Malformed("expected `,` or `}`");
    }
    if (seen != 7) return Malformed("expected the keys descr, fortran_order and shape");
    if (Peek() != 0) return Malformed("unexpected text after `}`");
    return header;
  }

 private:
  // The next character that is no space; 0 at the end.
  char Peek() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool Take(char c) {
    if (Peek() != c || position_ >= text_.size()) return false;
    ++position_;
    return true;
  }

  absl::StatusOr<std::string> String() {
    const char quote = Peek();
    if (quote != '\'' && quote != '"') return Malformed("expected a string; structured types are not supported");
    const size_t end = text_.find(quote, position_ + 1);
    if (end == absl::string_view::npos) return Malformed("unterminated string");
    std::string value(text_.substr(position_ + 1, end - position_ - 1));
    position_ = end + 1;
    return value;
  }

  absl::StatusOr<bool> Bool() {
    Peek();
    for (bool value : {false, true}) {
      const absl::string_view word = value ? "True" : "False";
      if (text_.substr(position_, word.size()) == word) {
        position_ += word.size();
        return value;
      }
    }
    return Malformed("expected True or False");
  }

  absl::StatusOr<std::vector<int64_t>> Tuple() {
    std::vector<int64_t> values;
    if (!Take('(')) return Malformed("expected a tuple");
    while (!Take(')')) {
      SINTER_ASSIGN_OR_RETURN(const int64_t value, Integer());
      if (values.size() == kMaxRank) return Malformed(absl::StrCat("more than ", kMaxRank, " dims"));
      values.push_back(value);
      if (!Take(',') && Peek() != ')') return Malformed("expected `,` or `)` in the shape");
    }
    return values;
  }

  absl::StatusOr<int64_t> Integer() {
    if (Peek() < '0' || Peek() > '9') return Malformed("expected a dim, a number that is not negative");
    int64_t value = 0;
    for (; position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9'; ++position_) {
      if (__builtin_mul_overflow(value, int64_t{10}, &value) ||
          __builtin_add_overflow(value, int64_t{text_[position_] - '0'}, &value)) {
        return Malformed("a dim does not fit in 64 bits");
      }
    }
    return value;
  }

  absl::string_view text_;
  size_t position_ = 0;
};

const char* Descr(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return "<f8";
    case ElementType::kF32:
      return "<f4";
    case ElementType::kF16:
      return "<f2";
    case ElementType::kBF16:
    case ElementType::kU16:
      return "<u2";
    case ElementType::kU64:
      return "<u8";
    case ElementType::kU32:
      return "<u4";
    case ElementType::kI64:
      return "<i8";
    case ElementType::kI32:
      return "<i4";
    case ElementType::kI16:
      return "<i2";
    case ElementType::kI8:
      return "|i1";
    case ElementType::kBool:
      return "|b1";
    case ElementType::kU8:
    case ElementType::kF8E4M3:
    case ElementType::kF8E5M2:
    case ElementType::kI4:
    case ElementType::kF4E2M1:
      return "|u1";
  }
  return "";
}

// The type of a file whose reader expects nothing; bf16 may also be written as two raw bytes.
absl::StatusOr<ElementType> DefaultType(absl::string_view descr) {
  constexpr ElementType kNative[] = {ElementType::kF64, ElementType::kF32, ElementType::kF16, ElementType::kBF16,
                                     ElementType::kI64, ElementType::kI32, ElementType::kI16, ElementType::kI8,
                                     ElementType::kU64, ElementType::kU32, ElementType::kU8,  ElementType::kBool};
  for (ElementType type : kNative) {
    const absl::string_view known = Descr(type);
    if (descr == known || (known[0] == '|' && descr.size() == 3 && descr.substr(1) == known.substr(1))) return type;
  }
  if (descr == "|V2" || descr == "<V2") return ElementType::kBF16;
  return absl::InvalidArgumentError(
      absl::StrCat("npy type `", descr, "` is not supported; expected one of <f8 <f4 <f2 <u8 <u4 <u2 <i8 <i4 <i2 |i1 |u1 |b1"));
}

absl::StatusOr<ElementType> ResolveType(const NpyHeader& header, const NpyReadOptions& options) {
  SINTER_ASSIGN_OR_RETURN(const ElementType found, DefaultType(header.descr));
  if (!options.expected || *options.expected == found) return found;
  const absl::string_view expected = Descr(*options.expected);
  const bool same_bytes = (found == ElementType::kU8 && expected == "|u1") || (header.descr == "<u2" && expected == "<u2");
  if (same_bytes) return *options.expected;
  return absl::InvalidArgumentError(absl::StrCat("npy type is `", header.descr, "`, expected `",
                                                 Descr(*options.expected), "` for ",
                                                 ElementTypeName(*options.expected)));
}

absl::StatusOr<std::vector<int64_t>> ResolveDims(const NpyHeader& header, ElementType type,
                                                 const NpyReadOptions& options) {
  if (BitWidth(type) >= 8) {
    if (options.dims && *options.dims != header.shape) {
      return absl::InvalidArgumentError(absl::StrCat("npy shape is (", absl::StrJoin(header.shape, ", "),
                                                     "), expected (", absl::StrJoin(*options.dims, ", "), ")"));
    }
    return header.shape;
  }
  SINTER_ASSIGN_OR_RETURN(const uint64_t bytes, TensorByteSize(ElementType::kU8, header.shape));
  if (!options.dims) return std::vector<int64_t>{static_cast<int64_t>(bytes * 2)};
  SINTER_ASSIGN_OR_RETURN(const uint64_t expected, TensorByteSize(type, *options.dims));
  if (expected == bytes) return *options.dims;
  return absl::InvalidArgumentError(absl::StrCat("npy file holds ", bytes, " packed bytes, expected ", expected));
}

// Splits off the header; `data` is what follows.
absl::StatusOr<NpyHeader> TakeHeader(absl::Span<const uint8_t> bytes, absl::Span<const uint8_t>* data) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.size() < 10 || text.substr(0, kMagic.size()) != kMagic) {
    return absl::InvalidArgumentError("not an npy file: the magic is missing");
  }
  const int version = bytes[6];
  if (version < 1 || version > 3)
    return absl::InvalidArgumentError(absl::StrCat("npy version ", version, " is unknown"));
  const size_t length_bytes = version == 1 ? 2 : 4;
  const size_t start = 8 + length_bytes;
  if (bytes.size() < start) return Malformed("the file ends in it");
  size_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) length |= size_t{bytes[8 + i]} << (8 * i);
  if (length > kMaxHeader || length > bytes.size() - start) {
    return Malformed(absl::StrCat("length ", length, " does not fit the file of ", bytes.size(), " bytes"));
  }
  *data = bytes.subspan(start + length);
  return HeaderParser(text.substr(start, length)).Run();
}

}  // namespace

absl::StatusOr<HostTensor> ParseNpy(absl::Span<const uint8_t> bytes, const NpyReadOptions& options) {
  absl::Span<const uint8_t> data;
  SINTER_ASSIGN_OR_RETURN(const NpyHeader header, TakeHeader(bytes, &data));
  if (header.fortran_order && header.shape.size() > 1) {
    return absl::InvalidArgumentError("npy file is in Fortran order, expected C order");
  }
  SINTER_ASSIGN_OR_RETURN(const ElementType type, ResolveType(header, options));
  SINTER_ASSIGN_OR_RETURN(std::vector<int64_t> dims, ResolveDims(header, type, options));
  SINTER_ASSIGN_OR_RETURN(const uint64_t size, TensorByteSize(type, dims));
  if (size != data.size()) {
    return absl::InvalidArgumentError(absl::StrCat("npy file holds ", data.size(), " bytes of data, its shape (",
                                                   absl::StrJoin(header.shape, ", "), ") of `", header.descr,
                                                   "` takes ", size));
  }
  SINTER_ASSIGN_OR_RETURN(HostTensor tensor, HostTensor::Create(type, std::move(dims)));
  if (size != 0) std::memcpy(tensor.data(), data.data(), size);
  if (type == ElementType::kBool) {
    // Kernels take a bool's byte as it is, so it must be 0 or 1.
    for (uint8_t& byte : absl::MakeSpan(tensor.as<uint8_t>(), size)) byte = byte != 0;
  }
  return tensor;
}

absl::StatusOr<HostTensor> ReadNpyFile(const std::string& path, const NpyReadOptions& options) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot open `", path, "`"));
  // A folder opens but does not read, and a device may have no end.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return absl::InvalidArgumentError(absl::StrCat("`", path, "` is no regular file"));
  }
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return absl::InternalError(absl::StrCat("cannot read `", path, "`"));
  absl::StatusOr<HostTensor> tensor =
      ParseNpy({reinterpret_cast<const uint8_t*>(content.data()), content.size()}, options);
  if (tensor.ok()) return tensor;
  return absl::Status(tensor.status().code(), absl::StrCat("`", path, "`: ", tensor.status().message()));
}

std::string NpyBytes(const HostTensor& tensor) {
  std::vector<int64_t> shape = tensor.dims();
  if (BitWidth(tensor.type()) < 8) shape = {static_cast<int64_t>(tensor.byte_size())};
  std::string header = absl::StrCat("{'descr': '", Descr(tensor.type()), "', 'fortran_order': False, 'shape': (",
                                    absl::StrJoin(shape, ", "), shape.size() == 1 ? ",), }" : "), }");
  // Spaces and a line end bring the data to a multiple of 64 bytes.
  const bool long_header = header.size() > 65000;
  const size_t start = long_header ? 12 : 10;
  header.append(63 - (start + header.size()) % 64, ' ');
  header.push_back('\n');
  std::string bytes(kMagic);
  bytes.push_back(long_header ? 2 : 1);
  bytes.push_back(0);
  for (size_t i = 0; i < start - 8; ++i) bytes.push_back(static_cast<char>(header.size() >> (8 * i)));
  bytes += header;
  bytes.append(tensor.as<char>(), tensor.byte_size());
  return bytes;
}

absl::Status WriteNpyFile(const std::string& path, const HostTensor& tensor) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const std::string bytes = NpyBytes(tensor);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return absl::InternalError(absl::StrCat("cannot write `", path, "`"));
  return absl::OkStatus();
}

}  // namespace sinter::rt
