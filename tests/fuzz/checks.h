// What every case must keep.
#pragma once

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "luztar/simulate/simulate.h"

namespace luztar::fuzz {

/// What is missing in the messages of an error; "" if nothing is.
inline std::string wrong_with(const ModelError& error) {
  if (error.diagnostics().empty()) return "a ModelError without a diagnostic";
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    const std::string text = to_text(diagnostic);
    const SourceLocation& where = diagnostic.where;
    if (where.file.empty() || where.line < 1 || where.column < 1) return "no place: " + text;
    if (diagnostic.what.empty() || diagnostic.advice.empty()) return "no advice: " + text;
    if (text.find('\n') != std::string::npos) return "more than one line: " + text;
    if (text.size() > 1000) return "too long: " + text;
  }
  return "";
}

/// `text` without what stands between quotes: a title may have any words.
inline std::string without_quoted(const std::string& text) {
  std::string rest;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      rest += text[i];
    }
  }
  return rest;
}

/// "nan" or "inf" as a word of its own in a result file; "" if there is none.
inline std::string not_a_number_in(const std::string& content) {
  const std::string text = without_quoted(content);
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  for (const char* word : {"nan", "inf", "NaN", "Infinity"}) {
    const std::string wanted = word;
    for (std::size_t at = text.find(wanted); at != std::string::npos;
         at = text.find(wanted, at + 1)) {
      const bool begins = at == 0 || (!is_letter(text[at - 1]) && text[at - 1] != '_');
      const std::size_t end = at + wanted.size();
      if (begins && (end == text.size() || !is_letter(text[end]))) return wanted;
    }
  }
  return "";
}

/// Whether all numbers of a model lie between 1e-8 and 1e8, or are zero: beside one of 1e16 others
/// are lost, and a run may then say that it contradicts its model.
inline bool has_ordinary_numbers(const std::string& text) {
  for (const char* at = text.c_str(); *at != '\0';) {
    if (std::isdigit(static_cast<unsigned char>(*at)) == 0) {
      ++at;
      continue;
    }
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (number != 0.0 && !(number > 1e-8 && number < 1e8)) return false;
    at = std::max(end, const_cast<char*>(at) + 1);
  }
  return true;
}

/// What the proofs of a run say, if it is more than digits that are lost where motions begin from
/// nothing or arms are long: a wrong branch, a missed edge; else "".
inline std::string contradiction_of(const RunInfo& info) {
  constexpr double kGross = 1e-5;      // relative
  constexpr double kSmallest = 1e-12;  // in units of the model
  if (info.status != Status::Finished && info.status != Status::Stopped &&
      info.status != Status::Contradiction)
    return "";
  for (const Proof& proof : info.proofs.of)
    if (!(proof.relative() <= std::max(kGross, proof.limit)) && proof.residual > kSmallest)
      return "a proof fails: " + proof.what;
  return "";
}

/// Looks at all numbers of a run and stops it after a while.
class Watch : public Observer {
 public:
  void sample(const Sample& sample) override {
    look("q", sample.q);
    look("v", sample.v);
    look("a", sample.a);
    look("d", sample.d);
    look("rate", sample.rate);
    look("f", sample.f);
    look("lower", sample.lower);
    look("upper", sample.upper);
    look(sample.energy);
    if (!std::isfinite(sample.time)) wrong_ = "time is not finite";
    if (sample.time < last_time_) wrong_ = "time runs backward";
    last_time_ = sample.time;
  }

  void event(const Event& event) override {
    if (!std::isfinite(event.time.value) || !std::isfinite(event.time.rest)) {
      wrong_ = "the time of an event is not finite";
    }
    if (!std::isfinite(event.impulse)) wrong_ = "an impulse is not finite";
  }

  bool progress(double /*time*/) override {
    return std::chrono::steady_clock::now() - start_ < std::chrono::milliseconds(kMilliseconds);
  }

  void look_at(const RunInfo& info) {
    look("final q", info.q);
    look("final v", info.v);
    look(info.energy);
    // Energies, squares, leave the finite numbers before positions do: no result, but allowed in a
    // run that says it failed. Its files then have null, which the fuzzer looks at.
    const bool failed = info.status == Status::NotFinite || info.status == Status::Unsolved ||
                        info.status == Status::Accumulation;
    if (energy_overflows_ && !failed) wrong_ = "energy ledger is not finite";
    if (!std::isfinite(info.kkt_residual)) wrong_ = "kkt_residual is not finite";
    if (info.status != Status::Finished && info.status != Status::Stopped &&
        info.diagnosis.empty()) {
      wrong_ = "no diagnosis";
    }
  }

  bool energy_overflows() const { return energy_overflows_; }
  const std::string& wrong() const { return wrong_; }

 private:
  // Long enough for every seed; the fuzzer's own alarm tells a hang.
  static constexpr int kMilliseconds = 200;

  void look(const char* what, std::span<const double> values) {
    for (const double value : values) {
      if (!std::isfinite(value)) wrong_ = std::string(what) + " is not finite";
    }
  }

  void look(const EnergyLedger& energy) {
    const auto finite = [](const std::vector<double>& values) {
      return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
    };
    const bool all = finite(energy.kinetic) && finite(energy.motion_work) &&
                     finite(energy.stored) && finite(energy.dissipated) &&
                     finite(energy.supplied) &&
                     finite({energy.initial, energy.moved, energy.residual});
    if (!all) energy_overflows_ = true;
  }

  std::chrono::steady_clock::time_point start_{std::chrono::steady_clock::now()};
  double last_time_{-INFINITY};
  bool energy_overflows_{};
  std::string wrong_{};
};

}  // namespace luztar::fuzz
