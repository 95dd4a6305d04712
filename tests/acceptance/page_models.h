// Models that stand in pages of the documents.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

namespace acceptance {

/// In the order of docs/PAGE.
inline std::vector<std::string> models_of_page(const std::string& page) {
  std::ifstream file(LUZTAR_SOURCE_DIR "/docs/" + page);
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str(), begin = "```toml\n", end = "```";
  std::vector<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    const std::size_t close = text.find(end, at);
    found.push_back(text.substr(at, close - at));
    at = close + end.size();
  }
  return found;
}

/// The model with this word in its title, run as it says: it comes to its end, its proofs hold.
inline luztar::Trajectory run_of_page(const std::string& page, const std::string& word) {
  for (const std::string& text : models_of_page(page)) {
    if (text.substr(0, text.find('\n')).find(word) == std::string::npos) continue;
    const luztar::System system = luztar::compile(luztar::parse_model(text, page));
    luztar::Trajectory r =
        luztar::simulate(system, luztar::initial_state(system), system.settings());
    CHECK(r.info.diagnosis == "");
    CHECK(r.info.status == luztar::Status::Finished);
    CHECK(r.info.proofs.hold());
    return r;
  }
  FAIL("no model of " << word);
  return {};
}

}  // namespace acceptance
