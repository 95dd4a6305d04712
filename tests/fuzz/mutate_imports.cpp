// Breaks files of Modelica and MJCF at random, and checks that every case ends in a text or in a
// ModelError with a place.
//
//     fuzz_imports [COUNT [SEED]]
//
// Case i of a seed is always the same. Exit status 1 on a violation; what kills the program says
// its case first.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/import/import_model.h"
#include "mutation.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> sources() {
  std::vector<fs::path> paths;
  for (const char* folder : {"modelica", "mjcf"})
    for (const auto& entry :
         fs::directory_iterator(fs::path(LUZTAR_SOURCE_DIR) / "tests" / "import" / folder))
      if (entry.path().extension() != ".txt") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

/// "" if all is well.
std::string violation(const std::string& text, std::int64_t& refused) {
  try {
    luztar::import_model(text, "case");
  } catch (const luztar::ModelError& error) {
    ++refused;
    for (const luztar::Diagnostic& one : error.diagnostics())
      if (one.what.empty() || one.where.file != "case" || one.advice.empty()) return "no words";
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t count = argc > 1 ? std::atoll(argv[1]) : 10'000;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 1);
  const std::vector<std::string> texts = sources();
  std::int64_t refused = 0, violations = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    luztar::fuzz::Mutator mutator(seed, static_cast<std::uint64_t>(i));
    const std::string& base = texts[mutator.below(texts.size())];
    const std::string text = mutator.mutate(base, texts[mutator.below(texts.size())]);
    const std::string wrong = violation(text, refused);
    if (wrong.empty()) continue;
    std::printf("case %lld: %s\n", static_cast<long long>(i), wrong.c_str());
    ++violations;
  }
  std::printf("%lld cases, %lld refused, %lld violations\n", static_cast<long long>(count),
              static_cast<long long>(refused), static_cast<long long>(violations));
  return violations == 0 ? 0 : 1;
}
