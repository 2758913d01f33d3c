// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One OS thread's share of a launch: runs clusters of blocks (of one block each, where there are none) one after another, each thread
// of a cluster as a fiber. Internal to the
// SIMT runtime.
#ifndef SINTER_RUNTIME_CPU_SIMT_WORKER_H_
#define SINTER_RUNTIME_CPU_SIMT_WORKER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cpu/simt_abi.h"
#include "runtime/cpu/simt_runtime.h"
#include "runtime/cpu/touched_bytes.h"

namespace sinter::rt {

// The first member is what the kernel sees.
struct SimtThread {
  sinter_simt_thread record;
  enum class State : uint8_t { kUnstarted, kReady, kAtBarrier, kAtClusterBarrier, kAtArrival, kAtWarpPrimitive, kDone } state;
  enum class Primitive : uint8_t { kSync, kShuffle, kBallot } primitive;
  uint32_t warp;      // among those of the cluster
  uint32_t barriers;  // passed so far
  // Between the halves of the cluster's barrier, and which of its generations that is.
  bool has_arrived;
  uint32_t cluster_generation;
  SimtWorker* worker;
  char* stack;          // its lowest address
  void* stack_pointer;  // while it waits
  // Where it waits, and what it brought to a warp primitive.
  const char* file;
  int line;
  uint32_t mask, source_lane;
  uint64_t value, result;
  const void* arrival;  // that it waits for
  void* sanitizer_state;  // the fake stack (AddressSanitizer) or the fiber (ThreadSanitizer)
};

class SimtWorker {
 public:
  SimtWorker() = default;
  ~SimtWorker();
  SimtWorker(const SimtWorker&) = delete;
  SimtWorker& operator=(const SimtWorker&) = delete;

  void BeginLaunch(const SimtLaunch& launch, const SimtOptions& options);
  // False where a block failed; error() then says why, and the launch must end.
  bool RunCluster(uint64_t linear_index);
  void EndLaunch();

  const std::string& error() const { return error_; }
  uint64_t switches() const { return switches_; }
  uint64_t loaded_bytes() const { return loaded_bytes_; }
  uint64_t stored_bytes() const { return stored_bytes_; }
  // With SimtOptions::count_places.
  const TouchedBytes& loaded() const { return loaded_; }
  const TouchedBytes& stored() const { return stored_; }

  // Called by the threads themselves, on their fibers.
  void SyncThreads(SimtThread& self, const char* file, int line);
  uint64_t MeetWarp(SimtThread& self, SimtThread::Primitive primitive, uint32_t mask, uint64_t value,
                    uint32_t source_lane, const char* file, int line);
  void* Shared(SimtThread& self, const void* key, size_t bytes, size_t alignment);
  void ClusterArrive(SimtThread& self, const char* file, int line);
  void ClusterWait(SimtThread& self, const char* file, int line);
  void* ClusterPeer(SimtThread& self, const void* address, uint32_t rank, const char* file, int line);
  void ArrivalReady(SimtThread& self, const void* arrival, const char* file, int line);
  void ArrivalAdd(SimtThread& self, const void* arrival, uint32_t rank, uint32_t bytes, const char* file, int line);
  void ArrivalWait(SimtThread& self, const void* arrival, uint32_t bytes, const char* file, int line);
  void Count(SimtThread& self, const void* address, size_t bytes, bool is_store);

 private:
  struct Warp {
    uint32_t live = 0, waiting = 0;  // masks of lanes
    uint32_t generation[32] = {};    // of __syncwarp, by the lowest lane of its mask
  };
  struct SharedArray {
    const void* key;
    char* data;
    size_t bytes, alignment;
  };
  // What has arrived of the bytes that a block expects, from the first wait on.
  struct Arrival {
    const void* key;  // where the block has it
    uint64_t arrived = 0, expected = 0;
    const char* file;
    int line;
  };
  // Its record is what its threads see.
  struct Block {
    sinter_simt_block record = {};
    uint32_t live = 0, at_barrier = 0;
    uint32_t barrier_generation = 0;
    const char* barrier_file = "";
    int barrier_line = 0;
    std::vector<SharedArray> shared;
    std::vector<Arrival> arrivals;
    // For a race check: where the arrays lie.
    char* arena = nullptr;
    size_t arena_used = 0;
  };

  void ResetCluster(uint64_t linear_index);
  bool RunReadyThreads();
  bool RunWarp(uint32_t warp, bool once);
  void Resume(SimtThread& thread);
  static void FiberMain();
  [[noreturn]] void LeaveFiber(SimtThread& self);
  void SwitchToScheduler(SimtThread& self, bool ends);
  void Finish(SimtThread& self);
  SimtThread* NextUnstarted();
  Block& BlockOf(const SimtThread& thread) { return blocks_[thread.record.block->rank]; }
  SimtThread* ThreadAt(uint32_t warp, uint32_t lane);
  bool ReleaseWarp(uint32_t warp, uint32_t mask);
  void ReleaseBarrier(Block& block);
  void ReleaseClusterBarrier();
  bool ReleaseBarriersOfLeft();
  void Shuffle(std::vector<uint32_t>& order);
  void Report(std::string error);
  std::string Where(const Block& block) const;
  std::string Where(const SimtThread& thread) { return Where(BlockOf(thread)); }
  std::string DescribeDeadlock() const;
  bool CheckBarrierCounts(const Block& block);
  bool CheckArrivals(const Block& block);
  Arrival* FindArrival(Block& block, const void* key);

  char* SharedIn(Block& block, const void* key, size_t bytes, size_t alignment);
  char* AllocateShared(Block& block, size_t bytes, size_t alignment);
  char* TakeStack();
  bool MapStacks();
  void UnmapStacks();
  void FreeShared(std::vector<SharedArray>& arrays);

  SimtLaunch launch_;
  SimtOptions options_;
  std::vector<Block> blocks_;
  uint32_t threads_of_block_ = 0, warps_of_block_ = 0;
  std::vector<SimtThread> threads_;  // of block after block
  std::vector<Warp> warps_;
  std::vector<uint32_t> warp_order_, lane_order_;
  uint64_t random_ = 1;
  uint32_t running_warp_ = 0;
  size_t lane_position_ = 0;  // in lane_order_, of the lane that has the turn
  uint32_t live_ = 0;  // threads of the cluster
  uint32_t cluster_arrived_ = 0, cluster_generation_ = 0;
  std::string error_;
  uint64_t switches_ = 0, loaded_bytes_ = 0, stored_bytes_ = 0;
  TouchedBytes loaded_, stored_;

  void* scheduler_stack_pointer_ = nullptr;
  char* ended_stack_ = nullptr;  // of the fiber that just ended
  std::vector<char*> free_stacks_;
  std::vector<std::pair<void*, size_t>> stack_mappings_;

  // For the sanitizers: the scheduler's own fake stack, bounds and fiber, and what orders the fibers of a cluster.
  void* scheduler_fake_stack_ = nullptr;
  const void* scheduler_stack_bottom_ = nullptr;
  size_t scheduler_stack_bytes_ = 0;
  void* scheduler_fiber_ = nullptr;
  bool fresh_fibers_ = false;
  std::vector<SharedArray> retired_;  // memory that is freed when the launch ends
  char* tags_ = nullptr;
};

}  // namespace sinter::rt

#endif  // SINTER_RUNTIME_CPU_SIMT_WORKER_H_
