#include "simulate/massless_network.h"

#include <algorithm>
#include <cmath>

#include "dynamics/small_models.h"
#include "random.h"

namespace luztar::testing {
namespace {

using Element = MasslessNetwork::Element;
using Terms = MasslessNetwork::Terms;

/// Six digits: the same number in the model and beside it.
double rounded(double x) { return std::round(x * 1e6) / 1e6; }

Deflection deflection_of(const Terms& terms) {
  Deflection all;
  for (const auto& [body, coefficient] : terms) all.terms.push_back({body, number(coefficient)});
  return all;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_{seed * 7919 + 17} {}

  MasslessNetwork make() {
    net_.model = lasting(2.0);
    net_.is_damped = chance(0.3);
    quiet_ = chance(0.3);
    make_bodies();
    for (int i = 0; i < size(); ++i)
      if (is_massless(i)) hold(i);
    for (int i = 0; i < n_mass_; ++i)
      if (chance(0.5)) add_spring(terms(i), chance(0.5));
    for (int i = random_.below(3); i > 0; --i) add_spring(terms(any_free()), chance(0.6));
    for (int i = random_.below(3); i > 0; --i) add_damper(terms(any_free()));
    for (int i = 1 + random_.below(4); i > 0; --i) add_friction(terms(any_free()));
    for (int i = 0; i < size(); ++i)
      if (net_.mass[at(i)] >= 0 && chance(0.7)) add_force(i);
    sort();
    return std::move(net_);
  }

 private:
  enum class Hold { Mass, Damped, Sprung, Loose };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int size() const { return static_cast<int>(net_.mass.size()); }
  bool chance(double probability) { return random_(0, 1) < probability; }
  double uniform(double low, double high) { return rounded(random_(low, high)); }
  bool is_massless(int i) const { return i >= 0 && net_.mass[at(i)] == 0.0; }
  std::string name(const char* prefix) { return prefix + std::to_string(count_++); }

  void make_bodies() {
    n_mass_ = 1 + random_.below(3);
    for (int i = 0; i < n_mass_; ++i) {
      net_.mass.push_back(uniform(0.3, 3));
      const double position = !quiet_ && chance(0.5) ? uniform(-0.2, 0.2) : 0.0;
      body(net_.model, name("m"), net_.mass.back(), position,
           !quiet_ && chance(0.4) ? uniform(-1, 1) : 0.0);
      hold_.push_back(Hold::Mass);
    }
    if (chance(0.3)) {
      net_.mass.push_back(-1);
      const std::string w = std::to_string(random_(1, 6));
      moving_base(net_.model, name("g"), std::to_string(random_(-0.3, 0.3)) + "*sin(" + w + "*t)");
      hold_.push_back(Hold::Mass);
    }
    for (int i = 1 + random_.below(3); i > 0; --i) {
      net_.mass.push_back(0);
      body(net_.model, name("z"), 0.0, !quiet_ && chance(0.2) ? uniform(-0.1, 0.1) : 0.0);
      const double kind = random_(0, 1);
      hold_.push_back(net_.is_damped || kind < 0.25 ? Hold::Damped
                      : kind < 0.65                 ? Hold::Sprung
                                                    : Hold::Loose);
    }
  }

  int any_free() {
    int i = random_.below(size());
    while (net_.mass[at(i)] < 0) i = random_.below(size());
    return i;
  }

  Terms with_arms(int a, int b) {
    const double arms[][2] = {{1, 1}, {1, 1}, {1, 1}, {2, 1}, {1, 0.5}, {1.5, -1}};
    const auto& arm = arms[random_.below(6)];
    Terms all{{a, arm[0]}};
    if (b != kGround) all.emplace_back(b, -arm[1]);
    return all;
  }

  /// Between a body and any other.
  Terms terms(int a) {
    int b = random_.below(size() + 1) - 1;
    if (b == a) b = kGround;
    return with_arms(a, b);
  }

  /// The massless body by what it may lean on: something that is held itself.
  void hold(int i) {
    int other = i;
    const auto fits = [&](int b) {
      if (b == kGround || !is_massless(b)) return true;
      if (hold_[at(i)] == Hold::Loose) return b != i;
      return b < i && (hold_[at(b)] == hold_[at(i)] ||
                       (hold_[at(b)] == Hold::Damped && hold_[at(i)] == Hold::Sprung));
    };
    while (other == i || !fits(other)) other = random_.below(size() + 1) - 1;
    const Terms first = chance(0.5) ? Terms{{i, 1.0}} : with_arms(i, other);
    if (hold_[at(i)] == Hold::Damped) return add(first, {.damping = uniform(0.5, 5)}, false);
    add_spring(first, hold_[at(i)] == Hold::Loose);
    if (chance(0.7)) add_spring(terms(i), chance(0.5));
  }

  void add(const Terms& terms, Element element, bool is_spring) {
    element.terms = terms;
    const std::string label = name(is_spring ? "s" : "d");
    if (!is_spring) {
      Damper damper;
      damper.name = label;
      damper.deflection = deflection_of(terms);
      damper.damping = number(element.damping);
      net_.model.dampers.push_back(damper);
      dampers_.push_back(element);
      return;
    }
    spring(net_.model, label, deflection_of(terms), element.stiffness);
    Spring& made = net_.model.springs.back();
    made.rest = number(element.rest);
    made.has_gap = element.lower != element.upper;
    made.lower = number(element.lower);
    made.upper = number(element.upper);
    springs_.push_back(element);
  }

  void add_spring(const Terms& terms, bool has_gap) {
    Element element{.stiffness = uniform(20, 200)};
    if (!quiet_ && chance(0.3)) element.rest = uniform(-0.1, 0.1);
    if (has_gap) {
      element.upper = uniform(0.005, 0.1);
      element.lower = chance(0.5) ? -element.upper : -uniform(0, 0.1);
    }
    add(terms, element, true);
  }

  void add_damper(const Terms& terms) { add(terms, {.damping = uniform(0.05, 1)}, false); }

  void add_friction(const Terms& terms) {
    const bool massless = std::any_of(terms.begin(), terms.end(),
                                      [&](const auto& term) { return is_massless(term.first); });
    Element element{.terms = terms, .is_friction = true};
    const bool both = chance(0.7);
    for (const int side : {0, 1}) {
      element.kinetic[side] = uniform(0.2, 4);
      element.viscous[side] = chance(0.5) ? uniform(0.1, 0.6) : 0.0;
      const bool falls = (!massless || net_.is_damped) && chance(0.5);
      element.breakaway[side] = rounded(element.kinetic[side] * (falls ? random_(1, 1.6) : 1.0));
      if (side == 0 || !both) continue;
      element.kinetic[1] = element.kinetic[0];
      element.viscous[1] = element.viscous[0];
      element.breakaway[1] = element.breakaway[0];
    }
    friction(net_.model, name("f"), deflection_of(terms), 0, 0);
    Friction& made = net_.model.frictions.back();
    made.backward = {number(element.viscous[0]), number(element.kinetic[0]),
                     number(element.breakaway[0])};
    made.forward = {number(element.viscous[1]), number(element.kinetic[1]),
                    number(element.breakaway[1])};
    frictions_.push_back(element);
  }

  void add_force(int i) {
    if (hold_[at(i)] == Hold::Loose) return;
    const double a = uniform(-8, 8), w = uniform(1, 8), p = uniform(0, 3);
    const bool jumps = (hold_[at(i)] == Hold::Mass || net_.is_damped) && chance(0.3);
    const std::string A = std::to_string(a), W = std::to_string(w), P = std::to_string(p);
    Element element{.terms = {{i, 1.0}}};
    if (jumps) {
      force(net_.model, name("F"), i, A + "*square(" + W + "*t)");
    } else if (!quiet_ && chance(0.5)) {
      force(net_.model, name("F"), i, A + "*sin(" + W + "*t + " + P + ")");
      element.force = [=](double t) {
        return a * std::sin(w * t + p);
      };
    } else {
      force(net_.model, name("F"), i, A + "*sin(" + W + "*t)");
      element.force = [=](double t) {
        return a * std::sin(w * t);
      };
    }
    forces_.push_back(element);
  }

  void sort() {
    for (const auto* list : {&springs_, &dampers_, &frictions_, &forces_})
      net_.elements.insert(net_.elements.end(), list->begin(), list->end());
  }

  Random random_;
  MasslessNetwork net_;
  std::vector<Hold> hold_;
  std::vector<Element> springs_, dampers_, frictions_, forces_;
  int n_mass_{}, count_{};
  bool quiet_{};  ///< starts at rest
};

double sum_of(const Terms& terms, std::span<const double> values) {
  double sum = 0.0;
  for (const auto& [body, c] : terms)
    if (body != kGround) sum += c * values[static_cast<std::size_t>(body)];
  return sum;
}

}  // namespace

MasslessNetwork massless_network(std::uint64_t seed) { return Maker(seed).make(); }

void LawWatch::note(double misses, double scale, const Sample& s, const std::string& what) {
  if (!(misses <= worst * scale)) {
    worst = misses / scale;
    where = what + " at t = " + std::to_string(s.time);
  }
}

void LawWatch::judge(const Sample& s, std::size_t e, double scale) {
  const Element& element = network_.elements[e];
  const bool massless =
      std::any_of(element.terms.begin(), element.terms.end(), [&](const auto& term) {
        return term.first >= 0 && network_.mass[static_cast<std::size_t>(term.first)] == 0.0;
      });
  const double x = sum_of(element.terms, s.q) - element.rest;
  const double rate = sum_of(element.terms, s.v);
  const std::string label = "element " + std::to_string(e);
  if (element.is_friction) {
    const int side = s.mode[e] > 0 ? 1 : 0;
    const double law = s.mode[e] * element.kinetic[side] + element.viscous[side] * rate;
    if (s.mode[e] != 0) note(std::abs(s.f[e] - law), scale, s, label);
    if (s.mode[e] == 0)
      note(std::max(s.f[e] - element.breakaway[1], -s.f[e] - element.breakaway[0]), scale, s,
           label);
    slip = std::max(slip, s.mode[e] != 0 ? -s.mode[e] * rate : std::abs(rate));
    if (massless) ++(s.mode[e] != 0 ? sliding : stuck);
    return;
  }
  if (element.stiffness == 0.0 && element.damping == 0.0) {
    if (element.force) note(std::abs(s.f[e] - element.force(s.time)), scale, s, label);
    return;
  }
  const double luz = x > element.upper   ? x - element.upper
                     : x < element.lower ? x - element.lower
                                         : 0.0;
  note(std::abs(s.f[e] - element.stiffness * luz - element.damping * rate), scale, s, label);
  if (massless && luz != 0.0) ++in_contact;
}

void LawWatch::sample(const Sample& s) {
  double scale = 1.0;
  for (const double f : s.f) scale = std::max(scale, std::abs(f));
  std::vector<double> balance(network_.mass.size(), 0.0);
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    judge(s, e, scale);
    const Element& element = network_.elements[e];
    const bool pushes = element.stiffness == 0.0 && element.damping == 0.0 && !element.is_friction;
    for (const auto& [body, c] : element.terms)
      balance[static_cast<std::size_t>(body)] += (pushes ? c : -c) * s.f[e];
  }
  for (std::size_t b = 0; b < balance.size(); ++b)
    if (network_.mass[b] >= 0)
      note(std::abs(balance[b] - network_.mass[b] * s.a[b]), scale, s, "body " + std::to_string(b));
}

}  // namespace luztar::testing
