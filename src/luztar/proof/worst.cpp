#include "luztar/proof/worst.h"

#include <cmath>
#include <limits>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

struct Wording {
  const char* subject;   ///< with the name of the body or element
  const char* expected;  ///< what it should be
};

Wording wording_of(Claim claim) {
  switch (claim) {
    case Claim::Force:
      return {"the force of '%s' is", "its law gives"};
    case Claim::StateRate:
      return {"the bristles of '%s' move at", "their law gives"};
    case Claim::Motion:
      return {"the position of '%s' is", "its motion gives"};
    case Claim::Deflection:
      return {"the deflection of '%s' is", "its bodies give"};
    case Claim::Rate:
      return {"the rate of '%s' is", "its bodies give"};
    case Claim::LinkHolds:
      return {"the deflection of the link '%s' is", "at the start it was"};
    case Claim::Balance:
      return {"mass times acceleration of '%s' is", "the forces on it are"};
    case Claim::Limit:
      return {"the force of '%s' is", "its limit is"};
    case Claim::Direction:
      return {"the rate of '%s' is against its friction:", "at most"};
    case Claim::Rest:
      return {"'%s' is at rest but has the rate", "it should be"};
    case Claim::Edge:
      return {"the deflection of the stop '%s' is", "its edge is"};
    case Claim::Standstill:
      return {"'%s' breaks against its relative acceleration of", "at most"};
    case Claim::Break:
      return {"'%s' breaks at the force", "the pairs around it hold it up to"};
    case Claim::Position:
      return {"the position of '%s' jumps to", "from"};
    case Claim::Impact:
      return {"the rate of '%s' after its impact is", "its restitution gives"};
    case Claim::Impulse:
      return {"the impulse of '%s' is", "the stops that press it allow"};
    case Claim::Gain:
      return {"the impact of '%s' gives energy:", "at most"};
    case Claim::Velocity:
      return {"the velocity of '%s' jumps to", "by impulses it would be"};
    case Claim::Path:
      return {"the position of '%s' becomes", "its velocities lead to"};
    case Claim::Internal:
      return {"the bristle deflection of '%s' jumps to", "from"};
    case Claim::State:
      return {"the state '%s' jumps to", "from"};
    case Claim::Jump:
      return {"the state '%s' jumps to", "its jump gives"};
    case Claim::Slope:
      return {"the state '%s' changes at", "its rate gives"};
    case Claim::Output:
      return {"'%s' holds", "its controller gives"};
    case Claim::Delayed:
      return {"'%s' is", "what was kept is"};
    case Claim::Kept:
      return {"what is kept for '%s' is", "its expression gives"};
  }
  return {};
}

bool is_of_body(Claim claim) {
  return claim == Claim::Motion || claim == Claim::Balance || claim == Claim::Position ||
         claim == Claim::Path || claim == Claim::Velocity;
}

const std::string& owner_of(Claim claim, const SystemImpl& system, int index) {
  if (is_of_body(claim)) return system.bodies[index].name;
  if (claim == Claim::State || claim == Claim::Jump || claim == Claim::Slope ||
      claim == Claim::Output)
    return system.states[static_cast<std::size_t>(index)].name;
  if (claim == Claim::Delayed || claim == Claim::Kept)
    return system.event_names[static_cast<std::size_t>(
        system.delays()[static_cast<std::size_t>(index)].owner)];
  return system.elements[index].name;
}

}  // namespace

void Worst::take(Proofs::Kind kind, Claim claim, int index, double time, double found,
                 double expected, double residual, double size) {
  if (relative_[kind] == kInfinity) return;  // nothing is worse
  const double relative = residual / size;
  relative_[kind] = relative < kInfinity ? relative : kInfinity;  // what is no number is worst
  notes_[kind] = {claim, index, time, found, expected, residual, size};
}

Proof Worst::proof(const SystemImpl& system, Proofs::Kind kind) const {
  const Note& note = notes_[kind];
  if (note.index < 0) return {0.0, 0.0, limit_, ""};
  Proof holding{note.residual, note.scale, limit_, ""};
  if (holding.holds()) return holding;  // words take longer than a short run
  const Wording wording = wording_of(note.claim);
  std::string subject = wording.subject;
  subject.replace(subject.find("%s"), 2, owner_of(note.claim, system, note.index));
  const auto text = [](double x) {
    return std::isfinite(x) ? rounded_text(x) : std::string("no finite number");
  };
  return {note.residual, note.scale, limit_,
          "t = " + rounded_text(note.time, 10) + " s: " + subject + " " + text(note.found) + ", " +
              wording.expected + " " + text(note.expected)};
}

}  // namespace luztar
