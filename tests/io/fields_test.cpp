// Descriptions of elements (model/fields.h) against what stands in a file.
#include "luztar/model/fields.h"

#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

// Every key of every kind, each with a parameter of its own: kind_key, or a signal where it may
// stand. Elements whose keys exclude each other come twice.
const std::string kAll = R"toml(
[bodies.mass]
mass = "a1"
position = "a2"
velocity = "a3"
[bodies.moved]
motion = "t*a4"
[springs.gap]
between = ["mass", "ground"]
arms = ["a5", 1]
stiffness = "b1"
gap = ["b2", "b3"]
rest = "b4"
damping = "b5"
pull = false
[springs.freeplay]
across = { mass = "a6", moved = -1 }
stiffness = "b6"
freeplay = "b7"
[springs.law]
between = ["mass", "ground"]
force = "b8*d"
[dampers.plain]
between = ["mass", "ground"]
damping = "c1"
[dampers.law_of_v]
between = ["mass", "ground"]
force = "c2*v"
[frictions.coulomb]
between = ["mass", "ground"]
viscous = "d1"
kinetic = "d2"
static = "d3"
stribeck = { velocity = "d4", exponent = "d5" }
hysteresis = { rise = "d6", fall = "d7", kinetic = "d8", viscous = "d9" }
normal = "e1*t"
negative = { viscous = "e2", kinetic = "e3", static = "e4" }
[frictions.table]
between = ["mass", "ground"]
table = [[0, "e5"], ["e6", "e7"]]
[frictions.dahl]
between = ["mass", "ground"]
law = "dahl"
sigma0 = "f1"
kinetic = "f2"
exponent = "f3"
[frictions.lugre]
between = ["mass", "ground"]
law = "lugre"
sigma0 = "f4"
sigma1 = "f5"
kinetic = "f6"
[freewheels.w]
between = ["mass", "moved"]
arms = ["g2", 1]
pitch = "g3"
[links.l]
between = ["mass", "moved"]
arms = ["g1", 1]
[stops.s]
between = ["mass", "ground"]
gap = ["h1", "h2"]
restitution = "h3"
[forces.f]
on = "mass"
value = "i1*v.mass"
)toml";

// Letters and a digit: the names of the parameters.
std::set<std::string> parameters_in(const std::string& text) {
  std::set<std::string> names;
  for (std::size_t i = 1; i + 2 < text.size(); ++i) {
    const bool begins = text[i - 1] == '"' || text[i - 1] == '*';
    const bool is_name =
        text[i] >= 'a' && text[i] <= 'i' && text[i + 1] >= '1' && text[i + 1] <= '9';
    if (begins && is_name) names.insert(text.substr(i, 2));
  }
  return names;
}

Model all_keys() {
  std::string text = kAll + "[simulation]\nduration = 1\n[parameters]\n";
  for (const std::string& name : parameters_in(kAll)) text += name + " = 1\n";
  // Not validated: only what is read where matters here.
  text.replace(text.find("h2 = 1"), 6, "h2 = 2");
  text.replace(text.find("b3 = 1"), 6, "b3 = 2");
  text.replace(text.find("d3 = 1"), 6, "d3 = 2");
  text.replace(text.find("d6 = 1"), 6, "d6 = 2");
  return parse_model(text, "m.toml");
}

TEST_CASE("a description holds every expression of a file, and no other") {
  Model model = all_keys();
  std::set<std::string> found;
  for_each_list(model, [&](PartKind, auto& list) {
    for (auto& item : list)
      for_each_expression(item, [&](Expression& expression) {
        for (const Expression& symbol : symbols_of(expression))
          if (symbol.symbol().size() == 2) found.insert(symbol.symbol());
      });
  });
  CHECK(found == parameters_in(kAll));
}

TEST_CASE("what is replaced through a description is what the model says then") {
  Model model = all_keys();
  model.parameters.clear();
  const Expression other = Expression::symbol("other");
  for_each_list(model, [&](PartKind, auto& list) {
    for (auto& item : list)
      for_each_expression(item, [&](Expression& expression) {
        expression = substitute(expression, [&](const std::string& name) {
          return name.size() == 2 ? &other : nullptr;
        });
      });
  });
  const std::string written = write_model(model, "");
  for (const std::string& name : parameters_in(kAll)) {
    CAPTURE(name);
    CHECK(written.find("\"" + name) == std::string::npos);
    CHECK(written.find("*" + name) == std::string::npos);
    CHECK(written.find("[" + name) == std::string::npos);
  }
  CHECK(written.find("freeplay = \"other\"") != std::string::npos);
}

/// The nearest numbers that ranges forbid; other ranges depend on other values.
const std::map<Range, double> kBeyond = {{Range::Positive, 0.0}, {Range::NotNegative, -1e-9},
                                         {Range::Whole, 1.5},    {Range::Fraction, 1.01},
                                         {Range::Mass, -1e-9},   {Range::Static, -1e-9},
                                         {Range::Speeds, -1e-9}};

TEST_CASE("a number beyond the range of its key is refused, whichever key it is") {
  const Model model = all_keys();
  validate(model);
  std::set<Range> seen;
  for_each_list(model, [&](PartKind, const auto& list) {
    for (const auto& item : list)
      for_each_field(item, [&](const Field& field, const Expression& value) {
        const auto beyond = kBeyond.find(field.range);
        if (value.op() != Op::Symbol || beyond == kBeyond.end()) return;
        CAPTURE(value.symbol());
        CHECK_THROWS_AS(validate(model, {{value.symbol(), beyond->second}}), ModelError);
        seen.insert(field.range);
      });
  });
  CHECK(seen.size() == kBeyond.size());
}

}  // namespace
}  // namespace luztar
