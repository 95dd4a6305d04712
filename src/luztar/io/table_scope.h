// Which tables the expressions of a file may call.
#pragma once

#include <vector>

#include "luztar/model/model.h"

namespace luztar {

/// While it lives, expressions that this thread reads from files may call these tables.
class TableScope {
 public:
  explicit TableScope(const std::vector<FunctionTable>& tables);
  ~TableScope();
  TableScope(const TableScope&) = delete;
  TableScope& operator=(const TableScope&) = delete;

  static const std::vector<TablePtr>& tables();  ///< none outside of a scope

 private:
  std::vector<TablePtr> before_;
};

}  // namespace luztar
