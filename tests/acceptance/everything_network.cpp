#include "acceptance/everything_network.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "acceptance/everything_parts.h"
#include "acceptance/rich_network.h"
#include "luztar/luztar.h"
#include "luztar/model/geometry.h"

namespace acceptance {
namespace {

using luztar::Expression;
using luztar::Model;

double value_of(const Expression& expression) {
  return luztar::evaluate(expression, [](const std::string&) { return 0.0; });
}

std::string replaced(std::string shape, const std::string& by) {
  for (std::size_t at = 0; (at = shape.find('@', at)) != std::string::npos; at += by.size())
    shape.replace(at, 1, by);
  return shape;
}

/// A deflection of random bodies.
struct Line {
  std::string key;  ///< `between` ... or `deflection` without its closing quote
  bool bent{};
  double start{}, rate{};  ///< d and v at first
  std::string text() const { return key + (bent ? "\"\n" : "\n"); }
  /// With d = 0 or so at first.
  std::string from_zero() const {
    return bent ? key + " - (" + Draw::text(start) + ")\"\n" : text();
  }
};

/// What is added to a rich network.
class Additions {
 public:
  Additions(std::uint64_t seed, const Model& network)
      : draw_(seed), network_(network), surroundings_(draw_, find_bodies()) {}

  /// Without what is rigid or rubs.
  std::string write_elastic() {
    std::string all = Surroundings::cam_table();
    for (int i = 1 + draw_.below(3); i > 0; --i) all += spring();
    for (int i = draw_.below(3); i > 0; --i) all += damper();
    all += surroundings_.text();
    for (const int body : masses_)
      if (draw_.chance(0.6)) all += force(body);
    return all;
  }

  std::string write() {
    std::string all = Surroundings::cam_table();
    for (int i = 1 + draw_.below(2); i > 0; --i) all += spring();
    for (int i = draw_.below(2); i > 0; --i) all += damper();
    all += surroundings_.text();
    if (can_bend_rigid_ && draw_.chance(0.4)) all += link();
    for (int i = 1 + draw_.below(2); i > 0; --i) all += friction();
    if (!given_stop_ && draw_.chance(0.4)) all += stop();
    if (!given_stop_ && draw_.chance(0.4)) all += freewheel();
    for (const int body : masses_)
      if (draw_.chance(0.5)) all += force(body);
    return all;
  }

 private:
  std::vector<std::string> find_bodies() {
    std::vector<std::string> names;
    for (std::size_t b = 0; b < network_.bodies.size(); ++b) {
      const luztar::Body& body = network_.bodies[b];
      const double mass = body.mass ? value_of(*body.mass) : INFINITY;
      if (mass == 0.0) can_bend_rigid_ = false;
      if (mass == 0.0) continue;
      others_.push_back(static_cast<int>(b));
      if (!std::isfinite(mass)) continue;
      masses_.push_back(static_cast<int>(b));
      names.push_back(body.name);
    }
    const auto take = [this](const luztar::Deflection& deflection) {
      for (const auto& term : deflection.terms) linked_[term.body] = true;
    };
    for (const luztar::Link& link : network_.links) take(link.deflection);
    for (const luztar::Stop& stop : network_.stops)
      for (const auto& term : stop.deflection.terms)
        given_stop_ = given_stop_ || (term.body >= 0 && !is_mass(term.body));
    return names;
  }

  bool is_mass(int body) const {
    return std::find(masses_.begin(), masses_.end(), body) != masses_.end();
  }
  int one_of(const std::vector<int>& bodies) {
    return bodies[static_cast<std::size_t>(draw_.below(static_cast<int>(bodies.size())))];
  }
  const std::string& name_of(int body) const {
    return network_.bodies[static_cast<std::size_t>(body)].name;
  }
  double position(int body) const {
    return value_of(network_.bodies[static_cast<std::size_t>(body)].position);
  }
  double velocity(int body) const {
    return value_of(network_.bodies[static_cast<std::size_t>(body)].velocity);
  }
  std::string label(const char* prefix) { return prefix + std::to_string(count_++); }

  /// @param steady  smooth, and with a gradient that is nowhere 0
  std::string shape(int body, bool steady) {
    static const std::vector<std::string> kSteady = {
        "@", "@ + 0.2*sin(@)", "asinh(@)", "@ + 0.4*tanh(@)", "@ + 0.5*hypot(1, @ - 0.5)"};
    static const std::vector<std::string> kOthers = {
        "sqrt(1 + (@ - 0.3)^2)", "2*sin(@/2)", "@ + 0.3*abs(@ - 0.1)", "@ + 0.3*cam(2*sin(@))"};
    const bool is_steady = steady || draw_.chance(0.6);
    return "(" + replaced(draw_.one_of(is_steady ? kSteady : kOthers), "q." + name_of(body)) + ")";
  }

  Line finished(const std::string& sum) const {
    Line line{.key = "deflection = \"" + sum, .bent = true};
    const auto known = [this](const std::string& name) {
      for (std::size_t b = 0; b < network_.bodies.size(); ++b)
        if (name == "q." + network_.bodies[b].name) return position(static_cast<int>(b));
      return 0.0;
    };
    if (sum.find("cam(") != std::string::npos) return line;
    const Expression formula = luztar::parse_expression(sum, {});
    line.start = luztar::evaluate(formula, known);
    for (const auto& term : luztar::along(network_, formula).terms)
      line.rate += luztar::evaluate(term.coefficient, known) * velocity(term.body);
    return line;
  }

  /// @param alone  no given motions, for what is rigid
  Line line(bool may_bend, bool steady, bool alone) {
    static const std::vector<std::string> kFactors = {"", "", "2*", "-1*", "0.5*", "-1.5*"};
    const std::vector<int>& partners = alone ? masses_ : others_;
    const int a = one_of(masses_), b = one_of(partners), c = one_of(partners);
    if (!may_bend || draw_.chance(0.3)) {
      const std::string arms[] = {"1, 1", "2, 1", "1, -0.5"};
      const int arm = draw_.below(3);
      const bool pair = b != a && draw_.chance(0.6);
      const double by[] = {-1, -1, 0.5};
      Line line{.key = "between = [\"" + name_of(a) + "\", \"" + (pair ? name_of(b) : "ground") +
                       "\"]\narms = [" + arms[arm] + "]"};
      line.start = (arm == 1 ? 2 : 1) * position(a) + (pair ? by[arm] * position(b) : 0.0);
      line.rate = (arm == 1 ? 2 : 1) * velocity(a) + (pair ? by[arm] * velocity(b) : 0.0);
      return line;
    }
    if (!steady && b != a && draw_.chance(0.15))
      return finished("hypot(1.5 + q." + name_of(a) + ", q." + name_of(b) + ")");
    std::string sum = draw_.one_of(kFactors) + shape(a, steady);
    if (b != a && draw_.chance(0.6)) sum += " + " + draw_.one_of(kFactors) + shape(b, steady);
    if (c != a && c != b && draw_.chance(0.15)) sum += " + " + shape(c, steady);
    return finished(sum);
  }

  std::string spring() {
    const std::string name = label("es");
    const Line line = this->line(true, false, false);
    std::string all = "[springs." + name + "]\n" + line.from_zero();
    const double k = draw_.uniform(10, 120);
    const std::string stiffness = Draw::text(k);
    const std::string found = surroundings_.lookup("d");
    const std::string laws[] = {stiffness + "*sign(d)*abs(d)^1.5",
                                stiffness + "*max(0, d)^1.5 + 10*d",
                                stiffness + "*d*(1 + 0.3*" + surroundings_.law_input() + ")",
                                stiffness + "*d + " + (found.empty() ? "2*tanh(v)" : "3*" + found),
                                stiffness + "*d + 2*" + surroundings_.law_input()};
    const int kind = draw_.below(10);
    surroundings_.add_force(name);
    if (kind < 5) return all + "force = \"" + laws[kind] + "\"\n";
    all += "stiffness = " + stiffness + "\n";
    if (kind == 5) return all + "rest = " + draw_.number(-0.1, 0.1) + "\n";
    if (kind == 6) return all + "damping = " + draw_.number(0.1, 1) + "\n";
    all += "gap = [" + draw_.number(-0.1, 0) + ", " +
           (draw_.chance(0.2) ? "10" : draw_.number(0.001, 0.1)) + "]\n";
    if (kind == 7) return all;
    return all + "damping = " + draw_.number(0.1, 2) + "\npull = false\n";
  }

  std::string damper() {
    const std::string name = label("ed"), c = draw_.number(0.05, 1);
    const std::string found = surroundings_.lookup("v");
    const std::string laws[] = {
        "damping = " + c, "force = \"" + c + "*v*(1 + abs(v))\"",
        "force = \"" + c + "*v*(1 + 0.5*" + surroundings_.law_input() + ")\"",
        "force = \"" + c + "*v + " + (found.empty() ? "0.1*atan(v)" : "0.5*" + found) + "\"",
        "force = \"" + c + "*sign(v)*abs(v)^0.6\""};
    surroundings_.add_force(name);
    return "[dampers." + name + "]\n" + line(true, false, false).text() +
           laws[draw_.chance(0.1) ? 4 : draw_.below(4)] + "\n";
  }

  std::string friction() {
    std::string all =
        "[frictions." + label("ef") + "]\n" + line(can_bend_rigid_, false, false).text();
    const double kinetic = draw_.uniform(0.3, 3);
    const std::string level = "kinetic = " + Draw::text(kinetic) + "\n";
    const std::string more = "static = " + Draw::text(1.3 * kinetic) + "\n";
    const std::string fall = "stribeck = { velocity = " + draw_.number(0.02, 0.5) + " }\n";
    const int kind = draw_.below(6);
    if (kind == 0)
      return all + "law = \"lugre\"\nsigma0 = " + draw_.number(100, 2000) + "\nsigma1 = 5\n" +
             level + more + fall;
    if (kind == 1)
      return all + "law = \"dahl\"\nsigma0 = " + draw_.number(100, 2000) + "\n" + level;
    if (kind == 2) return all + level + more + fall;
    if (kind == 3)
      return all + "table = [[0, " + Draw::text(kinetic) + "], [0.1, " + Draw::text(0.7 * kinetic) +
             "]]\n";
    all += "kinetic = " + draw_.number(0.05, 0.4) + "\n";
    if (draw_.chance(0.3)) all += "static = 0.5\n";
    if (draw_.chance(0.3)) all += "negative = { kinetic = " + draw_.number(0.05, 0.4) + " }\n";
    return all + "normal = \"" + normal() + "\"\n";
  }

  std::string normal() {
    const std::string force = "f." + draw_.one_of(surroundings_.forces());
    const std::string name = name_of(one_of(masses_)), w = draw_.number(1, 6);
    return draw_.one_of({"abs(" + force + ")", "abs(" + force + ")", "max(" + force + ", 0)",
                         "0.5 + hypot(" + force + ", 1)", "1 + 0.5*tanh(q." + name + ")",
                         "2 + sin(" + w + "*t)", "0.3 + abs(" + surroundings_.input() + ")",
                         "1 + abs(" + surroundings_.jumping_input() + ")"});
  }

  /// Between two bodies without another link, which may both move.
  std::string link() {
    std::vector<int> free;
    for (const int body : masses_)
      if (!linked_[body]) free.push_back(body);
    if (free.size() < 2) return "";
    const int a = one_of(free), b = one_of(free);
    const std::string first = shape(a, true), second = shape(b, true);
    const double va = finished(first).rate, vb = finished(second).rate;
    if (a == b || (va == 0.0) != (vb == 0.0)) return "";
    const double arm = va == 0.0 ? draw_.uniform(-2, 2) : -va / vb;
    if (std::abs(arm) < 0.2 || std::abs(arm) > 5) return "";
    linked_[a] = linked_[b] = true;
    return "[links." + label("el") + "]\n" +
           finished(first + " + (" + Draw::exactly(arm) + ")*" + second).text();
  }

  /// How many of its bodies links tie: with two of them it may have no room to move.
  int ties(const Line& line) {
    int linked = 0;
    for (const int body : masses_)
      linked += linked_[body] && line.key.find(name_of(body)) != std::string::npos;
    return linked;
  }

  std::string stop() {
    const Line line = this->line(can_bend_rigid_, true, true);
    if (ties(line) > 1) return "";
    const int sides = draw_.below(3);
    return "[stops." + label("ep") + "]\n" + line.text() + "gap = [" +
           (sides == 1 ? "\"-inf\"" : Draw::text(line.start - draw_.uniform(0.02, 0.3))) + ", " +
           (sides == 2 ? "\"inf\"" : Draw::text(line.start + draw_.uniform(0.02, 0.3))) +
           "]\nrestitution = " + (draw_.chance(0.3) ? "0" : draw_.number(0, 0.9)) + "\n";
  }

  /// One that does not turn back at the start.
  std::string freewheel() {
    const bool teeth = draw_.chance(0.5);
    const Line line = this->line(can_bend_rigid_ && !teeth, true, true);
    if (line.rate < 0.0 || ties(line) > 1) return "";
    return "[freewheels." + label("ew") + "]\n" + line.text() +
           (teeth ? "pitch = " + draw_.number(0.02, 0.2) + "\n" : "");
  }

  std::string force(int body) {
    std::string all = "[forces." + label("eF") + "]\non = \"" + name_of(body) + "\"\nvalue = \"" +
                      draw_.number(-6, 6) + "*sin(" + draw_.number(1, 8) + "*t + " +
                      draw_.number(0, 3) + ")";
    if (draw_.chance(0.5)) all += " + " + draw_.number(-3, 3) + "*" + surroundings_.input();
    if (draw_.chance(0.6)) all += " + " + draw_.number(-3, 3) + "*" + surroundings_.jumping_input();
    if (draw_.chance(0.3)) all += " - 0.3*v." + name_of(body);
    return all + "\"\n";
  }

  Draw draw_;
  const Model& network_;
  bool can_bend_rigid_{true}, given_stop_{};
  std::vector<int> masses_, others_;
  std::map<int, bool> linked_;
  int count_{};
  Surroundings surroundings_;
};

}  // namespace

std::string everything_network(std::uint64_t seed) {
  const std::string rich = rich_network(seed + 50'000, {.massless = seed % 3 == 0});
  const Model network = luztar::parse_model(rich, "rich.toml");
  return rich + Additions(seed, network).write();
}

std::string elastic_network(std::uint64_t seed) {
  Draw draw(seed + 90'000);
  std::string bodies;
  for (int i = 1 + draw.below(4); i >= 0; --i)
    bodies += "[bodies.b" + std::to_string(i) + "]\nmass = " + draw.number(0.5, 3) +
              "\nposition = " + draw.number(-0.3, 0.3) + "\nvelocity = " + draw.number(-1, 1) +
              "\n";
  bodies += "[simulation]\nduration = 2\n";
  const Model network = luztar::parse_model(bodies, "elastic.toml");
  return bodies + Additions(seed, network).write_elastic();
}

const std::vector<std::string>& everything_words() {
  static const std::vector<std::string> kWords = {"pull = false",
                                                  "law = \"lugre\"",
                                                  "law = \"dahl\"",
                                                  "hysteresis",
                                                  "stribeck",
                                                  "negative",
                                                  "table = [[",
                                                  "mass = \"0\"",
                                                  "mass = inf",
                                                  "motion",
                                                  "[links.el",
                                                  "[links.l",
                                                  "[stops.ep",
                                                  "[freewheels.ew",
                                                  "pitch",
                                                  "[states.st1",
                                                  "[controllers.c1",
                                                  "delay",
                                                  "first",
                                                  "round(",
                                                  "if(e >",
                                                  "sum = sat(",
                                                  "[signals.sg",
                                                  "interpolation = \"cubic\"",
                                                  "interpolation = \"linear\"",
                                                  "interpolation = \"hold\"",
                                                  "\"extend\"",
                                                  "\nz = [[",
                                                  "abs(d)^1.5",
                                                  "abs(v)^0.6",
                                                  "max(0, d)^1.5",
                                                  "normal = \"abs(f.",
                                                  "normal = \"max(f.",
                                                  "abs(x.c",
                                                  "cam(2*",
                                                  "hypot(1.5",
                                                  "x.st0",
                                                  "= \"(q.",
                                                  "asinh(",
                                                  "sin(q.",
                                                  "sg\""};
  return kWords;
}

}  // namespace acceptance
