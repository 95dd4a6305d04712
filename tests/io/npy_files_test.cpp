// The bytes of .npy files, read by the format's own description:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "luztar/io/npy_files.h"

#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

using test::files_in;
using test::TemporaryFolder;
using test::text_of;

struct Array {
  std::string header;
  std::string data;
};

Array array_in(const std::filesystem::path& path) {
  const std::string bytes = text_of(path);
  REQUIRE(bytes.size() >= 128);
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length =
      static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  CHECK((10 + length) % 64 == 0);
  const std::string header = bytes.substr(10, length);
  CHECK(header.back() == '\n');
  return {header.substr(0, header.find_last_not_of(" \n") + 1), bytes.substr(10 + length)};
}

std::vector<double> doubles_in(const Array& array) {
  std::vector<double> numbers(array.data.size() / sizeof(double));
  std::memcpy(numbers.data(), array.data.data(), numbers.size() * sizeof(double));
  return numbers;
}

TEST_CASE("an array says how many rows it has at every flush, and a killed run leaves it") {
  TemporaryFolder folder;
  const auto path = folder.path() / "q.npy";
  NpyFile file(path, "<f8", 2);
  for (int i = 0; i < 6; ++i) {
    file.add(0.5 * i);
    if (i % 2 == 1) file.end_row();
  }
  file.flush();
  const Array left = array_in(folder.path() / "q.npy.part");
  CHECK(left.header == "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2,), }");
  CHECK(doubles_in(left) == std::vector<double>{0, 0.5, 1, 1.5, 2, 2.5});
}

struct Belt {
  Model model = parse_model(std::string(test::kBelt) +
                                "\n[output]\nchannels = ['q.*', 'f.*', 'mode.*']\n"
                                "format = ['csv', 'npy']\n",
                            "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();
};

TEST_CASE("the arrays of a run are the columns of its trajectory.csv") {
  TemporaryFolder folder;
  const Belt belt;
  simulate_to_files(belt.model, belt.system, initial_state(belt.system), belt.settings,
                    folder.path().string());
  const std::vector<double> t = doubles_in(array_in(folder.path() / "t.npy"));
  const std::vector<double> q = doubles_in(array_in(folder.path() / "q.npy"));
  const Array mode = array_in(folder.path() / "mode.npy");
  const auto names = nlohmann::json::parse(text_of(folder.path() / "channels.json"));
  const std::size_t bodies = names["q"].size();
  CHECK(q.size() == bodies * t.size());
  CHECK(mode.header.find("'|i1'") != std::string::npos);
  std::istringstream csv(text_of(folder.path() / "trajectory.csv"));
  std::string line, header = "t";
  for (const char* kind : {"q", "f", "mode"}) {
    for (const auto& name : names[kind]) {
      header += "," + std::string(kind) + "." + name.get<std::string>();
    }
  }
  std::getline(csv, line);
  CHECK(line == header);
  for (std::size_t row = 0; std::getline(csv, line); ++row) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    CHECK(std::stod(cell) == t.at(row));
    std::getline(cells, cell, ',');
    CHECK(std::stod(cell) == q.at(row * bodies));
    CHECK(std::stoi(line.substr(line.rfind(',') + 1)) ==
          mode.data.at((row + 1) * names["mode"].size() - 1));
  }
}

TEST_CASE("a run without arrays removes those of a former one") {
  TemporaryFolder folder;
  Belt belt;
  const auto run = [&] {
    simulate_to_files(belt.model, belt.system, initial_state(belt.system), belt.settings,
                      folder.path().string());
    return files_in(folder.path());
  };
  CHECK(run().contains("mode.npy"));
  belt.model.output.npy = false;
  CHECK(run() ==
        std::set<std::string>{"trajectory.csv", "events.csv", "summary.json", "report.html"});
  belt.model.output.npy = true;
  belt.model.output.csv = false;
  CHECK(!run().contains("trajectory.csv"));
}

}  // namespace
}  // namespace luztar
