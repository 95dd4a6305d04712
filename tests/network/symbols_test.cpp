#include "luztar/network/symbols.h"

#include <string>

#include <doctest/doctest.h>

namespace luztar {
namespace {

using Kind = LawSymbol::Kind;

TEST_CASE("a symbol of a law is time, a coordinate, a signal or a parameter, by its name") {
  Model model;
  for (const char* name : {"block", "wheel", "cart"}) model.bodies.emplace_back().name = name;
  for (const char* name : {"road", "gust"}) model.signals.push_back({name, Expression()});
  const LawSymbols symbols(model);
  struct Row {
    const char* name;
    LawSymbol meaning;
  };
  for (const Row& row :
       {Row{"t", {Kind::Time}}, Row{"d", {Kind::Deflection}}, Row{"v", {Kind::Rate}},
        Row{"q.block", {Kind::Position, 0}}, Row{"v.block", {Kind::Velocity, 0}},
        Row{"q.cart", {Kind::Position, 2}}, Row{"v.cart", {Kind::Velocity, 2}},
        Row{"road", {Kind::Signal, 0}}, Row{"gust", {Kind::Signal, 1}}, Row{"k", {Kind::Parameter}},
        Row{"vs", {Kind::Parameter}}}) {
    CAPTURE(row.name);
    CHECK(symbols.of(row.name) == row.meaning);
  }
}

}  // namespace
}  // namespace luztar
