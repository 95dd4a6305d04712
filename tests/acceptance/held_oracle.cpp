#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/multiprecision/cpp_int.hpp>

#include "acceptance/held_network.h"

namespace acceptance {
namespace {

using Fraction = boost::multiprecision::cpp_rational;

constexpr double kNear = 1e-9;  // of the largest force: rounding of the instant and of positions
constexpr double kRoom = 1e-6;  // of its limit: a pair that breaks holds less elsewhere

/// Greatest flow by shortest ways (Edmonds, Karp): exact, so it ends.
class Flow {
 public:
  explicit Flow(int nodes) : at_(nodes) {}

  void add(int from, int to, const Fraction& forth, const Fraction& back) {
    at_[from].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back({to, forth});
    at_[to].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back({from, back});
  }

  Fraction send(int source, int sink) {
    Fraction sent = 0;
    for (std::vector<int> by; reach(source, sink, by);) {
      Fraction least = -1;
      for (int node = sink; node != source; node = arcs_[by[node] ^ 1].to)
        if (least < 0 || arcs_[by[node]].room < least) least = arcs_[by[node]].room;
      for (int node = sink; node != source; node = arcs_[by[node] ^ 1].to) {
        arcs_[by[node]].room -= least;
        arcs_[by[node] ^ 1].room += least;
      }
      sent += least;
    }
    return sent;
  }

 private:
  struct Arc {
    int to;
    Fraction room;
  };

  bool reach(int source, int sink, std::vector<int>& by) const {
    by.assign(at_.size(), -1);
    std::vector<int> queue{source};
    for (std::size_t i = 0; i < queue.size() && by[sink] < 0; ++i)
      for (const int arc : at_[queue[i]]) {
        const int to = arcs_[arc].to;
        if (to == source || by[to] >= 0 || arcs_[arc].room <= 0) continue;
        by[to] = arc;
        queue.push_back(to);
      }
    return by[sink] >= 0;
  }

  std::vector<std::vector<int>> at_;
  std::vector<Arc> arcs_;
};

/// One instant: what rests, what acts on it.
class Rest {
 public:
  /// @param at_rest  (pairs) 1: rests; else it slides the way of its mode in `now`
  Rest(const HeldNetwork& network, const Snapshot& now, const std::vector<char>& at_rest)
      : network_(network), at_rest_(at_rest), n_(static_cast<int>(network.bodies.size())) {
    load_.assign(n_, 0);
    for (int b = 0; b < n_; ++b) {
      const HeldNetwork::Body& body = network.bodies[b];
      if (body.load != 0.0) act(b, Fraction(body.load * std::sin(body.w * now.time)));
    }
    for (const HeldNetwork::Spring& spring : network.springs) {
      const Fraction other = spring.way != 0.0
                                 ? Fraction(spring.way * std::sin(spring.w * now.time))
                                 : place(now, spring.b);
      const Fraction force = Fraction(spring.stiffness) * (place(now, spring.a) - other);
      act(spring.a, -force);
      if (spring.way == 0.0) act(spring.b, force);
    }
    for (std::size_t j = 0; j < network.pairs.size(); ++j) {
      const HeldNetwork::Pair& pair = network.pairs[j];
      most_ = std::max(most_, pair.breakaway);
      if (at_rest[j] != 0) continue;
      const Fraction force = Fraction(pair.kinetic) * static_cast<int>(now.mode[j]);
      act(pair.a, -force);
      act(pair.b, force);
    }
    join();
  }

  /// Whether forces in the limits hold all bodies that rest with a pair as one.
  /// @param j  the pair; its own limit is tightened where `tight`
  bool holds_around(int j, bool tight) const {
    const int of = group_[node(network_.pairs[j].a)];
    Fraction mass = 0, force = 0;
    for (int b = 0; b < n_; ++b)
      if (group_[b] == of) {
        mass += Fraction(network_.bodies[b].mass);
        force += load_[b];
      }
    const bool fixed = group_[n_] == of || mass == 0;
    const Fraction near(kNear * most_);
    Flow flow(n_ + 3);
    Fraction wanted = 0, given = 0;
    for (int b = 0; b < n_; ++b) {
      if (group_[b] != of) continue;
      Fraction left = load_[b];
      if (!fixed) left -= force * Fraction(network_.bodies[b].mass) / mass;
      if (left > 0) flow.add(n_ + 1, b, left, 0);
      if (left < 0) flow.add(b, n_ + 2, -left, 0);
      (left > 0 ? wanted : given) += abs(left);
    }
    if (wanted < given) flow.add(n_ + 1, n_, given - wanted, 0);
    if (given < wanted) flow.add(n_, n_ + 2, wanted - given, 0);
    for (std::size_t i = 0; i < network_.pairs.size(); ++i) {
      const HeldNetwork::Pair& pair = network_.pairs[i];
      if (at_rest_[i] == 0 || group_[node(pair.a)] != of) continue;
      const bool own = tight && static_cast<int>(i) == j;
      const Fraction limit =
          own ? Fraction(pair.breakaway * (1.0 - kRoom)) : Fraction(pair.breakaway) + near;
      flow.add(node(pair.a), node(pair.b), limit, limit);
    }
    return flow.send(n_ + 1, n_ + 2) >= std::max(wanted, given) - (n_ + 1) * near;
  }

  int group_of(int j) const { return group_[node(network_.pairs[j].a)]; }
  bool has_cycle(int group) const {
    int bodies = 0, pairs = 0;
    for (int b = 0; b <= n_; ++b) bodies += group_[b] == group ? 1 : 0;
    for (std::size_t i = 0; i < network_.pairs.size(); ++i)
      pairs += at_rest_[i] != 0 && group_of(static_cast<int>(i)) == group ? 1 : 0;
    return pairs >= bodies;
  }

 private:
  int node(int body) const { return body == HeldNetwork::kGround ? n_ : body; }
  static Fraction place(const Snapshot& now, int body) {
    return body == HeldNetwork::kGround ? Fraction(0) : Fraction(now.q[body]);
  }
  void act(int body, const Fraction& force) {
    if (body == HeldNetwork::kGround) return;
    load_[body] += force;
    most_ = std::max(most_, std::abs(static_cast<double>(force)));
  }
  void join() {
    group_.resize(n_ + 1);
    std::iota(group_.begin(), group_.end(), 0);
    for (std::size_t j = 0; j < network_.pairs.size(); ++j) {
      if (at_rest_[j] == 0) continue;
      const int one = group_[node(network_.pairs[j].a)];
      const int other = group_[node(network_.pairs[j].b)];
      std::replace(group_.begin(), group_.end(), one, other);
    }
  }

  const HeldNetwork& network_;
  std::vector<char> at_rest_;
  int n_;
  std::vector<Fraction> load_;  ///< (bodies) [N]
  double most_{};               ///< the largest force [N]
  std::vector<int> group_;      ///< (bodies, then ground)
};

class Judge {
 public:
  Judge(const HeldNetwork& network, HeldCounts& counts)
      : network_(network), m_(static_cast<int>(network.pairs.size())), counts_(counts) {}

  /// All that rests in `now` is held.
  std::string holds(const Snapshot& now, const char* when) const {
    std::vector<char> at_rest(m_);
    for (int j = 0; j < m_; ++j) at_rest[j] = now.mode[j] == 0 ? 1 : 0;
    const Rest rest(network_, now, at_rest);
    for (int j = 0; j < m_; ++j)
      if (at_rest[j] != 0 && !rest.holds_around(j, false))
        return words(j, now.time) + "rests although nothing holds it " + when;
    return "";
  }

  std::string breaks(const Snapshot& before, const Snapshot& after) const {
    std::vector<char> at_rest(m_);
    std::vector<int> broken;
    for (int j = 0; j < m_; ++j) {
      const int from = before.mode[j], to = after.mode[j];
      const bool turns = from * to < 0;
      at_rest[j] = from == 0 || to == 0 || turns || after.rate[j] == 0.0 ? 1 : 0;
      if (turns || (from == 0 && to != 0)) broken.push_back(j);
    }
    if (broken.empty()) return "";
    ++counts_.breaks;
    const Rest rest(network_, after, at_rest);
    counts_.on_cycles += rest.has_cycle(rest.group_of(broken[0])) ? 1 : 0;
    for (const int j : broken) {
      if (!rest.holds_around(j, true)) continue;
      // Others of its group that break may take it along when their friction drops.
      const bool taken =
          network_.drops() && std::any_of(broken.begin(), broken.end(), [&](int i) {
            return rest.group_of(i) == rest.group_of(j) && !rest.holds_around(i, true);
          });
      if (!taken) return words(j, after.time) + "breaks although forces in the limits hold it";
    }
    return "";
  }

 private:
  static std::string words(int j, double time) {
    return "t = " + std::to_string(time) + " s: 'f" + std::to_string(j) + "' ";
  }

  const HeldNetwork& network_;
  int m_;
  HeldCounts& counts_;
};

/// Modes and rates of the frictions only, in their order.
Snapshot reduced(const Snapshot& all, const std::vector<int>& of) {
  Snapshot now = all;
  now.mode.clear();
  now.rate.clear();
  for (const int e : of) {
    now.mode.push_back(all.mode[static_cast<std::size_t>(e)]);
    now.rate.push_back(all.rate[static_cast<std::size_t>(e)]);
  }
  return now;
}

}  // namespace

std::string false_rest(const HeldNetwork& network, const std::vector<int>& elements,
                       const Recorded& run, HeldCounts& counts) {
  const Judge judge(network, counts);
  for (std::size_t i = 0; i < run.before.size();) {
    std::size_t last = i;
    while (last + 1 < run.before.size() && run.before[last + 1].time == run.before[i].time) ++last;
    const Snapshot before = reduced(run.before[i], elements);
    const Snapshot after = reduced(run.after[last], elements);
    i = last + 1;
    for (const std::string& found : {judge.holds(before, "just before"),
                                     judge.breaks(before, after), judge.holds(after, "just after")})
      if (!found.empty()) return found;
  }
  for (const Snapshot& sample : run.samples)
    if (std::string found = judge.holds(reduced(sample, elements), "at a sample"); !found.empty())
      return found;
  return "";
}

}  // namespace acceptance
