#include "acceptance/friction_graph.h"

#include <cstdio>
#include <utility>
#include <vector>

#include "acceptance/network.h"

namespace acceptance {
namespace {

constexpr int kGround = -1, kBelt = -2;

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g", x);
  return buffer;
}

std::string name(int body) {
  return body == kGround ? "ground" : body == kBelt ? "belt" : "b" + std::to_string(body);
}

class GraphWriter {
 public:
  GraphWriter(std::uint64_t seed, const GraphOptions& options)
      : random_(seed * 2654435761u + 77u), has_(options) {
    random_.next();
  }

  std::string write() {
    draw_pairs();
    alike_ = random_.chance(0.2);  // equal bodies reach their limits at once
    kinetic_ = uniform(0.2, 1.0);
    std::string all;
    if (has_.elsewhere)
      all +=
          "[bodies.far]\nmass = 1\nposition = 0.2\n[bodies.joint]\nmass = 0\n"
          "[springs.near]\nbetween = [\"far\", \"joint\"]\nstiffness = 40\n"
          "[dampers.wall]\nbetween = [\"joint\", \"ground\"]\ndamping = 2\n";
    for (int i = 0; i < n_; ++i) {
      all += "[bodies." + name(i) + "]\nmass = " + (alike_ ? "1" : text(uniform(0.5, 2))) + "\n";
      if (has_.moving && random_.chance(0.3)) all += "velocity = " + text(uniform(-1, 1)) + "\n";
    }
    if (has_.motion)
      all += "[bodies.belt]\nmotion = \"" + text(uniform(-0.2, 0.2)) + "*sin(" +
             text(uniform(2, 6)) + "*t)\"\n";
    for (std::size_t k = 0; k < pairs_.size(); ++k) all += pair(std::to_string(k), pairs_[k]);
    for (int i = 0; i < n_; ++i)
      all += "[forces.F" + std::to_string(i) + "]\non = \"" + name(i) + "\"\nvalue = \"" + load() +
             "\"\n";
    return all + "[simulation]\nduration = 2\nsamples = 41\n";
  }

 private:
  using Pair = std::pair<int, int>;

  double uniform(double low, double high) { return random_.uniform(low, high); }

  void draw_pairs() {
    const int kind = random_.below(3);
    n_ = 2 + random_.below(10);
    if (kind == 1) return draw_layers(2 + random_.below(3), 2 + random_.below(2));
    if (kind == 2) n_ = 3 + random_.below(7);
    for (int i = 0; i < n_ && kind == 0; ++i) {
      pairs_.emplace_back(i, kGround);
      if (has_.motion && random_.chance(0.4)) pairs_.emplace_back(i, kBelt);
    }
    for (int i = 0; i + 1 < n_; ++i) pairs_.emplace_back(i, i + 1);
    if (kind == 2) pairs_.emplace_back(n_ - 1, 0);  // a ring
    for (int i = 0; i < n_; ++i)
      for (int j = i + 2; j < n_; ++j)
        if (random_.chance(0.15)) pairs_.emplace_back(i, j);
  }

  /// Bricks: each on one or two of the layer below.
  void draw_layers(int width, int rows) {
    n_ = width * rows;
    for (int i = 0; i < n_; ++i) {
      const bool last = i % width == width - 1;
      pairs_.emplace_back(i, i < width ? kGround : i - width);
      if (i >= width && !last) pairs_.emplace_back(i, i - width + 1);
      if (!last && random_.chance(0.5)) pairs_.emplace_back(i, i + 1);
    }
  }

  std::string ends(const Pair& pair) {
    std::string all = "between = [\"" + name(pair.first) + "\", \"" + name(pair.second) + "\"]\n";
    if (!has_.arms) return all;
    const char* arms[] = {"1, 1", "1, 1", "2, 1", "1, 0.5", "1.5, -1"};
    return all + "arms = [" + arms[random_.below(5)] + "]\n";
  }

  std::string pair(const std::string& number, const Pair& pair) {
    const std::string between = ends(pair);
    std::string all;
    if (has_.stops && random_.chance(0.15)) {
      all = "[stops.p" + number + "]\n" + between + "gap = [" +
            (random_.chance(0.6) ? "0" : text(-uniform(0.02, 0.2))) + ", " +
            text(uniform(0.02, 0.2)) +
            "]\nrestitution = " + (random_.chance(0.5) ? "0" : text(uniform(0, 0.8))) + "\n";
    } else {
      all = friction(number, between);
    }
    if (pair.second == kBelt || random_.chance(0.8)) return all;
    return all + "[springs.s" + number + "]\n" + between + "stiffness = " + text(uniform(10, 100)) +
           "\n";
  }

  std::string friction(const std::string& number, const std::string& between) {
    double kinetic = alike_ ? kinetic_ : uniform(0.2, 1.0);
    if (random_.chance(0.08)) kinetic = 0.0;
    const double breakaway = random_.chance(0.25) ? kinetic : kinetic * uniform(1.0, 1.8);
    std::string all = "[frictions.f" + number + "]\n" + between + "kinetic = " + text(kinetic) +
                      "\nstatic = " + text(breakaway) + "\n";
    if (!has_.normal || random_.chance(0.7)) return all;
    const std::string wave = "sin(" + text(uniform(2, 7)) + "*t)";
    return all + "normal = \"" +
           (random_.chance(0.3)
                ? "abs(" + wave + ")"
                : text(uniform(1, 1.5)) + " + " + text(uniform(0.1, 0.6)) + "*" + wave) +
           "\"\n";
  }

  std::string load() {
    std::string all = text(uniform(-0.1, 0.1));
    if (random_.chance(0.6)) all += " + (" + text(uniform(-2, 2)) + ")*t";
    if (random_.chance(0.65)) return all;
    const std::string w = text(uniform(2, 9)), a = text(uniform(-1.5, 1.5));
    const std::string more[] = {"*sin(" + w + "*t)", "*square(" + w + "*t)",
                                "*abs(saw(" + w + "*t))", "*sat(2*square(" + w + "*t), 0.7)"};
    return all + " + " + a + more[random_.below(4)];
  }

  Random random_;
  GraphOptions has_;
  int n_{};
  std::vector<Pair> pairs_;
  bool alike_{};
  double kinetic_{};
};

}  // namespace

std::string friction_graph(std::uint64_t seed, const GraphOptions& options) {
  return GraphWriter(seed, options).write();
}

}  // namespace acceptance
