#include "luztar/dynamics/compile/couple.h"

#include <algorithm>
#include <utility>

#include "luztar/dynamics/compile/plain_numbers.h"
#include "luztar/dynamics/system/hashes.h"
#include "luztar/model/changes.h"
#include "luztar/network/network.h"

namespace luztar {
namespace {

void show_masses(const Model& file, const ParameterValues& values, SystemImpl& system) {
  std::vector<char> seen(file.bodies.size(), 0);
  for (const Inertia& inertia : file.inertias)
    for (const int b : inertia.bodies)
      if (system.is_free(b) && std::exchange(seen[static_cast<std::size_t>(b)], 1) == 0)
        system.bodies[b].mass = evaluate(*file.bodies[static_cast<std::size_t>(b)].mass, values);
  for (const Inertia& inertia : file.inertias)
    for (const auto& [a, b, value] : inertia.entries())
      if (a == b && system.is_free(a)) system.bodies[a].mass += evaluate(value, values);
}

void show_inertias(const Model& file, SystemImpl& system) {
  for (const Inertia& inertia : file.inertias)
    for (const int b : inertia.bodies) {
      std::string& names = system.bodies[b].inertias;
      names += (names.empty() ? "" : ", ") + inertia.name;
    }
}

void show_elements(const Model& file, const ParameterValues& values, SystemImpl& system) {
  const Network network = network_of(file, values);
  for (std::size_t e = 0; e < network.elements.size(); ++e) {
    ElementInfo of_file = info_of(network.elements[e]);
    set_numbers(of_file, network.elements[e], values);
    ElementInfo& shown = system.elements[static_cast<int>(e)];
    shown.bodies = std::move(of_file.bodies);
    shown.coefficients = std::move(of_file.coefficients);
  }
}

}  // namespace

void couple_bodies(const Model& file, const Uncoupled& uncoupled, SystemImpl& system) {
  const ParameterValues& values = system.origin.parameters;
  for (const auto& [body, shares] : uncoupled.coordinates) {
    CoupledBody coupled{body, {}, {}};
    for (const auto& [other, name] : shares) {
      coupled.others.push_back({other, values.at(name)});
      coupled.shares.push_back(name);
    }
    system.arms.add(std::move(coupled));
  }
  show_masses(file, values, system);
  show_inertias(file, system);
  show_elements(file, values, system);
  system.hashes.laws = hash_of_laws(system);
}

void refuse_derivatives(const Model& file, const Uncoupled& uncoupled) {
  const Inertia& first = file.inertias.front();
  for (const SourceText& name : file.simulation.derivatives)
    if (varied_name(name.text).side != 0)
      throw ModelError(
          name.where,
          "derivatives to one side are not computed beside the inertia '" + first.name + "'",
          "ask for " + varied_name(name.text).name + ", without + or -");
  for (const auto& [body, shares] : uncoupled.coordinates)
    for (const auto& [other, share] : shares) {
      const Body& given = file.bodies[static_cast<std::size_t>(other)];
      if (!given.motion) continue;
      throw ModelError(first.where,
                       "an inertia couples the given motion of '" + given.name + "' to '" +
                           file.bodies[static_cast<std::size_t>(body)].name +
                           "', and derivatives of such a run are not computed",
                       "differences of two runs give them one by one");
    }
}

}  // namespace luztar
