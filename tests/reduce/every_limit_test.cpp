// Every parameter of every example to zero and to infinity: reduced to a model that loads and that
// the engine takes, or refused at a place. Nothing else happens.
#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

/// Limits that are none: the model as it is, where reductions can take along what is in it.
void check_limits(const Model& model, const std::vector<std::string>& limits, int& taken,
                  int& refused) {
  CAPTURE(model.file);
  CAPTURE(limits);
  std::vector<ParameterLimit> parsed;
  for (const std::string& limit : limits) parsed.push_back(parse_limit(limit));
  try {
    const Reduction reduction = reduce(model, parsed);
    CHECK(reduction.steps.size() >= limits.size());
    compile(reduction.model);
    const std::string text = write_model(reduction.model);
    CHECK(write_model(parse_model(text, model.file)) == text);
    CHECK(print(reduction_document(model, reduction), DocumentFormat::Text).size() > 100);
    ++taken;
  } catch (const ModelError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      INFO(error.what());
      CHECK((diagnostic.where.line > 0 || diagnostic.where.file.starts_with("--limit")));
      CHECK(!diagnostic.advice.empty());
    }
    ++refused;
  }
}

void check_limit(const Model& model, const std::string& limit, int& taken, int& refused) {
  check_limits(model, {limit}, taken, refused);
}

/// Instances of [repeat] are alike: three of them stand for all.
template <class Item>
std::span<const Item> different(const Model& model, const std::vector<Item>& items) {
  constexpr std::size_t kFew = 3;
  return std::span(items).first(model.repeats.empty() ? items.size()
                                                      : std::min(kFew, items.size()));
}

}  // namespace

TEST_CASE("every parameter of every example has its limits or is refused at a place") {
  int taken = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LUZTAR_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    const Model model = load_model(entry.path().string());
    check_limits(model, {}, taken, refused);
    for (const Parameter& parameter : model.parameters) {
      check_limit(model, parameter.name + "=0", taken, refused);
      check_limit(model, parameter.name + "=inf", taken, refused);
    }
    for (const Body& body : different(model, model.bodies)) {
      check_limit(model, body.name + ".mass=0", taken, refused);
      check_limit(model, body.name + ".mass=inf", taken, refused);
    }
    for (const Spring& spring : different(model, model.springs)) {
      check_limit(model, spring.name + ".stiffness=inf", taken, refused);
      check_limit(model, spring.name + ".freeplay=0", taken, refused);
    }
    for (const Friction& friction : different(model, model.frictions)) {
      check_limit(model, friction.name + ".kinetic=0", taken, refused);
      check_limit(model, friction.name + ".kinetic=inf", taken, refused);
      check_limit(model, friction.name + ".viscous=inf", taken, refused);
    }
  }
  MESSAGE(taken << " limits taken, " << refused << " refused");
  CHECK(taken > 300);
  CHECK(refused > 100);
}
