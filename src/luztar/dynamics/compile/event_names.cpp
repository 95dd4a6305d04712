#include "luztar/dynamics/compile/event_names.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <utility>

namespace luztar {

void set_names_apart(std::vector<std::string>& names, const Model& model) {
  const auto given =
      std::ranges::count_if(model.bodies, [](const Body& body) { return body.motion.has_value(); });
  const std::pair<const char*, std::size_t> tables[] = {
      {"signals.", model.signals.size()},
      {"bodies.", static_cast<std::size_t>(given)},
      {"states.", model.states.size()},
      {"controllers.", model.controllers.size()},
      {"delays.", model.delays.size()}};
  std::size_t next = names.size();
  for (const auto& [table, count] : tables) next -= count;
  if (next == names.size()) return;
  std::unordered_set<std::string> taken(names.begin(),
                                        names.begin() + static_cast<std::ptrdiff_t>(next));
  for (const auto& [table, count] : tables)
    for (std::size_t end = next + count; next < end; ++next)
      if (!taken.insert(names[next]).second) names[next] = table + names[next];
}

}  // namespace luztar
