// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect itself: its attributes, the attributes it allows on functions and operators, and builders for tensor types.

#include "dialects/Sinter/IR/Sinter.h"
#include "dialects/Support/SimplifyExpr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace sinter;

#include "dialects/Sinter/IR/SinterDialect.cpp.inc"
#include "dialects/Sinter/IR/SinterEnums.cpp.inc"
#include "dialects/Sinter/IR/SinterInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Sinter/IR/SinterAttrs.cpp.inc"

void SinterDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Sinter/IR/SinterAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterElementwiseOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterReductionOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterScanOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterShapeOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterGatherOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterScatterOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterRandomOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterLinearOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterCompositeOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "dialects/Sinter/IR/SinterGroupOps.cpp.inc"
      >();
}

Operation *SinterDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type ? ConstantOp::create(builder, loc, elements) : nullptr;
}

// Attributes with the dialect's prefix: on functions, on operators, and on arguments and results; none but those that are known.

static LogicalResult verifySymbols(Operation *op, Attribute value) {
  auto dictionary = dyn_cast<DictionaryAttr>(value);
  if (!dictionary)
    return op->emitError("expected `sinter.symbols` to be a dictionary on a function");
  for (NamedAttribute symbol : dictionary)
    if (!isa<RangeAttr>(symbol.getValue()))
      return op->emitError("expected symbol `") << symbol.getName().getValue() << "` to have a `#sinter.range`, but got "
                                                 << symbol.getValue();
  return success();
}

static LogicalResult verifyGuards(Operation *op, Attribute value) {
  auto guards = dyn_cast<ArrayAttr>(value);
  auto isGuard = [](Attribute one) {
    auto guard = dyn_cast<GuardAttr>(one);
    return guard && llvm::all_of(guard.getSymbols(), llvm::IsaPred<StringAttr>) && guard.getMap().getValue().getNumResults() == 1 &&
           guard.getMap().getValue().getNumDims() == 0 && guard.getMap().getValue().getNumSymbols() == guard.getSymbols().size();
  };
  if (!guards || !llvm::all_of(guards, isGuard))
    return op->emitError("expected `sinter.guards` to be `#sinter.guard`s, each with a map of its symbols to one value");
  return success();
}

static LogicalResult verifyArenaLimit(Operation *op, Attribute value) {
  auto bytes = dyn_cast<IntegerAttr>(value);
  if (!bytes || !bytes.getType().isSignlessInteger(64) || bytes.getInt() < 0)
    return op->emitError("expected `sinter.arena_limit` to be a number of bytes (i64) on a function, but got ") << value;
  return success();
}

static LogicalResult verifyGroups(Operation *op, Attribute value) {
  auto groups = dyn_cast<DenseI64ArrayAttr>(value);
  if (!groups)
    return op->emitError("expected `sinter.groups` to be group numbers as in `array<i64: 0, 2>`, but got ") << value;
  // Numbers that the groups to come are counted on from.
  if (!llvm::all_of(groups.asArrayRef(), [](int64_t number) { return number >= 0 && number < (int64_t(1) << 31); }))
    return op->emitError("expected the numbers of `sinter.groups` to be 0 or more and below 2^31, but got ") << value;
  return success();
}

static LogicalResult verifyMark(Operation *op, NamedAttribute attribute) {
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitError("expected `") << attribute.getName().getValue() << "` to stand without a value, but got " << attribute.getValue();
  return success();
}

LogicalResult SinterDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  Attribute value = attribute.getValue();
  if (isa<FunctionOpInterface>(op)) {
    if (name == "sinter.symbols")
      return verifySymbols(op, value);
    if (name == "sinter.guards")
      return verifyGuards(op, value);
    if (name == "sinter.arena_limit")
      return verifyArenaLimit(op, value);
    return op->emitError("expected `sinter.arena_limit`, `sinter.guards` or `sinter.symbols` on a function, but got `") << name << "`";
  }
  if (name == "sinter.groups")
    return verifyGroups(op, value);
  if (name == "sinter.alone" || name == "sinter.inlined")
    return verifyMark(op, attribute);
  return op->emitError("expected `sinter.alone`, `sinter.groups` or `sinter.inlined` on an operator, but got `") << name << "`";
}

/// The places of all elements must be numbers; extents that symbols decide are looked at when they are known.
static LogicalResult verifyReach(Operation *op, LayoutAttr layout, RankedTensorType type) {
  // In elements of at most 8 bytes.
  constexpr uint64_t most = std::numeric_limits<int64_t>::max() / 8;
  auto magnitude = [](int64_t value) { return value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value); };
  uint64_t reached = magnitude(layout.getOffset());
  for (auto [dim, stride] : llvm::enumerate(layout.getStrides()))
    if (!type.isDynamicDim(dim) && type.getDimSize(dim) > 0)
      reached = llvm::SaturatingMultiplyAdd<uint64_t>(magnitude(stride), type.getDimSize(dim) - 1, reached);
  if (reached <= most)
    return success();
  return op->emitError("expected `sinter.layout` to reach places that 64 bits can tell, but its offset and strides reach past them");
}

static LogicalResult verifyPlaceAttribute(Operation *op, NamedAttribute attribute, Type type) {
  StringRef name = attribute.getName().getValue();
  if (name == "sinter.layout") {
    auto layout = dyn_cast<LayoutAttr>(attribute.getValue());
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!layout || !tensor)
      return op->emitError("expected `sinter.layout` to be a `#sinter.layout` on a tensor");
    if (!layout.getStrides().empty() && static_cast<int64_t>(layout.getStrides().size()) != tensor.getRank())
      return op->emitError("expected `sinter.layout` to have ")
             << tensor.getRank() << " strides, but got " << layout.getStrides().size();
    return verifyReach(op, layout, tensor);
  }
  if (name == "sinter.name")
    return isa<StringAttr>(attribute.getValue()) ? success()
                                                 : op->emitError("expected `sinter.name` to be a string");
  if (name == "sinter.tied")
    return isa<IntegerAttr>(attribute.getValue()) ? success()
                                                  : op->emitError("expected `sinter.tied` to be an argument's number");
  return op->emitError("unknown attribute `") << name << "`; expected `sinter.layout`, `sinter.name` or `sinter.tied`";
}

/// The greatest value of `extent` over its symbols' ranges, as far as that is known.
static std::optional<int64_t> greatestExtent(Operation *op, DimsAttr dims, AffineExpr extent) {
  SmallVector<AffineExpr> values;
  for (StringAttr symbol : dims.getSymbols())
    values.push_back(getAffineConstantExpr(getSymbolRange(op, symbol.getValue()).getMax(), op->getContext()));
  auto known = dyn_cast<AffineConstantExpr>(extent.replaceSymbols(values));
  return known ? std::optional(known.getValue()) : std::nullopt;
}

/// No two elements of a result may have one place: the dimension of each stride begins beyond what those of smaller ones reach.
static LogicalResult verifyResultLayout(Operation *op, unsigned result, LayoutAttr layout, RankedTensorType type) {
  struct Dim {
    int64_t number, stride, last;
  };
  DimsAttr dims = getDimsAttr(type);
  SmallVector<Dim> walked;
  for (auto [number, stride, extent] : llvm::enumerate(layout.getStrides(), dims.getExprs())) {
    int64_t most = greatestExtent(op, dims, extent).value_or(std::numeric_limits<int64_t>::max());
    if (most == 0)
      return success();
    if (most > 1)
      walked.push_back({static_cast<int64_t>(number), stride, most - 1});
  }
  llvm::stable_sort(walked, [](const Dim &a, const Dim &b) { return a.stride < b.stride; });
  uint64_t reached = 0;
  for (auto [i, dim] : llvm::enumerate(walked)) {
    if (static_cast<uint64_t>(dim.stride) <= reached || dim.stride == 0)
      return op->emitError("expected the elements of result ")
             << result << " to have places of their own, but dimension " << dim.number << " of its `sinter.layout` has the stride " << dim.stride
             << (i == 0 ? "" : ", which the dimensions of smaller strides reach or pass");
    reached = llvm::SaturatingMultiplyAdd<uint64_t>(dim.stride, dim.last, reached);
  }
  return success();
}

LogicalResult SinterDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argument, NamedAttribute attribute) {
  if (attribute.getName() == "sinter.tied")
    return op->emitError("expected `sinter.tied` on a result, but argument ") << argument << " has it";
  return verifyPlaceAttribute(op, attribute, cast<FunctionOpInterface>(op).getArgumentTypes()[argument]);
}

LogicalResult SinterDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result, NamedAttribute attribute) {
  auto function = cast<FunctionOpInterface>(op);
  Type type = function.getResultTypes()[result];
  if (failed(verifyPlaceAttribute(op, attribute, type)))
    return failure();
  if (auto layout = dyn_cast<LayoutAttr>(attribute.getValue()); layout && attribute.getName() == "sinter.layout" && !layout.getStrides().empty())
    return verifyResultLayout(op, result, layout, cast<RankedTensorType>(type));
  if (attribute.getName() != "sinter.tied")
    return success();
  int64_t argument = cast<IntegerAttr>(attribute.getValue()).getInt();
  if (argument < 0 || argument >= static_cast<int64_t>(function.getNumArguments()))
    return op->emitError("expected `sinter.tied` to name one of ")
           << function.getNumArguments() << " arguments, but got " << argument;
  if (function.getArgumentTypes()[argument] != type)
    return op->emitError("expected a result tied to argument ")
           << argument << " to have its type " << function.getArgumentTypes()[argument] << ", but got " << type;
  if (function.getArgAttr(argument, "sinter.layout") != function.getResultAttr(result, "sinter.layout"))
    return op->emitError("expected a result tied to argument ") << argument << " to have its `sinter.layout`";
  for (unsigned other = 0; other < result; ++other)
    if (auto tie = dyn_cast_if_present<IntegerAttr>(function.getResultAttr(other, "sinter.tied")); tie && tie.getInt() == argument)
      return op->emitError("expected one result to be tied to argument ") << argument << ", but results " << other << " and " << result << " are";
  return success();
}

// `#sinter.dims`: a small expression grammar; the symbols are numbered in the order of their names.

namespace {
class DimsParser {
public:
  explicit DimsParser(AsmParser &parser) : parser(parser) {}

  FailureOr<AffineExpr> parseSum() {
    FailureOr<AffineExpr> left = parseProduct();
    while (succeeded(left)) {
      bool isAdd = succeeded(parser.parseOptionalPlus());
      if (!isAdd && failed(parser.parseOptionalMinus()))
        break;
      FailureOr<AffineExpr> right = parseProduct();
      if (failed(right))
        return failure();
      left = isAdd ? *left + *right : *left - *right;
    }
    return left;
  }

  SmallVector<std::string> names;

private:
  FailureOr<AffineExpr> parseProduct() {
    FailureOr<AffineExpr> left = parseFactor();
    while (succeeded(left)) {
      enum { Mul, FloorDiv, CeilDiv, Mod } kind;
      if (succeeded(parser.parseOptionalStar()))
        kind = Mul;
      else if (succeeded(parser.parseOptionalKeyword("floordiv")))
        kind = FloorDiv;
      else if (succeeded(parser.parseOptionalKeyword("ceildiv")))
        kind = CeilDiv;
      else if (succeeded(parser.parseOptionalKeyword("mod")))
        kind = Mod;
      else
        break;
      SMLoc place = parser.getCurrentLocation();
      FailureOr<AffineExpr> right = parseFactor();
      if (failed(right))
        return failure();
      auto divisor = dyn_cast<AffineConstantExpr>(*right);
      if (kind != Mul && divisor && divisor.getValue() < 1)
        return parser.emitError(place, "expected a divisor of 1 or more in an extent, but got ") << divisor.getValue(), failure();
      left = kind == Mul ? *left * *right
             : kind == FloorDiv ? left->floorDiv(*right)
             : kind == CeilDiv ? left->ceilDiv(*right)
                               : *left % *right;
    }
    return left;
  }

  FailureOr<AffineExpr> parseFactor() {
    // Expressions are walked recursively, sums as deep as they are long.
    if (++operands > 256)
      return parser.emitError(parser.getCurrentLocation(), "expected extents of at most 256 operands"), failure();
    return parsePrimary();
  }

  FailureOr<AffineExpr> parsePrimary() {
    int64_t value;
    OptionalParseResult integer = parser.parseOptionalInteger(value);
    if (integer.has_value()) {
      if (failed(*integer))
        return failure();
      return getAffineConstantExpr(value, parser.getContext());
    }
    if (succeeded(parser.parseOptionalLParen())) {
      FailureOr<AffineExpr> inner = parseSum();
      if (failed(inner) || parser.parseRParen())
        return failure();
      return inner;
    }
    std::string name;
    if (parser.parseKeywordOrString(&name))
      return failure();
    auto it = llvm::find(names, name);
    unsigned position = it - names.begin();
    if (it == names.end())
      names.push_back(name);
    return getAffineSymbolExpr(position, parser.getContext());
  }

  AsmParser &parser;
  unsigned operands = 0;
};
} // namespace

/// The attribute in its one form: symbols sorted, and only those in use.
static DimsAttr canonicalDims(MLIRContext *context, ArrayRef<AffineExpr> exprs, ArrayRef<std::string> names) {
  SmallVector<std::string> used;
  for (auto [position, name] : llvm::enumerate(names))
    if (llvm::any_of(exprs, [&](AffineExpr e) { return e.isFunctionOfSymbol(position); }))
      used.push_back(name);
  llvm::sort(used);
  SmallVector<AffineExpr> renumbered;
  for (const std::string &name : names)
    renumbered.push_back(getAffineSymbolExpr(llvm::find(used, name) - used.begin(), context));
  SmallVector<AffineExpr> result;
  for (AffineExpr expr : exprs)
    result.push_back(simplifyExpr(expr.replaceSymbols(renumbered), 0, used.size()));
  SmallVector<StringAttr> symbols;
  for (const std::string &name : used)
    symbols.push_back(StringAttr::get(context, name));
  return DimsAttr::get(context, symbols, result);
}

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  DimsParser dims(parser);
  SmallVector<AffineExpr> exprs;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<AffineExpr> expr = dims.parseSum();
    if (failed(expr))
      return failure();
    exprs.push_back(*expr);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseOne))
    return {};
  return canonicalDims(parser.getContext(), exprs, dims.names);
}

static void printName(AsmPrinter &printer, StringRef name) { printer.printKeywordOrString(name); }

/// -`expr` where that is the shorter form: `expr` is a negative constant or a product with one.
static AffineExpr negativeTerm(AffineExpr expr) {
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  auto constant = dyn_cast<AffineConstantExpr>(product && expr.getKind() == AffineExprKind::Mul ? product.getRHS() : expr);
  bool isNegative = constant && constant.getValue() < 0 && constant.getValue() != std::numeric_limits<int64_t>::min();
  return isNegative ? -expr : AffineExpr();
}

static void printExtent(AsmPrinter &printer, AffineExpr expr, ArrayRef<StringAttr> symbols, bool inner) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    printer << constant.getValue();
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    printName(printer, symbols[symbol.getPosition()].getValue());
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr rhs = binary.getRHS();
  StringRef sign = expr.getKind() == AffineExprKind::Add        ? " + "
                   : expr.getKind() == AffineExprKind::Mul      ? " * "
                   : expr.getKind() == AffineExprKind::FloorDiv ? " floordiv "
                   : expr.getKind() == AffineExprKind::CeilDiv  ? " ceildiv "
                                                                : " mod ";
  // a + b * -1 is a difference.
  if (AffineExpr negated = expr.getKind() == AffineExprKind::Add ? negativeTerm(rhs) : AffineExpr()) {
    sign = " - ";
    rhs = negated;
  }
  if (inner)
    printer << "(";
  printExtent(printer, binary.getLHS(), symbols, true);
  printer << sign;
  printExtent(printer, rhs, symbols, true);
  if (inner)
    printer << ")";
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getExprs(), printer, [&](AffineExpr e) { printExtent(printer, e, getSymbols(), false); });
  printer << ">";
}

LogicalResult DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type, function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getExprs().size())
    return emitError() << "expected `#sinter.dims` to have " << shape.size() << " extents, but got " << getExprs().size();
  // One form for one type: a type without a symbol has no encoding.
  if (getSymbols().empty())
    return emitError() << "expected `#sinter.dims` to name at least one symbol";
  for (auto [position, extent, expr] : llvm::enumerate(shape, getExprs())) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (ShapedType::isDynamic(extent) ? bool(constant) : (!constant || constant.getValue() != extent))
      return emitError() << "expected extent " << position << " of `#sinter.dims` to agree with the tensor's";
  }
  return success();
}

LogicalResult RangeAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t min, int64_t max, int64_t divisor) {
  // The division comes last: a divisor of 0 has been refused by then.
  if (min < 0 || max < min || divisor < 1 || max / divisor * divisor < min)
    return emitError() << "expected a range with 0 <= min <= max, divisor >= 1 and a multiple of it inside, but got [" << min << ", " << max << "], "
                       << divisor;
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<int64_t> strides;
  int64_t offset = 0, alignment = 16;
  llvm::StringSet<> given;
  auto parseStride = [&]() -> ParseResult { return parser.parseInteger(strides.emplace_back()); };
  auto parseField = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    StringRef field;
    if (parser.parseKeyword(&field))
      return failure();
    if (field != "strides" && field != "offset" && field != "alignment")
      return parser.emitError(place, "expected `strides`, `offset` or `alignment`, but got `") << field << "`";
    if (!given.insert(field).second)
      return parser.emitError(place, "`") << field << "` is given twice";
    if (parser.parseEqual())
      return failure();
    if (field == "strides")
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseStride);
    return parser.parseInteger(field == "offset" ? offset : alignment);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseField))
    return {};
  return parser.getChecked<LayoutAttr>(location, parser.getContext(), ArrayRef<int64_t>(strides), offset, alignment);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (!getStrides().empty()) {
    printer << "strides = [";
    llvm::interleaveComma(getStrides(), printer);
    printer << "], ";
  }
  printer << "offset = " << getOffset() << ", alignment = " << getAlignment() << ">";
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> strides, int64_t offset,
                                 int64_t alignment) {
  if (llvm::any_of(strides, [](int64_t s) { return s < 0; }) || offset < 0)
    return emitError() << "expected strides and offset of a layout to be 0 or more";
  constexpr int64_t mostAlignment = 4096;
  if (alignment < 1 || !llvm::isPowerOf2_64(alignment) || alignment > mostAlignment)
    return emitError() << "expected the alignment of a layout to be a power of two up to " << mostAlignment << ", but got " << alignment;
  return success();
}

// Builders.

namespace sinter {

bool hasKnownExtents(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getEncoding() ? isa<DimsAttr>(tensor.getEncoding()) : tensor.hasStaticShape();
}

DimsAttr getDimsAttr(RankedTensorType type) {
  if (auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding()))
    return dims;
  SmallVector<AffineExpr> exprs;
  for (int64_t extent : type.getShape())
    exprs.push_back(getAffineConstantExpr(extent, type.getContext()));
  return DimsAttr::get(type.getContext(), {}, exprs);
}

RankedTensorType getTensorType(MLIRContext *context, ArrayRef<AffineExpr> exprs, ArrayRef<std::string> names, Type element) {
  DimsAttr dims = canonicalDims(context, exprs, names);
  SmallVector<int64_t> shape;
  for (AffineExpr expr : dims.getExprs()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    shape.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
  }
  return RankedTensorType::get(shape, element, dims.getSymbols().empty() ? Attribute() : Attribute(dims));
}

RankedTensorType pickDims(RankedTensorType type, ArrayRef<int64_t> dims, Type element) {
  DimsAttr from = getDimsAttr(type);
  SmallVector<AffineExpr> exprs;
  SmallVector<std::string> names;
  for (StringAttr name : from.getSymbols())
    names.push_back(name.str());
  for (int64_t dim : dims)
    exprs.push_back(from.getExprs()[dim]);
  return getTensorType(type.getContext(), exprs, names, element);
}

RankedTensorType withElementType(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element, type.getEncoding());
}

RangeAttr getSymbolRange(Operation *op, StringRef symbol) {
  Operation *function = isa<FunctionOpInterface>(op) ? op : op->getParentOfType<FunctionOpInterface>();
  auto symbols = function ? function->getAttrOfType<DictionaryAttr>("sinter.symbols") : DictionaryAttr();
  if (symbols)
    if (auto range = dyn_cast_or_null<RangeAttr>(symbols.get(symbol)))
      return range;
  return RangeAttr::get(op->getContext(), 0, 2147483647, 1);
}

FailureOr<Value> broadcastTo(ImplicitLocOpBuilder &b, Value value, RankedTensorType shape) {
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType target = withElementType(shape, type.getElementType());
  if (type == target)
    return value;
  int64_t shift = target.getRank() - type.getRank();

  RankedTensorType picked = shift < 0 ? RankedTensorType() : pickDims(target, llvm::to_vector(llvm::seq<int64_t>(shift, target.getRank())), type.getElementType());
  SmallVector<int64_t> dims;
  for (int64_t i = 0; shift >= 0 && i < type.getRank(); ++i) {
    // Equal extents have equal types once they stand alone.
    bool same = pickDims(type, {i}, b.getF32Type()) == pickDims(picked, {i}, b.getF32Type());
    if (!same && type.getDimSize(i) != 1)
      break;
    dims.push_back(shift + i);
  }
  if (static_cast<int64_t>(dims.size()) != type.getRank())
    return emitError(b.getLoc()) << "expected " << type << " to broadcast to " << target
                                 << ": from the last on, extents must be equal or 1", failure();
  return Value(BroadcastOp::create(b, target, value, dims));
}

Value roundTo(ImplicitLocOpBuilder &b, Type element, Value x) {
  RankedTensorType to = withElementType(cast<RankedTensorType>(x.getType()), element);
  return x.getType() == to ? x : Value(CastOp::create(b, to, x, /*overflow=*/isa<Float8E5M2Type>(element)));
}

Value splatConstant(ImplicitLocOpBuilder &b, double value, RankedTensorType type) {
  Type element = type.getElementType();
  Attribute attribute = isa<FloatType>(element) ? Attribute(b.getFloatAttr(element, value))
                                                : Attribute(b.getIntegerAttr(element, static_cast<int64_t>(value)));
  auto scalar = RankedTensorType::get({}, element);
  Value constant = ConstantOp::create(b, DenseElementsAttr::get(scalar, attribute));
  return type.getRank() == 0 ? constant : Value(BroadcastOp::create(b, type, constant, ArrayRef<int64_t>{}));
}

} // namespace sinter
