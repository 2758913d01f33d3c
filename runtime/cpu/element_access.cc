// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One function for each pair of an element type and a value type.
#include "runtime/cpu/element_access.h"

#include "runtime/device/convert.cuh"

namespace sinter::rt {
namespace {

template <class T, class Value>
Value Load(const void* base, int64_t index) {
  const T element = static_cast<const T*>(base)[index];
  if constexpr (sinter::is_same<Value, uint64_t>::value) {
    return static_cast<uint64_t>(convert<i64>(element));
  } else {
    return convert<Value>(element);
  }
}

template <class T, class Value>
void Store(void* base, int64_t index, Value value) {
  if constexpr (sinter::is_same<Value, uint64_t>::value) {
    static_cast<T*>(base)[index] = convert<T>(static_cast<i64>(value));
  } else {
    static_cast<T*>(base)[index] = convert<T>(value);
  }
}

// Calls `visit` with a null pointer of the C++ type that stands for `type`.
template <class Result, class Visitor>
Result VisitType(ElementType type, Visitor visit) {
  switch (type) {
    case ElementType::kF64:
      return visit(static_cast<double*>(nullptr));
    case ElementType::kF32:
      return visit(static_cast<float*>(nullptr));
    case ElementType::kF16:
      return visit(static_cast<f16*>(nullptr));
    case ElementType::kBF16:
      return visit(static_cast<bf16*>(nullptr));
    case ElementType::kF8E4M3:
      return visit(static_cast<f8e4m3*>(nullptr));
    case ElementType::kF8E5M2:
      return visit(static_cast<f8e5m2*>(nullptr));
    case ElementType::kI64:
      return visit(static_cast<i64*>(nullptr));
    case ElementType::kI32:
      return visit(static_cast<i32*>(nullptr));
    case ElementType::kI16:
      return visit(static_cast<i16*>(nullptr));
    case ElementType::kI8:
      return visit(static_cast<i8*>(nullptr));
    case ElementType::kU64:
      return visit(static_cast<u64*>(nullptr));
    case ElementType::kU32:
      return visit(static_cast<u32*>(nullptr));
    case ElementType::kU16:
      return visit(static_cast<u16*>(nullptr));
    case ElementType::kU8:
      return visit(static_cast<u8*>(nullptr));
    case ElementType::kBool:
      return visit(static_cast<bool*>(nullptr));
    case ElementType::kI4:
    case ElementType::kF4E2M1:
      break;
  }
  return nullptr;
}

}  // namespace

template <class Value>
LoadElement<Value> ElementLoader(ElementType type) {
  return VisitType<LoadElement<Value>>(type, []<class T>(T*) -> LoadElement<Value> { return &Load<T, Value>; });
}
template <class Value>
StoreElement<Value> ElementStorer(ElementType type) {
  return VisitType<StoreElement<Value>>(type, []<class T>(T*) -> StoreElement<Value> { return &Store<T, Value>; });
}

template LoadElement<float> ElementLoader(ElementType);
template LoadElement<double> ElementLoader(ElementType);
template LoadElement<uint64_t> ElementLoader(ElementType);
template StoreElement<float> ElementStorer(ElementType);
template StoreElement<double> ElementStorer(ElementType);
template StoreElement<uint64_t> ElementStorer(ElementType);

}  // namespace sinter::rt
