#include "luztar/import/modelica_elements.h"

#include <utility>

namespace luztar::modelica {
namespace {

std::string kind_of(const Instance& part) { return std::string(library_class(part.library)->kind); }
bool turns(const Instance& part) { return library_class(part.library)->turns(); }
bool is_rack(const std::string& kind) {
  return kind == "IdealGearR2T" || kind == "IdealRollingWheel";
}
bool is_body(const std::string& kind) {
  return kind == "Inertia" || kind == "Mass" || kind == "MassWithStopAndFriction";
}
bool is_source_of_motion(const std::string& kind) {
  return kind == "Position" || kind == "Speed" || kind == "Accelerate" || kind == "ConstantSpeed";
}

}  // namespace

std::string Elements::support(const Instance& part, const std::string& name,
                              const std::string& use) {
  return values_.truth(part, use, false) ? part.path + "." + name : "ground";
}

std::vector<Term> Elements::between(const Instance& part) const {
  return {{.flange = part.path + ".flange_b"},
          {.flange = part.path + ".flange_a", .factor = -FormulaText(1.0), .number = -1.0}};
}

std::vector<Term> Elements::on(const Instance& part) {
  const bool one = has_word(library_class(part.library)->flanges, "flange");
  return {{.flange = part.path + (one ? ".flange" : ".flange_a")},
          {.flange = support(part), .factor = -FormulaText(1.0), .number = -1.0}};
}

ImportedTable Elements::table(const std::string& kind, const Instance& part,
                              const std::string& suffix) const {
  return {.kind = kind,
          .name = network_.name_of_element(part.path + suffix),
          .comment = kind_of(part) + (part.about.empty() ? "" : ": " + part.about),
          .keys = {}};
}

void Elements::put(ImportedTable table, const Deflection& deflection) {
  std::vector<std::pair<std::string, std::string>> keys = std::move(table.keys);
  table.keys.clear();
  if (!network_.write(deflection, table.kind == "forces", table))
    return;  // between things that do not move
  for (auto& key : keys) table.keys.push_back(std::move(key));
  model_.tables.push_back(std::move(table));
}

// --- what is rigid
// ------------------------------------------------------------------------------

void Elements::join(const Instance& part) {
  const LibraryClass& library = *library_class(part.library);
  const std::string kind(library.kind);
  if (!library.moves()) return;
  for (const std::string& flange : words_of(library.flanges)) {
    const bool is_linear = is_rack(kind) && flange.ends_with('T');
    network_.note(part.path + "." + flange, is_rack(kind) ? !is_linear : library.turns());
  }
  const std::string a = part.path + ".flange_a", b = part.path + ".flange_b";
  if (kind == "Fixed")
    network_.hold(part.path + ".flange", values_.number(part, library.turns() ? "phi0" : "s0", "0"),
                  part.place);
  if (is_body(kind)) {
    const double half = library.turns() ? 0.0 : values_.number(part, "L", "0") / 2.0;
    network_.note(part.path + ".center", library.turns());
    network_.join(a, part.path + ".center", half, part.place);
    network_.join(part.path + ".center", b, half, part.place);
  }
  if (kind == "Rod") network_.join(a, b, values_.number(part, "L", "0"), part.place);
  if (kind == "Disc") network_.join(a, b, values_.number(part, "deltaPhi", "0"), part.place);
  const bool is_through = kind == "BearingFriction" || kind == "SupportFriction" ||
                          kind == "Brake" || kind == "TorqueSensor" || kind == "ForceSensor" ||
                          kind == "PowerSensor" || kind == "MultiSensor";
  if (is_through) network_.join(a, b, 0.0, part.place);
}

void Elements::add_bodies(const Instance& part) {
  const std::string kind = kind_of(part);
  if (is_source_of_motion(kind)) add_motion(part, kind);
  if (kind == "Inertia")
    network_.add_body(part, part.path + ".center", values_.formula(part, "J", ""));
  if (kind == "Mass" || kind == "MassWithStopAndFriction")
    network_.add_body(part, part.path + ".center", values_.formula(part, "m", ""));
}

const Instance* Elements::unfiltered(const Instance& part, const std::string& input) {
  const Instance* block = signals_.source(part, input);
  const bool is_exact = values_.truth(part, "exact", false);
  const bool is_constant = block != nullptr && kind_of(*block) == "Constant";
  if (!is_exact && !is_constant)
    values_.fail(part.place,
                 quote(part.path) + " filters its signal (exact = false), which has no counterpart",
                 "set exact = true");
  return is_constant ? block : nullptr;
}

void Elements::add_motion(const Instance& part, const std::string& kind) {
  if (support(part) != "ground")
    values_.fail(part.place, quote(part.path) + " moves against a support that moves",
                 "take useSupport away");
  const bool is_turning = turns(part);
  Signals::Motion motion;
  double place = 0.0;
  if (kind == "ConstantSpeed") {
    const char* name = is_turning ? "w_fixed" : "v_fixed";
    motion = {.formula = values_.formula(part, name, "") * FormulaText("t"),
              .speed = values_.number(part, name, "")};
  } else if (kind == "Position") {
    const std::string name = is_turning ? "phi_ref" : "s_ref";
    const Instance* constant = unfiltered(part, name);
    const Signals::Signal signal = signals_.input(part, name);
    if (!signal.of_time)
      values_.fail(part.place, quote(part.path) + " follows what moves",
                   "a motion follows time alone");
    if (constant != nullptr) place = values_.number(*constant, "k", "");
    motion.formula = signal.formula;
  } else if (kind == "Speed") {
    const std::string name = is_turning ? "w_ref" : "v_ref";
    unfiltered(part, name);
    motion = signals_.integral(part, name);
  } else {
    motion = signals_.second_integral(part, "a_ref");
  }
  network_.add_motion(part, part.path + ".flange", motion.formula, place, motion.speed);
}

// --- gears
// --------------------------------------------------------------------------------------

std::vector<Term> Elements::gear(const Instance& part) {
  const std::string kind = kind_of(part);
  const auto term = [&](const std::string& flange, const FormulaText& factor, double number) {
    return Term{.flange = flange, .factor = factor, .number = number};
  };
  if (is_rack(kind)) {
    const std::string r = support(part, "supportR", "useSupportR"),
                      t = support(part, "supportT", "useSupportT");
    const bool is_wheel = kind == "IdealRollingWheel";
    const FormulaText ratio = values_.formula(part, is_wheel ? "radius" : "ratio", "");
    const double number = values_.number(part, is_wheel ? "radius" : "ratio", "");
    if (is_wheel)
      return {term(part.path + ".flangeT", 1.0, 1.0), term(part.path + ".flangeR", -ratio, -number),
              term(t, -FormulaText(1.0), -1.0), term(r, ratio, number)};
    return {term(part.path + ".flangeR", 1.0, 1.0), term(part.path + ".flangeT", -ratio, -number),
            term(r, -FormulaText(1.0), -1.0), term(t, ratio, number)};
  }
  const FormulaText ratio = values_.formula(part, "ratio", "");
  const double number = values_.number(part, "ratio", "");
  if (kind == "IdealPlanetary")
    return {term(part.path + ".sun", 1.0, 1.0), term(part.path + ".ring", ratio, number),
            term(part.path + ".carrier", -(FormulaText(1.0) + ratio), -(1.0 + number))};
  return {term(part.path + ".flange_a", 1.0, 1.0), term(part.path + ".flange_b", -ratio, -number),
          term(support(part), ratio - FormulaText(1.0), number - 1.0)};
}

void Elements::add_links(const Instance& part) {
  const std::string kind = kind_of(part);
  const bool is_gear =
      kind == "IdealGear" || kind == "LossyGear" || kind == "IdealPlanetary" || is_rack(kind);
  if (!is_gear) return;
  network_.add_link(part, gear(part), kind == "LossyGear" ? lossy(part) : "");
  if (kind == "LossyGear") add_bearing(part);
}

/// `efficiency` of a LossyGear; "" of one without losses in its teeth.
std::string Elements::lossy(const Instance& part) {
  const Rows rows = values_.table(part, "lossTable", {{"0", "1", "1", "0", "0"}});
  for (const auto& row : rows) {
    if (row.size() != 5)
      values_.fail(part.place, "lossTable of " + quote(part.path) + " has no five columns",
                   "write [0, eta1, eta2, tau1, tau2]");
    if (row[1].text != rows[0][1].text || row[2].text != rows[0][2].text)
      values_.fail(part.place, quote(part.path) + " has efficiencies that change with the speed",
                   "give it one efficiency for each direction");
  }
  if (rows.empty() || (rows[0][1].is_one() && rows[0][2].is_one())) return "";
  return "[" + toml_value(rows[0][1].text) + ", " + toml_value(rows[0][2].text) + "]";
}

/// Friction of the bearings at both sides, from what a LossyGear has of both together:
/// tau1 = eta1 a + b/ratio, tau2 = a/eta2 + b/ratio.
void Elements::add_bearing(const Instance& part) {
  const Rows rows = values_.table(part, "lossTable", {{"0", "1", "1", "0", "0"}});
  const FormulaText ratio = call("abs", {values_.formula(part, "ratio", "")});
  Rows at_a, at_b;
  bool any = false;
  for (const auto& row : rows) {
    const FormulaText first = row[3], second = row[4];
    any = any || !first.is_zero() || !second.is_zero();
    const bool is_ideal = row[1].is_one() && row[2].is_one();
    const FormulaText a =
        is_ideal ? first / "2" : (first - second) / (row[1] - FormulaText(1.0) / row[2]);
    at_a.push_back({row[0], a});
    at_b.push_back({row[0], ratio * (first - row[1] * a)});
  }
  if (!any) return;
  if (rows.size() > 1)
    values_.fail(part.place, quote(part.path) + " has bearing friction that changes with the speed",
                 "give one row, and the bearings as BearingFriction");
  const std::string ground = support(part);
  for (const bool is_a : {true, false}) {
    ImportedTable friction = table("frictions", part, is_a ? "_bearing_a" : "_bearing_b");
    friction.value("kinetic", (is_a ? at_a : at_b)[0][1].text);
    put(std::move(friction),
        network_.deflection({{.flange = part.path + (is_a ? ".flange_a" : ".flange_b")},
                             {.flange = ground, .factor = -FormulaText(1.0), .number = -1.0}}));
  }
}

// --- start values
// -------------------------------------------------------------------------------

void Elements::add_starts(const Instance& part) {
  const LibraryClass& library = *library_class(part.library);
  const std::string kind(library.kind);
  if (!library.moves() || library.package.ends_with("Sensors")) return;
  const bool both = library.flanges.starts_with("flange_a flange_b") && !is_body(kind);
  for (const bool of_speed : {false, true}) {
    std::string name = library.turns() ? (of_speed ? "w" : "phi") : (of_speed ? "v" : "s");
    std::vector<std::pair<std::string, double>> terms{{part.path + ".center", 1.0}};
    if (both) {
      name += "_rel";
      terms = {{part.path + ".flange_b", 1.0}, {part.path + ".flange_a", -1.0}};
    } else if (!is_body(kind)) {
      continue;
    }
    const Values::Start start = values_.start(part, name);
    network_.add_start(terms, of_speed, start, start.value ? values_.number(*start.value) : 0.0);
  }
}

}  // namespace luztar::modelica
