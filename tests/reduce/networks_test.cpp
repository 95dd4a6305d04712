// Random networks reduced by limits that they have: full models with small numbers tend to them.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "reduce/random_reduction.h"

using namespace luztar;
using reduce_test::random_reduction;
using reduce_test::RandomReduction;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 25;
#else
constexpr int kNetworks = 10;  // sanitized code is slow
#endif

}  // namespace

TEST_CASE("random networks tend to what their limits reduce them to") {
  int smaller = 0, limits_taken = 0;
  for (int seed = 0; seed < kNetworks; ++seed) {
    const RandomReduction random = random_reduction(static_cast<std::uint64_t>(seed));
    CAPTURE(seed);
    CAPTURE(random.model);
    const Model full = parse_model(random.model, "random.toml");
    std::vector<ParameterLimit> limits;
    for (const std::string& limit : random.limits) limits.push_back(parse_limit(limit));
    const Reduction reduction = reduce(full, limits);
    const std::string text = write_model(reduction.model);
    CAPTURE(text);
    CHECK(write_model(parse_model(text, "reduced.toml")) == text);
    const Verification verification = verify_reduction(full, reduction);
    const std::string words =
        print({"", {}, {verification_section(verification, reduction)}}, DocumentFormat::Text);
    CAPTURE(words);
    CHECK(verification.verdict == Verdict::Converges);
    smaller += reduction.model.bodies.size() < full.bodies.size() ? 1 : 0;
    limits_taken += static_cast<int>(limits.size());
  }
  MESSAGE(kNetworks << " networks, " << limits_taken << " limits, " << smaller
                    << " with fewer bodies than before");
  CHECK(smaller > kNetworks / 3);
}
