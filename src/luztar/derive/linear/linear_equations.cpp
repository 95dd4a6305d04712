#include "luztar/derive/linear/linear_equations.h"

#include <algorithm>

#include "luztar/model/kinds.h"

namespace luztar {
namespace {

[[noreturn]] void refuse_massless(const std::string& body, const std::string& what) {
  throw ModelError({}, "'" + body + "' has no mass, and " + what,
                   "give it a mass, or take luztar linearize, which works in numbers");
}

std::vector<std::pair<std::string, Expression>> internals_of(
    const Model& model, const std::vector<RegimeElement>& elements) {
  std::vector<std::pair<std::string, Expression>> made;
  for (const RegimeElement& item : elements)
    if (item.element->law == NetworkElement::Law::Internal)
      made.emplace_back("z." + item.element->name, item.state_rate);
  for (const StateVariable& state : model.states) made.emplace_back("x." + state.name, state.rate);
  return made;
}

}  // namespace

LinearEquations::LinearEquations(const Model& model, const LinearRegime& regime)
    : model_(model),
      regime_(regime),
      network_(network_of(model, evaluate_parameters(model))),
      elements_(elements_in(model, network_, regime)),
      internals_(internals_of(model, elements_)),
      variations_(model, regime,
                  2 * static_cast<int>(model.bodies.size()) + static_cast<int>(internals_.size())) {
  set_masses();
  choose_coordinates();
  set_given_bodies();
  set_internals();
  set_forces();
  set_balances();
  follow_massless();
  set_accelerations();
}

std::string LinearEquations::body_symbol(const char* prefix, int body) const {
  return std::string(prefix) + "." + model_.bodies[static_cast<std::size_t>(body)].name;
}

const Formula& LinearEquations::mass(int a, int b) const {
  return masses_[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

int LinearEquations::input_column(std::size_t input, std::size_t rate) const {
  return internal_column(static_cast<int>(internals_.size())) +
         static_cast<int>(rate * regime_.inputs.size() + input);
}

void LinearEquations::set_masses() {
  const std::size_t n = model_.bodies.size();
  masses_.assign(n, std::vector<Formula>(n));
  for (std::size_t b = 0; b < n; ++b)
    if (network_.roles[b] == BodyRole::Inertial)
      masses_[b][b] = variations_.formula(*model_.bodies[b].mass);
  for (const Inertia& inertia : model_.inertias)
    for (const auto& [a, b, value] : inertia.entries()) {
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      masses_[i][j] = masses_[i][j] + variations_.formula(value);
      if (i != j) masses_[j][i] = masses_[j][i] + variations_.formula(value);
    }
}

/// Leaders have columns, followers combinations of them. Massless bodies follow first.
void LinearEquations::choose_coordinates() {
  std::vector<int> free;
  for (const bool massless : {false, true})
    for (int b = 0; b < n_bodies(); ++b)
      if (!network_.is_given(b) && is_massless(b) == massless) free.push_back(b);
  std::vector<FormulaRow> held;
  for (const RegimeElement& item : elements_) {
    if (!item.holds) continue;
    held.emplace_back();
    for (const auto& [body, arm] : item.arms)
      add_to(held.back(), variations_.formula(arm), unit_row(body));
  }
  held_ = held_coordinates(std::move(held), free);
  constexpr std::size_t kMostLeaders = 6;
  if (held_.leaders.size() > kMostLeaders)
    throw ModelError({}, "more than 6 bodies move: their linear system in symbols fills pages",
                     "luztar linearize gives A, B, C, D in numbers");
  basis_.resize(model_.bodies.size());
  for (const int b : held_.leaders) {
    basis_[static_cast<std::size_t>(b)] = unit_row(b);
    variations_.set(body_symbol("q", b), unit_row(b));
    variations_.set(body_symbol("v", b), unit_row(velocity_column(b)));
  }
}

void LinearEquations::set_given_bodies() {
  given_.resize(model_.bodies.size());
  std::vector<MotionVariation> given(model_.bodies.size());
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    if (!network_.is_given(static_cast<int>(b))) continue;
    if (model_.bodies[b].motion) given[b] = variations_.of_motion(*model_.bodies[b].motion);
    given_[b] = given[b].a;
    variations_.set(body_symbol("q", static_cast<int>(b)), given[b].q);
    variations_.set(body_symbol("v", static_cast<int>(b)), given[b].v);
  }
  for (std::size_t k = 0; k < held_.followers.size(); ++k) {
    const int follower = held_.followers[k];
    const auto at = static_cast<std::size_t>(follower);
    FormulaRow q, v;
    for (const auto& [body, factor] : held_.follower_rows[k]) {
      const auto other = static_cast<std::size_t>(body);
      if (network_.is_given(body)) {
        add_to(q, factor, given[other].q);
        add_to(v, factor, given[other].v);
        add_to(given_[at], factor, given[other].a);
      } else {
        add_to(basis_[at], factor, unit_row(body));
        add_to(q, factor, unit_row(body));
        add_to(v, factor, unit_row(velocity_column(body)));
      }
    }
    variations_.set(body_symbol("q", follower), q);
    variations_.set(body_symbol("v", follower), v);
  }
}

void LinearEquations::set_internals() {
  for (std::size_t i = 0; i < internals_.size(); ++i)
    variations_.set(internals_[i].first, unit_row(internal_column(static_cast<int>(i))));
}

/// Forces, less what masses change by times the accelerations there.
void LinearEquations::set_forces() {
  forces_.resize(model_.bodies.size());
  for (const RegimeElement& item : elements_) {
    if (item.holds) continue;
    const Formula sign(item.element->kind == PartKind::Force ? 1 : -1);
    const Formula force = variations_.formula(item.force);
    const FormulaRow change = variations_.of(item.force);
    for (const auto& [body, arm] : item.arms) {
      FormulaRow& sum = forces_[static_cast<std::size_t>(body)];
      add_to(sum, sign * variations_.formula(arm), change);
      add_to(sum, sign * force, variations_.of(arm));
    }
  }
  const auto drag = [&](int a, int b, const Expression& value) {
    const FormulaRow change = variations_.of(value);
    if (!network_.is_given(b) || model_.bodies[static_cast<std::size_t>(b)].motion)
      add_to(forces_[static_cast<std::size_t>(a)], -Formula::symbol(body_symbol("a", b)), change);
  };
  for (int b = 0; b < n_bodies(); ++b)
    if (network_.role(b) == BodyRole::Inertial)
      drag(b, b, *model_.bodies[static_cast<std::size_t>(b)].mass);
  for (const Inertia& inertia : model_.inertias)
    for (const auto& [a, b, value] : inertia.entries()) {
      drag(a, b, value);
      if (a != b) drag(b, a, value);
    }
}

/// Of leaders: what is left of forces by states and inputs. Those without mass have nothing else.
void LinearEquations::set_balances() {
  balances_.assign(held_.leaders.size(), {});
  for (std::size_t k = 0; k < held_.leaders.size(); ++k)
    for (int i = 0; i < n_bodies(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto arm = basis_[at].find(held_.leaders[k]);
      if (network_.is_given(i) || arm == basis_[at].end()) continue;
      FormulaRow sum = forces_[at];
      for (int b = 0; b < n_bodies(); ++b)
        add_to(sum, -mass(i, b), given_[static_cast<std::size_t>(b)]);
      add_to(balances_[k], arm->second, sum);
    }
}

/// Those whose balance has their velocities drift, others follow the forces.
void LinearEquations::follow_massless() {
  std::vector<int> following;
  for (std::size_t k = 0; k < held_.leaders.size(); ++k) {
    if (!is_massless(held_.leaders[k])) continue;
    const bool drifts = std::ranges::any_of(balances_[k], [&](const auto& entry) {
      const int body = entry.first - n_bodies();
      return body >= 0 && body < n_bodies() && is_massless(body);
    });
    (drifts ? drifting_ : following).push_back(static_cast<int>(k));
  }
  let_follow(following);
  let_drift(drifting_);
}

void LinearEquations::let_follow(const std::vector<int>& places) {
  if (places.empty()) return;
  FormulaMatrix matrix;
  std::vector<FormulaRow> right;
  for (const int k : places) {
    FormulaRow row = balances_[static_cast<std::size_t>(k)];
    matrix.emplace_back();
    for (const int other : places) {
      const int body = held_.leaders[static_cast<std::size_t>(other)];
      matrix.back().push_back(row[body]);
      row.erase(body);
    }
    right.emplace_back();
    add_to(right.back(), Formula(-1), row);
  }
  const auto positions = solve_rows(std::move(matrix), right);
  const auto body_at = [&](std::size_t i) {
    return held_.leaders[static_cast<std::size_t>(places[i])];
  };
  if (!positions)
    refuse_massless(model_.bodies[static_cast<std::size_t>(body_at(0))].name,
                    "nothing holds it here");
  for (std::size_t i = 0; i < places.size(); ++i) {
    replacements_.emplace_back(body_at(i), (*positions)[i]);
    const int column = velocity_column(body_at(i));
    const bool has_rate = std::ranges::all_of((*positions)[i], [&](const auto& entry) {
      return entry.first < n_bodies() ||
             (entry.first >= input_column(0, 0) && entry.first < input_column(0, 2));
    });
    if (has_rate)
      replacements_.emplace_back(column, rate_of_follower((*positions)[i]));
    else
      without_rate_.push_back(column);
  }
}

/// Of positions and inputs alone.
FormulaRow LinearEquations::rate_of_follower(const FormulaRow& position) const {
  FormulaRow rate;
  for (const auto& [column, factor] : position) {
    const bool is_body = column < n_bodies();
    const int next =
        is_body ? velocity_column(column) : column + static_cast<int>(regime_.inputs.size());
    add_to(rate, factor, unit_row(next));
  }
  return rate;
}

void LinearEquations::let_drift(const std::vector<int>& places) {
  if (places.empty()) return;
  FormulaMatrix matrix;
  std::vector<FormulaRow> right;
  for (const int k : places) {
    FormulaRow row = resolved(balances_[static_cast<std::size_t>(k)]);
    matrix.emplace_back();
    for (const int other : places) {
      const int column = velocity_column(held_.leaders[static_cast<std::size_t>(other)]);
      matrix.back().push_back(row[column]);
      row.erase(column);
    }
    right.emplace_back();
    add_to(right.back(), Formula(-1), row);
  }
  const auto rates = solve_rows(std::move(matrix), right);
  const int first = held_.leaders[static_cast<std::size_t>(places[0])];
  if (!rates)
    refuse_massless(model_.bodies[static_cast<std::size_t>(first)].name,
                    "the damping on it does not say how it moves");
  for (std::size_t i = 0; i < places.size(); ++i)
    replacements_.emplace_back(velocity_column(held_.leaders[static_cast<std::size_t>(places[i])]),
                               (*rates)[i]);
}

/// By states alone: massless bodies are replaced.
FormulaRow LinearEquations::resolved(FormulaRow row) const {
  for (const int column : without_rate_)
    if (row.contains(column))
      refuse_massless(model_.bodies[static_cast<std::size_t>(column - n_bodies())].name,
                      "its velocity follows the rate of a force");
  for (const auto& [column, by] : replacements_) {
    const auto found = row.find(column);
    if (found == row.end()) continue;
    const Formula factor = found->second;
    row.erase(found);
    add_to(row, factor, by);
  }
  return row;
}

void LinearEquations::set_accelerations() {
  std::vector<int> inert;  // places among leaders
  for (std::size_t k = 0; k < held_.leaders.size(); ++k)
    if (!is_massless(held_.leaders[k])) inert.push_back(static_cast<int>(k));
  FormulaMatrix matrix;
  std::vector<FormulaRow> right;
  const auto along = [&](int body, int leader) {
    const FormulaRow& row = basis_[static_cast<std::size_t>(body)];
    const auto found = row.find(leader);
    return found == row.end() ? Formula() : found->second;
  };
  for (const int k : inert) {
    right.push_back(resolved(balances_[static_cast<std::size_t>(k)]));
    matrix.emplace_back();
    for (const int other : inert) {
      Formula sum;
      for (int i = 0; i < n_bodies(); ++i)
        for (int b = 0; b < n_bodies(); ++b)
          sum = sum + along(i, held_.leaders[static_cast<std::size_t>(k)]) * mass(i, b) *
                          along(b, held_.leaders[static_cast<std::size_t>(other)]);
      matrix.back().push_back(sum);
    }
  }
  const auto rows = solve_rows(std::move(matrix), right);
  if (!rows)
    throw ModelError({}, "the mass matrix is singular",
                     "give each body that moves a mass of its own");
  accelerations_ = given_;
  for (int b = 0; b < n_bodies(); ++b)
    for (std::size_t k = 0; k < inert.size(); ++k)
      add_to(accelerations_[static_cast<std::size_t>(b)],
             along(b, held_.leaders[static_cast<std::size_t>(inert[k])]), (*rows)[k]);
}

std::vector<LinearEquations::State> LinearEquations::states() const {
  std::vector<State> made;
  std::vector<int> inert, all;
  for (const int b : held_.leaders)
    if (!is_massless(b)) inert.push_back(b);
  all = inert;
  for (const int k : drifting_) all.push_back(held_.leaders[static_cast<std::size_t>(k)]);
  for (const int b : all)
    made.push_back({body_symbol("q", b), b, resolved(unit_row(velocity_column(b)))});
  for (const int b : inert)
    made.push_back({body_symbol("v", b), velocity_column(b),
                    resolved(accelerations_[static_cast<std::size_t>(b)])});
  for (std::size_t i = 0; i < internals_.size(); ++i)
    made.push_back({internals_[i].first, internal_column(static_cast<int>(i)),
                    resolved(variations_.of(internals_[i].second))});
  return made;
}

/// What holds takes what bodies that follow are short of.
FormulaRow LinearEquations::held_force(std::size_t element) const {
  if (held_.redundant)
    throw ModelError(elements_[element].element->where,
                     "the force of '" + elements_[element].element->name +
                         "' is not unique: several elements hold the same bodies",
                     "take another output");
  FormulaMatrix matrix;
  std::vector<FormulaRow> right;
  for (const int i : held_.followers) {
    FormulaRow rest = forces_[static_cast<std::size_t>(i)];
    for (int b = 0; b < n_bodies(); ++b)
      add_to(rest, -mass(i, b), accelerations_[static_cast<std::size_t>(b)]);
    right.push_back(resolved(rest));
    matrix.emplace_back();
    for (const RegimeElement& item : elements_) {
      if (!item.holds) continue;
      Formula sum;
      for (const auto& [body, arm] : item.arms)
        if (body == i) sum = sum + variations_.formula(arm);
      matrix.back().push_back(sum);
    }
  }
  const auto forces = solve_rows(std::move(matrix), right);
  const auto place =
      std::count_if(elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(element),
                    [](const RegimeElement& item) { return item.holds; });
  return (*forces)[static_cast<std::size_t>(place)];
}

FormulaRow LinearEquations::output(const std::string& name) const {
  for (int b = 0; b < n_bodies(); ++b) {
    if (name != body_symbol("a", b)) continue;
    if (is_massless(b))
      refuse_massless(model_.bodies[static_cast<std::size_t>(b)].name,
                      "its acceleration is not derived");
    return resolved(accelerations_[static_cast<std::size_t>(b)]);
  }
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const RegimeElement& item = elements_[e];
    if (name == "d." + item.element->name) return resolved(variations_.of(item.deflection));
    if (name != "f." + item.element->name) continue;
    return item.holds ? held_force(e) : resolved(variations_.of(item.force));
  }
  return resolved(variations_.of_symbol(name));
}

std::vector<std::pair<std::string, FormulaRow>> LinearEquations::followers() const {
  std::vector<std::pair<std::string, FormulaRow>> made;
  const std::vector<State> all = states();
  for (int b = 0; b < n_bodies(); ++b) {
    const std::string name = body_symbol("q", b);
    if (network_.is_given(b) || std::ranges::find(all, name, &State::name) != all.end()) continue;
    made.emplace_back(name, resolved(variations_.of_symbol(name)));
  }
  return made;
}

}  // namespace luztar
