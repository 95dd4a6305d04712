#include "luztar/io/table_scope.h"

#include <utility>

namespace luztar {
namespace {

std::vector<TablePtr>& known() {
  thread_local std::vector<TablePtr> tables;
  return tables;
}

}  // namespace

TableScope::TableScope(const std::vector<FunctionTable>& tables) : before_(known()) {
  known().clear();
  for (const FunctionTable& table : tables)
    if (table.function != nullptr) known().push_back(table.function);
}

TableScope::~TableScope() { known() = std::move(before_); }

const std::vector<TablePtr>& TableScope::tables() { return known(); }

}  // namespace luztar
