#include "luztar/study/fit/law_candidates.h"

#include <algorithm>
#include <array>
#include <utility>

#include "luztar/model/check.h"
#include "luztar/model/fields.h"
#include "luztar/model/law.h"
#include "luztar/model/readers.h"

namespace luztar {
namespace {

constexpr double kSmall = 0.05;  // of the force, below which a part of a law does not matter
constexpr double kShort = 0.01;  // of the travel, the same
constexpr double kLeast = kShort / 10.0;  // of a size, of what a law divides by

/// Whether anything but this friction reads a parameter.
bool is_read_elsewhere(const Model& model, std::size_t friction, const std::string& name) {
  Readers readers = readers_of(model, {{name, 0.0}});
  readers.items[static_cast<std::size_t>(PartKind::Friction)][friction] = 0;
  return readers.run || readers.others ||
         std::ranges::any_of(readers.items, [](const std::vector<char>& kind) {
           return std::ranges::find(kind, 1) != kind.end();
         });
}

class Maker {
 public:
  Maker(const Model& model, std::size_t friction, const std::vector<FreeValue>& free,
        const LawScale& scale)
      : base_(model), friction_(friction), scale_(scale) {
    for (const FreeValue& value : free) {
      const bool is_parameter = std::ranges::find(model.parameters, value.name, &Parameter::name) !=
                                model.parameters.end();
      if (!is_parameter || is_read_elsewhere(model, friction, value.name)) shared_.push_back(value);
    }
    Friction& plain = base_.frictions[friction];
    start_ = plain.forward.kinetic;
    plain.bristles.reset();
    plain.forward = plain.backward = Friction::Law{};
    base_.fit = {};
  }

  std::vector<LawCandidate> all() {
    begin("coulomb", "", {});
    kinetic();
    seed(scale_.level, {0.03, 0.2});
    begin("viscous", "coulomb", {{"coulomb", {"viscous"}}});
    kinetic();
    viscous();
    seed(scale_.force / scale_.rate, {0.1, 0.5});
    begin("static", "viscous",
          {{"coulomb", {"viscous", "static_excess"}}, {"viscous", {"static_excess"}}});
    rising();
    seed(scale_.level, {0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 0.35, 0.45, 0.6, 0.8, 1.0, 1.3});
    asymmetric();
    begin("stribeck", "static",
          {{"coulomb", {"viscous", "static_excess"}},
           {"viscous", {"static_excess"}},
           {"static", {"stribeck_velocity"}}});
    rising();
    seed(scale_.level, {0.1, 0.3, 0.6, 1.0});
    falling();
    seed(scale_.rate, {0.01, 0.03, 0.1, 0.3, 0.8});
    for (std::size_t s = 0; s < base_.springs.size(); ++s)
      if (may_have_gap(base_.springs[s])) freeplay(s);
    if (!base_.frictions[friction_].normal) with_bristles();
    return std::move(made_);
  }

 private:
  Friction& law() { return made_.back().model.frictions[friction_]; }

  void begin(const std::string& name, const std::string& from,
             std::vector<LawCandidate::Special> within) {
    made_.push_back({.name = name,
                     .model = base_,
                     .free = shared_,
                     .values = {},
                     .from = from,
                     .within = std::move(within),
                     .is_two_sided = false,
                     .is_straight = name == "coulomb" || name == "viscous"});
  }

  /// A value of the law, from `lower` on; it does not matter below `small`. It has no unit in the
  /// file: bodies may turn, and levels may be coefficients.
  Expression value(const std::string& key, const std::string& about, const Expression& start,
                   double lower, double small) {
    LawCandidate& to = made_.back();
    Parameter parameter;
    parameter.name = base_.frictions[friction_].name + "_" + key;
    while (std::ranges::find(base_.parameters, parameter.name, &Parameter::name) !=
           base_.parameters.end())
      parameter.name += "_";
    parameter.value = start;
    parameter.about = about;
    to.free.push_back({.name = parameter.name, .lower = lower});
    to.model.parameters.push_back(parameter);
    to.values.push_back(
        {.key = key, .name = parameter.name, .seeds = {}, .small = small, .vanishes_large = false});
    return Expression::symbol(parameter.name);
  }

  void upper(double bound) { made_.back().free.back().upper = bound; }

  /// Where a search for the last value may begin.
  void seed(double size, const std::vector<double>& fractions) {
    for (const double fraction : fractions)
      made_.back().values.back().seeds.push_back(fraction * size);
  }

  void both(Expression Friction::Law::*part, const Expression& value) {
    law().forward.*part = law().backward.*part = value;
  }

  void kinetic(double lower = 0.0) {
    const Expression level =
        value("kinetic", "kinetic friction", start_, lower, kSmall * scale_.level);
    both(&Friction::Law::kinetic, level);
    both(&Friction::Law::breakaway, level);
  }

  void viscous() {
    both(&Friction::Law::viscous, value("viscous", "viscous friction", Expression::number(0.0), 0.0,
                                        kSmall * scale_.force / scale_.rate));
  }

  /// F_S = F_K + excess, which need not be bounded by another value.
  void rising(double lower = 0.0) {
    kinetic(lower);
    viscous();
    const Expression excess =
        value("static_excess", "static less kinetic friction",
              Expression::number(0.1 * scale_.level), 0.0, kSmall * scale_.level);
    both(&Friction::Law::breakaway, Expression::apply(Op::Add, {law().forward.kinetic, excess}));
  }

  void falling() {
    const Expression speed =
        value("stribeck_velocity", "speed over which friction falls to its kinetic level",
              Expression::number(0.1 * scale_.rate), kLeast * scale_.rate, kShort * scale_.rate);
    upper(3.0 * scale_.rate);
    law().forward.stribeck = law().backward.stribeck =
        Friction::Stribeck{speed, Expression::number(2.0)};
  }

  void asymmetric() {
    begin("asymmetric", "viscous",
          {{"coulomb", {"viscous", "asymmetry"}}, {"viscous", {"asymmetry"}}});
    kinetic();
    viscous();
    const Expression fraction =
        value("asymmetry", "(forward - backward)/(forward + backward) of the kinetic levels",
              Expression::number(0.0), -1.0, kSmall);
    upper(1.0);
    const Expression level = law().forward.kinetic, one = Expression::number(1.0);
    const auto part = [&](Op op) {
      return Expression::apply(Op::Multiply, {level, Expression::apply(op, {one, fraction})});
    };
    law().forward.kinetic = law().forward.breakaway = part(Op::Add);
    law().backward.kinetic = law().backward.breakaway = part(Op::Subtract);
    made_.back().is_two_sided = true;
  }

  bool may_have_gap(const Spring& spring) const {
    if (spring.has_gap || spring.force || spring.deflection.formula || !spring.pull) return false;
    return std::ranges::any_of(spring.deflection.terms, [this](const Deflection::Term& term) {
      const auto& terms = base_.frictions[friction_].deflection.terms;
      return term.body != kGround &&
             std::ranges::find(terms, term.body, &Deflection::Term::body) != terms.end();
    });
  }

  void freeplay(std::size_t s) {
    const Spring& spring = base_.springs[s];
    begin("freeplay of " + spring.name, "viscous",
          {{"coulomb", {"viscous", "freeplay"}}, {"viscous", {"freeplay"}}});
    kinetic();
    viscous();
    const auto found = scale_.travels.find(spring.name);
    const double stretch =
        found != scale_.travels.end() && found->second > 0.0 ? found->second : scale_.travel;
    const Expression gap = value("freeplay", "freeplay of " + spring.name, Expression::number(0.0),
                                 0.0, kShort * stretch);
    set_freeplay(made_.back().model.springs[s], gap);
    seed(stretch, {0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4});
  }

  void with_bristles() {
    begin("dahl", "viscous", {{"coulomb", {"viscous", "sigma0"}}, {"viscous", {"sigma0"}}});
    kinetic(kLeast * scale_.level);
    viscous();
    bristles(Friction::Bristles::Kind::Dahl);
    seed(scale_.force / scale_.travel, {1.5, 4.0, 10.0, 25.0, 60.0, 150.0, 400.0});
    begin("lugre", "dahl",
          {{"coulomb", {"viscous", "static_excess", "sigma0"}},
           {"viscous", {"static_excess", "sigma0"}},
           {"static", {"stribeck_velocity", "sigma0"}},
           {"stribeck", {"sigma0"}},
           {"dahl", {"static_excess", "sigma1"}}});
    rising(kLeast * scale_.level);
    seed(scale_.level, {0.1, 0.4, 1.0});
    falling();
    seed(scale_.rate, {0.03, 0.1, 0.3});
    bristles(Friction::Bristles::Kind::LuGre);
    seed(scale_.force / scale_.travel, {3.0, 10.0, 30.0, 100.0});
    law().bristles->sigma1 = value("sigma1", "damping of the bristles",
                                   Expression::number(0.01 * scale_.force / scale_.rate), 0.0,
                                   kSmall * scale_.force / scale_.rate);
  }

  void bristles(Friction::Bristles::Kind kind) {
    const double softest = scale_.force / scale_.travel;  // yields over the whole travel
    set_law(law(), static_cast<std::size_t>(kind) + 1, {});
    law().bristles->sigma0 =
        value("sigma0", "stiffness of the bristles", Expression::number(50.0 * softest),
              0.1 * softest, softest / kShort);
    upper(softest / kLeast);
    made_.back().values.back().vanishes_large = true;
  }

  Model base_;
  std::size_t friction_;
  LawScale scale_;
  Expression start_;
  std::vector<FreeValue> shared_;
  std::vector<LawCandidate> made_;
};

}  // namespace

std::string words_of_law(const std::string& name) {
  static const std::array<std::pair<const char*, const char*>, 7> kWords{{
      {"coulomb", "dry friction of one level"},
      {"viscous", "dry and viscous friction"},
      {"static", "a static friction above the kinetic one"},
      {"asymmetric", "a level of its own for each direction"},
      {"stribeck", "a level that falls with the speed"},
      {"dahl", "bristles that yield before they slide"},
      {"lugre", "bristles, and a level that falls with the speed"},
  }};
  for (const auto& [law, words] : kWords)
    if (name == law) return words;
  return name;
}

std::vector<LawCandidate> law_candidates(const Model& model, const std::string& name,
                                         const std::vector<FreeValue>& free,
                                         const LawScale& scale) {
  std::vector<std::string> names;
  for (const Friction& one : model.frictions) names.push_back(one.name);
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw ModelError({"compare", 0, 0}, "no friction " + quote(name),
                     suggest(name, names, "write the name of one of [frictions]"));
  return Maker(model, static_cast<std::size_t>(found - names.begin()), free, scale).all();
}

}  // namespace luztar
