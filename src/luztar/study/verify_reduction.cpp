#include "luztar/study/verify_reduction.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/dynamics/system.h"
#include "luztar/simulate/simulate.h"

namespace luztar {
namespace {

constexpr double kRounding = 1e-9;  ///< relative errors below are those of the runs themselves
constexpr double kLeastOrder = 0.2;

bool mentions(const Expression& expression, const std::string& name) {
  const auto symbols = symbols_of(expression);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](const Expression& symbol) { return symbol.symbol() == name; });
}

bool is_damping(std::string_view key) { return key == "viscous" || key == "damping"; }

/// True if the parameter occurs in dampings only.
bool only_damps(Model model, const std::string& parameter) {
  bool damps = false, else_where = false;
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (!mentions(value, parameter)) return;
    (is_damping(key.key) ? damps : else_where) = true;
  });
  for (const Parameter& other : model.parameters) {
    else_where = else_where || mentions(other.value, parameter);
  }
  return damps && !else_where;
}

double factor_of(const ParameterLimit& limit, bool damping, double s) {
  const double small = damping ? std::sqrt(s) : s;
  return limit.kind == LimitKind::Zero ? small : 1 / small;
}

void scale_parameter(Model& model, const ParameterLimit& limit, double s) {
  const double factor = factor_of(limit, only_damps(model, limit.name), s);
  const double value = evaluate_parameters(model).at(limit.name);
  if (value == 0 && limit.kind == LimitKind::Infinity) {
    throw ModelError(limit.where, "'" + limit.name + "' is 0 and cannot grow from there",
                     "give it a value to start from");
  }
  for (Parameter& parameter : model.parameters) {
    if (parameter.name == limit.name) parameter.value = Expression::number(value * factor);
  }
}

void scale_value(Model& model, const ParameterLimit& limit, double s) {
  const std::size_t dot = limit.name.find('.');
  const std::string owner = limit.name.substr(0, dot);
  std::string name = limit.name.substr(dot + 1);
  if (name == "inertia") name = "mass";
  std::map<const void*, Expression> scaled;  // both directions of a friction stay one law
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (key.name != owner) return;
    const auto known = scaled.find(value.identity());
    const bool is_default = known != scaled.end() && key.key == "static" && name == "kinetic";
    if (key.key != name && !is_default) return;
    if (known == scaled.end()) {
      const Expression factor = Expression::number(factor_of(limit, is_damping(key.key), s));
      scaled.emplace(value.identity(), Expression::apply(Op::Multiply, {factor, value}));
    }
    value = scaled.at(value.identity());
  });
}

// --- the start -------------------------------------------------------------------------------

using Values = std::map<std::string, double>;

/// q.BODY of a reduced model and, through the reduction, of the bodies that it does not have.
Values all_positions(const Reduction& reduction, Values values) {
  for (const EliminatedBody& body : reduction.eliminated) {
    const double position = evaluate(body.position, [&](const std::string& name) {
      const auto found = values.find(name);
      return found == values.end() ? 0.0 : found->second;
    });
    values["q." + body.name] = position;
  }
  return values;
}

/// Bodies without mass in the limit start on their balance, with the velocity that keeps them
/// there.
class Start {
 public:
  Start(const Reduction& reduction, const ParameterValues& parameters, const Trajectory& reduced) {
    constexpr double kStep = 1e-6;  // [s], for the derivative along the motion
    Values now, before, after;
    for (const auto& [name, value] : parameters) now[name] = value;
    before = after = now;
    const auto& bodies = reduction.model.bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const double q = reduced.q[b][0], v = reduced.v[b][0];
      const std::string name = "q." + bodies[b].name;
      now[name] = q;
      before[name] = q - kStep * v;
      after[name] = q + kStep * v;
      if (bodies[b].mass && evaluate(*bodies[b].mass, parameters) == 0) {
        values_[bodies[b].name] = {q, v};
      }
    }
    now = all_positions(reduction, std::move(now));
    before = all_positions(reduction, std::move(before));
    after = all_positions(reduction, std::move(after));
    for (const EliminatedBody& body : reduction.eliminated) {
      const std::string name = "q." + body.name;
      values_[body.name] = {now[name], (after[name] - before[name]) / (2 * kStep)};
    }
  }

  /// Sets initial values in `model`, where the file's own ones do not count in the limit.
  void apply(Model& model, const std::set<std::string>& massless) const {
    for (Body& body : model.bodies) {
      const auto found = values_.find(body.name);
      if (found == values_.end() || body.motion || !massless.contains(body.name)) continue;
      body.position = Expression::number(found->second.first);
      body.velocity = Expression::number(found->second.second);
    }
  }

 private:
  std::map<std::string, std::pair<double, double>> values_{};
};

/// Bodies whose mass vanishes: it falls with the small number.
std::set<std::string> vanishing_masses(const Model& full,
                                       const std::vector<ParameterLimit>& limits) {
  constexpr double kTiny = 1e-12;
  const Model small = with_small_number(full, limits, kTiny);
  const ParameterValues own = evaluate_parameters(full), then = evaluate_parameters(small);
  std::set<std::string> names;
  for (std::size_t b = 0; b < full.bodies.size(); ++b) {
    if (!full.bodies[b].mass) continue;
    const double before = evaluate(*full.bodies[b].mass, own);
    const double after = evaluate(*small.bodies[b].mass, then);
    if (after <= 1e-3 * before) names.insert(full.bodies[b].name);
  }
  return names;
}

// --- comparison --------------------------------------------------------------------------------

struct Compared {
  std::string name;
  std::size_t full, reduced;  ///< indices of the body
};

std::vector<Compared> common_bodies(const Model& full, const Model& reduced, bool with_massless) {
  std::vector<Compared> common;
  const ParameterValues values = evaluate_parameters(reduced);
  for (std::size_t r = 0; r < reduced.bodies.size(); ++r) {
    const Body& body = reduced.bodies[r];
    if (!body.mass || (!with_massless && evaluate(*body.mass, values) == 0)) continue;
    for (std::size_t f = 0; f < full.bodies.size(); ++f) {
      if (full.bodies[f].name == body.name) common.push_back({body.name, f, r});
    }
  }
  return common;
}

/// How far each compared body goes in the reduced model; 1 for one that does not move.
std::vector<double> ways(const std::vector<Compared>& bodies, const Trajectory& reduced) {
  std::vector<double> ways;
  for (const Compared& body : bodies) {
    const auto& q = reduced.q[body.reduced];
    const auto [low, high] = std::minmax_element(q.begin(), q.end());
    ways.push_back(*high > *low ? *high - *low : 1.0);
  }
  return ways;
}

double distance(const std::vector<Compared>& bodies, const std::vector<double>& way,
                const Trajectory& full, const Trajectory& reduced) {
  double worst = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& a = full.q[bodies[i].full];
    const auto& b = reduced.q[bodies[i].reduced];
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      worst = std::max(worst, std::abs(a[k] - b[k]) / way[i]);
    }
  }
  return worst;
}

Trajectory run(const Model& model) {
  const System system = compile(model);
  return simulate(system, initial_state(system), system.settings());
}

std::string trouble_of(const Trajectory& run, const std::string& which) {
  if (run.info.status == Status::Finished) return "";
  const std::string why =
      run.info.diagnosis.empty() ? to_text(run.info.status) : run.info.diagnosis;
  return which + " ended early: " + why;
}

/// Slope of log(error) over log(s) by least squares: single errors of impacts depend on phases.
double fitted_order(const std::vector<VerificationRow>& rows) {
  double x_mean = 0, y_mean = 0, xy = 0, xx = 0;
  for (const VerificationRow& row : rows) {
    if (!(row.error > 0)) return 0;
    x_mean += std::log(row.small) / static_cast<double>(rows.size());
    y_mean += std::log(row.error) / static_cast<double>(rows.size());
  }
  for (const VerificationRow& row : rows) {
    const double x = std::log(row.small) - x_mean;
    xy += x * (std::log(row.error) - y_mean);
    xx += x * x;
  }
  return xx > 0 ? xy / xx : 0;
}

void judge(Verification& result) {
  const auto& rows = result.rows;
  if (rows.size() < 2 || !result.trouble.empty()) return;
  const double first = rows.front().error, last = rows.back().error;
  result.order = fitted_order(rows);
  result.converges = last <= kRounding || (last < first && result.order >= kLeastOrder);
}

}  // namespace

Model with_small_number(const Model& full, const std::vector<ParameterLimit>& limits, double s) {
  Model model = full;
  for (const ParameterLimit& limit : limits) {
    if (limit.name.find('.') == std::string::npos) {
      scale_parameter(model, limit, s);
    } else {
      scale_value(model, limit, s);
    }
  }
  return model;
}

Verification verify_reduction(const Model& full, const Reduction& reduction,
                              const VerificationSettings& settings) {
  Verification result;
  const Trajectory reduced = run(reduction.model);
  result.trouble = trouble_of(reduced, "the reduced model");
  std::vector<Compared> bodies = common_bodies(full, reduction.model, false);
  if (bodies.empty()) bodies = common_bodies(full, reduction.model, true);
  for (const Compared& body : bodies) result.bodies.push_back(body.name);
  if (!result.trouble.empty() || bodies.empty()) return result;
  const Start start(reduction, evaluate_parameters(full), reduced);
  const std::set<std::string> massless = vanishing_masses(full, reduction.limits);
  const std::vector<double> way = ways(bodies, reduced);
  double s = settings.first;
  for (int level = 0; level < settings.levels && result.trouble.empty(); ++level, s /= 4) {
    Model model = with_small_number(full, reduction.limits, s);
    start.apply(model, massless);
    const Trajectory small = run(model);
    result.trouble = trouble_of(small, "the full model with s = " + to_text(Expression::number(s)));
    VerificationRow row{s, distance(bodies, way, small, reduced), 0};
    if (!result.rows.empty() && row.error > 0) {
      row.order = std::log(result.rows.back().error / row.error) / std::log(4.0);
    }
    result.rows.push_back(row);
  }
  judge(result);
  return result;
}

}  // namespace luztar
