// The largest relative residual of each kind.
#include "luztar/proof/worst.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

struct Case {
  System system = compile(block_on_floor());
  Worst worst{1e-9};
  Proof proof(Proofs::Kind kind = Proofs::Laws) const { return worst.proof(system.impl(), kind); }
};

}  // namespace

TEST_CASE("the worst is the largest relative to its scale, kind by kind") {
  Case c;
  CHECK(c.proof().holds());
  CHECK(c.proof().residual == 0.0);
  c.worst.note(Proofs::Laws, Claim::Force, 0, 1.0, 2.0, 2.5, 1000.0, 0.0);
  c.worst.note(Proofs::Laws, Claim::Force, 1, 2.0, 2.0, 2.25, 100.0, 0.0);
  c.worst.note(Proofs::Laws, Claim::Force, 0, 3.0, 2.0, 102.0, 1e6, 0.0);
  CHECK(c.proof().residual == 0.25);
  CHECK(c.proof().scale == 100.0);
  CHECK(c.proof().what == "t = 2 s: the force of 'floor' is 2, its law gives 2.25");
  CHECK(c.proof(Proofs::Balance).holds());
  c.worst.note(Proofs::Balance, Claim::Balance, 0, 1.5, 3.0, 4.0, 1.0, 0.0);
  CHECK(c.proof(Proofs::Balance).what ==
        "t = 1.5 s: mass times acceleration of 'block' is 3, the forces on it are 4");
}

TEST_CASE("what rounding of the arguments explains is no contradiction") {
  Case c;
  c.worst.note(Proofs::Laws, Claim::Force, 0, 1.0, 2.0, 2.0 + 1e-6, 1.0, 1e-6);
  CHECK(c.proof().holds());
  CHECK(c.proof().what.empty());
  c.worst.note(Proofs::Laws, Claim::Force, 0, 1.0, 2.0, 2.0 + 1e-6, 1.0, 0.5e-6);
  CHECK(!c.proof().holds());
}

TEST_CASE("a residual that is no number is the worst, and nothing comes after it") {
  Case c;
  c.worst.note(Proofs::Laws, Claim::Force, 0, 1.0, std::nan(""), 2.0, 1.0, 0.0);
  c.worst.note(Proofs::Laws, Claim::Force, 1, 2.0, 1e300, 2.0, 1e-300, 0.0);
  CHECK(!c.proof().holds());
  CHECK(c.proof().what.find("'spring'") != std::string::npos);
}

TEST_CASE("no news is what would change nothing") {
  Case c;
  CHECK(!c.worst.is_no_news(Proofs::Laws, 1.0, 1.5, 1.0));
  CHECK(c.worst.is_no_news(Proofs::Laws, 1.0, 1.0, 1.0));
  c.worst.note(Proofs::Laws, Claim::Force, 0, 1.0, 2.0, 3.0, 1.0, 0.0);
  CHECK(c.worst.is_no_news(Proofs::Laws, 1.0, 1.5, 1.0));
  CHECK(!c.worst.is_no_news(Proofs::Laws, 1.0, 2.5, 1.0));
  CHECK(c.worst.is_no_news(Proofs::Laws, 1.0, 2.5, 2.0));
}
