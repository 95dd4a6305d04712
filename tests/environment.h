// Numbers that a long campaign asks of a test.
#pragma once

#include <cstdlib>

namespace luztar::test {

/// The whole number in an environment variable.
inline int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// How many are drawn where all would take minutes: sanitizers make each ten times slower.
constexpr int some_of(int all) {
#ifdef NDEBUG
  return all;
#else
  return (all + 3) / 4;
#endif
}

}  // namespace luztar::test
