#include "luztar/core/docs_page.h"

#include <algorithm>
#include <array>

namespace luztar {
namespace {

struct Topic {
  std::string_view name, page, heading;
};

constexpr Topic kElements{"elements", "model-format.md", "Elements"};

// Tests see that each page has its heading.
constexpr std::array kTopics = {
    Topic{"document", "model-format.md", ""},
    Topic{"parameters", "model-format.md", "Parameters"},
    Topic{"bodies", "model-format.md", "Bodies"},
    Topic{"states", "model-format.md", "States"},
    Topic{"controllers", "model-format.md", "Sampled controllers"},
    Topic{"tables", "model-format.md", "Tables"},
    Topic{"signals", "model-format.md", "Signals"},
    Topic{"repeat", "model-format.md", "Repeated parts"},
    Topic{"expressions", "model-format.md", "Expressions"},
    Topic{"simulation", "model-format.md", "Simulation"},
    Topic{"output", "model-format.md", "Output"},
    Topic{"sweep", "model-format.md", "Sweeps"},
    Topic{"fit", "fit.md", ""},
    Topic{"units", "units.md", "Units by name"},
    Topic{"measures", "sweeps.md", "Measures"},
    Topic{"random values", "sweeps.md", "Random values"},
    Topic{"commands", "command-line.md", ""},
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
