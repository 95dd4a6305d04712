// [inertias.NAME]: inertia that couples bodies.
#include <algorithm>
#include <span>
#include <utility>

#include "luztar/io/model/model_parts.h"

namespace luztar {
namespace {

class InertiaReader {
 public:
  InertiaReader(TableReader& table, const BodyFinder& bodies) : table_(table), bodies_(bodies) {}

  /// Nothing after a mistake, which is told.
  std::optional<Inertia> read() {
    const std::size_t before = table_.mistakes().size();
    Inertia inertia;
    for (const char* key : {"between", "value", "bodies", "matrix"}) table_.find(key);
    if (const TomlEntry* between = table_.find("between"))
      read_pair(between->value, inertia);
    else if (const TomlEntry* bodies = table_.find("bodies"))
      read_matrix(bodies->value, inertia);
    else
      table_.report(table_.where(), "no body is named",
                    "write between = [\"a\", \"b\"] with value = ..., or bodies = [...] with "
                    "matrix = [[...], ...]");
    if (table_.mistakes().size() > before) return std::nullopt;
    return inertia;
  }

 private:
  void read_pair(const TomlValue& bodies, Inertia& inertia) {
    table_.exclude({"bodies", "matrix"}, "between");
    inertia.value = table_.required("value", "value = ..., in kg, kg m or kg m2");
    if (bodies.kind != TomlKind::List || bodies.items.size() != 2)
      return table_.report(bodies.where, "`between` needs a list of two bodies",
                           "write between = [\"a\", \"b\"]; three and more stand in bodies = "
                           "[...] with matrix = [[...], ...]");
    read_bodies(bodies, inertia);
  }

  void read_matrix(const TomlValue& bodies, Inertia& inertia) {
    table_.exclude({"value"}, "bodies");
    const TomlEntry* matrix = table_.find("matrix", TomlKind::List);
    if (bodies.kind != TomlKind::List || bodies.items.size() < 2)
      return table_.report(bodies.where, "`bodies` needs a list of two or more",
                           "write bodies = [\"a\", \"b\", \"c\"]");
    read_bodies(bodies, inertia);
    if (matrix == nullptr) {
      if (!table_.has("matrix"))
        table_.report(table_.where(), "`matrix` is missing",
                      "write matrix = [[...], ...] with a row for each of `bodies`");
      return;
    }
    const std::size_t n = bodies.items.size();
    const auto is_wrong = [n](const TomlValue& row) {
      return row.kind != TomlKind::List || row.items.size() != n;
    };
    const std::vector<TomlValue>& rows = matrix->value.items;
    if (rows.size() != n || std::ranges::any_of(rows, is_wrong))
      return table_.report(matrix->value.where,
                           "`matrix` is not one of " + std::to_string(n) + " rows and columns",
                           "write a list of rows, each a list with a number for each of `bodies`");
    for (const TomlValue& row : rows) {
      std::vector<Expression>& numbers = inertia.matrix.emplace_back();
      for (const TomlValue& value : row.items)
        numbers.push_back(read_expression(value, "matrix", table_.mistakes()));
    }
  }

  void read_bodies(const TomlValue& list, Inertia& inertia) {
    for (const TomlValue& item : list.items) {
      const std::size_t before = table_.mistakes().size();
      const int body = find_body(item, bodies_, table_.mistakes());
      if (table_.mistakes().size() > before) continue;
      const SourceLocation& where = content_place(item);
      if (body == kGround)
        table_.report(where, "'ground' does not move", "name a body");
      else if (std::ranges::find(inertia.bodies, body) != inertia.bodies.end())
        table_.report(where, "'" + item.text + "' is named before", "name it once");
      inertia.bodies.push_back(body);
    }
  }

  TableReader& table_;
  const BodyFinder& bodies_;
};

}  // namespace

void read_inertias(TableReader& document, Model& model, const BodyFinder& bodies) {
  read_section(document, "inertias", [&](const TomlEntry& entry, TableReader& table) {
    auto inertia = InertiaReader(table, bodies).read();
    if (!inertia) return;
    inertia->name = entry.key;
    inertia->where = entry.where;
    model.inertias.push_back(*std::move(inertia));
  });
}

}  // namespace luztar
