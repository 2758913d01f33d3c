// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tools of the multi-call binary `sinter`: each is a main function whose first argument is its name.

#ifndef SINTER_COMPILER_TOOLS_TOOLS_H
#define SINTER_COMPILER_TOOLS_TOOLS_H

namespace sinter {

int compileMain(int argc, char **argv);
int explainMain(int argc, char **argv);
int fuzzMain(int argc, char **argv);
int optMain(int argc, char **argv);
int runMain(int argc, char **argv);
int translateMain(int argc, char **argv);
int tuneMain(int argc, char **argv);

} // namespace sinter

#endif // SINTER_COMPILER_TOOLS_TOOLS_H
