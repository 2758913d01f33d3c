// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles sinter.hpp as strict C++17 without exceptions, alone.
#include <sinter/sinter.hpp>
