// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random graphs, each made of its seed alone. They keep to what is well conditioned, so that a result far from the
// reference is a fault: no division, and nothing that jumps (comparisons, roundings to integers) on rounded values.

#include "test/Execute/Suite.h"
#include "test/Execute/Text.h"

#include <algorithm>
#include <cmath>

namespace sinter::test {
namespace {

constexpr int64_t mostElements = 20000;

struct Value {
  std::string name;
  std::string type; // "f32"
  Dims dims;
  double bound;  // of magnitudes
  bool isExact;  // the same bits in every configuration
};

bool isFloat(const std::string &type) { return type == "f64" || type == "f32" || type == "f16" || type == "bf16"; }
bool isUnsigned(const std::string &type) { return type[0] == 'u'; }
bool isInteger(const std::string &type) { return !isFloat(type) && type != "i1"; }

int64_t countOf(const Dims &dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  return count;
}

class GraphWriter {
public:
  explicit GraphWriter(uint64_t seed) : random(seed) {}

  std::string write() {
    int arguments = 1 + pick(3), operators = 3 + pick(10);
    for (int i = 0; i < arguments; ++i)
      addArgument(anyOf({"f32", "f32", "f32", "f16", "bf16", "bf16", "f64", "i64", "i64", "i32", "i16", "i8", "ui64", "ui32", "ui16", "ui8", "i1", "i1"}), randomDims());
    for (int attempts = 0; static_cast<int>(body.size()) < operators && attempts < 200; ++attempts)
      addOperator();
    return finish();
  }

private:
  int pick(int count) { return static_cast<int>(random() % count); }
  bool chance(int percent) { return pick(100) < percent; }
  std::string anyOf(std::vector<std::string> choices) { return choices[pick(choices.size())]; }

  Dims randomDims() {
    Dims dims(pick(6));
    for (int64_t &dim : dims) {
      constexpr int64_t small[] = {1, 2, 3, 4, 5, 7, 8}, large[] = {16, 31, 33, 64, 67, 129};
      dim = chance(dims.size() > 3 ? 15 : 40) ? large[pick(6)] : small[pick(7)];
    }
    if (!dims.empty() && chance(3))
      dims[pick(dims.size())] = 0;
    while (countOf(dims) > mostElements)
      dims[pick(dims.size())] = 2;
    return dims;
  }

  Value addArgument(const std::string &type, const Dims &dims) {
    Value value{"%" + std::to_string(arguments.size()), type, dims, isFloat(type) ? 2.0 : 20.0, true};
    arguments.push_back(tensorType(dims, type));
    values.push_back(value);
    return value;
  }

  /// Appends an operator with one result; `text` is what follows the "=".
  Value emit(const std::string &text, const std::string &type, const Dims &dims, double bound, bool isExact) {
    Value value{"%v" + std::to_string(body.size()), type, dims, bound, isExact};
    body.push_back(value.name + " = " + text);
    values.push_back(value);
    return value;
  }

  static std::string typeOf(const Value &value) { return tensorType(value.dims, value.type); }

  Value move(const std::string &text, const Value &from, const Dims &dims) {
    return emit(text + " : " + typeOf(from) + " -> " + tensorType(dims, from.type), from.type, dims, from.bound, from.isExact);
  }

  const Value &any() { return values[chance(60) ? values.size() - 1 : pick(values.size())]; }

  Value unary(const std::string &name, const Value &x, double bound) {
    return emit("sinter." + name + " " + x.name + " : " + typeOf(x), x.type, x.dims, bound, x.isExact && !isFloat(x.type));
  }
  Value binary(const std::string &name, const Value &x, const Value &y, double bound) {
    return emit("sinter." + name + " " + x.name + ", " + y.name + " : " + typeOf(x), x.type, x.dims, bound, x.isExact && y.isExact && !isFloat(x.type));
  }
  Value cast(const Value &x, const std::string &type) {
    if (x.type == type)
      return x;
    // A float of a value from elsewhere is rounded where the graph says; that of a rounded one may differ by a unit.
    double bound = isUnsigned(type) ? 1e9 : isInteger(type) ? x.bound : std::min(x.bound, 20.0 * 50);
    return emit("sinter.cast " + x.name + " : " + typeOf(x) + " -> " + tensorType(x.dims, type), type, x.dims, bound, x.isExact);
  }

  /// A value of x's type and dims: another one, one broadcast to them, or a new argument.
  Value partnerOf(const Value &x) {
    std::vector<Value> same, smaller;
    for (const Value &value : values) {
      if (value.dims == x.dims && value.type == x.type)
        same.push_back(value);
      else if (value.dims.size() < x.dims.size() && value.type == x.type && isSubsequence(value.dims, x.dims))
        smaller.push_back(value);
    }
    if (!same.empty() && chance(60))
      return same[pick(same.size())];
    if (!smaller.empty() && chance(70))
      return broadcastTo(smaller[pick(smaller.size())], x.dims);
    if (x.dims.size() > 0 && chance(40)) {
      Dims kept;
      for (int64_t dim : x.dims)
        if (chance(50))
          kept.push_back(dim);
      return broadcastTo(addArgument(x.type, kept), x.dims);
    }
    return addArgument(x.type, x.dims);
  }
  static bool isSubsequence(const Dims &part, const Dims &whole) {
    size_t next = 0;
    for (int64_t dim : whole)
      if (next < part.size() && part[next] == dim)
        ++next;
    return next == part.size();
  }
  Value broadcastTo(const Value &x, const Dims &dims) {
    if (x.dims == dims)
      return x;
    std::vector<int64_t> places;
    for (size_t d = 0; d < dims.size(); ++d)
      if (places.size() < x.dims.size() && x.dims[places.size()] == dims[d])
        places.push_back(d);
    return move("sinter.broadcast " + x.name + " dims = [" + join(places) + "]", x, dims);
  }

  void addOperator() {
    Value x = any();
    switch (pick(14)) {
    case 12: return addScan(x);
    case 13: return chance(60) ? addPosition(x) : addDraw(x);
    case 0: case 1: return addUnary(x);
    case 2: case 3: return addBinary(x);
    case 4: return addLogic(x);
    case 5: return addCast(x);
    case 6: case 7: return addReduction(x);
    case 8: case 9: case 10: return addMove(x);
    default: return chance(50) ? addComposite(x) : addProduct(x);
    }
  }

  void addUnary(const Value &x) {
    if (x.type == "i1") {
      unary("not", x, 1);
      return;
    }
    if (isInteger(x.type)) {
      // What wraps is a great number without a sign.
      unary(anyOf({"neg", "abs", "relu", "not", "sign"}), x, isUnsigned(x.type) ? 1e9 : x.bound);
      return;
    }
    if (x.isExact && chance(25)) {
      std::string name = anyOf({"floor", "ceil", "round", "trunc", "sign", "neg", "abs", "relu"});
      emit("sinter." + name + " " + x.name + " : " + typeOf(x), x.type, x.dims, x.bound + 1, true);
      return;
    }
    if (x.bound > 4) {
      unary(anyOf({"tanh", "sigmoid", "erf", "sin", "neg", "abs", "relu"}), x, x.bound);
      values.back().bound = body.back().find("neg") == std::string::npos && body.back().find("abs") == std::string::npos && body.back().find("relu") == std::string::npos ? 1 : x.bound;
      return;
    }
    std::string name = anyOf({"exp", "exp2", "expm1", "tanh", "atan", "asinh", "sin", "cos", "silu", "gelu erf", "gelu tanh", "neg", "abs", "relu", "sigmoid", "erf"});
    unary(name, x, name.substr(0, 2) == "ex" ? std::exp(x.bound) : std::max(1.0, x.bound));
  }

  void addBinary(const Value &x) {
    if (x.type == "i1")
      return addLogic(x);
    Value y = partnerOf(x);
    std::string name = anyOf({"add", "sub", "mul", "max", "min"});
    if (isInteger(x.type)) {
      name = anyOf({"add", "sub", "mul", "max", "min", "div", "and", "or", "xor", "floor_div", "floor_mod", "trunc_rem", "shift_left", "shift_right"});
      binary(name, x, y, 1e9);
      return;
    }
    if (name == "mul" && x.bound * y.bound > 300)
      name = "max";
    if (x.bound + y.bound > 600)
      return;
    binary(name, x, y, name == "mul" ? x.bound * y.bound : x.bound + y.bound);
  }

  void addLogic(const Value &x) {
    Value y = partnerOf(x);
    if (x.type == "i1" && chance(50)) {
      binary(anyOf({"and", "or", "xor"}), x, y, 1);
      return;
    }
    Value condition = x;
    if (x.type != "i1") {
      Value a = x, b = y;
      if (!x.isExact || !y.isExact) {
        a = addArgument(x.type, x.dims);
        b = partnerOf(a);
        if (!b.isExact)
          b = a;
      }
      condition = emit("sinter.compare " + anyOf({"eq", "ne", "lt", "le", "gt", "ge"}) + " " + a.name + ", " + b.name + " : " + typeOf(a), "i1", a.dims, 1, true);
    }
    if (x.type != "i1" || chance(30)) {
      Value p = x.type == "i1" ? addArgument(anyOf({"f32", "bf16", "i32"}), x.dims) : x;
      Value q = x.type == "i1" ? partnerOf(p) : y;
      emit("sinter.select " + condition.name + ", " + p.name + ", " + q.name + " : " + typeOf(condition) + ", " + typeOf(p), p.type, p.dims, std::max(p.bound, q.bound), p.isExact && q.isExact);
    }
  }

  void addCast(const Value &x) {
    std::string to = anyOf({"f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "ui64", "ui32", "ui16", "ui8", "i1"});
    if (isFloat(x.type) && !isFloat(to) && !x.isExact)
      to = x.type == "f32" ? "bf16" : "f32";
    if (isInteger(x.type) && isFloat(to) && x.bound > 1000)
      to = x.type == "i64" ? "i32" : "i64";
    if (to != x.type)
      cast(x, to);
  }

  void addReduction(const Value &x) {
    std::vector<int64_t> axes;
    Dims kept;
    int64_t folded = 1;
    for (size_t d = 0; d < x.dims.size(); ++d) {
      if (chance(45)) {
        axes.push_back(d);
        folded *= x.dims[d];
      } else {
        kept.push_back(x.dims[d]);
      }
    }
    if (axes.empty() || (folded == 0 && isFloat(x.type)))
      return;
    std::string name = x.type == "i1" ? anyOf({"any", "all"}) : isInteger(x.type) ? anyOf({"sum", "product", "reduce_max", "reduce_min"}) : anyOf({"sum", "mean", "reduce_max", "reduce_min"});
    if (name == "sum" && isFloat(x.type) && x.bound * folded > 2000)
      name = "mean";
    double bound = isInteger(x.type) ? 1e9 : name == "sum" ? x.bound * folded : x.bound;
    bool isExact = x.isExact && (!isFloat(x.type) || name.substr(0, 3) == "red");
    emit("sinter." + name + " " + x.name + " axes = [" + join(axes) + "] : " + typeOf(x) + " -> " + tensorType(kept, x.type), x.type, kept, bound, isExact);
  }

  void addScan(const Value &x) {
    if (x.dims.empty() || x.type == "i1")
      return;
    int64_t axis = pick(x.dims.size());
    double bound = isInteger(x.type) ? 1e9 : x.bound * x.dims[axis];
    if (isFloat(x.type) && bound > 600)
      return;
    std::string name = isInteger(x.type) ? anyOf({"cumsum", "cumprod"}) : "cumsum";
    emit("sinter." + name + " " + x.name + " axis = " + std::to_string(axis) + (chance(30) ? " exclusive" : "") + (chance(30) ? " reverse" : "") + " : " + typeOf(x), x.type,
         x.dims, std::max(bound, 1.0), x.isExact && isInteger(x.type));
  }

  /// A position jumps where values are near each other, so those must be exact.
  void addPosition(const Value &x) {
    if (x.dims.empty() || x.type == "i1" || !x.isExact)
      return;
    int64_t axis = pick(x.dims.size());
    Dims kept = x.dims;
    kept.erase(kept.begin() + axis);
    emit("sinter." + anyOf({"argmax", "argmin"}) + " " + x.name + " axes = [" + std::to_string(axis) + "]" + (chance(30) ? " select_last" : "") + " : " + typeOf(x) + " -> " +
             tensorType(kept, "i64"), "i64", kept, std::max<double>(x.dims[axis], 1), true);
  }

  /// Numbers of x's dims. Under `fast` a narrow one may not be rounded before it is used.
  void addDraw(const Value &x) {
    Value seed = addArgument("i64", {}), offset = addArgument("i64", {});
    std::string type = anyOf({"f32", "f32", "bf16", "i32"});
    emit(std::string("sinter.random_") + (type == "i32" ? "bits " : "uniform ") + seed.name + ", " + offset.name + " : " + tensorType(x.dims, type), type, x.dims,
         type == "i32" ? 1e10 : 1, type != "bf16");
  }

  void addComposite(const Value &x) {
    if (!isFloat(x.type) || x.dims.empty() || countOf(x.dims) == 0)
      return;
    std::string axis = std::to_string(pick(x.dims.size()));
    if (chance(50)) {
      emit("sinter.softmax " + x.name + " axis = " + axis + " : " + typeOf(x), x.type, x.dims, 1, false);
      return;
    }
    axis = std::to_string(x.dims.size() - 1);
    Value scale = addArgument(x.type, {x.dims.back()});
    emit("sinter." + anyOf({"rms_norm", "layer_norm"}) + " " + x.name + " scale(" + scale.name + " : " + typeOf(scale) + ") axis = " + axis + " epsilon = 0.5 : " + typeOf(x), x.type,
         x.dims, 2 * std::max(4.0, std::sqrt(double(x.dims.back()))), false);
  }

  void addProduct(const Value &x) {
    if (x.dims.size() < 2 || x.type == "i1")
      return;
    int64_t k = x.dims.back(), n = 1 + pick(20);
    if (isFloat(x.type) && x.bound * k > 1000)
      return;
    Dims dims = x.dims, rhs = chance(50) ? Dims{k, n} : Dims{n, k};
    bool isTransposed = rhs[0] == n && rhs[1] == k;
    dims.back() = n;
    Value w = addArgument(x.type, rhs);
    emit("sinter.matmul " + x.name + ", " + w.name + (isTransposed ? " {transpose_rhs}" : "") + " : " + typeOf(x) + ", " + typeOf(w) + " -> " + tensorType(dims, x.type), x.type, dims,
         isInteger(x.type) ? 1e9 : x.bound * 2 * k, x.isExact && isInteger(x.type));
  }

  void addMove(const Value &x) {
    switch (pick(8)) {
    case 0: return addTranspose(x);
    case 1: return addReshape(x);
    case 2: case 3: return addSlice(x);
    case 4: return addConcat(x);
    case 5: return addSplit(x);
    case 6: return addGather(x);
    default: return chance(70) ? addBroadcast(x) : addIota(x);
    }
  }

  void addTranspose(const Value &x) {
    std::vector<int64_t> permutation(x.dims.size());
    for (size_t d = 0; d < permutation.size(); ++d)
      permutation[d] = d;
    std::shuffle(permutation.begin(), permutation.end(), random);
    Dims dims;
    for (int64_t d : permutation)
      dims.push_back(x.dims[d]);
    move("sinter.transpose " + x.name + " permutation = [" + join(permutation) + "]", x, dims);
  }

  void addReshape(const Value &x) {
    int64_t count = countOf(x.dims);
    Dims dims;
    if (count == 0) {
      dims = {0, 3};
    } else {
      for (int64_t factor : {2, 3, 4, 5, 7, 8, 31, 33})
        if (count % factor == 0 && dims.size() < 3 && chance(50)) {
          dims.push_back(factor);
          count /= factor;
        }
      dims.insert(dims.begin() + pick(dims.size() + 1), count);
      if (chance(20))
        dims.insert(dims.begin() + pick(dims.size() + 1), 1);
    }
    move("sinter.reshape " + x.name, x, dims);
  }

  void addSlice(const Value &x) {
    if (x.dims.empty() || countOf(x.dims) == 0)
      return;
    std::vector<int64_t> starts, steps;
    Dims dims;
    for (int64_t dim : x.dims) {
      int64_t start = 0, step = 1, extent = dim;
      if (chance(50)) {
        start = pick(dim);
        step = anyStep();
        int64_t most = step > 0 ? (dim - 1 - start) / step + 1 : start / -step + 1;
        extent = chance(3) ? 0 : chance(50) ? most : 1 + pick(most);
      }
      starts.push_back(start);
      steps.push_back(step);
      dims.push_back(extent);
    }
    move("sinter.slice " + x.name + " starts = [" + join(starts) + "] steps = [" + join(steps) + "]", x, dims);
  }
  int64_t anyStep() {
    constexpr int64_t steps[] = {1, 1, 2, 3, -1, -2};
    return steps[pick(6)];
  }

  void addConcat(const Value &x) {
    if (x.dims.empty() || countOf(x.dims) > mostElements / 4)
      return;
    size_t axis = pick(x.dims.size());
    std::vector<Value> parts = {x};
    for (const Value &value : values) {
      if (parts.size() == 3 || value.type != x.type || value.dims.size() != x.dims.size() || countOf(value.dims) > mostElements / 4)
        continue;
      Dims a = value.dims, b = x.dims;
      a[axis] = b[axis] = 0;
      if (a == b && chance(60))
        parts.push_back(value);
    }
    if (parts.size() == 1) {
      Dims dims = x.dims;
      dims[axis] = 1 + pick(5);
      parts.push_back(addArgument(x.type, dims));
    }
    std::shuffle(parts.begin(), parts.end(), random);
    std::string names, types;
    Dims dims = x.dims;
    dims[axis] = 0;
    double bound = 0;
    bool isExact = true;
    for (const Value &part : parts) {
      names += (names.empty() ? "" : ", ") + part.name;
      types += (types.empty() ? "" : ", ") + typeOf(part);
      dims[axis] += part.dims[axis];
      bound = std::max(bound, part.bound);
      isExact = isExact && part.isExact;
    }
    emit("sinter.concat " + names + " axis = " + std::to_string(axis) + " : " + types + " -> " + tensorType(dims, x.type), x.type, dims, bound, isExact);
  }

  void addSplit(const Value &x) {
    if (x.dims.empty())
      return;
    size_t axis = pick(x.dims.size());
    if (x.dims[axis] < 2)
      return;
    Value a = x, b = x;
    a.dims[axis] = 1 + pick(x.dims[axis] - 1);
    b.dims[axis] = x.dims[axis] - a.dims[axis];
    a.name = "%v" + std::to_string(body.size()) + "#0";
    b.name = "%v" + std::to_string(body.size()) + "#1";
    body.push_back("%v" + std::to_string(body.size()) + ":2 = sinter.split " + x.name + " axis = " + std::to_string(axis) + " : " + typeOf(x) + " -> " + typeOf(a) + ", " + typeOf(b));
    values.push_back(a);
    values.push_back(b);
  }

  void addGather(const Value &x) {
    if (x.dims.empty() || countOf(x.dims) == 0)
      return;
    size_t axis = pick(x.dims.size());
    Value indices = x;
    bool isFound = false;
    for (const Value &value : values)
      if ((value.type == "i64" || value.type == "i32") && value.dims.size() + x.dims.size() <= 6 && countOf(value.dims) * countOf(x.dims) / x.dims[axis] <= mostElements && chance(50)) {
        indices = value;
        isFound = true;
      }
    if (!isFound)
      indices = addArgument(chance(50) ? "i64" : "i32", chance(30) ? Dims{} : Dims{1 + pick(9)});
    Dims dims(x.dims.begin(), x.dims.begin() + axis);
    dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
    dims.insert(dims.end(), x.dims.begin() + axis + 1, x.dims.end());
    if (countOf(dims) > mostElements)
      return;
    emit("sinter.gather " + x.name + ", " + indices.name + " axis = " + std::to_string(axis) + " : " + typeOf(x) + ", " + typeOf(indices) + " -> " + tensorType(dims, x.type), x.type, dims,
         x.bound, x.isExact);
  }

  void addBroadcast(const Value &x) {
    if (x.dims.size() > 4)
      return;
    Dims dims = x.dims;
    std::vector<int64_t> places;
    for (size_t d = 0; d < x.dims.size(); ++d) {
      places.push_back(d);
      if (dims[d] == 1 && chance(70))
        dims[d] = 1 + pick(9);
    }
    if (chance(70)) {
      int at = pick(dims.size() + 1);
      dims.insert(dims.begin() + at, 1 + pick(9));
      for (int64_t &place : places)
        place += place >= at;
    }
    if (countOf(dims) <= mostElements && dims != x.dims)
      move("sinter.broadcast " + x.name + " dims = [" + join(places) + "]", x, dims);
  }

  void addIota(const Value &x) {
    if (x.dims.empty())
      return;
    std::string type = anyOf({"i64", "i32", "f32"});
    emit("sinter.iota axis = " + std::to_string(pick(x.dims.size())) + " : " + tensorType(x.dims, type), type, x.dims, 200, true);
  }

  std::string finish() {
    std::vector<Value> results = {values.back()};
    for (const Value &value : values)
      if (results.size() < 5 && (value.name[1] == 'v' ? chance(25) : chance(4)))
        results.push_back(value);
    std::vector<std::string> types, names;
    for (const Value &result : results) {
      types.push_back(typeOf(result));
      names.push_back(result.name);
    }
    return graphText(arguments, types, body, names);
  }

  std::mt19937_64 random;
  std::vector<std::string> arguments, body;
  std::vector<Value> values;
};

} // namespace

void addRandomCases(uint64_t seed, int count, Cases &cases) {
  for (int i = 0; i < count; ++i)
    cases.push_back({.suite = "RandomGraphs", .name = "seed" + std::to_string(seed + i), .text = GraphWriter(seed + i).write(), .units = 64});
}

} // namespace sinter::test
