#include "luztar/dynamics/instant/contacts.h"

#include <utility>

namespace luztar {

void let_go_of_pull(const SpringLaw& law, double compression, double rate, State& state, int s) {
  Edge& contact = state.contact[s];
  if (!law.only_pushes || contact == Edge::None) return;
  if (number(contact) * law.force_at(contact, compression, rate) < 0.0)
    state.let_go[s] = std::exchange(contact, Edge::None);
}

void pass_contact(const SystemImpl& system, const GuardOwner& owner, State& state) {
  Edge& contact = state.contact[owner.index];
  Edge& let_go = state.let_go[owner.index];
  for (const int side : {0, 1}) state.roots[system.spring_guard(owner.index, side)] = 0;
  if (contact != Edge::None) {
    let_go = std::exchange(contact, Edge::None);
  } else if (let_go == Edge::None) {
    contact = owner.side == 0 ? Edge::Upper : Edge::Lower;
  } else if (owner.side == 0) {
    contact = std::exchange(let_go, Edge::None);
  } else {  // in the gap, the guard of this edge starts at zero
    const int side = let_go == Edge::Upper ? 0 : 1;
    state.roots[system.spring_guard(owner.index, side)] = 1;
    let_go = Edge::None;
  }
}

}  // namespace luztar
