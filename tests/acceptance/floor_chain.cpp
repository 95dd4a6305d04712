#include "acceptance/floor_chain.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "random.h"

namespace acceptance {
namespace {

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

/// A number with three digits.
double rounded(double x) { return std::round(x * 1000) / 1000; }

std::string friction(const std::string& name, std::size_t a, const std::string& b,
                     const Limits& limits) {
  return "[frictions." + name + "]\nbetween = [\"b" + std::to_string(a) + "\", \"" + b +
         "\"]\nkinetic = " + text(limits.slide) + "\nstatic = " + text(limits.hold) + "\n";
}

/// What the pairs can pass on at t without moving.
bool holds(const FloorChain& chain, double t) {
  double low = 0.0, high = 0.0;  // of the force that the blocks so far put on the next one
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const double load = chain.load[i] + chain.rising[i] * t;
    low += load - chain.floor[i].hold;
    high += load + chain.floor[i].hold;
    const double most = i + 1 < chain.size() ? chain.between[i].hold : 0.0;
    low = std::max(low, -most);
    high = std::min(high, most);
    if (low > high) return false;
  }
  return true;
}

/// Forces of everything but stuck pairs on a block, and who is stuck.
struct Row {
  std::vector<double> force;
  std::vector<char> floor, between;  ///< stuck
};

Row row_of(const FloorChain& chain, const luztar::System& system, const Snapshot& modes,
           const Snapshot& forces) {
  const std::size_t n = chain.size();
  Row row{std::vector<double>(n, 0.0), std::vector<char>(n, 0), std::vector<char>(n, 0)};
  const auto at = [&](const char* kind, std::size_t i) {
    return static_cast<std::size_t>(element_index(system, kind + std::to_string(i)));
  };
  const auto pull = [&](std::size_t i, double f) {  // f of an element between block i and the next
    row.force[i] -= f;
    row.force[i + 1] += f;
  };
  for (std::size_t i = 0; i < n; ++i) {
    row.force[i] += forces.f[at("F", i)];
    const auto floor = modes.mode[at("f", i)];
    row.floor[i] = floor == 0;
    row.force[i] -= floor * chain.floor[i].slide;
    if (i + 1 == n) break;
    const auto between = modes.mode[at("g", i)];
    row.between[i] = between == 0;
    pull(i, between * chain.between[i].slide);
    if (chain.stiffness[i] > 0) pull(i, forces.f[at("s", i)]);
  }
  return row;
}

/// The least room of all cuts in the blocks `from` ... `to` that move as one.
double room_of(const FloorChain& chain, const Row& row, std::size_t from, std::size_t to) {
  double force = 0.0, mass = 0.0;
  bool held = false;
  for (std::size_t i = from; i <= to; ++i) {
    force += row.force[i];
    mass += chain.mass[i];
    held = held || row.floor[i] != 0;
  }
  const double acceleration = held ? 0.0 : force / mass;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = from; i <= to; ++i) {
    double load = 0.0, most = i > from ? chain.between[i - 1].hold : 0.0;
    for (std::size_t j = i; j <= to; ++j) {
      load += row.force[j] - chain.mass[j] * acceleration;
      if (row.floor[j] != 0) most += chain.floor[j].hold;
      const double cut = most + (j < to ? chain.between[j].hold : 0.0);
      if (cut > 0.0) least = std::min(least, cut - std::abs(load));
    }
  }
  return least;
}

}  // namespace

std::string FloorChain::model() const {
  std::string all = elsewhere;
  const std::string t = start == 0.0 ? "t" : "(t - " + text(start) + ")";
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string name = "b" + std::to_string(i), number = std::to_string(i);
    all += "[bodies." + name + "]\nmass = " + text(mass[i]) + "\n";
    all += friction("f" + number, i, "ground", floor[i]);
    all += "[forces.F" + number + "]\non = \"" + name + "\"\nvalue = \"" + text(load[i]) + " + (" +
           text(rising[i]) + ")*" + t + more[i] + "\"\n";
    if (i + 1 == size()) break;
    const std::string next = "b" + std::to_string(i + 1);
    all += friction("g" + number, i, next, between[i]);
    if (stiffness[i] > 0) {
      all += "[springs.s" + number + "]\nbetween = [\"" + name + "\", \"" + next +
             "\"]\nstiffness = " + text(stiffness[i]) + "\n";
    }
  }
  return all + "[simulation]\nstart = " + text(start) + "\nduration = 2\nsamples = 41\n";
}

FloorChain random_floor_chain(std::uint64_t seed, const FloorOptions& options) {
  luztar::testing::Random random{seed * 2654435761u + 3};
  const auto chance = [&](double p) {
    return random(0, 1) < p;
  };
  const auto limits = [&] {
    const double slide = rounded(random(0.2, 1.0));
    return Limits{chance(0.3) ? slide : rounded(slide * random(1, 1.6)), slide};
  };
  const int n = 2 + random.below(options.most - 1);
  const double alike = random(0, 1);  // equal blocks reach their limits at once
  const Limits one = limits(), other = limits();
  FloorChain chain;
  for (int i = 0; i < n; ++i) {
    chain.mass.push_back(alike < 0.2 ? 1.0 : rounded(random(0.5, 2)));
    chain.floor.push_back(alike < 0.2 ? one : chance(0.1) ? Limits{} : limits());
    chain.load.push_back(rounded(random(-0.1, 0.1)));
    chain.rising.push_back(chance(0.5) ? rounded(random(-2, 2)) : 0.0);
    const std::string w = text(rounded(random(2, 9))), a = text(rounded(random(-1.5, 1.5)));
    const std::string jumps[] = {
        " + " + a + "*sin(" + w + "*t)", " + " + a + "*square(" + w + "*t)",
        " + " + a + "*abs(saw(" + w + "*t))", " + " + a + "*sat(2*square(" + w + "*t), 0.7)"};
    chain.more.push_back(options.calm || chance(0.6) ? "" : jumps[random.below(4)]);
    if (i + 1 == n) break;
    chain.between.push_back(alike < 0.2 ? other : limits());
    chain.stiffness.push_back(chance(0.4) ? rounded(random(10, 100)) : 0.0);
  }
  if (chance(0.3) && options.elsewhere) {
    chain.elsewhere =
        "[bodies.far]\nmass = 1\nposition = 0.2\n[bodies.joint]\nmass = 0\n"
        "[springs.near]\nbetween = [\"far\", \"joint\"]\nstiffness = 40\n"
        "[dampers.wall]\nbetween = [\"joint\", \"ground\"]\ndamping = 2\n";
  }
  if (chance(0.2)) chain.start = 86400;
  return chain;
}

double first_break(const FloorChain& chain) {
  double low = 0.0, high = 1e6;
  if (!holds(chain, low)) return 0.0;
  if (holds(chain, high)) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    (holds(chain, middle) ? low : high) = middle;
  }
  return high;
}

double room_to_hold(const FloorChain& chain, const luztar::System& system, const Snapshot& modes,
                    const Snapshot& forces) {
  const Row row = row_of(chain, system, modes, forces);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t from = 0, to = 0; from < chain.size(); from = to + 1) {
    for (to = from; to + 1 < chain.size() && row.between[to] != 0;) ++to;
    least = std::min(least, room_of(chain, row, from, to));
  }
  return least;
}

}  // namespace acceptance
