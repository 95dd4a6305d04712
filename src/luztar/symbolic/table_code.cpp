#include "luztar/symbolic/table_code.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "luztar/symbolic/binding.h"

namespace luztar {
namespace {

constexpr std::size_t kLineLength = 96;

/// "1.0, 2.5, ..." in lines.
std::string list_of(const std::vector<std::string>& items, std::string_view indent) {
  std::string text;
  std::size_t line = kLineLength;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line + item.size() + 1 > kLineLength) {
      text.append("\n").append(indent);
      line = indent.size();
    } else {
      text += ' ';
      ++line;
    }
    text += item;
    line += item.size();
  }
  return text;
}

std::string decimal(double value) {
  const std::string text = number_text(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

struct Lists {
  std::vector<std::string> knots{}, pieces{};
};

/// Where each piece begins, and its coefficients; what has no value is left out.
Lists lists_of(const PiecewiseCubic& table, bool python) {
  Lists lists;
  const std::size_t skipped = table.bounded ? 1 : 0;
  for (std::size_t i = skipped; i + skipped < table.piece.size(); ++i) {
    lists.knots.push_back(decimal(table.knot[i]));
    std::string row;
    for (const double c : table.piece[i]) row += (row.empty() ? "" : ", ") + decimal(c);
    lists.pieces.push_back((python ? "(" : "{") + row + (python ? ")" : "}"));
  }
  return lists;
}

std::string c_code(const TableFunction& table) {
  const Lists lists = lists_of(table.pieces, false);
  const std::string n = std::to_string(lists.knots.size());
  std::string text = "/* The table " + table.name + ": pieces of x - knot. */\n";
  text += "static double " + name_in_code(table) + "(double x) {\n";
  text += "  static const double knot[" + n + "] = {" + list_of(lists.knots, "    ") + "};\n";
  text += "  static const double c[" + n + "][4] = {" + list_of(lists.pieces, "    ") + "};\n";
  text += "  int low = 0, high = " + n + ";\n  double s;\n";
  if (table.pieces.bounded)
    text += "  if (!(x >= " + decimal(table.pieces.knot[1]) +
            " && x <= " + decimal(table.pieces.knot[table.pieces.piece.size() - 1]) +
            ")) return NAN; /* beyond its rows */\n";
  return text +
         "  while (high - low > 1) {\n    const int middle = (low + high) / 2;\n"
         "    if (knot[middle] <= x) low = middle;\n    else high = middle;\n  }\n"
         "  s = x - knot[low];\n"
         "  return c[low][0] + s*(c[low][1] + s*(c[low][2] + s*c[low][3]));\n}\n";
}

std::string python_code(const TableFunction& table) {
  const Lists lists = lists_of(table.pieces, true);
  const std::string n = std::to_string(lists.knots.size());
  const std::string name = name_in_code(table);
  std::string text = "def " + name + "(x):  # the table " + table.name + ": pieces of x - knot\n";
  if (table.pieces.bounded)
    text += "    if not " + decimal(table.pieces.knot[1]) +
            " <= x <= " + decimal(table.pieces.knot[table.pieces.piece.size() - 1]) +
            ":\n        return math.nan  # beyond its rows\n";
  text += "    knot, piece = " + name + ".knot, " + name + ".piece\n    low, high = 0, " + n +
          "\n    while high - low > 1:\n        middle = (low + high)//2\n"
          "        if knot[middle] <= x:\n            low = middle\n"
          "        else:\n            high = middle\n"
          "    s = x - knot[low]\n    c = piece[low]\n"
          "    return c[0] + s*(c[1] + s*(c[2] + s*c[3]))\n\n\n";
  text += name + ".knot = [" + list_of(lists.knots, "    ") + "]\n";
  return text + name + ".piece = [" + list_of(lists.pieces, "    ") + "]\n";
}

}  // namespace

std::string name_in_code(const TableFunction& table) {
  std::string name = "table_";
  for (const char c : table.name) name += c == '\'' ? std::string("_slope") : std::string(1, c);
  return name;
}

std::string table_code(const TableFunction& table, Language language) {
  return language == Language::C ? c_code(table) : python_code(table);
}

}  // namespace luztar
