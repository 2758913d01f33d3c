// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stand-in for libcuda that forwards every function which the runtime calls to the real driver, and notes those that
// an execution must never reach: allocations, waits, loads of code and instantiations of graphs. For acceptance runs:
// SINTER_CUDA_DRIVER=.../libsinter_logging_driver.so SINTER_DRIVER_LOG=calls.txt engine ... Each such call appends a
// line "NANOSECONDS NAME" (CLOCK_MONOTONIC, before the call) to $SINTER_DRIVER_LOG. The real driver is
// $SINTER_DRIVER_REAL, else libcuda.so.1.
//
// Needs no header of CUDA's: on x86-64 a function of integers and pointers can be called through one type, since
// arguments beyond those that it takes are never looked at. None of these has more than eight.
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int (*DriverFunction)(long, long, long, long, long, long, long, long);

#define SINTER_DRIVER_SYMBOL_OPTIONAL(name) SINTER_DRIVER_SYMBOL(name)

enum {
#define SINTER_DRIVER_SYMBOL(name) kIndexOf_##name,
#include "runtime/cuda/driver_symbols.def"
#undef SINTER_DRIVER_SYMBOL
  kFunctionCount
};

static const char* const kNames[] = {
#define SINTER_DRIVER_SYMBOL(name) #name,
#include "runtime/cuda/driver_symbols.def"
#undef SINTER_DRIVER_SYMBOL
};

static const char* const kNoted[] = {"cuMemAlloc", "cuMemFree",  "cuMemHost",     "cuMemPool",
                                     "cuMemCreate", "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize",
                                     "cuModuleLoad", "cuLibraryLoad", "cuGraphInstantiate"};

static DriverFunction real_functions[kFunctionCount];
static int is_noted[kFunctionCount];
static int log_file = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void Open(void) {
  const char* path = getenv("SINTER_DRIVER_REAL");
  void* driver = dlopen(path != NULL && *path != '\0' ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  for (int i = 0; driver != NULL && i < kFunctionCount; ++i) {
    *(void**)&real_functions[i] = dlsym(driver, kNames[i]);
    for (size_t n = 0; n < sizeof(kNoted) / sizeof(kNoted[0]); ++n) {
      is_noted[i] |= strncmp(kNames[i], kNoted[n], strlen(kNoted[n])) == 0;
    }
  }
  const char* log = getenv("SINTER_DRIVER_LOG");
  if (log != NULL) log_file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

static void Note(const char* name) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  char line[96];
  const int length =
      snprintf(line, sizeof(line), "%lld %s\n", (long long)now.tv_sec * 1000000000 + (long long)now.tv_nsec, name);
  // One write a line, so that lines of several threads stay whole.
  if (write(log_file, line, (size_t)length) != length) log_file = -1;
}

static int Forward(int index, long a, long b, long c, long d, long e, long f, long g, long h) {
  pthread_once(&once, Open);
  // 100: no device, as where there is no driver. A function that an older driver lacks is optional: doing nothing is
  // right.
  if (real_functions[index] == NULL) return index == kIndexOf_cuInit ? 100 : 0;
  if (is_noted[index] && log_file >= 0) Note(kNames[index]);
  return real_functions[index](a, b, c, d, e, f, g, h);
}

#define SINTER_DRIVER_SYMBOL(name)                                                                         \
  __attribute__((visibility("default"))) int name(long a, long b, long c, long d, long e, long f, long g, \
                                                  long h);                                                 \
  int name(long a, long b, long c, long d, long e, long f, long g, long h) {                               \
    return Forward(kIndexOf_##name, a, b, c, d, e, f, g, h);                                               \
  }
#include "runtime/cuda/driver_symbols.def"
