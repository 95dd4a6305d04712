#include "luztar/study/sweep/measure.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "luztar/core/docs_page.h"
#include "luztar/core/habits.h"
#include "luztar/core/number_text.h"
#include "luztar/model/check.h"
#include "luztar/study/sweep/split_text.h"

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

const Form* find_form(std::string_view name) {
  const auto found = std::find_if(kForms.begin(), kForms.end(),
                                  [&](const Form& form) { return form.name == name; });
  return found != kForms.end() ? &*found : nullptr;
}

const Form& form_of(std::string_view name, const SourceLocation& where) {
  if (const Form* form = find_form(name)) return *form;
  std::vector<std::string> names;
  for (const Form& form : kForms) names.emplace_back(form.name);
  const std::string habit = habit_advice(name, "measures");
  throw ModelError(
      where, "no measure " + quote(name),
      !habit.empty() ? habit : suggest(std::string(name), names, see_docs("measures")));
}

std::int64_t whole_number(std::string_view text, double most, const SourceLocation& where) {
  const Expression number = parse_expression(text, where);
  if (number.op() == Op::Number && number.number() >= 1 && number.number() <= most &&
      std::floor(number.number()) == number.number())
    return static_cast<std::int64_t>(number.number());
  throw ModelError(where, quote(text) + " is no whole number from 1 to " + rounded_text(most),
                   "write 1, 2, 3 ...");
}

// --- arithmetic ----------------------------------------------------------------------------

/// Where the parenthesis closes that opens at `open`; npos if nowhere.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

/// min(x) and max(x) of one argument are measures, those of several are functions.
bool is_measure(std::string_view name, std::string_view inside) {
  const Form* form = find_form(name);
  if (form == nullptr) return false;
  const bool is_function = form->kind == MeasureKind::Min || form->kind == MeasureKind::Max;
  return !is_function || split_outside_parentheses(inside, ',').size() == 1;
}

/// Texts of the measures in a text, from name to parenthesis.
std::vector<std::string_view> measures_in(std::string_view text) {
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && is_of_name(text[i])) ++i;
    if (i == begin) {
      ++i;
      continue;
    }
    const std::size_t open = text.find_first_not_of(" \t", i);
    if (open == std::string_view::npos || text[open] != '(') continue;
    const std::size_t close = closing(text, open);
    if (close == std::string_view::npos) return found;
    if (!is_measure(text.substr(begin, i - begin), text.substr(open + 1, close - open - 1)))
      continue;
    found.push_back(text.substr(begin, close + 1 - begin));
    i = close + 1;
  }
  return found;
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
    for (const Measure& part : measure.parts) {
      check(part);
      if (part.columns() > 1)
        mistakes_.push_back({part.where, quote(part.text) + " has several columns",
                             "measure it by itself, or its last one with last(), at_event() ..."});
    }
    if (measure.formula) check_formula(measure);
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
              const std::vector<std::string>& names) {
    mistakes_.push_back({where, what + " " + quote(name), suggest(name, names, "there is none")});
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
      if (has(states_, owner)) return;
      if (has(bodies_, owner))
        return mistakes_.push_back(
            {where, "no state " + quote(owner), "the position of the body is q." + owner});
      report(where, "no state", owner, states_);
    } else {
      const bool reversed = has(bodies_, kind);
      const std::string advice =
          reversed ? "write q." + kind + ", v." + kind + " or a." + kind
                   : "there is q, v, a of bodies, d, rate, f of elements, x of states";
      mistakes_.push_back({where, "no channel " + quote(kind + "." + owner), advice});
    }
  }

  void check_formula(const Measure& measure) {
    for (const Expression& symbol : symbols_of(*measure.formula)) {
      const std::string& name = symbol.symbol();
      const SourceLocation& where = known_place(symbol.where(), measure.where);
      bool is_part = false;
      for (std::size_t i = 0; i < measure.parts.size(); ++i)
        is_part = is_part || name == part_symbol(i);
      if (is_part || has(parameters_, name)) continue;
      if (name == "t" || name.find('.') != std::string::npos)
        mistakes_.push_back({where, quote(name) + " changes during a run",
                             "write last(" + name + "), mean(" + name + ") ... of it"});
      else
        report(where, "no parameter", name, parameters_);
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
    if (advice.empty()) advice = see_docs("measures");
    mistakes_.push_back({measure.where, quote(measure.element) + " " + what, std::move(advice)});
  }

  const System& system_;
  Diagnostics& mistakes_;
  std::vector<std::string> parameters_, bodies_, elements_, states_;
};

}  // namespace

namespace {

/// A text that is one measure.
Measure parse_form(std::string_view text, const SourceLocation& where) {
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

}  // namespace

std::string part_symbol(std::size_t part) { return "m.p" + std::to_string(part); }

Measure parse_measure(std::string_view text, const SourceLocation& where) {
  const std::string_view whole = trimmed(text);
  const auto found = measures_in(whole);
  if (found.empty() || found.front() == whole) return parse_form(text, where);
  Measure measure{.kind = MeasureKind::Combined, .text = std::string(whole), .where = where};
  std::string formula(whole);
  if (whole.find("m.p") != std::string_view::npos)
    throw ModelError(where, "there is no channel 'm.p...'", "write q.BODY, f.ELEMENT ...");
  for (const std::string_view one : found) {
    // In its place, so that a mistake elsewhere is reported at its own.
    std::string symbol = part_symbol(measure.parts.size());
    symbol.resize(std::max(symbol.size(), one.size()), ' ');
    formula.replace(static_cast<std::size_t>(one.data() - whole.data()), one.size(), symbol);
    measure.parts.push_back(parse_form(one, at(where, text, one)));
  }
  measure.formula = parse_expression(formula, at(where, text, whole));
  return measure;
}

void check_measures(const System& system, const std::vector<Measure>& measures) {
  Diagnostics mistakes;
  NameCheck names(system, mistakes);
  for (const Measure& measure : measures) names.check(measure);
  if (!mistakes.empty()) throw ModelError(std::move(mistakes));
}

}  // namespace luztar
