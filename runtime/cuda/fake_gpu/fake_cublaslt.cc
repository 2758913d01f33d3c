// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pretended GPU's cuBLASLt: column-major products by a plain loop in f64, with the real one's descriptors.
#include <cublasLt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/cuda/fake_gpu/fake_gpu.h"
#include "runtime/gemm/element_codec.h"

struct cublasLtContext {};

namespace {

using sinter::rt::DecodeElement;
using sinter::rt::ElementType;
using sinter::rt::EncodeElement;

// An algorithm's data: this, and its number. All compute the same, and all but one take their time. Every third one
// cuts its sum into parts, which is but for a workspace; the last of them adds them up in a way that callers must not
// take.
constexpr uint64_t kAlgorithm = 0x5eed;
constexpr int kAlgorithms = 20, kFastest = 6, kUnwelcome = 18;
constexpr std::chrono::microseconds kSlowness{30};
constexpr size_t kPartsBytes = 4096;

int NumberOf(const cublasLtMatmulAlgo_t& algorithm) { return static_cast<int>(algorithm.data[1]); }
bool SplitsSum(int number) { return number % 3 == 0 && number > 0; }

struct Operation {
  int32_t compute, scale, left = CUBLAS_OP_N, right = CUBLAS_OP_N, bias_type = -1;
  uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
};

struct Layout {
  int32_t type, batch = 1;
  uint32_t mode = CUBLASLT_BATCH_MODE_STRIDED;
  int64_t rows, columns, leading, stride = 0;
};

static_assert(sizeof(Operation) <= sizeof(cublasLtMatmulDescOpaque_t), "fits the real descriptor");
static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "fits the real descriptor");

template <typename T, typename Opaque>
T Read(const Opaque* opaque) {
  T value;
  std::memcpy(static_cast<void*>(&value), opaque, sizeof(value));
  return value;
}
template <typename T, typename Opaque>
void Write(Opaque* opaque, const T& value) {
  std::memcpy(opaque, static_cast<const void*>(&value), sizeof(value));
}

template <typename T>
cublasStatus_t Set(T* field, const void* value, size_t bytes) {
  if (bytes != sizeof(T)) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(field, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

ElementType TypeOf(int32_t type) {
  return type == CUDA_R_64F   ? ElementType::kF64
         : type == CUDA_R_32F ? ElementType::kF32
         : type == CUDA_R_16F ? ElementType::kF16
                              : ElementType::kBF16;
}
int64_t BytesOf(int32_t type) { return sinter::rt::BitWidth(TypeOf(type)) / 8; }

bool LegalLayout(const Layout& layout) {
  return layout.rows > 0 && layout.columns > 0 && layout.leading >= layout.rows && layout.batch > 0;
}

cublasStatus_t CheckProblem(const Operation& operation, const Layout& a, const Layout& b, const Layout& c,
                            const Layout& d) {
  const int64_t p = operation.left == CUBLAS_OP_N ? a.rows : a.columns;
  const int64_t k = operation.left == CUBLAS_OP_N ? a.columns : a.rows;
  const int64_t q = operation.right == CUBLAS_OP_N ? b.columns : b.rows;
  const bool sizes = (operation.right == CUBLAS_OP_N ? b.rows : b.columns) == k && d.rows == p && d.columns == q &&
                     c.rows == p && c.columns == q && a.batch == d.batch && b.batch == d.batch && c.batch == d.batch;
  if (!sizes || !LegalLayout(a) || !LegalLayout(b) || !LegalLayout(c) || !LegalLayout(d)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (a.mode != d.mode || b.mode != d.mode || c.mode != d.mode || c.type != d.type) return CUBLAS_STATUS_INVALID_VALUE;
  const bool bias = (operation.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
  if (bias && (operation.bias == nullptr || operation.bias_type != d.type)) return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

const char* BatchPointer(const Layout& layout, const void* base, int64_t index) {
  if (layout.mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY) return static_cast<const char* const*>(base)[index];
  return static_cast<const char*>(base) + index * layout.stride * BytesOf(layout.type);
}

double At(const Layout& layout, const char* base, bool transposed, int64_t row, int64_t column) {
  if (transposed) std::swap(row, column);
  return DecodeElement(TypeOf(layout.type), base + (row + column * layout.leading) * BytesOf(layout.type));
}

double Finish(const Operation& operation, double x) {
  if (operation.epilogue & CUBLASLT_EPILOGUE_RELU) return x > 0 || std::isnan(x) ? x : 0.0;
  if (operation.epilogue & CUBLASLT_EPILOGUE_GELU) {
    return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / M_PI) * (x + 0.044715 * x * x * x)));
  }
  return x;
}

struct Product {
  Operation operation;
  Layout a, b, c, d;
  double alpha, beta;
  const void *pointer_a, *pointer_b, *pointer_c;
  void* pointer_d;

  void Run() const {
    const bool left = operation.left != CUBLAS_OP_N, right = operation.right != CUBLAS_OP_N;
    const int64_t k = left ? a.rows : a.columns;
    for (int64_t batch = 0; batch < d.batch; ++batch) {
      const char *x = BatchPointer(a, pointer_a, batch), *y = BatchPointer(b, pointer_b, batch);
      const char* z = BatchPointer(c, pointer_c, batch);
      char* out = const_cast<char*>(BatchPointer(d, pointer_d, batch));
      for (int64_t i = 0; i < d.rows; ++i) {
        for (int64_t j = 0; j < d.columns; ++j) {
          double sum = 0;
          for (int64_t l = 0; l < k; ++l) sum += At(a, x, left, i, l) * At(b, y, right, l, j);
          sum *= alpha;
          if (beta != 0) sum += beta * At(c, z, false, i, j);
          if (operation.epilogue & CUBLASLT_EPILOGUE_BIAS) {
            sum += DecodeElement(TypeOf(operation.bias_type),
                                 static_cast<const char*>(operation.bias) + i * BytesOf(operation.bias_type));
          }
          const std::vector<uint8_t> element = EncodeElement(TypeOf(d.type), Finish(operation, sum));
          std::memcpy(out + (i + j * d.leading) * BytesOf(d.type), element.data(), element.size());
        }
      }
    }
  }
};

}  // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = new cublasLtContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
const char* cublasLtGetStatusName(cublasStatus_t) { return "pretended cuBLASLt status"; }

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t operation, size_t, cublasComputeType_t compute,
                                               cudaDataType_t scale) {
  Operation fresh;
  fresh.compute = compute, fresh.scale = scale;
  Write(operation, fresh);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t opaque, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t bytes) {
  Operation operation = Read<Operation>(opaque);
  cublasStatus_t status = CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSA) status = Set(&operation.left, value, bytes);
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSB) status = Set(&operation.right, value, bytes);
  if (attribute == CUBLASLT_MATMUL_DESC_EPILOGUE) status = Set(&operation.epilogue, value, bytes);
  if (attribute == CUBLASLT_MATMUL_DESC_BIAS_POINTER) status = Set(&operation.bias, value, bytes);
  if (attribute == CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE) status = Set(&operation.bias_type, value, bytes);
  Write(opaque, operation);
  return status;
}
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t, cudaDataType type,
                                                 uint64_t rows, uint64_t columns, int64_t leading) {
  Layout fresh;
  fresh.type = type, fresh.rows = rows, fresh.columns = columns, fresh.leading = leading;
  Write(layout, fresh);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t opaque,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t bytes) {
  Layout layout = Read<Layout>(opaque);
  cublasStatus_t status = CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT) status = Set(&layout.batch, value, bytes);
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_MODE) status = Set(&layout.mode, value, bytes);
  if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET) status = Set(&layout.stride, value, bytes);
  Write(opaque, layout);
  return status;
}
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                                    cublasLtMatmulPreferenceAttributes_t attribute, const void*,
                                                    size_t bytes) {
  const size_t expected = attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES ? 8 : 4;
  return bytes == expected ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t, cublasLtMatmulDesc_t operation, cublasLtMatrixLayout_t a,
                                       cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t* algorithm, cublasLtMatmulHeuristicResult_t* result) {
  if (algorithm->data[0] != kAlgorithm || NumberOf(*algorithm) >= kAlgorithms) return CUBLAS_STATUS_NOT_SUPPORTED;
  result->workspaceSize = SplitsSum(NumberOf(*algorithm)) ? kPartsBytes : 0;
  result->wavesCount = 1.0f;
  result->state =
      CheckProblem(Read<Operation>(operation), Read<Layout>(a), Read<Layout>(b), Read<Layout>(c), Read<Layout>(d));
  return result->state;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t operation,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t* results, int* count) {
  *count = std::min(wanted, kAlgorithms);
  for (int i = 0; i < *count; ++i) {
    results[i].algo.data[0] = kAlgorithm;
    results[i].algo.data[1] = static_cast<uint64_t>(i);
    const cublasStatus_t status = cublasLtMatmulAlgoCheck(handle, operation, a, b, c, d, &results[i].algo, &results[i]);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
  }
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute, void* value,
                                                    size_t bytes, size_t* written) {
  const int number = NumberOf(*algorithm);
  int32_t answer = 0;
  if (attribute == CUBLASLT_ALGO_CONFIG_ID) answer = number;
  if (attribute == CUBLASLT_ALGO_CONFIG_SPLITK_NUM) answer = SplitsSum(number) ? 4 : 1;
  if (attribute == CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME && SplitsSum(number)) {
    answer = number == kUnwelcome ? CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE : CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  }
  std::memset(value, 0, bytes);
  std::memcpy(value, &answer, std::min(bytes, sizeof(answer)));
  *written = bytes;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t operation, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t layout_a, const void* b, cublasLtMatrixLayout_t layout_b,
                              const void* beta, const void* c, cublasLtMatrixLayout_t layout_c, void* d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t* algorithm, void* workspace,
                              size_t workspace_bytes, cudaStream_t stream) {
  Product product = {Read<Operation>(operation),
                     Read<Layout>(layout_a),
                     Read<Layout>(layout_b),
                     Read<Layout>(layout_c),
                     Read<Layout>(layout_d),
                     0,
                     0,
                     a,
                     b,
                     c,
                     d};
  if (algorithm->data[0] != kAlgorithm) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool splits_sum = SplitsSum(NumberOf(*algorithm));
  if (splits_sum && (workspace == nullptr || workspace_bytes < kPartsBytes)) return CUBLAS_STATUS_INVALID_VALUE;
  const cublasStatus_t status = CheckProblem(product.operation, product.a, product.b, product.c, product.d);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const ElementType scale = TypeOf(product.operation.scale);
  product.alpha = DecodeElement(scale, alpha);
  product.beta = DecodeElement(scale, beta);
  const CUresult enqueued = sinter::rt::fake_gpu::Enqueue(
      reinterpret_cast<CUstream>(stream), [product, is_slow = NumberOf(*algorithm) != kFastest] {
        product.Run();
        const auto end = std::chrono::steady_clock::now() + kSlowness;
        while (is_slow && std::chrono::steady_clock::now() < end) {
        }
      });
  // The parts are added up by a second node.
  if (enqueued == CUDA_SUCCESS && splits_sum) {
    const CUresult added = sinter::rt::fake_gpu::Enqueue(reinterpret_cast<CUstream>(stream),
                                                         [workspace] { std::memset(workspace, 0, kPartsBytes); });
    if (added != CUDA_SUCCESS) return CUBLAS_STATUS_EXECUTION_FAILED;
  }
  return enqueued == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // extern "C"
