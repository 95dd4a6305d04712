// Springs, dampers, frictions, freewheels, links, stops and forces.
#include <algorithm>
#include <utility>

#include "luztar/core/habits.h"
#include "luztar/io/key_reader.h"
#include "luztar/io/model/model_parts.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

constexpr std::size_t kManyMistakes = 100;  // beyond, suggestions cost more than they help

class NameReader {
 public:
  NameReader(const BodyFinder& bodies, Diagnostics& mistakes)
      : bodies_(bodies), mistakes_(mistakes) {}

  int body(const TomlValue& value) {
    if (value.kind != TomlKind::Text) {
      report(value.where, std::string("a body's name expected, not ") + describe(value.kind),
             "write it between quotes");
      return kGround;
    }
    return body(value.text, value.content);
  }

  int body(const std::string& text, const SourceLocation& where) {
    Repeat::Reference reference{text, {}, where};
    const std::size_t bracket = text.find('[');
    if (bracket != std::string::npos && bracket > 0 && text.back() == ']') {
      reference.name = text.substr(0, bracket);
      SourceLocation place = where;
      place.column += static_cast<int>(bracket);
      try {
        reference.indices = parse_indices(text, place);
      } catch (const ModelError& error) {
        mistakes_.insert(mistakes_.end(), error.diagnostics().begin(), error.diagnostics().end());
        return kGround;
      }
    }
    const auto found = bodies_.find(reference);
    if (!found) unknown(reference);
    return found.value_or(kGround);
  }

 private:
  void unknown(const Repeat::Reference& reference) {
    constexpr std::size_t kFew = 8;
    std::string what = "no body " + quote(reference.name);
    if (mistakes_.size() >= kManyMistakes) {
      return report(reference.where, what, "name a body of the file or \"ground\"");
    }
    const std::vector<std::string> known = bodies_.known();  // ground first
    std::string list;
    for (std::size_t i = 1; i < known.size() && i <= kFew; ++i) {
      list += (list.empty() ? "" : ", ") + known[i];
    }
    if (known.size() > 1 && known.size() <= kFew + 1) what += " (bodies: " + list + ")";
    const std::string habit(habit_of(reference.name, "references"));
    const std::string close = closest_name(reference.name, known);
    const std::string other = bodies_.what_is(reference.name);
    report(reference.where, what,
           !other.empty()   ? other
           : !habit.empty() ? habit
           : !close.empty() ? "did you mean '" + close + "'?"
                            : "name a body of the file or \"ground\"");
  }

  void report(const SourceLocation& where, std::string what, std::string advice) {
    mistakes_.push_back({where, std::move(what), std::move(advice)});
  }

  const BodyFinder& bodies_;
  Diagnostics& mistakes_;
};

class ElementReader {
 public:
  ElementReader(const BodyFinder& bodies, Diagnostics& mistakes)
      : bodies_(bodies), mistakes_(mistakes) {}

  void read(auto& element, TableReader& table) {
    if (!read_formula(element, table)) element.deflection = deflection(table);
    KeyReader keys(table);
    describe(element, keys);
  }

  void read(Force& force, TableReader& table) {
    if (const TomlEntry* on = table.find("on", TomlKind::Text)) {
      table.exclude({"between", "across", "arms"}, "on");
      force.deflection = one_body(on->value);
    } else if (table.has("on")) {
      force.deflection = unread();
    } else if (!read_formula(force, table)) {
      force.deflection = deflection(table, "on = \"BODY\", ");
    }
    KeyReader keys(table);
    describe(force, keys);
  }

 private:
  /// The key `deflection`; false: there is none. Its gradient is found when all bodies are known.
  bool read_formula(auto& element, TableReader& table) {
    const TomlEntry* entry = table.find("deflection");
    if (entry == nullptr) return false;
    table.exclude({"between", "across", "arms", "on"}, "deflection");
    element.deflection = {{}, read_expression(entry->value, "deflection", mistakes_)};
    return true;
  }

  void report(const SourceLocation& where, std::string what, std::string advice) {
    mistakes_.push_back({where, std::move(what), std::move(advice)});
  }

  // Stands for a deflection that could not be read: it acts on nothing, and there is no second
  // message.
  static Deflection unread() { return {{{kGround, Expression::number(1)}}}; }

  int body(const TomlValue& value) { return find_body(value, bodies_, mistakes_); }
  int body(const std::string& text, const SourceLocation& where) {
    return NameReader(bodies_, mistakes_).body(text, where);
  }

  Deflection deflection(TableReader& table, const std::string& also = "") {
    const TomlEntry* between = table.find("between");
    const TomlEntry* across = table.find("across");
    if (between != nullptr) {
      table.exclude({"across"}, "between");
      return two_bodies(between->value, table);
    }
    if (across != nullptr) {
      table.exclude({"arms"}, "across");
      return many_bodies(across->value);
    }
    table.find("arms");
    report(table.where(), "no body is named",
           "write " + also + "between = [\"a\", \"b\"] or across = { a = 1, b = -1 }");
    return unread();
  }

  Deflection one_body(const TomlValue& value) {
    if (value.text == "ground") {
      report(value.content, "'ground' does not move", "name a body");
      return unread();
    }
    return {{{body(value), Expression::number(1, value.content)}}};
  }

  Deflection two_bodies(const TomlValue& value, TableReader& table) {
    const TomlEntry* arms = table.find("arms");
    Expression first = Expression::number(1, value.where);
    Expression second = Expression::number(1, value.where);
    if (arms != nullptr) table.pair(arms->value, "arms", "[ra, rb]", first, second);
    if (value.kind == TomlKind::List && value.items.size() > 2) {
      report(value.where,
             "`between` has " + std::to_string(value.items.size()) + " bodies, not two",
             "three and more stand in across = { a = 1, b = -2, c = 1 }, with their coefficients");
      return unread();
    }
    if (value.kind != TomlKind::List || value.items.size() != 2) {
      report(value.where, "`between` needs a list of two bodies",
             "write between = [\"a\", \"b\"]; one of them may be \"ground\"");
      return unread();
    }
    const std::size_t before = mistakes_.size();
    const int a = body(value.items[0]);
    const int b = body(value.items[1]);
    if (a == b && mistakes_.size() == before) {
      report(content_place(value.items[1]), "both ends are " + quote(value.items[1].text),
             "name two different bodies");
    }
    return {{{a, std::move(first)}, {b, negated(second)}}};
  }

  static Expression negated(const Expression& arm) {
    if (arm.op() == Op::Number) return Expression::number(-arm.number(), arm.where(), arm.unit());
    return Expression::apply(Op::Negate, {arm}, arm.where());
  }

  Deflection many_bodies(const TomlValue& value) {
    if (value.kind != TomlKind::Table || value.entries.empty()) {
      report(value.where, "`across` needs a table of bodies with coefficients",
             "write across = { sun = 1, ring = 2, carrier = -3 }");
      return unread();
    }
    Deflection deflection;
    const std::size_t before = mistakes_.size();
    for (const TomlEntry& entry : value.entries) {
      const int index = body(entry.key, entry.where);
      const auto is_same = [&](const Deflection::Term& term) {
        return term.body == index;
      };
      if (mistakes_.size() == before &&
          std::any_of(deflection.terms.begin(), deflection.terms.end(), is_same))
        report(entry.where, quote(entry.key) + " is a body named before", "name it once");
      deflection.terms.push_back({index, read_expression(entry.value, entry.key, mistakes_)});
    }
    return deflection;
  }

  const BodyFinder& bodies_;
  Diagnostics& mistakes_;
};

}  // namespace

int find_body(const TomlValue& value, const BodyFinder& bodies, Diagnostics& mistakes) {
  return NameReader(bodies, mistakes).body(value);
}

void read_elements(TableReader& document, Parts& to, const BodyFinder& bodies,
                   const AfterElement& after) {
  ElementReader reader(bodies, document.mistakes());
  for_each_element_list(to, [&](PartKind kind, auto& list) {
    read_section(document, section_of(kind), [&](const TomlEntry& entry, TableReader& table) {
      auto& element = list.emplace_back();
      element.name = entry.key;
      element.where = entry.where;
      reader.read(element, table);
      if (after) after(kind, table);
    });
  });
}

}  // namespace luztar
