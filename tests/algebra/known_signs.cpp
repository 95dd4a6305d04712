#include "known_signs.h"

#include <sstream>

#include "statement.h"

namespace luztar::testing {

Assumptions assumptions(const std::string& text) {
  Assumptions known;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.back() == '+') {
      known.positive.insert(word.substr(0, word.size() - 1));
    } else {
      known.nonnegative.insert(word);
    }
  }
  return known;
}

Point random_point(const std::vector<Expression>& expressions, const Assumptions& known,
                   Random& random) {
  Point point = luztar::testing::random_point(expressions, random);
  for (auto& [name, value] : point) {
    if (known.nonnegative.contains(name) || known.positive.contains(name)) value = abs(value);
    while (known.positive.contains(name) && value == 0) value = small_magnitude(random);
  }
  return point;
}

}  // namespace luztar::testing
