// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the list of stripped tensors.

#include "compiler/Import/ONNX/WeightSidecar.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <zlib.h>

#include <cmath>

using namespace mlir;

namespace sinter {

/// The parser recurses; the file needs three levels.
static bool nestsDeeperThan(StringRef text, unsigned limit) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      i += c == '\\';
      inString = c != '"';
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit)
        return true;
    } else if ((c == ']' || c == '}') && depth) {
      --depth;
    }
  }
  return false;
}

static std::optional<StrippedTensor> readEntry(const llvm::json::Object &entry) {
  StrippedTensor tensor;
  if (auto bytes = entry.getString("zlib64")) {
    tensor.zlib64 = bytes->str();
    return tensor;
  }
  auto mean = entry.getNumber("mean"), std = entry.getNumber("std"), min = entry.getNumber("min"), max = entry.getNumber("max");
  if (!mean || !std || !min || !max)
    return std::nullopt;
  return StrippedTensor{*mean, *std, *min, *max, {}};
}

std::string weightSidecarPath(StringRef modelPath) {
  llvm::SmallString<256> path(modelPath);
  llvm::sys::path::replace_extension(path, "json");
  return path.str().str();
}

FailureOr<WeightSidecar> readWeightSidecar(StringRef modelPath, Location location) {
  std::string path = weightSidecarPath(modelPath);
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return emitError(location) << "cannot read `" << path << "`, which should list the stripped weights: " << buffer.getError().message(), failure();
  StringRef text = (*buffer)->getBuffer();
  if (nestsDeeperThan(text, 64))
    return emitError(location) << "expected `" << path << "` to nest no deeper than 64 levels", failure();
  auto value = llvm::json::parse(text);
  if (!value)
    return emitError(location) << "expected `" << path << "` to hold JSON: " << llvm::toString(value.takeError()), failure();
  const llvm::json::Object *root = value->getAsObject();
  const llvm::json::Array *tensors = root ? root->getArray("tensors") : nullptr;
  if (!tensors)
    return emitError(location) << "expected `" << path << "` to have a list `tensors`", failure();
  WeightSidecar sidecar;
  for (const llvm::json::Value &item : *tensors) {
    const llvm::json::Object *entry = item.getAsObject();
    auto name = entry ? entry->getString("name") : std::nullopt;
    if (!name || !entry->getBoolean("stripped").value_or(false))
      continue;
    std::optional<StrippedTensor> tensor = readEntry(*entry);
    if (tensor && tensor->zlib64.empty() && !(std::isfinite(tensor->mean) && std::isfinite(tensor->min) && std::isfinite(tensor->max) && std::isfinite(tensor->std) && tensor->std >= 0 && tensor->min <= tensor->max))
      return emitError(location) << "expected the statistics of `" << *name << "` in `" << path << "` to be finite, with std >= 0 and min <= max", failure();
    if (!tensor)
      return emitError(location) << "expected `" << *name << "` in `" << path << "` to have mean, std, min and max, or zlib64", failure();
    sidecar[*name] = *tensor;
  }
  return sidecar;
}

FailureOr<std::string> inflateBytes(StringRef zlib64, size_t size) {
  std::vector<char> packed;
  if (llvm::Error error = llvm::decodeBase64(zlib64, packed)) {
    llvm::consumeError(std::move(error));
    return failure();
  }
  std::string bytes(size, '\0');
  uLongf length = size;
  int code = uncompress(reinterpret_cast<Bytef *>(bytes.data()), &length, reinterpret_cast<const Bytef *>(packed.data()), packed.size());
  if (code != Z_OK || length != size)
    return failure();
  return bytes;
}

} // namespace sinter
