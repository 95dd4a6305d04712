#include "luztar/symbolic/program_part.h"

#include <algorithm>

namespace luztar {

ProgramCutter::ProgramCutter(const Program& whole) : whole_(whole) {
  const auto n = static_cast<std::size_t>(whole.slots());
  maker_.assign(n, -1);
  constant_.assign(n, -1);
  mapped_.assign(n, -1);
  mapped_switch_.assign(whole.switches().size(), -1);
  int index = 0;
  for (const auto* code : {&whole.time_code(), &whole.state_code()})
    for (const Program::Instruction& i : *code) {
      maker_[i.out] = index;
      if (i.aux >= 0) maker_[i.aux] = index;
      ++index;
    }
  for (std::size_t i = 0; i < whole.constants().size(); ++i)
    constant_[whole.constants()[i].first] = static_cast<int>(i);
}

void ProgramCutter::begin() {
  for (const int slot : slots_) mapped_[slot] = -1;
  for (const int sw : switches_) mapped_switch_[sw] = -1;
  slots_.clear();
  makers_.clear();
  switches_.clear();
  visit(0);
}

int ProgramCutter::slot(int of_whole) {
  if (of_whole < 0) return of_whole;
  visit(of_whole);
  return mapped_[of_whole];
}

/// Slots are numbered by whom is asked for first; the code keeps the order of the whole.
void ProgramCutter::visit(int slot) {
  if (mapped_[slot] >= 0) return;
  mapped_[slot] = static_cast<int>(slots_.size());
  slots_.push_back(slot);
  if (maker_[slot] < 0) return;
  const auto n_time = static_cast<int>(whole_.time_code().size());
  const bool timed = maker_[slot] < n_time;
  const Program::Instruction& i =
      timed ? whole_.time_code()[maker_[slot]] : whole_.state_code()[maker_[slot] - n_time];
  const int other = slot == i.out ? i.aux : i.out;
  if (other < 0 || mapped_[other] < 0) makers_.push_back(maker_[slot]);
  for (const int from : {i.out, i.aux, i.a, i.b})
    if (from >= 0) visit(from);
  if (i.sw < 0) return;
  visit_switch(i.sw);
  if (whole_.switches()[i.sw].grid >= 0) visit_switch(i.sw + 1);
}

void ProgramCutter::visit_switch(int sw) {
  if (mapped_switch_[sw] < 0) {
    mapped_switch_[sw] = 0;
    switches_.push_back(sw);
  }
  for (const int from : {whole_.switches()[sw].low, whole_.switches()[sw].high}) visit(from);
}

Program ProgramCutter::take(const std::vector<int>& owners) {
  Program part;
  for (const int slot : slots_) {
    part.degree_.push_back(whole_.degree_[slot]);
    part.time_only_.push_back(whole_.time_only_[slot]);
    if (constant_[slot] >= 0)
      part.constants_.emplace_back(mapped_[slot], whole_.constants_[constant_[slot]].second);
  }
  std::sort(switches_.begin(), switches_.end());
  for (std::size_t s = 0; s < switches_.size(); ++s) {
    mapped_switch_[switches_[s]] = static_cast<int>(s);
    Switch sw = whole_.switches_[switches_[s]];
    sw.low = mapped_[sw.low];
    sw.high = mapped_[sw.high];
    const auto owner = std::lower_bound(owners.begin(), owners.end(), sw.owner);
    sw.owner = static_cast<int>(owner - owners.begin());
    if (sw.table >= 0) {
      const auto& table = whole_.tables_[static_cast<std::size_t>(sw.table)];
      auto place = std::find(part.tables_.begin(), part.tables_.end(), table);
      if (place == part.tables_.end()) place = part.tables_.insert(place, table);
      sw.table = static_cast<int>(place - part.tables_.begin());
    }
    if (sw.grid >= 0) {
      part.grids_.push_back(whole_.grids_[static_cast<std::size_t>(sw.grid)]);
      sw.grid = static_cast<int>(part.grids_.size()) - 1;
    }
    part.switches_.push_back(sw);
  }
  std::sort(makers_.begin(), makers_.end());
  const auto n_time = static_cast<int>(whole_.time_code_.size());
  const auto mapped = [&](int slot) {
    return slot < 0 ? slot : mapped_[slot];
  };
  for (const int maker : makers_) {
    const bool timed = maker < n_time;
    Program::Instruction i = timed ? whole_.time_code_[maker] : whole_.state_code_[maker - n_time];
    i.out = mapped(i.out);
    i.aux = mapped(i.aux);
    i.a = mapped(i.a);
    i.b = mapped(i.b);
    if (i.sw >= 0) i.sw = mapped_switch_[i.sw];
    (timed ? part.time_code_ : part.state_code_).push_back(i);
  }
  return part;
}

}  // namespace luztar
