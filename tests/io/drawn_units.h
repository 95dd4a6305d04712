// Models drawn with random units, of which each value may be given a unit of another dimension.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "random.h"

namespace luztar::test {

using luztar::testing::Random;

/// What a value is of.
enum class Of {
  Length,
  Angle,
  Mass,
  Inertia,
  Speed,
  Turning,
  Force,
  Torque,
  Stiffness,
  Torsion,
  Damping,
  Twisting,
  Time,
  Rate,
  Acceleration,
  Number
};

inline const std::vector<std::vector<const char*>>& units_of_drawn() {
  static const std::vector<std::vector<const char*>> kUnits = {
      {"m", "mm", "cm", "um", "in", "ft"},
      {"rad", "deg", "mrad", "rev"},
      {"kg", "g", "t", "lb"},
      {"kg m2", "g cm2", "kgm2", "kg*m^2"},
      {"m/s", "mm/s", "km/h"},
      {"rad/s", "rpm", "deg/s"},
      {"N", "kN", "mN", "lbf"},
      {"N m", "Nm", "N cm", "kNm", "N*mm"},
      {"N/m", "N/mm", "kN/m"},
      {"N m/rad", "Nm/deg", "kN m/rad"},
      {"N s/m", "Ns/mm", "kg/s"},
      {"N m s/rad", "Nms/rad", "Nm s/deg"},
      {"s", "ms", "min"},
      {"Hz", "rad/s", "rpm", "1/s"},
      {"m/s2", "mm/s^2"},
      {"%", "1"},
  };
  return kUnits;
}

/// A model file as lines; a value with a unit has the place of that unit.
class DrawnModel {
 public:
  struct Value {
    Of of;
    std::size_t line;                 ///< from 0
    std::string unit;                 ///< as it stands there
    std::vector<std::size_t> used{};  ///< lines where the parameter is read
    bool decides{};                   ///< alone it would say what its body is
  };

  explicit DrawnModel(std::uint64_t seed) : random_{seed} {
    const int n = 1 + random_.below(4);
    for (int i = 0; i < n; ++i) body(i);
    for (int i = 0; i < n; ++i) elements(i);
    if (n > 1) joints(n);
    lines_.push_back("[simulation]");
    lines_.push_back("duration = " + value(Of::Time, "2"));
    lines_.push_back("interval = " + value(Of::Time, "1"));
    lines_.push_back("[parameters]");
    const std::size_t first = lines_.size();
    for (std::size_t i = 0; i < parameters_.size(); ++i) lines_.push_back(parameters_[i]);
    for (Value& v : values_)
      if (v.line >= kParameter) v.line = v.line - kParameter + first;
  }

  std::string text() const {
    std::string all;
    for (const std::string& line : lines_) all += line + "\n";
    return all;
  }

  const std::vector<Value>& values() const { return values_; }

  /// Gives a value a unit of another dimension.
  const Value& spoil(Random& random) {
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(values_.size())));
    const Value& value = values_[at];
    std::string& line = lines_[value.line];
    const std::size_t place = line.find(unit_text(value));
    line.replace(place, unit_text(value).size(), other_unit(value, random) + "\"");
    return value;
  }

 private:
  static constexpr std::size_t kParameter = 1'000'000;  // lines of [parameters] have no place yet

  static std::string unit_text(const Value& value) { return value.unit + "\""; }

  /// Of a mass no inertia: alone with its own units either is right.
  static std::string other_unit(const Value& value, Random& random) {
    const auto same = [](Of a, Of b) {  // one dimension, or what a key may be as well
      const auto is = [&](Of x, Of y) {
        return (a == x && b == y) || (a == y && b == x);
      };
      return a == b || is(Of::Turning, Of::Rate) || is(Of::Angle, Of::Number) ||
             is(Of::Torque, Of::Torsion);
    };
    for (;;) {
      const auto of = static_cast<Of>(random.below(static_cast<int>(units_of_drawn().size())));
      const bool kind =
          (value.of == Of::Mass && of == Of::Inertia) ||
          (value.of == Of::Inertia && of == Of::Mass) ||
          (value.of == Of::Length && value.decides && (of == Of::Number || of == Of::Angle)) ||
          (value.of == Of::Force && value.decides && (of == Of::Torque || of == Of::Torsion));
      if (!same(value.of, of) && !kind) return pick(of, random);
    }
  }

  static std::string pick(Of of, Random& random) {
    const auto& units = units_of_drawn()[static_cast<std::size_t>(of)];
    return units[static_cast<std::size_t>(random.below(static_cast<int>(units.size())))];
  }

  /// A whole value with its unit: text, table, or a parameter.
  std::string value(Of of, const std::string& number, bool decides = false) {
    const std::string unit = pick(of, random_);
    const int form = random_.below(3);
    if (form == 2) return "\"" + parameter(of, number, decides) + "\"";
    values_.push_back({of, lines_.size(), unit, {}, decides});
    if (form == 0) return "\"" + number + " " + unit + "\"";
    return "{ value = " + number + ", unit = \"" + unit + "\" }";
  }

  /// Its name; it is read in the line that comes next.
  std::string parameter(Of of, const std::string& number, bool decides = false) {
    const std::string unit = pick(of, random_), name = "p" + std::to_string(parameters_.size());
    values_.push_back({of, kParameter + parameters_.size(), unit, {lines_.size()}, decides});
    const bool table = random_.below(2) == 0;
    parameters_.push_back(name + " = " +
                          (table ? "{ value = " + number + ", unit = \"" + unit + "\" }"
                                 : "\"" + number + " " + unit + "\""));
    return name;
  }

  void key(const std::string& name, Of translating, Of turning, bool turns,
           const std::string& number = "3") {
    lines_.push_back(name + " = " + value(turns ? turning : translating, number));
  }

  void body(int i) {
    const bool turns = random_.below(2) == 0;
    turns_.push_back(turns);
    lines_.push_back("[bodies.b" + std::to_string(i) + "]");
    key(turns && random_.below(2) == 0 ? "inertia" : "mass", Of::Mass, Of::Inertia, turns);
    key("position", Of::Length, Of::Angle, turns, "0");
    if (random_.below(2) == 0) key("velocity", Of::Speed, Of::Turning, turns, "-2.5");
  }

  void begin(const std::string& kind, int i, const std::string& deflection) {
    lines_.push_back("[" + kind + "." + kind.substr(0, 2) + std::to_string(lines_.size()) + "]");
    lines_.push_back(deflection.empty() ? "between = [\"b" + std::to_string(i) + "\", \"ground\"]"
                                        : deflection);
  }

  void elements(int i) {
    const bool turns = turns_[static_cast<std::size_t>(i)];
    spring(i, turns, "");
    if (random_.below(2) == 0) friction(i, turns);
    if (random_.below(2) == 0) force(i, turns);
    if (random_.below(3) == 0) {
      begin("dampers", i, "");
      key("damping", Of::Damping, Of::Twisting, turns);
    }
    if (random_.below(3) == 0) {
      begin("stops", i, "");
      const Of of = turns ? Of::Angle : Of::Length;
      lines_.push_back("gap = [" + value(of, "-1e9") + ", inf]");
    }
  }

  void spring(int i, bool turns, const std::string& deflection) {
    begin("springs", i, deflection);
    if (random_.below(3) == 0) {
      const std::string k = parameter(turns ? Of::Torsion : Of::Stiffness, "4");
      lines_.push_back("force = \"" + k + "*d\"");
      return;
    }
    key("stiffness", Of::Stiffness, Of::Torsion, turns);
    if (random_.below(2) == 0) key("damping", Of::Damping, Of::Twisting, turns);
    if (random_.below(3) == 0) key("freeplay", Of::Length, Of::Angle, turns);
    if (random_.below(3) == 0) key("rest", Of::Length, Of::Angle, turns);
  }

  void friction(int i, bool turns) {
    begin("frictions", i, "");
    if (random_.below(3) == 0) {
      lines_.push_back("normal = " + value(Of::Force, "3", turns));
      lines_.push_back("kinetic = " + value(turns ? Of::Length : Of::Number, "0.5"));
    } else {
      key("kinetic", Of::Force, Of::Torque, turns, "0");
      if (random_.below(2) == 0) key("viscous", Of::Damping, Of::Twisting, turns);
      if (random_.below(2) == 0) key("static", Of::Force, Of::Torque, turns);
    }
  }

  void force(int i, bool turns) {
    const std::string b = "b" + std::to_string(i);
    lines_.push_back("[forces.f" + std::to_string(lines_.size()) + "]");
    lines_.push_back("on = \"" + b + "\"");
    const Of of = turns ? Of::Torque : Of::Force;
    switch (random_.below(5)) {
      case 0:
        key("value", Of::Force, Of::Torque, turns);
        break;
      case 1: {
        const std::string f = parameter(of, "2"), w = parameter(Of::Rate, "3");
        lines_.push_back("value = \"" + f + "*sin(2*pi*" + w + "*t)\"");
        break;
      }
      case 2: {
        const std::string k = parameter(turns ? Of::Torsion : Of::Stiffness, "2");
        lines_.push_back("value = \"-" + k + "*q." + b + "\"");
        break;
      }
      case 3: {
        const std::string f = parameter(of, "2"), on = parameter(Of::Time, "3");
        lines_.push_back("value = \"if(t < " + on + ", " + f + ", 0)\"");
        break;
      }
      default: {
        const std::string c = parameter(turns ? Of::Twisting : Of::Damping, "2");
        const std::string f = parameter(of, "3");
        lines_.push_back("value = \"" + f + " - " + c + "*v." + b + "\"");
      }
    }
  }

  void joints(int n) {
    const int a = random_.below(n), b = (a + 1 + random_.below(n - 1)) % n;
    const bool left = turns_[static_cast<std::size_t>(a)];
    const bool right = turns_[static_cast<std::size_t>(b)];
    const std::string pair = "[\"b" + std::to_string(a) + "\", \"b" + std::to_string(b) + "\"]";
    if (left == right) return spring(a, left, "between = " + pair);
    lines_.push_back("[springs.rack]");
    lines_.push_back("between = " + pair);
    const std::string arm = value(Of::Length, "0.2", true);
    lines_.push_back("arms = " + (left ? "[" + arm + ", 1]" : "[1, " + arm + "]"));
    key("stiffness", Of::Stiffness, Of::Torsion, false);
  }

  Random random_;
  std::vector<bool> turns_{};
  std::vector<std::string> lines_{}, parameters_{};
  std::vector<Value> values_{};
};

}  // namespace luztar::test
