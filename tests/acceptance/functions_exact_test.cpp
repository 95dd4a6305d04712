// The solvers in generated functions against exact fractions: integer masses, loads and limits, all
// pairs at rest. The engine takes no part.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../friction/rational.h"
#include "../random.h"
#include "luztar/luztar.h"

using namespace luztar;
using luztar::testing::certify;
using luztar::testing::law_violation;
using luztar::testing::Network;
using luztar::testing::NetworkPair;
using luztar::testing::Random;

namespace {

namespace fs = std::filesystem;

#ifdef NDEBUG
constexpr int kStructures = 15, kData = 1000;
#else
constexpr int kStructures = 6, kData = 100;
#endif

/// Bodies in a chain or tree, some with a pair to ground; every third one with cycles.
Network structure(int kind, Random& random) {
  Network network;
  const int n = 2 + random.below(6);
  network.mass.assign(static_cast<std::size_t>(n), 1.0);
  network.force.assign(static_cast<std::size_t>(n), 0.0);
  for (int b = 1; b < n; ++b)
    network.pairs.push_back({b, random.below(3) == 0 ? random.below(b) : b - 1, -1.0, 1.0});
  if (kind > 0)
    for (int b = 0; b < n; ++b)
      if (random.below(3) == 0) network.pairs.push_back({b, -1, -1.0, 1.0});
  if (kind == 2)
    for (int extra = 1 + random.below(3); extra > 0; --extra) {
      const int a = random.below(n), b = random.below(n);
      if (a != b) network.pairs.push_back({a, b, -1.0, 1.0});
    }
  return network;
}

std::string name(const char* letter, std::size_t i) { return letter + std::to_string(i); }

/// The model file; all numbers are parameters: masses, loads, lower and upper limits.
std::string to_toml(const Network& network) {
  const std::size_t n = network.mass.size(), m = network.pairs.size();
  std::string text = "[parameters]\n";
  for (std::size_t b = 0; b < n; ++b) text += name("M", b) + " = 1\n";
  for (std::size_t b = 0; b < n; ++b) text += name("F", b) + " = 0\n";
  for (std::size_t j = 0; j < m; ++j) text += name("L", j) + " = 1\n";
  for (std::size_t j = 0; j < m; ++j) text += name("U", j) + " = 1\n";
  const auto body = [](int b) {
    return b < 0 ? "\"ground\"" : "\"b" + std::to_string(b) + "\"";
  };
  for (std::size_t b = 0; b < n; ++b)
    text += "[bodies." + name("b", b) + "]\nmass = \"" + name("M", b) + "\"\n";
  for (std::size_t j = 0; j < m; ++j)
    text += "[frictions." + name("p", j) + "]\nbetween = [" + body(network.pairs[j].a) + ", " +
            body(network.pairs[j].b) + "]\nkinetic = \"" + name("U", j) +
            "\"\nnegative = { kinetic = \"" + name("L", j) + "\" }\n";
  for (std::size_t b = 0; b < n; ++b)
    text += "[forces." + name("f", b) + "]\non = \"" + name("b", b) + "\"\nvalue = \"" +
            name("F", b) + "\"\n";
  return text + "[simulation]\nduration = 1\n";
}

/// Small integers: equal strengths, zeros and loads at a limit are frequent.
void draw(Network& network, Random& random) {
  const int spread = 1 + random.below(20);
  for (double& mass : network.mass) mass = 1 + random.below(6);
  for (double& force : network.force) force = random.below(2 * spread + 1) - spread;
  for (NetworkPair& pair : network.pairs) {
    pair.upper = random.below(4) == 0 ? 0.0 : random.below(12);
    pair.lower = random.below(8) == 0 ? -random.below(12) : -pair.upper;
  }
}

std::vector<double> numbers(const Network& network) {
  std::vector<double> list = network.mass;
  list.insert(list.end(), network.force.begin(), network.force.end());
  for (const NetworkPair& pair : network.pairs) list.push_back(-pair.lower);
  for (const NetworkPair& pair : network.pairs) list.push_back(pair.upper);
  return list;
}

constexpr const char* kMainC = R"(#include "model.c"
#include <stdio.h>
int main(void)
{
  struct parameters p;
  const double zero[BODIES] = {0.0};
  double out[BODIES + PAIRS];
  while (fread(&p, sizeof p, 1, stdin) == 1) {
    accelerations(0.0, zero, zero, &p, out);
    friction_forces(0.0, zero, zero, &p, out + BODIES);
    fwrite(out, sizeof out, 1, stdout);
  }
  return 0;
}
)";

constexpr const char* kMainPython = R"(import array, sys
import model
data = array.array("d", sys.stdin.buffer.read())
out = array.array("d")
names = model.PARAMETER_NAMES
zero = [0.0]*model.BODIES
for i in range(0, len(data), len(names)):
    p = model.Parameters(**dict(zip(names, data[i:i + len(names)])))
    out.extend(model.accelerations(0.0, zero, zero, p))
    out.extend(model.friction_forces(0.0, zero, zero, p))
sys.stdout.buffer.write(out.tobytes())
)";

struct Worst {
  double x{}, law{};
};

/// The modes that x shows, their exact accelerations, and Coulomb's law for x and T.
void judge(const Network& network, const double* row, Worst& worst) {
  TreeSolution solution;
  const std::size_t n = network.mass.size(), m = network.pairs.size();
  solution.x.assign(row, row + n);
  solution.force.assign(row + n, row + n + m);
  double scale = 0.0;
  for (std::size_t b = 0; b < n; ++b)
    scale = std::max({scale, std::abs(row[b]), std::abs(network.force[b] / network.mass[b])});
  for (const NetworkPair& pair : network.pairs) {
    const double w = network.rate(pair, solution.x);
    solution.bound.push_back(w > 1e-9 ? Bound::Upper : w < -1e-9 ? Bound::Lower : Bound::Free);
  }
  const auto exact = certify(network, solution);
  for (std::size_t b = 0; b < n && scale > 0.0; ++b)
    worst.x = std::max(worst.x, std::abs(row[b] - static_cast<double>(exact.x[b])) / scale);
  worst.law = std::max(worst.law, law_violation(network, solution));
}

}  // namespace

TEST_CASE("generated solvers find what exact fractions say, on trees and on graphs") {
  const fs::path folder = fs::temp_directory_path() / "luztar_functions_exact_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write = [&](const char* file, const std::string& text) {
    std::ofstream(folder / file, std::ios::binary) << text;
  };
  const auto run = [&](const char* command) {
    return std::system(("cd '" + folder.string() + "' && " + command).c_str()) == 0;
  };
  Random random{4};
  for (int k = 0; k < kStructures; ++k) {
    CAPTURE(k);
    Network network = structure(k % 3, random);
    const Model model = parse_model(to_toml(network), "network.toml");
    write("model.c", generate_functions(model, Language::C));
    write("model.py", generate_functions(model, Language::Python));
    write("main.c", kMainC);
    write("main.py", kMainPython);
    std::string all;
    std::vector<Network> networks;
    for (int i = 0; i < kData; ++i) {
      draw(network, random);
      networks.push_back(network);
      const auto list = numbers(network);
      all.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(double));
      if (i == kData / 10 - 1) write("few", all);
    }
    write("all", all);
    REQUIRE(run("cc -std=c99 -Wall -Wextra -Werror -pedantic -O1 -o main main.c -lm"));
    for (const bool c : {true, false}) {
      REQUIRE(run(c ? "./main < all > out" : "python3 -B main.py < few > out"));
      const std::size_t width = network.mass.size() + network.pairs.size();
      const std::size_t count = static_cast<std::size_t>(c ? kData : kData / 10);
      std::vector<double> out(width * count);
      REQUIRE(fs::file_size(folder / "out") == out.size() * sizeof(double));
      std::ifstream(folder / "out", std::ios::binary)
          .read(reinterpret_cast<char*>(out.data()),
                static_cast<std::streamsize>(out.size() * sizeof(double)));
      Worst worst;
      for (std::size_t i = 0; i < count; ++i) judge(networks[i], &out[i * width], worst);
      CAPTURE(c);
      CHECK(worst.x <= 1e-13);
      CHECK(worst.law <= 1e-13);
    }
  }
  fs::remove_all(folder);
}
