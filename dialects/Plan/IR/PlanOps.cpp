// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `plan` dialect: assembly and verifiers.

#include "dialects/Plan/IR/Plan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sinter::plan;

#include "dialects/Plan/IR/PlanDialect.cpp.inc"
#include "dialects/Plan/IR/PlanEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Plan/IR/PlanAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Plan/IR/PlanTypes.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Plan/IR/PlanOps.cpp.inc"

void PlanDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Plan/IR/PlanAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Plan/IR/PlanTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Plan/IR/PlanOps.cpp.inc"
      >();
}

/// `["x" : tensor<4xf32>, …]`.
static ParseResult parseArguments(OpAsmParser &parser, SmallVectorImpl<Attribute> &names, SmallVectorImpl<Attribute> &types) {
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&]() -> ParseResult {
    std::string name;
    Type type;
    if (parser.parseString(&name) || parser.parseColonType(type))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    types.push_back(TypeAttr::get(type));
    return success();
  });
}

static void printArguments(OpAsmPrinter &printer, ArrayAttr names, ArrayAttr types) {
  printer << "[";
  llvm::interleaveComma(llvm::zip_equal(names, types), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " : " << cast<TypeAttr>(std::get<1>(pair)).getValue();
  });
  printer << "]";
}

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &b = parser.getBuilder();
  StringAttr name;
  ArrayAttr symbols, ranges;
  SmallVector<Attribute> inputNames, inputTypes, outputNames, outputTypes;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name), result.attributes) || parser.parseKeyword("symbols") ||
      parser.parseAttribute(symbols, getSymbolsAttrName(result.name), result.attributes) || parser.parseKeyword("ranges") ||
      parser.parseAttribute(ranges, getRangesAttrName(result.name), result.attributes) || parser.parseKeyword("inputs") ||
      parseArguments(parser, inputNames, inputTypes) || parser.parseKeyword("outputs") || parseArguments(parser, outputNames, outputTypes))
    return failure();
  result.addAttribute(getInputNamesAttrName(result.name), b.getArrayAttr(inputNames));
  result.addAttribute(getInputTypesAttrName(result.name), b.getArrayAttr(inputTypes));
  result.addAttribute(getOutputNamesAttrName(result.name), b.getArrayAttr(outputNames));
  result.addAttribute(getOutputTypesAttrName(result.name), b.getArrayAttr(outputTypes));
  DenseI64ArrayAttr tied = b.getDenseI64ArrayAttr(SmallVector<int64_t>(outputNames.size(), -1));
  if (succeeded(parser.parseOptionalKeyword("tied"))) {
    Attribute given = DenseI64ArrayAttr::parse(parser, {});
    if (!given)
      return failure();
    tied = cast<DenseI64ArrayAttr>(given);
  }
  result.addAttribute(getTiedAttrName(result.name), tied);
  if (succeeded(parser.parseOptionalKeyword("arena_size"))) {
    AffineMapAttr size;
    if (parser.parseAttribute(size, getArenaSizeAttrName(result.name), result.attributes))
      return failure();
  }
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*body))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

void EntryOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " symbols " << getSymbols() << " ranges " << getRanges() << " inputs ";
  printArguments(printer, getInputNames(), getInputTypes());
  printer << " outputs ";
  printArguments(printer, getOutputNames(), getOutputTypes());
  if (llvm::any_of(getTied(), [](int64_t t) { return t >= 0; })) {
    printer << " tied ";
    getTiedAttr().print(printer);
  }
  if (getArenaSizeAttr())
    printer << " arena_size " << getArenaSizeAttr();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getSymNameAttrName(), getSymbolsAttrName(), getRangesAttrName(), getInputNamesAttrName(),
                                            getInputTypesAttrName(), getOutputNamesAttrName(), getOutputTypesAttrName(), getTiedAttrName(),
                                            getArenaSizeAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult EntryOp::verify() {
  if (getRanges().size() != getSymbols().size())
    return emitOpError("expected one range a symbol, but got ") << getRanges().size() << " for " << getSymbols().size();
  if (getTied().size() != getOutputNames().size())
    return emitOpError("expected `tied` to have one number an output, but got ") << getTied().size() << " for " << getOutputNames().size();
  for (auto [output, input] : llvm::enumerate(getTied())) {
    if (input < -1 || input >= static_cast<int64_t>(getInputNames().size()))
      return emitOpError("expected output ") << output << " to be tied to one of " << getInputNames().size() << " inputs, but got " << input;
  }
  for (Operation &op : getBody().front()) {
    if (op.getDialect() != (*this)->getDialect())
      return op.emitOpError("expected steps of the `plan` dialect alone");
    if (auto input = dyn_cast<InputOp>(op); input && static_cast<size_t>(input.getIndex()) >= getInputNames().size())
      return input.emitOpError("expected an input below ") << getInputNames().size() << ", but got " << input.getIndex();
    if (auto output = dyn_cast<OutputOp>(op); output && static_cast<size_t>(output.getIndex()) >= getOutputNames().size())
      return output.emitOpError("expected an output below ") << getOutputNames().size() << ", but got " << output.getIndex();
    for (NamedAttribute attribute : op.getAttrs())
      if (auto map = dyn_cast<AffineMapAttr>(attribute.getValue());
          map && (map.getValue().getNumDims() != 0 || map.getValue().getNumSymbols() != getSymbols().size()))
        return op.emitOpError("expected maps over the entry's ") << getSymbols().size() << " symbols, but `" << attribute.getName().getValue() << "` is " << map;
  }
  return success();
}

LogicalResult LaunchOp::verify() {
  for (int64_t index : getWritten())
    if (index < 0 || index >= static_cast<int64_t>(getBuffers().size()))
      return emitOpError("expected written buffers to be numbered below ") << getBuffers().size() << ", but got " << index;
  for (auto variant : getVariants().value_or(ArrayAttr::get(getContext(), {})).getAsRange<VariantAttr>())
    for (AffineMapAttr map : {variant.getZero(), variant.getScalars()})
      if (map.getValue().getNumDims() != 0 || map.getValue().getNumSymbols() != getScalars().getNumSymbols())
        return emitOpError("expected maps over the entry's symbols in a variant, but got ") << map;
  return success();
}

LogicalResult MatmulOp::verify() {
  if (getExtents().getNumResults() < 3)
    return emitOpError("expected `extents` to end in rows, columns and the contracted extent, but got ") << getExtents().getNumResults() << " results";
  unsigned strides = getExtents().getNumResults() - 1;
  if (static_cast<bool>(getC()) != getCLayout().has_value())
    return emitOpError("expected `c_layout` where there is a buffer to add, and only there");
  for (StringRef name : {"a_layout", "b_layout", "c_layout", "d_layout"})
    if (auto layout = (*this)->getAttrOfType<AffineMapAttr>(name); layout && layout.getValue().getNumResults() != strides + 1)
      return emitOpError("expected `") << name << "` to have an offset and " << strides << " strides, but got " << layout.getValue().getNumResults()
                                       << " results";
  return success();
}
