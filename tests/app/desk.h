// A folder with belt.toml in it, where `luztar simulate` runs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/run_program.h"
#include "io/belt_model.h"
#include "io/temporary_folder.h"

namespace luztar::test {

using Json = nlohmann::json;
using Names = std::set<std::string>;

inline const Names kAllFiles{"trajectory.csv", "events.csv", "summary.json", "report.html"};

struct Desk : TemporaryFolder {
  Desk() { write_text(path() / "belt.toml", kBelt); }
  Outcome simulate(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "simulate");
    return run(path(), arguments);
  }
  Json summary(const std::string& folder) const {
    return Json::parse(text_of(path() / folder / "summary.json"));
  }
};

/// Long enough that no machine reaches its end in a test.
inline const std::vector<std::string> kEndless{
    "belt.toml", "--out", "o", "--duration", "1e11", "--max-events", "1e12", "--interval", "1000"};

inline std::vector<std::string> with(std::vector<std::string> arguments,
                                     const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace luztar::test
