// Chains and stars of hundreds of pairs that rest and then break one by one, against closed forms.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/recording.h"

using namespace acceptance;

namespace {

constexpr double kRate = 20.0;  // of the force on body 0 [N/s]

#ifdef LUZTAR_ENABLE_ASSERT
constexpr int kBodies = 300;
#else
constexpr int kBodies = 2000;
#endif

struct Blocks {
  std::vector<double> mass, strength;  ///< pair i is at body i
};

Blocks random_blocks(std::uint64_t seed) {
  Random random(seed);
  Blocks blocks;
  for (int i = 0; i < kBodies; ++i) {
    blocks.mass.push_back(random.uniform(0.5, 2.0));
    blocks.strength.push_back(random.uniform(10.0, 50.0));
  }
  return blocks;
}

/// Pair i holds body i at `partner(i)`.
template <class Partner>
luztar::System system_of(const Blocks& blocks, Partner partner) {
  std::string text = "[forces.push]\non = \"b0\"\nvalue = \"20*t\"\n[simulation]\nduration = 1\n";
  for (int i = 0; i < kBodies; ++i) {
    const std::string name = std::to_string(i);
    const int other = partner(i);
    text += "[bodies.b" + name + "]\nmass = " + std::to_string(blocks.mass[i]) + "\n[frictions.f" +
            name + "]\nbetween = [\"b" + name + "\", \"" +
            (other < 0 ? std::string("ground") : "b" + std::to_string(other)) +
            "\"]\nkinetic = " + std::to_string(blocks.strength[i]) + "\n";
  }
  return luztar::compile(luztar::parse_model(text, "large.toml"));
}

/// Six digits, as in the model file.
void round_like_the_file(Blocks& blocks) {
  for (auto* list : {&blocks.mass, &blocks.strength})
    for (double& x : *list) x = std::stod(std::to_string(x));
}

struct Break {
  double time;
  int pair;
};

void check_breaks(const luztar::System& system, const std::vector<Break>& expected) {
  const double end = expected.back().time + 1e-4;
  const Recorded run = record(system, {.duration = end, .samples = 3});
  check_trust(run);
  CHECK(run.info.kkt_residual < 1e-12);
  REQUIRE(run.events.size() == expected.size());
  const int first = element_index(system, "f0");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(run.events[i].name - first == expected[i].pair);
    CHECK(std::abs(run.events[i].time.value - expected[i].time) < 1e-10);
  }
}

}  // namespace

TEST_CASE("a long chain under a growing pull breaks where and when the closed form says") {
  Blocks blocks = random_blocks(1);
  round_like_the_file(blocks);
  // At rest all pairs carry 20 t: the weakest, j, breaks first. Then bodies 0 .. j move together
  // against s_j, pair k between them carries 20 t - M_k (20 t - s_j)/M_j with M_k the mass of
  // bodies 0 .. k, and breaks when that is s_k. The bodies that stay behind feel constant forces.
  std::vector<double> total(kBodies);
  std::partial_sum(blocks.mass.begin(), blocks.mass.end(), total.begin());
  int last = static_cast<int>(std::min_element(blocks.strength.begin(), blocks.strength.end()) -
                              blocks.strength.begin());
  std::vector<Break> expected{{blocks.strength[last] / kRate, last}};
  while (last > 0 && expected.size() < 5) {
    Break next{std::numeric_limits<double>::infinity(), -1};
    for (int k = 0; k < last; ++k) {
      const double share = total[k] / total[last];
      const double time =
          (blocks.strength[k] - blocks.strength[last] * share) / (kRate * (1.0 - share));
      if (time < next.time) next = {time, k};
    }
    expected.push_back(next);
    last = next.pair;
  }
  const luztar::System system =
      system_of(blocks, [](int i) { return i + 1 < kBodies ? i + 1 : -1; });
  check_breaks(system, expected);
}

TEST_CASE("the arms of a star tear off in the order of strength over mass") {
  Blocks blocks = random_blocks(2);
  round_like_the_file(blocks);
  // The hub leaves the ground at 20 t = s_0. Arms that hold have its acceleration a, and break at
  // m a = s; after that they pull with s.
  std::vector<int> order(kBodies - 1);
  std::iota(order.begin(), order.end(), 1);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return blocks.strength[i] / blocks.mass[i] < blocks.strength[j] / blocks.mass[j];
  });
  std::vector<Break> expected{{blocks.strength[0] / kRate, 0}};
  double moving = std::accumulate(blocks.mass.begin(), blocks.mass.end(), 0.0);
  double pulling = blocks.strength[0];
  for (int i = 0; i < 8; ++i) {
    const int arm = order[i];
    const double a = blocks.strength[arm] / blocks.mass[arm];
    expected.push_back({(a * moving + pulling) / kRate, arm});
    moving -= blocks.mass[arm];
    pulling += blocks.strength[arm];
  }
  const luztar::System system = system_of(blocks, [](int i) { return i == 0 ? -1 : 0; });
  check_breaks(system, expected);
}
