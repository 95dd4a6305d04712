#include "acceptance/corner_network.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace acceptance {
namespace {

using luztar::testing::Random;

class Writer {
 public:
  Writer(Random& random, bool massless) : random_(random), massless_(massless) {}

  std::string write() {
    n_ = 1 + random_.below(6);
    for (int b = 0; b < n_; ++b) add_body(b);
    if (massless_)
      for (int b = 0; b < n_; ++b) attach(b);
    else
      for (int count = 1 + random_.below(2 * n_); count > 0; --count) joint(any(), other());
    for (int count = random_.below(3); count > 0; --count) spring(any(), other());
    for (int b = 0; b < n_; ++b)
      if (role_[body(b)] != 'g' && chance(0.7)) force(b);
    return text_ + "[simulation]\nduration = 2\n";
  }

 private:
  bool chance(double probability) { return random_(0.0, 1.0) < probability; }
  std::string pick(std::initializer_list<const char*> list) {
    return list.begin()[random_.below(static_cast<int>(list.size()))];
  }
  static std::size_t body(int b) { return static_cast<std::size_t>(b); }
  static std::string name(int b) { return b < 0 ? "ground" : "b" + std::to_string(b); }
  bool is_massless(int b) const { return b >= 0 && role_[body(b)] == 'l'; }
  int any() { return random_.below(n_); }
  int other() { return random_.below(n_ + 1) - 1; }

  void add_body(int b) {
    const double kind = random_(0.0, 1.0);
    role_.push_back(kind < 0.12 ? 'g' : kind < 0.17 ? 'h' : massless_ && kind < 0.55 ? 'l' : 'm');
    text_ += "[bodies." + name(b) + "]\n";
    if (role_.back() == 'g')
      text_ += "motion = \"" + pick({"0.5*t", "sin(2*t)", "0.25*t^2", "0"}) + "\"\n";
    else
      text_ += "mass = " +
               (role_.back() == 'h'   ? std::string("inf")
                : role_.back() == 'l' ? std::string("0")
                                      : pick({"0.5", "1", "2", "3"})) +
               "\n";
  }

  /// The head of an element between two bodies; false if they are one.
  bool begin(const std::string& kind, int a, int b) {
    if (a == b) return false;
    text_ += "[" + kind + "." + kind.substr(0, 1) + std::to_string(count_++) + "]\n";
    if (const int c = any(); !massless_ && a >= 0 && b >= 0 && c != a && c != b && chance(0.15)) {
      text_ += "across = { " + name(a) + " = 1, " + name(b) + " = " + pick({"-1", "2", "-0.5"}) +
               ", " + name(c) + " = " + pick({"1", "-2", "-0.5"}) + " }\n";
      return true;
    }
    text_ += "between = [\"" + name(a) + "\", \"" + name(b) + "\"]\n";
    if (chance(0.3))
      text_ +=
          "arms = [" + pick({"1", "2", "0.5", "3"}) + ", " + pick({"1", "-1", "2", "-0.5"}) + "]\n";
    return true;
  }
  void key(const std::string& name, const std::string& value) {
    text_ += name + " = " + value + "\n";
  }

  /// To a body before it or to the ground, so that a tree results.
  void attach(int b) {
    const int to = random_.below(b + 1) - 1;
    const double kind = random_(0.0, 1.0);
    if (kind < 0.2) {
      if (begin("links", b, to)) return;
    } else if (kind < 0.45) {
      if (begin("dampers", b, to)) key("damping", pick({"0.5", "1", "2"}));
    } else {
      friction(b, to, is_massless(b) || is_massless(to) ? chance(0.8) : chance(0.5));
    }
    // Pairs to what does not move close no cycle.
    if (chance(0.4)) friction(b, -1, chance(0.3));
    if (is_massless(b) && chance(0.3))
      if (begin("dampers", b, -1)) key("damping", pick({"0.25", "1"}));
    if (!is_massless(b) && chance(0.15) && begin("stops", b, -1))
      key("gap", pick({"[0, 0]", "[-0.1, 0.2]", "[-0.25, \"inf\"]"}));
  }

  void joint(int a, int b) {
    const double kind = random_(0.0, 1.0);
    if (kind < 0.12) {
      begin("links", a, b);
    } else if (kind < 0.27) {
      if (!begin("stops", a, b)) return;
      key("gap", pick({"[0, 0]", "[0, 0]", "[-0.1, 0.2]", "[0, 0.5]", "[-0.25, \"inf\"]"}));
    } else if (kind < 0.4) {
      if (!begin("dampers", a, b)) return;
      chance(0.7) ? key("damping", pick({"0.5", "1", "2"}))
                  : key("force", "\"0.5*v*(1 + abs(v))\"");
    } else {
      friction(a, b, chance(0.5));
    }
  }

  void friction(int a, int b, bool viscous) {
    if (!begin("frictions", a, b)) return;
    const bool plain = is_massless(a) || is_massless(b);
    if (!plain && chance(0.12)) return bristles();
    const std::string drag = viscous ? pick({"0.25", "0.5", "1"}) : "0";
    if (chance(0.2)) key("normal", pick({"\"1 + 0.5*t\"", "2", "\"0*t\"", "\"2 - sin(t)\""}));
    law(plain, drag);
    if (!chance(0.35)) return;
    text_ += "[frictions.f" + std::to_string(count_ - 1) + ".negative]\n";
    law(plain, drag);
  }

  void law(bool plain, const std::string& viscous) {
    static const char* const kKinetic[] = {"0", "0.5", "1", "2", "3"};
    static const char* const kStatic[] = {"0.5", "0.75", "1.5", "2.5", "4"};
    const int level = random_.below(5);
    key("viscous", viscous);
    const double kind = plain ? 0.0 : random_(0.0, 1.0);
    if (kind > 0.9 && level > 0) {
      return key("table", "[[0, 1], [0.25, 0.5], [1, 0.75]]");
    }
    key("kinetic", kKinetic[level]);
    const bool breaks = !plain && chance(0.3);
    if (breaks) key("static", kStatic[level]);
    if (kind > 0.8)
      return key("hysteresis", "{ rise = 0.75, fall = 0.375, kinetic = 0.25, viscous = 0.125 }");
    if (breaks && kind > 0.65) key("stribeck", "{ velocity = 0.5, exponent = 2 }");
  }

  void bristles() {
    const bool dahl = chance(0.5);
    key("law", dahl ? "\"dahl\"" : "\"lugre\"");
    key("sigma0", pick({"100", "1000"}));
    key("kinetic", pick({"1", "2"}));
    if (dahl) return key("exponent", pick({"1", "2"}));
    key("sigma1", "5");
    key("static", "3");
    key("stribeck", "{ velocity = 0.25 }");
  }

  void spring(int a, int b) {
    const bool massless = is_massless(a) || is_massless(b);
    if (!begin("springs", a, b)) return;
    if (!massless && chance(0.2)) return key("force", "\"10*d + 5*d^3 + 0.5*v\"");
    key("stiffness", pick({"10", "50"}));
    if (chance(0.3)) key("rest", "0.05");
    if (chance(0.5)) key("gap", pick({"[-0.1, 0.05]", "[0, 0]", "[-0.25, 0.25]"}));
    if (!massless && chance(0.4)) key("damping", "0.5");
  }

  void force(int b) {
    text_ += "[forces.F" + std::to_string(b) + "]\non = \"" + name(b) + "\"\n";
    const std::string size = std::to_string(random_.below(25) - 12);
    key("value", chance(0.5) || is_massless(b)
                     ? "\"" + size + "/2\""
                     : "\"" + size + pick({"*cos(t)", "*t", " - 2*v.b0", " + 3*q.b0"}) + "\"");
  }

  Random& random_;
  bool massless_;
  int n_{}, count_{};
  std::vector<char> role_;  ///< m: mass, l: none, g: given motion, h: infinite mass
  std::string text_;
};

}  // namespace

std::string corner_network(Random& random, bool massless) {
  return Writer(random, massless).write();
}

}  // namespace acceptance
