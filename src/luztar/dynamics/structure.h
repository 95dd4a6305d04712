// What moves with what while a set of friction pairs is stuck.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Stuck pairs tie velocities together: J v = 0. Elimination leaves independent bodies; the others
/// follow as sums of them, so that bodies stuck to each other share one velocity bit for bit.
struct Structure {
  /// One independent free body and the free bodies that move with it.
  struct Coordinate {
    int body;
    double inverse_mass;           ///< of all that moves with it (if `diagonal`) [1/kg]
    int member_begin, member_end;  ///< into members
  };
  struct Dependent {
    int body;
    int term_begin, term_end;  ///< into dependent_terms: bodies that are independent or given
    bool mixed;                ///< follows given motions and free coordinates at once
  };
  /// T = sum of coefficient * (force on body - mass * acceleration)
  struct StuckForce {
    int friction;
    int term_begin, term_end;  ///< into force_terms
    bool unique;               ///< false: on a cycle, shared by strength
  };
  std::vector<Coordinate> coordinates;
  std::vector<Term> members;
  std::vector<Dependent> dependents;
  std::vector<Term> dependent_terms;
  std::vector<StuckForce> stuck_forces;
  std::vector<Term> force_terms;
  std::vector<double> inverse_mass_matrix;  ///< dense, only if not `diagonal`
  bool diagonal{true};
  bool redundant{false};           ///< stuck pairs form cycles: forces not unique
  std::vector<std::int8_t> rigid;  ///< (elements) 1: rate identically zero
};

/// @param stuck   (frictions) 1: relative velocity is kept zero
/// @param pinned  (frictions) nonzero: stuck, but its force is given (or it has no strength)
Structure build_structure(const SystemImpl& system, const std::vector<std::int8_t>& stuck,
                          const std::vector<std::int8_t>& pinned);

/// Structures met so far in a run.
class StructureCache {
 public:
  std::shared_ptr<const Structure> get(const SystemImpl& system,
                                       const std::vector<std::int8_t>& stuck,
                                       const std::vector<std::int8_t>& pinned);

 private:
  std::unordered_map<std::string, std::shared_ptr<const Structure>> known_;
  std::string key_;
};

}  // namespace luztar
