// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels are relieved, and by how many steps.

#include "compiler/Pipelines/SpillFeedback.h"

#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sinter {

/// Each compiles a few kernels anew. The longest way there is: three times fewer blocks at once or more threads a row, three times narrower vectors, nothing held, a cut, and
/// a step or two of the halves.
static constexpr int mostRounds = 10;

static std::string describeSchedule(kernel::ScheduleAttr schedule) {
  std::string text = kernel::stringifyScheduleKind(schedule.getKind()).str() + ", ";
  if (schedule.getThreadsPerRow() > 1)
    text += std::to_string(schedule.getThreadsPerRow()) + " threads a row, ";
  if (schedule.getBlocksPerRow() > 1)
    text += "clusters of " + std::to_string(schedule.getBlocksPerRow()) + " blocks, ";
  text += std::to_string(schedule.getVectors()) + " x " + std::to_string(schedule.getVector()) + " elements a thread";
  if (schedule.getHold())
    text += schedule.getShared() ? ", held in shared memory" : schedule.getPacked() ? ", held packed" : ", held";
  return schedule.getBlocks() ? text + ", " + std::to_string(schedule.getBlocks()) + " blocks a processor" : text;
}

void SpillFeedback::noteSchedules(ModuleOp module) {
  schedules.clear();
  for (auto kernel : module.getOps<kernel::FuncOp>())
    if (kernel::ScheduleAttr schedule = kernel.getScheduleAttr())
      schedules[kernel.getSymName().str()] = describeSchedule(schedule);
}

bool SpillFeedback::learn(ModuleOp module, ArrayRef<rt::KernelResources> resources) {
  measure(module, resources);
  noteTries();
  if (isSettled)
    return false;
  bool hasSteps = takeSteps(), hasParted = takeApart();
  return (++rounds < mostRounds && (hasSteps || hasParted)) || settle();
}

void SpillFeedback::measure(ModuleOp module, ArrayRef<rt::KernelResources> resources) {
  std::map<std::string, std::vector<std::string>> members;
  for (auto kernel : module.getOps<kernel::ThreadFuncOp>())
    if (auto merges = kernel->getAttrOfType<ArrayAttr>("kernel.merges"))
      for (Attribute name : merges)
        members[kernel.getSymName().str()].push_back(cast<StringAttr>(name).str());
  spilled.clear();
  registers.clear();
  together.clear();
  for (const rt::KernelResources &kernel : resources) {
    int64_t bytes = kernel.spill_store_bytes + kernel.spill_load_bytes;
    auto own = members.find(kernel.symbol);
    // Several instances of one kernel in a launch are as good as one.
    if (own == members.end() || own->second.size() == 1) {
      std::string name = own == members.end() ? kernel.symbol : own->second.front();
      spilled[name] = std::max(spilled[name], bytes);
      registers[name] = std::max<int64_t>(registers[name], kernel.registers);
    } else if (bytes > 0) {
      together.push_back(own->second);
    }
  }
}

int64_t SpillFeedback::spilledBy(const std::string &name) const {
  auto bytes = spilled.find(name);
  if (bytes != spilled.end())
    return bytes->second;
  // A kernel that shares its launch spilled nothing there, or is apart by the next round; one that is gone is cut, and its halves may be.
  auto half = schedules.lower_bound(name + "_head");
  bool isCut = !schedules.count(name) && half != schedules.end() && half->first.compare(0, name.size() + 5, name + "_head") == 0;
  return isCut ? spilledBy(name + "_head") + spilledBy(name + "_tail") : 0;
}

void SpillFeedback::noteTries() {
  for (const auto &[name, bytes] : spilled)
    if (bytes > 0)
      tries.try_emplace(name);
  for (auto &[name, own] : tries) {
    auto steps = reliefs.find(name);
    auto schedule = schedules.find(name);
    auto count = registers.find(name);
    Try now{steps == reliefs.end() ? 0 : steps->second, schedule == schedules.end() ? "" : schedule->second, spilledBy(name), count == registers.end() ? 0 : count->second};
    if (!own.empty() && own.back().steps == now.steps)
      own.back() = now;
    else
      own.push_back(now);
  }
}

/// Each kernel that spills takes its next step, unless the last one changed nothing: then there is none. The halves of one that is cut take their own.
bool SpillFeedback::takeSteps() {
  bool hasSteps = false;
  for (const auto &[name, own] : tries) {
    const Try &last = own.back();
    bool isStuck = own.size() > 1 && last.schedule == own[own.size() - 2].schedule;
    if (last.bytes == 0 || last.schedule.empty() || isStuck)
      continue;
    reliefs[name] = last.steps + 1;
    hasSteps = true;
  }
  return hasSteps;
}

/// Kernels that spill in one launch get launches of their own, which show which of them do that alone; the others may share a launch again, once.
bool SpillFeedback::takeApart() {
  bool hasChanged = false;
  for (auto own = wereTogether.begin(); own != wereTogether.end();) {
    const auto &[name, others] = *own;
    auto isCulprit = [&](const std::string &other) { return tries.count(other) != 0; };
    auto steps = reliefs.find(name);
    if (steps != reliefs.end() && !isCulprit(name) && llvm::any_of(others, isCulprit) && rejoined.insert(name).second) {
      reliefs.erase(steps);
      hasChanged = true;
    }
    own = wereTogether.erase(own);
  }
  for (const std::vector<std::string> &names : together)
    for (const std::string &name : names) {
      hasChanged |= reliefs.try_emplace(name, 0).second;
      wereTogether[name] = names;
    }
  return hasChanged;
}

const SpillFeedback::Try &SpillFeedback::bestOf(const Tries &tries) {
  return *llvm::min_element(tries, [](const Try &a, const Try &b) { return a.bytes < b.bytes; });
}

/// Goes back to the steps with which each kernel spilled least. Whether that is another module than the last one.
bool SpillFeedback::settle() {
  isSettled = true;
  SpillReliefs best = reliefs;
  for (const auto &[name, own] : tries) {
    best[name] = bestOf(own).steps;
    if (best[name] == 0 && !wereTogether.count(name))
      best.erase(name);
  }
  // What was tried last is what the module is made of now.
  SpillReliefs now;
  for (const auto &[name, steps] : reliefs) {
    auto own = tries.find(name);
    now[name] = own == tries.end() ? steps : own->second.back().steps;
  }
  reliefs = best;
  return best != now;
}

void SpillFeedback::attach(ModuleOp module) const {
  Builder b(module.getContext());
  SmallVector<NamedAttribute> steps;
  for (const auto &[name, count] : reliefs)
    steps.push_back(b.getNamedAttr(name, b.getI64IntegerAttr(count)));
  module->setAttr("kernel.reliefs", b.getDictionaryAttr(steps));
}

std::vector<SpillReport> SpillFeedback::describe() const {
  std::vector<SpillReport> reports;
  for (const auto &[name, own] : tries) {
    const Try &first = own.front(), &best = bestOf(own);
    std::string line;
    llvm::raw_string_ostream os(line);
    os << "spilled " << first.bytes << " bytes a thread at " << first.registers << " registers (" << first.schedule << "); ";
    if (best.steps == first.steps)
      os << "kept, since none of " << own.size() << " ways to make it smaller spills less";
    else if (best.schedule.empty())
      os << "cut in two, which spill " << best.bytes;
    else
      os << "now " << best.bytes << " at " << best.registers << " (" << best.schedule << ")";
    reports.push_back({name, std::move(line), best.steps != first.steps && best.schedule.empty()});
  }
  return reports;
}

void SpillFeedback::report(ModuleOp module) const {
  for (auto [entry, report] : llvm::zip_equal(tries, describe())) {
    std::string line = report.kernel + ": " + report.text;
    int64_t bytes = bestOf(entry.second).bytes;
    Location where = module.getLoc();
    for (auto kernel : module.getOps<kernel::ThreadFuncOp>())
      if (kernel.getSymName() == entry.first)
        where = kernel.getLoc();
    if (bytes == 0)
      remark::passed(where, remark::RemarkOpts::name("SpillRelief").category("schedule")) << line;
    else
      remark::missed(where, remark::RemarkOpts::name("SpillRelief").category("schedule")) << line;
    // The halves of what is cut speak for themselves.
    if (bytes > 0 && !bestOf(entry.second).schedule.empty())
      emitWarning(where) << "kernel " << line;
  }
}

} // namespace sinter
