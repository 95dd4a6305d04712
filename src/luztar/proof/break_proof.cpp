#include "luztar/proof/break_proof.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace luztar {

/// Ties two bodies, or one to the ground, evenly.
bool BreakProof::is_plain(int pair) const {
  const auto terms = system_.terms_of_pair(pair);
  if (terms.size() == 1) return terms[0].coefficient != 0.0;
  return terms.size() == 2 && terms[0].coefficient == -terms[1].coefficient &&
         terms[0].coefficient != 0.0;
}

bool BreakProof::is_no_question(const Instant& before, const Instant& after) const {
  for (int s = 0; s < system_.n_springs(); ++s)
    if (before.contact[s] != after.contact[s]) return true;
  bool breaks = false;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    if (before.side[j] != after.side[j] && law.has_edges()) return true;
    if (before.pair[j] == after.pair[j] || !law.slides()) continue;
    if (before.pair[j] != Mode::Stuck || law.is_one_way()) return true;
    const auto side = static_cast<std::size_t>(side_of(after.pair[j]));
    breaks = breaks || law.breakaway[side] > law.kinetic[side];
  }
  return !breaks;
}

bool BreakProof::can_break(const Instant& before, const std::vector<double>& enough, double tiny) {
  const int ground = system_.n_bodies();
  parent_.resize(static_cast<std::size_t>(ground) + 1);
  slides_.resize(parent_.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (auto& list : slides_) list.clear();
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_given(b)) parent_[b] = ground;
  std::vector<int> loaded;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    if (law.has_edges() ? before.side[j] == Edge::None : before.pair[j] != Mode::Stuck) continue;
    if (!is_plain(j)) return true;  // not judged
    const double force = before.f[system_.first_pair() + j];
    const bool opens = law.is_one_sided() && std::abs(force) <= tiny;
    if (opens || (law.is_dry() && std::abs(force) >= enough[j])) {
      loaded.push_back(j);
      continue;
    }
    const auto terms = system_.terms_of_pair(j);
    const int a = root(terms[0].body);
    const int b = root(terms.size() == 1 ? ground : terms[1].body);
    parent_[std::min(a, b)] = std::max(a, b);
  }
  struct Slide {
    int ahead, behind;
    bool breaks;  ///< else a stop or a freewheel lets go
  };
  std::vector<Slide> slides;
  for (const int j : loaded) {
    const auto terms = system_.terms_of_pair(j);
    const int a = root(terms[0].body);
    const int b = root(terms.size() == 1 ? ground : terms[1].body);
    const double force = before.f[system_.first_pair() + j];
    const bool one_sided = system_.pairs[j].is_one_sided();
    if (!one_sided && std::abs(force) <= tiny) {  // no strength: free both ways
      if (a != b) return true;
      continue;
    }
    // d grows with the first body; a stop that carries nothing lets go of its edge, a freewheel
    // turns forward.
    const bool grows = one_sided ? before.side[j] != Edge::Upper : force > 0.0;
    const bool ahead = grows == (terms[0].coefficient > 0.0);
    slides.push_back(ahead ? Slide{a, b, !one_sided} : Slide{b, a, !one_sided});
    slides_[slides.back().behind].push_back(slides.back().ahead);
  }
  // A pair can slide unless what it pushes ahead holds back what it leaves behind.
  return std::any_of(slides.begin(), slides.end(), [this](const Slide& slide) {
    return slide.breaks && slide.ahead != slide.behind && !reaches(slide.ahead, slide.behind);
  });
}

int BreakProof::root(int node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

/// Along slides_: all that must move at least as fast as `from`.
bool BreakProof::reaches(int from, int to) {
  std::vector<char> seen(slides_.size(), 0);
  std::vector<int> open{from};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (node == to) return true;
    if (seen[node]++ != 0) continue;
    const auto& next = slides_[node];
    open.insert(open.end(), next.begin(), next.end());
  }
  return false;
}

}  // namespace luztar
