// The models of examples/ as test objects.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "acceptance/recording.h"

namespace acceptance {

/// A model of examples/, its run over its own [simulation] and its parameters.
struct Example {
  explicit Example(const std::string& name, const luztar::ParameterValues& changes = {});
  Example(const std::string& name, const luztar::ParameterValues& changes, double duration);

  double operator[](const std::string& parameter) const {
    return system.parameters().at(parameter);
  }
  std::size_t body(const std::string& name) const;
  std::size_t element(const std::string& name) const;
  /// Events of one element that changed its mode, in time order.
  std::vector<luztar::Event> events_of(const std::string& name) const;

  luztar::Model model;
  luztar::System system;
  Recorded run;
};

/// Path of a file in examples/.
std::string example_path(const std::string& file);
/// Names of all models in examples/, sorted.
std::vector<std::string> example_names();

/// Coulomb's law with its levels at every sample and on both sides of every event: within its
/// limits while stuck; beyond rest on the level of its speed, against the motion. Bristle laws have
/// no such law and are left out. Reports through doctest.
void check_coulomb(const Example& example);

double luz(double x, double a);
double sat(double x, double a);

}  // namespace acceptance
