// Which bodies go together, after an event.
#include <algorithm>
#include <map>

#include "luztar/simulate/islands.h"

namespace luztar {
namespace {

constexpr int kRestingBlock = 4;  // bodies at rest that share an island, to save islands
constexpr int kSpare = 12;        // bodies at rest that an island may keep

}  // namespace

int Islands::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Islands::unite(int a, int b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);
  parent_[b] = a;
  size_[a] += size_[b];
  active_[a] = static_cast<char>(active_[a] | active_[b]);
}

/// Unites moving bodies with their neighbours, and what sticks together. Stops pass impacts on at
/// once, so they tie as links do.
Islands::Need Islands::unite_needed(const std::vector<int>& bodies) {
  for (const int b : bodies) {
    parent_[b] = b;
    size_[b] = 1;
    active_[b] = moving_[b];
  }
  for (const int b : bodies)
    for (const int e : cutter_.elements_of(b)) {
      const int pair = cutter_.pair_of(e);
      const bool ties =
          pair >= 0 && (state_.pair[pair] == 0 || system_.pairs[pair].kind == PairLaw::Kind::Stop);
      if (moving_[b] == 0 && !ties) continue;
      for (const Term& term : system_.terms_of(e))
        if (system_.is_free(term.body)) unite(b, term.body);
    }
  Need need;
  for (const int b : bodies)
    if (parent_[b] == b && active_[b] != 0) {
      need.bodies += size_[b];
      ++need.islands;
    }
  return need;
}

/// A moving body has a neighbour in another island.
bool Islands::reaches_beyond(int index) const {
  for (const int b : islands_[index]->part->own) {
    if (moving_[b] == 0) continue;
    for (const int e : cutter_.elements_of(b))
      for (const Term& term : system_.terms_of(e))
        if (system_.is_free(term.body) && island_of_[term.body] != index) return true;
  }
  return false;
}

bool Islands::holds_too_much(const Need& need, std::size_t size) {
  const bool splits = need.islands > 1 && size > 2 * kSpare;
  return splits || static_cast<int>(size) > 2 * need.bodies + kSpare;
}

/// After an event in an island.
bool Islands::rearrange(int index) {
  const auto& own = islands_[index]->part->own;
  if (reaches_beyond(index) || holds_too_much(unite_needed(own), own.size())) {
    regroup(index);
    return !done_;
  }
  return schedule(index);
}

/// The end of an island, at a time that its series reach. Returns its bodies.
std::vector<int> Islands::absorb(int index, const Time& time) {
  Island& island = *islands_[index];
  if (!(island.runner->state().anchor == time)) island.runner->move_anchor(time);
  write_back(island.runner->state(), system_, *island.part, state_);
  kkt_residual_ = std::max(kkt_residual_, island.runner->kkt_residual());
  proofs_.add(island.runner->proofs());
  note(island.runner->take_warnings());
  std::vector<int> own = std::move(island.part->own);
  for (const int b : own) island_of_[b] = -1;
  islands_[index].reset();
  unused_.push_back(index);
  return own;
}

/// The island of an event and all that its moving bodies reach become islands anew.
void Islands::regroup(int index) {
  const Time time = islands_[index]->runner->state().anchor;
  const std::int64_t close = islands_[index]->close;
  std::vector<int> bodies = islands_[index]->part->own;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (moving_[bodies[i]] == 0) continue;
    for (const int e : cutter_.elements_of(bodies[i]))
      for (const Term& term : system_.terms_of(e)) {
        const int other = island_of_[term.body];
        if (other < 0 || other == index) continue;
        const std::vector<int> more = absorb(other, time);
        bodies.insert(bodies.end(), more.begin(), more.end());
      }
  }
  absorb(index, time);  // last: others do not know what moves since this event
  std::sort(bodies.begin(), bodies.end());
  state_.anchor = time;
  state_.time = time.value;
  found_parts(bodies, close);
}

/// Are these bodies one island?
bool Islands::hang_together(const std::vector<int>& bodies) {
  if (bodies.empty()) return false;
  if (!holds_too_much(unite_needed(bodies), bodies.size())) return true;
  return std::all_of(bodies.begin(), bodies.end(),
                     [&](int b) { return root(b) == root(bodies.front()); });
}

/// @param close  see Island
void Islands::found_parts(const std::vector<int>& bodies, std::int64_t close) {
  if (!holds_too_much(unite_needed(bodies), bodies.size())) return found(bodies, close);
  std::vector<int> resting;
  std::map<int, std::vector<int>> moving;  // by root, which is the first body
  for (const int b : bodies)
    if (const int r = root(b); active_[r] != 0)
      moving[r].push_back(b);
    else
      resting.push_back(b);
  for (auto& [first, part] : moving) found(std::move(part), close);
  found_resting(resting);
}

/// Neighbours share an island, a few at a time; what sticks together does in any case.
void Islands::found_resting(const std::vector<int>& bodies) {
  std::map<int, std::vector<int>> tied;  // by root
  for (const int b : bodies) {
    tied[root(b)].push_back(b);
    open_[b] = 1;
  }
  for (const int first : bodies) {
    if (open_[first] == 0) continue;
    std::vector<int> block;
    const auto add = [&](int b) {
      for (const int tied_body : tied[root(b)]) {
        open_[tied_body] = 0;
        block.push_back(tied_body);
      }
    };
    add(first);
    for (std::size_t i = 0; i < block.size(); ++i)
      for (const int e : cutter_.elements_of(block[i]))
        for (const Term& term : system_.terms_of(e))
          if (block.size() < kRestingBlock && open_[term.body] != 0) add(term.body);
    std::sort(block.begin(), block.end());
    found(std::move(block), 0);
  }
}

/// Bodies that keep their velocity: from the start on, so that all islands agree to the bit.
void Islands::place_given(const std::vector<int>& bodies) {
  for (const int b : bodies)
    if (system_.is_given(b) && system_.motion_slot(b) < 0)
      state_.position[b] = start_position_[b] + state_.velocity[b] * (state_.anchor - start_time_);
}

}  // namespace luztar
