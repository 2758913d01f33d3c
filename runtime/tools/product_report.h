// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools print of the algorithms that products run by.
#ifndef SINTER_RUNTIME_TOOLS_PRODUCT_REPORT_H_
#define SINTER_RUNTIME_TOOLS_PRODUCT_REPORT_H_

#include "absl/types/span.h"
#include "runtime/plan/execution_context.h"
#include "runtime/tools/json.h"

namespace sinter::rt {

// An array with an object a product. `with_trials`: also what each algorithm took that was measured.
JsonValue ProductsJson(absl::Span<const ShapeReport::Product> products, bool with_trials);

// How many of them add up parts of their sums by one more node of a graph.
int64_t CountSplitSums(absl::Span<const ShapeReport::Product> products);

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_TOOLS_PRODUCT_REPORT_H_
