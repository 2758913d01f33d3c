// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report for programs; docs/Explain.md describes it, and `schema` counts its changes.

#include "compiler/Explain/FusionReport.h"
#include "runtime/tools/json.h"

namespace sinter {
namespace {

using rt::JsonValue;

constexpr int64_t schemaVersion = 2;

JsonValue number(uint64_t value) { return JsonValue::Integer(static_cast<int64_t>(value)); }

JsonValue text(const std::string &value) { return JsonValue::String(value); }

JsonValue placeAsJson(const OperatorPlace &op) {
  JsonValue json = JsonValue::Object();
  json.Set("operator", text(op.name));
  json.Set("place", text(op.place));
  return json;
}

JsonValue totalsAsJson(const PlanTotals &totals) {
  JsonValue json = JsonValue::Object();
  json.Set("launches", JsonValue::Integer(totals.launches));
  json.Set("bytes", number(totals.bytes));
  json.Set("flops", number(totals.flops));
  json.Set("microseconds", JsonValue::Number(totals.microseconds));
  return json;
}

JsonValue machineAsJson(const MachineModel &machine) {
  JsonValue json = JsonValue::Object();
  json.Set("name", text(machine.name));
  json.Set("measured", JsonValue::Bool(machine.isMeasured));
  json.Set("launch_microseconds", JsonValue::Number(machine.launchMicroseconds));
  json.Set("gigabytes_per_second", JsonValue::Number(machine.gigabytesPerSecond));
  json.Set("teraflops_16_bit", JsonValue::Number(machine.teraflops16));
  json.Set("teraflops_f32", JsonValue::Number(machine.teraflops32));
  json.Set("teraflops_f64", JsonValue::Number(machine.teraflops64));
  return json;
}

JsonValue operatorAsJson(const OperatorEntry &row) {
  JsonValue json = placeAsJson(row.op);
  json.Set("read_unfused", number(row.unfusedRead));
  json.Set("written_unfused", number(row.unfusedWritten));
  json.Set("read_fused", number(row.fusedRead));
  json.Set("written_fused", number(row.fusedWritten));
  json.Set("flops", number(row.flops));
  JsonValue groups = JsonValue::Array();
  for (unsigned group : row.groups)
    groups.Add(JsonValue::Integer(group));
  json.Set("groups", std::move(groups));
  json.Set("fate", row.fate.empty() ? JsonValue() : text(row.fate));
  return json;
}

JsonValue bufferAsJson(const BufferEntry &buffer) {
  JsonValue json = JsonValue::Object();
  json.Set("name", text(buffer.name));
  json.Set("type", text(buffer.type));
  json.Set("other", text(buffer.other));
  json.Set("read", number(buffer.read));
  json.Set("written", number(buffer.written));
  return json;
}

JsonValue groupAsJson(const GroupEntry &group) {
  JsonValue json = JsonValue::Object();
  json.Set("kind", text(group.isLibrary ? "library" : "kernel"));
  json.Set("kernel", group.isLibrary ? JsonValue() : text(group.symbol));
  json.Set("launch_of", group.launchOf ? JsonValue::Integer(*group.launchOf) : JsonValue());
  json.Set("launched_as", group.launchedAs.empty() ? JsonValue() : text(group.launchedAs));
  JsonValue companions = JsonValue::Array();
  for (unsigned companion : group.companions)
    companions.Add(JsonValue::Integer(companion));
  json.Set("companions", std::move(companions));
  JsonValue members = JsonValue::Array();
  for (const OperatorPlace &member : group.members)
    members.Add(placeAsJson(member));
  json.Set("members", std::move(members));
  json.Set("domain", text(group.domain));
  json.Set("schedule", text(group.schedule));
  JsonValue buffers = JsonValue::Array();
  for (const BufferEntry &buffer : group.buffers)
    buffers.Add(bufferAsJson(buffer));
  json.Set("buffers", std::move(buffers));
  json.Set("read", number(group.read));
  json.Set("written", number(group.written));
  json.Set("flops", number(group.flops));
  json.Set("microseconds", JsonValue::Number(group.microseconds));
  json.Set("bound", text(group.bound));
  json.Set("balance", JsonValue::Number(group.balance));
  json.Set("held_registers", JsonValue::Integer(group.heldRegisters));
  json.Set("shared_bytes", JsonValue::Integer(group.sharedBytes));
  json.Set("registers", group.registers ? JsonValue::Integer(*group.registers) : JsonValue());
  json.Set("stack_bytes", group.stackBytes ? JsonValue::Integer(*group.stackBytes) : JsonValue());
  json.Set("spilled_bytes", group.spilledBytes ? JsonValue::Integer(*group.spilledBytes) : JsonValue());
  JsonValue pins = JsonValue::Array();
  for (const rt::MatmulPin &pin : group.pins) {
    JsonValue one = JsonValue::Object();
    one.Set("device", text(pin.device));
    one.Set("library", text(pin.provider));
    one.Set("algorithm", text(pin.words));
    one.Set("estimate_us", JsonValue::Number(pin.estimate_microseconds));
    one.Set("us", JsonValue::Number(pin.microseconds));
    pins.Add(std::move(one));
  }
  json.Set("pins", std::move(pins));
  json.Set("relief", group.relief.empty() ? JsonValue() : JsonValue::String(group.relief));
  return json;
}

JsonValue edgeAsJson(const FusionReport &report, const EdgeEntry &edge) {
  JsonValue json = JsonValue::Object();
  json.Set("producer", placeAsJson(edge.producer));
  json.Set("consumer", placeAsJson(edge.consumer));
  json.Set("kept", JsonValue::Bool(edge.isKept));
  json.Set("reason", edge.isKept ? JsonValue() : text(edge.reason));
  json.Set("formula", text(edge.formula));
  json.Set("bytes", number(edge.bytes));
  json.Set("group", edge.group ? JsonValue::Integer(*edge.group) : JsonValue());
  const GroupEntry *group = edge.group && !report.groups[*edge.group].isLibrary ? &report.groups[*edge.group] : nullptr;
  json.Set("registers", group && group->registers ? JsonValue::Integer(*group->registers) : JsonValue());
  json.Set("held_registers", group ? JsonValue::Integer(group->heldRegisters) : JsonValue());
  json.Set("shared_bytes", group ? JsonValue::Integer(group->sharedBytes) : JsonValue());
  return json;
}

JsonValue boundaryAsJson(const BoundaryEntry &boundary) {
  JsonValue json = JsonValue::Object();
  json.Set("producer", placeAsJson(boundary.producer));
  json.Set("consumer", placeAsJson(boundary.consumer));
  json.Set("type", text(boundary.type));
  json.Set("reason", text(boundary.reason));
  json.Set("from", JsonValue::Integer(boundary.from));
  json.Set("to", JsonValue::Integer(boundary.to));
  json.Set("written", number(boundary.written));
  json.Set("read", number(boundary.read));
  return json;
}

/// `taken` names what a product has become, or has not.
JsonValue productAsJson(const ProductEntry &product, const char *taken) {
  JsonValue json = JsonValue::Object();
  json.Set("place", text(product.place));
  json.Set(taken, JsonValue::Bool(product.isTaken));
  json.Set("text", text(product.text));
  return json;
}

JsonValue savedAsJson(const SavedBytes &saved) {
  JsonValue json = JsonValue::Object();
  json.Set("kept", JsonValue::Integer(saved.kept));
  json.Set("inputs", JsonValue::Integer(saved.inputs));
  json.Set("rewritten", JsonValue::Integer(saved.rewritten));
  json.Set("added", JsonValue::Integer(saved.added));
  return json;
}

JsonValue trafficAsJson(const PlanTraffic &traffic) {
  JsonValue json = JsonValue::Object();
  json.Set("inputs", number(traffic.inputs));
  json.Set("results", number(traffic.results));
  json.Set("between", number(traffic.between));
  json.Set("partial", number(traffic.partial));
  json.Set("copies", number(traffic.copies));
  return json;
}

template <typename Entry, typename AsJson>
JsonValue listAsJson(const std::vector<Entry> &entries, AsJson asJson) {
  JsonValue json = JsonValue::Array();
  for (const Entry &entry : entries)
    json.Add(asJson(entry));
  return json;
}

JsonValue symbolAsJson(const SymbolEntry &symbol) {
  JsonValue json = JsonValue::Object();
  json.Set("name", text(symbol.name));
  json.Set("value", JsonValue::Integer(symbol.value));
  json.Set("given", JsonValue::Bool(symbol.isGiven));
  return json;
}

JsonValue classAsJson(const GroupClass &members) {
  JsonValue json = JsonValue::Array();
  for (unsigned group : members.groups)
    json.Add(JsonValue::Integer(group));
  return json;
}

} // namespace

std::string reportAsJson(const FusionReport &report) {
  JsonValue json = JsonValue::Object();
  json.Set("schema", JsonValue::Integer(schemaVersion));
  json.Set("graph", text(report.graph));
  json.Set("entry", text(report.entry));
  json.Set("target", text(report.target));
  json.Set("machine", machineAsJson(report.machine));
  json.Set("symbols", listAsJson(report.symbols, symbolAsJson));
  json.Set("unfused", totalsAsJson(report.unfused));
  json.Set("fused", totalsAsJson(report.fused));
  json.Set("saved", savedAsJson(report.saved));
  json.Set("traffic", trafficAsJson(report.traffic));
  json.Set("kernels_launched", JsonValue::Integer(report.kernelsLaunched));
  json.Set("kernels_distinct", JsonValue::Integer(report.kernelsDistinct));
  json.Set("library_calls", JsonValue::Integer(report.libraryCalls));
  json.Set("copies", JsonValue::Integer(report.copies));
  json.Set("operators", listAsJson(report.operators, operatorAsJson));
  json.Set("groups", listAsJson(report.groups, groupAsJson));
  json.Set("alike", listAsJson(report.classes, classAsJson));
  JsonValue edges = JsonValue::Array();
  for (const EdgeEntry &edge : report.edges)
    edges.Add(edgeAsJson(report, edge));
  json.Set("edges", std::move(edges));
  json.Set("boundaries", listAsJson(report.boundaries, boundaryAsJson));
  json.Set("products", listAsJson(report.products, [](const ProductEntry &one) { return productAsJson(one, "kernel"); }));
  json.Set("merges", listAsJson(report.families, [](const ProductEntry &one) { return productAsJson(one, "merged"); }));
  return json.ToText() + "\n";
}

} // namespace sinter
