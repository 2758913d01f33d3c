// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop over processes. What a crash or a hang leaves undone of a batch is done anew without the graph that it was at.

#include "compiler/Fuzzer/Campaign.h"

#include <algorithm>
#include <cstdio>
#include <poll.h>

namespace sinter::fuzz {

struct Campaign::Running {
  Job job;
  std::unique_ptr<ChildProcess> child;
  std::map<uint64_t, bool> done;
  uint64_t current = 0;
  std::string step = "start";
};

uint32_t CampaignResult::medianOperators() const {
  std::vector<uint32_t> counts = operatorCounts;
  if (counts.empty())
    return 0;
  std::nth_element(counts.begin(), counts.begin() + counts.size() / 2, counts.end());
  return counts[counts.size() / 2];
}

Campaign::Campaign(mlir::MLIRContext *context, const Catalog &catalog, const CampaignSettings &settings)
    : context(context), catalog(catalog), settings(settings), coverage(catalog) {}

Campaign::~Campaign() = default;

/// In the child.
void Campaign::work(const Job &job, const RecordWriter &writer) const {
  absl::StatusOr<CheckDevice> device = openDevice(settings.device, 1);
  if (!device.ok()) {
    writer.send({"error", std::string(device.status().message())});
    return;
  }
  Generator generator(context, catalog, settings.seed);
  std::vector<FuzzGraph> graphs;
  std::vector<const FuzzGraph *> pointers;
  for (uint64_t number : job.numbers) {
    writer.send({"begin", std::to_string(number), "generate"});
    graphs.push_back(settings.source ? settings.source(number) : generator.make(number));
    Record operators = {"operators", std::to_string(number)};
    for (mlir::Operation &op : graphs.back().main().getBody().front().without_terminator()) {
      CellName name = nameOf(&op);
      operators.insert(operators.end(), {name.label, name.type, std::to_string(name.rank)});
    }
    writer.send(operators);
  }
  for (const FuzzGraph &graph : graphs)
    pointers.push_back(&graph);
  BatchObserver observer;
  observer.begin = [&](size_t i, const char *step) { writer.send({"begin", std::to_string(job.numbers[i]), step}); };
  observer.finished = [&](size_t i, const Failure &failure) { writer.send({"done", std::to_string(job.numbers[i]), failure.kind, failure.message}); };
  observer.judged = [&](size_t i, const Figures &figures) {
    Record record = {"judged", std::to_string(job.numbers[i])};
    for (std::string &field : figures.toFields())
      record.push_back(std::move(field));
    writer.send(record);
  };
  checkGraphs(pointers, settings.check, *device, observer);
}

CampaignResult Campaign::run() {
  begin = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < settings.count; i += settings.batch) {
    Job job;
    for (uint64_t k = i; k < std::min(settings.count, i + settings.batch); ++k)
      job.numbers.push_back(settings.first + k);
    waiting.push_back(std::move(job));
  }
  while (result.error.empty() && (!waiting.empty() || !running.empty())) {
    start();
    poll();
    report(false);
    if (result.failures.size() >= settings.mostFailures)
      waiting.clear();
  }
  running.clear();
  report(true);
  std::sort(result.failures.begin(), result.failures.end(), [](const FailedGraph &a, const FailedGraph &b) { return a.number < b.number; });
  return std::move(result);
}

void Campaign::start() {
  while (running.size() < settings.jobs && !waiting.empty()) {
    auto next = std::make_unique<Running>();
    next->job = std::move(waiting.front());
    waiting.pop_front();
    next->child = std::make_unique<ChildProcess>([this, &next](const RecordWriter &writer) { work(next->job, writer); });
    running.push_back(std::move(next));
  }
}

void Campaign::poll() {
  std::vector<pollfd> files;
  for (auto &one : running)
    files.push_back({one->child->file(), POLLIN, 0});
  ::poll(files.data(), files.size(), 500);
  for (size_t i = 0; i < files.size(); ++i) {
    Running &one = *running[i];
    std::vector<Record> records;
    bool isOver = files[i].revents != 0 && !one.child->read(records);
    for (const Record &record : records)
      take(one, record);
    if (isOver) {
      end(one, one.child->wait());
    } else if (one.child->secondsSinceLastRecord() > settings.timeout * (one.step == "kernels" ? 5 : 1)) {
      one.child->kill();
      one.child->wait();
      end(one, "hang");
    } else {
      continue;
    }
    one.child.reset();
  }
  running.erase(std::remove_if(running.begin(), running.end(), [](auto &one) { return !one->child; }), running.end());
}

void Campaign::take(Running &one, const Record &record) {
  if (record[0] == "error") {
    result.error = record[1];
    return;
  }
  uint64_t number = std::stoull(record[1]);
  if (record[0] == "begin") {
    one.current = number;
    one.step = record[2];
  } else if (record[0] == "operators") {
    if (!counted.emplace(number, true).second)
      return;
    for (size_t i = 2; i + 2 < record.size(); i += 3)
      coverage.add(record[i], record[i + 1], std::stoll(record[i + 2]));
    result.operatorCounts.push_back((record.size() - 2) / 3);
    result.operators += (record.size() - 2) / 3;
  } else if (record[0] == "judged") {
    result.figures.addFields(record, 2);
  } else if (record[0] == "done") {
    one.done[number] = true;
    ++result.graphs;
    if (!record[2].empty())
      fail(number, {record[2], record[3]});
  }
}

void Campaign::end(Running &one, const std::string &how) {
  Job rest;
  for (uint64_t number : one.job.numbers)
    if (!one.done.count(number))
      rest.numbers.push_back(number);
  if (rest.numbers.empty() || !result.error.empty())
    return;
  if (one.step == "kernels" && rest.numbers.size() > 1) {
    // It may be the kernels of any of them.
    size_t half = rest.numbers.size() / 2;
    waiting.push_back({std::vector<uint64_t>(rest.numbers.begin(), rest.numbers.begin() + half)});
    waiting.push_back({std::vector<uint64_t>(rest.numbers.begin() + half, rest.numbers.end())});
    return;
  }
  ++result.graphs;
  fail(one.current, {how == "hang" ? "hang" : "crash", (how.empty() ? "ended early" : how) + " in step `" + one.step + "`"});
  rest.numbers.erase(std::remove(rest.numbers.begin(), rest.numbers.end(), one.current), rest.numbers.end());
  if (!rest.numbers.empty())
    waiting.push_back(std::move(rest));
}

void Campaign::fail(uint64_t number, Failure failure) {
  if (!settings.isQuiet)
    std::fprintf(stderr, "sinter-fuzz: %s: %s: %.*s\n", settings.nameOf ? settings.nameOf(number).c_str() : ("graph " + std::to_string(number)).c_str(), failure.kind.c_str(),
                 static_cast<int>(600 * settings.check.mostViolations), failure.message.c_str());
  result.failures.push_back({number, std::move(failure)});
}

void Campaign::report(bool isLast) {
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (settings.isQuiet || (!isLast && result.seconds < lastReport + 10))
    return;
  lastReport = result.seconds;
  std::fprintf(stderr, "sinter-fuzz: %llu of %llu graphs, %.1f a second, %zu failures\n", static_cast<unsigned long long>(result.graphs),
               static_cast<unsigned long long>(settings.count), result.graphs / std::max(result.seconds, 1e-3), result.failures.size());
}

} // namespace sinter::fuzz
