// What the names of one instance of [repeat] stand for.
#include "luztar/model/repeat_locals.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "built_model.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Expression plus(const Expression& a, const Expression& b) {
  return Expression::apply(Op::Add, {a, b});
}

/// The value in numbers: every symbol is one of the instance.
double worked_out(const RepeatLocals& locals, const Expression& e) {
  return evaluate(e, [&](const std::string& name) { return locals.find(name)->number(); });
}

}  // namespace

TEST_CASE("a parameter of an instance is worked out after those that it needs") {
  Repeat repeat;
  repeat.name = "chain";
  repeat.indices = {{"i", number(5), 5}};
  const Expression i = Expression::symbol("i"), a = Expression::symbol("a");
  repeat.parameters = {{"b", plus(a, number(1)), {}, {}}, {"a", plus(i, i), {}, {}}};
  Model model;
  const ParameterValues none;
  Diagnostics mistakes;
  ToldOnce told(mistakes);
  RepeatLocals locals(repeat, model, none, told);
  locals.enter({4}, [&](const Expression& e) { return number(worked_out(locals, e)); });
  CHECK(locals.find("i")->number() == 4.0);
  CHECK(locals.find("count")->number() == 5.0);
  CHECK(locals.find("a")->number() == 8.0);
  CHECK(locals.find("b")->number() == 9.0);
  CHECK(locals.find("c") == nullptr);
  CHECK(mistakes.empty());
}

TEST_CASE("what needs itself, or a name that is nowhere, is a mistake") {
  Repeat repeat;
  repeat.indices = {{"i", number(5), 5}, {"j", number(2), 2}};
  const Expression a = Expression::symbol("a");
  repeat.parameters = {{"a", plus(a, number(1)), {}, {}},
                       {"b", Expression::symbol("nobody", {"m.toml", 7, 3}), {}, {}}};
  Model model;
  const ParameterValues none;
  Diagnostics mistakes;
  {
    ToldOnce told(mistakes);
    RepeatLocals locals(repeat, model, none, told);
    CHECK(locals.find("count") == nullptr);  // of two indices there is no one count
  }
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].what == "no parameter 'nobody'");
  CHECK(mistakes[1].what == "the parameter 'a' needs itself");
}
