// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler of the fibers of a cluster of blocks, and what they do at barriers and warp primitives.
#include "runtime/cpu/simt_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "runtime/cpu/simt_fiber.h"

#if defined(__SANITIZE_ADDRESS__) && !defined(SINTER_SIMT_ASAN)
#define SINTER_SIMT_ASAN 1
#elif defined(__has_feature) && !defined(SINTER_SIMT_ASAN)
#if __has_feature(address_sanitizer)
#define SINTER_SIMT_ASAN 1
#endif
#endif
#ifdef SINTER_SIMT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
// A check compiles the kernel with a sanitizer but not the runtime, whose own accesses are no part of the kernel; so a
// macro of ours says that the fibers are to be made known.
#if defined(__SANITIZE_THREAD__) && !defined(SINTER_SIMT_TSAN)
#define SINTER_SIMT_TSAN 1
#endif
#ifdef SINTER_SIMT_TSAN
#include <sanitizer/tsan_interface.h>
// A build of the whole project with ThreadSanitizer looks for races between OS threads, not between fibers: there a
// switch orders all that comes before it.
#ifdef __SANITIZE_THREAD__
#define SINTER_SIMT_TSAN_SWITCH 0
#else
#define SINTER_SIMT_TSAN_SWITCH __tsan_switch_to_fiber_no_sync
#endif
#endif

namespace sinter::rt {
namespace {

using State = SimtThread::State;
using Primitive = SimtThread::Primitive;

constexpr uint32_t kWarpLanes = 32;
constexpr size_t kStackBytes = SINTER_SIMT_STACK_BYTES;
constexpr size_t kGuardBytes = 4096;
constexpr size_t kStacksPerMapping = 32;
// Making a fiber costs half a millisecond. More than this in one launch are used again from block to block; a race
// between two blocks may then be missed where a barrier lies between.
[[maybe_unused]] constexpr uint64_t kMaxFreshFibers = 2048;
// For a race check the scheduler makes a block's shared memory before its fibers start, since an allocation counts as a
// write of the fiber that makes it. More than any kernel may have.
[[maybe_unused]] constexpr size_t kArenaBytes = 256 << 10;
constexpr size_t kMaxSharedArrays = 256;

std::string Place(const char* file, int line) { return std::string(file) + ":" + std::to_string(line); }

std::string Triple(const sinter_simt_dim3& v) {
  std::string text = std::to_string(v.x);
  text.insert(text.begin(), '(');
  return text + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
}

bool SameFile(const char* a, const char* b) { return a == b || strcmp(a, b) == 0; }

// The stack's last word, where the kernel looks for the record of its thread.
void SetRecord(char* stack, const SimtThread* thread) {
  *reinterpret_cast<const sinter_simt_thread**>(stack + kStackBytes - sizeof(void*)) = &thread->record;
}

// ThreadSanitizer learns from these what a barrier orders. A tag of its own for each parity of a barrier's generation:
// a single tag would also order what comes before one barrier with what comes after the next for a thread that has not
// reached it.
[[maybe_unused]] constexpr size_t kStartTag = 0, kEndTag = 1, kBarrierTags = 2;  // each block's
[[maybe_unused]] size_t BarrierTag(uint32_t block, uint32_t generation) {
  return kBarrierTags + block * 2 + (generation & 1);
}
[[maybe_unused]] size_t WarpTag(size_t blocks, uint32_t warp, uint32_t lowest_lane, uint32_t generation) {
  return kBarrierTags + blocks * 2 + (warp * kWarpLanes + lowest_lane) * 2 + (generation & 1);
}
[[maybe_unused]] size_t TagBytes(size_t blocks, size_t warps) {
  return WarpTag(blocks, static_cast<uint32_t>(warps), 0, 0);
}
void Release([[maybe_unused]] char* tag) {
#ifdef SINTER_SIMT_TSAN
  __tsan_release(tag);
#endif
}
void Acquire([[maybe_unused]] char* tag) {
#ifdef SINTER_SIMT_TSAN
  __tsan_acquire(tag);
#endif
}

}  // namespace

SimtWorker::~SimtWorker() { UnmapStacks(); }

void SimtWorker::BeginLaunch(const SimtLaunch& launch, const SimtOptions& options) {
  launch_ = launch;
  options_ = options;
  threads_of_block_ = launch.block.x * launch.block.y * launch.block.z;
  warps_of_block_ = (threads_of_block_ + kWarpLanes - 1) / kWarpLanes;
  blocks_.resize(launch.cluster);
  threads_.assign(size_t{launch.cluster} * threads_of_block_, SimtThread{});
  for (uint32_t rank = 0; rank < launch.cluster; ++rank) {
    sinter_simt_block& record = blocks_[rank].record;
    record = {{}, launch.block, launch.grid, rank};
    blocks_[rank].shared.reserve(kMaxSharedArrays);
    for (uint32_t i = 0; i < threads_of_block_; ++i) {
      SimtThread& thread = threads_[rank * threads_of_block_ + i];
      thread.record.index = {i % launch.block.x, i / launch.block.x % launch.block.y,
                             i / (launch.block.x * launch.block.y)};
      thread.record.lane = i % kWarpLanes;
      thread.record.warp = i / kWarpLanes;
      thread.record.block = &record;
      thread.warp = rank * warps_of_block_ + i / kWarpLanes;
      thread.worker = this;
    }
  }
  warps_.assign(size_t{launch.cluster} * warps_of_block_, Warp{});
  warp_order_.resize(warps_.size());
  for (uint32_t i = 0; i < warp_order_.size(); ++i) warp_order_[i] = i;
  lane_order_.resize(kWarpLanes);
  for (uint32_t i = 0; i < kWarpLanes; ++i) lane_order_[i] = i;
  if (options.order == SimtOrder::kReversed) {
    std::reverse(warp_order_.begin(), warp_order_.end());
    std::reverse(lane_order_.begin(), lane_order_.end());
  }
  random_ = options.seed;
  error_.clear();
  switches_ = loaded_bytes_ = stored_bytes_ = 0;
  loaded_.Clear();
  stored_.Clear();
#ifdef SINTER_SIMT_TSAN
  scheduler_fiber_ = __tsan_get_current_fiber();
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  fresh_fibers_ = blocks * threads_of_block_ <= kMaxFreshFibers;
  for (SimtThread& thread : threads_) thread.sanitizer_state = __tsan_create_fiber(0);
#endif
}

void SimtWorker::EndLaunch() {
#ifdef SINTER_SIMT_TSAN
  for (const SharedArray& array : retired_) {
    if (array.key == nullptr) Acquire(array.data + kEndTag);
  }
  for (SimtThread& thread : threads_) __tsan_destroy_fiber(thread.sanitizer_state);
#endif
  for (Block& block : blocks_) {
#ifdef SINTER_SIMT_TSAN
    block.shared.clear();  // parts of the arenas
#endif
    FreeShared(block.shared);
  }
  FreeShared(retired_);
}

void SimtWorker::FreeShared(std::vector<SharedArray>& arrays) {
  for (const SharedArray& array : arrays) free(array.data);
  arrays.clear();
}

void SimtWorker::ResetCluster(uint64_t linear_index) {
  const uint64_t first = linear_index * blocks_.size();
  for (Block& block : blocks_) {
    const uint64_t number = first + block.record.rank;
    block.record.index = {static_cast<uint32_t>(number % launch_.grid.x),
                          static_cast<uint32_t>(number / launch_.grid.x % launch_.grid.y),
                          static_cast<uint32_t>(number / launch_.grid.x / launch_.grid.y)};
    block.live = threads_of_block_;
    block.at_barrier = 0;
    block.barrier_generation = 0;
    block.arrivals.clear();
  }
  live_ = static_cast<uint32_t>(threads_.size());
  cluster_arrived_ = cluster_generation_ = 0;
  for (SimtThread& thread : threads_) {
    thread.state = State::kUnstarted;
    thread.barriers = 0;
    thread.has_arrived = false;
  }
  for (size_t w = 0; w < warps_.size(); ++w) {
    const size_t lanes = std::min<size_t>(kWarpLanes, threads_of_block_ - w % warps_of_block_ * kWarpLanes);
    warps_[w] = Warp{};
    warps_[w].live = lanes == kWarpLanes ? ~0u : (1u << lanes) - 1;
  }
#ifdef SINTER_SIMT_TSAN
  // Nothing orders one cluster after another, so each has its own tags, shared memory, stacks and, as far as they go,
  // fibers. Memory must not be given back before the end, since that would count as a write.
  UnmapStacks();
  tags_ = static_cast<char*>(calloc(1, TagBytes(blocks_.size(), warps_.size())));
  retired_.push_back({nullptr, tags_, TagBytes(blocks_.size(), warps_.size()), 1});
  for (Block& block : blocks_) {
    block.shared.clear();
    block.arena = static_cast<char*>(aligned_alloc(64, kArenaBytes));
    block.arena_used = 0;
    memset(block.arena, 0xff, kArenaBytes);
    retired_.push_back({&block, block.arena, kArenaBytes, 64});
  }
  if (fresh_fibers_ && linear_index != 0) {
    for (SimtThread& thread : threads_) {
      __tsan_destroy_fiber(thread.sanitizer_state);
      thread.sanitizer_state = __tsan_create_fiber(0);
    }
  }
  Release(tags_ + kStartTag);
#else
  for (Block& block : blocks_) {
    for (const SharedArray& array : block.shared) memset(array.data, 0xff, array.bytes);
  }
#endif
}

bool SimtWorker::RunCluster(uint64_t linear_index) {
  ResetCluster(linear_index);
  while (live_ != 0) {
    const bool progressed = RunReadyThreads();
    if (!error_.empty()) {
      Acquire(tags_ + kEndTag);
      return false;
    }
    if (live_ != 0 && !ReleaseBarriersOfLeft() && !progressed) {
      error_ = DescribeDeadlock();
      Acquire(tags_ + kEndTag);
      return false;
    }
  }
  return std::all_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
    return CheckArrivals(block) && (!options_.strict || CheckBarrierCounts(block));
  });
}

// Threads that left the kernel may have been the last that others waited for. Whether they were.
bool SimtWorker::ReleaseBarriersOfLeft() {
  bool released = false;
  for (Block& block : blocks_) {
    if (block.live == 0 || block.at_barrier != block.live) continue;
    ReleaseBarrier(block);
    released = true;
  }
  if (cluster_arrived_ != 0 && cluster_arrived_ == live_) {
    ReleaseClusterBarrier();
    released = true;
  }
  return released;
}

bool SimtWorker::RunReadyThreads() {
  if (options_.order == SimtOrder::kRandom) Shuffle(warp_order_);
  bool progressed = false;
  for (uint32_t warp : warp_order_) {
    progressed |= RunWarp(warp, options_.order == SimtOrder::kLockstep);
    if (!error_.empty()) break;
  }
  return progressed;
}

bool SimtWorker::RunWarp(uint32_t warp, bool once) {
  running_warp_ = warp;
  bool ran_any = false;
  for (bool ran = true; ran;) {
    ran = false;
    if (options_.order == SimtOrder::kRandom) Shuffle(lane_order_);
    for (lane_position_ = 0; lane_position_ < kWarpLanes; ++lane_position_) {
      SimtThread* thread = ThreadAt(warp, lane_order_[lane_position_]);
      if (thread == nullptr || (thread->state != State::kReady && thread->state != State::kUnstarted)) continue;
      ran = ran_any = true;
      Resume(*thread);
      if (!error_.empty()) return true;
    }
    if (once) break;
  }
  return ran_any;
}

// Null where the block has no such thread.
SimtThread* SimtWorker::ThreadAt(uint32_t warp, uint32_t lane) {
  const uint32_t in_block = warp % warps_of_block_ * kWarpLanes + lane;
  return in_block < threads_of_block_ ? &threads_[warp / warps_of_block_ * threads_of_block_ + in_block] : nullptr;
}

void SimtWorker::Shuffle(std::vector<uint32_t>& order) {
  for (size_t i = order.size(); i > 1; --i) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    std::swap(order[i - 1], order[(random_ >> 33) % i]);
  }
}

void SimtWorker::Resume(SimtThread& thread) {
  if (thread.state == State::kUnstarted) {
    thread.stack = TakeStack();
    if (thread.stack == nullptr) return;
    SetRecord(thread.stack, &thread);
    thread.stack_pointer = PrepareStack(thread.stack + kStackBytes - 16, &SimtWorker::FiberMain);
#ifndef SINTER_SIMT_TSAN
    thread.sanitizer_state = nullptr;
#endif
  }
  thread.state = State::kReady;
  ++switches_;
#ifdef SINTER_SIMT_TSAN
  __tsan_switch_to_fiber(thread.sanitizer_state, SINTER_SIMT_TSAN_SWITCH);
#endif
#ifdef SINTER_SIMT_ASAN
  __sanitizer_start_switch_fiber(&scheduler_fake_stack_, thread.stack, kStackBytes);
#endif
  sinter_simt_switch_stack(&scheduler_stack_pointer_, thread.stack_pointer);
#ifdef SINTER_SIMT_ASAN
  __sanitizer_finish_switch_fiber(scheduler_fake_stack_, nullptr, nullptr);
#endif
  // Nothing orders a thread that ended before one that has not begun, so where races are looked for no other thread of
  // the cluster gets its stack: what both keep on it would count as a race.
#ifndef SINTER_SIMT_TSAN
  if (ended_stack_ != nullptr) free_stacks_.push_back(ended_stack_);
#endif
  ended_stack_ = nullptr;
}

// A fiber runs its thread to the end and then, where the next lane has not started, that one too: as long as no thread
// has to wait, a warp costs one switch. ThreadSanitizer needs a fiber for each thread.
void SimtWorker::FiberMain() {
  SimtThread* self = reinterpret_cast<SimtThread*>(const_cast<sinter_simt_thread*>(sinter_simt_self()));
  SimtWorker* worker = self->worker;
#ifdef SINTER_SIMT_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &worker->scheduler_stack_bottom_, &worker->scheduler_stack_bytes_);
#endif
  while (true) {
    Acquire(worker->tags_ + kStartTag);
    worker->launch_.entry(worker->launch_.parameters);
    worker->Finish(*self);
    SimtThread* next = worker->NextUnstarted();
    if (next == nullptr) break;
    next->stack = self->stack;
    next->sanitizer_state = self->sanitizer_state;
    next->state = State::kReady;
    SetRecord(next->stack, next);
    self = next;
  }
  worker->ended_stack_ = self->stack;
  worker->LeaveFiber(*self);
}

void SimtWorker::LeaveFiber(SimtThread& self) {
  SwitchToScheduler(self, /*ends=*/true);
  __builtin_unreachable();
}

void SimtWorker::SwitchToScheduler(SimtThread& self, [[maybe_unused]] bool ends) {
  ++switches_;
  // The scheduler acquires this only at the end of the launch, when it frees what fibers have used.
  Release(tags_ + kEndTag);
#ifdef SINTER_SIMT_TSAN
  __tsan_switch_to_fiber(scheduler_fiber_, SINTER_SIMT_TSAN_SWITCH);
#endif
#ifdef SINTER_SIMT_ASAN
  __sanitizer_start_switch_fiber(ends ? nullptr : &self.sanitizer_state, scheduler_stack_bottom_,
                                 scheduler_stack_bytes_);
#endif
  sinter_simt_switch_stack(&self.stack_pointer, scheduler_stack_pointer_);
#ifdef SINTER_SIMT_ASAN
  __sanitizer_finish_switch_fiber(self.sanitizer_state, nullptr, nullptr);
#endif
}

SimtThread* SimtWorker::NextUnstarted() {
#ifdef SINTER_SIMT_TSAN
  return nullptr;
#else
  if (!error_.empty() || lane_position_ + 1 >= kWarpLanes) return nullptr;
  SimtThread* next = ThreadAt(running_warp_, lane_order_[lane_position_ + 1]);
  if (next == nullptr || next->state != State::kUnstarted) return nullptr;
  ++lane_position_;
  return next;
#endif
}

// A thread that leaves the kernel may be the last that others wait for.
void SimtWorker::Finish(SimtThread& self) {
  self.state = State::kDone;
  --live_;
  --BlockOf(self).live;
  if (self.has_arrived) --cluster_arrived_;
  Warp& warp = warps_[self.warp];
  warp.live &= ~(1u << self.record.lane);
  for (uint32_t waiting = warp.waiting; waiting != 0; waiting &= warp.waiting) {
    const uint32_t lane = static_cast<uint32_t>(__builtin_ctz(waiting));
    ReleaseWarp(self.warp, ThreadAt(self.warp, lane)->mask);
    waiting &= ~(1u << lane);
  }
}

// The caller then leaves its fiber in a statement of its own, which is after all temporaries are gone: a fiber that
// leaves never comes back to free them.
void SimtWorker::Report(std::string error) {
  if (error_.empty()) error_ = std::move(error);
}

void SimtWorker::SyncThreads(SimtThread& self, const char* file, int line) {
  Block& block = BlockOf(self);
  if (block.at_barrier != 0 && (block.barrier_line != line || !SameFile(block.barrier_file, file))) {
    Report("divergent __syncthreads in " + Where(self) + ": some threads wait at " +
           Place(block.barrier_file, block.barrier_line) + ", others at " + Place(file, line));
    LeaveFiber(self);
  }
  block.barrier_file = file;
  block.barrier_line = line;
  self.file = file;
  self.line = line;
  self.state = State::kAtBarrier;
  ++self.barriers;
  ++block.at_barrier;
  [[maybe_unused]] char* tag = tags_ + BarrierTag(block.record.rank, block.barrier_generation);
  Release(tag);
  if (block.at_barrier == block.live) {
    ReleaseBarrier(block);
  } else {
    SwitchToScheduler(self, /*ends=*/false);
  }
  Acquire(tag);
}

void SimtWorker::ReleaseBarrier(Block& block) {
  block.at_barrier = 0;
  ++block.barrier_generation;
  const size_t first = size_t{block.record.rank} * threads_of_block_;
  for (size_t i = first; i < first + threads_of_block_; ++i) {
    if (threads_[i].state == State::kAtBarrier) threads_[i].state = State::kReady;
  }
}

void SimtWorker::ClusterArrive(SimtThread& self, const char* file, int line) {
  if (self.has_arrived) {
    Report("a thread arrives twice at the cluster's barrier without a wait, at " + Place(file, line) + " in " + Where(self));
    LeaveFiber(self);
  }
  self.has_arrived = true;
  self.cluster_generation = cluster_generation_;
  if (++cluster_arrived_ == live_) ReleaseClusterBarrier();
}

void SimtWorker::ClusterWait(SimtThread& self, const char* file, int line) {
  if (!self.has_arrived) {
    Report("a thread waits at the cluster's barrier without having arrived, at " + Place(file, line) + " in " + Where(self));
    LeaveFiber(self);
  }
  if (self.cluster_generation == cluster_generation_) {
    self.file = file;
    self.line = line;
    self.state = State::kAtClusterBarrier;
    SwitchToScheduler(self, /*ends=*/false);
  }
  self.has_arrived = false;
}

void SimtWorker::ReleaseClusterBarrier() {
  cluster_arrived_ = 0;
  ++cluster_generation_;
  for (SimtThread& thread : threads_) {
    if (thread.state == State::kAtClusterBarrier) thread.state = State::kReady;
  }
}

uint64_t SimtWorker::MeetWarp(SimtThread& self, Primitive primitive, uint32_t mask, uint64_t value,
                              uint32_t source_lane, const char* file, int line) {
  Warp& warp = warps_[self.warp];
  const uint32_t bit = 1u << self.record.lane;
  if ((mask & bit) == 0) {
    Report("lane " + std::to_string(self.record.lane) + " is not in its own mask at " + Place(file, line) + " in " +
           Where(self));
    LeaveFiber(self);
  }
  if (const uint32_t others = warp.waiting & mask; others != 0) {
    const SimtThread& other = *ThreadAt(self.warp, static_cast<uint32_t>(__builtin_ctz(others)));
    if (other.mask != mask || other.line != line || other.primitive != primitive || !SameFile(other.file, file)) {
      Report("divergent warp primitives in " + Where(self) + ": some lanes of warp " + std::to_string(self.record.warp) +
             " wait at " + Place(other.file, other.line) + ", others at " + Place(file, line) +
             (other.mask != mask ? " with another mask" : ""));
      LeaveFiber(self);
    }
  }
  self.primitive = primitive;
  self.mask = mask;
  self.value = value;
  self.source_lane = source_lane & (kWarpLanes - 1);
  self.file = file;
  self.line = line;
  self.state = State::kAtWarpPrimitive;
  warp.waiting |= bit;
  // CUDA orders memory at __syncwarp, not at shuffles and votes.
  const uint32_t lowest = static_cast<uint32_t>(__builtin_ctz(mask));
  [[maybe_unused]] char* tag =
      primitive == Primitive::kSync ? tags_ + WarpTag(blocks_.size(), self.warp, lowest, warp.generation[lowest]) : nullptr;
  if (primitive == Primitive::kSync) Release(tag);
  if (!ReleaseWarp(self.warp, mask)) SwitchToScheduler(self, /*ends=*/false);
  if (primitive == Primitive::kSync) Acquire(tag);
  if (primitive == Primitive::kShuffle && options_.strict && self.source_lane == kWarpLanes) {
    Report("a shuffle at " + Place(file, line) + " in " + Where(self) + " reads a lane that takes no part in it");
    LeaveFiber(self);
  }
  return self.result;
}

// Where all lanes of `mask` that are still in the kernel have come: gives each its result and makes it ready.
bool SimtWorker::ReleaseWarp(uint32_t warp_index, uint32_t mask) {
  Warp& warp = warps_[warp_index];
  const uint32_t present = warp.live & mask;
  if (present == 0 || (warp.waiting & present) != present) return false;
  SimtThread* lanes = ThreadAt(warp_index, 0);
  const Primitive primitive = lanes[__builtin_ctz(present)].primitive;
  uint64_t votes = 0;
  for (uint32_t rest = present; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    votes |= (lanes[lane].value & 1) << lane;
  }
  for (uint32_t rest = present; rest != 0; rest &= rest - 1) {
    SimtThread& thread = lanes[__builtin_ctz(rest)];
    if (primitive == Primitive::kBallot) {
      thread.result = votes;
    } else if (primitive == Primitive::kShuffle) {
      if (present >> thread.source_lane & 1) {
        thread.result = lanes[thread.source_lane].value;
      } else {
        thread.result = ~uint64_t{0};  // undefined on hardware; here NaN, so that a use of it shows
        thread.source_lane = kWarpLanes;
      }
    }
    thread.state = State::kReady;
  }
  warp.waiting &= ~present;
  ++warp.generation[__builtin_ctz(mask)];
  return true;
}

void* SimtWorker::Shared(SimtThread& self, const void* key, size_t bytes, size_t alignment) {
  char* data = SharedIn(BlockOf(self), key, bytes, alignment);
  if (data == nullptr) {
    Report("no room for a shared array of " + std::to_string(bytes) + " bytes in " + Where(self));
    LeaveFiber(self);
  }
  return data;
}

// The block's array for `key`, made where it has none yet; null where there is no room.
char* SimtWorker::SharedIn(Block& block, const void* key, size_t bytes, size_t alignment) {
  for (const SharedArray& array : block.shared) {
    if (array.key == key) return array.data;
  }
  char* data = block.shared.size() < kMaxSharedArrays ? AllocateShared(block, bytes, alignment) : nullptr;
  if (data != nullptr) block.shared.push_back({key, data, bytes, alignment});
  return data;
}

char* SimtWorker::AllocateShared([[maybe_unused]] Block& block, size_t bytes, size_t alignment) {
#ifdef SINTER_SIMT_TSAN
  const size_t begin = (block.arena_used + alignment - 1) / alignment * alignment;
  if (begin + bytes > kArenaBytes) return nullptr;
  block.arena_used = begin + bytes;
  return block.arena + begin;
#else
  // A heap block of exactly this size, so that AddressSanitizer sees an access past its end.
  void* data = nullptr;
  if (posix_memalign(&data, std::max(alignment, sizeof(void*)), bytes) != 0) return nullptr;
  memset(data, 0xff, bytes);
  return static_cast<char*>(data);
#endif
}

void* SimtWorker::ClusterPeer(SimtThread& self, const void* address, uint32_t rank, const char* file, int line) {
  const char* at = static_cast<const char*>(address);
  const Block& own = BlockOf(self);
  const auto array = std::find_if(own.shared.begin(), own.shared.end(), [&](const SharedArray& candidate) {
    return at >= candidate.data && at < candidate.data + candidate.bytes;
  });
  std::string fault;
  if (rank >= blocks_.size()) {
    fault = "there is no block " + std::to_string(rank) + " in a cluster of " + std::to_string(blocks_.size());
  } else if (array == own.shared.end()) {
    fault = "what is no shared memory of the block is looked for in another block";
  } else if (blocks_[rank].live == 0) {
    fault = "shared memory is looked for in a block that has ended";
  } else if (char* data = SharedIn(blocks_[rank], array->key, array->bytes, array->alignment)) {
    return data + (at - array->data);
  } else {
    fault = "no room for a shared array of " + std::to_string(array->bytes) + " bytes in another block";
  }
  Report(fault + ", at " + Place(file, line) + " in " + Where(self));
  fault = std::string();
  LeaveFiber(self);
}

SimtWorker::Arrival* SimtWorker::FindArrival(Block& block, const void* key) {
  const auto found = std::find_if(block.arrivals.begin(), block.arrivals.end(), [&](const Arrival& a) { return a.key == key; });
  return found == block.arrivals.end() ? nullptr : &*found;
}

void SimtWorker::ArrivalReady(SimtThread& self, const void* arrival, const char* file, int line) {
  Block& block = BlockOf(self);
  if (FindArrival(block, arrival) != nullptr) {
    Report("a count of what arrives is made ready twice, at " + Place(file, line) + " in " + Where(self));
    LeaveFiber(self);
  }
  block.arrivals.push_back({arrival, 0, 0, file, line});
}

// What the thread stored before is ordered before what those that wait load: the place of the count is ThreadSanitizer's tag.
void SimtWorker::ArrivalAdd(SimtThread& self, const void* arrival, uint32_t rank, uint32_t bytes, const char* file, int line) {
  char* key = static_cast<char*>(ClusterPeer(self, arrival, rank, file, line));
  Arrival* at = FindArrival(blocks_[rank], key);
  if (at == nullptr) {
    Report("something is stored in a block that is not ready for it, at " + Place(file, line) + " in " + Where(self));
    LeaveFiber(self);
  }
  at->arrived += bytes;
  Release(key);
  if (at->expected == 0) return;
  if (at->arrived > at->expected) {
    Report("more arrives than the " + std::to_string(at->expected) + " bytes that are waited for at " + Place(at->file, at->line) + ", at " +
           Place(file, line) + " in " + Where(self));
    LeaveFiber(self);
  }
  if (at->arrived < at->expected) return;
  for (SimtThread& thread : threads_) {
    if (thread.state == State::kAtArrival && thread.arrival == key) thread.state = State::kReady;
  }
}

void SimtWorker::ArrivalWait(SimtThread& self, const void* arrival, uint32_t bytes, const char* file, int line) {
  Arrival* at = FindArrival(BlockOf(self), arrival);
  if (at == nullptr || at->arrived > bytes || (at->expected != 0 && at->expected != bytes)) {
    Report(at == nullptr ? "a count that is not ready is waited for, at " + Place(file, line) + " in " + Where(self)
                         : std::to_string(bytes) + " bytes are waited for at " + Place(file, line) + " in " + Where(self) + ", but " +
                               std::to_string(at->arrived) + " have arrived, of " + std::to_string(at->expected) + " for other threads");
    LeaveFiber(self);
  }
  at->expected = bytes;
  at->file = file;
  at->line = line;
  if (at->arrived < bytes) {
    self.arrival = arrival;
    self.file = file;
    self.line = line;
    self.state = State::kAtArrival;
    SwitchToScheduler(self, /*ends=*/false);
  }
  Acquire(static_cast<char*>(const_cast<void*>(arrival)));
}

bool SimtWorker::CheckArrivals(const Block& block) {
  const auto left = std::find_if(block.arrivals.begin(), block.arrivals.end(), [](const Arrival& a) { return a.arrived != a.expected; });
  if (left == block.arrivals.end()) return true;
  error_ = std::to_string(left->arrived) + " bytes arrived in " + Where(block) + " that nothing waited for; the count was made ready at " +
           Place(left->file, left->line);
  return false;
}

void SimtWorker::Count(SimtThread& self, const void* address, size_t bytes, bool is_store) {
  const char* at = static_cast<const char*>(address);
  for (const SharedArray& array : BlockOf(self).shared) {
    if (at >= array.data && at < array.data + array.bytes) return;
  }
  (is_store ? stored_bytes_ : loaded_bytes_) += bytes;
  if (options_.count_places) (is_store ? stored_ : loaded_).Add(address, bytes);
}

std::string SimtWorker::Where(const Block& block) const {
  return "kernel `" + std::string(launch_.name) + "`, block " + Triple(block.record.index);
}

// "deadlock in kernel `k`, block (0, 0, 0): 100 of 114 threads wait at __syncthreads (k.cu:4), 14 at a warp primitive
// (k.cu:6)".
std::string SimtWorker::DescribeDeadlock() const {
  struct Site {
    State state;
    std::string place;
    int count;
  };
  std::vector<Site> sites;
  for (const SimtThread& thread : threads_) {
    if (thread.state != State::kAtBarrier && thread.state != State::kAtClusterBarrier &&
        thread.state != State::kAtArrival && thread.state != State::kAtWarpPrimitive) {
      continue;
    }
    const std::string place = Place(thread.file, thread.line);
    auto site = std::find_if(sites.begin(), sites.end(),
                             [&](const Site& s) { return s.state == thread.state && s.place == place; });
    if (site == sites.end()) site = sites.insert(sites.end(), {thread.state, place, 0});
    ++site->count;
  }
  std::string text = "deadlock in " + Where(blocks_.front());
  if (blocks_.size() > 1) text += " and the others of its cluster";
  text += ":";
  for (size_t i = 0; i < sites.size(); ++i) {
    text += (i == 0 ? " " : ", ") + std::to_string(sites[i].count);
    if (i == 0) text += " of " + std::to_string(live_) + " threads wait";
    text += sites[i].state == State::kAtBarrier          ? " at __syncthreads ("
            : sites[i].state == State::kAtClusterBarrier ? " at the cluster's barrier ("
            : sites[i].state == State::kAtArrival        ? " for what other blocks store ("
                                                         : " at a warp primitive (";
    text += sites[i].place + ")";
  }
  if (live_ != threads_.size()) text += ", " + std::to_string(threads_.size() - live_) + " have left the kernel";
  return text;
}

bool SimtWorker::CheckBarrierCounts(const Block& block) {
  const auto first = threads_.begin() + size_t{block.record.rank} * threads_of_block_;
  const auto [least, most] =
      std::minmax_element(first, first + threads_of_block_,
                          [](const SimtThread& a, const SimtThread& b) { return a.barriers < b.barriers; });
  if (least->barriers == most->barriers) return true;
  error_ = "skipped __syncthreads in " + Where(block) + ": thread " + Triple(least->record.index) + " left after " +
           std::to_string(least->barriers) + " barriers, but thread " + Triple(most->record.index) + " passed " +
           std::to_string(most->barriers) + ", the last at " + Place(most->file, most->line);
  return false;
}

char* SimtWorker::TakeStack() {
  if (free_stacks_.empty() && !MapStacks()) return nullptr;
  char* stack = free_stacks_.back();
  free_stacks_.pop_back();
#ifdef SINTER_SIMT_ASAN
  __asan_unpoison_memory_region(stack + kGuardBytes, kStackBytes - kGuardBytes);
#endif
  return stack;
}

// Stacks are mapped some at a time and kept. Each is aligned to its size and ends below at a page that traps.
bool SimtWorker::MapStacks() {
  const size_t bytes = (kStacksPerMapping + 1) * kStackBytes;
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    error_ = "cannot map " + std::to_string(bytes) + " bytes for the stacks of " + Where(blocks_.front()) + ": " + strerror(errno);
    return false;
  }
  stack_mappings_.emplace_back(mapping, bytes);
  const uintptr_t first = (reinterpret_cast<uintptr_t>(mapping) + kStackBytes - 1) / kStackBytes * kStackBytes;
  for (size_t i = kStacksPerMapping; i-- > 0;) {
    char* stack = reinterpret_cast<char*>(first + i * kStackBytes);
    mprotect(stack, kGuardBytes, PROT_NONE);
    free_stacks_.push_back(stack);
  }
  return true;
}

void SimtWorker::UnmapStacks() {
  for (const auto& [mapping, bytes] : stack_mappings_) munmap(mapping, bytes);
  stack_mappings_.clear();
  free_stacks_.clear();
}

}  // namespace sinter::rt
