// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules of folds that read one large operand once, each of whose elements meets what all rows or columns share: products of few rows.

#ifndef SINTER_COMPILER_SCHEDULE_STREAMEDFOLDS_H
#define SINTER_COMPILER_SCHEDULE_STREAMEDFOLDS_H

#include "compiler/Support/GpuTarget.h"
#include "dialects/Kernel/IR/Kernel.h"

namespace sinter {

/// Rows of `vector` elements a vector along the dimensions `walked`; null where the kernel is no such fold, or its extents are not known.
kernel::ScheduleAttr chooseStreamedRows(kernel::FuncOp function, llvm::ArrayRef<int64_t> walked, int64_t vector, const GpuTarget &target);

/// The same for columns.
kernel::ScheduleAttr chooseStreamedColumns(kernel::FuncOp function, llvm::ArrayRef<int64_t> walked, int64_t vector, const GpuTarget &target);

/// Whether those give half of the processors a block or more, so that no column needs parts, and a second kernel that adds them up.
bool fillsProcessorsInColumns(kernel::FuncOp function, llvm::ArrayRef<int64_t> walked, const GpuTarget &target);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_STREAMEDFOLDS_H
