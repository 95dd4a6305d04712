#include "luztar/model/law.h"

#include <algorithm>
#include <vector>

#include "luztar/model/fields.h"

namespace luztar {

bool same_law(const Friction::Law& a, const Friction::Law& b,
              bool (*same)(const Expression&, const Expression&)) {
  if (a.stribeck.has_value() != b.stribeck.has_value() ||
      a.hysteresis.has_value() != b.hysteresis.has_value())
    return false;
  const auto expressions_of = [](const Friction::Law& law) {
    std::vector<const Expression*> list;
    const auto take = [&](const Field&, const Expression& value) {
      list.push_back(&value);
    };
    HeldValues values(take);
    describe(law, Friction(), values);
    return list;
  };
  const auto first = expressions_of(a), second = expressions_of(b);
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [&](const Expression* x, const Expression* y) { return same(*x, *y); });
}

}  // namespace luztar
