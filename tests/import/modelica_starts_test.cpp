// Start values by linear equations.
#include "luztar/import/modelica_starts.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {}  // namespace

TEST_CASE("an equation is new, follows from others or contradicts them") {
  modelica::Starts starts(3);
  using Taken = modelica::Starts::Taken;
  CHECK(starts.take({.factors = {1, -2, 0}, .value = 0}) == Taken::New);
  CHECK(starts.take({.factors = {0, 1, 0}, .value = 3}) == Taken::New);
  CHECK(starts.take({.factors = {1, 0, 0}, .value = 6}) == Taken::Follows);
  CHECK(starts.take({.factors = {1, 1, 0}, .value = 8}) == Taken::Contradicts);
  CHECK(starts.solved() == std::vector<double>{6, 3, 0});
}

}  // namespace luztar
