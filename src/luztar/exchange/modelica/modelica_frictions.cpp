#include "luztar/exchange/modelica/modelica_frictions.h"

#include <utility>
#include <vector>

#include "luztar/exchange/modelica/modelica_springs.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

bool is_alike(const Expression& a, const Expression& b) { return to_text(a) == to_text(b); }
bool is_absent(const Expression& e) { return terse::is_number(e, 0.0); }

class FrictionWriter {
 public:
  FrictionWriter(ModelicaJob& job, std::size_t index)
      : job_(job),
        index_(index),
        element_(job.network().elements[index]),
        law_(element_.laws->forward),
        pressed_(element_.laws->normal.has_value()) {}

  void write() {
    if (!is_written()) return;
    ends_ = modelica_ends(element_.deflection);
    if (ends_.plus.body == kGround) std::swap(ends_.plus, ends_.minus);
    find_arm();
    if (!pressed_ && is_absent(law_.kinetic) && is_absent(law_.breakaway) && is_constant(law_))
      return write_modelica_damper(job_, index_, job_.name_of(element_), law_.viscous);
    const std::string plus = flange(ends_.plus, false);
    const std::string minus = ends_.minus.body == kGround ? "" : flange(ends_.minus, true);
    if (plus.empty() || (ends_.minus.body != kGround && minus.empty()))
      return refuse("acts along two lengths of different arms", "give both the same arm");
    const bool turning = type_turns();
    job_.document().component(modelica_type(kind(turning), turning), name(),
                              arguments(turning, !minus.empty()));
    job_.document().connect(name() + ".flange_a", plus);
    if (!minus.empty()) job_.document().connect(name() + ".support", minus);
    if (!pressed_) return;
    job_.document().equation(name() + ".f_normalized", job_.formula(*element_.laws->normal));
    if (!is_absent(law_.viscous))
      write_modelica_damper(job_, index_, job_.names().more(element_.name + "_viscous"),
                            law_.viscous);
  }

 private:
  const std::string& name() const { return job_.name_of(element_); }

  void refuse(const std::string& why, const std::string& advice) {
    job_.refuse(element_.where,
                "the friction " + quote(element_.name) + " " + why +
                    ", which has no counterpart in Modelica",
                advice);
  }

  const std::string& name_of(int body) const {
    return job_.model().bodies[static_cast<std::size_t>(body)].name;
  }

  std::string flange(const ModelicaEnds::End& end, bool second) {
    return is_arm_inside_ ? job_.flange(end.body, job_.turns(end.body), !second)
                          : modelica_lever(job_, index_, end, second);
  }

  /// Refuses what friction of the library cannot do.
  bool is_written() {
    const std::size_t bodies = moving_terms(element_.deflection).size();
    const std::size_t before = job_.refusals().size();
    if (element_.is_bent()) refuse("follows an expression of positions", "use arms");
    if (bodies > 2) refuse("acts on more than two bodies", "give it two bodies");
    for (const Deflection::Term& term : element_.deflection.terms)
      if (job_.network().is_massless(term.body) && !has_inertia_by_link(term.body))
        refuse("acts on a body without mass", "give " + quote(name_of(term.body)) + " a mass");
    if (!same_law(law_, element_.laws->backward, is_alike))
      refuse("has another law backward", "take 'negative' away");
    if (law_.stribeck) refuse("has Stribeck's curve", "write it as a table of levels");
    if (law_.hysteresis) refuse("has a hysteresis", "take it away");
    if (!is_alike(law_.kinetic, law_.breakaway) && job_.number(first_level(law_)) == 0.0 &&
        job_.number(law_.breakaway) > 0.0)
      refuse("has a static level but no kinetic one", "give it a kinetic level");
    if (pressed_ && wrong_normal())
      refuse("is pressed by the force of a rigid part", "press it by the force of a spring");
    return job_.refusals().size() == before;
  }

  /// A rigid connection lends it the inertia of all others there.
  bool has_inertia_by_link(int body) const {
    for (const NetworkElement& link : job_.network().elements) {
      if (link.law != NetworkElement::Law::Link) continue;
      bool is_there = false, lends = true;
      for (const Deflection::Term& term : moving_terms(link.deflection)) {
        is_there = is_there || term.body == body;
        lends =
            lends && (term.body == body || job_.network().role(term.body) == BodyRole::Inertial);
      }
      if (is_there && lends) return true;
    }
    return false;
  }

  bool wrong_normal() const {
    for (const Expression& symbol : symbols_of(*element_.laws->normal))
      if (symbol.symbol().starts_with("f.")) return true;
    return false;
  }

  /// One arm for both bodies goes into the levels; two need a gear.
  void find_arm() {
    const bool is_single = ends_.minus.body == kGround;
    const bool alike = is_single || (is_alike(ends_.plus.arm, ends_.minus.arm) &&
                                     job_.turns(ends_.plus.body) == job_.turns(ends_.minus.body));
    if (!alike) return;
    arm_ = job_.number(ends_.plus.arm) < 0.0 ? terse::negated(ends_.plus.arm) : ends_.plus.arm;
    is_arm_inside_ = true;
    ends_.plus.arm = ends_.minus.arm = terse::number(1.0);
  }

  /// Of the flanges that rub.
  bool type_turns() const {
    return is_arm_inside_ ? job_.turns(ends_.plus.body) : job_.turns_along(index_);
  }

  std::string kind(bool turning) const {
    return pressed_ ? "Brake" : turning ? "BearingFriction" : "SupportFriction";
  }

  ModelicaArguments arguments(bool turning, bool between) {
    ModelicaArguments arguments;
    if (pressed_) arguments.push_back({"fn_max", "1"});
    if (pressed_ && !terse::is_number(arm_, 1.0)) arguments.push_back({"cgeo", job_.formula(arm_)});
    arguments.push_back({pressed_ ? "mu_pos" : turning ? "tau_pos" : "f_pos", rows()});
    const Expression& level = first_level(law_);
    if (!is_alike(level, law_.breakaway))
      arguments.push_back({"peak", job_.formula(terse::quotient(law_.breakaway, level))});
    if (between) arguments.push_back({"useSupport", "true"});
    return arguments;
  }

  /// Speed and level of the flange, rows of a matrix.
  std::string rows() {
    std::vector<std::pair<Expression, Expression>> rows = law_.table;
    if (rows.empty()) rows.emplace_back(terse::number(0.0), law_.kinetic);
    const bool is_viscous = !pressed_ && !is_absent(law_.viscous);
    if (rows.size() > 1)  // the last level goes on
      rows.emplace_back(terse::product(terse::number(2.0), rows.back().first), rows.back().second);
    else if (is_viscous)
      rows.emplace_back(arm_, rows.back().second);
    std::string text;
    for (auto& [speed, level] : rows) {
      if (is_viscous) level = terse::sum(level, terse::product(law_.viscous, speed));
      if (!pressed_) level = terse::product(arm_, level);
      text += (text.empty() ? "[" : "; ") + job_.formula(terse::quotient(speed, arm_)) + ", " +
              job_.formula(level);
    }
    return text + "]";
  }

  ModelicaJob& job_;
  std::size_t index_;
  const NetworkElement& element_;
  const Friction::Law& law_;
  bool pressed_;
  ModelicaEnds ends_{};
  Expression arm_{terse::number(1.0)};
  bool is_arm_inside_{};
};

}  // namespace

void write_modelica_friction(ModelicaJob& job, std::size_t element) {
  FrictionWriter(job, element).write();
}

}  // namespace luztar
