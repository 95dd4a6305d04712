#include "apps/checked_model.h"

#include <utility>

CheckedModel checked_model(const std::string& path) {
  luztar::Model model = luztar::load_model(path);
  luztar::System system = luztar::compile(model);
  luztar::select_channels(model, system);
  return {std::move(model), std::move(system)};
}
