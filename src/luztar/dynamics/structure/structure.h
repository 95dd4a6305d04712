// What moves with what while a set of pairs is stuck.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "luztar/core/mode.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

class GroupShares;

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
  /// An independent massless body and the massless bodies that move with it: the forces on them
  /// balance.
  struct MasslessBody {
    int body;
    int member_begin, member_end;  ///< into members
  };
  /// T = sum of coefficient * (force on body - mass * acceleration)
  struct StuckForce {
    int pair;
    int term_begin, term_end;  ///< into force_terms
    bool unique;               ///< false: on a cycle, shared by strength
  };
  std::vector<Coordinate> coordinates;
  std::vector<MasslessBody> massless_bodies;
  std::vector<Term> members;
  std::vector<Dependent> dependents;
  std::vector<Term> dependent_terms;
  /// T = coefficient * (force on body - mass * acceleration), where the force on the body holds the
  /// former pairs of the list already.
  struct TreeForce {
    int pair, body;
    double coefficient;
  };
  std::vector<StuckForce> stuck_forces;
  /// Groups with cycles that are large or whose strengths vary; their pairs are in stuck_forces
  /// too, without terms. And groups beside which a pair keeps its limit, for its own share.
  std::vector<std::shared_ptr<GroupShares>> shared;
  std::vector<TreeForce> tree_forces;  ///< of large groups without cycles, all unique
  std::vector<Term> force_terms;
  /// A massless body that goes with the other end of a spring: in contact, without force.
  struct Loose {
    int spring, body;
  };
  std::vector<Loose> loose;    ///< later ones do not follow earlier ones
  Matrix inverse_mass_matrix;  ///< dense, only if not `diagonal`
  bool diagonal{true};
  bool redundant{false};    ///< stuck pairs form cycles: forces not unique
  std::vector<char> rigid;  ///< (elements) 1: rate identically zero

  /// @param group  Coordinate, MasslessBody
  template <class Group>
  std::span<const Term> members_of(const Group& group) const {
    return std::span(members).subspan(group.member_begin, group.member_end - group.member_begin);
  }
  std::span<const Term> terms_of(const Dependent& body) const {
    return std::span(dependent_terms).subspan(body.term_begin, body.term_end - body.term_begin);
  }
  std::span<const Term> terms_of(const StuckForce& stuck) const {
    return std::span(force_terms).subspan(stuck.term_begin, stuck.term_end - stuck.term_begin);
  }
};

/// @param modes   (pairs) Stuck: relative velocity is kept zero
/// @param kept_limit  (pairs) not Free: stuck, but its force is given (or it has no strength)
/// @param contact (springs) matters for springs at massless bodies only: a massless body that one
///                spring holds and nothing loads moves with that spring's other end
/// @param tie_loose  false: such bodies stay independent
Structure build_structure(const SystemImpl& system, const std::vector<Mode>& modes,
                          const std::vector<Bound>& kept_limit, const std::vector<Edge>& contact,
                          bool tie_loose = true);

/// Of what never lets go, springs open: the one that impulses see.
Structure rigid_structure(const SystemImpl& system);

/// Pairs at massless bodies that cannot stick, because the velocities of bodies with mass differ.
/// @param noise     (bodies) rounding of the velocities [m/s]
/// @param mode      (pairs) in: those wanted; out: direction of sliding where Stuck contradicts
/// @param last      this pair comes last, after the others tied their bodies; -1: none
void release_conflicts(const SystemImpl& system, const std::vector<double>& velocity,
                       const std::vector<double>& noise, std::vector<Mode>& mode, int last);

/// Structures met so far in a run.
class StructureCache {
 public:
  StructureCache() = default;
  StructureCache(const StructureCache&) = delete;
  StructureCache& operator=(const StructureCache&) = delete;
  /// The reference is valid until the next call.
  const std::shared_ptr<const Structure>& get(const SystemImpl& system,
                                              const std::vector<Mode>& modes,
                                              const std::vector<Bound>& kept_limit,
                                              const std::vector<Edge>& contact);

 private:
  using Cache = std::unordered_map<std::string, std::shared_ptr<const Structure>>;
  Cache cache_;
  std::array<const Cache::value_type*, 2> recent_{};  ///< most events come back to one of them
  std::string key_;
};

}  // namespace luztar
