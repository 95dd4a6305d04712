#include "luztar/core/docs_page.h"

#include <algorithm>
#include <array>

namespace luztar {
namespace {

struct Topic {
  std::string_view name, page, heading;
};

constexpr Topic kElements{"elements", "model-elements.md", "Elements"};

// Tests see that each page has its heading.
constexpr std::array kTopics = {
    Topic{"document", "model.md", ""},
    Topic{"parameters", "model.md", "Parameters"},
    Topic{"parameter", "model.md", "Parameters"},
    Topic{"bodies", "model.md", "Bodies"},
    Topic{"inertias", "model.md", "Coupled inertia"},
    Topic{"states", "model-expressions.md", "States"},
    Topic{"controllers", "model-expressions.md", "Sampled controllers"},
    Topic{"tables", "model-expressions.md", "Tables"},
    Topic{"signals", "model-expressions.md", "Signals"},
    Topic{"repeat", "model.md", "Repeated parts"},
    Topic{"expressions", "model-expressions.md", "Expressions"},
    Topic{"simulation", "model-settings.md", "Simulation"},
    Topic{"output", "model-settings.md", "Output"},
    Topic{"sweep", "model-settings.md", "Sweeps"},
    Topic{"fit", "fit.md", ""},
    Topic{"units", "units.md", "Units by name"},
    Topic{"measures", "sweeps.md", "Measures"},
    Topic{"random values", "sweeps.md", "Random values"},
    Topic{"commands", "running.md", ""},
    Topic{"python", "python.md", ""},
};

}  // namespace

std::string docs_page(std::string_view topic) {
  const auto* found = std::ranges::find(kTopics, topic, &Topic::name);
  const Topic& known = found == kTopics.end() ? kElements : *found;
  std::string page = "docs/" + std::string(known.page);
  if (!known.heading.empty()) page += ", \"" + std::string(known.heading) + "\"";
  return page;
}

std::vector<std::string_view> docs_topics() {
  std::vector<std::string_view> names;
  for (const Topic& topic : kTopics) names.push_back(topic.name);
  return names;
}

std::string see_docs(std::string_view topic) { return "see " + docs_page(topic); }

}  // namespace luztar
