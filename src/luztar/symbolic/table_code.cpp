#include "luztar/symbolic/table_code.h"

#include <array>
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

/// The arrays of a grid: where pieces begin along x and y, and the coefficients of each.
struct GridLists {
  std::array<std::vector<std::string>, 2> knots{};
  std::vector<std::string> pieces{};
};

GridLists lists_of(const GridFunction& grid, bool python) {
  GridLists lists;
  std::array<std::size_t, 2> begin{}, end{};
  for (const std::size_t which : {0, 1}) {
    const PiecewiseCubic& axis = *grid.axis(which);
    begin[which] = axis.bounded ? 1 : 0;
    end[which] = axis.piece.size() - begin[which];
    for (std::size_t i = begin[which]; i < end[which]; ++i)
      lists.knots[which].push_back(decimal(axis.knot[i]));
  }
  for (std::size_t i = begin[0]; i < end[0]; ++i)
    for (std::size_t j = begin[1]; j < end[1]; ++j) {
      std::string row;
      for (int m = 0; m <= grid.degree(0); ++m)
        for (int n = 0; n <= grid.degree(1); ++n)
          row += (row.empty() ? "" : ", ") + decimal(grid.coefficient(i, j, m, n));
      lists.pieces.push_back((python ? "[" : "{") + row + (python ? "]" : "}"));
    }
  return lists;
}

/// "x >= 0.0 && x <= 5.0 && y >= ...", or nothing where the ends go on.
std::string inside_code(const GridFunction& grid, std::string_view both) {
  std::string text;
  for (const std::size_t which : {0, 1}) {
    const PiecewiseCubic& axis = *grid.axis(which);
    if (!axis.bounded) return "";
    const std::string name = which == 0 ? "x" : "y";
    text += (text.empty() ? "" : std::string(both)) + decimal(axis.knot[1]) + " <= " + name +
            std::string(both) + name + " <= " + decimal(axis.knot[axis.piece.size() - 1]);
  }
  return text;
}

std::string grid_c_code(const TableFunction& table) {
  const GridFunction& grid = *table.grid;
  const GridLists lists = lists_of(grid, false);
  const std::string rows = std::to_string(grid.degree(0)), columns = std::to_string(grid.degree(1));
  const std::string size = std::to_string((grid.degree(0) + 1) * (grid.degree(1) + 1));
  std::string text = "/* The table " + table.name + ": pieces of x and y. */\n";
  text += "static double " + name_in_code(table) + "(double x, double y) {\n";
  for (const std::size_t which : {0, 1})
    text += std::string("  static const double knot_") + (which == 0 ? "x[" : "y[") +
            std::to_string(lists.knots[which].size()) + "] = {" +
            list_of(lists.knots[which], "    ") + "};\n";
  text += "  static const double c[" + std::to_string(lists.pieces.size()) + "][" + size + "] = {" +
          list_of(lists.pieces, "    ") + "};\n";
  text += "  int i = 0, j = 0, high = " + std::to_string(lists.knots[0].size()) +
          ", m, n;\n  double value = 0.0;\n  const double *p;\n";
  if (const std::string inside = inside_code(grid, " && "); !inside.empty())
    text += "  if (!(" + inside + ")) return NAN; /* beyond its rows */\n";
  for (const bool along_y : {false, true}) {
    const std::string at = along_y ? "j" : "i", axis = along_y ? "y" : "x";
    if (along_y) text += "  high = " + std::to_string(lists.knots[1].size()) + ";\n";
    text += "  while (high - " + at + " > 1) {\n    const int middle = (" + at +
            " + high) / 2;\n    if (knot_" + axis + "[middle] <= " + axis + ") " + at +
            " = middle;\n    else high = middle;\n  }\n";
  }
  return text + "  p = c[" + std::to_string(lists.knots[1].size()) +
         "*i + j];\n  for (m = " + rows +
         "; m >= 0; --m) {\n    double row = 0.0;\n    for (n = " + columns +
         "; n >= 0; --n) row = row*(y - knot_y[j]) + p[m*" + std::to_string(grid.degree(1) + 1) +
         " + n];\n    value = value*(x - knot_x[i]) + row;\n  }\n  return value;\n}\n";
}

std::string grid_python_code(const TableFunction& table) {
  const GridFunction& grid = *table.grid;
  const GridLists lists = lists_of(grid, true);
  const std::string name = name_in_code(table);
  std::string text = "def " + name + "(x, y):  # the table " + table.name + ": pieces of x and y\n";
  if (const std::string inside = inside_code(grid, " and "); !inside.empty())
    text += "    if not (" + inside + "):\n        return math.nan  # beyond its rows\n";
  text += "    at = []\n    for knot, u in ((" + name + ".knot_x, x), (" + name +
          ".knot_y, y)):\n        low, high = 0, len(knot)\n        while high - low > 1:\n"
          "            middle = (low + high)//2\n            if knot[middle] <= u:\n"
          "                low = middle\n            else:\n                high = middle\n"
          "        at.append((low, u - knot[low]))\n    (i, s), (j, r) = at\n"
          "    c = " +
          name + ".piece[" + std::to_string(lists.knots[1].size()) +
          "*i + j]\n    value = 0.0\n    for m in range(" + std::to_string(grid.degree(0)) +
          ", -1, -1):\n        row = 0.0\n        for n in range(" +
          std::to_string(grid.degree(1)) + ", -1, -1):\n            row = row*r + c[m*" +
          std::to_string(grid.degree(1) + 1) +
          " + n]\n        value = value*s + row\n    return value\n\n\n";
  text += name + ".knot_x = [" + list_of(lists.knots[0], "    ") + "]\n";
  text += name + ".knot_y = [" + list_of(lists.knots[1], "    ") + "]\n";
  return text + name + ".piece = [" + list_of(lists.pieces, "    ") + "]\n";
}

}  // namespace

/// The derivative map'xy is table_map_slope_xy.
std::string name_in_code(const TableFunction& table) {
  const std::string slope = table.grid == nullptr ? "_slope" : "_slope_";
  std::string name = "table_";
  for (const char c : table.name) name += c == '\'' ? slope : std::string(1, c);
  return name;
}

std::string table_code(const TableFunction& table, Language language) {
  if (table.grid != nullptr)
    return language == Language::C ? grid_c_code(table) : grid_python_code(table);
  return language == Language::C ? c_code(table) : python_code(table);
}

}  // namespace luztar
