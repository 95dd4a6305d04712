#include "luztar/simulate/island_table.h"

#include <algorithm>

namespace luztar {

std::string EventCount::busiest_names(const SystemImpl& system) const {
  std::string words;
  std::vector<std::int64_t> left = of;
  for (int named = 0; named < 3; ++named) {
    const auto most = std::max_element(left.begin(), left.end());
    if (most == left.end() || *most == 0) break;
    const auto element = static_cast<int>(most - left.begin());
    words += (named == 0 ? "'" : ", '") + system.elements[element].name + "'";
    *most = 0;
  }
  return words;
}

void IslandReporter::event(const Event& event) {
  Event named = event;
  named.name = part_.elements[event.name];
  ++count_.of[named.name];
  to_.event(named);
}

int IslandTable::add(std::unique_ptr<Island> island) {
  if (unused_.empty()) {
    unused_.push_back(size());
    islands_.emplace_back();
  }
  const int index = unused_.back();
  unused_.pop_back();
  for (const int b : island->part->own) island_of_[b] = index;
  islands_[index] = std::move(island);
  return index;
}

std::vector<int> IslandTable::remove(int index) {
  std::vector<int> own = std::move(islands_[index]->part->own);
  for (const int b : own) island_of_[b] = -1;
  islands_[index].reset();
  unused_.push_back(index);
  return own;
}

bool IslandTable::Entry::operator<(const Entry& other) const {
  if (other.time < time) return true;
  if (time < other.time) return false;
  return other.first < first;
}

void IslandTable::schedule(int index, const Time& next) {
  Island& island = *islands_[index];
  island.next = next;
  island.version = ++version_;
  queue_.push({next, island.part->own.front(), index, island.version});
}

int IslandTable::next() {
  for (; !queue_.empty(); queue_.pop()) {
    const Entry& entry = queue_.top();
    const Island* island = find(entry.island);
    if (island != nullptr && island->version == entry.version) return entry.island;
  }
  return -1;
}

}  // namespace luztar
