// Massless bodies need something that holds them, and laws that their balance can be solved for.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "luztar/dynamics/compile/check_system.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/structure/structure.h"
#include "luztar/model/check.h"
#include "luztar/model/law.h"
#include "luztar/network/network.h"
#include "luztar/network/symbols.h"

namespace luztar {
namespace {

/// Bodies that nothing holds even when every pair sticks and every spring touches.
void check_held(const Model& model, const SystemImpl& system, const State& start,
                std::vector<Diagnostic>& mistakes) {
  State state = start;
  state.pair.assign(system.n_pairs(), Mode::Stuck);
  state.kept_limit.assign(system.n_pairs(), Bound::Free);
  state.contact.assign(system.n_springs(), Edge::Upper);
  const Structure structure =
      build_structure(system, state.pair, state.kept_limit, state.contact, false);
  Expansion series(system, 0);
  series.start(start);
  series.prepare_massless(state, structure);
  const MasslessBalance& balance = series.massless();
  const int n = balance.size();
  for (std::size_t at = 0; at < balance.floating().size(); at += n) {
    const auto* first = &balance.floating()[at];
    const auto* largest = std::max_element(
        first, first + n, [](double x, double y) { return std::abs(x) < std::abs(y); });
    const Body& body = model.bodies[structure.massless_bodies[largest - first].body];
    mistakes.push_back({body.where, "nothing holds the massless body '" + body.name + "'",
                        "connect it by a spring, damper, friction or link, or give it a mass"});
  }
}

class LawCheck {
 public:
  LawCheck(const Model& model, const SystemImpl& system, std::vector<Diagnostic>& mistakes)
      : model_(model),
        system_(system),
        network_(network_of(model, system.origin.parameters)),
        symbols_(model),
        mistakes_(mistakes) {}

  void run() {
    for (const NetworkElement& element : network_.elements) {
      const int body = massless_of(element);
      if (element.kind == PartKind::Force || (body >= 0 && is_known(element, body)))
        check_expression(element, body);
    }
    for (const StateVariable& state : model_.states) check_rate(state);
    for (const Delay& delay : model_.delays) check_past(delay);
  }

 private:
  /// It would follow from what it was itself, jump by jump: an equation of neutral kind.
  void check_past(const Delay& delay) {
    for (const Expression& symbol : symbols_of(delay.argument)) {
      const LawSymbol read = symbols_.of(symbol.symbol());
      const bool of_body =
          read.kind == LawSymbol::Kind::Position || read.kind == LawSymbol::Kind::Velocity;
      if (!of_body || !system_.is_massless(read.index)) continue;
      mistakes_.push_back({delay.where,
                           "'" + delay.text + "' reads the massless body '" +
                               model_.bodies[static_cast<std::size_t>(read.index)].name +
                               "': its place would follow from what it was without any inertia (a "
                               "neutral equation)",
                           "give the body a mass, or delay what moves it"});
      return;
    }
  }

  using Law = NetworkElement::Law;

  const std::string& name_of(int body) const { return model_.bodies[body].name; }

  void report(const NetworkElement& element, int body, const std::string& what,
              const std::string& advice) {
    mistakes_.push_back(
        {element.where,
         "'" + element.name + "' is " + what + " at the massless body '" + name_of(body) + "'",
         advice});
  }

  /// The first massless body that an element acts on, or -1.
  int massless_of(const NetworkElement& element) const {
    for (const Deflection::Term& term : element.deflection.terms)
      if (network_.is_massless(term.body)) return term.body;
    return -1;
  }

  /// A law that a balance of forces can be solved for, whatever is written in it.
  bool is_known(const NetworkElement& element, int body) {
    const std::string give = "give '" + name_of(body) + "' a mass";
    if (element.deflection.formula) {
      report(element, body, "a deflection that is an expression", give);
      return false;
    }
    if (element.kind == PartKind::Friction) {
      const std::string advice = give + "; kinetic, static and viscous need none";
      if (element.law == Law::Internal) report(element, body, kLawWithState, advice);
      if (is_constant(model_.frictions[element.index])) return true;
      report(element, body, "a friction whose force at one speed is not the only one", advice);
      return false;
    }
    if (element.kind == PartKind::Damper && element.law == Law::Written) {
      report(element, body, "a damper with a `force`", "use damping = ... or give it a mass");
      return false;
    }
    if (element.law != Law::Spring || !element.spring->has_gap) return true;
    const SpringLaw& law = system_.springs[static_cast<int>(element.index)];
    if (law.damping != 0.0)
      report(element, body, "a spring with a gap and contact damping", give + ", or use a damper");
    return true;
  }

  /// A law may know the time and the motion of bodies with mass; where a damper makes its body move
  /// steadily, all positions and what has a state.
  /// @param acts_on  the massless body, or -1
  void check_expression(const NetworkElement& element, int acts_on) {
    using Kind = LawSymbol::Kind;
    if (element.written == nullptr) return;
    for (const Expression& symbol : symbols_of(*element.written)) {
      const auto [kind, of_body, sign] = symbols_.of(symbol.symbol());
      if (kind == Kind::State && is_polynomial(of_body)) continue;  // a force of time
      const bool is_own = kind == Kind::Deflection || kind == Kind::Rate;
      const bool is_motion = kind == Kind::Position || kind == Kind::Velocity;
      if (!is_own && !is_motion && kind != Kind::State) continue;
      const int body = is_own ? acts_on : of_body;
      if ((kind == Kind::Rate || kind == Kind::Velocity) && network_.is_massless(body))
        return report(element, body, "a force of the velocity",
                      "give '" + name_of(body) + "' a mass, or use [dampers]");
      if (is_motion && !network_.is_massless(body)) continue;
      if (acts_on >= 0 && !is_damped(acts_on))
        return report(element, acts_on, "a force of " + symbol.symbol(),
                      "read the motion of bodies with mass, or give '" + name_of(acts_on) +
                          "' a damper c or a mass m, which with a stiffness k costs some k/(6 c) "
                          "or sqrt(k/m)/3 steps a second");
    }
  }

  /// What a controller holds; a state whose rate is a number, or follows from such a state alone.
  bool is_polynomial(int index) const {
    if (index >= static_cast<int>(model_.states.size())) return true;
    const StateVariable& state = model_.states[static_cast<std::size_t>(index)];
    if (!state.jumps.empty()) return false;
    if (state.rate.op() == Op::Number) return true;
    if (state.rate.op() != Op::Symbol) return false;
    const LawSymbol read = symbols_.of(state.rate.symbol());
    return read.kind == LawSymbol::Kind::State && read.index > index && is_polynomial(read.index);
  }

  /// It may know positions that a damper makes move steadily.
  void check_rate(const StateVariable& state) {
    using Kind = LawSymbol::Kind;
    for (const Expression& symbol : symbols_of(state.rate)) {
      const auto [kind, body, sign] = symbols_.of(symbol.symbol());
      if (kind != Kind::Velocity && kind != Kind::Position) continue;
      if (!network_.is_massless(body) || (kind == Kind::Position && is_damped(body))) continue;
      return mistakes_.push_back(
          {state.where,
           "the rate of '" + state.name + "' is of " + symbol.symbol() + ", and '" + name_of(body) +
               "' is massless",
           "give '" + name_of(body) + "' a mass" +
               (kind == Kind::Position ? " or a damper" : ", or write its velocity otherwise")});
    }
  }

  /// A linear damper acts on it, in every mode.
  bool is_damped(int body) const {
    int e = 0;
    for (const NetworkElement& element : network_.elements) {
      const auto& terms = element.deflection.terms;
      if (damps(element, e++) && std::any_of(terms.begin(), terms.end(), [body](const auto& term) {
            return term.body == body;
          }))
        return true;
    }
    return false;
  }

  bool damps(const NetworkElement& element, int e) const {
    if (e < system_.first_pair())
      return !system_.smooth_law(e).has_gap && system_.smooth_law(e).damping > 0.0;
    if (element.law != Law::Coulomb) return false;
    const PairLaw& law = system_.pairs[e - system_.first_pair()];
    return law.viscous[0] > 0.0 && law.viscous[1] > 0.0;
  }

  const Model& model_;
  const SystemImpl& system_;
  Network network_;
  LawSymbols symbols_;
  std::vector<Diagnostic>& mistakes_;
};

/// Normal forces that read forces of what is rigid.
std::vector<Diagnostic> loaded_by_force(const Network& network, const SystemImpl& system) {
  std::vector<Diagnostic> mistakes;
  for (const NormalLoad& load : system.arms.normal_loads()) {
    const auto element = [&](int pair) -> const NetworkElement& {
      const int index = system.first_pair() + pair;
      return network.elements[static_cast<std::size_t>(index)];
    };
    const std::string& by = element(load.by).name;
    mistakes.push_back({element(load.pair).where,
                        "the normal force of '" + element(load.pair).name + "' reads that of '" +
                            by + "', and the model has massless bodies",
                        "give every body a mass, or put a stiff spring in place of '" + by + "'"});
  }
  return mistakes;
}

}  // namespace

void check_massless(const Model& model, const SystemImpl& system, const State& start) {
  const Network network = network_of(model, system.origin.parameters);
  throw_if_any(loaded_by_force(network, system), model);
  std::vector<Diagnostic> mistakes;
  for (const NetworkElement& element : network.elements)
    if (element.is_pair() && element.is_bent())
      mistakes.push_back({element.where,
                          "'" + element.name +
                              "' is rigid along an expression of positions, and the model has "
                              "massless bodies",
                          "give every body a mass, or the element constant arms"});
  LawCheck(model, system, mistakes).run();
  if (mistakes.empty()) check_held(model, system, start, mistakes);
  throw_if_any(std::move(mistakes), model);
}

}  // namespace luztar
