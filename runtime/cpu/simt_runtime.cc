// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads the clusters of a launch over OS threads, and the table of functions that kernels call.
#include "runtime/cpu/simt_runtime.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/cpu/simt_worker.h"
#include "runtime/cpu/touched_bytes.h"

namespace sinter::rt {
namespace {

// Below this many threads in all, starting an OS thread costs more than it saves.
constexpr uint64_t kMinThreadsToSpread = 2048;
constexpr uint32_t kMaxCluster = 8;  // more need a permission on GPUs, and not all give it

std::string CheckShape(const SimtLaunch& launch) {
  const uint64_t block = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const sinter_simt_dim3& grid = launch.grid;
  if (block == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0) {
    return "kernel `" + std::string(launch.name) + "` was launched with a zero extent in its grid or block";
  }
  // The factors one by one, since their product may wrap.
  if (launch.block.x > 1024 || launch.block.y > 1024 || launch.block.z > 64 || block > 1024) {
    return "kernel `" + std::string(launch.name) + "` was launched with " + std::to_string(launch.block.x) + " x " +
           std::to_string(launch.block.y) + " x " + std::to_string(launch.block.z) +
           " threads a block, but a block has at most 1024";
  }
  if (grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535) {
    return "kernel `" + std::string(launch.name) + "` was launched with a grid of " + std::to_string(grid.x) + " x " +
           std::to_string(grid.y) + " x " + std::to_string(grid.z) +
           " blocks, but at most 2147483647 x 65535 x 65535 are allowed";
  }
  if (launch.cluster == 0 || launch.cluster > kMaxCluster || grid.x % launch.cluster != 0) {
    return "kernel `" + std::string(launch.name) + "` was launched with a grid of " + std::to_string(grid.x) +
           " blocks along x in clusters of " + std::to_string(launch.cluster) +
           ", but clusters have 1 to 8 blocks, and a grid whole ones";
  }
  return "";
}

SimtThread& Self() { return *reinterpret_cast<SimtThread*>(const_cast<sinter_simt_thread*>(sinter_simt_self())); }

void ApiSyncThreads(const char* file, int line) {
  SimtThread& self = Self();
  self.worker->SyncThreads(self, file, line);
}
void ApiSyncWarp(unsigned mask, const char* file, int line) {
  SimtThread& self = Self();
  self.worker->MeetWarp(self, SimtThread::Primitive::kSync, mask, 0, 0, file, line);
}
unsigned long long ApiShuffle(unsigned mask, unsigned long long value, unsigned source_lane, const char* file,
                              int line) {
  SimtThread& self = Self();
  return self.worker->MeetWarp(self, SimtThread::Primitive::kShuffle, mask, value, source_lane, file, line);
}
unsigned ApiBallot(unsigned mask, int predicate, const char* file, int line) {
  SimtThread& self = Self();
  return static_cast<unsigned>(
      self.worker->MeetWarp(self, SimtThread::Primitive::kBallot, mask, predicate != 0 ? 1 : 0, 0, file, line));
}
void* ApiShared(const void* key, unsigned long bytes, unsigned long alignment) {
  SimtThread& self = Self();
  return self.worker->Shared(self, key, bytes, alignment);
}
void ApiCount(const void* address, unsigned long bytes, int is_store) {
  SimtThread& self = Self();
  self.worker->Count(self, address, bytes, is_store != 0);
}
void ApiClusterArrive(const char* file, int line) {
  SimtThread& self = Self();
  self.worker->ClusterArrive(self, file, line);
}
void ApiClusterWait(const char* file, int line) {
  SimtThread& self = Self();
  self.worker->ClusterWait(self, file, line);
}
void* ApiClusterPeer(const void* address, unsigned rank, const char* file, int line) {
  SimtThread& self = Self();
  return self.worker->ClusterPeer(self, address, rank, file, line);
}
void ApiArrivalReady(const void* arrival, const char* file, int line) {
  SimtThread& self = Self();
  self.worker->ArrivalReady(self, arrival, file, line);
}
void ApiArrivalAdd(const void* arrival, unsigned rank, unsigned bytes, const char* file, int line) {
  SimtThread& self = Self();
  self.worker->ArrivalAdd(self, arrival, rank, bytes, file, line);
}
void ApiArrivalWait(const void* arrival, unsigned bytes, const char* file, int line) {
  SimtThread& self = Self();
  self.worker->ArrivalWait(self, arrival, bytes, file, line);
}

}  // namespace

const sinter_simt_api* SimtApi() {
  static constexpr sinter_simt_api kApi = {
      SINTER_SIMT_ABI_VERSION, ApiSyncThreads, ApiSyncWarp, ApiShuffle, ApiBallot, ApiShared, ApiCount,
      ApiClusterArrive,        ApiClusterWait, ApiClusterPeer, ApiArrivalReady, ApiArrivalAdd, ApiArrivalWait};
  return &kApi;
}

SimtRuntime::SimtRuntime() = default;
SimtRuntime::~SimtRuntime() = default;

std::unique_ptr<SimtWorker> SimtRuntime::TakeWorker() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (idle_workers_.empty()) return std::make_unique<SimtWorker>();
  std::unique_ptr<SimtWorker> worker = std::move(idle_workers_.back());
  idle_workers_.pop_back();
  return worker;
}

void SimtRuntime::ReturnWorker(std::unique_ptr<SimtWorker> worker) {
  std::lock_guard<std::mutex> lock(mutex_);
  idle_workers_.push_back(std::move(worker));
}

SimtResult SimtRuntime::Launch(const SimtLaunch& launch, const SimtOptions& options) {
  SimtResult result;
  result.error = CheckShape(launch);
  result.invalid_shape = !result.error.empty();
  if (result.invalid_shape) return result;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const uint64_t threads = blocks * launch.block.x * launch.block.y * launch.block.z;

  const uint64_t clusters = blocks / launch.cluster;

  std::atomic<uint64_t> next_cluster{0};
  std::atomic<bool> failed{false};
  std::mutex result_mutex;
  TouchedBytes loaded, stored;
  auto work = [&] {
    std::unique_ptr<SimtWorker> worker = TakeWorker();
    worker->BeginLaunch(launch, options);
    for (uint64_t cluster; !failed && (cluster = next_cluster++) < clusters;) {
      if (!worker->RunCluster(cluster)) failed = true;
    }
    worker->EndLaunch();
    {
      std::lock_guard<std::mutex> lock(result_mutex);
      result.switches += worker->switches();
      result.loaded_bytes += worker->loaded_bytes();
      result.stored_bytes += worker->stored_bytes();
      loaded.Merge(worker->loaded());
      stored.Merge(worker->stored());
      if (result.error.empty()) result.error = worker->error();
    }
    // The stacks of a failed cluster still hold threads that wait, so such a worker is not used again.
    if (worker->error().empty()) ReturnWorker(std::move(worker));
  };

  uint64_t workers = options.worker_count > 0 ? static_cast<uint64_t>(options.worker_count)
                                              : std::max(1u, std::thread::hardware_concurrency());
  workers = threads < kMinThreadsToSpread ? 1 : std::min(workers, clusters);
  std::vector<std::thread> helpers;
  for (uint64_t i = 1; i < workers; ++i) {
    try {
      helpers.emplace_back(work);
    } catch (const std::system_error&) {
      break;  // no more threads to be had; those there are do the work
    }
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  result.distinct_loaded_bytes = loaded.count();
  result.distinct_stored_bytes = stored.count();
  return result;
}

}  // namespace sinter::rt
