// [fit] of a model file: its keys, and what is wrong with them.
#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"

using namespace luztar;

namespace {

const std::string kModel =
    "[parameters]\nF = { value = 3, unit = \"N\" }\n[bodies.block]\nmass = 2\n"
    "[frictions.guide]\nbetween = [\"block\", \"ground\"]\nkinetic = \"F\"\n"
    "[simulation]\nduration = 1\n";

std::string mistakes(const std::string& fit) {
  try {
    parse_model(kModel + fit, "model");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("one experiment in the table, several in tables of their own") {
  const Model one = parse_model(kModel +
                                    "[fit]\ndata = \"d.csv\"\ntime = 2\nfree = \"F=0:5\"\nloss = "
                                    "\"huber\"\nmatch = { \"q.block\" = \"x\", \"f.guide\" = { "
                                    "column = 3, unit = \"kN\", noise = 0.1 } }\n",
                                "model");
  REQUIRE(one.fit.experiments.size() == 1);
  const FitExperiment& experiment = one.fit.experiments[0];
  CHECK(experiment.name.empty());
  CHECK(experiment.time.text == "2");
  REQUIRE(experiment.match.size() == 2);
  CHECK(experiment.match[1].channel.text == "f.guide");
  CHECK(experiment.match[1].column.text == "3");
  CHECK(experiment.match[1].unit->text == "kN");
  CHECK(one.fit.free[0].text == "F=0:5");
  CHECK(one.fit.loss->text == "huber");
  const Model two = parse_model(
      kModel +
          "[fit]\nfree = [\"F\", \"q.block\"]\n[fit.experiments.fast]\ndata = \"a.csv\"\nmatch = { "
          "\"q.block\" = 2 }\nset = [\"F=4\"]\n[fit.experiments.slow]\ndata = \"b.csv\"\nmatch = "
          "{ \"q.block\" = 2 }\nown = [\"q.block\"]\n",
      "model");
  REQUIRE(two.fit.experiments.size() == 2);
  CHECK(two.fit.experiments[0].set[0].text == "F=4");
  CHECK(two.fit.experiments[1].name == "slow");
  CHECK(two.fit.experiments[1].own[0].text == "q.block");
  CHECK(two.fit.experiments[1].time.text == "1");
}

TEST_CASE("mistakes in [fit] have their place") {
  CHECK(mistakes("[fit]\ndata = \"d.csv\"\n").find("no channel has a column") != std::string::npos);
  CHECK(mistakes("[fit]\nlos = 1\n").find("model:11:1") != std::string::npos);
  CHECK(mistakes("[fit]\nloss = \"hubr\"\n").find("'huber'") != std::string::npos);
  CHECK(mistakes("[fit.experiments.one]\nfile = 1\n").find("has no data") != std::string::npos);
  CHECK(mistakes("[fit]\nmatch = { \"q.block\" = { unit = \"m\" } }\n").find("has no column") !=
        std::string::npos);
}
