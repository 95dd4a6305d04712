#include "luztar/io/report/run_bands.h"

namespace luztar::report {

RunBands::RunBands(const std::vector<ElementInfo>& elements, double start, double duration,
                   std::size_t most)
    : start_(start),
      bands_(elements.size(), ModeBands(most, 2.0 * duration / static_cast<double>(most))) {
  for (const ElementInfo& element : elements) has_modes_.push_back(element.has_modes);
}

void RunBands::sample(const Sample& sample) {
  if (is_begun_) return;
  is_begun_ = true;
  for (std::size_t i = 0; i < bands_.size(); ++i)
    if (has_modes_[i] && bands_[i].changes().empty()) bands_[i].add(sample.time, sample.mode[i]);
}

void RunBands::event(const Event& event) {
  if (event.name < 0 || static_cast<std::size_t>(event.name) >= bands_.size()) return;
  const auto element = static_cast<std::size_t>(event.name);
  if (!event.has_modes() || !has_modes_[element]) return;
  ModeBands& bands = bands_[element];
  if (bands.changes().empty()) bands.add(start_, event.from);
  if (event.to != event.from) bands.add(event.time.value, event.to);  // not at a rebound
}

}  // namespace luztar::report
