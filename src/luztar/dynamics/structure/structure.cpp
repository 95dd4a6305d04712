#include "luztar/dynamics/structure/structure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/structure/stuck_forces.h"
#include "luztar/dynamics/system/normal_loads.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

constexpr int kManyBodies = 256;  // the order of elimination matters

using Row = std::map<int, double>;  // body -> coefficient

class StructureBuilder {
 public:
  explicit StructureBuilder(const SystemImpl& system)
      : system_(system), follows_(system.n_bodies()) {
    for (int b = 0; b < system_.n_bodies(); ++b) follows_[b] = Row{{b, 1.0}};
    if (!is_large()) return;
    followers_.resize(system.n_bodies());
    for (int b = 0; b < system_.n_bodies(); ++b) followers_[b] = {b};
  }

  Structure build(const std::vector<Mode>& modes, const std::vector<Bound>& kept_limit,
                  const std::vector<Edge>& contact, bool tie_loose) {
    // Other pairs hold a pair that keeps its limit; their forces may load a sliding friction.
    const bool loads_sliding = loads_sliding_friction(system_, modes);
    // Of pairs that contradict each other, through given motions, links are the ones that hold.
    for (const bool rigid : {true, false})
      for (int j = 0; j < system_.n_pairs(); ++j)
        if (modes[j] == Mode::Stuck && system_.pairs[j].is_rigid() == rigid &&
            !system_.is_bent(j) && (kept_limit[j] == Bound::Free || !loads_sliding))
          tie(j);
    if (system_.has_massless && tie_loose)
      while (tie_a_loose_body(contact)) {
      }
    write_coordinates();
    write_massless_bodies();
    write_dependents();
    write_rigid_elements(modes);
    write_stuck_forces(system_, modes, kept_limit, structure_);
    return std::move(structure_);
  }

  void tie(int pair) {
    stop_if_asked();
    eliminate(in_independents(system_.terms_of_pair(pair)));
  }

  /// Ties the bodies of a pair if the velocities of bodies with mass agree; else returns the
  /// direction in which it slides.
  Mode tie_if_possible(int pair, const std::vector<double>& velocity,
                       const std::vector<double>& noise) {
    const Row row = in_independents(system_.terms_of_pair(pair));
    double rate = 0.0;
    double rounding = 0.0;
    // A velocity that follows is a difference of others, with their rounding.
    for (const Term& term : system_.terms_of_pair(pair))
      rounding += std::abs(term.coefficient) * noise[term.body];
    for (const auto& [body, coefficient] : row) {
      if (system_.is_massless(body)) {
        eliminate(row);
        return Mode::Stuck;
      }
      rate += coefficient * velocity[body];
      rounding += std::abs(coefficient) * noise[body];
    }
    if (std::abs(rate) > rounding) return mode_along(rate);
    eliminate(row);
    return Mode::Stuck;
  }

 private:
  /// The velocity sum of coefficient * v over independent and given bodies.
  Row in_independents(std::span<const Term> terms) const {
    Row row;
    double largest = 0.0;
    for (const Term& term : terms)
      for (const auto& [body, coefficient] : follows_[term.body]) {
        row[body] += term.coefficient * coefficient;
        largest = std::max(largest, std::abs(term.coefficient * coefficient));
      }
    std::erase_if(
        row, [&](const auto& entry) { return is_negligible(entry.second, largest, kCancelled); });
    return row;
  }

  /// The body that follows the others of a row: a massless one if there is one, so that bodies with
  /// mass never follow massless ones; the largest coefficient rounds best.
  int pivot_of(const Row& row) const {
    int pivot = -1;
    for (const auto& [body, coefficient] : row) {
      if (system_.is_given(body)) continue;
      const bool lighter = pivot >= 0 && system_.is_massless(body) && !system_.is_massless(pivot);
      const bool heavier = pivot >= 0 && !system_.is_massless(body) && system_.is_massless(pivot);
      if (pivot < 0 || lighter ||
          (!heavier && std::abs(coefficient) > std::abs(row.at(pivot)) * (1.0 + kCancelled)) ||
          (!heavier && is_shorter_way(body, pivot, coefficient / row.at(pivot))))
        pivot = body;
    }
    return pivot;
  }

  bool is_large() const { return system_.n_bodies() > kManyBodies; }

  /// In a large system the body with fewer followers gives way: a chain takes n log n steps.
  bool is_shorter_way(int body, int pivot, double ratio) const {
    return is_large() && std::abs(ratio) >= 1.0 - kCancelled &&
           followers_[body].size() < followers_[pivot].size();
  }

  void eliminate(const Row& row, int wanted_pivot = -1) {
    const int pivot = wanted_pivot >= 0 ? wanted_pivot : pivot_of(row);
    if (pivot < 0) {
      structure_.redundant = true;  // follows from the others, perhaps through given motions
      return;
    }
    Row solved;
    for (const auto& [body, coefficient] : row)
      if (body != pivot) solved[body] = -coefficient / row.at(pivot);
    if (!is_large()) {
      for (Row& follows : follows_) substitute(follows, pivot, solved);
      return;
    }
    for (const int b : followers_[pivot]) {
      for (const auto& [body, coefficient] : solved)
        if (!follows_[b].contains(body)) followers_[body].push_back(b);
      substitute(follows_[b], pivot, solved);
    }
    followers_[pivot] = {};
  }

  /// How springs and the rest act on an independent massless body.
  struct Hold {
    bool loaded{};              ///< something pushes or damps it
    std::vector<int> carrying;  ///< springs in contact
    std::vector<int> open;      ///< springs in their gap
  };

  Hold hold_of(int body, const std::vector<Edge>& contact) const {
    Hold hold;
    for (int e = 0; e < system_.n_elements(); ++e) {
      const Row row = in_independents(system_.terms_of(e));
      if (!row.contains(body)) continue;
      if (e < system_.n_springs() && system_.springs[e].force_slot < 0) {
        const SpringLaw& law = system_.springs[e];
        const bool touches = !law.has_gap || contact[e] != Edge::None;
        (touches ? hold.carrying : hold.open).push_back(e);
        hold.loaded = hold.loaded || (touches && law.damping != 0.0);
      } else {
        hold.loaded = true;
      }
    }
    return hold;
  }

  /// A massless body that a single spring holds, or none, carries no force. Such a body goes with
  /// the spring's other end; one that no spring touches keeps to the middle of its gaps, weighted
  /// by stiffness: the limit of a vanishing stiffness inside the gaps.
  bool tie_a_loose_body(const std::vector<Edge>& contact) {
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_massless(b) || !is_independent(b)) continue;
      const Hold hold = hold_of(b, contact);
      if (hold.loaded || hold.carrying.size() > 1) continue;
      if (hold.carrying.size() == 1) {
        structure_.loose.push_back({hold.carrying[0], b});
        eliminate(in_independents(system_.terms_of(hold.carrying[0])), b);
        return true;
      }
      if (hold.open.empty()) continue;
      Row sum;
      for (const int e : hold.open) {
        const Row row = in_independents(system_.terms_of(e));
        for (const auto& [body, coefficient] : row)
          sum[body] += system_.springs[e].stiffness * row.at(b) * coefficient;
      }
      if (!(std::abs(sum[b]) > 0.0)) continue;
      eliminate(sum, b);
      return true;
    }
    return false;
  }

  static void substitute(Row& follows, int pivot, const Row& solved) {
    const auto found = follows.find(pivot);
    if (found == follows.end()) return;
    const double factor = found->second;
    follows.erase(found);
    for (const auto& [body, coefficient] : solved) {
      double& entry = follows[body];
      const double before = entry;
      entry += factor * coefficient;
      if (is_negligible(entry, std::abs(before), kCancelled)) follows.erase(body);
    }
  }

  bool is_independent(int body) const {
    return follows_[body].size() == 1 && follows_[body].begin()->first == body;
  }

  void write_coordinates() {
    // Followers of each body, in their order: members[first[c]] ... members[first[c + 1] - 1].
    std::vector<int> first(system_.n_bodies() + 2, 0);
    const auto for_all = [this](const auto& call) {
      for (int b = 0; b < system_.n_bodies(); ++b)
        if (!system_.is_given(b))
          for (const auto& [c, coefficient] : follows_[b]) call(b, c, coefficient);
    };
    for_all([&](int, int c, double) { ++first[c + 2]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Term> members(first.back());
    for_all([&](int b, int c, double coefficient) { members[first[c + 1]++] = {b, coefficient}; });
    for (int c = 0; c < system_.n_bodies(); ++c) {
      if (!system_.is_free(c) || !is_independent(c)) continue;
      Structure::Coordinate coordinate{c, 0.0, static_cast<int>(structure_.members.size()), 0};
      double mass = 0.0;
      for (int i = first[c]; i < first[c + 1]; ++i) {
        const auto& [b, coefficient] = members[i];
        structure_.members.push_back({b, coefficient});
        if (system_.is_free(b)) mass += coefficient * coefficient / system_.inverse_mass(b);
      }
      coordinate.member_end = static_cast<int>(structure_.members.size());
      const bool alone = structure_.members_of(coordinate).size() == 1;
      coordinate.inverse_mass = alone ? system_.inverse_mass(c) : 1.0 / mass;
      structure_.coordinates.push_back(coordinate);
    }
    if (is_coupled()) write_coupled_mass();
  }

  bool is_coupled() const {
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_free(b)) continue;
      const auto is_coordinate = [&](const auto& entry) {
        return system_.is_free(entry.first) && is_independent(entry.first);
      };
      if (std::count_if(follows_[b].begin(), follows_[b].end(), is_coordinate) > 1) return true;
    }
    return false;
  }

  void write_massless_bodies() {
    for (int c = 0; c < system_.n_bodies(); ++c) {
      if (!system_.is_massless(c) || !is_independent(c)) continue;
      Structure::MasslessBody massless{c, static_cast<int>(structure_.members.size()), 0};
      for (int b = 0; b < system_.n_bodies(); ++b)
        if (const auto found = follows_[b].find(c); found != follows_[b].end())
          structure_.members.push_back({b, found->second});
      massless.member_end = static_cast<int>(structure_.members.size());
      structure_.massless_bodies.push_back(massless);
    }
  }

  /// `across` can make one body follow several coordinates: then the reduced mass is not diagonal.
  void write_coupled_mass() {
    const int n = static_cast<int>(structure_.coordinates.size());
    Matrix mass(n, n);
    std::map<int, int> position;
    for (int i = 0; i < n; ++i) position[structure_.coordinates[i].body] = i;
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_free(b)) continue;
      for (const auto& [c, x] : follows_[b])
        for (const auto& [d, y] : follows_[b])
          if (position.contains(c) && position.contains(d))
            mass(position[c], position[d]) += x * y / system_.inverse_mass(b);
    }
    structure_.diagonal = false;
    structure_.inverse_mass_matrix = inverse_of_positive_definite(mass);
  }

  void write_dependents() {
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (system_.is_given(b) || is_independent(b)) continue;
      Structure::Dependent dependent{b, static_cast<int>(structure_.dependent_terms.size()), 0,
                                     false};
      bool free_part = false;
      bool given_part = false;
      for (const auto& [body, coefficient] : follows_[b]) {
        structure_.dependent_terms.push_back({body, coefficient});
        (system_.is_free(body) ? free_part : given_part) = true;
      }
      dependent.term_end = static_cast<int>(structure_.dependent_terms.size());
      dependent.mixed = free_part && given_part;
      structure_.dependents.push_back(dependent);
    }
  }

  void write_rigid_elements(const std::vector<Mode>& modes) {
    structure_.rigid.assign(system_.n_elements(), 0);
    for (int e = 0; e < system_.n_elements(); ++e)
      structure_.rigid[e] = in_independents(system_.terms_of(e)).empty() ? 1 : 0;
    for (const Geometry& geometry : system_.arms.geometries()) {
      const int pair = geometry.element - system_.first_pair();
      structure_.rigid[geometry.element] = pair >= 0 && modes[pair] == Mode::Stuck ? 1 : 0;
    }
  }

  const SystemImpl& system_;
  std::vector<Row> follows_;
  std::vector<std::vector<int>> followers_;  ///< (bodies) at least those whose row has this body
  Structure structure_;
};

/// Of freewheels at massless bodies that contradict each other the faster one drives: one that
/// would be turned back comes before those that turn it.
std::vector<int> drivers_first(const StructureBuilder& builder, std::vector<int> one_way,
                               const std::vector<double>& velocity,
                               const std::vector<double>& noise) {
  for (std::size_t tries = one_way.size(); tries > 0; --tries) {
    StructureBuilder trial = builder;
    const auto turned = std::find_if(one_way.begin(), one_way.end(), [&](int j) {
      return trial.tie_if_possible(j, velocity, noise) == Mode::Backward;
    });
    if (turned == one_way.begin() || turned == one_way.end()) break;
    std::rotate(one_way.begin(), turned, turned + 1);
  }
  return one_way;
}

}  // namespace

Structure build_structure(const SystemImpl& system, const std::vector<Mode>& modes,
                          const std::vector<Bound>& kept_limit, const std::vector<Edge>& contact,
                          bool tie_loose) {
  return StructureBuilder(system).build(modes, kept_limit, contact, tie_loose);
}

Structure rigid_structure(const SystemImpl& system) {
  std::vector<Mode> modes(system.n_pairs(), Mode::Forward);
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].is_rigid()) modes[j] = Mode::Stuck;
  return build_structure(system, modes, std::vector<Bound>(system.n_pairs()),
                         std::vector<Edge>(system.n_springs()), false);
}

void release_conflicts(const SystemImpl& system, const std::vector<double>& velocity,
                       const std::vector<double>& noise, std::vector<Mode>& mode, int last) {
  StructureBuilder builder(system);
  std::vector<int> one_way, others;  // at massless bodies
  for (int j = 0; j < system.n_pairs(); ++j) {
    const PairLaw& law = system.pairs[j];
    if (mode[j] != Mode::Stuck || law.is_rigid() || !system.touches_massless(j)) continue;
    if (law.is_one_way() || j != last) (law.is_one_way() ? one_way : others).push_back(j);
  }
  const auto tie = [&](int j) {
    mode[j] = builder.tie_if_possible(j, velocity, noise);
  };
  // Links never let go, whatever rounding says about the velocities. Then pairs between bodies with
  // mass: their velocities agree already.
  for (int j = 0; j < system.n_pairs(); ++j)
    if (mode[j] == Mode::Stuck && system.pairs[j].is_rigid()) builder.tie(j);
  for (int j = 0; j < system.n_pairs(); ++j)
    if (mode[j] == Mode::Stuck && j != last && !system.pairs[j].is_rigid() &&
        !system.touches_massless(j))
      tie(j);
  for (const int j : drivers_first(builder, std::move(one_way), velocity, noise)) {
    tie(j);
    if (mode[j] == Mode::Backward) mode[j] = Mode::Stuck;  // what turns it back has to give way
  }
  for (const int j : others) tie(j);
  const bool is_last = last >= 0 && mode[last] == Mode::Stuck;
  if (is_last && !system.pairs[last].is_one_way()) tie(last);
}

const std::shared_ptr<const Structure>& StructureCache::get(const SystemImpl& system,
                                                            const std::vector<Mode>& modes,
                                                            const std::vector<Bound>& kept_limit,
                                                            const std::vector<Edge>& contact) {
  key_.resize(modes.size());
  for (std::size_t j = 0; j < modes.size(); ++j)
    key_[j] = static_cast<char>((modes[j] == Mode::Stuck ? 1 : 0) +
                                (kept_limit[j] != Bound::Free ? 2 : 0));
  if (system.has_massless)
    for (const Edge edge : contact) key_.push_back(static_cast<char>(edge));
  for (const auto* entry : recent_)
    if (entry != nullptr && entry->first == key_) return entry->second;
  auto it = cache_.find(key_);
  if (it == cache_.end()) {
    // Some ten megabytes: events of large networks hardly come back to an old pattern.
    const std::size_t most_cached = std::clamp<std::size_t>(100'000 / (modes.size() + 1), 2, 4096);
    if (cache_.size() >= most_cached) {
      cache_.clear();
      recent_ = {};
    }
    auto made =
        std::make_shared<const Structure>(build_structure(system, modes, kept_limit, contact));
    it = cache_.emplace(key_, std::move(made)).first;
  }
  recent_ = {&*it, recent_[0]};
  return it->second;
}

}  // namespace luztar
