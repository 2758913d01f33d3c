// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Golden outputs: a folder with golden.json and .npy files, as another implementation made them.
#ifndef SINTER_RUNTIME_TOOLS_GOLDEN_H_
#define SINTER_RUNTIME_TOOLS_GOLDEN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/tensor/host_tensor.h"

namespace sinter::rt {

struct GoldenOutput {
  std::string name;
  std::vector<int64_t> dims;
  // Every `stride`-th element of the row-major flattening, the first included.
  uint64_t stride = 1;
  double std = 0;  // of the whole output
  HostTensor values;
};

struct Golden {
  std::string variant;
  std::string oracle;
  std::vector<GoldenOutput> outputs;

  // kNotFound lists the names that there are.
  absl::StatusOr<const GoldenOutput*> Find(absl::string_view name) const;
};

// Reads FOLDER/golden.json:
//   {"oracle": "...", "outputs": {"<variant>": [{"name", "file", "dims", "stride", "std"}, ...]}}
// and the files of one variant: `variant` where there is one of that name, else the only one. Errors name the file.
absl::StatusOr<Golden> ReadGolden(const std::string& folder, const std::string& variant);

// "dir/dynamo_static.onnx" is of the variant "dynamo_static".
std::string VariantOf(const std::string& path);

// The whole file. kNotFound where it cannot be opened.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_GOLDEN_H_
