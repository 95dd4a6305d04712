#include "apps/summary_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/progress_bar.h"

namespace {

constexpr std::size_t kColumns = 80;

/// Text of a model for a terminal: one line, at most `columns` characters of UTF-8.
std::string one_line(std::string_view text, std::size_t columns) {
  std::string line;
  std::size_t used = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins_character = (byte & 0xC0) != 0x80;
    if (begins_character && ++used > columns) return line.substr(0, line.size() - 1) + "…";
    line += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  return line;
}

/// `text` in lines of at most kColumns, each after the first indented by `indent`.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (used > 0 && used + 1 + end > kColumns) {
      lines += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += text.substr(0, end);
    used += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines + "\n";
}

/// 12 digits. A run that ended early may have no number to show, and "nan" is none.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.12g}", value + 0.0) : "unknown";
}

std::string counts(const SummaryFacts& facts) {
  const luztar::State& state = facts.info.final_state;
  return fmt::format("  {} steps, {} events, {} mode changes, {}\n", state.steps, state.events,
                     state.mode_changes, duration_text(facts.wall_time));
}

luztar::DisplayUnit shown_in(const SummaryFacts& facts, const char* si) {
  return luztar::display_unit(facts.model.output, si);
}

std::string final_positions(const SummaryFacts& facts) {
  const auto& bodies = facts.system.bodies();
  std::string text;
  const std::size_t shown = std::min({bodies.size(), kMostBodiesInSummary, facts.info.q.size()});
  const luztar::CoordinateKinds coordinates = luztar::result_coordinates(facts.model, facts.system);
  if (shown > 0)
    text = fmt::format("\n  {:<26} {:>24} {:>24}\n", "at the end", "position", "velocity");
  for (std::size_t i = 0; i < shown; ++i) {
    const luztar::CoordinateUnits si = units_of(coordinates.bodies[i]);
    const luztar::DisplayUnit q = shown_in(facts, si.position);
    const luztar::DisplayUnit v = shown_in(facts, si.rate);
    text += fmt::format("  {:<26} {:>20} {:<3} {:>18} {}\n", one_line(bodies[i].name, 26),
                        number(facts.info.q[i] * q.factor), q.unit,
                        number(facts.info.v[i] * v.factor), v.unit);
  }
  if (shown < bodies.size()) {
    text += fmt::format("  and {} more, see summary.json\n", bodies.size() - shown);
  }
  return text;
}

std::string final_states(const SummaryFacts& facts) {
  const auto& states = facts.system.states();
  std::string text;
  const std::size_t shown = std::min({states.size(), kMostBodiesInSummary, facts.info.x.size()});
  for (std::size_t i = 0; i < shown; ++i)
    text +=
        fmt::format("  {:<26} {:>20}{}{}\n", one_line(states[i].name, 26), number(facts.info.x[i]),
                    states[i].unit.empty() ? "" : " ", one_line(states[i].unit, 26));
  if (shown < states.size())
    text += fmt::format("  and {} states more, see summary.json\n", states.size() - shown);
  return text.empty() ? text : "\n  states at the end\n" + text;
}

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::string row(const char* what, double joules) {
  return fmt::format("  {:<26} {:>20} J\n", what, number(joules));
}

std::string ledger(const luztar::EnergyLedger& energy) {
  std::string text = "\n  energy\n";
  text += row("at the start", energy.initial);
  if (energy.changes != 0.0) text += row("put in by changes", energy.changes);
  text += row("put in", total(energy.supplied) + total(energy.motion_work));
  text += row("dissipated", total(energy.dissipated));
  text += row("stored in springs", total(energy.stored));
  text += row("kinetic", total(energy.kinetic));
  if (energy.numerical != 0.0) text += row("lost by the steps", energy.numerical);
  if (!std::isfinite(energy.residual)) return text + "  what is missing is unknown\n";
  const double relative = energy.moved > 0 ? energy.residual / energy.moved : 0.0;
  text += fmt::format("  {:<26} {:>20.2g} J = {:.1g} of {:.6g} J moved\n", "missing",
                      energy.residual + 0.0, relative + 0.0, energy.moved);
  return text;
}

/// Five lines: what is missing in the run's own numbers, and whether that is little enough.
std::string proofs(const luztar::Proofs& proofs) {
  std::string text =
      fmt::format("\n  {:<26} {:>20} {:>14}\n", "proofs", "relative residual", "limit");
  for (std::size_t i = 0; i < luztar::Proofs::kKinds; ++i) {
    const luztar::Proof& proof = proofs.of[i];
    text += fmt::format("  {:<26} {:>20.2g} {:>14.1g} {:>9}\n",
                        to_text(static_cast<luztar::Proofs::Kind>(i)), proof.relative() + 0.0,
                        proof.limit, proof.holds() ? "holds" : "FAILS");
  }
  return text;
}

}  // namespace

std::string summary_text(const SummaryFacts& facts) {
  const luztar::RunInfo& info = facts.info;
  const std::string& title = facts.model.title.empty() ? facts.model.file : facts.model.title;
  std::string text = one_line(title, kColumns) + "\n";
  text += fmt::format("  {} at t = {:.10g} s\n", to_text(info.status), info.final_state.time + 0.0);
  text += counts(facts);
  text += final_positions(facts);
  text += final_states(facts);
  text += ledger(info.energy);
  text += proofs(info.proofs);
  text += "\n";
  for (const auto& warning : info.warnings) text += wrapped("  warning: " + warning, 4);
  text += fmt::format("  {}: {}\n", facts.folder, facts.files);
  return text;
}
