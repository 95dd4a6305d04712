// Names of a model at random, chosen to look alike: no two symbols of a document do.
#include <map>
#include <regex>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "random.h"

using luztar::testing::Random;

namespace {

#ifdef NDEBUG
constexpr int kModels = 80;
#else
constexpr int kModels = 15;
#endif

std::string replaced(const std::string& text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

/// LaTeX as the eye sees it: no braces, upright like italic, spaces at most one and none outside.
std::string seen(std::string latex) {
  latex = replaced(latex, R"(\\(text|mathrm)\{ *([^}]*?) *\})", "$2");
  latex = replaced(latex, "[{}]", "");
  return replaced(latex, " +", " ");
}

/// MathML without what only says how letters are drawn.
std::string seen_mathml(std::string text) {
  text = replaced(text, "<(m[a-z]+)[^>]*>", "<$1>");
  text = replaced(text, "</?(mi|mn|mtext|mrow)>", "");
  text = replaced(text, "<mspace>|\xC2\xA0", " ");
  return replaced(replaced(text, " +", " "), " *(<|$)", "$1");
}

/// Letters and endings that people index with, and those that look like other ones.
std::string name_of(Random& random, std::set<std::string>& taken) {
  const std::vector<std::string> begins{"N",  "F", "M",   "NULL", "T", "x",  "mu", "phi", "varphi",
                                        "ab", "a", "FTS", "rise", "v", "pq", "F_", "s",   "z"};
  const std::vector<std::string> ends{"",   "1", "_1", "__1",  "_", "__",
                                      "_a", "b", "_i", "next", "2"};
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(random.below(static_cast<int>(list.size())))];
  };
  for (;;) {
    std::string name = one_of(begins) + one_of(ends) + (random.below(3) == 0 ? one_of(ends) : "");
    if (name != "q" && name != "v" && name != "a" && taken.insert(name).second) return name;
  }
}

struct NamedModel {
  std::string text;
  std::vector<std::string> parameters;
};

/// A chain of 3 to 6 bodies: closed forms, or a recursion with symbols of its own.
NamedModel random_model(Random& random) {
  std::set<std::string> taken;
  NamedModel model{"[parameters]\n", {}};
  for (int k = 0; k < 12; ++k) {
    model.parameters.push_back(name_of(random, taken));
    const std::string latex = random.below(6) == 0 ? ", latex = \"\\\\mathcal{K}_{f}\"" : "";
    model.text += model.parameters.back() + " = { value = 1.5" + latex + " }\n";
  }
  const auto parameter = [&] {
    return "\"" + model.parameters[static_cast<std::size_t>(random.below(12))] + "\"";
  };
  std::vector<std::string> bodies;
  for (int n = 3 + random.below(4); n > 0; --n) bodies.push_back(name_of(random, taken));
  for (const std::string& body : bodies)
    model.text += "[bodies." + body + "]\nmass = " + parameter() + "\n[forces." +
                  name_of(random, taken) + "]\non = \"" + body + "\"\nvalue = " + parameter() +
                  "\n";
  for (std::size_t b = 1; b < bodies.size(); ++b)
    model.text += "[frictions." + name_of(random, taken) + "]\nbetween = [\"" + bodies[b - 1] +
                  "\", \"" + bodies[b] + "\"]\nkinetic = " + parameter() + "\n";
  model.text += "[simulation]\nduration = 1\n";
  return model;
}

/// All that stand in displays and between `$` in words.
std::set<std::string> symbols_in(const luztar::Document& document) {
  std::set<std::string> symbols;
  const auto add = [&](const luztar::Expression& expression) {
    for (const auto& symbol : symbols_of(expression)) symbols.insert(symbol.symbol());
  };
  const auto add_words = [&](const std::string& text) {
    static const std::regex formula(R"(\$([^$]+)\$)");
    for (std::sregex_iterator it(text.begin(), text.end(), formula), end; it != end; ++it)
      if ((*it)[1].str().find('=') == std::string::npos)
        add(luztar::parse_expression((*it)[1].str(), {}));
  };
  for (const luztar::Section& section : document.sections)
    for (const auto& content : section.content) {
      if (const auto* display = std::get_if<luztar::Display>(&content))
        for (const luztar::Line& line : display->lines) {
          add(line.left);
          for (const auto& part : line.parts) add(part.right);
        }
      if (const auto* table = std::get_if<luztar::DocumentTable>(&content))
        for (const auto& row : table->rows)
          for (const std::string& cell : row) add_words(cell);
      if (const auto* paragraph = std::get_if<luztar::Paragraph>(&content))
        add_words(paragraph->text);
    }
  return symbols;
}

void check_distinct(const luztar::Document& document) {
  std::map<std::string, std::string> text, latex, mathml;
  for (const std::string& name : symbols_in(document)) {
    const auto symbol = luztar::Expression::symbol(name);
    const auto is_new = [&](std::map<std::string, std::string>& known, const std::string& look) {
      const auto [at, fresh] = known.emplace(look, name);
      const std::string both = name + " and " + at->second + ": " + look;
      CAPTURE(both);
      CHECK(fresh);
    };
    is_new(text, luztar::to_unicode(symbol));
    is_new(latex, seen(luztar::to_latex(symbol, document.notation)));
    is_new(mathml, seen_mathml(luztar::to_mathml(symbol, document.notation)));
  }
}

}  // namespace

TEST_CASE("names at random that look alike: no two symbols of a document do, in any format") {
  Random random{23};
  for (int k = 0; k < kModels; ++k) {
    const NamedModel named = random_model(random);
    CAPTURE(named.text);
    const luztar::Model model = luztar::parse_model(named.text, "names.toml");
    check_distinct(luztar::derivation(model, {.as_published = k % 2 == 0}));
    check_distinct(luztar::reduction_document(model, luztar::reduce(model, {})));
  }
}

TEST_CASE("a name of capitals is a word, but for a force and its index") {
  const auto latex = [](const char* name) {
    return luztar::to_latex(luztar::Expression::symbol(name));
  };
  CHECK(latex("NULL") == "\\text{NULL}");
  CHECK(latex("N_ULL") == "N_{ULL}");
  CHECK(latex("FTS") == "F_{TS}");
  CHECK(latex("FT12") == "F_{T12}");
}
