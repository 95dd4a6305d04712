#include "luztar/proof/proofs.h"

#include <algorithm>
#include <cmath>

namespace luztar {

double Proof::relative() const { return residual == 0.0 ? 0.0 : residual / scale; }

/// What is not a number proves nothing.
bool Proof::holds() const { return relative() <= limit; }

bool Proof::is_finite() const { return std::isfinite(residual) && std::isfinite(scale); }

bool Proofs::are_finite() const {
  return std::all_of(of.begin(), of.end(),
                     [](const Proof& proof) { return proof.holds() || proof.is_finite(); });
}

bool Proofs::hold() const {
  return std::all_of(of.begin(), of.end(), [](const Proof& proof) { return proof.holds(); });
}

std::string Proofs::contradiction() const {
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    if (!of[kind].holds())
      return std::string(are_finite() ? "the run contradicts its model: "
                                      : "the run leaves the finite numbers: ") +
             to_text(static_cast<Kind>(kind)) + ": " + of[kind].what;
  return "";
}

void Proofs::add(const Proofs& other) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    Proof& mine = of[kind];
    const Proof& theirs = other.of[kind];
    const double limit = std::max(mine.limit, theirs.limit);
    if (!(theirs.relative() <= mine.relative())) mine = theirs;
    mine.limit = limit;
  }
}

const char* to_text(Proofs::Kind kind) {
  switch (kind) {
    case Proofs::Energy:
      return "energy";
    case Proofs::Laws:
      return "laws";
    case Proofs::Balance:
      return "balance";
    case Proofs::Coulomb:
      return "coulomb";
    case Proofs::Continuity:
      return "continuity";
  }
  return "";
}

}  // namespace luztar
