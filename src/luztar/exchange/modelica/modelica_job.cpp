#include "luztar/exchange/modelica/modelica_job.h"

#include <cmath>
#include <limits>

#include "luztar/exchange/modelica/modelica_formula.h"
#include "luztar/import/modelica_library.h"
#include "luztar/model/coordinates.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

bool is_negative(const Expression& e) {
  return e.op() == Op::Negate || (e.op() == Op::Number && e.number() < 0.0);
}

}  // namespace

std::string modelica_type(const std::string& kind, bool turning) {
  return modelica::library_type(kind, turning);
}

std::vector<Deflection::Term> moving_terms(const Deflection& deflection) {
  std::vector<Deflection::Term> terms;
  for (const Deflection::Term& term : deflection.terms)
    if (term.body != kGround) terms.push_back(term);
  return terms;
}

ModelicaEnds modelica_ends(const Deflection& deflection) {
  ModelicaEnds ends;
  ends.plus.arm = ends.minus.arm = Expression::number(1.0);
  std::vector<Deflection::Term> terms = moving_terms(deflection);
  const bool swaps = is_negative(terms.front().coefficient) &&
                     (terms.size() == 1 || !is_negative(terms.back().coefficient));
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool is_plus = (i == 0) != swaps;
    const Expression& c = terms[i].coefficient;
    ModelicaEnds::End& end = is_plus ? ends.plus : ends.minus;
    end.body = terms[i].body;
    end.arm = is_plus ? c : terse::negated(c);
  }
  return ends;
}

ModelicaJob::ModelicaJob(const Model& whole, const std::string& own_name)
    : model_(whole),
      values_(evaluate_parameters(whole)),
      network_(network_of(whole, values_)),
      kinds_(coordinates_of(whole)) {
  names_.reserve(own_name);
  add_names();
  std::size_t place = 0;
  for_each_element(model_, [&](const auto& element) { element_places_[element.name] = place++; });
  for (std::size_t i = 0; i < model_.bodies.size(); ++i)
    bodies_[model_.bodies[i].name] = static_cast<int>(i);
}

void ModelicaJob::add_names() {
  for (const auto& x : model_.parameters) names_.add("", x.name, "");
  for (const auto& x : model_.signals) names_.add("", x.name, "");
  for (const auto& x : model_.tables) names_.add("", x.name, "");
  for (const auto& x : model_.bodies) names_.add("q", x.name, "body");
  for_each_element_list(model_, [&](PartKind kind, const auto& list) {
    for (const auto& x : list) names_.add("f", x.name, word_of(kind));
  });
  for (const auto& x : model_.inertias) names_.add("inertia", x.name, "inertia");
  for (const auto& x : model_.states) names_.add("x", x.name, "state");
  for (const auto& x : model_.controllers)
    for (const auto& held : x.memory) names_.add("x", x.name + "." + held.name, "");
}

void ModelicaJob::refuse(const SourceLocation& where, const std::string& what,
                         const std::string& advice) {
  refusals_.push_back({where, what, advice});
}

double ModelicaJob::number(const Expression& expression) const {
  return evaluate(expression, [&](const std::string& name) {
    if (const auto found = values_.find(name); found != values_.end()) return found->second;
    const bool is_place = name.starts_with("q.");
    const auto body = is_place ? bodies_.find(name.substr(2)) : bodies_.end();
    if (body == bodies_.end()) return std::numeric_limits<double>::quiet_NaN();
    return number(model_.bodies[static_cast<std::size_t>(body->second)].position);
  });
}

bool ModelicaJob::turns(int body) const {
  const auto i = static_cast<std::size_t>(body);
  return is_angle(kinds_.bodies[i]).value_or(model_.bodies[i].rotates);
}

bool ModelicaJob::turns_along(std::size_t element) const {
  const NetworkElement& one = network_.elements[element];
  if (const auto known = is_angle(kinds_.elements[element_places_.at(one.name)])) return *known;
  bool all = true;
  for (const Deflection::Term& term : moving_terms(one.deflection)) {
    if (terse::is_number(term.coefficient, 1.0) || terse::is_number(term.coefficient, -1.0))
      return turns(term.body);
    all = all && turns(term.body);
  }
  return all;
}

const std::string& ModelicaJob::name_of(const NetworkElement& element) const {
  return names_.of("f", element.name);
}

const std::string& ModelicaJob::name_of(int body) const {
  return names_.of("q", model_.bodies[static_cast<std::size_t>(body)].name);
}

std::string ModelicaJob::flange(int body, bool turning, bool second) {
  if (body != kGround)
    return name_of(body) + (network_.is_given(body) ? ".flange"
                            : second                ? ".flange_b"
                                                    : ".flange_a");
  std::string& ground = ground_[turning ? 1 : 0];
  if (ground.empty()) {
    ground = names_.more(turning ? "housing" : "ground");
    document_.component(modelica_type("Fixed", turning), ground, {}, "Ground");
  }
  return ground + ".flange";
}

std::string ModelicaJob::position(int body) const {
  const std::string coordinate = turns(body) ? ".phi" : ".s";
  if (network_.is_given(body)) return name_of(body) + ".flange" + coordinate;
  return name_of(body) + (network_.is_massless(body) ? ".flange_a" : "") + coordinate;
}

std::string ModelicaJob::velocity(int body) const {
  if (network_.role(body) == BodyRole::Inertial) return name_of(body) + (turns(body) ? ".w" : ".v");
  return "der(" + position(body) + ")";
}

std::string ModelicaJob::symbol(const std::string& name, const ModelicaSymbols& own) const {
  if (const auto found = own.find(name); found != own.end()) return found->second;
  if (name == "t") return "time";
  if (name.starts_with("q.")) return position(bodies_.at(name.substr(2)));
  if (name.starts_with("v.")) return velocity(bodies_.at(name.substr(2)));
  if (!name.starts_with("x.")) return names_.of("", name);
  const std::string state = name.substr(2);
  const bool is_block = state.find('.') == std::string::npos;
  return names_.of("x", state) + (is_block ? ".y" : "");
}

std::string ModelicaJob::formula(const Expression& expression, const ModelicaSymbols& own) {
  try {
    return modelica_formula(expression, [&](const std::string& name) { return symbol(name, own); });
  } catch (const ModelError& error) {
    refusals_.insert(refusals_.end(), error.diagnostics().begin(), error.diagnostics().end());
    return "0";
  }
}

}  // namespace luztar
