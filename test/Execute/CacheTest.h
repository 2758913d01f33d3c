// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A KV cache that grows in place over many executions of one prepared plan.

#ifndef SINTER_TEST_EXECUTE_CACHETEST_H
#define SINTER_TEST_EXECUTE_CACHETEST_H

#include "test/Execute/Suite.h"

namespace sinter::test {

/// Registers the test `Cache.AppendedInPlaceAHundredTimes`, on a device of its own.
void registerCacheTest(std::function<absl::StatusOr<TestDevice>()> makeDevice);

} // namespace sinter::test

#endif // SINTER_TEST_EXECUTE_CACHETEST_H
