// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect itself, with its types and attributes.

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sinter::kernel;

#include "dialects/Kernel/IR/KernelDialect.cpp.inc"
#include "dialects/Kernel/IR/KernelEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Kernel/IR/KernelTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/IR/KernelAttrs.cpp.inc"

void KernelDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Kernel/IR/KernelTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Kernel/IR/KernelAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Kernel/IR/KernelOps.cpp.inc"
      >();
}

Operation *KernelDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult KernelDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == "kernel.target") {
    if (!isa<ModuleOp>(op))
      return op->emitOpError("expected `kernel.target` to be an attribute of a module");
    if (!isa<GpuAttr>(attribute.getValue()))
      return op->emitOpError("expected `kernel.target` to be a #kernel.gpu, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.specializes") {
    auto specialization = dyn_cast<SpecializationAttr>(attribute.getValue());
    auto symbols = op->getAttrOfType<ArrayAttr>("symbols");
    if (!isa<FuncOp, ThreadFuncOp>(op) || !specialization || specialization.getDivisor() < 1 || specialization.getSymbol() < 0 ||
        specialization.getSymbol() >= static_cast<int64_t>(symbols.size()))
      return op->emitOpError("expected `kernel.specializes` to be a #kernel.specialization of one of a kernel's symbols by 1 or more");
    return success();
  }
  if (name == "kernel.ragged") {
    if (!isa<FuncOp>(op) || !isa<RaggedAttr>(attribute.getValue()))
      return op->emitOpError("expected `kernel.ragged` to be a #kernel.ragged of a kernel.func, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.reliefs") {
    auto steps = dyn_cast<DictionaryAttr>(attribute.getValue());
    auto isCount = [](NamedAttribute one) {
      auto count = dyn_cast<IntegerAttr>(one.getValue());
      return count && count.getType().isSignlessInteger(64) && count.getInt() >= 0;
    };
    if (!isa<ModuleOp>(op) || !steps || !llvm::all_of(steps, isCount))
      return op->emitOpError("expected `kernel.reliefs` to be a dictionary of a module, from kernels' names to numbers of steps");
    return success();
  }
  if (name == "kernel.pins") {
    auto pins = dyn_cast<DictionaryAttr>(attribute.getValue());
    if (!isa<ModuleOp>(op) || !pins || !llvm::all_of(pins, [](NamedAttribute pin) { return isa<ScheduleAttr>(pin.getValue()); }))
      return op->emitOpError("expected `kernel.pins` to be a dictionary of a module, from fingerprints of kernels to #kernel.schedule");
    return success();
  }
  if (name == "kernel.pinned") {
    if (!isa<FuncOp>(op) || !isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError("expected `kernel.pinned` to be a unit attribute of a kernel.func");
    return success();
  }
  if (name == "kernel.apart") {
    if (!isa<FuncOp, ThreadFuncOp>(op) || !isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError("expected `kernel.apart` to be a unit attribute of a kernel");
    return success();
  }
  if (name == "kernel.merges") {
    auto names = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!isa<ThreadFuncOp>(op) || !names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return op->emitOpError("expected `kernel.merges` to be an array of kernels' names, of a kernel.thread_func");
    return success();
  }
  auto number = dyn_cast<IntegerAttr>(attribute.getValue());
  if (name == "kernel.min_blocks") {
    if (!isa<ThreadFuncOp>(op) || !number || !number.getType().isSignlessInteger(64) || number.getInt() < 1)
      return op->emitOpError("expected `kernel.min_blocks` to be 1 or more (i64), of a kernel.thread_func, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.cluster") {
    if (!isa<ThreadFuncOp>(op) || !number || !number.getType().isSignlessInteger(64) || number.getInt() < 2 || number.getInt() > mostBlocksOfCluster)
      return op->emitOpError("expected `kernel.cluster` to be 2 to ") << mostBlocksOfCluster << " (i64), of a kernel.thread_func, but got " << attribute.getValue();
    return success();
  }
  if (name == "kernel.unroll") {
    if (!isa<scf::ForOp>(op) || !number || !number.getType().isSignlessInteger(64) || number.getInt() < 1)
      return op->emitOpError("expected `kernel.unroll` to be 1 or more (i64), of an scf.for, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.turns_at_once") {
    if (!isa<scf::ForOp>(op) || !isa<UnitAttr>(attribute.getValue()) || !op->hasAttr("kernel.unroll"))
      return op->emitOpError("expected `kernel.turns_at_once` to have no value, beside `kernel.unroll` of an scf.for, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.near") {
    if (!isa<math::ErfcOp, math::SinOp, math::CosOp>(op) || !getElementTypeOrSelf(op->getResult(0).getType()).isF32() || !isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError("expected `kernel.near` to have no value, of a `math.erfc`, `math.sin` or `math.cos` of f32, but got ") << attribute.getValue();
    return success();
  }
  if (name == "kernel.index_width" || name == "kernel.alignment") {
    if (!isa<FuncOp>(op))
      return op->emitOpError("expected `") << name << "` to be an attribute of a kernel.func";
    if (!number || !number.getType().isSignlessInteger(64))
      return op->emitOpError("expected `") << name << "` to be an integer of 64 bits, but got " << attribute.getValue();
    bool isGood = name == "kernel.alignment" ? number.getInt() > 0 && llvm::isPowerOf2_64(number.getInt())
                                             : number.getInt() == 32 || number.getInt() == 64;
    if (!isGood)
      return op->emitOpError("expected `") << name << "` to be " << (name == "kernel.alignment" ? "a power of two" : "32 or 64") << ", but got "
                                           << number.getInt();
    return success();
  }
  return op->emitOpError("expected `kernel.target`, `kernel.reliefs`, `kernel.pins`, `kernel.pinned`, `kernel.index_width`, `kernel.alignment`, `kernel.ragged`, `kernel.specializes`, `kernel.apart`, `kernel.merges`, `kernel.min_blocks`, `kernel.cluster`, `kernel.unroll`, `kernel.turns_at_once` or `kernel.near`, but got `") << name << "`";
}

// Types.

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError, Type element) {
  bool isFloat = isa<Float64Type, Float32Type, BFloat16Type, Float16Type, Float8E4M3FNType, Float8E5M2Type>(element);
  bool isInteger = false;
  for (unsigned width : {1, 8, 16, 32, 64})
    isInteger |= element.isSignlessInteger(width);
  for (unsigned width : {8, 16, 32, 64})
    isInteger |= element.isUnsignedInteger(width);
  if (!isFloat && !isInteger)
    return emitError()
           << "expected the element of a view to be f64, f32, bf16, f16, f8E4M3FN, f8E5M2, i64, i32, i16, i8, "
              "ui64, ui32, ui16, ui8 or i1, but got "
           << element;
  return success();
}

Type ViewType::getComputeType() const {
  Type element = getElement();
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger() && width > 16)
    return IntegerType::get(getContext(), width);
  if (width > 16 || element.isInteger(1))
    return element;
  return isa<FloatType>(element) ? Type(Float32Type::get(getContext())) : Type(IntegerType::get(getContext(), 32));
}

/// Arrays hold what one thread computes with: scalars of compute types, and vectors of them.
static LogicalResult verifyArray(function_ref<InFlightDiagnostic()> emitError, StringRef what, int64_t count,
                                 Type element, bool vectors) {
  if (count < 1 || count > 65536)
    return emitError() << "expected an array in " << what << " to have 1 to 65536 elements, but got " << count;
  Type scalar = element;
  if (auto vector = dyn_cast<VectorType>(element); vector && vectors && vector.getRank() == 1 && !vector.isScalable())
    scalar = vector.getElementType();
  if (!scalar.isF64() && !scalar.isF32() && !scalar.isSignlessInteger(64) && !scalar.isSignlessInteger(32) &&
      !scalar.isSignlessInteger(1) && !scalar.isIndex())
    return emitError() << "expected the element of an array in " << what << " to be a scalar of a compute type"
                       << (vectors ? " or a vector" : "") << ", but got " << element;
  return success();
}

LogicalResult RegistersType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t count, Type element) {
  return verifyArray(emitError, "registers", count, element, /*vectors=*/true);
}

LogicalResult SharedType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t count, Type element) {
  return verifyArray(emitError, "shared memory", count, element, /*vectors=*/false);
}

// Attributes.

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, ScheduleKind kind, int64_t threads,
                                   int64_t threadsPerRow, int64_t vector, int64_t vectors, bool hold, bool packed, bool shared, int64_t inRegisters, int64_t blocks, TilingAttr tiling) {
  if (threads < 1 || threads > 1024)
    return emitError() << "expected `threads` to be 1 to 1024, but got " << threads;
  if (threadsPerRow > threads) {
    int64_t blocks = threadsPerRow / threads;
    if (kind != ScheduleKind::Rows || threadsPerRow % threads != 0 || threads % 32 != 0 || blocks > mostBlocksOfCluster)
      return emitError() << "expected more `threads_per_row` than threads to be 2 to " << mostBlocksOfCluster
                         << " blocks of a multiple of 32, of a schedule `rows`, but got " << threadsPerRow << " and " << threads << " threads of `"
                         << stringifyScheduleKind(kind) << "`";
  } else if (threadsPerRow < 1 || threads % threadsPerRow != 0) {
    return emitError() << "expected `threads_per_row` to divide " << threads << " threads, but got " << threadsPerRow;
  }
  if (threadsPerRow % 32 != 0 && (threadsPerRow > 32 || !llvm::isPowerOf2_64(threadsPerRow)))
    return emitError() << "expected `threads_per_row` to be a power of two up to 32 or a multiple of 32, but got "
                       << threadsPerRow;
  if (vector < 1 || vector > 64 || !llvm::isPowerOf2_64(vector))
    return emitError() << "expected `vector` to be a power of two up to 64, but got " << vector;
  if (vectors < 1)
    return emitError() << "expected `vectors` to be 1 or more, but got " << vectors;
  if (packed && (!hold || kind != ScheduleKind::Rows))
    return emitError() << "expected `packed` of a schedule `rows` that holds, but got one of `" << stringifyScheduleKind(kind) << "`";
  if (shared && (!packed || blocks == 0))
    return emitError() << "expected `shared` of a schedule that is `packed`, with `blocks`";
  if (inRegisters < 0 || inRegisters >= vectors || (inRegisters > 0 && !shared))
    return emitError() << "expected `in_registers` to be less than the " << vectors << " vectors of a thread, and 0 but where the others are `shared`, but got " << inRegisters;
  if (blocks < 0 || blocks > 32 || (blocks > 0 && kind != ScheduleKind::Rows && kind != ScheduleKind::Columns))
    return emitError() << "expected `blocks` to be 0 to 32, and 0 but for a schedule `rows` or `columns`, but got " << blocks << " of `" << stringifyScheduleKind(kind) << "`";
  if ((kind == ScheduleKind::Tiles) != static_cast<bool>(tiling))
    return emitError() << "expected a `tiling` of a schedule `tiles` and of no other, but got " << (tiling ? "one" : "none") << " of `" << stringifyScheduleKind(kind) << "`";
  return success();
}

LogicalResult TilingAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t across, int64_t vector, ArrayRef<int64_t> views) {
  if (across < 0)
    return emitError() << "expected `across` to be 0 or more, but got " << across;
  if (vector < 1 || vector > 64 || !llvm::isPowerOf2_64(vector))
    return emitError() << "expected `vector` to be a power of two up to 64, but got " << vector;
  if (views.empty())
    return emitError() << "expected `views` to name one argument or more";
  for (auto [position, view] : llvm::enumerate(views))
    if (view < 0 || (position > 0 && view <= views[position - 1]))
      return emitError() << "expected `views` to be 0 or more and to rise, but got " << view << " at position " << position;
  return success();
}

LogicalResult GpuAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t processors, int64_t processor_threads,
                              int64_t threads, int64_t shared_bytes, int64_t registers, int64_t vector_bytes,
                              int64_t bytes_in_flight, bool) {
  const std::pair<const char *, int64_t> counts[] = {
      {"processors", processors}, {"processor_threads", processor_threads}, {"registers", registers}, {"bytes_in_flight", bytes_in_flight}};
  for (auto [name, count] : counts)
    if (count < 1)
      return emitError() << "expected `" << name << "` to be 1 or more, but got " << count;
  if (threads < 32 || threads > 1024 || threads % 32 != 0)
    return emitError() << "expected `threads` to be a multiple of 32 up to 1024, but got " << threads;
  if (shared_bytes < 0)
    return emitError() << "expected `shared_bytes` to be 0 or more, but got " << shared_bytes;
  if (vector_bytes < 1 || vector_bytes > 16 || !llvm::isPowerOf2_64(vector_bytes))
    return emitError() << "expected `vector_bytes` to be a power of two up to 16, but got " << vector_bytes;
  return success();
}
