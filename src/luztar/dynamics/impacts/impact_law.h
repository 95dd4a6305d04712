// Impulses of stops that press frictions: Coulomb's law for impulses, Poisson's law of restitution.
#pragma once

#include <optional>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Rows are the contacts, and behind them the frictions. With impulses P along the forces of the
/// elements the rates are w = rate - delassus P.
struct ImpactProblem {
  struct Contact {
    Edge edge;
    double restitution;
    bool is_calm;  ///< stays closed, and may be held back from opening
  };
  Matrix delassus;  ///< J M^-1 J' [1/kg]
  Vector rate;      ///< before [m/s]
  std::vector<Contact> contacts;
  /// (frictions x contacts) the largest impulse of a friction over the size of that of a contact,
  /// while it slides backward and forward
  Matrix limit[2];

  Index size() const { return rate.size(); }
  Index n_contacts() const { return static_cast<Index>(contacts.size()); }
};

struct ImpactSolution {
  Vector impulse;           ///< [N s]
  Vector loss;              ///< what each row takes [J]; of all none is negative in sum
  std::vector<char> still;  ///< 1: the row has no rate afterwards
  bool is_unique{true};     ///< false: another outcome fits the law; what is not looked at counts
                            ///< as unique
};

/// Rows that hang together, by delassus or by limits, are solved together. Where no friction
/// changes the rates of contacts these obey Newton's law (Moreau), and the frictions Coulomb's for
/// impulses. Else there are two phases, each with Coulomb's law at the rates that it ends with:
///
///     compression   P >= 0, rate of opening >= 0, one of them 0
///     expansion     P >= restitution * that of compression, likewise
///     frictions     |T| <= limit * P: at it against the rate, or anything between at no rate
///
/// A compression never gains energy, whatever the arms: the sum of P (rate before + rate after)/2
/// is not negative. Newton's law may gain some where a friction couples rates, Poisson's in few
/// cases: then expansion is the fraction of it that gains none. Each phase has a solution
/// (Anitescu, Potra, Nonlinear Dynamics 14, 1997); it is found from modes that change where they
/// violate the law most, and at last among all choices.
/// @return nothing if none is found among 50,000 choices
std::optional<ImpactSolution> impulses_of(const ImpactProblem& problem);

}  // namespace luztar
