// What `./check --long NAME` asks of a test by the environment.
#pragma once

#include <cstdlib>

namespace luztar::test {

/// The whole number in an environment variable.
inline int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// How many are drawn: `--count`, or as many as usual.
inline int count_of(int usual) { return number_of("LUZTAR_COUNT", usual); }

/// The seed of the first one: `--first`, or the usual one.
inline int first_seed(int usual) { return number_of("LUZTAR_FIRST", usual); }

/// Whether a test shows what it draws: `--show`.
inline bool shows() { return std::getenv("LUZTAR_SHOW") != nullptr; }

/// How many are drawn where all would take minutes: sanitizers make each ten times slower.
constexpr int some_of(int all) {
#ifdef NDEBUG
  return all;
#else
  return (all + 3) / 4;
#endif
}

}  // namespace luztar::test
