#include "luztar/study/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/model/check.h"
#include "luztar/study/split_text.h"

namespace luztar {
namespace {
/// What stands between the parentheses: x, e, n, f (or T).
struct Form {
  std::string_view name;
  MeasureKind kind;
  std::string_view arguments;  ///< a letter each; "?": the one before may be left out
  std::string_view written;    ///< for messages
};

constexpr double kMostColumns = 10'000;

constexpr std::array<Form, 19> kForms = {{
    {"min", MeasureKind::Min, "x", "min(x)"},
    {"max", MeasureKind::Max, "x", "max(x)"},
    {"range", MeasureKind::Range, "x", "range(x)"},
    {"mean", MeasureKind::Mean, "x", "mean(x)"},
    {"rms", MeasureKind::Rms, "x", "rms(x)"},
    {"last", MeasureKind::Last, "x", "last(x)"},
    {"at_event", MeasureKind::AtEvent, "xen", "at_event(x, ELEMENT, n)"},
    {"at_events", MeasureKind::AtEvents, "xen", "at_events(x, ELEMENT, how many)"},
    {"strobe", MeasureKind::Strobe, "xfn", "strobe(x, PERIOD, how many)"},
    {"amplitude", MeasureKind::Amplitude, "xf", "amplitude(x, FREQUENCY)"},
    {"phase", MeasureKind::Phase, "xf", "phase(x, FREQUENCY)"},
    {"stick_time", MeasureKind::StickTime, "e", "stick_time(ELEMENT)"},
    {"stick_share", MeasureKind::StickShare, "e", "stick_share(ELEMENT)"},
    {"contact_time", MeasureKind::ContactTime, "e", "contact_time(ELEMENT)"},
    {"contact_share", MeasureKind::ContactShare, "e", "contact_share(ELEMENT)"},
    {"period", MeasureKind::Period, "e", "period(ELEMENT)"},
    {"events", MeasureKind::Events, "e?", "events(ELEMENT) or events()"},
    {"impacts", MeasureKind::Impacts, "e?", "impacts(ELEMENT) or impacts()"},
    {"dissipated", MeasureKind::Dissipated, "e?", "dissipated(ELEMENT) or dissipated()"},
}};

SourceLocation at(const SourceLocation& where, std::string_view whole, std::string_view part) {
  return {where.file, where.line, where.column + static_cast<int>(part.data() - whole.data())};
}

const Form& form_of(std::string_view name, const SourceLocation& where) {
  const auto found = std::find_if(kForms.begin(), kForms.end(),
                                  [&](const Form& form) { return form.name == name; });
  if (found != kForms.end()) return *found;
  std::vector<std::string> known;
  for (const Form& form : kForms) known.emplace_back(form.name);
  throw ModelError(where, "no measure " + quote(name),
                   suggest(std::string(name), known, "see docs/sweeps.md for all of them"));
}

std::int64_t whole_number(std::string_view text, double most, const SourceLocation& where) {
  const Expression number = parse_expression(text, where);
  if (number.op() == Op::Number && number.number() >= 1 && number.number() <= most &&
      std::floor(number.number()) == number.number())
    return static_cast<std::int64_t>(number.number());
  throw ModelError(where, quote(text) + " is no whole number from 1 to " + rounded_text(most),
                   "write 1, 2, 3 ...");
}

// --- names ---------------------------------------------------------------------------------

class NameCheck {
 public:
  NameCheck(const System& system, Diagnostics& mistakes) : system_(system), mistakes_(mistakes) {
    for (const auto& [name, value] : system.parameters()) parameters_.push_back(name);
    for (const BodyInfo& body : system.bodies()) bodies_.push_back(body.name);
    for (const ElementInfo& element : system.elements()) elements_.push_back(element.name);
    for (const StateInfo& state : system.states()) states_.push_back(state.name);
  }

  void check(const Measure& measure) {
    if (measure.value) check_value(*measure.value, measure.where);
    if (measure.clock) check_clock(*measure.clock, measure.where);
    if (measure.element.empty()) return;
    check_element(measure);
  }

 private:
  static bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  void report(const SourceLocation& where, const std::string& what, const std::string& name,
              const std::vector<std::string>& known) {
    mistakes_.push_back({where, what + " " + quote(name), suggest(name, known, "there is none")});
  }

  void check_value(const Expression& value, const SourceLocation& fallback) {
    for (const Expression& symbol : symbols_of(value)) {
      const std::string& name = symbol.symbol();
      const SourceLocation& where = known_place(symbol.where(), fallback);
      const auto dot = name.find('.');
      if (dot == std::string::npos) {
        if (name == "t" || has(parameters_, name)) continue;
        if (has(bodies_, name)) {
          mistakes_.push_back({where, quote(name) + " is a body",
                               "write q." + name + ", v." + name + " or a." + name});
        } else if (has(elements_, name)) {
          mistakes_.push_back({where, quote(name) + " is an element",
                               "write f." + name + ", d." + name + " or rate." + name});
        } else {
          report(where, "no channel or parameter", name, parameters_);
        }
        continue;
      }
      check_channel(name.substr(0, dot), name.substr(dot + 1), where);
    }
  }

  void check_channel(const std::string& kind, const std::string& owner,
                     const SourceLocation& where) {
    if (kind == "q" || kind == "v" || kind == "a") {
      if (!has(bodies_, owner)) report(where, "no body", owner, bodies_);
    } else if (kind == "d" || kind == "rate" || kind == "f") {
      if (!has(elements_, owner)) report(where, "no element", owner, elements_);
    } else if (kind == "x") {
      if (!has(states_, owner)) report(where, "no state", owner, states_);
    } else {
      mistakes_.push_back({where, "no channel " + quote(kind + "." + owner),
                           "there is q, v, a of bodies, d, rate, f of elements, x of states"});
    }
  }

  void check_clock(const Expression& clock, const SourceLocation& fallback) {
    for (const Expression& symbol : symbols_of(clock)) {
      if (!has(parameters_, symbol.symbol()))
        report(known_place(symbol.where(), fallback), "no parameter", symbol.symbol(), parameters_);
    }
  }

  void check_element(const Measure& measure) {
    if (!has(elements_, measure.element))
      return report(measure.where, "no element", measure.element, elements_);
    const auto found = std::find(elements_.begin(), elements_.end(), measure.element);
    const ElementInfo& element =
        system_.elements()[static_cast<std::size_t>(std::distance(elements_.begin(), found))];
    const bool sticks = element.has_modes && element.sticks;
    const bool touches = element.has_modes && !element.sticks;
    switch (measure.kind) {
      case MeasureKind::StickTime:
      case MeasureKind::StickShare:
        if (!sticks)
          refuse(measure, "does not stick",
                 touches ? "write contact_time(" + measure.element + ")" : "");
        break;
      case MeasureKind::ContactTime:
      case MeasureKind::ContactShare:
        if (!touches)
          refuse(measure, "has no gap", sticks ? "write stick_time(" + measure.element + ")" : "");
        break;
      case MeasureKind::Period:
      case MeasureKind::AtEvent:
      case MeasureKind::AtEvents:
        if (!element.has_modes) refuse(measure, "has no events", "");
        break;
      default:
        break;
    }
  }

  void refuse(const Measure& measure, const std::string& what, std::string advice) {
    if (advice.empty()) advice = "see docs/sweeps.md for what each element has";
    mistakes_.push_back({measure.where, quote(measure.element) + " " + what, std::move(advice)});
  }

  const System& system_;
  Diagnostics& mistakes_;
  std::vector<std::string> parameters_, bodies_, elements_, states_;
};

}  // namespace

Measure parse_measure(std::string_view text, const SourceLocation& where) {
  const std::string_view whole = trimmed(text);
  const auto open = whole.find('(');
  if (open == std::string_view::npos || whole.empty() || whole.back() != ')')
    throw ModelError(where, quote(whole) + " is no measure",
                     "write one such as stick_time(ELEMENT), max(q.BODY), last(x)");
  const Form& form = form_of(trimmed(whole.substr(0, open)), where);
  const std::string_view inside = trimmed(whole.substr(open + 1, whole.size() - open - 2));
  std::vector<std::string_view> parts;
  if (!inside.empty()) parts = split_outside_parentheses(inside, ',');
  for (std::string_view& part : parts) part = trimmed(part);
  const bool optional = form.arguments.back() == '?';
  const std::size_t most = form.arguments.size() - (optional ? 1 : 0);
  if (parts.size() > most || parts.size() < most - (optional ? 1 : 0))
    throw ModelError(where, quote(whole) + " has " + std::to_string(parts.size()) + " arguments",
                     "write " + std::string(form.written));
  Measure measure{.kind = form.kind, .text = std::string(whole), .where = where};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SourceLocation there = at(where, text, parts[i]);
    switch (form.arguments[i]) {
      case 'x':
        measure.value = parse_expression(parts[i], there);
        break;
      case 'f':
        measure.clock = parse_expression(parts[i], there);
        break;
      case 'n':
        measure.number =
            whole_number(parts[i], form.kind == MeasureKind::AtEvent ? 1e15 : kMostColumns, there);
        break;
      default:
        measure.element = parts[i];
    }
  }
  return measure;
}

void check_measures(const System& system, const std::vector<Measure>& measures) {
  Diagnostics mistakes;
  NameCheck names(system, mistakes);
  for (const Measure& measure : measures) names.check(measure);
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
}

}  // namespace luztar
