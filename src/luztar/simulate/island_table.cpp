#include "luztar/simulate/island_table.h"

namespace luztar {

std::string EventCount::busiest_names(const SystemImpl& system) const {
  return luztar::busiest_names(of, [&](int element) { return system.elements[element].name; });
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
