// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scheduler of one block's fibers, and what they do at barriers and warp primitives.
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
[[maybe_unused]] constexpr size_t kStartTag = 0, kEndTag = 1, kBarrierTags = 2, kWarpTags = 4;
[[maybe_unused]] size_t TagBytes(size_t warps) { return kWarpTags + warps * kWarpLanes * 2; }
[[maybe_unused]] size_t WarpTag(uint32_t warp, uint32_t lowest_lane, uint32_t generation) {
  return kWarpTags + (warp * kWarpLanes + lowest_lane) * 2 + (generation & 1);
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
  block_.thread_count = launch.block;
  block_.block_count = launch.grid;
  const uint32_t thread_count = launch.block.x * launch.block.y * launch.block.z;
  threads_.assign(thread_count, SimtThread{});
  for (uint32_t i = 0; i < thread_count; ++i) {
    SimtThread& thread = threads_[i];
    thread.record.index = {i % launch.block.x, i / launch.block.x % launch.block.y,
                           i / (launch.block.x * launch.block.y)};
    thread.record.lane = i % kWarpLanes;
    thread.record.warp = i / kWarpLanes;
    thread.record.block = &block_;
    thread.worker = this;
  }
  warps_.assign((thread_count + kWarpLanes - 1) / kWarpLanes, Warp{});
  warp_order_.resize(warps_.size());
  for (uint32_t i = 0; i < warp_order_.size(); ++i) warp_order_[i] = i;
  lane_order_.resize(kWarpLanes);
  for (uint32_t i = 0; i < kWarpLanes; ++i) lane_order_[i] = i;
  if (options.order == SimtOrder::kReversed) {
    std::reverse(warp_order_.begin(), warp_order_.end());
    std::reverse(lane_order_.begin(), lane_order_.end());
  }
  random_ = options.seed;
  shared_.reserve(kMaxSharedArrays);
  error_.clear();
  switches_ = loaded_bytes_ = stored_bytes_ = 0;
  loaded_.Clear();
  stored_.Clear();
#ifdef SINTER_SIMT_TSAN
  scheduler_fiber_ = __tsan_get_current_fiber();
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  fresh_fibers_ = blocks * thread_count <= kMaxFreshFibers;
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
#ifdef SINTER_SIMT_TSAN
  shared_.clear();  // parts of the arenas
#endif
  FreeShared(shared_);
  FreeShared(retired_);
}

void SimtWorker::FreeShared(std::vector<SharedArray>& arrays) {
  for (const SharedArray& array : arrays) free(array.data);
  arrays.clear();
}

void SimtWorker::ResetBlock(uint64_t linear_index) {
  block_.index = {static_cast<uint32_t>(linear_index % launch_.grid.x),
                  static_cast<uint32_t>(linear_index / launch_.grid.x % launch_.grid.y),
                  static_cast<uint32_t>(linear_index / launch_.grid.x / launch_.grid.y)};
  live_ = static_cast<uint32_t>(threads_.size());
  at_barrier_ = 0;
  barrier_generation_ = 0;
  for (SimtThread& thread : threads_) {
    thread.state = State::kUnstarted;
    thread.barriers = 0;
  }
  for (size_t w = 0; w < warps_.size(); ++w) {
    const size_t lanes = std::min<size_t>(kWarpLanes, threads_.size() - w * kWarpLanes);
    warps_[w] = Warp{};
    warps_[w].live = lanes == kWarpLanes ? ~0u : (1u << lanes) - 1;
  }
#ifdef SINTER_SIMT_TSAN
  // Nothing orders one block after another, so each has its own tags, shared memory, stacks and, as far as they go,
  // fibers. Memory must not be given back before the end, since that would count as a write.
  shared_.clear();
  UnmapStacks();
  tags_ = static_cast<char*>(calloc(1, TagBytes(warps_.size())));
  retired_.push_back({nullptr, tags_, TagBytes(warps_.size())});
  arena_ = static_cast<char*>(aligned_alloc(64, kArenaBytes));
  arena_used_ = 0;
  memset(arena_, 0xff, kArenaBytes);
  retired_.push_back({&arena_, arena_, kArenaBytes});
  if (fresh_fibers_ && linear_index != 0) {
    for (SimtThread& thread : threads_) {
      __tsan_destroy_fiber(thread.sanitizer_state);
      thread.sanitizer_state = __tsan_create_fiber(0);
    }
  }
  Release(tags_ + kStartTag);
#else
  for (const SharedArray& array : shared_) memset(array.data, 0xff, array.bytes);
#endif
}

bool SimtWorker::RunBlock(uint64_t linear_index) {
  ResetBlock(linear_index);
  while (live_ != 0) {
    const bool progressed = RunReadyThreads();
    if (!error_.empty()) {
      Acquire(tags_ + kEndTag);
      return false;
    }
    if (live_ != 0 && at_barrier_ == live_) {
      ReleaseBarrier();
    } else if (live_ != 0 && !progressed) {
      error_ = DescribeDeadlock();
      Acquire(tags_ + kEndTag);
      return false;
    }
  }
  return !options_.strict || CheckBarrierCounts();
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
      const size_t i = size_t{warp} * kWarpLanes + lane_order_[lane_position_];
      if (i >= threads_.size()) continue;
      if (threads_[i].state != State::kReady && threads_[i].state != State::kUnstarted) continue;
      ran = ran_any = true;
      Resume(threads_[i]);
      if (!error_.empty()) return true;
    }
    if (once) break;
  }
  return ran_any;
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
  if (ended_stack_ != nullptr) {
    free_stacks_.push_back(ended_stack_);
    ended_stack_ = nullptr;
  }
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
  const size_t next = size_t{running_warp_} * kWarpLanes + lane_order_[lane_position_ + 1];
  if (next >= threads_.size() || threads_[next].state != State::kUnstarted) return nullptr;
  ++lane_position_;
  return &threads_[next];
#endif
}

// A thread that leaves the kernel may be the last that others wait for.
void SimtWorker::Finish(SimtThread& self) {
  self.state = State::kDone;
  --live_;
  Warp& warp = warps_[self.record.warp];
  warp.live &= ~(1u << self.record.lane);
  for (uint32_t waiting = warp.waiting; waiting != 0; waiting &= warp.waiting) {
    const uint32_t lane = static_cast<uint32_t>(__builtin_ctz(waiting));
    ReleaseWarp(self.record.warp, threads_[size_t{self.record.warp} * kWarpLanes + lane].mask);
    waiting &= ~(1u << lane);
  }
}

// The caller then leaves its fiber in a statement of its own, which is after all temporaries are gone: a fiber that
// leaves never comes back to free them.
void SimtWorker::Report(std::string error) {
  if (error_.empty()) error_ = std::move(error);
}

void SimtWorker::SyncThreads(SimtThread& self, const char* file, int line) {
  if (at_barrier_ != 0 && (barrier_line_ != line || !SameFile(barrier_file_, file))) {
    Report("divergent __syncthreads in " + Where() + ": some threads wait at " + Place(barrier_file_, barrier_line_) +
           ", others at " + Place(file, line));
    LeaveFiber(self);
  }
  barrier_file_ = file;
  barrier_line_ = line;
  self.file = file;
  self.line = line;
  self.state = State::kAtBarrier;
  ++self.barriers;
  ++at_barrier_;
  [[maybe_unused]] char* tag = tags_ + kBarrierTags + (barrier_generation_ & 1);
  Release(tag);
  if (at_barrier_ == live_) {
    ReleaseBarrier();
  } else {
    SwitchToScheduler(self, /*ends=*/false);
  }
  Acquire(tag);
}

void SimtWorker::ReleaseBarrier() {
  at_barrier_ = 0;
  ++barrier_generation_;
  for (SimtThread& thread : threads_) {
    if (thread.state == State::kAtBarrier) thread.state = State::kReady;
  }
}

uint64_t SimtWorker::MeetWarp(SimtThread& self, Primitive primitive, uint32_t mask, uint64_t value,
                              uint32_t source_lane, const char* file, int line) {
  Warp& warp = warps_[self.record.warp];
  const uint32_t bit = 1u << self.record.lane;
  if ((mask & bit) == 0) {
    Report("lane " + std::to_string(self.record.lane) + " is not in its own mask at " + Place(file, line) + " in " +
           Where());
    LeaveFiber(self);
  }
  if (const uint32_t others = warp.waiting & mask; others != 0) {
    const SimtThread& other =
        threads_[size_t{self.record.warp} * kWarpLanes + static_cast<uint32_t>(__builtin_ctz(others))];
    if (other.mask != mask || other.line != line || other.primitive != primitive || !SameFile(other.file, file)) {
      Report("divergent warp primitives in " + Where() + ": some lanes of warp " + std::to_string(self.record.warp) +
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
      primitive == Primitive::kSync ? tags_ + WarpTag(self.record.warp, lowest, warp.generation[lowest]) : nullptr;
  if (primitive == Primitive::kSync) Release(tag);
  if (!ReleaseWarp(self.record.warp, mask)) SwitchToScheduler(self, /*ends=*/false);
  if (primitive == Primitive::kSync) Acquire(tag);
  if (primitive == Primitive::kShuffle && options_.strict && self.source_lane == kWarpLanes) {
    Report("a shuffle at " + Place(file, line) + " in " + Where() + " reads a lane that takes no part in it");
    LeaveFiber(self);
  }
  return self.result;
}

// Where all lanes of `mask` that are still in the kernel have come: gives each its result and makes it ready.
bool SimtWorker::ReleaseWarp(uint32_t warp_index, uint32_t mask) {
  Warp& warp = warps_[warp_index];
  const uint32_t present = warp.live & mask;
  if (present == 0 || (warp.waiting & present) != present) return false;
  SimtThread* lanes = &threads_[size_t{warp_index} * kWarpLanes];
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
  for (const SharedArray& array : shared_) {
    if (array.key == key) return array.data;
  }
  char* data = shared_.size() < kMaxSharedArrays ? AllocateShared(bytes, alignment) : nullptr;
  if (data == nullptr) {
    Report("no room for a shared array of " + std::to_string(bytes) + " bytes in " + Where());
    LeaveFiber(self);
  }
  shared_.push_back({key, data, bytes});
  return data;
}

char* SimtWorker::AllocateShared(size_t bytes, size_t alignment) {
#ifdef SINTER_SIMT_TSAN
  const size_t begin = (arena_used_ + alignment - 1) / alignment * alignment;
  if (begin + bytes > kArenaBytes) return nullptr;
  arena_used_ = begin + bytes;
  return arena_ + begin;
#else
  // A heap block of exactly this size, so that AddressSanitizer sees an access past its end.
  void* data = nullptr;
  if (posix_memalign(&data, std::max(alignment, sizeof(void*)), bytes) != 0) return nullptr;
  memset(data, 0xff, bytes);
  return static_cast<char*>(data);
#endif
}

void SimtWorker::Count(const void* address, size_t bytes, bool is_store) {
  const char* at = static_cast<const char*>(address);
  for (const SharedArray& array : shared_) {
    if (at >= array.data && at < array.data + array.bytes) return;
  }
  (is_store ? stored_bytes_ : loaded_bytes_) += bytes;
  if (options_.count_places) (is_store ? stored_ : loaded_).Add(address, bytes);
}

std::string SimtWorker::Where() const {
  return "kernel `" + std::string(launch_.name) + "`, block " + Triple(block_.index);
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
    if (thread.state != State::kAtBarrier && thread.state != State::kAtWarpPrimitive) continue;
    const std::string place = Place(thread.file, thread.line);
    auto site = std::find_if(sites.begin(), sites.end(),
                             [&](const Site& s) { return s.state == thread.state && s.place == place; });
    if (site == sites.end()) site = sites.insert(sites.end(), {thread.state, place, 0});
    ++site->count;
  }
  std::string text = "deadlock in " + Where() + ":";
  for (size_t i = 0; i < sites.size(); ++i) {
    text += (i == 0 ? " " : ", ") + std::to_string(sites[i].count);
    if (i == 0) text += " of " + std::to_string(live_) + " threads wait";
    text += sites[i].state == State::kAtBarrier ? " at __syncthreads (" : " at a warp primitive (";
    text += sites[i].place + ")";
  }
  if (live_ != threads_.size()) text += ", " + std::to_string(threads_.size() - live_) + " have left the kernel";
  return text;
}

bool SimtWorker::CheckBarrierCounts() {
  const auto [least, most] =
      std::minmax_element(threads_.begin(), threads_.end(),
                          [](const SimtThread& a, const SimtThread& b) { return a.barriers < b.barriers; });
  if (least->barriers == most->barriers) return true;
  error_ = "skipped __syncthreads in " + Where() + ": thread " + Triple(least->record.index) + " left after " +
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
    error_ = "cannot map " + std::to_string(bytes) + " bytes for the stacks of " + Where() + ": " + strerror(errno);
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
