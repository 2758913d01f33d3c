// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses of classification. The class' score is gathered, so that no more of the input is read than that; in f32 at least, rounded once.

#include "compiler/Import/ONNX/OnnxOps/Builders.h"
#include "compiler/Import/ONNX/OnnxOps/Registry.h"

using namespace mlir;

namespace sinter {
namespace {

/// Scores [N, C, d...], the class of each sample [N, d...], and what each class weighs.
struct Samples {
  Value scores, classes, weights;
};

FailureOr<Samples> readSamples(OnnxNode &node) {
  Value scores = node.tensor(0), classes = scores ? node.tensor(1) : Value(), weights = classes && node.hasInput(2) ? node.tensor(2) : Value();
  if (!classes || (node.hasInput(2) && !weights))
    return failure();
  SmallVector<AffineExpr> all = node.extents(scores), one = node.extents(classes);
  if (all.size() < 2 || one.size() + 1 != all.size() || !isa<FloatType>(node.elementOf(scores)) || !isa<IntegerType>(node.elementOf(classes)))
    return node.error() << "expected scores of rank 2 or more and integers of one rank less, but got " << scores.getType() << " and "
                        << classes.getType(), failure();
  SmallVector<AffineExpr> expected = all;
  expected.erase(expected.begin() + 1);
  for (auto [a, b] : llvm::zip_equal(expected, one))
    if (a != b)
      return node.mustBeginAgain(a, b) ? failure() : (node.error() << "expected classes for " << scores.getType() << ", but got " << classes.getType(), failure());
  if (weights && node.extents(weights) != SmallVector<AffineExpr>{all[1]})
    return node.error() << "expected a weight for each class of " << scores.getType() << ", but got " << weights.getType(), failure();
  return Samples{scores, classes, weights};
}

/// Of each sample the score of its class, in `values`, which has the scores' shape.
Value pickClass(OnnxNode &node, const Samples &samples, Value values) {
  SmallVector<AffineExpr> one = node.extents(samples.classes), column = one;
  column.insert(column.begin() + 1, node.extent(1));
  Value classes = node.reshape(samples.classes, column);
  Value picked = classes ? gatherElements(node, values, classes, 1) : Value();
  return picked ? node.reshape(picked, one) : picked;
}

/// The samples' losses weighed and reduced, where `loss` has one a sample in the compute type.
LogicalResult finish(OnnxNode &node, const Samples &samples, Value loss) {
  if (!loss)
    return failure();
  Type wide = node.elementOf(loss), element = node.elementOf(samples.scores);
  Value weight = samples.weights ? gather(node, node.cast(samples.weights, wide), samples.classes, 0) : Value();
  if (weight)
    loss = MulOp::create(node.b, loss, weight);
  if (node.hasAttribute("ignore_index")) {
    Value kept = compare(node, CompareKind::Ne, samples.classes, static_cast<double>(node.getInt("ignore_index", 0)));
    Value zero = node.splat(0, loss);
    weight = SelectOp::create(node.b, kept, weight ? weight : node.splat(1, loss), zero);
    loss = SelectOp::create(node.b, kept, loss, zero);
  }
  std::string reduction = node.getString("reduction", "mean");
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, node.typeOf(loss).getRank()));
  if (reduction == "sum")
    loss = node.reduce<SumOp>(loss, all);
  else if (reduction == "mean" && weight)
    loss = DivOp::create(node.b, node.reduce<SumOp>(loss, all), node.reduce<SumOp>(weight, all));
  else if (reduction == "mean")
    loss = node.reduce<MeanOp>(loss, all);
  else if (reduction != "none")
    return node.error() << "expected `reduction` to be `none`, `sum` or `mean`, but got `" << reduction << "`";
  return node.setResult(node.cast(loss, element));
}

LogicalResult importNegativeLogLikelihood(OnnxNode &node) {
  FailureOr<Samples> samples = readSamples(node);
  if (failed(samples))
    return failure();
  Value picked = pickClass(node, *samples, samples->scores);
  return picked ? finish(node, *samples, NegOp::create(node.b, node.cast(picked, getComputeType(node.elementOf(picked))))) : failure();
}

/// log(sum(exp(x))) - x[class], both less the greatest score.
LogicalResult importSoftmaxCrossEntropy(OnnxNode &node) {
  FailureOr<Samples> samples = readSamples(node);
  if (failed(samples))
    return failure();
  Value scores = samples->scores;
  Value wide = node.cast(scores, getComputeType(node.elementOf(scores)));
  LogSum sum = shiftedLogSum(node, wide, 1);
  Value picked = sum.shift ? pickClass(node, *samples, scores) : Value();
  if (!picked)
    return failure();
  picked = SubOp::create(node.b, node.cast(picked, node.elementOf(wide)), sum.shift);
  if (failed(finish(node, *samples, SubOp::create(node.b, sum.log, picked))))
    return failure();
  if (!node.usesOutput(1))
    return success();
  Value logs = SubOp::create(node.b, wide, alongAxes(node, sum.shift, wide, 1));
  logs = SubOp::create(node.b, logs, alongAxes(node, sum.log, wide, 1));
  return node.setResult(1, node.cast(logs, node.elementOf(scores)));
}

const OnnxOp ops[] = {
    {"NegativeLogLikelihoodLoss", 2, 3, importNegativeLogLikelihood},
    {"SoftmaxCrossEntropyLoss", 2, 3, importSoftmaxCrossEntropy},
};

} // namespace

ArrayRef<OnnxOp> lossOnnxOps() { return ops; }

} // namespace sinter
