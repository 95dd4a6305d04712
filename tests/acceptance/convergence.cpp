#include "acceptance/convergence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "acceptance/example.h"

namespace acceptance {

luztar::Model example_model(const std::string& name) {
  return luztar::load_model(example_path(name + ".toml"));
}

luztar::Model text_model(const std::string& text) {
  return luztar::parse_model(text + "[simulation]\nduration = 1\n", "limit.toml");
}

std::string digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

luztar::ParameterValues shared_parameters(const luztar::Model& model, const luztar::System& other) {
  luztar::ParameterValues values;
  for (const auto& parameter : model.parameters)
    if (const auto found = other.parameters().find(parameter.name);
        found != other.parameters().end())
      values[parameter.name] = found->second;
  return values;
}

Positions positions(const luztar::System& system, const std::vector<std::string>& bodies,
                    double duration, int samples) {
  luztar::SimulationSettings settings = system.settings();
  settings.samples = samples;
  if (duration > 0.0) settings.duration = duration;
  const auto out = luztar::simulate(system, luztar::initial_state(system), settings);
  REQUIRE_MESSAGE(out.info.status == luztar::Status::Finished, out.info.diagnosis);
  CHECK(std::abs(out.info.energy.residual) <= 1e-11 * out.info.energy.moved);
  Positions rows;
  for (const std::string& name : bodies)
    for (std::size_t b = 0; b < system.bodies().size(); ++b)
      if (system.bodies()[b].name == name) rows.push_back(out.q[b]);
  REQUIRE(rows.size() == bodies.size());
  return rows;
}

double largest_difference(const Positions& a, const Positions& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].size() == b[i].size());
    for (std::size_t k = 0; k < a[i].size(); ++k)
      largest = std::max(largest, std::abs(a[i][k] - b[i][k]));
  }
  return largest;
}

double Convergence::order() const {
  return std::log(errors.front() / errors.back()) / std::log(small.front() / small.back());
}

Convergence converge(const std::vector<double>& small, const Positions& limit,
                     const std::function<Positions(double)>& full) {
  Convergence result{small, {}};
  for (const double x : small) result.errors.push_back(largest_difference(full(x), limit));
  return result;
}

void check_order(const Convergence& convergence, double order) {
  const auto& errors = convergence.errors;
  CAPTURE(errors.front());
  CAPTURE(errors.back());
  CHECK(convergence.order() > 0.9 * order);
  CHECK(convergence.order() < 1.2 * order);
  for (std::size_t i = 1; i < errors.size(); ++i) CHECK(errors[i] < 0.6 * errors[i - 1]);
}

}  // namespace acceptance
