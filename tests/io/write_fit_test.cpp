// [fit] in a model that is written.
#include "luztar/io/write_fit.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"

using namespace luztar;

namespace {

const std::string kModel =
    "[parameters]\nF = { value = 3, unit = \"N\" }\n[bodies.block]\nmass = 2\n"
    "[frictions.guide]\nbetween = [\"block\", \"ground\"]\nkinetic = \"F\"\n"
    "[simulation]\nduration = 1\n";

}  // namespace

TEST_CASE("[fit] is written back as it was read, files from where the new model lies") {
  const std::string alone =
      "[fit]\nfree = [\"F=0:5\", \"q.block\"]\nloss = \"huber\"\ndata = \"d.csv\"\ntime = \"2\"\n"
      "match = { \"q.block\" = \"x\", \"f.guide\" = { column = \"3\", unit = \"kN\", noise = "
      "\"0.1\" "
      "} }\nvalidation = \"0.5\"\n";
  CHECK(write_model(parse_model(kModel + alone, "model")).ends_with(alone));
  const std::string two =
      "[fit]\nfree = [\"F\"]\n\n[fit.experiments.fast]\ndata = \"a.csv\"\ntime = \"1\"\nmatch = { "
      "\"q.block\" = \"2\" }\nset = [\"F=4\"]\nown = [\"q.block\"]\n[fit.experiments.\"very "
      "slow\"]\ndata = \"/b.csv\"\ntime = \"1\"\nmatch = { \"q.block\" = \"2\" }\nvalidation = "
      "true\n";
  const Model model = parse_model(kModel + two, "model");
  CHECK(write_model(model).ends_with(two));
  CHECK(write_model(model, "../data").find("\"../data/a.csv\"") != std::string::npos);
  CHECK(write_model(model, "../data").find("data = \"/b.csv\"") != std::string::npos);
  CHECK(!parse_model(kModel + "[fit]\nvalidation = false\n", "model").fit.is_there());
}
