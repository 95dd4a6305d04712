#include "acceptance/everything_second.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace acceptance {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr long kMostSteps = 40'000;
constexpr int kRules = 7;  ///< order 14
constexpr double kTolerance = 1e-13, kShortest = 1e-14;

std::string read_name(const luztar::Controller& controller, std::size_t i) {
  return "x." + controller.name + "." + controller.memory[i].name;
}

}  // namespace

ElasticMotion::ElasticMotion(const luztar::Model& model) : model_(model) {
  for (const luztar::Body& body : model.bodies) {
    masses_.push_back(value(*body.mass));
    q_.push_back(value(body.position));
    v_.push_back(value(body.velocity));
  }
  for (const luztar::StateVariable& state : model.states) x_.push_back(value(state.start));
  for (std::size_t i = 0; i < model.controllers.size(); ++i) {
    Output output{.next = value(model.controllers[i].first), .acts = kNever};
    for (const auto& memory : model.controllers[i].memory)
      output.own.push_back(value(memory.start));
    output.held = output.own;
    outputs_.push_back(output);
    act(i);
  }
}

double ElasticMotion::value(const luztar::Expression& expression) const {
  return luztar::evaluate(expression,
                          [this](const std::string& name) { return symbols_.at(name); });
}

/// Everything that an expression may read.
void ElasticMotion::set(double t, const Vector& y) {
  const std::size_t n = model_.bodies.size();
  symbols_["t"] = t;
  for (const luztar::Signal& signal : model_.signals)
    symbols_[signal.name] = value(std::get<luztar::Expression>(signal.value));
  for (std::size_t b = 0; b < n; ++b) {
    symbols_["q." + model_.bodies[b].name] = y[b];
    symbols_["v." + model_.bodies[b].name] = y[n + b];
  }
  for (std::size_t i = 0; i < model_.states.size(); ++i)
    symbols_["x." + model_.states[i].name] = y[2 * n + i];
  for (const luztar::Spring& spring : model_.springs) symbols_["f." + spring.name] = force(spring);
  for (const luztar::Damper& damper : model_.dampers) symbols_["f." + damper.name] = force(damper);
}

double ElasticMotion::force(const luztar::Spring& spring) {
  double d = spring.deflection.formula ? value(*spring.deflection.formula) : 0.0, v = 0.0;
  for (const auto& [body, coefficient] : spring.deflection.terms) {
    if (body == luztar::kGround) continue;
    const std::string& name = model_.bodies[static_cast<std::size_t>(body)].name;
    const double arm = value(coefficient);
    if (!spring.deflection.formula) d += arm * symbols_.at("q." + name);
    v += arm * symbols_.at("v." + name);
  }
  symbols_["d"] = d;
  symbols_["v"] = v;
  if (spring.force) return value(*spring.force);
  const double x = d - value(spring.rest);
  const double lower = spring.has_gap ? value(spring.lower) : 0.0;
  const double upper = spring.has_gap ? value(spring.upper) : 0.0;
  const double beyond = x > upper ? x - upper : x < lower ? x - lower : 0.0;
  if (spring.has_gap && beyond == 0.0) return 0.0;
  const double f = value(spring.stiffness) * beyond + value(spring.damping) * v;
  return !spring.pull && f * beyond < 0.0 ? 0.0 : f;
}

void ElasticMotion::pull(const luztar::Deflection& line, double force, Vector& rate,
                         std::size_t first) const {
  for (const auto& [body, coefficient] : line.terms)
    if (body != luztar::kGround) {
      const auto b = static_cast<std::size_t>(body);
      rate[first + b] += value(coefficient) * force / masses_[b];
    }
}

ElasticMotion::Vector ElasticMotion::rate(double t, const Vector& y) {
  const std::size_t n = model_.bodies.size();
  set(t, y);
  Vector rate(y.size(), 0.0);
  std::copy(y.begin() + static_cast<std::ptrdiff_t>(n),
            y.begin() + static_cast<std::ptrdiff_t>(2 * n), rate.begin());
  for (const auto& spring : model_.springs)
    pull(spring.deflection, -symbols_.at("f." + spring.name), rate, n);
  for (const auto& damper : model_.dampers)
    pull(damper.deflection, -symbols_.at("f." + damper.name), rate, n);
  for (const auto& force : model_.forces) pull(force.deflection, value(force.value), rate, n);
  for (std::size_t i = 0; i < model_.states.size(); ++i)
    rate[2 * n + i] = value(model_.states[i].rate);
  return rate;
}

/// Gragg, Bulirsch and Stoer: midpoint rules of 2, 4, ... parts, extrapolated.
bool ElasticMotion::smooth_step(double t, double h, Vector& y, double& error) {
  const std::size_t size = y.size();
  const Vector first = rate(t, y);
  std::vector<Vector> row, before;
  for (int k = 0; k < kRules; ++k) {
    const int parts = 2 * (k + 1);
    const double part = h / parts;
    Vector a = y, b = y;
    for (std::size_t i = 0; i < size; ++i) b[i] += part * first[i];
    for (int j = 1; j < parts; ++j) {
      const Vector slope = rate(t + j * part, b);
      for (std::size_t i = 0; i < size; ++i) a[i] += 2 * part * slope[i];
      std::swap(a, b);
    }
    const Vector slope = rate(t + h, b);
    row.assign(1, Vector(size));
    for (std::size_t i = 0; i < size; ++i) row[0][i] = 0.5 * (a[i] + b[i] + part * slope[i]);
    for (int m = 1; m <= k; ++m) {
      const double ratio = static_cast<double>(parts) / (2 * (k - m + 1));
      Vector better = row.back();
      for (std::size_t i = 0; i < size; ++i)
        better[i] +=
            (row.back()[i] - before[static_cast<std::size_t>(m - 1)][i]) / (ratio * ratio - 1);
      row.push_back(better);
    }
    before = row;
  }
  error = 0.0;
  for (std::size_t i = 0; i < size; ++i)
    error = std::max(
        error, std::abs(row.back()[i] - row[row.size() - 2][i]) / std::max(1.0, std::abs(y[i])));
  if (error > kTolerance && h > kShortest) return false;
  y = row.back();
  return true;
}

bool ElasticMotion::advance(double end) {
  const std::size_t n = q_.size();
  Vector y = q_;
  y.insert(y.end(), v_.begin(), v_.end());
  y.insert(y.end(), x_.begin(), x_.end());
  while (t_ < end) {
    const double h = std::min(h_, end - t_);
    double error = 0.0;
    if (++steps_ > kMostSteps) return false;
    if (smooth_step(t_, h, y, error)) {
      t_ = h == end - t_ ? end : t_ + h;
      if (error < 1e-2 * kTolerance) h_ = std::min(2 * h_, 0.02);
    } else {
      h_ = h / 3;
    }
  }
  const auto at = [&y](std::size_t i) {
    return y.begin() + static_cast<std::ptrdiff_t>(i);
  };
  q_.assign(at(0), at(n));
  v_.assign(at(n), at(2 * n));
  x_.assign(at(2 * n), y.end());
  return true;
}

void ElasticMotion::act(std::size_t controller) {
  Output& output = outputs_[controller];
  output.held = output.own;
  output.acts = kNever;
  for (std::size_t i = 0; i < output.held.size(); ++i)
    symbols_[read_name(model_.controllers[controller], i)] = output.held[i];
}

void ElasticMotion::sample(std::size_t controller) {
  const luztar::Controller& what = model_.controllers[controller];
  Output& output = outputs_[controller];
  Vector y = q_;
  y.insert(y.end(), v_.begin(), v_.end());
  y.insert(y.end(), x_.begin(), x_.end());
  set(t_, y);
  for (std::size_t i = 0; i < what.memory.size(); ++i)
    symbols_[what.memory[i].name] = output.own[i];
  for (const auto& assignment : what.update) symbols_[assignment.to] = value(assignment.value);
  for (std::size_t i = 0; i < what.memory.size(); ++i)
    output.own[i] = symbols_[what.memory[i].name];
  const double delay = value(what.delay);
  output.acts = t_ + delay;
  output.next += value(what.period);
  if (delay == 0.0) act(controller);
}

bool ElasticMotion::go_to(double end) {
  for (;;) {
    double next = end;
    for (const Output& output : outputs_) next = std::min({next, output.next, output.acts});
    if (!advance(next)) return false;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].acts <= next) act(i);
      if (outputs_[i].next <= next) sample(i);
    }
    if (next == end) return true;
  }
}

}  // namespace acceptance
