#include "luztar/dynamics/massless_clusters.h"

namespace luztar {
namespace {

/// Of the bodies that springs join, those that are known so far; -1 for one with a mass.
int root_of(SystemImpl& system, int body) {
  const auto above = [&system](int b) -> int& {
    return system.body_laws[b].massless_cluster;
  };
  if (above(body) < 0) return -1;
  while (above(body) != body) body = above(body) = above(above(body));
  return body;
}

}  // namespace

void find_massless_clusters(SystemImpl& system) {
  for (int s = 0; s < system.n_springs(); ++s) {
    int first = -1;
    for (const Term& term : system.terms_of(s)) {
      const int other = root_of(system, term.body);
      if (first < 0) first = other;
      if (other >= 0) system.body_laws[other].massless_cluster = first;
    }
  }
  for (int b = 0; b < system.n_bodies(); ++b)
    system.body_laws[b].massless_cluster = root_of(system, b);
}

}  // namespace luztar
