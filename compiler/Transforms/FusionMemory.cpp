// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peak memory as a veto. A group runs where its last member stands, so what an early member reads stays in memory until then: sums of a hundred tensors, added up at the
// end by the kernel that makes them, need all hundred at once. Without fusion each sum is made when its tensor is there, which is free then.
//
// Groups are formed, and what is in memory at each step is added up. Where that is more than the limit, members that read early values late get a
// deadline, the place in the graph by which their group must be done, and groups are formed again.

#include "compiler/Transforms/FusionPlanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <queue>

using namespace mlir;

namespace sinter {

/// Below this nobody minds what a plan needs, and kernels are worth more.
static constexpr uint64_t leastLimit = 4 << 20;
/// Slots of an arena are aligned to it.
static constexpr uint64_t slotBytes = 256;

bool FusionPlanner::isInArena(Operation *op) const {
  if (isa<ConstantSourceOpInterface, func::ReturnOp>(op) || isInPlace(op))
    return false;
  // What is returned lies in the caller's memory.
  return llvm::none_of(op->getUsers(), llvm::IsaPred<func::ReturnOp>);
}

void FusionPlanner::sumUp(Timeline &time) {
  SmallVector<int64_t> change(time.places.size() + 1);
  for (const Timeline::Life &life : time.lives) {
    change[life.first] += life.bytes;
    change[life.last + 1] -= life.bytes;
  }
  int64_t now = 0;
  for (size_t step = 0; step < time.places.size(); ++step) {
    now += change[step];
    time.bytes.push_back(now);
    time.peak = std::max<uint64_t>(time.peak, now);
  }
}

uint64_t FusionPlanner::measureUnfused(Block &body) {
  Timeline time;
  for ([[maybe_unused]] Operation &op : body)
    time.places.push_back(time.places.size());
  for (Operation &op : body) {
    if (!isInArena(&op) || op.use_empty())
      continue;
    unsigned last = 0;
    for (Operation *user : op.getUsers())
      last = std::max(last, order.lookup(user));
    time.lives.push_back({&op, llvm::alignTo(sampleBytes(&op), slotBytes), order.lookup(&op), last});
  }
  sumUp(time);
  return time.peak;
}

/// Steps by the places of their last members, later where they wait for one that is.
void FusionPlanner::orderSteps(Block &body, Timeline &time) {
  llvm::MapVector<const void *, SmallVector<Operation *>> members;
  llvm::DenseMap<Operation *, const void *> unitOf;
  for (const SmallVector<Operation *> &call : libraries)
    for (Operation *op : call)
      unitOf[op] = &call;
  for (Operation &op : body) {
    if (isTransparent(&op) || isa<ConstantSourceOpInterface>(op) || dissolved.contains(&op))
      continue;
    const void *unit = &op;
    if (FusionGroup *group = groupOf.lookup(&op))
      unit = group;
    else if (const void *call = unitOf.lookup(&op))
      unit = call;
    else if (roles.lookup(&op) == FusionRole::Chain && !producers.lookup(&op).empty())
      unit = unitOf.lookup(producers.lookup(&op).front());
    unitOf[&op] = unit;
    members[unit].push_back(&op);
  }
  llvm::DenseMap<const void *, SmallVector<const void *>> after;
  llvm::DenseMap<const void *, unsigned> waits;
  for (auto &[unit, ops] : members) {
    llvm::SmallSetVector<const void *, 8> before;
    auto depend = [&](Operation *producer) {
      const void *other = producer ? unitOf.lookup(producer) : nullptr;
      if (other && other != unit)
        before.insert(other);
    };
    for (Operation *op : ops)
      for (Operation *producer : producers.lookup(op))
        depend(producer);
    if (FusionGroup *group = groupOf.lookup(ops.front()))
      for (Value input : group->inputs)
        depend(input.getDefiningOp());
    waits[unit] = before.size();
    for (const void *other : before)
      after[other].push_back(unit);
  }
  using Entry = std::pair<unsigned, const void *>;
  auto later = [](const Entry &a, const Entry &b) { return a.first > b.first; };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> ready(later);
  auto placeOf = [&](const void *unit) { return order.lookup(members[unit].back()); };
  for (auto &[unit, ops] : members)
    if (waits[unit] == 0)
      ready.push({placeOf(unit), unit});
  while (!ready.empty()) {
    auto [place, unit] = ready.top();
    ready.pop();
    for (Operation *op : members[unit])
      time.stepOf[op] = time.places.size();
    time.places.push_back(place);
    for (const void *next : after[unit])
      if (--waits[next] == 0)
        ready.push({placeOf(next), next});
  }
}

FusionPlanner::Timeline FusionPlanner::measureFused(Block &body) {
  Timeline time;
  orderSteps(body, time);
  // Groups read through what is inlined and computed again.
  llvm::DenseMap<Operation *, unsigned> lastRead;
  auto read = [&](Operation *producer, unsigned step) {
    unsigned &last = lastRead[producer];
    last = std::max(last, step);
  };
  for (auto &[producer, own] : readers)
    for (Operation *reader : own)
      if (!groupOf.lookup(reader) || roles.lookup(reader) == FusionRole::Fixed)
        read(producer, time.stepOf.lookup(reader));
  for (const auto &group : groups)
    if (!group->members.empty() && !dissolved.contains(group->members.front()))
      for (Value input : group->inputs)
        if (Operation *producer = input.getDefiningOp())
          read(producer, time.stepOf.lookup(group->members.front()));
  for (auto [producer, last] : lastRead) {
    auto step = time.stepOf.find(producer);
    if (step == time.stepOf.end() || step->second >= last || !isInArena(producer))
      continue;
    time.lives.push_back({producer, llvm::alignTo(sampleBytes(producer), slotBytes), step->second, last});
  }
  llvm::sort(time.lives, [&](const Timeline::Life &a, const Timeline::Life &b) { return order.lookup(a.op) < order.lookup(b.op); });
  sumUp(time);
  return time;
}

/// Whether some operator from `step` on reads what is inlined in `op`.
bool FusionPlanner::isReadFrom(Operation *op, unsigned step, const Timeline &time) const {
  SmallVector<Operation *> worklist(op->getUsers());
  llvm::SmallDenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    if (!seen.insert(user).second)
      continue;
    if (isTransparent(user))
      llvm::append_range(worklist, user->getUsers());
    else if (auto reads = time.stepOf.find(user); reads != time.stepOf.end() && reads->second >= step)
      return true;
  }
  return false;
}

/// For each step with too much in memory: values that are there for members whose own place is before the step. Such a member's group gets a deadline, as many of them as it
/// takes. Whether there were any.
bool FusionPlanner::addDeadlines(const Timeline &time) {
  struct Late {
    Operation *reader;
    Operation *inlined; // to be stored where it stands, or null
    int64_t saved;
  };
  bool hasAdded = false;
  for (auto [step, bytes] : llvm::enumerate(time.bytes)) {
    if (bytes <= arenaLimit)
      continue;
    unsigned place = time.places[step];
    SmallVector<Late> late;
    for (const Timeline::Life &life : time.lives) {
      if (life.first > step || life.last < step)
        continue;
      // All ways from the value to a reader from this step on must go through an early operator.
      SmallVector<Late> own;
      int64_t saved = life.bytes;
      bool isNeeded = false;
      SmallVector<Operation *> worklist(life.op->getUsers());
      llvm::SmallDenseSet<Operation *> seen;
      while (!worklist.empty() && !isNeeded) {
        Operation *user = worklist.pop_back_val();
        if (!seen.insert(user).second)
          continue;
        bool isEarly = order.lookup(user) < place;
        int64_t size = llvm::alignTo(sampleBytes(user), slotBytes);
        if (isTransparent(user) && isEarly && size < static_cast<int64_t>(life.bytes)) {
          if (!isReadFrom(user, step, time))
            continue;
          own.push_back({user, user, 0});
          saved -= size;
        } else if (isTransparent(user)) {
          llvm::append_range(worklist, user->getUsers());
        } else if (auto reads = time.stepOf.find(user); reads != time.stepOf.end() && reads->second >= step && groupOf.lookup(user) != groupOf.lookup(life.op)) {
          isNeeded = !isEarly || !groupOf.lookup(user);
          own.push_back({user, nullptr, 0});
          saved -= size;
        }
      }
      if (isNeeded || saved <= 0)
        continue;
      for (Late &one : own)
        late.push_back({one.reader, one.inlined, saved});
    }
    // Those that an earlier step has asked for count first.
    auto isAsked = [&](const Late &one) {
      auto deadline = deadlines.find(one.reader);
      return deadline != deadlines.end() && deadline->second <= place;
    };
    llvm::stable_sort(late, [&](const Late &a, const Late &b) { return std::pair(isAsked(a), a.saved) > std::pair(isAsked(b), b.saved); });
    int64_t excess = bytes - arenaLimit;
    for (const Late &one : late) {
      if (excess <= 0)
        break;
      // What an earlier step asked for serves this one too.
      unsigned &deadline = deadlines.try_emplace(one.reader, std::numeric_limits<unsigned>::max()).first->second;
      hasAdded |= place < deadline;
      deadline = std::min(deadline, place);
      if (one.inlined)
        hasAdded |= mustStore.insert(one.inlined).second;
      excess -= one.saved;
    }
  }
  return hasAdded;
}

void FusionPlanner::forget() {
  roles.clear();
  readers.clear();
  producers.clear();
  treeSizes.clear();
  pureTrees.clear();
  readAsMemory.clear();
  groupOf.clear();
  groups.clear();
  libraries.clear();
  refusals.clear();
  copies.clear();
  dissolved.clear();
  recomputeRemarks.clear();
  firstFree = 0;
}

std::string FusionPlanner::describeMemory() const {
  return "more than " + std::to_string(arenaLimit) + " bytes would be in memory at once (" + std::to_string(unfusedPeak) + " without fusion)";
}

LogicalResult FusionPlanner::fitMemory(Block &body) {
  constexpr int mostRounds = 16;
  unfusedPeak = measureUnfused(body);
  arenaLimit = memoryLimit > 0 ? memoryLimit : std::max(unfusedPeak, leastLimit);
  Timeline time = measureFused(body);
  for (int round = 0; round < mostRounds && time.peak > arenaLimit && addDeadlines(time); ++round) {
    forget();
    formGroups(body);
    time = measureFused(body);
  }
  function->setAttr("sinter.arena_limit", IntegerAttr::get(IntegerType::get(function.getContext(), 64), static_cast<int64_t>(std::min<uint64_t>(arenaLimit, INT64_MAX))));
  if (memoryLimit > 0 && time.peak > arenaLimit)
    return function.emitError("expected at most ") << arenaLimit << " bytes in memory at once, but the graph needs " << time.peak << ", and " << unfusedPeak
                                                   << " without fusion";
  return success();
}

} // namespace sinter
