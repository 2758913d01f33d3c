// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes tensors: raw bytes, typed fields, external files, stripped weights. Every size is checked before memory of
// that size is asked for.

#include "compiler/Import/ONNX/OnnxTensor.h"

#include "dialects/Sinter/IR/Sinter.h"
#include "runtime/base/confined_path.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace mlir;

namespace sinter {

// Numbers of TensorProto.DataType; the ones from FLOAT8E4M3FN on are younger than the schema.
enum : int32_t {
  kFloat = 1, kUint8 = 2, kInt8 = 3, kUint16 = 4, kInt16 = 5, kInt32 = 6, kInt64 = 7, kBool = 9, kFloat16 = 10, kDouble = 11, kUint32 = 12, kUint64 = 13,
  kBfloat16 = 16, kFloat8E4M3Fn = 17, kFloat8E5M2 = 19, kInt4 = 22, kFloat4E2M1 = 23
};

Type getOnnxElementType(MLIRContext *context, int32_t dataType) {
  Builder b(context);
  switch (dataType) {
  case kFloat: return b.getF32Type();
  case kUint8: return b.getIntegerType(8, /*isSigned=*/false);
  case kUint16: return b.getIntegerType(16, /*isSigned=*/false);
  case kUint32: return b.getIntegerType(32, /*isSigned=*/false);
  case kUint64: return b.getIntegerType(64, /*isSigned=*/false);
  case kInt8: return b.getIntegerType(8);
  case kInt16: return b.getIntegerType(16);
  case kInt32: return b.getIntegerType(32);
  case kInt64: return b.getIntegerType(64);
  case kBool: return b.getI1Type();
  case kFloat16: return b.getF16Type();
  case kDouble: return b.getF64Type();
  case kBfloat16: return b.getBF16Type();
  case kFloat8E4M3Fn: return Float8E4M3FNType::get(context);
  case kFloat8E5M2: return Float8E5M2Type::get(context);
  case kInt4: return b.getIntegerType(4);
  case kFloat4E2M1: return Float4E2M1FNType::get(context);
  default: return {};
  }
}

std::string getOnnxTypeName(int32_t dataType) {
  static const char *const names[] = {"UNDEFINED", "FLOAT", "UINT8", "INT8", "UINT16", "INT16", "INT32", "INT64", "STRING", "BOOL",
                                      "FLOAT16", "DOUBLE", "UINT32", "UINT64", "COMPLEX64", "COMPLEX128", "BFLOAT16", "FLOAT8E4M3FN",
                                      "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ", "UINT4", "INT4", "FLOAT4E2M1"};
  if (dataType >= 0 && dataType < static_cast<int32_t>(std::size(names)))
    return names[dataType];
  return "type number " + std::to_string(dataType);
}

/// Elements of `tensor`, or nothing where a dimension is negative or the product does not fit.
static std::optional<int64_t> countElements(const sinter_onnx::TensorProto &tensor) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims())
    if (dim < 0)
      return std::nullopt;
  for (int64_t dim : tensor.dims())
    if (llvm::MulOverflow(count, dim, count))
      return std::nullopt;
  return count;
}

/// Values of one byte or more an element, little-endian as in the file; every machine here is.
static DenseElementsAttr fromBytes(RankedTensorType type, ArrayRef<char> bytes) {
  if (type.getElementType().isInteger(1)) {
    SmallVector<bool> values(llvm::map_range(bytes, [](char c) { return c != 0; }));
    return DenseElementsAttr::get(type, values);
  }
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, bytes, isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

/// Two elements of four bits a byte, the first in the low half.
static DenseElementsAttr fromNibbles(RankedTensorType type, ArrayRef<char> bytes) {
  int64_t count = type.getNumElements();
  auto nibble = [&](int64_t i) { return APInt(4, (static_cast<uint8_t>(bytes[i / 2]) >> (i % 2 * 4)) & 15); };
  if (auto element = dyn_cast<FloatType>(type.getElementType())) {
    SmallVector<APFloat> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(APFloat(element.getFloatSemantics(), nibble(i)));
    return DenseElementsAttr::get(type, values);
  }
  SmallVector<APInt> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(nibble(i));
  return DenseElementsAttr::get(type, values);
}

static uint64_t byteSize(RankedTensorType type, uint64_t count) {
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  if (bits == 4)
    return (count + 1) / 2;
  return count * std::max(1u, bits / 8);
}

/// The raw bytes that `tensor`'s typed field stands for.
static std::string packTypedField(const sinter_onnx::TensorProto &tensor) {
  std::string bytes;
  auto append = [&](auto value) { bytes.append(reinterpret_cast<const char *>(&value), sizeof(value)); };
  switch (tensor.data_type()) {
  case kFloat:
    for (float value : tensor.float_data()) append(value);
    break;
  case kDouble:
    for (double value : tensor.double_data()) append(value);
    break;
  case kInt64:
    for (int64_t value : tensor.int64_data()) append(value);
    break;
  case kInt32:
    for (int32_t value : tensor.int32_data()) append(value);
    break;
  case kUint64:
    for (uint64_t value : tensor.uint64_data()) append(value);
    break;
  case kUint32:
    for (uint64_t value : tensor.uint64_data()) append(static_cast<uint32_t>(value));
    break;
  case kUint16: case kInt16: case kFloat16: case kBfloat16:
    for (int32_t value : tensor.int32_data()) append(static_cast<uint16_t>(value));
    break;
  default: // one byte an element, or one byte two elements of four bits
    for (int32_t value : tensor.int32_data()) append(static_cast<uint8_t>(value));
    break;
  }
  return bytes;
}

FailureOr<TensorData> TensorReader::read(const sinter_onnx::TensorProto &tensor, StringRef name, Location location) {
  Type element = getOnnxElementType(location.getContext(), tensor.data_type());
  if (!element)
    return emitError(location) << "element type " << getOnnxTypeName(tensor.data_type()) << " of tensor `" << name << "` is not supported", failure();
  std::optional<int64_t> count = countElements(tensor);
  // Sixteen bits of headroom: sizes in bytes, and what is computed of them, stay in range.
  if (!count || *count > (int64_t(1) << 47))
    return emitError(location) << "expected the dimensions of tensor `" << name << "` to be 0 or more and their product of at most 2^47", failure();
  auto type = RankedTensorType::get(SmallVector<int64_t>(tensor.dims().begin(), tensor.dims().end()), element);
  uint64_t bytes = byteSize(type, *count);
  if (tensor.data_location() == sinter_onnx::TensorProto::EXTERNAL)
    return readExternal(tensor, name, type, bytes, location);

  std::string packed;
  StringRef raw = tensor.raw_data();
  if (!tensor.has_raw_data()) {
    packed = packTypedField(tensor);
    raw = packed;
  }
  if (raw.size() != bytes)
    return emitError(location) << "expected tensor `" << name << "` of type " << type << " to have " << bytes << " bytes of values, but got "
                               << raw.size(), failure();
  ArrayRef<char> view(raw.data(), raw.size());
  DenseElementsAttr values = element.getIntOrFloatBitWidth() == 4 ? fromNibbles(type, view) : fromBytes(type, view);
  if (!values)
    return emitError(location) << "cannot represent tensor `" << name << "` of type " << type, failure();
  return TensorData{type, values, {}};
}

FailureOr<TensorData> TensorReader::readStripped(StringRef name, RankedTensorType type, uint64_t bytes, Location location) {
  if (!options.generateWeights)
    return emitError(location) << "values of tensor `" << name << "` were stripped from the model; `--weights=generate` makes some from the .json "
                               << "file beside it", failure();
  if (!sidecar) {
    FailureOr<WeightSidecar> read = readWeightSidecar(model.path, location);
    if (failed(read))
      return failure();
    sidecar = std::move(*read);
  }
  auto it = sidecar->find(name);
  if (it == sidecar->end())
    return emitError(location) << "expected `" << weightSidecarPath(model.path) << "` to list tensor `" << name << "`, which was stripped", failure();
  const StrippedTensor &entry = it->second;
  if (entry.zlib64.empty()) {
    Builder b(location.getContext());
    if (!isa<FloatType>(type.getElementType()))
      return emitError(location) << "expected stripped tensor `" << name << "` of type " << type << " to have its values as zlib64 in `" << weightSidecarPath(model.path) << "`", failure();
    return TensorData{type, {}, GeneratedAttr::get(b.getContext(), b.getStringAttr(name), b.getF64FloatAttr(entry.mean), b.getF64FloatAttr(entry.std),
                                                   b.getF64FloatAttr(entry.min), b.getF64FloatAttr(entry.max))};
  }
  // A zlib stream grows at most 1032-fold, so a size that it cannot reach is not asked for.
  FailureOr<std::string> values = failure();
  if (bytes / 1032 <= entry.zlib64.size())
    values = inflateBytes(entry.zlib64, bytes);
  if (failed(values))
    return emitError(location) << "expected zlib64 of tensor `" << name << "` in `" << weightSidecarPath(model.path) << "` to hold " << bytes << " bytes", failure();
  DenseElementsAttr elements = fromBytes(type, ArrayRef<char>(values->data(), values->size()));
  if (!elements)
    return emitError(location) << "cannot represent tensor `" << name << "` of type " << type, failure();
  return TensorData{type, elements, {}};
}

/// A file below a folder: how it is opened, and its name from the folder on.
struct FileBelow {
  std::string path, name;
};

/// The file `name` below `folder`, or nothing where it is not below it, links followed.
static std::optional<FileBelow> resolveBelow(StringRef folder, StringRef name) {
  namespace path = llvm::sys::path;
  if (name.empty() || path::is_absolute(name) || llvm::any_of(llvm::make_range(path::begin(name), path::end(name)), [](StringRef part) { return part == ".."; }))
    return std::nullopt;
  if (!rt::ResolveBelow(folder.str(), name.str()).ok())
    return std::nullopt;
  llvm::SmallString<256> joined(folder);
  path::append(joined, name);
  llvm::SmallString<256> plain(name);
  path::remove_dots(plain);
  return FileBelow{joined.str().str(), plain.str().str()};
}

FailureOr<TensorData> TensorReader::readExternal(const sinter_onnx::TensorProto &tensor, StringRef name, RankedTensorType type, uint64_t bytes,
                                                 Location location) {
  std::string file;
  uint64_t offset = 0, length = bytes;
  for (const auto &entry : tensor.external_data()) {
    if (entry.key() == "location")
      file = entry.value();
    else if (entry.key() == "offset" || entry.key() == "length") {
      uint64_t &field = entry.key() == "offset" ? offset : length;
      if (StringRef(entry.value()).getAsInteger(10, field))
        return emitError(location) << "expected " << entry.key() << " of external tensor `" << name << "` to be a number of bytes, but got `"
                                   << entry.value() << "`", failure();
    }
  }
  if (file == "__stripped__")
    return readStripped(name, type, bytes, location);
  if (length != bytes)
    return emitError(location) << "expected external tensor `" << name << "` of type " << type << " to have " << bytes << " bytes, but got " << length, failure();
  // Named from the model's folder on, however the model's own path was given.
  StringRef folder = llvm::sys::path::parent_path(model.path);
  if (folder.empty())
    folder = ".";
  std::optional<FileBelow> found = resolveBelow(folder, file);
  if (!found)
    return emitError(location) << "expected the data of tensor `" << name << "` in a file below `" << folder << "`, but `" << file
                               << "` is not there or lies elsewhere", failure();
  uint64_t size = 0;
  if (!llvm::sys::fs::is_regular_file(found->path) || llvm::sys::fs::file_size(found->path, size) || offset > size || size - offset < length)
    return emitError(location) << "expected `" << found->path << "` to have " << length << " bytes from " << offset << " on for tensor `" << name
                               << "`, but it has " << size, failure();
  Builder b(location.getContext());
  return TensorData{type, {}, ExternalAttr::get(b.getContext(), b.getStringAttr(found->name), offset, length)};
}

} // namespace sinter
