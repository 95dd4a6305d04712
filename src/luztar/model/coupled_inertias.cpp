#include "luztar/model/coupled_inertias.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "luztar/core/nearness.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/geometry.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/value_check.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

bool is_given(const Body& body) { return body.motion || terse::is_infinite(*body.mass); }

bool is_zero(const Expression& x) { return terse::is_number(x, 0.0); }

/// Of further parameters: such as no file has, or such as one could have.
enum class FactorNames { Hidden, Written };

/// Factors of the mass matrix of the bodies that inertias name, as parameters by name.
class Factors {
 public:
  Factors(const Model& model, FactorNames names) : model_(model), names_(names) {
    order();
    fill();
    for (std::size_t k = 0; k < free_; ++k) eliminate(k);
    for (std::size_t k = free_; k-- > 0;) invert(k);
  }

  /// Bodies in the order of elimination, given ones last.
  const std::vector<int>& bodies() const { return bodies_; }
  std::size_t free() const { return free_; }
  std::vector<Parameter> take_parameters() { return std::move(parameters_); }
  Expression mass(std::size_t k) const { return masses_[k]; }
  /// q = z + sum of these * z of others.
  const std::map<std::size_t, Expression>& inverse(std::size_t k) const { return inverse_[k]; }
  std::vector<CoupledCoordinate> coordinates() const {
    std::vector<CoupledCoordinate> found;
    for (std::size_t k = 0; k < free_; ++k) {
      CoupledCoordinate& coordinate = found.emplace_back(CoupledCoordinate{bodies_[k], {}});
      for (const auto& [j, share] : shares_[k])
        coordinate.shares.emplace_back(bodies_[j], share.symbol());
    }
    return found;
  }

 private:
  void order() {
    std::set<int> named;
    for (const Inertia& inertia : model_.inertias)
      named.insert(inertia.bodies.begin(), inertia.bodies.end());
    for (const bool given : {false, true})
      for (const int b : named)
        if (is_given(model_.bodies[static_cast<std::size_t>(b)]) == given) bodies_.push_back(b);
    free_ = static_cast<std::size_t>(std::ranges::count_if(
        bodies_, [this](int b) { return !is_given(model_.bodies[static_cast<std::size_t>(b)]); }));
    shares_.resize(bodies_.size());
    inverse_.resize(bodies_.size());
  }

  void fill() {
    std::map<int, std::size_t> places;
    for (std::size_t k = 0; k < bodies_.size(); ++k) places[bodies_[k]] = k;
    for (std::size_t k = 0; k < free_; ++k) mass_[{k, k}] = *body(k).mass;
    for (const Inertia& inertia : model_.inertias)
      for (const auto& [a, b, value] : inertia.entries())
        if (!is_zero(value)) add(places.at(a), places.at(b), value);
  }

  /// To the entry of two bodies, one of which is free.
  void add(std::size_t a, std::size_t b, const Expression& value) {
    if (a > b) std::swap(a, b);
    if (a >= free_) return;
    Expression& entry = mass_[{a, b}];
    entry = terse::sum(entry, value);
  }

  void eliminate(std::size_t k) {
    masses_.push_back(define("d", k, k, mass_.at({k, k}), "mass of the coordinate of "));
    std::map<std::size_t, Expression>& row = shares_[k];
    for (std::size_t j = k + 1; j < bodies_.size(); ++j)
      if (const auto found = mass_.find({k, j}); found != mass_.end())
        row[j] = define("u", k, j, terse::quotient(found->second, mass(k)),
                        "share in the coordinate of ");
    for (const auto& [i, first] : row)
      for (const auto& [j, second] : row)
        if (i <= j)
          add(i, j, terse::negated(terse::product(terse::product(first, second), mass(k))));
  }

  void invert(std::size_t k) {
    std::map<std::size_t, Expression> row;
    for (const auto& [j, share] : shares_[k]) {
      row[j] = terse::difference(row[j], share);
      for (const auto& [m, further] : inverse_[j])
        row[m] = terse::difference(row[m], terse::product(share, further));
    }
    for (const auto& [m, value] : row)
      inverse_[k][m] = define("a", k, m, value, "share of another coordinate in ");
  }

  Expression define(const std::string& kind, std::size_t k, std::size_t j, const Expression& value,
                    const char* about) {
    const bool hidden = names_ == FactorNames::Hidden;
    std::string name = (hidden ? "|" : "") + kind + (hidden ? "|" : "_") + body(k).name;
    if (j != k) name += (hidden ? "|" : "_") + body(j).name;
    while (!hidden && Names(model_).find(name, NameSpace::Formula) != nullptr) name += "_";
    parameters_.push_back({.name = name, .value = value, .about = about + body(k).name});
    return Expression::symbol(name, {});
  }

  const Body& body(std::size_t k) const {
    return model_.bodies[static_cast<std::size_t>(bodies_[k])];
  }

  const Model& model_;
  FactorNames names_;
  std::vector<int> bodies_;
  std::size_t free_{};
  std::vector<Expression> masses_;                                   ///< (free)
  std::map<std::pair<std::size_t, std::size_t>, Expression> mass_;   ///< what is left of M
  std::vector<std::map<std::size_t, Expression>> shares_, inverse_;  ///< rows of U, of U^-1 - 1
  std::vector<Parameter> parameters_;
};

/// Writes a model in other coordinates.
class Rewriting {
 public:
  Rewriting(Model& model, const Factors& factors) : model_(model) {
    for (std::size_t k = 0; k < factors.free(); ++k) {
      std::vector<Deflection::Term>& row = rows_[factors.bodies()[k]];
      for (const auto& [j, value] : factors.inverse(k)) row.push_back({factors.bodies()[j], value});
      for (const char* prefix : {"q.", "v."})
        sums_[prefix + name(factors.bodies()[k])] = sum(prefix, factors.bodies()[k], row);
    }
  }

  /// Sums of constant arms, or of gradients, and nothing else.
  void write_arms() {
    for_each_element(model_, [this](auto& element) { add_terms(element.deflection); });
  }

  void write() {
    for (StateVariable& state : model_.states) write_fields(state);
    for (Controller& controller : model_.controllers) write_fields(controller);
    for (Delay& delay : model_.delays) delay.argument = in_coordinates(delay.argument);
    for_each_element(model_, [this](auto& element) {
      write_arms(element.deflection);
      write_fields(element);
    });
  }

 private:
  const std::string& name(int body) const {
    return model_.bodies[static_cast<std::size_t>(body)].name;
  }

  Expression sum(const char* prefix, int body, const std::vector<Deflection::Term>& row) const {
    Expression all = Expression::symbol(prefix + name(body), {});
    for (const auto& [other, value] : row)
      all = terse::sum(all, terse::product(value, Expression::symbol(prefix + name(other), {})));
    return all;
  }

  Expression in_coordinates(const Expression& x) const { return substitute(x, sums_); }

  void write_fields(auto& item) const {
    for_each_field(item, [this](const Field& field, Expression& value) {
      if (field.place == Place::Feedback || field.place == Place::Sampled)
        value = in_coordinates(value);
    });
  }

  void write_arms(Deflection& deflection) const {
    if (deflection.formula) {
      deflection = along(model_, in_coordinates(*deflection.formula));
      return;
    }
    add_terms(deflection);
  }

  void add_terms(Deflection& deflection) const {
    const std::vector<Deflection::Term> before = deflection.terms;
    for (const auto& [body, coefficient] : before) {
      const auto row = rows_.find(body);
      if (row == rows_.end()) continue;
      for (const auto& [other, value] : row->second)
        add(deflection.terms, other, terse::product(coefficient, value));
    }
  }

  static void add(std::vector<Deflection::Term>& terms, int body, const Expression& coefficient) {
    const auto found = std::ranges::find(terms, body, &Deflection::Term::body);
    if (found == terms.end())
      terms.push_back({body, coefficient});
    else
      found->coefficient = terse::sum(found->coefficient, coefficient);
  }

  Model& model_;
  std::map<int, std::vector<Deflection::Term>> rows_;  ///< of q by z of others
  std::map<std::string, Expression> sums_;
};

/// "'plunge' and 'pitch'"
std::string names_of(const Model& model, const Inertia& inertia) {
  std::string text;
  for (std::size_t i = 0; i < inertia.bodies.size(); ++i) {
    const std::string& name = model.bodies[static_cast<std::size_t>(inertia.bodies[i])].name;
    text += (i == 0 ? "'" : i + 1 < inertia.bodies.size() ? "', '" : "' and '") + name;
  }
  return text + "'";
}

/// False if a value is no number, or what is across the diagonal is another one: which is told.
bool check_entries(const Inertia& inertia, ValueCheck& check) {
  bool right = true;
  const auto number = [&](const Expression& value) {
    const auto found = check.finite(value, "the inertia '" + inertia.name + "'");
    right = right && found;
    return found;
  };
  if (inertia.value) number(*inertia.value);
  for (std::size_t i = 0; i < inertia.matrix.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const auto below = number(inertia.matrix[i][j]), above = number(inertia.matrix[j][i]);
      if (!below || !above || is_negligible(*below - *above, std::abs(*above), kFewUlps)) continue;
      right = false;
      check.report(inertia.matrix[i][j],
                   "the matrix of '" + inertia.name + "' is not symmetric: " + text_of(*below) +
                       " in row " + std::to_string(i + 1) + ", " + text_of(*above) +
                       " across the diagonal",
                   "write the same value in both places");
    }
  return right;
}

/// The inertia that couples a body last.
const Inertia& inertia_at(const Model& model, int body) {
  return *std::find_if(
      model.inertias.rbegin(), model.inertias.rend(),
      [body](const Inertia& inertia) { return std::ranges::count(inertia.bodies, body) > 0; });
}

/// Pivots of elimination, which are positive where the kinetic energy is.
void check_energy(const Model& model, ParameterValues values, ValueCheck& check) {
  Factors factors(model, FactorNames::Hidden);
  double whole = 0.0;  // of the row that comes
  std::size_t k = 0;
  for (const Parameter& parameter : factors.take_parameters()) {
    const double value = values[parameter.name] = evaluate(parameter.value, values);
    if (!parameter.name.starts_with("|d|")) continue;
    const int b = factors.bodies()[k++];
    whole = evaluate(*model.bodies[static_cast<std::size_t>(b)].mass, values);
    const Inertia& inertia = inertia_at(model, b);
    for (const Inertia& other : model.inertias)
      for (const auto& [one, two, entry] : other.entries())
        if (one == b && two == b) whole += evaluate(entry, values);
    const bool is_positive = value > 0.0 && std::isfinite(1.0 / value);
    if (is_positive && exceeds(value, whole, kNoise)) continue;
    check.of(inertia.where);
    const std::string& name = model.bodies[static_cast<std::size_t>(b)].name;
    if (whole == 0.0)
      check.report(Expression(), "'" + inertia.name + "' couples '" + name + "', which has no mass",
                   "give '" + name + "' a mass, or write its own inertia into a matrix");
    else
      check.report(Expression(),
                   "with the inertia '" + inertia.name + "' the mass matrix of " +
                       names_of(model, inertia) + " is not positive definite",
                   inertia.value ? "of two bodies value^2 is less than the product of their masses"
                                 : "the kinetic energy of every motion must be more than 0");
    return;
  }
}

std::optional<Uncoupled> uncoupled(const Model& model, FactorNames names,
                                   void (Rewriting::*write)()) {
  if (model.inertias.empty()) return std::nullopt;
  Factors factors(model, names);
  Uncoupled made{model, factors.coordinates()};
  (Rewriting(made.model, factors).*write)();
  for (std::size_t k = 0; k < factors.free(); ++k)
    made.model.bodies[static_cast<std::size_t>(factors.bodies()[k])].mass = factors.mass(k);
  for (Parameter& parameter : factors.take_parameters())
    made.model.parameters.push_back(std::move(parameter));
  made.model.inertias.clear();
  return made;
}

}  // namespace

std::vector<Inertia::Entry> Inertia::entries() const {
  if (value) return {{bodies[0], bodies[1], *value}};
  std::vector<Entry> found;
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::size_t j = i; j < matrix.size(); ++j)
      found.push_back({bodies[i], bodies[j], matrix[i][j]});
  return found;
}

std::optional<Uncoupled> without_inertias(const Model& model) {
  return uncoupled(model, FactorNames::Hidden, &Rewriting::write);
}

std::optional<Uncoupled> with_uncoupled_arms(const Model& model) {
  return uncoupled(model, FactorNames::Written, &Rewriting::write_arms);
}

ParameterValues with_coupled_values(const Uncoupled& uncoupled, ParameterValues values) {
  for (const Parameter& parameter : uncoupled.model.parameters)
    if (parameter.name.starts_with('|')) values[parameter.name] = evaluate(parameter.value, values);
  return values;
}

void check_inertias(const Model& model, const ParameterValues& values, Diagnostics& mistakes) {
  if (model.inertias.empty()) return;
  ValueCheck check(values, mistakes);
  bool right = true;
  for (const Inertia& inertia : model.inertias) {
    check.of(inertia.where);
    right = check_entries(inertia, check) && right;
    bool any_free = false;
    for (const int b : inertia.bodies) {
      const Body& body = model.bodies[static_cast<std::size_t>(b)];
      right = right && (body.motion || (body.mass && check.value(*body.mass)));
      any_free = any_free || (body.mass && !terse::is_infinite(*body.mass));
    }
    if (!any_free)
      check.report(Expression(), "'" + inertia.name + "' acts on nothing: its bodies are given",
                   "name a body that has a mass");
  }
  if (right) check_energy(model, values, check);
}

void refuse_inertias(const Model& model, const std::string& who) {
  if (model.inertias.empty()) return;
  const Inertia& inertia = model.inertias.front();
  throw ModelError(
      inertia.where,
      who + " the inertia '" + inertia.name + "', which couples " + names_of(model, inertia),
      "write the model in coordinates without it, such as the centre of mass");
}

}  // namespace luztar
