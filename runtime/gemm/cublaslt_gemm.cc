// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preparing products: descriptors, the choice of an algorithm, arrays of pointers; and running them.
#include "runtime/gemm/cublaslt_gemm.h"

#include <cublasLt.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/status_macros.h"
#include "runtime/gemm/algorithm_race.h"
#include "runtime/gemm/column_major_product.h"
#include "runtime/gemm/cublaslt_library.h"
#include "runtime/gemm/matmul_key.h"
#include "runtime/gemm/product_buffers.h"

namespace sinter::rt {
namespace {

constexpr int kRequestedAlgorithms = 32;
constexpr int kRounds = 5;
constexpr size_t kWorkspaceAlignment = 256;
constexpr const char* kPointerKernel = "sinter_fill_pointer_arrays";

size_t AlignUp(size_t value) { return (value + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment; }

// Does nothing: D has no element.
class EmptyMatmul : public PreparedMatmul {
 public:
  size_t workspace_bytes() const override { return 0; }
  absl::Status Run(const MatmulPointers&, void*, StreamHandle) const override { return absl::OkStatus(); }
  std::string Describe() const override { return "nothing to compute: an extent of the output is 0"; }
};

absl::Status Fill(OwnedMemory* memory, std::shared_ptr<MatmulDevice> device, const void* source, size_t bytes) {
  SINTER_RETURN_IF_ERROR(memory->Allocate(device, bytes));
  return device->CopyToDevice(memory->get(), source, bytes);
}

absl::StatusOr<cudaDataType_t> DataType(ElementType type, const MatmulProblem& problem) {
  switch (type) {
    case ElementType::kF64:
      return CUDA_R_64F;
    case ElementType::kF32:
      return CUDA_R_32F;
    case ElementType::kF16:
      return CUDA_R_16F;
    case ElementType::kBF16:
      return CUDA_R_16BF;
    default:
      return absl::UnimplementedError(absl::StrCat("cuBLASLt product: type ", ElementTypeName(type),
                                                   " is not supported, in ", DescribeProblem(problem)));
  }
}

cublasLtEpilogue_t Epilogue(const MatmulProblem& problem) {
  switch (problem.activation) {
    case Activation::kNone:
      return problem.has_bias ? CUBLASLT_EPILOGUE_BIAS : CUBLASLT_EPILOGUE_DEFAULT;
    case Activation::kRelu:
      return problem.has_bias ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_RELU;
    case Activation::kGeluTanh:
      return problem.has_bias ? CUBLASLT_EPILOGUE_GELU_BIAS : CUBLASLT_EPILOGUE_GELU;
  }
  return CUBLASLT_EPILOGUE_DEFAULT;
}

absl::Status CheckTypes(const MatmulProblem& problem) {
  const ElementType in = problem.a.type, out = problem.d.type;
  const bool wide = in == ElementType::kF64;
  auto refuse = [&](const char* what) {
    return absl::UnimplementedError(absl::StrCat("cuBLASLt product: ", what, ", in ", DescribeProblem(problem)));
  };
  if (problem.b.type != in) return refuse("A and B have different types");
  if (problem.beta != 0.0f && problem.c.type != out) return refuse("C and D have different types");
  if (out != in && (wide || out != ElementType::kF32)) return refuse("D has neither A's type nor f32");
  if (problem.has_bias && problem.bias_type != out) return refuse("the bias does not have D's type");
  if (problem.accumulate != (wide ? ElementType::kF64 : ElementType::kF32)) {
    return refuse(wide ? "f64 accumulates in f64 only" : "only f32 accumulation is supported");
  }
  return absl::OkStatus();
}

absl::Status CheckExtents(const MatmulProblem& problem) {
  bool negative = problem.m < 0 || problem.n < 0 || problem.k < 0;
  for (int64_t extent : problem.batch) negative = negative || extent < 0;
  if (!negative) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("product: an extent is negative, in ", DescribeProblem(problem)));
}

bool IsEmpty(const MatmulProblem& problem) {
  return problem.m == 0 || problem.n == 0 || std::count(problem.batch.begin(), problem.batch.end(), 0) != 0;
}

// A sum over nothing as a sum over one product of zeros: A is one column of zeros and B one row of zeros, the same for
// the whole batch.
MatmulProblem WithOneZeroTerm(MatmulProblem problem) {
  problem.k = 1;
  problem.alpha = 0.0f;
  for (MatmulOperandLayout* operand : {&problem.a, &problem.b}) {
    operand->row_stride = operand->column_stride = 1;
    operand->alignment = kWorkspaceAlignment;
    std::fill(operand->batch_strides.begin(), operand->batch_strides.end(), 0);
  }
  // The vectors' other strides are free (their extent is 1), but must not overlap where they are read as matrices.
  problem.a.column_stride = problem.m;
  problem.b.row_stride = problem.n;
  return problem;
}

// An address of exactly this alignment: the library reads the bias pointer's alignment from its value when it chooses.
const void* AddressAligned(uint32_t alignment) {
  return reinterpret_cast<const void*>(uintptr_t{0x700000000000} + alignment);
}

class LtMatmul : public PreparedMatmul {
 public:
  LtMatmul(std::shared_ptr<const CublasLtLibrary> library, std::shared_ptr<MatmulDevice> device, MatmulProblem problem)
      : library_(std::move(library)), device_(std::move(device)), problem_(std::move(problem)) {}

  absl::Status Prepare(const MatmulOptions& options);

  size_t workspace_bytes() const override { return pointer_bytes_ + algorithm_.workspaceSize; }
  absl::Status Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const override;
  std::string Describe() const override;
  const MatmulChoice* choice() const override { return &choice_; }

 private:
  bool by_pointers() const { return !product_.batch_offsets.empty(); }
  absl::Status PrepareZeros();
  absl::Status PreparePointers();
  void ComputeAlignments();
  absl::Status InitOperation();
  absl::Status InitLayout(const ColumnMajorMatrix& matrix, ElementType type,
                          cublasLtMatrixLayoutOpaque_t* layout) const;
  absl::Status InitPreference(const MatmulOptions& options, cublasLtMatmulPreferenceOpaque_t* preference) const;
  absl::Status ChooseAlgorithm(const MatmulOptions& options);
  absl::Status ChooseAmongOffered(const MatmulOptions& options);
  bool TakePinned(const MatmulOptions& options, std::vector<std::string>* reasons);
  absl::Status TakeKnown(const std::vector<uint8_t>& blob, size_t max_workspace_bytes);
  absl::StatusOr<std::vector<cublasLtMatmulHeuristicResult_t>> OfferedAlgorithms(const MatmulOptions& options);
  absl::Status Measure(absl::Span<const cublasLtMatmulHeuristicResult_t> offered, int rounds);
  absl::Status CheckAlgorithm(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulHeuristicResult_t* result);
  int32_t ConfigurationOf(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t which) const;
  bool MaySplitSum() const;
  bool RoundsBetweenParts(const cublasLtMatmulAlgo_t& algorithm) const;
  MatmulTrial TrialOf(const cublasLtMatmulAlgo_t& algorithm) const;
  absl::Status CheckPointers(const MatmulPointers& pointers, const void* workspace) const;
  absl::Status FillPointers(const std::array<const void*, 4>& bases, void* workspace, StreamHandle stream) const;

  template <typename Value>
  absl::Status SetOperation(cublasLtMatmulDescAttributes_t attribute, const Value& value) {
    return library_->Check(library_->cublasLtMatmulDescSetAttribute(&operation_, attribute, &value, sizeof(value)),
                           "cublasLtMatmulDescSetAttribute");
  }

  std::shared_ptr<const CublasLtLibrary> library_;
  std::shared_ptr<MatmulDevice> device_;
  MatmulProblem problem_;
  ColumnMajorProduct product_;
  std::array<uint32_t, 4> alignments_ = {1, 1, 1, 1};  // of A, B, C, D over the whole batch, in bytes
  bool sums_nothing_ = false;                          // k was 0
  OwnedMemory zeros_;                                  // stands for A and B then

  mutable cublasLtMatmulDescOpaque_t operation_ = {};
  mutable cublasLtMatrixLayoutOpaque_t left_ = {}, right_ = {}, c_ = {}, d_ = {};
  cublasLtMatmulHeuristicResult_t algorithm_ = {};
  MatmulChoice choice_;

  // Arrays of pointers lie at the head of the workspace.
  size_t pointer_bytes_ = 0;
  OwnedMemory offsets_;
  std::unique_ptr<Module> pointer_module_;
  const KernelHandle* pointer_kernel_ = nullptr;
};

absl::Status LtMatmul::PrepareZeros() {
  const int64_t element_bytes = BitWidth(problem_.a.type) / 8;
  // The planned matrices' one column may be read up to its leading dimension.
  const int64_t elements = std::max({product_.left.leading, product_.right.leading, product_.p, product_.q});
  const std::vector<uint8_t> zeros(static_cast<size_t>(elements * element_bytes), 0);
  return Fill(&zeros_, device_, zeros.data(), zeros.size());
}

void LtMatmul::ComputeAlignments() {
  const std::array<const MatmulOperandLayout*, 4> operands = {&problem_.a, &problem_.b, &problem_.c, &problem_.d};
  const std::array<int64_t, 4> strides = {product_.exchanged ? product_.right.batch_stride : product_.left.batch_stride,
                                          product_.exchanged ? product_.left.batch_stride : product_.right.batch_stride,
                                          product_.c.batch_stride, product_.d.batch_stride};
  for (int i = 0; i < 4; ++i) {
    const bool is_d = i == 3 || (i == 2 && problem_.beta == 0.0f);  // D stands for a C that is not read
    const MatmulOperandLayout& operand = is_d ? problem_.d : *operands[i];
    std::vector<int64_t> offsets = {strides[i]};
    for (const auto& offset : product_.batch_offsets) offsets.push_back(offset[i]);
    alignments_[i] = BatchAlignment(operand.alignment, BitWidth(operand.type) / 8, offsets);
  }
}

absl::Status LtMatmul::PreparePointers() {
  const size_t count = product_.batch_offsets.size();
  const std::array<ElementType, 4> types = {problem_.a.type, problem_.b.type, problem_.d.type, problem_.d.type};
  std::vector<int64_t> bytes(4 * count);
  for (int operand = 0; operand < 4; ++operand) {
    for (size_t i = 0; i < count; ++i) {
      bytes[operand * count + i] = product_.batch_offsets[i][operand] * (BitWidth(types[operand]) / 8);
    }
  }
  SINTER_RETURN_IF_ERROR(Fill(&offsets_, device_, bytes.data(), bytes.size() * sizeof(int64_t)));
  pointer_bytes_ = AlignUp(4 * count * sizeof(void*));
  const char* ptx = PointerArrayPtx();
  SINTER_ASSIGN_OR_RETURN(pointer_module_, device_->LoadModule(absl::MakeConstSpan(
                                               reinterpret_cast<const uint8_t*>(ptx), std::strlen(ptx))));
  SINTER_ASSIGN_OR_RETURN(pointer_kernel_, pointer_module_->GetKernel(kPointerKernel));
  return absl::OkStatus();
}

absl::Status LtMatmul::InitOperation() {
  const bool wide = problem_.a.type == ElementType::kF64;
  SINTER_RETURN_IF_ERROR(
      library_->Check(library_->cublasLtMatmulDescInit_internal(&operation_, sizeof(operation_),
                                                                wide ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                                                                wide ? CUDA_R_64F : CUDA_R_32F),
                      "cublasLtMatmulDescInit"));
  const int32_t left = product_.left.transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  const int32_t right = product_.right.transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  SINTER_RETURN_IF_ERROR(SetOperation(CUBLASLT_MATMUL_DESC_TRANSA, left));
  SINTER_RETURN_IF_ERROR(SetOperation(CUBLASLT_MATMUL_DESC_TRANSB, right));
  const uint32_t epilogue = Epilogue(problem_);
  SINTER_RETURN_IF_ERROR(SetOperation(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue));
  if (!problem_.has_bias) return absl::OkStatus();
  SINTER_ASSIGN_OR_RETURN(const cudaDataType_t type, DataType(problem_.bias_type, problem_));
  const int32_t bias_type = type;
  SINTER_RETURN_IF_ERROR(SetOperation(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type));
  return SetOperation(CUBLASLT_MATMUL_DESC_BIAS_POINTER, AddressAligned(problem_.bias_alignment));
}

absl::Status LtMatmul::InitLayout(const ColumnMajorMatrix& matrix, ElementType type,
                                  cublasLtMatrixLayoutOpaque_t* layout) const {
  SINTER_ASSIGN_OR_RETURN(const cudaDataType_t data_type, DataType(type, problem_));
  SINTER_RETURN_IF_ERROR(library_->Check(library_->cublasLtMatrixLayoutInit_internal(
                                             layout, sizeof(*layout), data_type, static_cast<uint64_t>(matrix.rows),
                                             static_cast<uint64_t>(matrix.columns), matrix.leading),
                                         "cublasLtMatrixLayoutInit"));
  if (product_.batch_count == 1) return absl::OkStatus();
  auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, const void* value, size_t bytes) {
    return library_->Check(library_->cublasLtMatrixLayoutSetAttribute(layout, attribute, value, bytes),
                           "cublasLtMatrixLayoutSetAttribute");
  };
  const int32_t count = static_cast<int32_t>(product_.batch_count);
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)));
  if (by_pointers()) {
    const uint32_t mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY;
    return set(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, &mode, sizeof(mode));
  }
  return set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &matrix.batch_stride, sizeof(matrix.batch_stride));
}

absl::Status LtMatmul::InitPreference(const MatmulOptions& options,
                                      cublasLtMatmulPreferenceOpaque_t* preference) const {
  SINTER_RETURN_IF_ERROR(
      library_->Check(library_->cublasLtMatmulPreferenceInit_internal(preference, sizeof(*preference)),
                      "cublasLtMatmulPreferenceInit"));
  auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
    return library_->Check(library_->cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof(value)),
                           "cublasLtMatmulPreferenceSetAttribute");
  };
  const uint64_t workspace = options.max_workspace_bytes;
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace));
  const uint32_t reductions = MaySplitSum() ? CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE : CUBLASLT_REDUCTION_SCHEME_NONE;
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions));
  const uint32_t left = alignments_[product_.exchanged ? 1 : 0], right = alignments_[product_.exchanged ? 0 : 1];
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, left));
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, right));
  SINTER_RETURN_IF_ERROR(set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignments_[2]));
  return set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignments_[3]);
}

absl::Status LtMatmul::CheckAlgorithm(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulHeuristicResult_t* result) {
  SINTER_RETURN_IF_ERROR(library_->Check(
      library_->cublasLtMatmulAlgoCheck(library_->handle(), &operation_, &left_, &right_, &c_, &d_, &algorithm, result),
      "cublasLtMatmulAlgoCheck"));
  result->algo = algorithm;  // the check leaves it alone
  return absl::OkStatus();
}

int32_t LtMatmul::ConfigurationOf(const cublasLtMatmulAlgo_t& algorithm,
                                  cublasLtMatmulAlgoConfigAttributes_t which) const {
  int32_t value = -1;
  size_t written = 0;
  library_->cublasLtMatmulAlgoConfigGetAttribute(&algorithm, which, &value, sizeof(value), &written);
  return value;
}

// The parts' sum is rounded to D's type before what rides along is added: a bias of bf16 then sees 8 bits of it
// (cuBLASLt 13.1 on an H200).
bool LtMatmul::MaySplitSum() const {
  const bool rides = problem_.has_bias || problem_.beta != 0.0f ||
                     (problem_.activation != Activation::kNone && problem_.activation != Activation::kRelu);
  return BitWidth(problem_.d.type) >= 32 || !rides;
}

bool LtMatmul::RoundsBetweenParts(const cublasLtMatmulAlgo_t& algorithm) const {
  const int32_t scheme = ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
  const bool splits = scheme > 0 && ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM) > 1;
  return scheme == CUBLASLT_REDUCTION_SCHEME_INPLACE || scheme == CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE ||
         (splits && !MaySplitSum());
}

MatmulTrial LtMatmul::TrialOf(const cublasLtMatmulAlgo_t& algorithm) const {
  MatmulTrial trial;
  const auto* bytes = reinterpret_cast<const uint8_t*>(&algorithm);
  trial.blob.assign(bytes, bytes + sizeof(algorithm));
  const int32_t parts = ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM);
  trial.splits_sum = parts > 1 && ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME) > 0;
  trial.words = absl::StrCat("algorithm ", ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_ID), " tile ",
                             ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID), " stages ",
                             ConfigurationOf(algorithm, CUBLASLT_ALGO_CONFIG_STAGES_ID), " split-k ", parts);
  return trial;
}

absl::Status LtMatmul::TakeKnown(const std::vector<uint8_t>& blob, size_t max_workspace_bytes) {
  cublasLtMatmulAlgo_t algorithm;
  if (blob.size() != sizeof(algorithm)) {
    return absl::InvalidArgumentError(absl::StrCat("expected ", sizeof(algorithm), " bytes, but got ", blob.size()));
  }
  std::memcpy(&algorithm, blob.data(), sizeof(algorithm));
  cublasLtMatmulHeuristicResult_t checked = {};
  SINTER_RETURN_IF_ERROR(CheckAlgorithm(algorithm, &checked));
  if (checked.workspaceSize > max_workspace_bytes) {
    return absl::ResourceExhaustedError(absl::StrCat("it needs ", checked.workspaceSize, " bytes of workspace"));
  }
  if (RoundsBetweenParts(algorithm)) return absl::InvalidArgumentError("it rounds parts of its sum");
  algorithm_ = checked;
  return absl::OkStatus();
}

bool LtMatmul::TakePinned(const MatmulOptions& options, std::vector<std::string>* reasons) {
  for (const MatmulPin* pin : options.request.pins) {
    if (pin->device != options.device_name) {
      reasons->push_back(absl::StrCat("one is pinned for ", pin->device));
    } else if (pin->provider != choice_.provider) {
      reasons->push_back(absl::StrCat("one is pinned for ", pin->provider));
    } else if (absl::Status taken = TakeKnown(pin->algorithm, options.max_workspace_bytes); !taken.ok()) {
      reasons->push_back(absl::StrCat("the pinned one does not fit: ", taken.message()));
    } else {
      choice_.kind = MatmulChoiceKind::kPinned;
      choice_.chosen = TrialOf(algorithm_.algo);
      choice_.chosen.microseconds = pin->microseconds;
      choice_.estimate_microseconds = pin->estimate_microseconds;
      return true;
    }
  }
  return false;
}

absl::StatusOr<std::vector<cublasLtMatmulHeuristicResult_t>> LtMatmul::OfferedAlgorithms(const MatmulOptions& options) {
  cublasLtMatmulPreferenceOpaque_t preference = {};
  SINTER_RETURN_IF_ERROR(InitPreference(options, &preference));
  std::vector<cublasLtMatmulHeuristicResult_t> results(kRequestedAlgorithms);
  int count = 0;
  const cublasStatus_t asked =
      library_->cublasLtMatmulAlgoGetHeuristic(library_->handle(), &operation_, &left_, &right_, &c_, &d_, &preference,
                                               kRequestedAlgorithms, results.data(), &count);
  if (asked != CUBLAS_STATUS_SUCCESS && asked != CUBLAS_STATUS_NOT_SUPPORTED) {
    return library_->Check(asked, absl::StrCat("cublasLtMatmulAlgoGetHeuristic for ", DescribeProblem(problem_)));
  }
  if (asked == CUBLAS_STATUS_NOT_SUPPORTED) count = 0;
  std::vector<cublasLtMatmulHeuristicResult_t> legal;
  for (int i = 0; i < count; ++i) {
    if (results[i].state != CUBLAS_STATUS_SUCCESS || RoundsBetweenParts(results[i].algo)) continue;
    cublasLtMatmulHeuristicResult_t checked = {};
    if (!CheckAlgorithm(results[i].algo, &checked).ok() || checked.workspaceSize > options.max_workspace_bytes)
      continue;
    legal.push_back(checked);
  }
  if (!legal.empty()) return legal;
  return absl::UnimplementedError(
      absl::StrCat("cuBLASLt ", library_->version(), " has no algorithm for ", DescribeProblem(problem_)));
}

absl::Status LtMatmul::Measure(absl::Span<const cublasLtMatmulHeuristicResult_t> offered, int rounds) {
  size_t scratch = 0;
  for (const cublasLtMatmulHeuristicResult_t& one : offered) scratch = std::max(scratch, one.workspaceSize);
  ProductBuffers buffers;
  SINTER_RETURN_IF_ERROR(buffers.Create(device_, problem_, pointer_bytes_ + scratch));
  const RecordAlgorithm record = [&](int algorithm, int executions) {
    algorithm_ = offered[algorithm];
    return device_->Record([&](StreamHandle stream) {
      for (int i = 0; i < executions; ++i) {
        SINTER_RETURN_IF_ERROR(Run(buffers.pointers(i % buffers.sets()), buffers.workspace(), stream));
      }
      return absl::OkStatus();
    });
  };
  SINTER_ASSIGN_OR_RETURN(const AlgorithmRace race,
                          RaceAlgorithms(static_cast<int>(offered.size()), buffers.sets(), rounds, record));
  for (size_t i = 0; i < offered.size(); ++i) {
    choice_.trials.push_back(TrialOf(offered[i].algo));
    choice_.trials.back().microseconds = race.times[i].microseconds;
    choice_.trials.back().error = race.times[i].error;
  }
  choice_.kind = MatmulChoiceKind::kMeasured;
  choice_.rank = race.winner + 1;
  choice_.estimate_microseconds = race.times[0].microseconds;
  choice_.chosen = choice_.trials[race.winner];
  algorithm_ = offered[race.winner];
  return absl::OkStatus();
}

absl::Status LtMatmul::ChooseAmongOffered(const MatmulOptions& options) {
  SINTER_ASSIGN_OR_RETURN(const std::vector<cublasLtMatmulHeuristicResult_t> offered, OfferedAlgorithms(options));
  choice_.offered = static_cast<int>(offered.size());
  const MatmulRequest& request = options.request;
  const bool is_known_later = request.rounds > 0 || options.cache == nullptr || !options.cache->is_full();
  if (!request.may_measure && request.rounds == 0) {
    choice_.reason = "nothing was to be measured";
  } else if (!is_known_later) {
    choice_.reason = "not measured: too many products were chosen for";
  } else if (sums_nothing_) {
    choice_.reason = "not measured: there is nothing to add up";
  } else if (offered.size() == 1) {
    choice_.reason = "there is no other algorithm";
  } else {
    const absl::Status measured = Measure(offered, request.rounds > 0 ? request.rounds : kRounds);
    if (measured.ok()) return absl::OkStatus();
    choice_.reason = absl::StrCat("not measured: ", measured.message());
  }
  choice_.rank = 1;
  algorithm_ = offered[0];
  choice_.chosen = TrialOf(algorithm_.algo);
  return absl::OkStatus();
}

absl::Status LtMatmul::ChooseAlgorithm(const MatmulOptions& options) {
  choice_.provider = absl::StrCat("cuBLASLt ", library_->version());
  if (options.request.rounds > 0) return ChooseAmongOffered(options);
  std::vector<std::string> reasons;
  if (TakePinned(options, &reasons)) return absl::OkStatus();
  if (options.cache == nullptr || !options.request.keeps) {
    SINTER_RETURN_IF_ERROR(ChooseAmongOffered(options));
  } else {
    const std::string key = MatmulKey(problem_);
    const std::lock_guard<std::mutex> lock(options.cache->mutex());
    if (const MatmulChoice* known = options.cache->Find(key)) {
      SINTER_RETURN_IF_ERROR(TakeKnown(known->chosen.blob, options.max_workspace_bytes));
      choice_ = *known;
    } else {
      SINTER_RETURN_IF_ERROR(ChooseAmongOffered(options));
      options.cache->Keep(key, choice_);
    }
  }
  if (!choice_.reason.empty()) reasons.push_back(choice_.reason);
  choice_.reason = absl::StrJoin(reasons, "; ");
  return absl::OkStatus();
}

absl::Status LtMatmul::Prepare(const MatmulOptions& options) {
  sums_nothing_ = problem_.k == 0;
  if (sums_nothing_) problem_ = WithOneZeroTerm(std::move(problem_));
  SINTER_ASSIGN_OR_RETURN(product_, PlanColumnMajorProduct(problem_));
  ComputeAlignments();
  SINTER_RETURN_IF_ERROR(InitOperation());
  SINTER_RETURN_IF_ERROR(InitLayout(product_.left, problem_.a.type, &left_));
  SINTER_RETURN_IF_ERROR(InitLayout(product_.right, problem_.a.type, &right_));
  SINTER_RETURN_IF_ERROR(InitLayout(product_.c, problem_.d.type, &c_));
  SINTER_RETURN_IF_ERROR(InitLayout(product_.d, problem_.d.type, &d_));
  // Before an algorithm is chosen, since a measurement runs the product.
  if (sums_nothing_) SINTER_RETURN_IF_ERROR(PrepareZeros());
  if (by_pointers()) SINTER_RETURN_IF_ERROR(PreparePointers());
  return ChooseAlgorithm(options);
}

absl::Status LtMatmul::CheckPointers(const MatmulPointers& pointers, const void* workspace) const {
  const bool reads_c = problem_.beta != 0.0f;
  const struct {
    const char* name;
    const void* pointer;
    uint32_t alignment;
    bool used;
  } rows[] = {{"A", pointers.a, alignments_[0], !sums_nothing_},
              {"B", pointers.b, alignments_[1], !sums_nothing_},
              {"C", pointers.c, alignments_[2], reads_c},
              {"D", pointers.d, alignments_[3], true},
              {"bias", pointers.bias, problem_.bias_alignment, problem_.has_bias},
              {"workspace", workspace, kWorkspaceAlignment, workspace_bytes() > 0}};
  for (const auto& row : rows) {
    if (!row.used) continue;
    const uintptr_t address = reinterpret_cast<uintptr_t>(row.pointer);
    if (address == 0 || address % row.alignment != 0) {
      return absl::InvalidArgumentError(absl::StrCat("product: expected ", row.name, " aligned to ", row.alignment,
                                                     " bytes, but got address ", address, ", in ",
                                                     DescribeProblem(problem_)));
    }
  }
  return absl::OkStatus();
}

absl::Status LtMatmul::FillPointers(const std::array<const void*, 4>& bases, void* workspace,
                                    StreamHandle stream) const {
  std::array<const void*, 4> base = bases;
  void* offsets = offsets_.get();
  uint32_t count = static_cast<uint32_t>(product_.batch_offsets.size());
  void* params[] = {&base[0], &base[1], &base[2], &base[3], &offsets, &workspace, &count};
  LaunchShape shape;
  shape.block[0] = 128;
  shape.grid[0] = (count + 127) / 128;
  shape.grid[1] = 4;
  return device_->LaunchUnnumbered(*pointer_kernel_, shape, params, stream);
}

absl::Status LtMatmul::Run(const MatmulPointers& pointers, void* workspace, StreamHandle stream) const {
  SINTER_RETURN_IF_ERROR(CheckPointers(pointers, workspace));
  // A, B, C, D; D's place holds a C that is not read.
  std::array<const void*, 4> operands = {sums_nothing_ ? zeros_.get() : pointers.a,
                                         sums_nothing_ ? zeros_.get() : pointers.b,
                                         problem_.beta != 0.0f ? pointers.c : pointers.d, pointers.d};
  if (by_pointers()) {
    SINTER_RETURN_IF_ERROR(FillPointers(operands, workspace, stream));
    const size_t array_bytes = product_.batch_offsets.size() * sizeof(void*);
    for (int i = 0; i < 4; ++i) operands[i] = static_cast<const char*>(workspace) + i * array_bytes;
  }
  // The descriptor holds the bias pointer; a copy keeps runs from several threads apart.
  cublasLtMatmulDescOpaque_t operation = operation_;
  if (problem_.has_bias) {
    SINTER_RETURN_IF_ERROR(
        library_->Check(library_->cublasLtMatmulDescSetAttribute(&operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                                                 &pointers.bias, sizeof(pointers.bias)),
                        "cublasLtMatmulDescSetAttribute"));
  }
  const bool wide = problem_.a.type == ElementType::kF64;
  const double wide_alpha = problem_.alpha, wide_beta = problem_.beta;
  const void* alpha = wide ? static_cast<const void*>(&wide_alpha) : &problem_.alpha;
  const void* beta = wide ? static_cast<const void*>(&wide_beta) : &problem_.beta;
  void* scratch = algorithm_.workspaceSize > 0 ? static_cast<char*>(workspace) + pointer_bytes_ : nullptr;
  return library_->Check(
      library_->cublasLtMatmul(library_->handle(), &operation, alpha, operands[product_.exchanged ? 1 : 0], &left_,
                               operands[product_.exchanged ? 0 : 1], &right_, beta, operands[2], &c_,
                               const_cast<void*>(operands[3]), &d_, &algorithm_.algo, scratch, algorithm_.workspaceSize,
                               static_cast<cudaStream_t>(stream)),
      "cublasLtMatmul");
}

std::string LtMatmul::Describe() const {
  std::string text =
      absl::StrCat(choice_.provider, ": ", DescribeProblem(problem_), ", ", choice_.chosen.words, ", ",
                   DescribeChoice(choice_), ", workspace ", workspace_bytes(), " bytes, waves ", algorithm_.wavesCount);
  if (choice_.chosen.splits_sum) absl::StrAppend(&text, ", parts of the sum added up by one more node");
  if (sums_nothing_) absl::StrAppend(&text, ", k of 0 by one term of zeros");
  if (by_pointers()) {
    absl::StrAppend(&text, ", batch of ", product_.batch_count, " by arrays of pointers (one more node fills them)");
  } else if (product_.batch_count > 1) {
    absl::StrAppend(&text, ", batch of ", product_.batch_count, " by strides");
  }
  return text;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PreparedMatmul>> PrepareCublasLtMatmul(std::shared_ptr<const CublasLtLibrary> library,
                                                                      std::shared_ptr<MatmulDevice> device,
                                                                      const MatmulProblem& problem,
                                                                      const MatmulOptions& options) {
  SINTER_RETURN_IF_ERROR(CheckExtents(problem));
  SINTER_RETURN_IF_ERROR(CheckTypes(problem));
  if (IsEmpty(problem)) return std::make_unique<EmptyMatmul>();
  auto matmul = std::make_unique<LtMatmul>(std::move(library), std::move(device), problem);
  SINTER_RETURN_IF_ERROR(matmul->Prepare(options));
  return matmul;
}

}  // namespace sinter::rt
