// What the functions and symbols of a derivation mean: those that occur in its formulas.
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "luztar/derive/distinct_symbols.h"
#include "luztar/derive/sections.h"

namespace luztar {
namespace {

struct FunctionMeaning {
  Op op;
  const char* call;
  const char* meaning;
};
constexpr std::array kFunctionMeanings = {
    FunctionMeaning{Op::Luz, "$luz(x, a)$",
                    "freeplay: $x - max(-a, min(x, a))$, what $x$ has beyond $-a$ and $a$, else 0"},
    FunctionMeaning{Op::Sat, "$sat(x, a)$",
                    "limit: $max(-a, min(x, a))$, the number from $-a$ to $a$ nearest to $x$"},
    FunctionMeaning{Op::Tar, "$tar(x, a)$",
                    "Coulomb's law: $x + a*sign(x)$, at $x = 0$ any number from $-a$ to $a$"},
    FunctionMeaning{Op::Sign, "$sign(x)$",
                    "-1 below 0, 1 above; at 0 any number from -1 to 1 of a pair at rest, else 0"},
    FunctionMeaning{Op::Step, "$step(x)$", "0 for $x < 0$, else 1"},
    FunctionMeaning{Op::Pulse, "$pulse(x, s, w)$", "1 for $s <= x < s + w$, else 0"},
    FunctionMeaning{Op::Square, "$square(x)$",
                    "1 for $0 <= x < pi$, -1 for $pi <= x < 2*pi$, and so on"},
    FunctionMeaning{Op::Saw, "$saw(x)$", "$x/pi - 1$ for $0 <= x < 2*pi$, and so on"},
    FunctionMeaning{Op::Mod, "$mod(x, y)$", "$x - y*floor(x/y)$"},
    FunctionMeaning{Op::Hypot, "$hypot(x, y)$", "$sqrt(x^2 + y^2)$"},
    FunctionMeaning{Op::Delay, "$delay(x, s)$", "$x$ as it was a time $s$ before"},
};

struct SymbolMeaning {
  std::string_view prefix;
  const char *before, *after;  ///< the name
};
constexpr std::array kSymbolMeanings = {
    SymbolMeaning{"q", "position of ", ""},
    SymbolMeaning{"v", "velocity of ", ""},
    SymbolMeaning{"a", "acceleration of ", ""},
    SymbolMeaning{"d", "deflection of ", ""},
    SymbolMeaning{"d0", "what keeps the deflection of ", " where its arms jump"},
    SymbolMeaning{"rate", "rate of the deflection of ", ""},
    SymbolMeaning{"F", "force on ", " without those of its pairs"},
    SymbolMeaning{"f", "force of ", ""},
    SymbolMeaning{"N", "pressing force of ", ""},
};

/// Letters of the meanings, others where the model has these: a -> b.
class Letters {
 public:
  explicit Letters(const DerivationContext& context) {
    std::set<std::string> taken;
    for (const char letter : {'x', 'y', 'a', 's', 'w'}) {
      char free = letter;
      for (int tried = 0; tried < 26; ++tried) {
        const std::string name(1, free);
        if (context.own_name(name) == name && taken.insert(name).second) break;
        free = free == 'z' ? 'a' : static_cast<char>(free + 1);
      }
      free_[std::string(1, letter)] = std::string(1, free);
    }
  }

  std::string in(const std::string& words) const {
    return with_symbols_renamed(words, [&](const std::string& name) {
      const auto found = free_.find(name);
      return found == free_.end() ? name : found->second;
    });
  }

 private:
  std::map<std::string, std::string> free_;
};

/// Functions, relations and the first symbol of each prefix.
struct Occurrences {
  std::set<Op> functions{};
  std::map<std::string, std::string> first_of{};  ///< prefix -> name
  bool has_sets{};

  void look_at(const Expression& expression) {
    functions.insert(expression.op());
    if (expression.op() == Op::Symbol) {
      const std::string& symbol = expression.symbol();
      if (const std::size_t dot = symbol.find('.'); dot != std::string::npos)
        first_of.try_emplace(symbol.substr(0, dot), symbol.substr(dot + 1));
    }
    for (const Expression& operand : expression.operands()) look_at(operand);
  }
  void look_at(const Line& line) {
    look_at(line.left);
    for (const Line::Part& part : line.parts) {
      has_sets = has_sets || part.sign == Line::Sign::In;
      look_at(part.right);
    }
    for (const Line& condition : line.conditions) look_at(condition);
  }
  void look_at(const std::vector<Section>& sections) {
    for (const Section& section : sections)
      for (const auto& part : section.content)
        if (const auto* display = std::get_if<Display>(&part))
          for (const Line& line : display->lines) look_at(line);
    if (functions.contains(Op::Tar)) functions.insert(Op::Sign);  // its meaning has one
  }
};

}  // namespace

std::vector<Section> notation_sections(const DerivationContext& context,
                                       const std::vector<Section>& printed) {
  Occurrences found;
  found.look_at(printed);
  const Letters letters(context);
  DocumentTable table{{"symbol", "meaning"}, {}};
  for (const FunctionMeaning& one : kFunctionMeanings)
    if (found.functions.contains(one.op))
      table.rows.push_back({letters.in(one.call), letters.in(one.meaning)});
  for (const SymbolMeaning& one : kSymbolMeanings)
    if (const auto first = found.first_of.find(std::string(one.prefix));
        first != found.first_of.end())
      table.rows.push_back(
          {marked(first->first, first->second), one.before + ticked(first->second) + one.after});
  if (table.rows.empty()) return {};
  Section section{"Notation"};
  section.content.emplace_back(std::move(table));
  std::string words = "Symbols of other bodies and elements are written alike.";
  if (found.has_sets) words += " Behind ∈ stands a set: at rest the force is one of its numbers.";
  section.say(std::move(words));
  return {std::move(section)};
}

}  // namespace luztar
