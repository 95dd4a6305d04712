// What a study asks of each of its runs, as text: "stick_time(slide)", "max(q.block)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/dynamics/system/system.h"

namespace luztar {

/// What a measure is. x is an expression of channels (q.BODY, v.BODY, a.BODY, d.ELEMENT,
/// rate.ELEMENT, f.ELEMENT, x.STATE), of t and of parameters; e is the name of an element.
enum class MeasureKind : std::uint8_t {
  Min,           ///< min(x)
  Max,           ///< max(x)
  Range,         ///< range(x): max - min
  Mean,          ///< mean(x) over time
  Rms,           ///< rms(x) over time
  Last,          ///< last(x) at the end
  AtEvent,       ///< at_event(x, e, n): just after the n-th event of e
  AtEvents,      ///< at_events(x, e, n): just after each of the last n events of e
  Strobe,        ///< strobe(x, T, n): at the last n of the instants start + k T
  Amplitude,     ///< amplitude(x, f): of the harmonic with the frequency f [Hz]
  Phase,         ///< phase(x, f): x ~ sin(2 pi f t + phase) [rad]
  StickTime,     ///< stick_time(e): frictions and freewheels, sum over the run [s]
  StickShare,    ///< stick_share(e): the same by the length of the run
  ContactTime,   ///< contact_time(e): springs with a gap and stops [s]
  ContactShare,  ///< contact_share(e)
  Period,        ///< period(e): mean time from one break, touch or impact to the next [s]
  Events,        ///< events(e), or events() of all
  Impacts,       ///< impacts(e), or impacts() of all
  Dissipated,    ///< dissipated(e), or dissipated() of all [J]
  Combined,      ///< arithmetic of others and of parameters: max(f.a)/max(f.b)
};

/// A number that a run has, or some of a kind.
struct Measure {
  MeasureKind kind{};
  std::string text;                     ///< as written
  std::optional<Expression> value{};    ///< x
  std::string element{};                ///< e; "": all
  std::optional<Expression> clock{};    ///< of parameters: f of harmonics [Hz], T of a strobe [s]
  std::int64_t number{};                ///< n, from 1
  std::vector<Measure> parts{};         ///< Combined: the others ...
  std::optional<Expression> formula{};  ///< ... and what is made of them, each a part_symbol()
  SourceLocation where{};

  bool is_list() const { return kind == MeasureKind::AtEvents || kind == MeasureKind::Strobe; }
  std::int64_t columns() const { return is_list() ? number : 1; }
};

/// Stands for a part in Measure::formula.
std::string part_symbol(std::size_t part);

/// Throws ModelError for a measure that there is not, and for wrong arguments; names are looked at
/// with a model: check_measures().
Measure parse_measure(std::string_view text, const SourceLocation& where);

/// Throws ModelError with every name that the system does not have or that has no such measure.
void check_measures(const System& system, const std::vector<Measure>& measures);

}  // namespace luztar
