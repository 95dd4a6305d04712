#include "acceptance/thrown_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "random.h"

namespace acceptance {
namespace {

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

struct Flight {
  const ThrownBody& body;
  double q[3], v[3];

  double angle(int corner, double t) const {
    return q[2] + v[2] * t + body.corners[static_cast<std::size_t>(corner)].angle;
  }
  double height(int corner, double t) const {
    return q[1] + v[1] * t - 0.5 * body.gravity * t * t +
           body.corners[static_cast<std::size_t>(corner)].radius * std::sin(angle(corner, t));
  }
  /// The first time after `from` at which a corner comes to the floor; < 0: none.
  double hit(int corner, double from, double until) const {
    const double step = 1e-4;
    for (double t = from; t < until; t += step) {
      double low = t, high = t + step;
      if (!(height(corner, low) > 0.0) || height(corner, high) > 0.0) continue;
      for (int k = 0; k < 200 && low < high; ++k) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        (height(corner, middle) > 0.0 ? low : high) = middle;
      }
      return 0.5 * (low + high);
    }
    return -1.0;
  }
};

/// Of a unit impulse up and along: what they do to the rates of the corner.
struct Response {
  double nn, nt, tt;
};

struct Phase {
  double n, t;    ///< impulses
  double wn, wt;  ///< rates afterwards: of opening, along the floor
};

/// All outcomes of one phase: every choice of what the corner does, solved by hand.
std::optional<Phase> phase_of(const Response& d, double mu, double wn, double wt, double least) {
  for (int contact = 0; contact < 2; ++contact)  // closed, open
    for (int slip = -1; slip <= 1; ++slip) {
      // t = -slip mu n while it slides; rates: wn + nn n + nt t, wt + nt n + tt t.
      double n = least, t = 0.0;
      if (contact == 0 && slip == 0) {
        const double det = d.nn * d.tt - d.nt * d.nt;
        n = (-wn * d.tt + wt * d.nt) / det;
        t = (-wt * d.nn + wn * d.nt) / det;
      } else if (contact == 0) {
        n = -wn / (d.nn - slip * mu * d.nt);
        t = -slip * mu * n;
      } else {
        t = slip == 0 ? -(wt + d.nt * n) / d.tt : -slip * mu * n;
      }
      const Phase phase{n, t, wn + d.nn * n + d.nt * t, wt + d.nt * n + d.tt * t};
      const double fine = 1e-12;
      if (n < least - fine || phase.wn < -fine || std::abs(t) > mu * n + fine) continue;
      if (slip != 0 && slip * phase.wt < -fine) continue;
      return phase;
    }
  return std::nullopt;
}

double energy_of(const ThrownBody& body, const double* v) {
  return 0.5 * (body.mass * (v[0] * v[0] + v[1] * v[1]) + body.inertia * v[2] * v[2]);
}

/// Compression and expansion, which is less where it would give energy. @return the impulses
std::optional<ThrownImpact> strike(const ThrownBody& body, Flight& flight, int corner) {
  const double radius = body.corners[static_cast<std::size_t>(corner)].radius;
  const double up = radius * std::cos(flight.angle(corner, 0.0));      // of the height
  const double along = -radius * std::sin(flight.angle(corner, 0.0));  // of x
  const Response d{1.0 / body.mass + up * up / body.inertia, up * along / body.inertia,
                   1.0 / body.mass + along * along / body.inertia};
  const double wn = flight.v[1] + up * flight.v[2], wt = flight.v[0] + along * flight.v[2];
  const auto first = phase_of(d, body.friction, wn, wt, 0.0);
  if (!first) return std::nullopt;
  const auto velocities = [&](double n, double t, double* v) {
    v[0] = flight.v[0] + t / body.mass;
    v[1] = flight.v[1] + n / body.mass;
    v[2] = flight.v[2] + (up * n + along * t) / body.inertia;
  };
  ThrownImpact impact{0.0, corner, first->n, first->t, {}};
  velocities(first->n, first->t, impact.v);
  const double before = energy_of(body, flight.v);
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 60; ++k) {
    const double part = k == 0 ? 1.0 : 0.5 * (low + high);
    const auto second =
        phase_of(d, body.friction, first->wn, first->wt, part * body.restitution * first->n);
    if (!second) return std::nullopt;
    velocities(first->n + second->n, first->t + second->t, impact.v);
    impact.normal = first->n + second->n;
    impact.tangential = first->t + second->t;
    const bool gains = energy_of(body, impact.v) > before * (1.0 + 1e-14);
    if (k == 0 && !gains) break;
    (gains ? high : low) = part;
  }
  std::copy(impact.v, impact.v + 3, flight.v);
  return impact;
}

}  // namespace

ThrownBody ThrownBody::draw(int seed) {
  luztar::testing::Random random{static_cast<std::uint64_t>(seed)};
  ThrownBody body{};
  body.mass = random(0.2, 5.0);
  body.inertia = body.mass * random(0.02, 0.4);
  body.gravity = 9.81;
  body.friction = random(0.0, 1.5);
  body.restitution = random.below(4) == 0 ? 1.0 : random(0.3, 1.0);
  for (int k = 1 + random.below(4); k > 0; --k)
    body.corners.push_back({random(0.1, 0.6), random(-3.1, 3.1)});
  body.q[0] = random(-1.0, 1.0);
  body.q[1] = random(0.8, 2.0);
  body.q[2] = random(-3.0, 3.0);
  for (double& v : body.v) v = random(-4.0, 4.0);
  return body;
}

std::string thrown_model(const ThrownBody& body, double duration) {
  std::string text;
  const char* const names[] = {"x", "y", "phi"};
  for (int k = 0; k < 3; ++k)
    text += std::string("[bodies.") + names[k] + "]\n" + (k < 2 ? "mass = " : "inertia = ") +
            text_of(k < 2 ? body.mass : body.inertia) + "\nposition = " + text_of(body.q[k]) +
            "\nvelocity = " + text_of(body.v[k]) + "\n";
  text += "[forces.weight]\non = \"y\"\nvalue = " + text_of(-body.mass * body.gravity) + "\n";
  for (std::size_t k = 0; k < body.corners.size(); ++k) {
    const std::string i = std::to_string(k), r = text_of(body.corners[k].radius),
                      angle = "(q.phi + " + text_of(body.corners[k].angle) + ")";
    text += "[stops.c" + i + "]\ndeflection = \"q.y + " + r + "*sin" + angle +
            "\"\ngap = [0, inf]\nrestitution = " + text_of(body.restitution) + "\n[frictions.r" +
            i + "]\ndeflection = \"q.x + " + r + "*cos" + angle +
            "\"\nkinetic = " + text_of(body.friction) + "\nnormal = \"f.c" + i + "\"\n";
  }
  return text + "[simulation]\nduration = " + text_of(duration) + "\nsamples = 0\n";
}

std::vector<ThrownImpact> impacts_of(const ThrownBody& body, int most) {
  std::vector<ThrownImpact> found;
  Flight flight{body, {body.q[0], body.q[1], body.q[2]}, {body.v[0], body.v[1], body.v[2]}};
  double time = 0.0;
  int last = -1;
  while (static_cast<int>(found.size()) <= most) {  // one more, to know that it is not near
    double first = 5.0;
    int corner = -1;
    for (int k = 0; k < static_cast<int>(body.corners.size()); ++k) {
      // What has just left the floor is on it at the start.
      const double hit = flight.hit(k, k == last ? 1e-3 : 0.0, first);
      if (hit >= 0.0 && hit < first) {
        first = hit;
        corner = k;
      }
    }
    if (corner >= 0 && first < 1e-3 && !found.empty()) found.pop_back();
    if (corner < 0 || first < 1e-3) break;
    const double v = flight.v[1] - body.gravity * first;
    flight.q[0] += flight.v[0] * first;
    flight.q[1] += 0.5 * (flight.v[1] + v) * first;
    flight.q[2] += flight.v[2] * first;
    flight.v[1] = v;
    time += first;
    auto impact = strike(body, flight, corner);
    if (!impact) break;
    impact->time = time;
    last = corner;
    found.push_back(*impact);
    // A slow rebound may come back at once.
    if (flight.height(corner, 1e-3) <= 0.0) {
      found.pop_back();
      break;
    }
  }
  if (static_cast<int>(found.size()) > most) found.pop_back();
  return found;
}

}  // namespace acceptance
