// What a run proves about itself: five residuals, each beside its scale and its limit.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace luztar {

/// The largest relative residual of one kind in a run.
struct Proof {
  double residual{};   ///< what is missing, in the unit of what was compared
  double scale{};      ///< what it is compared with, in the same unit
  double limit{};      ///< of residual / scale
  std::string what{};  ///< where and when, in words, of one that fails; else ""

  double relative() const;
  bool holds() const;
  bool is_finite() const;  ///< else it compares with what is no finite number
};

/// Of one run, or of its pieces.
struct Proofs {
  enum Kind : std::size_t { Energy, Laws, Balance, Coulomb, Continuity };
  static constexpr std::size_t kKinds = 5;
  std::array<Proof, kKinds> of{};

  bool hold() const;
  bool are_finite() const;  ///< those that do not hold
  /// "the run contradicts its model: ...", or leaves the finite numbers; "" if all hold.
  std::string contradiction() const;
  /// The worse of both, kind by kind: two pieces of a run.
  void add(const Proofs& other);
};

/// "energy", "laws", ...: as in summary.json.
const char* to_text(Proofs::Kind kind);

}  // namespace luztar
