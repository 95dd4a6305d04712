// Every value of a model with its key.
#include "luztar/derive/model_keys.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/model/fields.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::vector<std::string> keys(Model& model) {
  std::vector<std::string> found;
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    found.push_back(std::string(key.name) + "." + std::string(key.key) + "=" + to_text(value));
  });
  return found;
}

}  // namespace

TEST_CASE("values come in the order of the model, the ground has no arm") {
  Model model = lasting(2.0);
  const int a = body(model, "a", 1.0, 0.5);
  spring(model, "s", between(a, kGround, 3.0, 1.0), 7.0);
  model.signals.push_back({.name = "wave", .value = text("sin(t)")});
  CHECK(keys(model) == std::vector<std::string>{"wave.value=sin(t)", "a.mass=1", "a.position=0.5",
                                                "a.velocity=0", "s.arm=3", "s.stiffness=7",
                                                "s.rest=0", "s.damping=0", ".start=0",
                                                ".duration=2"});
}

TEST_CASE("a freeplay is one value, and a gap of its own two") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  spring(model, "s", between(a, kGround), 7.0);
  set_freeplay(model.springs[0], text("g"));
  CHECK(to_text(model.springs[0].lower) == "-g");
  int edges = 0;
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (key.key != "freeplay") return;
    ++edges;
    value = text("2*g");
  });
  CHECK(edges == 1);
  CHECK(to_text(model.springs[0].upper) == "2*g");
  CHECK(is_freeplay(model.springs[0]));  // the lower edge follows
  CHECK(to_text(model.springs[0].lower) == "-(2*g)");
}

TEST_CASE("a freeplay that becomes the number 0 is no gap any more") {
  Model model = lasting(1.0);
  spring(model, "s", between(body(model, "a", 1.0), kGround), 7.0);
  set_freeplay(model.springs[0], text("g"));
  for_each_value(model, [](const ModelKey& key, Expression& value) {
    if (key.key == "freeplay") value = Expression::number(0);
  });
  CHECK(!model.springs[0].has_gap);
}

TEST_CASE("a static limit that is not written is visited as the node of the kinetic one") {
  Model model = lasting(1.0);
  friction(model, "f", between(body(model, "a", 1.0), kGround), 2.0, 2.0);
  Friction::Law& law = model.frictions[0].forward;
  law.breakaway = law.kinetic;
  const void* kinetic = nullptr;
  bool same = false;
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (key.name != "f") return;
    if (key.key == "kinetic" && kinetic == nullptr) kinetic = value.identity();
    if (key.key == "static" && value.identity() == kinetic) same = true;
  });
  CHECK(same);
}

TEST_CASE("a value without a place stands where its owner does") {
  const SourceLocation owner{"m.toml", 3, 1};
  const Expression placed = Expression::number(1, {"m.toml", 4, 7});
  CHECK(place_of(placed, owner).line == 4);
  const Expression made = Expression::number(1);
  CHECK(place_of(made, owner) == owner);
}
