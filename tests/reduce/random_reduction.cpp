#include "reduce/random_reduction.h"

#include <cstdio>
#include <vector>

#include "random.h"

namespace reduce_test {
namespace {

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", value);
  return buffer;
}

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_{seed * 7919 + 17} {}

  RandomReduction write() {
    const int blocks = 2 + random_.below(2);
    for (int i = 0; i < blocks; ++i) block(i);
    std::vector<int> kinds(static_cast<std::size_t>(1 + random_.below(3)));
    for (int& kind : kinds) kind = random_.below(9);
    // Where a limit joins frictions, F_S > F_K has none: what gives way a little breaks them one
    // after the other.
    for (const int kind : kinds) joins_ = joins_ || (kind >= 3 && kind <= 5);
    for (const int kind : kinds) part(kind, random_.below(blocks));
    out_.model = "[parameters]\n" + parameters_ + bodies_ + elements_ +
                 "[simulation]\nduration = 1\nsamples = 201\ntolerance = 1e-11\n";
    return out_;
  }

 private:
  double uniform(double low, double high) { return random_(low, high); }
  bool chance(double p) { return random_(0, 1) < p; }
  static std::string block_name(int i) { return "block" + std::to_string(i); }
  std::string fresh(const char* stem) { return stem + std::to_string(++count_); }

  /// A parameter that takes a limit.
  std::string limited(const char* stem, double value, const char* to) {
    const std::string name = fresh(stem);
    parameters_ += name + " = " + text(value) + "\n";
    out_.limits.push_back(name + "=" + to);
    return name;
  }

  void element(const char* kind, const std::string& a, const std::string& b, double ra, double rb,
               const std::string& keys) {
    elements_ += std::string("[") + kind + "." + fresh("e") + "]\nbetween = [\"" + a + "\", \"" +
                 b + "\"]\narms = [" + text(ra) + ", " + text(rb) + "]\n" + keys;
  }

  /// Every block starts at the origin, where no spring is loaded, and moves by its force.
  void block(int i) {
    const std::string name = block_name(i);
    bodies_ += "[bodies." + name + "]\nmass = " + text(uniform(0.8, 3)) + "\n";
    elements_ += "[forces." + fresh("F") + "]\non = \"" + name + "\"\nvalue = \"" +
                 text(uniform(4, 9)) + "*sin(" + text(uniform(3, 8)) + "*t)\"\n";
    element("springs", name, "ground", 1, 1, "stiffness = " + text(uniform(10, 40)) + "\n");
    element(
        "frictions", name, "ground", 1, 1,
        "kinetic = " + text(uniform(0.3, 1.5)) + "\nviscous = " + text(uniform(0.1, 0.6)) + "\n");
    if (i > 0) {
      const std::string gap =
          chance(0.4) ? "freeplay = " + text(uniform(0.005, 0.03)) + "\n" : std::string();
      element("springs", block_name(i - 1), name, 1, ratio(),
              "stiffness = " + text(uniform(30, 90)) + "\n" + gap);
    }
  }

  double ratio() {
    const double ratios[] = {1, 1, 2, 0.5, -1};
    return ratios[random_.below(5)];
  }
  std::string gap() {
    if (chance(0.5)) return "";
    return "freeplay = " + text(uniform(0.002, 0.02)) + "\n";
  }

  std::string light_body() {
    const std::string name = fresh("light");
    bodies_ += "[bodies." + name + "]\nmass = \"" + limited("m", uniform(0.1, 0.5), "0") + "\"\n";
    return name;
  }

  void part(int kind, int at) {
    const std::string here = block_name(at);
    const std::string there = at == 0 ? "ground" : block_name(at - 1);
    if (kind <= 1) {  // one or two light bodies in a row of springs
      std::string last = here;
      for (int i = 0; i < 1 + kind; ++i) {
        const std::string next = light_body();
        element("springs", last, next, 1, ratio(),
                "stiffness = " + text(uniform(100, 300)) + "\n" + gap());
        last = next;
      }
      element("springs", last, there, 1, ratio(),
              "stiffness = " + text(uniform(100, 300)) + "\n" + gap());
    } else if (kind == 2) {  // held by friction
      const std::string next = light_body();
      element("springs", here, next, 1, ratio(), "stiffness = " + text(uniform(20, 80)) + "\n");
      element("frictions", next, "ground", 1, 1,
              "kinetic = " + text(uniform(0.2, 1)) + "\nviscous = " + text(uniform(1, 3)) + "\n");
    } else if (kind == 3) {  // heavy, at rest
      const std::string next = fresh("heavy");
      bodies_ += "[bodies." + next + "]\nmass = \"" + limited("M", uniform(3, 9), "inf") + "\"\n";
      element("frictions", here, next, 1, ratio(),
              "kinetic = " + text(uniform(0.3, 1)) + "\nviscous = 0.2\n");
      element("springs", here, next, 1, 1, "stiffness = " + text(uniform(10, 30)) + "\n" + gap());
    } else if (kind == 4) {  // tied to a block
      const std::string next = fresh("tied");
      bodies_ += "[bodies." + next + "]\nmass = " + text(uniform(0.5, 2)) + "\n";
      const double arm = ratio();
      element("springs", here, next, 1, arm,
              "stiffness = \"" + limited("k", uniform(500, 900), "inf") + "\"\n");
      element("dampers", here, next, 1, arm, "damping = 5\n");
      element("frictions", next, "ground", 1, 1, "kinetic = 0.5\nviscous = 0.3\n");
    } else if (kind == 5) {  // dragged along
      const std::string next = fresh("dragged");
      bodies_ += "[bodies." + next + "]\nmass = " + text(uniform(0.5, 2)) + "\n";
      element("dampers", here, next, 1, ratio(),
              "damping = \"" + limited("c", uniform(20, 60), "inf") + "\"\n");
    } else if (kind == 6) {  // elements that vanish
      element("springs", here, there, 1, ratio(),
              "stiffness = \"" + limited("k", uniform(5, 20), "0") + "\"\n");
      element("frictions", here, there, 1, 1,
              "viscous = \"" + limited("C", uniform(0.1, 0.5), "0") + "\"\nkinetic = \"" +
                  limited("F", uniform(0.2, 0.9), "0") + "\"\n");
    } else if (kind == 7) {  // a gap that closes
      element("springs", here, there, 1, 1,
              "stiffness = " + text(uniform(30, 90)) + "\nfreeplay = \"" +
                  limited("g", uniform(0.005, 0.03), "0") + "\"\n");
    } else {  // nothing to take but what is exact: frictions side by side
      element("frictions", here, there, 1, 1, "kinetic = 0.4\nviscous = 0.1\n");
      element("frictions", here, there, -1, -1,
              std::string("kinetic = 0.3\nviscous = 0.2\n") + (joins_ ? "" : "static = 0.5\n"));
    }
  }

  luztar::testing::Random random_;
  RandomReduction out_{};
  std::string parameters_{"unused = 1\n"}, bodies_{}, elements_{};
  int count_{};
  bool joins_{};  ///< a limit makes frictions of two bodies those of one
};

}  // namespace

RandomReduction random_reduction(std::uint64_t seed) { return Writer(seed).write(); }

}  // namespace reduce_test
