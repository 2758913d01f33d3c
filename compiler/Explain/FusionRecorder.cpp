// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A streamer of remarks into a list.

#include "compiler/Explain/FusionRecorder.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace sinter {
namespace {

class FusionRecorder : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit FusionRecorder(std::shared_ptr<RecordedEdges> edges) : edges(std::move(edges)) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    TypeAttr type;
    LocationAttr producerLocation;
    RecordedEdge edge{remark.getRemarkType() == llvm::remarks::Type::Passed,
                      remark.getFunction().str(),
                      "",
                      "",
                      "",
                      "",
                      remark.getLocation(),
                      remark.getLocation(),
                      {},
                      1};
    for (const remark::detail::Remark::Arg &arg : remark.getArgs()) {
      if (arg.key == "Producer")
        edge.producer = arg.val;
      else if (arg.key == "Consumer")
        edge.consumer = arg.val;
      else if (arg.key == "Bytes")
        edge.formula = arg.val;
      else if (arg.key == "Why")
        edge.reason = arg.val;
      else if (arg.key == "Accesses")
        edge.accesses = static_cast<unsigned>(std::stoul(arg.val));
      else if (arg.key == "Type")
        type = dyn_cast_or_null<TypeAttr>(arg.getAttribute());
      else if (arg.key == "ProducerAt")
        producerLocation = dyn_cast_or_null<LocationAttr>(arg.getAttribute());
    }
    if (!type || !producerLocation)
      return; // not of an edge
    edge.type = cast<RankedTensorType>(type.getValue());
    edge.producerLocation = producerLocation;
    edges->push_back(std::move(edge));
  }

private:
  std::shared_ptr<RecordedEdges> edges;
};

} // namespace

std::shared_ptr<RecordedEdges> recordFusion(MLIRContext &context) {
  auto edges = std::make_shared<RecordedEdges>();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = "^fusion$";
  // Fails where the categories are no regular expressions alone.
  (void)remark::enableOptimizationRemarks(context, std::make_unique<FusionRecorder>(edges),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  return edges;
}

} // namespace sinter
