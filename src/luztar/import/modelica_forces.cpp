// Springs, frictions and forces of Modelica's mechanics.
#include <cmath>
#include <cstdlib>
#include <utility>

#include "luztar/import/modelica_elements.h"

namespace luztar::modelica {
namespace {

bool is_spring(const std::string& kind) {
  return kind == "Spring" || kind == "Damper" || kind == "SpringDamper" ||
         kind == "ElastoBacklash" || kind == "ElastoBacklash2" || kind == "ElastoGap";
}
bool is_friction(const std::string& kind) {
  return kind == "BearingFriction" || kind == "SupportFriction" || kind == "Brake" ||
         kind == "Clutch" || kind == "OneWayClutch";
}

double number_in(const FormulaText& formula) { return std::strtod(formula.text.c_str(), nullptr); }

}  // namespace

void Elements::add_forces(const Instance& part) {
  const LibraryClass& library = *library_class(part.library);
  const std::string kind(library.kind);
  if (!library.moves()) return;
  if (is_spring(kind)) return add_spring(part, kind);
  if (is_friction(kind)) return add_friction(part, kind);
  if (kind == "MassWithStopAndFriction") return add_stop_and_friction(part);
  const bool is_source = library.package.ends_with("Sources");
  const bool is_motion =
      kind == "Position" || kind == "Speed" || kind == "Accelerate" || kind == "ConstantSpeed";
  if (is_source && !is_motion) add_load(part, kind);
}

// --- springs
// ------------------------------------------------------------------------------------

void Elements::add_spring(const Instance& part, const std::string& kind) {
  for (const char* flange : {".flange_a", ".flange_b"}) {
    if (network_.is_joined(part.path + flange)) continue;
    model_.head.push_back(part.path + " (" + kind + ") has a loose end: it has no force");
    return;
  }
  const Deflection deflection = network_.deflection(between(part));
  if (kind == "Damper") {
    put(table("dampers", part).value("damping", values_.formula(part, "d", "").text), deflection);
    return;
  }
  const std::string zero = turns_of(part) ? "phi_rel0" : "s_rel0";
  const FormulaText rest = values_.formula(part, zero, "0") - FormulaText(deflection.offset);
  ImportedTable spring = table("springs", part);
  if (kind == "ElastoBacklash" || kind == "ElastoGap") {
    spring.value("force", contact(part, kind, rest));
    return put(std::move(spring), deflection);
  }
  spring.value("stiffness", values_.formula(part, "c", kind == "SpringDamper" ? "1e5" : "").text);
  if (!rest.is_zero()) spring.value("rest", rest.text);
  const FormulaText damping = kind == "Spring" ? FormulaText(0.0) : values_.formula(part, "d", "0");
  if (!damping.is_zero()) spring.value("damping", damping.text);
  if (kind == "ElastoBacklash2" && values_.number(part, "b", "0") > 0.0) {
    spring.value("freeplay", (values_.formula(part, "b", "0") / "2").text);
    if (!damping.is_zero()) spring.raw("pull", "false");
  }
  put(std::move(spring), deflection);
}

/// Contacts whose damping is limited by their stiffness, so that they never pull.
std::string Elements::contact(const Instance& part, const std::string& kind,
                              const FormulaText& rest) {
  const FormulaText distance = FormulaText("d") - rest;
  const FormulaText damping =
      values_.formula(part, "d", kind == "ElastoGap" ? "1" : "0") * FormulaText("v");
  if (kind == "ElastoGap") {
    const FormulaText x = call("min", {"0", distance});
    FormulaText elastic = values_.formula(part, "c", "1") * x;
    if (values_.is_given(part, "n") && values_.number(part, "n", "1") != 1.0) {
      const FormulaText size = values_.formula(part, "s_ref", "1");
      const FormulaText force = values_.is_given(part, "f_ref")
                                    ? values_.formula(part, "f_ref", "")
                                    : values_.formula(part, "c", "1") * size;
      elastic = -(force * power(call("abs", {x / size}), values_.formula(part, "n", "1")));
    }
    return (elastic + call("min", {call("max", {damping, elastic}), -elastic})).text;
  }
  const FormulaText stiffness = values_.formula(part, "c", "1e5");
  if (values_.number(part, "b", "0") <= 0.0) return (stiffness * distance + damping).text;
  const FormulaText x = call("luz", {distance, values_.formula(part, "b", "0") / "2"});
  const FormulaText elastic = stiffness * x;
  if (damping.is_zero()) return elastic.text;
  const FormulaText above = call("max", {"0", elastic + call("min", {elastic, damping})});
  const FormulaText below = call("min", {"0", elastic + call("max", {elastic, damping})});
  return choose(x, ">", "0", above, below).text;
}

// --- friction
// -----------------------------------------------------------------------------------

void Elements::add_friction(const Instance& part, const std::string& kind) {
  const bool is_clutch = kind == "Clutch" || kind == "OneWayClutch";
  const Deflection deflection = network_.deflection(is_clutch ? between(part) : on(part));
  if (kind == "OneWayClutch") put(table("freewheels", part, "_freewheel"), deflection);
  ImportedTable friction = table("frictions", part);
  const bool is_pressed = is_clutch || kind == "Brake";
  write_levels(part, kind, is_pressed, friction);
  put(std::move(friction), deflection);
}

void Elements::write_levels(const Instance& part, const std::string& kind, bool is_pressed,
                            ImportedTable& to) {
  const std::string smoothness = values_.choice(part, "smoothness", "LinearSegments");
  if (smoothness != "LinearSegments")
    values_.fail(part.place, quote(part.path) + " has the smoothness " + quote(smoothness),
                 "take it away: straight lines are imported");
  const std::string name = is_pressed ? "mu_pos" : kind == "BearingFriction" ? "tau_pos" : "f_pos";
  const Rows rows = values_.table(part, name, {{"0", is_pressed ? "0.5" : "1"}});
  write_rows(rows, is_pressed, values_.formula(part, "peak", "1"), part, to);
  if (!is_pressed) return;
  const Signals::Signal signal = signals_.input(part, "f_normalized");
  const FormulaText force =
      values_.formula(part, "cgeo", "1") * values_.formula(part, "fn_max", "") * signal.formula;
  to.value("normal", call("max", {"0", force}).text);
}

/// Levels at speeds, with Modelica's straight line beyond the last row.
void Elements::write_rows(const Rows& rows, bool is_pressed, const FormulaText& peak,
                          const Instance& part, ImportedTable& to) {
  if (rows.empty())
    values_.fail(part.place, "the table of " + quote(part.path) + " is empty", "write [0, 1]");
  for (const auto& row : rows)
    if (row.size() != 2)
      values_.fail(part.place, "the table of " + quote(part.path) + " has no two columns",
                   "write speed and level: [0, 1; 10, 0.8]");
  const FormulaText first = rows[0][1];
  const FormulaText still = peak.is_one() ? first : peak * first;
  if (rows.size() == 1) {
    to.value("kinetic", first.text);
    if (!peak.is_one()) to.value("static", still.text);
    return;
  }
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (!(number_in(rows[i][0]) > number_in(rows[i - 1][0])))
      values_.fail(part.place, "the speeds in the table of " + quote(part.path) + " do not rise",
                   "sort the rows");
  if (number_in(rows[0][0]) != 0.0)
    values_.fail(part.place, "the table of " + quote(part.path) + " does not begin at the speed 0",
                 "begin with a row [0, level]");
  const auto& last = rows.back();
  const auto& before = rows[rows.size() - 2];
  const double speed = number_in(last[0]), level = number_in(last[1]);
  const double slope = (level - number_in(before[1])) / (speed - number_in(before[0]));
  if (rows.size() == 2 && slope >= 0.0 && !is_pressed) {
    if (slope > 0.0) to.value("viscous", FormulaText(slope).text);
    to.value("kinetic", first.text);
    if (!peak.is_one()) to.value("static", still.text);
    return;
  }
  std::string list;
  const auto add = [&](const FormulaText& v, const FormulaText& f) {
    list += (list.empty() ? "[" : ", [") + toml_value(v.text) + ", " + toml_value(f.text) + "]";
  };
  for (const auto& row : rows) add(row[0], row[1]);
  constexpr double kFar = 1e3;  // times the last speed: where the line ends
  if (slope > 0.0)
    add(FormulaText(kFar * speed), FormulaText(level + slope * (kFar - 1.0) * speed));
  if (slope < 0.0 && level > 0.0) add(FormulaText(speed - level / slope), FormulaText(0.0));
  to.raw("table", "[" + list + "]");
  if (!peak.is_one()) to.value("static", still.text);
}

void Elements::add_stop_and_friction(const Instance& part) {
  const Deflection deflection = network_.deflection({{.flange = part.path + ".center"}});
  const FormulaText half = values_.formula(part, "L", "0") / "2";
  const FormulaText coulomb = values_.formula(part, "F_Coulomb", "5"),
                    more = values_.formula(part, "F_Stribeck", "10");
  ImportedTable friction = table("frictions", part, "_friction");
  friction.value("viscous", values_.formula(part, "F_prop", "1").text)
      .value("kinetic", coulomb.text)
      .value("static", (coulomb + more).text);
  if (values_.number(part, "F_Stribeck", "10") > 0.0 && values_.number(part, "fexp", "2") > 0.0)
    friction.raw(
        "stribeck",
        "{ velocity = " + toml_value((FormulaText(1.0) / values_.formula(part, "fexp", "2")).text) +
            ", exponent = 1 }");
  put(std::move(friction), deflection);
  const FormulaText place(deflection.offset);
  ImportedTable stop = table("stops", part, "_stop");
  stop.raw("gap", "[" + toml_value((values_.formula(part, "smin", "-25") + half - place).text) +
                      ", " + toml_value((values_.formula(part, "smax", "25") - half - place).text) +
                      "]");
  put(std::move(stop), deflection);
}

// --- forces
// -------------------------------------------------------------------------------------

void Elements::add_load(const Instance& part, const std::string& kind) {
  const bool is_two = kind == "Torque2" || kind == "Force2";
  if (is_two) {  // the flange a is pulled by -value, b by +value
    const std::string input = kind == "Torque2" ? "tau" : "f";
    put(table("forces", part).value("value", signals_.input(part, input).formula.text),
        network_.deflection(between(part)));
    return;
  }
  const Deflection deflection = network_.deflection(on(part));
  const FormulaText value = load(part, kind, deflection.rate("v"));
  if (value.is_zero()) return;
  put(table("forces", part).value("value", value.text), deflection);
}

FormulaText Elements::load(const Instance& part, const std::string& kind,
                           const FormulaText& speed) {
  const bool turning = turns_of(part);
  if (kind == "Torque") return signals_.input(part, "tau").formula;
  if (kind == "Force") return signals_.input(part, "f").formula;
  if (kind.starts_with("Constant"))
    return values_.formula(part, turning ? "tau_constant" : "f_constant", "");
  if (kind.ends_with("Step")) {
    const FormulaText start = values_.formula(part, "startTime", "0");
    return values_.formula(part, turning ? "offsetTorque" : "offsetForce", "0") +
           values_.formula(part, turning ? "stepTorque" : "stepForce", "1") *
               call("step", {FormulaText("t") - start});
  }
  const FormulaText nominal = values_.formula(part, turning ? "tau_nominal" : "f_nominal", "");
  if (kind.starts_with("Sign")) return sign_load(part, nominal, speed, turning);
  const FormulaText fast = values_.formula(part, turning ? "w_nominal" : "v_nominal", "");
  const bool one_way = values_.truth(part, turning ? "TorqueDirection" : "ForceDirection", true);
  const FormulaText ratio = speed / fast, size = call("abs", {speed});
  if (kind.starts_with("Linear")) return nominal * (one_way ? size / fast : ratio);
  if (kind.starts_with("Quadratic"))
    return one_way ? nominal * power(ratio, "2") : nominal / power(fast, "2") * speed * size;
  const FormulaText slow = values_.formula(part, turning ? "w0" : "v0", "0.1");
  if (one_way) return nominal * fast / call("max", {slow, size});
  return choose(size, "<", slow, nominal * speed / slow, nominal * fast / speed);
}

FormulaText Elements::sign_load(const Instance& part, const FormulaText& nominal,
                                const FormulaText& speed, bool turning) {
  const std::string kind = values_.choice(part, "reg", "Exp");
  const FormulaText slow = values_.formula(part, turning ? "w0" : "v0", "0.1");
  const FormulaText limited = call("sat", {speed / slow, "1"});
  if (kind == "Exp")
    return nominal * (FormulaText("2") / (FormulaText("1") +
                                          call("exp", {-(speed / (FormulaText("0.01") * slow))})) -
                      FormulaText(1.0));
  if (kind == "Linear") return nominal * limited;
  if (kind == "Sine") return nominal * call("sin", {FormulaText("pi") / "2" * limited});
  if (kind == "CoSine")
    return nominal * call("sign", {speed}) *
           (FormulaText("1") - call("cos", {FormulaText("pi") / "2" * limited}));
  values_.fail(part.place, quote(part.path) + " has the regularization " + quote(kind),
               "choose Exp, Linear, Sine or CoSine");
}

bool Elements::turns_of(const Instance& part) { return library_class(part.library)->turns(); }

}  // namespace luztar::modelica
