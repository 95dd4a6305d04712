// What errors with falling s say: rows made by hand.
#include "luztar/study/verify/judge_errors.h"

#include <cmath>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

// s = 1/16, a quarter of it and so on; the order of a row as the runs would find it.
std::vector<VerificationRow> rows(int count, const std::function<double(double)>& error,
                                  double rounding = 0.0, double half_way = 1.0) {
  std::vector<VerificationRow> made;
  double s = 1.0 / 16;
  for (int i = 0; i < count; ++i, s /= 4) {
    VerificationRow row{.small = s, .error = error(s), .worst = "block"};
    row.half_way = half_way;
    row.rounding = rounding;
    if (i > 0) row.order = std::log(made.back().error / row.error) / std::log(4.0);
    made.push_back(row);
  }
  return made;
}

Judgement judged(const std::vector<VerificationRow>& all, Method method = Method::Events) {
  return judge_errors(all, 1.0, method);
}

}  // namespace

TEST_CASE("errors that fall with a power of s converge, and the power is the order") {
  for (const double order : {1.0, 0.5, 2.0}) {
    CAPTURE(order);
    const Judgement found = judged(rows(10, [&](double s) { return std::pow(s, order); }));
    CHECK(found.verdict == Verdict::Converges);
    CHECK(found.order == doctest::Approx(order));
  }
  // Light bodies that rattle: a lower order needs more rows.
  const auto slow = [](double s) {
    return 0.05 * std::pow(s, 0.25);
  };
  CHECK(judged(rows(5, slow)).verdict == Verdict::Undecided);
  CHECK(judged(rows(9, slow)).verdict == Verdict::Converges);
}

TEST_CASE("an order in errors that are still large, or in too few rows, is none yet") {
  CHECK(judged({}).verdict == Verdict::Undecided);
  CHECK(judged(rows(3, [](double s) { return 1e-4 * s; })).verdict == Verdict::Undecided);
  CHECK(judged(rows(5, [](double s) { return 100 * s; })).verdict == Verdict::Undecided);
}

TEST_CASE("an order that ends is none") {
  // Falls with s at first, then stays at 1e-3.
  const auto errors = rows(6, [](double s) { return s + 1e-3; });
  CHECK(judged(errors).verdict != Verdict::Converges);
}

TEST_CASE("two rows of nothing but rounding are enough") {
  CHECK(judged(rows(
                   2, [](double) { return 1e-12; }, 1e-11))
            .verdict == Verdict::Converges);
  CHECK(judged(rows(
                   1, [](double) { return 1e-12; }, 1e-11))
            .verdict == Verdict::Undecided);
}

TEST_CASE("errors that stay while s falls far differ, by events more readily than by steps") {
  const auto stay = rows(12, [](double) { return 0.02; });
  const Judgement found = judged(stay);
  CHECK(found.verdict == Verdict::Differs);
  CHECK(found.reason == "the error of 'block' is 0.02 however small s is");
  CHECK(judged(stay, Method::Stepping).verdict == Verdict::Undecided);  // may be those of steps
  CHECK(judged(rows(8, [](double) { return 0.02; })).verdict == Verdict::Undecided);
}

TEST_CASE("a motion that is only sensitive begins to differ later and later: nothing is said") {
  auto late = rows(12, [](double) { return 0.5; });
  double half_way = 1.0;
  for (VerificationRow& row : late) row.half_way = half_way *= 1.1;
  const Judgement found = judged(late);
  CHECK(found.verdict == Verdict::Undecided);
  CHECK(found.reason ==
        "from s = 0.0625 to 1.49e-08 errors of 0.5 to 0.5 neither fall with an order nor stay");
}

TEST_CASE("errors that grow as s falls differ") {
  CHECK(judged(rows(12, [](double s) { return 1e-4 / std::sqrt(s); })).verdict == Verdict::Differs);
}

TEST_CASE("where a limit is taken by a high power, s need not fall so far") {
  const auto stay = rows(6, [](double) { return 0.02; });  // to 6e-5
  CHECK(judge_errors(stay, 1.0, Method::Events).verdict == Verdict::Undecided);
  CHECK(judge_errors(stay, 3.0, Method::Events).verdict == Verdict::Differs);
}
