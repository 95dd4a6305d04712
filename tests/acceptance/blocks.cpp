#include "acceptance/blocks.h"

#include <cmath>
#include <sstream>
#include <utility>

namespace acceptance {

using luztar::testing::Random;

std::string Blocks::text() const {
  std::ostringstream out;
  out.precision(17);
  const auto name = [](int b) {
    return b == kGround ? std::string("ground") : b == kBelt ? "belt" : "b" + std::to_string(b);
  };
  out << "[bodies]\nbelt = { motion = \"" << speed << "*t\" }\n";
  for (std::size_t i = 0; i < mass.size(); ++i)
    out << name(static_cast<int>(i)) << " = { mass = " << mass[i]
        << ", velocity = " << speed / scale[i] << " }\n";
  out << "[frictions]\n";
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Pair& pair = pairs[k];
    out << "f" << k << " = { between = [\"" << name(pair.a) << "\", \"" << name(pair.b)
        << "\"], arms = [" << scale[pair.a] << ", " << (pair.b < 0 ? 1.0 : scale[pair.b])
        << "], kinetic = " << pair.kinetic << ", static = " << pair.breakaway << " }\n";
  }
  out << "[forces]\n";
  for (std::size_t i = 0; i < mass.size(); ++i)
    out << "F" << i << " = { on = \"" << name(static_cast<int>(i)) << "\", value = \""
        << at_start[i] << " + " << growth[i] << "*t\" }\n";
  out << "[simulation]\nduration = 1\n";
  return out.str();
}

namespace {

std::vector<std::pair<int, int>> ends_of(Shape shape, int n, Random& random) {
  std::vector<std::pair<int, int>> ends;
  const int under = shape == Shape::Belt ? Blocks::kBelt : Blocks::kGround;
  if (shape == Shape::Layers) {
    for (int i = 0; i < n; ++i) {
      ends.emplace_back(i, i < 3 ? Blocks::kGround : i - 3);
      if (i >= 3 && i % 3 < 2) ends.emplace_back(i, i - 2);
    }
    return ends;
  }
  for (int i = 0; i < n; ++i) {
    if (shape == Shape::Ring) {
      ends.emplace_back(i, (i + 1) % n);
      continue;
    }
    ends.emplace_back(i, under);
    if (i + 1 < n) ends.emplace_back(i, i + 1);
    for (int j = i + 2; j < n && shape != Shape::Rail; ++j)
      if (random(0.0, 1.0) < 0.15) ends.emplace_back(i, j);
  }
  return ends;
}

}  // namespace

Blocks random_blocks(Shape shape, bool equal, bool arms, Random& random) {
  Blocks blocks;
  const int n = shape == Shape::Layers ? 6 : 3 + random.below(5);
  blocks.speed = shape == Shape::Belt ? 0.25 : 0.0;
  for (int i = 0; i < n; ++i) {
    blocks.mass.push_back(random(0.5, 2.0));
    blocks.scale.push_back(arms ? random(0.5, 2.0) : 1.0);
    blocks.at_start.push_back(random(-0.1, 0.1));
    blocks.growth.push_back(i == 0 || random(0.0, 1.0) < 0.6 ? random(-1.0, 1.0) : 0.0);
  }
  for (const auto& [a, b] : ends_of(shape, n, random)) {
    const double kinetic = random(0.2, 1.0);
    const bool same = equal || random(0.0, 1.0) < 0.2;
    blocks.pairs.push_back({a, b, kinetic, same ? kinetic : kinetic * random(1.0, 1.8)});
  }
  return blocks;
}

double time_of_break(const Blocks& blocks) {
  const int n = static_cast<int>(blocks.mass.size());
  double mass = 0.0, start = 0.0, growth = 0.0;
  for (int i = 0; i < n; ++i) {  // what is not held moves as one until then
    const double s = blocks.scale[i];
    mass += blocks.mass[i] / (s * s);
    start += blocks.at_start[i] / s;
    growth += blocks.growth[i] / s;
  }
  const double part = blocks.is_held() ? 0.0 : 1.0 / mass;
  double first = HUGE_VAL;
  for (int set = 1; set < 1 << n; ++set) {
    double pull = 0.0, grows = 0.0, border = 0.0;
    const auto has = [set](int i) {
      return i >= 0 && (set >> i & 1) != 0;
    };
    for (int i = 0; i < n; ++i) {
      if (!has(i)) continue;
      const double s = blocks.scale[i];
      const double share = part * blocks.mass[i] / (s * s);
      pull += blocks.at_start[i] / s - share * start;
      grows += blocks.growth[i] / s - share * growth;
    }
    for (const Blocks::Pair& pair : blocks.pairs)
      if (has(pair.a) != has(pair.b)) border += pair.breakaway;
    const double when = (std::copysign(border, grows) - pull) / grows;
    if (std::abs(grows) > 1e-12) first = std::min(first, when);
  }
  return first;
}

}  // namespace acceptance
