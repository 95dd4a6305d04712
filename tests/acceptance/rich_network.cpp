#include "acceptance/rich_network.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "acceptance/network.h"

namespace acceptance {
namespace {

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}

std::string quoted(double x) { return "\"" + text(x) + "\""; }

/// Reads back as the same number: velocities that must fit a link.
std::string exactly(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "\"%.17g\"", x);
  return buffer;
}

/// A number with six digits, as the text will have it.
double rounded(double x) { return std::stod(text(x)); }

class Writer {
 public:
  Writer(std::uint64_t seed, const Features& features, double start)
      : random_(seed * 2654435761u + 12345u), has_(features), start_(start) {
    random_.next();
    t_ = start == 0.0 ? "t" : "(t - " + text(start) + ")";
  }

  std::string write() {
    make_bodies();
    if (has_.links) make_links();
    std::string all;
    for (int i = 0; i < n_; ++i) all += body_text(i);
    for (int i = 1 + random_.below(n_); i > 0; --i) all += spring(terms());
    for (int i = random_.below(3); i > 0; --i) all += damper(terms());
    for (int i = 1 + random_.below(n_); i > 0; --i) all += friction(terms());
    for (int i = 0; i < n_; ++i) {
      if (bodies_[i].kind == Kind::Massless) all += hold(i);
    }
    all += links_;
    if (has_.stops) {
      for (int i = random_.below(4); i > 0; --i) all += stop();
    }
    for (int i = 0; i < n_; ++i) {
      if (is_moving(i) && random_.chance(0.7)) all += force(i);
    }
    return all + "[simulation]\nstart = " + quoted(start_) + "\nduration = 2\n";
  }

 private:
  enum class Kind { Free, Massless, Tied, Moved, Belt };  ///< Tied: massless, linked to a mass
  struct Body {
    Kind kind{};
    double mass{}, position{}, velocity{}, amplitude{}, frequency{};
    bool smooth{};  ///< massless and not damped: forces must not jump
    bool linked{};
  };

  bool is_given(int i) const {
    return bodies_[i].kind == Kind::Moved || bodies_[i].kind == Kind::Belt;
  }
  bool is_moving(int i) const { return !is_given(i); }
  bool is_massless(int i) const {
    return bodies_[i].kind == Kind::Massless || bodies_[i].kind == Kind::Tied;
  }
  double uniform(double low, double high) { return rounded(random_.uniform(low, high)); }
  std::string name(const char* prefix) { return prefix + std::to_string(count_++); }
  static std::string body_name(int i) { return i < 0 ? "ground" : "b" + std::to_string(i); }

  void make_bodies() {
    n_ = 2 + random_.below(5);
    quiet_ = random_.chance(0.3);
    int massless = 0;
    for (int i = 0; i < n_; ++i) {
      Body b{.kind = Kind::Free, .mass = uniform(0.5, 3)};
      b.position = !quiet_ && random_.chance(0.5) ? uniform(-0.2, 0.2) : 0.0;
      b.velocity = !quiet_ && random_.chance(0.4) ? uniform(-1, 1) : 0.0;
      const double kind = random_.uniform(0, 1);
      if (i > 0 && kind < 0.1 && !quiet_) {
        b = {.kind = Kind::Moved, .amplitude = uniform(-0.3, 0.3), .frequency = uniform(1, 6)};
      } else if (i > 0 && kind < 0.16 && !quiet_) {
        b.kind = Kind::Belt;
        b.velocity = uniform(-0.5, 0.5);
      } else if (i > 0 && kind < 0.22 && has_.massless && has_.links) {
        b = {.kind = Kind::Tied};
      } else if (i > 0 && kind < 0.4 && has_.massless && massless < 2) {
        b = {.kind = Kind::Massless, .smooth = random_.chance(0.5)};
        ++massless;
      }
      bodies_.push_back(b);
    }
  }

  /// Ideal gears between bodies with mass, planetary sets, levers without mass; velocities fit.
  void make_links() {
    int last = -1, before = -1;
    for (int i = 0; i < n_; ++i) {
      const bool tied = bodies_[i].kind == Kind::Tied;
      if (bodies_[i].kind != Kind::Free && !tied) continue;
      if (last >= 0 && (tied || random_.chance(0.2))) {
        const double arms[][2] = {{1, 1}, {2, 1}, {1, 0.5}, {1, -1}};
        const auto& arm = arms[random_.below(4)];
        Terms all = {{last, arm[0]}, {i, -arm[1]}};
        double speed = arm[0] * bodies_[last].velocity;
        if (before >= 0 && random_.chance(0.3)) {
          all.insert(all.begin() + 1, {before, 0.5});
          speed += 0.5 * bodies_[before].velocity;
        }
        bodies_[i].velocity = speed / arm[1];
        for (const auto& [body, coefficient] : all) bodies_[body].linked = true;
        links_ += "[links." + name("l") + "]\n" + between(all);
      }
      if (tied) continue;
      before = last;
      last = i;
    }
  }

  std::string body_text(int i) const {
    const Body& b = bodies_[i];
    std::string all = "[bodies." + body_name(i) + "]\n";
    if (b.kind == Kind::Moved) {
      return all + "motion = \"" + text(b.amplitude) + "*sin(" + text(b.frequency) + "*" + t_ +
             ")\"\n";
    }
    all += b.kind == Kind::Belt ? "mass = inf\n" : "mass = " + quoted(b.mass) + "\n";
    if (b.kind == Kind::Massless) return all;
    return all + "position = " + quoted(b.position) + "\nvelocity = " + exactly(b.velocity) + "\n";
  }

  using Terms = Network::Terms;

  Terms terms() {
    int a = random_.below(n_);
    while (!is_moving(a)) a = (a + 1) % n_;
    int b = random_.below(n_ + 1) - 1;
    if (b == a) b = -1;
    return with_arms(a, b);
  }

  Terms with_arms(int a, int b) {
    const double arms[][2] = {{1, 1}, {1, 1}, {1, 1}, {2, 1}, {1, 0.5}, {1.5, -1}};
    const auto& arm = arms[random_.below(6)];
    Terms all = {{a, arm[0]}, {b, -arm[1]}};
    const int c = random_.below(n_);
    if (random_.chance(0.1) && c != a && c != b && b >= 0) all.push_back({c, 0.5});
    return all;
  }

  static std::string between(const Terms& terms) {
    if (terms.size() == 2) {
      return "between = [\"" + body_name(terms[0].first) + "\", \"" + body_name(terms[1].first) +
             "\"]\narms = [" + quoted(terms[0].second) + ", " + quoted(-terms[1].second) + "]\n";
    }
    std::string all;
    for (const auto& [body, coefficient] : terms) {
      all += (all.empty() ? "" : ", ") + body_name(body) + " = " + quoted(coefficient);
    }
    return "across = { " + all + " }\n";
  }

  bool on_smooth(const Terms& terms) const {
    return std::any_of(terms.begin(), terms.end(), [this](const auto& term) {
      return term.first >= 0 && bodies_[term.first].smooth;
    });
  }
  bool on_massless(const Terms& terms) const {
    return std::any_of(terms.begin(), terms.end(), [this](const auto& term) {
      return term.first >= 0 && is_massless(term.first);
    });
  }

  std::string spring(const Terms& terms) {
    const std::string head = "[springs." + name("s") + "]\n" + between(terms);
    const double k = uniform(20, 200);
    if (has_.laws && !on_massless(terms) && random_.chance(0.2)) {
      const std::string laws[] = {
          text(k) + "*d + " + text(uniform(10, 300)) + "*d^3",
          text(0.1 * k) + "*sat(d, " + text(uniform(0.05, 0.3)) + ") + " + text(0.5 * k) + "*d",
          text(k) + "*d + " + text(uniform(0.1, 1)) + "*v", text(0.2 * k) + "*(exp(d) - 1)",
          text(k) + "*max(d, 0) + " + text(0.5 * k) + "*min(d, 0)"};
      const int law = random_.below(5);
      return head + "force = \"" + laws[law] + "\"\n";
    }
    std::string all = head + "stiffness = " + quoted(k) + "\nrest = " +
                      quoted(!quiet_ && random_.chance(0.3) ? uniform(-0.1, 0.1) : 0.0) + "\n";
    if (random_.chance(0.5)) return all;
    const double upper = uniform(0.005, 0.1);
    if (random_.chance(0.5)) {
      all += "freeplay = " + quoted(upper) + "\n";
    } else {
      all += "gap = [" + quoted(-uniform(0, 0.1)) + ", " + quoted(upper) + "]\n";
    }
    const bool damped = random_.chance(0.4) && !on_massless(terms);
    if (!damped) return all;
    const double damping = uniform(0.1, 1);
    return all + "damping = " + quoted(damping) + "\n" +
           (has_.pushing && damping < 0.6 ? "pull = false\n" : "");
  }

  std::string damper(const Terms& terms) {
    if (on_smooth(terms)) return "";
    const std::string head = "[dampers." + name("d") + "]\n" + between(terms);
    const double c = uniform(0.05, 1);
    if (has_.laws && !on_massless(terms) && random_.chance(0.3)) {
      return head + "force = \"" + text(c) + "*v*(1 + abs(v))\"\n";
    }
    return head + "damping = " + quoted(c) + "\n";
  }

  std::string friction(const Terms& terms) {
    const std::string label = name("f");
    std::string all = "[frictions." + label + "]\n" + between(terms);
    // Friction holds a massless body without damping where it is; where that is must be clear.
    if (on_smooth(terms) && !quiet_) return "";
    const bool massless = on_massless(terms);
    if (has_.bristles && !massless && random_.chance(0.25)) return all + bristles();
    all += law(massless, on_smooth(terms));
    const bool pressed = has_.levels && random_.chance(0.2);
    if (pressed) {
      all += "normal = \"" + text(uniform(0.6, 1.2)) + " + " + text(uniform(0.1, 0.5)) +
             (massless || random_.chance(0.7) ? "*sin(" + text(uniform(1, 6)) + "*" + t_ + ")"
                                              : "*tanh(q.b0)") +
             "\"\n";
    }
    if (random_.chance(0.3)) {
      all += "[frictions." + label + ".negative]\n" + law(massless, on_smooth(terms));
    }
    return all;
  }

  /// On massless bodies levels stay constant: a falling one has no unique velocity there.
  std::string law(bool massless, bool smooth) {
    const double kinetic = uniform(0.3, 4);
    const double breakaway =
        random_.chance(0.5) || smooth ? kinetic : rounded(kinetic * random_.uniform(1, 1.6));
    const double viscous = smooth ? 0.0 : massless || random_.chance(0.5) ? uniform(0.1, 0.6) : 0.0;
    const std::string common =
        "viscous = " + quoted(viscous) + "\nstatic = " + quoted(breakaway) + "\n";
    const double kind = has_.levels && !massless ? random_.uniform(0, 1) : 0.0;
    if (kind > 0.85) {
      return common + "table = [[0, " + text(kinetic) + "], [" + text(uniform(0.02, 0.1)) + ", " +
             text(0.7 * kinetic) + "], [" + text(uniform(0.2, 0.6)) + ", " + text(0.8 * kinetic) +
             "]]\n";
    }
    const std::string all = common + "kinetic = " + quoted(kinetic) + "\n";
    if (kind > 0.7) {
      const double fall = uniform(0.05, 0.2);
      return all + "hysteresis = { rise = " + text(fall + uniform(0.05, 0.2)) +
             ", fall = " + text(fall) + ", kinetic = " + text(0.8 * kinetic) + " }\n";
    }
    if (kind < 0.4 || breakaway == kinetic) return all;
    return all + "stribeck = { velocity = " + text(uniform(0.02, 0.5)) +
           ", exponent = " + std::to_string(1 + random_.below(2)) + " }\n";
  }

  std::string bristles() {
    const double kinetic = uniform(0.3, 4);
    const std::string sigma = "sigma0 = " + quoted(uniform(100, 2000)) + "\n";
    const std::string viscous =
        random_.chance(0.5) ? "viscous = " + quoted(uniform(0.05, 0.5)) + "\n" : "";
    if (random_.chance(0.5)) {
      return "law = \"dahl\"\n" + sigma + viscous + "kinetic = " + quoted(kinetic) +
             "\nexponent = " + std::to_string(1 + random_.below(2)) + "\n";
    }
    return "law = \"lugre\"\n" + sigma + viscous + "kinetic = " + quoted(kinetic) +
           "\nstatic = " + quoted(1.3 * kinetic) + "\nsigma1 = " + quoted(uniform(1, 20)) +
           "\nstribeck = { velocity = " + text(uniform(0.02, 0.3)) + " }\n";
  }

  /// A massless body needs something that says where it is: springs, or damping.
  std::string hold(int i) {
    int other = random_.below(n_);
    while (other == i) other = random_.below(n_ + 1) - 1;
    if (!bodies_[i].smooth) {
      return "[dampers." + name("d") + "]\n" + between(with_arms(i, other)) +
             "damping = " + quoted(uniform(0.5, 5)) + "\n";
    }
    std::string all = "[springs." + name("s") + "]\n" + between({{i, 1}, {other, -1}}) +
                      "stiffness = " + quoted(uniform(50, 200)) + "\n";
    return all + "[springs." + name("s") + "]\n" + between({{i, 1}, {-1, -1}}) +
           "stiffness = " + quoted(uniform(20, 100)) + "\n";
  }

  /// Given motions and a second stop may squeeze a body: then there is no motion.
  bool would_squeeze(const Terms& terms) const {
    const bool given = std::any_of(terms.begin(), terms.end(), [this](const auto& term) {
      return term.first >= 0 && is_given(term.first);
    });
    return given_stop_ || (given && stops_ > 0);
  }

  std::string stop() {
    const Terms all = terms();
    const auto linked = [this](const auto& term) {
      return term.first >= 0 && bodies_[term.first].linked;
    };
    if (on_massless(all) || would_squeeze(all)) return "";
    if (std::count_if(all.begin(), all.end(), linked) > 1) return "";  // perhaps no room to move
    ++stops_;
    double d = 0.0;
    for (const auto& [body, arm] : all) {
      d += body >= 0 ? arm * bodies_[body].position : 0.0;
      given_stop_ = given_stop_ || (body >= 0 && is_given(body));
    }
    const bool touches = d == 0.0 && random_.chance(0.2);
    const double below = touches ? 0.0 : rounded(d - random_.uniform(0.02, 0.3));
    const double above = rounded(d + random_.uniform(0.02, 0.3));
    const int sides = random_.below(3);
    const double kind = random_.uniform(0, 1);
    return "[stops." + name("p") + "]\n" + between(all) + "gap = [" +
           (sides == 1 ? "\"-inf\"" : text(below)) + ", " + (sides == 2 ? "\"inf\"" : text(above)) +
           "]\nrestitution = " +
           quoted(kind < 0.3   ? 0.0
                  : kind < 0.4 ? 1.0
                               : uniform(0, 0.9)) +
           "\n";
  }

  /// A kink around something that jumps, of time.
  std::string nest(const std::string& w) {
    const std::string x = w + "*" + t_, c = text(random_.uniform(0.1, 0.9));
    const std::string nests[] = {"abs(saw(" + x + "))",
                                 "sat(2*square(" + x + "), " + c + ")",
                                 "max(sign(sin(" + x + ")), " + c + ")",
                                 "pulse(saw(" + x + "), -" + c + ", 1)",
                                 "luz(saw(" + x + ") - step(" + t_ + " - " + c + "), 0.4)",
                                 "if(square(" + x + ") > 0, cos(" + x + "), " + c + ")",
                                 "min(abs(tar(sin(" + x + "), " + c + ")), 1)",
                                 "sqrt(" + c + " + abs(square(" + x + ") - saw(3*" + t_ + ")))"};
    return nests[random_.below(8)];
  }

  std::string force(int i) {
    const std::string a = text(random_.uniform(-8, 8)), w = text(random_.uniform(1, 8));
    const std::string p = text(random_.uniform(0, 3)), when = text(random_.uniform(0.2, 1.5));
    const int other = random_.below(n_ + 1) - 1;
    const bool pair = other >= 0 && other != i && !bodies_[other].smooth && random_.chance(0.2);
    const std::string on =
        pair ? between({{i, 1}, {other, -1}}) : "on = \"" + body_name(i) + "\"\n";
    const std::string head = "[forces." + name("F") + "]\n" + on + "value = \"" + a;
    if (has_.nested && !bodies_[i].smooth) return head + "*" + nest(w) + "\"\n";
    const int kind = bodies_[i].smooth ? 6 : random_.below(8);
    if (kind == 1) return head + "*step(" + t_ + " - " + when + ")\"\n";
    if (kind == 2) return head + "*pulse(" + t_ + ", " + when + ", 0.3)\"\n";
    if (kind == 3) return head + "*square(" + w + "*" + t_ + ")\"\n";
    const bool feels = !is_massless(i) && !(pair && is_massless(other));
    if (kind == 4 && feels) {
      return head + "*cos(" + w + "*" + t_ + ") - 0.3*v." + body_name(i) + "\"\n";
    }
    if (kind == 5) return head + "*abs(sin(" + w + "*" + t_ + "))\"\n";
    if (kind == 7 && feels) {
      return head + "*cos(" + w + "*" + t_ + ") - 4*q.b0 - 0.2*v.b0\"\n";
    }
    const bool from_rest = kind == 6;  // no jump at the start
    return head + "*sin(" + w + "*" + t_ + (from_rest ? "" : " + " + p) + ")\"\n";
  }

  Random random_;
  Features has_;
  double start_;
  std::string t_;
  int n_{}, count_{}, stops_{};
  bool given_stop_{};
  std::vector<Body> bodies_;
  std::string links_;
  bool quiet_{};  ///< starts at rest
};

}  // namespace

std::string rich_network(std::uint64_t seed, const Features& features, double start) {
  return Writer(seed, features, start).write();
}

}  // namespace acceptance
