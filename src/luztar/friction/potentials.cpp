#include "luztar/friction/potentials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kRounds = 200;     // of Newton's method; a dozen is usual
constexpr int kInVain = 3;       // rounds in a row that change nothing: limits are exceeded, ...
constexpr double kAsGood = 4.0;  // ... but for rounding below so many tolerances

/// What flows out of a part through one edge as the part's potential rises.
struct Outlet {
  double flow, low, high, weight;
  double at(double rise) const { return std::clamp(flow + weight * rise, low, high); }
};

/// The least rise at which `more` flows out than now. @pre there is one
double rise_for(const std::vector<Outlet>& outlets, double more) {
  struct Corner {
    double at, slope;
  };
  std::vector<Corner> corners;
  for (const Outlet& out : outlets) {
    if (out.flow >= out.high) continue;
    corners.push_back({std::max(0.0, (out.low - out.flow) / out.weight), out.weight});
    if (!std::isinf(out.high)) corners.push_back({(out.high - out.flow) / out.weight, -out.weight});
  }
  std::sort(corners.begin(), corners.end(),
            [](const Corner& a, const Corner& b) { return a.at < b.at; });
  double rise = 0.0;
  double slope = 0.0;
  for (const Corner& corner : corners) {
    if (slope > 0.0 && more <= slope * (corner.at - rise)) break;
    more -= slope * (corner.at - rise);
    rise = corner.at;
    slope = std::max(0.0, slope + corner.slope);
  }
  return more > 0.0 && slope > 0.0 ? rise + more / slope : rise;
}

}  // namespace

/// Nodes that edges in `active` hold together; n_: with what is given.
NodeGroups Potentials::together(const std::vector<char>& active) const {
  NodeGroups groups(n_ + 1);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    if (active[e] != 0 && edge.weight > 0.0)
      groups.join(edge.a < 0 ? n_ : edge.a, edge.b < 0 ? n_ : edge.b);
  }
  return groups;
}

/// Of the edges in `active`; a part that they leave loose is held at one of its nodes, which
/// changes nothing where the loads balance.
std::vector<SparseEntry> Potentials::laplacian(const std::vector<char>& active) const {
  std::vector<SparseEntry> entries;
  NodeGroups groups = together(active);
  std::vector<double> diagonal(n_, 0.0);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    const double w = active[e] != 0 ? edge.weight : 0.0;
    for (const int i : {edge.a, edge.b})
      if (i >= 0) diagonal[i] += w;
    if (edge.a >= 0 && edge.b >= 0) {
      entries.push_back({edge.a, edge.b, -w});
      entries.push_back({edge.b, edge.a, -w});
    }
  }
  std::vector<char> is_held(n_ + 1, 0);
  is_held[groups.root(n_)] = 1;
  for (int i = 0; i < n_; ++i) {
    char& held = is_held[groups.root(i)];
    entries.push_back({i, i,
                       held != 0           ? diagonal[i]
                       : diagonal[i] > 0.0 ? 2.0 * diagonal[i]
                                           : 1.0});
    held = 1;
  }
  return entries;
}

/// How far along a step the energy falls: what is left over along it shrinks piece by piece.
double Potentials::length_of(const Vector& p, const Vector& step, const Vector& rest,
                             const std::vector<Limits>& limits) const {
  struct Corner {
    double at, slope;
  };
  std::vector<Corner> corners;
  double push = dot(rest, step);
  double slope = 0.0;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const double change = edges_[e].weight * edges_[e].difference(step);
    if (change == 0.0) continue;
    const double f = edges_[e].weight * edges_[e].difference(p);
    const double part = change * edges_[e].difference(step);
    const double enter = ((change > 0.0 ? limits[e].down : limits[e].up) - f) / change;
    const double leave = ((change > 0.0 ? limits[e].up : limits[e].down) - f) / change;
    if (leave <= 0.0) continue;
    if (enter > 0.0)
      corners.push_back({enter, part});
    else
      slope += part;
    if (!std::isinf(leave)) corners.push_back({leave, -part});
  }
  std::sort(corners.begin(), corners.end(),
            [](const Corner& a, const Corner& b) { return a.at < b.at; });
  double length = 0.0;
  for (const Corner& corner : corners) {
    if (slope > 0.0 && push <= slope * (corner.at - length)) break;
    push -= slope * (corner.at - length);
    length = corner.at;
    slope += corner.slope;
    if (push <= 0.0) return length;
  }
  return slope > 0.0 ? length + push / slope : length;
}

/// Loads on parts that nothing given holds balance but for rounding: every node takes its share.
Vector Potentials::balanced(Vector load) const {
  NodeGroups groups = together(std::vector<char>(edges_.size(), 1));
  std::vector<double> sum(n_ + 1, 0.0), count(n_ + 1, 0.0);
  for (int i = 0; i < n_; ++i) {
    sum[groups.root(i)] += load(i);
    ++count[groups.root(i)];
  }
  const int held = groups.root(n_);
  for (int i = 0; i < n_; ++i)
    if (const int root = groups.root(i); root != held) load(i) -= sum[root] / count[root];
  return load;
}

/// Parts all of whose edges to others are at limits, and what they have left over.
class Potentials::LooseParts {
 public:
  LooseParts(const Potentials& of, const std::vector<Limits>& limits, NodeGroups groups,
             const Vector& p)
      : of_(of), limits_(limits), groups_(std::move(groups)), p_(p) {}

  /// Finds those out of balance. @return false: none is
  bool find(const Vector& left, double tolerance) {
    sum_.assign(of_.n_ + 1, 0.0);
    for (int i = 0; i < of_.n_; ++i) sum_[groups_.root(i)] += left(i);
    sum_[groups_.root(of_.n_)] = 0.0;
    for (int i = 0; i < of_.n_; ++i)
      if (std::abs(sum_[i]) > tolerance) borders_[i];
    for (std::size_t e = 0; e < of_.edges_.size() && !borders_.empty(); ++e) {
      const int a = part_of(of_.edges_[e].a), b = part_of(of_.edges_[e].b);
      if (a == b || !(of_.edges_[e].weight > 0.0)) continue;
      for (const int part : {a, b})
        if (const auto found = borders_.find(part); found != borders_.end())
          found->second.push_back(e);
    }
    return !borders_.empty();
  }

  /// Each moves as one to where its edges take that. @return false: one has more than they can
  bool move(double tolerance) {
    for (const auto& [part, border] : borders_) {
      const double more = std::abs(sum_[part]);
      if (!(more > tolerance)) continue;  // its neighbours took it
      const double direction = sum_[part] > 0.0 ? 1.0 : -1.0;
      double room = 0.0;
      const std::vector<Outlet> outlets = outlets_of(part, border, direction);
      for (const Outlet& out : outlets) room += out.high - out.at(0.0);
      if (room < more - tolerance) return false;
      const double rise = rise_for(outlets, std::min(more, room));
      for (std::size_t k = 0; k < border.size(); ++k) {
        const Edge& edge = of_.edges_[border[k]];
        const int a = part_of(edge.a), b = part_of(edge.b);
        const double change = direction * (outlets[k].at(rise) - outlets[k].at(0.0));
        sum_[part] -= change;
        sum_[a == part ? b : a] += change;
      }
      sum_[groups_.root(of_.n_)] = 0.0;
      raised_[part] += direction * rise;
    }
    return true;
  }

  void raise(Vector& p) {
    for (int i = 0; i < of_.n_; ++i)
      if (const auto found = raised_.find(groups_.root(i)); found != raised_.end())
        p(i) += found->second;
  }

 private:
  int part_of(int node) { return groups_.root(node < 0 ? of_.n_ : node); }
  double potential(int node) {
    if (node < 0) return 0.0;
    const auto found = raised_.find(groups_.root(node));
    return p_(node) + (found == raised_.end() ? 0.0 : found->second);
  }
  std::vector<Outlet> outlets_of(int part, const std::vector<std::size_t>& border,
                                 double direction) {
    std::vector<Outlet> outlets;
    for (const std::size_t e : border) {
      const Edge& edge = of_.edges_[e];
      const double sign = part_of(edge.a) == part ? direction : -direction;
      const double flow = edge.weight * (potential(edge.a) - potential(edge.b));
      const Limits& at = limits_[e];
      outlets.push_back(sign > 0.0 ? Outlet{flow, at.down, at.up, edge.weight}
                                   : Outlet{-flow, -at.up, -at.down, edge.weight});
    }
    return outlets;
  }

  const Potentials& of_;
  const std::vector<Limits>& limits_;
  NodeGroups groups_;  ///< by their number
  const Vector& p_;
  std::vector<double> sum_;                          ///< (parts) left over
  std::map<int, std::vector<std::size_t>> borders_;  ///< edges of parts out of balance
  std::map<int, double> raised_;                     ///< (parts) potentials
};

/// Newton's step does not know how far loose parts are from taking more.
Potentials::Loose Potentials::move_loose(const Vector& left, const std::vector<Limits>& limits,
                                         const std::vector<char>& active, double tolerance,
                                         Vector& p) const {
  LooseParts parts(*this, limits, together(active), p);
  if (!parts.find(left, tolerance)) return Loose::Balanced;
  if (!parts.move(tolerance)) return Loose::Overloaded;
  parts.raise(p);
  return Loose::Moved;
}

bool Potentials::share_inside(const Vector& given_load, const std::vector<Limits>& limits,
                              double tolerance, std::vector<double>& flow,
                              std::vector<double>& free, Vector& p) const {
  p.resize(0);
  if (n_ == 0) return true;
  const Vector load = balanced(given_load);
  p = factor_.solve(load);
  SparseSymmetric own;
  const SparseSymmetric* factor = &factor_;  // of the edges in `before`
  std::vector<char> active(edges_.size(), 1), before = active;
  double worst = std::numeric_limits<double>::infinity();  // of the balance
  int in_vain = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const double f = edges_[e].weight * edges_[e].difference(p);
      free[e] = f;
      flow[e] = std::clamp(f, limits[e].down, limits[e].up);
      active[e] = flow[e] == f ? 1 : 0;
    }
    const Vector left = rest(load, flow);
    const double now = largest(left);
    if (now <= tolerance) return true;
    const Loose loose = move_loose(left, limits, active, tolerance, p);
    if (loose == Loose::Overloaded) return false;
    if (loose == Loose::Moved) continue;
    in_vain = active == before && now > 0.5 * worst ? in_vain + 1 : 0;
    if (in_vain > kInVain) return now <= kAsGood * tolerance;
    worst = now;
    if (active != before) {
      if (factor == &factor_) own.analyze(n_, laplacian(std::vector<char>(edges_.size(), 1)));
      factor = &own;
      own.factorize(n_, laplacian(active));
      before = active;
    }
    const Vector step = factor->solve(left);
    if (take_up(step, load, limits, tolerance, active, flow, free)) {
      p += step;
      return true;
    }
    const double length = length_of(p, step, left, limits);
    if (!(length > 0.0) || !std::isfinite(length)) return false;
    p += length * step;
  }
  return false;
}

/// A whole step that crosses no limit ends the search. Added to the flows themselves it is rounded
/// better than in potentials. @return false: it crosses limits, or does not balance the loads
bool Potentials::take_up(const Vector& step, const Vector& load, const std::vector<Limits>& limits,
                         double tolerance, const std::vector<char>& active,
                         std::vector<double>& flow, std::vector<double>& free) const {
  std::vector<double> next = flow, next_free = free;
  double most = 0.0;
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const double change = edges_[e].weight * edges_[e].difference(step);
    next_free[e] += change;
    if (active[e] != 0) next[e] += change;
    most = std::max(most, std::abs(next[e]));
  }
  const double allowed = std::max(tolerance, kRounding * most);
  for (std::size_t e = 0; e < edges_.size(); ++e)
    if (!(std::abs(std::clamp(next_free[e], limits[e].down, limits[e].up) - next[e]) <= allowed))
      return false;
  if (!(largest(rest(load, next)) <= allowed)) return false;
  flow = std::move(next);
  free = std::move(next_free);
  return true;
}

}  // namespace luztar
