// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who reads what in the graph as it was read, and which of those bytes fusion saved for what reason.

#ifndef SINTER_COMPILER_EXPLAIN_GRAPHTRAFFIC_H
#define SINTER_COMPILER_EXPLAIN_GRAPHTRAFFIC_H

#include "compiler/Explain/FusionReport.h"
#include "compiler/Explain/SymbolValues.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace sinter {

/// Operators by their rows in the ledger.
class GraphTraffic {
public:
  /// Notes what `op` reads and writes as a launch of its own, in place of what was noted of its row; `rowOf` is the row
  /// of the operator that makes a value, -1 for an input of the graph.
  void set(unsigned row, mlir::Operation *op, llvm::function_ref<int(mlir::Value)> rowOf, const SymbolValues &values);

  /// That a part of a group is at the row's place under another name: what the row's operator was rewritten to.
  void setName(unsigned row, std::string name) { rows[row].name = std::move(name); }

  /// Fills in `fate`, once the rows' groups are known.
  void describeFates(std::vector<OperatorEntry> &operators) const;

  /// Splits what `plan` saves of the operators' unfused bytes.
  SavedBytes split(const std::vector<OperatorEntry> &operators, const PlanTraffic &plan) const;

private:
  struct Read {
    int row; // of what is read, -1 for an input
    const void *value;
    uint64_t bytes;
  };
  struct Row {
    llvm::SmallVector<Read> reads;
    uint64_t written = 0, results = 0; // for other operators; what the graph returns
    llvm::SmallVector<int> sources;    // of all operands, those in the program's text too
    bool isConstant = false;           // made of constants and weights alone
    bool isShape = false;
    std::string name;
  };
  enum class Source { Input, Operator, Gone };
  /// Unfused bytes by what became of them.
  struct Bytes {
    int64_t inputs = 0, between = 0, gone = 0, results = 0;
    int64_t &of(Source source) {
      return source == Source::Input ? inputs : source == Source::Operator ? between : gone;
    }
  };

  /// What the reader of `gone` reads in the plan instead of what is gone: of what that was made of, each value once.
  void readInstead(const Read &gone, const std::vector<OperatorEntry> &operators,
                   llvm::SmallDenseSet<const void *> &seen, Bytes &bytes) const;
  /// Where the bytes that the plan's reader of `row` reads come from.
  Source findSource(int row, const std::vector<OperatorEntry> &operators) const;
  std::string fateOf(unsigned row, const std::vector<OperatorEntry> &operators,
                     llvm::ArrayRef<llvm::SmallVector<unsigned>> readers) const;

  std::vector<Row> rows;
};

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_GRAPHTRAFFIC_H
