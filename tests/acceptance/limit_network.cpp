#include "acceptance/limit_network.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "acceptance/convergence.h"
#include "random.h"

namespace acceptance {
namespace {

using Element = LimitNetwork::Element;
using Kind = Element::Kind;

std::string line(const char* key, const std::string& value) {
  return std::string(key) + " = " + value + "\n";
}

std::string body_name(int body) { return body < 0 ? "ground" : "b" + std::to_string(body); }

/// Numbers that are short in the file.
double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  double read = 0;
  std::sscanf(text, "%lf", &read);
  return read;
}

class Builder {
 public:
  explicit Builder(std::uint64_t seed) : random_{seed * 7727 + 5} {}

  LimitNetwork build() {
    net_.duration = 1.5;
    blocks_ = 1 + random_.below(3);
    if (chance(0.2)) {
      moved_ = add_body({}, rounded(uniform(0.05, 0.3)), rounded(uniform(2, 6)));
      net_.bodies.back().moved = true;
    }
    for (int i = 0; i < blocks_; ++i) block();
    extra();
    const int parts = 1 + random_.below(2);
    for (int i = 0; i < parts && net_.limits.size() < 2; ++i) {
      part(net_.limits.empty() ? random_.below(12) : 4 + random_.below(8));
    }
    if (net_.limits.size() > 1 && chance(0.5)) swap_limits();
    net_.spoiled = chance(0.08);
    return std::move(net_);
  }

 private:
  double uniform(double low, double high) { return random_(low, high); }
  double number(double low, double high) { return rounded(uniform(low, high)); }
  bool chance(double p) { return random_(0, 1) < p; }
  double arm() {
    const double arms[] = {1, 1, 1, 2, 0.5, -1};
    return arms[random_.below(6)];
  }
  int any_block() { return moved_ + 1 + random_.below(blocks_); }
  int other_end(int block) {
    if (block > moved_ + 1 && chance(0.5)) return block - 1;
    return moved_ >= 0 && chance(0.5) ? moved_ : -1;
  }

  LimitValue limited(double value, bool infinite) {
    net_.limits.push_back({"p" + std::to_string(net_.limits.size()), value, infinite});
    return {value, static_cast<int>(net_.limits.size()) - 1};
  }

  void swap_limits() {
    std::swap(net_.limits[0], net_.limits[1]);
    const auto turn = [](LimitValue& value) {
      if (value.limit == 0 || value.limit == 1) value.limit = 1 - value.limit;
    };
    for (auto& body : net_.bodies) turn(body.mass);
    for (Element& element : net_.elements) {
      turn(element.stiffness);
      turn(element.freeplay);
      turn(element.viscous);
      turn(element.kinetic);
    }
  }

  int add_body(LimitValue mass, double position, double velocity) {
    LimitNetwork::Body body;
    body.mass = mass;
    body.position = position;
    body.velocity = velocity;
    net_.bodies.push_back(body);
    return static_cast<int>(net_.bodies.size()) - 1;
  }

  Element& add(Kind kind, int first, int second) {
    Element element;
    element.kind = kind;
    element.first = first;
    element.second = second;
    net_.elements.push_back(element);
    return net_.elements.back();
  }

  void spring(int first, int second, LimitValue stiffness, bool gap, double second_arm = 1) {
    Element& one = add(Kind::Spring, first, second);
    one.stiffness = stiffness;
    one.second_arm = second_arm;
    if (!gap) return;
    if (chance(0.5)) {
      one.freeplay.number = number(0.005, 0.04);
    } else {
      one.lower = -number(0.002, 0.03);
      one.upper = number(0.002, 0.03);
    }
  }

  void friction(int first, int second, LimitValue kinetic, LimitValue viscous, bool may_break) {
    Element& one = add(Kind::Friction, first, second);
    one.kinetic = kinetic;
    one.viscous = viscous;
    if (may_break && chance(0.2)) one.breakaway = 1.5;
    if (kinetic.limit < 0 && chance(0.2)) one.backward = number(0.5, 2);
  }

  void push(int body, bool from_zero) {
    LimitNetwork::Force force;
    force.body = body;
    force.amplitude = number(4, 9);
    force.frequency = number(3, 9);
    force.phase = from_zero || chance(0.5) ? 0 : number(0, 3);
    net_.forces.push_back(force);
  }

  void block() {
    const int at = add_body({number(0.8, 3)}, 0, 0);
    push(at, false);
    if (chance(0.8)) spring(at, -1, {number(10, 40)}, chance(0.2));
    if (chance(0.7)) friction(at, -1, {number(0.3, 1.5)}, {number(0.1, 0.6)}, true);
    if (at > moved_ + 1) spring(at - 1, at, {number(30, 90)}, chance(0.4), arm());
  }

  /// Things that no limit touches.
  void extra() {
    if (chance(0.15)) {
      Element& stop = add(Kind::Stop, any_block(), -1);
      stop.lower = -number(0.1, 0.4);
      stop.upper = number(0.1, 0.4);
      stop.restitution = chance(0.5) ? 0 : 0.5;
    }
    // The witness knows no impulses of links.
    const bool stops = !net_.elements.empty() && net_.elements.back().kind == Kind::Stop;
    if (blocks_ == 3 && chance(0.2) && !stops)
      add(Kind::Link, moved_ + 2, moved_ + 3).second_arm = arm();
    if (moved_ >= 0 && chance(0.7)) friction(any_block(), moved_, {number(0.2, 1)}, {0.2}, true);
  }

  int light(bool off) {
    const int at = add_body(limited(number(0.1, 0.5), false), off ? number(0.02, 0.3) : 0,
                            chance(0.2) ? number(-1, 1) : 0);
    net_.bodies.back().light = true;
    return at;
  }

  void part(int kind) {
    const int here = any_block(), there = other_end(here);
    switch (kind) {
      case 0:
      case 1: {  // a light body between springs
        const int at = light(chance(0.45));
        const bool gap = chance(0.35);
        spring(here, at, {number(100, 300)}, gap, arm());
        spring(at, there, {number(100, 300)}, gap && chance(0.5), arm());
        if (chance(0.3)) add(Kind::Damper, at, there).viscous = {number(0.5, 3)};
        if (!gap && chance(0.4)) push(at, chance(0.5));
        return;
      }
      case 2: {  // a light body on a spring and friction, or damping
        const int at = light(chance(0.4));
        spring(here, at, {number(20, 80)}, false, arm());
        if (chance(0.5)) {
          friction(at, there, {number(0.2, 1)}, {chance(0.7) ? number(1, 3) : 0}, false);
        } else {
          add(Kind::Damper, at, there).viscous =
              chance(0.4) ? limited(number(1, 3), false) : LimitValue{number(1, 3)};
        }
        if (chance(0.4)) push(at, chance(0.5));
        return;
      }
      case 3: {  // a light body whose friction vanishes too
        const int at = light(chance(0.5));
        spring(here, at, {number(20, 80)}, false);
        friction(at, there, limited(number(0.2, 1), false), {0}, false);
        return;
      }
      case 4: {  // heavy
        const int at =
            add_body(limited(number(3, 9), true), 0, chance(0.2) ? number(-0.3, 0.3) : 0);
        friction(here, at, {number(0.3, 1)}, {0.2}, true);
        if (chance(0.6)) spring(here, at, {number(10, 30)}, chance(0.4), arm());
        if (chance(0.3)) push(at, false);
        return;
      }
      case 5: {  // tied to a block
        const int at = add_body({number(0.5, 2)}, chance(0.1) ? 0.1 : 0, 0);
        spring(here, at, limited(number(300, 900), true), false, arm());
        if (chance(0.6)) friction(at, -1, {number(0.2, 0.8)}, {0.3}, true);
        if (chance(0.5)) push(at, false);
        return;
      }
      case 6:  // an end that becomes rigid
        spring(here, there, limited(number(300, 900), true), true);
        return;
      case 7: {  // dragged along
        const int at = add_body({number(0.5, 2)}, 0, chance(0.15) ? 0.3 : 0);
        Element& strong = add(chance(0.5) ? Kind::Damper : Kind::Friction, here, at);
        strong.viscous = limited(number(20, 60), true);
        strong.second_arm = arm();
        if (chance(0.5)) push(at, false);
        return;
      }
      case 8: {  // held by a friction without end
        const int at = add_body({number(0.5, 2)}, 0, chance(0.15) ? 0.3 : 0);
        friction(here, at, limited(number(5, 9), true), {0.1}, false);
        if (chance(0.5)) push(at, false);
        return;
      }
      case 9:  // elements that vanish
        if (chance(0.5)) {
          spring(here, there, limited(number(5, 20), false), chance(0.3), arm());
        } else {
          friction(here, there, limited(number(0.3, 0.9), false), {number(0.1, 0.3)}, false);
        }
        return;
      case 10:  // a gap that closes, or opens
        spring(here, there, {number(30, 90)}, false);
        net_.elements.back().freeplay = limited(number(0.01, 0.05), chance(0.4));
        return;
      default:  // a damper that vanishes
        add(Kind::Damper, here, there).viscous = limited(number(0.5, 3), false);
    }
  }

  luztar::testing::Random random_;
  LimitNetwork net_{};
  int blocks_{}, moved_{-1};
};

}  // namespace

LimitNetwork random_limit_network(std::uint64_t seed) { return Builder(seed).build(); }

std::vector<std::string> LimitNetwork::limit_texts() const {
  std::vector<std::string> texts;
  for (const Limit& limit : limits) texts.push_back(limit.name + (limit.infinite ? "=inf" : "=0"));
  return texts;
}

double LimitNetwork::power_of_first() const {
  bool light_one = false, damps = false, stiff_gap = false, locks = false;
  for (const Body& body : bodies) light_one = light_one || (body.light && body.mass.limit >= 0);
  for (const Element& one : elements) {
    stiff_gap = stiff_gap || (one.kind == Kind::Spring && one.stiffness.limit >= 0);
    for (const int limit : {one.viscous.limit, one.kinetic.limit}) {
      if (limit < 0) continue;
      (limits[static_cast<std::size_t>(limit)].infinite ? locks : damps) = true;
    }
  }
  return (light_one && damps) || (stiff_gap && locks) ? 3 : 1;
}

std::string LimitNetwork::toml() const {
  const auto text = [&](const LimitValue& value) {
    if (value.limit < 0) return digits(value.number);
    return "\"" + limits[static_cast<std::size_t>(value.limit)].name + "\"";
  };
  std::string file;
  if (!limits.empty()) file += "[parameters]\n";
  for (const Limit& limit : limits) file += limit.name + " = " + digits(limit.value) + "\n";
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = bodies[b];
    file += "[bodies." + body_name(static_cast<int>(b)) + "]\n";
    if (body.moved) {
      file += "motion = \"" + digits(body.position) + "*sin(" + digits(body.velocity) + "*t)\"\n";
      continue;
    }
    file += line("mass", text(body.mass)) + line("position", digits(body.position)) +
            line("velocity", digits(body.velocity));
  }
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Element& one = elements[e];
    const char* tables[] = {"springs", "dampers", "frictions", "links", "stops"};
    file += std::string("[") + tables[static_cast<int>(one.kind)] + ".e" + std::to_string(e) +
            "]\nbetween = [\"" + body_name(one.first) + "\", \"" + body_name(one.second) +
            "\"]\narms = [" + digits(one.first_arm) + ", " + digits(one.second_arm) + "]\n";
    const bool gap = one.lower != 0 || one.upper != 0;
    if (gap) file += "gap = [" + digits(one.lower) + ", " + digits(one.upper) + "]\n";
    if (one.kind == Kind::Spring) {
      file += line("stiffness", text(one.stiffness));
      if (one.freeplay.number != 0) file += line("freeplay", text(one.freeplay));
    } else if (one.kind == Kind::Damper) {
      file += line("damping", text(one.viscous));
    } else if (one.kind == Kind::Friction) {
      file += line("kinetic", text(one.kinetic)) + line("viscous", text(one.viscous));
      if (one.breakaway != 1) file += line("static", digits(one.breakaway * one.kinetic.number));
      if (one.backward != 1) {
        file += "negative = { kinetic = " + digits(one.backward * one.kinetic.number) +
                ", static = " + digits(one.backward * one.breakaway * one.kinetic.number) + " }\n";
      }
    } else if (one.kind == Kind::Stop) {
      file += line("restitution", digits(one.restitution));
    }
  }
  for (std::size_t f = 0; f < forces.size(); ++f) {
    const Force& force = forces[f];
    file += "[forces.F" + std::to_string(f) + "]\non = \"" + body_name(force.body) +
            "\"\nvalue = \"" + digits(force.constant) + " + " + digits(force.amplitude) + "*sin(" +
            digits(force.frequency) + "*t + " + digits(force.phase) + ")\"\n";
  }
  return file + "[simulation]\nduration = " + digits(duration) + "\nsamples = 301\n";
}

}  // namespace acceptance
