// One table of a model file: what is asked for, what is left over.
#include "luztar/io/table_reader.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

// The keys of a table that begins in line 1.
struct Keys {
  explicit Keys(const std::string& keys) : value(parse_toml(keys, "m.toml")) {}
  std::string told() const {
    std::string all;
    for (const Diagnostic& mistake : mistakes) all += (all.empty() ? "" : "\n") + to_text(mistake);
    return all.empty() ? "none" : all;
  }
  TomlValue value;
  Diagnostics mistakes{};
  TableReader reader{value, {"m.toml", 1, 1}, mistakes};
};

}  // namespace

TEST_CASE("a number is a number or an expression between quotes") {
  Keys t("a = 2\nb = '2*k'\nc = true\nd = '2*'\n");
  CHECK(t.reader.number("a")->number() == 2.0);
  CHECK(to_text(*t.reader.number("b")) == "2*k");
  CHECK(t.reader.number("b")->operands()[1].where() == SourceLocation{"m.toml", 2, 8});
  CHECK(!t.reader.number("e").has_value());
  CHECK(t.told() == "none");
  CHECK(t.reader.number("c")->symbol() == kUnread);  // passed over by later checks
  CHECK(t.reader.number("d")->symbol() == kUnread);
  CHECK(t.told().starts_with("m.toml:3:5: `c` is true or false, not a number"));
  CHECK(t.told().find("m.toml:4:8: in `d`: ") != std::string::npos);
}

TEST_CASE("infinite numbers are read where a key may have them, in each way of writing") {
  Keys t("a = inf\nb = 'inf'\nc = -inf\nd = '-inf'\ne = nan\n");
  CHECK(std::isinf(t.reader.number("a", Infinity::Positive)->number()));
  CHECK(std::isinf(t.reader.number("b", Infinity::Positive)->number()));
  CHECK(t.reader.number("c", Infinity::Both)->number() == -HUGE_VAL);
  CHECK(t.reader.number("d", Infinity::Both)->number() == -HUGE_VAL);
  CHECK(t.told() == "none");
  t.reader.number("a");
  t.reader.number("c", Infinity::Positive);
  t.reader.number("e", Infinity::Both);
  CHECK(t.mistakes.size() == 3);
}

TEST_CASE("an entry of another kind is a mistake, and none at all") {
  Keys t("law = 3\n");
  CHECK(!t.reader.text("law").has_value());
  CHECK(t.told() == "m.toml:1:7: `law` is a number, not a text; write it between quotes");
  CHECK(t.reader.has("law"));
}

TEST_CASE("a key that nobody asked for is told, with the keys that there are") {
  Keys t("mas = 1\nmass = 2\n");
  t.reader.number("mass");
  t.reader.number("motion");
  t.reader.finish("springs");
  CHECK(t.told() == "m.toml:1:1: no key 'mas' here; did you mean 'mass'?");
}

TEST_CASE("keys of later versions are refused once, and never suggested") {
  Keys t("later = 1\nlate = 2\n");
  t.reader.refuse({"later"});
  t.reader.number("mass");
  t.reader.finish("springs");
  CHECK(t.told() ==
        "m.toml:1:1: `later` is not supported yet; remove it\n"
        "m.toml:2:1: no key 'late' here; there is mass; see docs/model-elements.md, \"Elements\"");
}

TEST_CASE("keys that exclude each other are told at the one that makes no sense") {
  Keys t("force = 'd'\nstiffness = 2\n");
  t.reader.number("force");
  t.reader.exclude({"stiffness", "gap"}, "force");
  t.reader.finish("springs");
  CHECK(t.told() == "m.toml:2:1: `stiffness` makes no sense beside `force`; remove one of them");
}
