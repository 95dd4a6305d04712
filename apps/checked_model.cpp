#include "apps/checked_model.h"

#include <utility>

#include "apps/overrides.h"

CheckedModel checked_model(const std::string& path, const std::vector<std::string>& changes) {
  luztar::Model model = luztar::load_model(path, load_options(changes));
  apply_changes(model, changes);
  luztar::System system = luztar::compile(model);
  luztar::select_channels(model, system);
  return {std::move(model), std::move(system)};
}
