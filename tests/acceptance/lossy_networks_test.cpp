// Random networks in which forces of rigid links press frictions. What holds of their rows is held
// against the laws by the proofs; the same network turned round must move the other way, and with
// links along expressions, which are solved otherwise, as before. More: ./check --long losses.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "environment.h"
#include "luztar/luztar.h"
#include "random.h"

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 150;
#else
constexpr int kNetworks = 15;
#endif

/// Turned: all positions, and what pushes, with the other sign. Curved: links along expressions.
enum class Way { Plain, Turned, Curved };

class Writer {
 public:
  Writer(int seed, Way way)
      : random_{static_cast<std::uint64_t>(seed)},
        way_(way),
        turned_(way == Way::Turned),
        bold_(seed % 3 == 0) {}

  std::string network() {
    n_ = 2 + random_.below(4);
    for (int b = 0; b < n_; ++b) {
      add("bodies", "b", b, "mass = " + number(0.3, 3));
      if (chance(0.4)) text_ += "position = " + number(-0.1, 0.1, sign()) + "\n";
    }
    links_ = 1 + random_.below(std::min(2, n_ - 1));
    for (int l = 0; l < links_; ++l) {
      constexpr const char* kArms[] = {"1", "-1", "-2", "0.5", "3"};
      const std::string arm = kArms[random_.below(5)];
      add("links", "l", l,
          way_ == Way::Curved
              ? "deflection = \"asinh(sinh(q." + body(l) + " + " + arm + "*q." + body(l + 1) +
                    "))\""
              : "across = { " + body(l) + " = 1, " + body(l + 1) + " = " + arm + " }");
    }
    const int losses = 1 + random_.below(2);
    for (int i = 0; i < losses; ++i) add_loss(i);
    const int frictions = random_.below(3);
    for (int i = 0; i < frictions; ++i) {
      add("frictions", "c", i,
          "between = [\"" + any() + "\", \"ground\"]\nkinetic = " + number(0.3, 3));
      if (chance(0.4)) text_ += "static = " + number(3, 4) + "\n";
    }
    const int springs = random_.below(3);
    for (int i = 0; i < springs; ++i) {
      add("springs", "s", i,
          "between = [\"" + any() + "\", \"ground\"]\nstiffness = " + number(10, 150));
      if (chance(0.4)) text_ += "freeplay = " + number(0.01, 0.1) + "\n";
    }
    if (chance(0.4))
      add("stops", "p", 0,
          "between = [\"" + any() +
              "\", \"ground\"]\ngap = " + (turned_ ? "[-0.25, 0.3]" : "[-0.3, 0.25]") +
              "\nrestitution = " + (chance(0.5) ? "0" : "0.5"));
    const int forces = 1 + random_.below(3);
    for (int i = 0; i < forces; ++i) add_force(i);
    return text_ + "[simulation]\nduration = 2\nsamples = 21\n";
  }

 private:
  bool chance(double p) { return random_(0, 1) < p; }
  int sign() const { return turned_ ? -1 : 1; }
  std::string number(double low, double high, int sign = 1) {
    return luztar::to_text(luztar::Expression::number(sign * random_(low, high)));
  }
  std::string body(int b) const { return "b" + std::to_string(b % n_); }
  std::string any() { return body(random_.below(n_)); }
  void add(const char* kind, const char* name, int i, const std::string& lines) {
    text_ += std::string("[") + kind + "." + name + std::to_string(i) + "]\n" + lines + "\n";
  }

  void add_loss(int i) {
    const double most = bold_ ? 1.3 : 0.6;
    const int link = random_.below(links_);
    const std::string force = "f.l" + std::to_string(link);
    const bool input = chance(0.5);
    const std::string own = body(link + (input ? 0 : 1));
    const std::string other = chance(0.75) ? "ground" : body(link + 2);
    const int kind = random_.below(4);
    const bool above = kind == 2;
    std::string load = kind < 2            ? "abs(" + force + ")"
                       : above == !turned_ ? "max(" + force + ", 0)"
                                           : "max(-" + force + ", 0)";
    if (chance(0.3))
      load = number(0.1, 3) + " + " + load;
    else if (chance(0.15))
      load = "(1 + 0.3*sin(" + number(1, 3) + "*t))*" + load;
    const std::string level = number(0.02, most), back = number(0.02, most);
    const bool differ = chance(0.3);
    add("frictions", "loss", i,
        "between = [\"" + own + "\", \"" + (other == own ? "ground" : other) +
            "\"]\nkinetic = " + (differ && turned_ ? back : level) + "\nnormal = \"" + load + "\"");
    if (differ) text_ += "negative = { kinetic = " + (turned_ ? level : back) + " }\n";
  }

  void add_force(int i) {
    std::string value;
    switch (random_.below(3)) {
      case 0:
        value = number(2, 9, sign()) + "*sin(" + number(1, 6) + "*t)";
        break;
      case 1:
        value = number(1, 6, sign()) + "*square(" + number(1, 5) + "*t)";
        break;
      default:
        value = number(-6, 6, sign()) + "*step(t - " + number(0.1, 1) + ")";
    }
    add("forces", "F", i, "on = \"" + any() + "\"\nvalue = \"" + value + "\"");
  }

  luztar::testing::Random random_;
  Way way_;
  bool turned_, bold_;
  int n_{}, links_{};
  std::string text_;
};

luztar::Trajectory run(int seed, Way way) {
  const luztar::System system =
      luztar::compile(luztar::parse_model(Writer(seed, way).network(), "losses.toml"));
  return luztar::simulate(system, luztar::initial_state(system), system.settings());
}

/// It may jam, or press by a force that is not unique.
bool may_end(const std::string& words) {
  return words.find("it jams") != std::string::npos ||
         words.find("not unique") != std::string::npos;
}

/// Losses so large that a motion is chosen.
bool has_choices(const luztar::Trajectory& run) {
  return std::ranges::any_of(run.info.warnings, [](const std::string& words) {
    return words.find("several ways to go on") != std::string::npos;
  });
}

}  // namespace

TEST_CASE("random networks with rigid links that press frictions, turned round and along curves") {
  const int n = luztar::test::count_of(kNetworks);
  int finished = 0;
  const int first = luztar::test::first_seed(0);
  for (int seed = first; seed < first + n; ++seed) {
    CAPTURE(seed);
    if (luztar::test::shows()) MESSAGE(Writer(seed, Way::Plain).network());
    const luztar::Trajectory plain = run(seed, Way::Plain);
    CHECK((plain.info.diagnosis == "" || may_end(plain.info.diagnosis)));
    if (plain.info.status != luztar::Status::Finished) continue;
    CHECK(plain.info.proofs.hold());
    ++finished;
    if (has_choices(plain)) continue;
    for (const Way way : {Way::Turned, Way::Curved}) {
      CAPTURE(way);
      const luztar::Trajectory other = run(seed, way);
      if (has_choices(other)) continue;
      CHECK(other.info.diagnosis == "");
      CHECK(other.info.proofs.hold());
      if (other.info.status != luztar::Status::Finished) continue;
      const double sign = way == Way::Turned ? 1.0 : -1.0;
      double most = 0.0, apart = 0.0;
      for (std::size_t b = 0; b < plain.q.size(); ++b)
        for (std::size_t i = 0; i < plain.q[b].size(); ++i) {
          most = std::max(most, std::abs(plain.q[b][i]));
          apart = std::max(apart, std::abs(plain.q[b][i] + sign * other.q[b][i]));
        }
      CHECK(apart <= 1e-9 * std::max(1.0, most));
    }
  }
  MESSAGE(finished << " networks finished");
  CHECK(finished >= n * 9 / 10);
}
