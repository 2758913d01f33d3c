// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs kernels that were compiled against the SIMT shim: the threads of a block are fibers, and the blocks of a grid, or its clusters
// of blocks, are spread over OS threads. Needs nothing but the C++ library, since checks compile it by itself, with sanitizers.
#ifndef SINTER_RUNTIME_CPU_SIMT_RUNTIME_H_
#define SINTER_RUNTIME_CPU_SIMT_RUNTIME_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/cpu/simt_abi.h"

namespace sinter::rt {

// In which order the threads of a block get their turns. All are legal; a kernel without races gives the same bits in
// each. A warp at a time lets one warp run as far as it can before the next starts, which shows a missing barrier best.
enum class SimtOrder : uint8_t { kWarpAtATime, kReversed, kRandom, kLockstep };

struct SimtOptions {
  int worker_count = 0;  // OS threads for one launch; 0: as many as the machine has
  SimtOrder order = SimtOrder::kWarpAtATime;
  uint32_t seed = 1;  // of kRandom
  // Also reports barriers that some threads of a block skipped by leaving the kernel, and warp primitives whose mask
  // names a lane that has left. Hardware lets most of these pass; CUDA's rules do not.
  bool strict = false;
  // Also counts the places that a launch touches, each once. Takes memory and time.
  bool count_places = false;
};

struct SimtLaunch {
  const char* name = "";  // in messages
  void (*entry)(void** parameters) = nullptr;
  void** parameters = nullptr;
  sinter_simt_dim3 grid = {1, 1, 1};
  sinter_simt_dim3 block = {1, 1, 1};
  uint32_t cluster = 1;  // neighbouring blocks, along x, that run at the same time and reach each other's shared memory
};

struct SimtResult {
  std::string error;           // empty: the launch ran to its end
  bool invalid_shape = false;  // the error is in the launch's grid or block, and nothing ran
  uint64_t switches = 0;
  // Counted by kernels compiled with SINTER_COUNT_TRAFFIC. Distinct ones with SimtOptions::count_places.
  uint64_t loaded_bytes = 0, stored_bytes = 0;
  uint64_t distinct_loaded_bytes = 0, distinct_stored_bytes = 0;
};

class SimtWorker;

// Keeps the stacks of its fibers from launch to launch. Thread-safe: concurrent launches take separate workers.
class SimtRuntime {
 public:
  SimtRuntime();
  ~SimtRuntime();
  SimtRuntime(const SimtRuntime&) = delete;
  SimtRuntime& operator=(const SimtRuntime&) = delete;

  // Returns when every block has ended or the first error was found. An error names the kernel, the block and the
  // lines at which its threads wait. Grids or blocks with a zero extent, blocks of more than 1024 threads, clusters of more
  // than 8 blocks and grids that are not made of whole clusters are errors.
  SimtResult Launch(const SimtLaunch& launch, const SimtOptions& options);

 private:
  std::unique_ptr<SimtWorker> TakeWorker();
  void ReturnWorker(std::unique_ptr<SimtWorker> worker);

  std::mutex mutex_;
  std::vector<std::unique_ptr<SimtWorker>> idle_workers_;
};

// The functions to hand to a module that was compiled against the shim.
const sinter_simt_api* SimtApi();

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_SIMT_RUNTIME_H_
