// Ranges of the numbers of a friction, whatever its law.
#include "luztar/model/law.h"
#include "luztar/model/value_check.h"

namespace luztar {
namespace {

bool same(const Expression& a, const Expression& b) { return a.identity() == b.identity(); }

class FrictionCheck {
 public:
  FrictionCheck(const Friction& friction, ValueCheck& check) : friction_(friction), check_(check) {}

  void check() {
    if (friction_.bristles) return check_bristles();
    check_law(friction_.forward);
    // Both directions of most laws hold the same expressions; those have been looked at.
    if (!same_law(friction_.forward, friction_.backward, same)) {
      negative_ = true;
      check_law(friction_.backward);
    }
    if (friction_.normal) check_normal(*friction_.normal);
  }

 private:
  std::string of_name() const {
    return " of '" + friction_.name + (negative_ ? "' for negative rates" : "'");
  }

  /// What a number is called in messages, where there are any.
  auto what(const char* number) const {
    return [this, number] {
      return number + of_name();
    };
  }

  void check_law(const Friction::Law& law) {
    check_.not_negative(law.viscous, what("the viscous friction"));
    check_levels(law);
    if (!law.table.empty()) return check_table(law);
    if (law.stribeck) check_stribeck(law);
    if (law.hysteresis) check_hysteresis(*law.hysteresis);
  }

  // A constant one is multiplied by the coefficients at once.
  void check_normal(const Expression& normal) {
    const auto force =
        check_.not_negative(normal, [&] { return "the normal force of '" + friction_.name + "'"; });
    if (!force) return;
    for (const Friction::Law* law : {&friction_.forward, &friction_.backward}) {
      std::vector<Expression> levels{law->kinetic, law->breakaway};
      for (const auto& row : law->table) levels.push_back(row.second);
      if (law->hysteresis) levels.push_back(law->hysteresis->kinetic);
      for (const Expression& level : levels) {
        const auto coefficient = check_.value(level);
        if (!coefficient || std::isfinite(*coefficient * *force)) continue;
        return check_.report(normal,
                             "the normal force of '" + friction_.name +
                                 "' times its coefficients is not a finite number",
                             "make it smaller");
      }
    }
  }

  void check_levels(const Friction::Law& law) {
    const auto kinetic = check_.not_negative(law.kinetic, what("the kinetic friction"));
    if (same(law.breakaway, law.kinetic)) return;  // the default
    const auto breakaway = check_.not_negative(law.breakaway, what("the static friction"));
    if (!kinetic || !breakaway || *breakaway >= *kinetic) return;
    const bool table = !law.table.empty();
    check_.report(law.breakaway,
                  "the static friction" + of_name() + " (" + text_of(*breakaway) +
                      ") is less than " +
                      (table ? "the first level of its table (" : "the kinetic one (") +
                      text_of(*kinetic) + ")",
                  table ? "raise static or lower the level" : "raise static or lower kinetic");
  }

  void check_stribeck(const Friction::Law& law) {
    const Friction::Stribeck& stribeck = *law.stribeck;
    check_.positive(stribeck.velocity, what("the velocity of the stribeck"));
    check_.positive(stribeck.exponent, what("the exponent of the stribeck"));
    if (!same(law.breakaway, law.kinetic)) return;
    check_.report(stribeck.velocity,
                  "the stribeck" + of_name() + " has no static friction to start from",
                  "write static = ..., more than kinetic");
  }

  void check_hysteresis(const Friction::Hysteresis& branch) {
    const auto rise = check_.positive(branch.rise, what("the rise of the hysteresis"));
    const auto fall = check_.positive(branch.fall, what("the fall of the hysteresis"));
    check_.not_negative(branch.kinetic, what("the kinetic friction of the hysteresis"));
    check_.not_negative(branch.viscous, what("the viscous friction of the hysteresis"));
    if (!rise || !fall || *rise >= *fall) return;
    check_.report(branch.rise,
                  "the rise of the hysteresis" + of_name() + " (" + text_of(*rise) +
                      ") is less than its fall (" + text_of(*fall) + ")",
                  "the speed has to rise above rise before it can fall below fall");
  }

  void check_table(const Friction::Law& law) {
    if (law.stribeck || law.hysteresis) {
      check_.report(law.table[0].first,
                    "there is a stribeck or hysteresis beside the table" + of_name(),
                    "remove one of them");
    }
    std::optional<double> before;
    for (std::size_t i = 0; i < law.table.size(); ++i) {
      const auto& [speed, level] = law.table[i];
      if (!same(level, law.kinetic)) check_.not_negative(level, what("a level in the table"));
      const auto value = check_.finite(speed, what("a speed in the table"));
      if (value && i == 0 && *value != 0) {
        check_.report(speed, "the first speed in the table" + of_name() + " is " + text_of(*value),
                      "begin with the speed 0");
      } else if (value && before && *value <= *before) {
        check_.report(speed,
                      "the speed " + text_of(*value) + " in the table" + of_name() + " follows " +
                          text_of(*before),
                      "write speeds that increase from row to row");
      }
      if (value && before) check_slope(law, i, *value - *before);
      before = value;
    }
    check_first_level(law);
  }

  void check_slope(const Friction::Law& law, std::size_t row, double step) {
    const auto from = check_.value(law.table[row - 1].second);
    const auto to = check_.value(law.table[row].second);
    if (!from || !to || !(step > 0) || std::isfinite((*to - *from) / step)) return;
    check_.report(
        law.table[row].first,
        "the line of the table" + of_name() + " to this speed is too steep to compute with",
        "move the speed away from that of the row before");
  }

  // Only a model built in code can say two things.
  void check_first_level(const Friction::Law& law) {
    if (same(law.kinetic, law.table[0].second)) return;
    const auto kinetic = check_.finite(law.kinetic, what("the kinetic friction"));
    const auto level = check_.finite(law.table[0].second, "a level");
    if (!kinetic || !level || *kinetic == *level) return;
    check_.report(law.kinetic,
                  "the kinetic friction" + of_name() + " is not the first level of its table",
                  "make them equal");
  }

  void check_bristles() {
    using Bristles = Friction::Bristles;
    const Bristles& bristles = *friction_.bristles;
    const Friction::Law& law = friction_.forward;
    const auto sigma0 = check_.positive(bristles.sigma0, what("the sigma0"));
    check_.not_negative(law.viscous, what("the viscous friction"));
    // The laws divide by the level of sliding, and so does their rate of settling, sigma0/level.
    const auto kinetic = check_.positive(law.kinetic, what("the kinetic friction"));
    if (kinetic) check_levels(law);
    if (kinetic && sigma0 &&
        (!std::isfinite(*sigma0 / *kinetic) || !std::isfinite(*kinetic / *sigma0))) {
      check_.report(bristles.sigma0,
                    "the sigma0" + of_name() + " is too far from its kinetic friction to divide by",
                    "their quotient is the deflection at which the bristles slide");
    }
    if (bristles.kind == Bristles::Kind::Dahl) {
      check_.whole(bristles.exponent, what("the exponent"));
    } else {
      check_.not_negative(bristles.sigma1, what("the sigma1"));
      check_fall(law);
    }
    if (friction_.normal || law.hysteresis || !law.table.empty()) {
      check_.report(bristles.sigma0,
                    "the bristles" + of_name() + " have a normal force, a hysteresis or a table",
                    "those belong to law = \"coulomb\"");
    }
  }

  void check_fall(const Friction::Law& law) {
    if (law.stribeck) return check_stribeck(law);
    if (same(law.breakaway, law.kinetic)) return;
    const auto kinetic = check_.finite(law.kinetic, what("the kinetic friction"));
    const auto breakaway = check_.finite(law.breakaway, what("the static friction"));
    if (!kinetic || !breakaway || *breakaway <= *kinetic) return;
    check_.report(law.breakaway,
                  "the static friction" + of_name() +
                      " is above the kinetic one, and nothing says at which speed it falls",
                  "write stribeck = { velocity = ... }");
  }

  const Friction& friction_;
  ValueCheck& check_;
  bool negative_{};  ///< the law of negative rates is looked at
};

}  // namespace

void check_friction_values(const Friction& friction, ValueCheck& check) {
  FrictionCheck(friction, check).check();
}

std::vector<std::pair<std::string, std::string>> ordered_levels(const Model& model) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const Friction& friction : model.frictions)
    for (const auto* law : {&friction.forward, &friction.backward})
      if (law->kinetic.op() == Op::Symbol && law->breakaway.op() == Op::Symbol)
        found.emplace_back(law->kinetic.symbol(), law->breakaway.symbol());
  return found;
}

}  // namespace luztar
