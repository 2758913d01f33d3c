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
  explicit FusionRecorder(std::shared_ptr<RecordedFusion> recorded) : recorded(std::move(recorded)) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    bool isFamily = remark.getRemarkName() == "MergeProducts";
    if (isFamily || remark.getRemarkName() == "SkinnyProduct") {
      RecordedProduct product{remark.getRemarkType() == llvm::remarks::Type::Passed, remark.getFunction().str(), "", remark.getLocation()};
      for (const remark::detail::Remark::Arg &arg : remark.getArgs())
        product.text += arg.val;
      (isFamily ? recorded->families : recorded->products).push_back(std::move(product));
      return;
    }
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
    recorded->edges.push_back(std::move(edge));
  }

private:
  std::shared_ptr<RecordedFusion> recorded;
};

} // namespace

std::shared_ptr<RecordedFusion> recordFusion(MLIRContext &context) {
  auto recorded = std::make_shared<RecordedFusion>();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = "^(fusion|library)$";
  // Fails where the categories are no regular expressions alone.
  (void)remark::enableOptimizationRemarks(context, std::make_unique<FusionRecorder>(recorded),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  return recorded;
}

} // namespace sinter
