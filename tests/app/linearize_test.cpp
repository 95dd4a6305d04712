// `luztar linearize` as a user meets it.
#include <algorithm>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;
using Json = nlohmann::json;

const std::string kMass =
    "[parameters]\nF = { value = 3, unit = \"N\" }\n[bodies.block]\nmass = 2\n[springs.spring]\n"
    "between = [\"block\", \"ground\"]\nstiffness = 50\ndamping = 0.6\n[forces.push]\n"
    "on = \"block\"\nvalue = \"F\"\n[simulation]\nduration = 1\n";
const std::string kExamples = LUZTAR_SOURCE_DIR "/examples/";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

}  // namespace

TEST_CASE("linearize prints the transfer function of a mass with a spring in 80 columns") {
  const TemporaryFolder folder;
  write_text(folder.path() / "mass.toml", kMass);
  const Outcome shown =
      run(folder.path(), {"linearize", "mass.toml", "--inputs", "F", "--outputs", "q.block"});
  CHECK(shown.status == 0);
  CHECK(shown.err == "");
  CHECK(has(shown.out, "mass.toml\n  linearised about the equilibrium, t = 0 s\n"));
  CHECK(has(shown.out, "  input   F [N]"));
  CHECK(has(shown.out, "    numerator    0.5\n    denominator  s^2 + 0.3 s + 25\n"));
  CHECK(has(shown.out, "    poles        -0.15 +- 4.99775i\n"));
  CHECK(has(shown.out, "    static gain  0.02\n"));
  CHECK(longest_line(shown.out) <= 80);
  CHECK(longest_line(run(folder.path(), {"linearize", "--help"}).out) <= 80);
  const Json json = Json::parse(
      run(folder.path(), {"linearize", "mass.toml", "--inputs", "F", "--outputs",
                          "q.block,f.spring", "--at", "start", "--set", "F=4", "--json"})
          .out);
  CHECK(json["A"] == Json::parse("[[0, 1], [-25, -0.3]]"));
  CHECK(json["C"] == Json::parse("[[1, 0], [50, 0.6]]"));
  CHECK(json["inputs"][0] == Json::parse(R"({"name": "F", "unit": "N", "value": 4})"));
  CHECK(json["outputs"][1]["unit"] == "N");
  CHECK(json["about"] == "run");
}

TEST_CASE("linearize writes MATLAB and python-control once") {
  const TemporaryFolder folder;
  write_text(folder.path() / "mass.toml", kMass);
  const auto write = [&](const std::string& file) {
    return run(folder.path(),
               {"linearize", "mass.toml", "--inputs", "F", "--outputs", "q.block", "--out", file})
        .status;
  };
  CHECK(write("plant.m") == 0);
  CHECK(write("plant.py") == 0);
  CHECK(write("plant.m") == 1);
  const std::string matlab = text_of(folder.path() / "plant.m");
  CHECK(has(matlab, "A = [\n  0 1\n  -25 -0.3\n];\n"));
  CHECK(has(matlab, "sys = ss(A, B, C, D);\nsys.StateName = {'q.block', 'v.block'};\n"));
  CHECK(has(matlab, "sys.OutputUnit = {'m'};\n"));
  const std::string python = text_of(folder.path() / "plant.py");
  CHECK(has(python, "B = np.array([\n    [0],\n    [0.5],\n])\n"));
  CHECK(has(python, "    inputs=['F'],\n    outputs=['q_block'],\n"));
}

TEST_CASE("linearize of every size of model fits 80 columns") {
  const TemporaryFolder folder;
  for (const char* name : {"gear_system", "belt", "sampled_servo", "layers_8", "emps"}) {
    INFO(name);
    const Outcome shown =
        run(folder.path(), {"linearize", kExamples + name + ".toml", "--at", "0.25 s"});
    CHECK(shown.status == 0);
    CHECK(longest_line(shown.out) <= 80);
  }
}

TEST_CASE("mistakes of linearize name the option") {
  const TemporaryFolder folder;
  write_text(folder.path() / "mass.toml", kMass);
  const auto words = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"linearize", "mass.toml"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome shown = run(folder.path(), all);
    CHECK(shown.status == 2);
    return shown.err;
  };
  CHECK(has(words({"--inputs", "G"}), "input G: no parameter or signal 'G'"));
  CHECK(has(words({"--outputs", "q.blok"}),
            "output q.blok: nothing of this name is given out; did "
            "you mean 'q.block'?"));
  CHECK(has(words({"--at", "noon"}), "--at:1:1"));
}

}  // namespace luztar
