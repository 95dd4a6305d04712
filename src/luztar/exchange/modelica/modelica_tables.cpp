#include "luztar/exchange/modelica/modelica_tables.h"

#include <cstddef>

#include "luztar/dynamics/system/tables.h"
#include "luztar/exchange/modelica/modelica_formula.h"

namespace luztar {
namespace {

constexpr std::size_t kPerLine = 6;  // numbers

std::string lines(const std::vector<std::string>& items, const std::string& between,
                  std::size_t per_line) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += between;
    text += i % per_line == 0 ? "\n    " : " ";
    text += items[i];
  }
  return text;
}

/// Cubic pieces between knots, as a function; its last piece and its first go on.
std::string function_of(const PiecewiseCubic& curve, const std::string& name,
                        const std::string& about) {
  const std::size_t skipped = curve.bounded ? 1 : 0, end = curve.piece.size() - skipped;
  std::vector<std::string> knots, pieces;
  for (std::size_t i = skipped; i < end; ++i) {
    knots.push_back(modelica_number(curve.knot[i]));
    std::string row;
    for (const double c : curve.piece[i]) row += (row.empty() ? "" : ", ") + modelica_number(c);
    pieces.push_back(row);
  }
  const std::string n = std::to_string(knots.size());
  std::string text = "function " + name + " " + modelica_string(about) +
                     "\n  input Real x;\n  output Real y;\nprotected\n  constant Real knot[" + n +
                     "] = {" + lines(knots, ",", kPerLine) + "};\n  constant Real c[" + n +
                     ", 4] = [" + lines(pieces, ";", 1) + "];\n  Integer i;\nalgorithm\n";
  if (curve.bounded)
    text += "  assert(x >= " + knots.front() + " and x <= " + modelica_number(curve.knot[end]) +
            ", " + modelica_string(about + ": no value there") + ");\n";
  text += "  i := 1;\n  for k in 2:" + n +
          " loop\n    if x >= knot[k] then\n      i := k;\n    end if;\n"
          "  end for;\n  y := c[i, 1] + (x - knot[i])*(c[i, 2] + (x - knot[i])*(c[i, 3] + "
          "(x - knot[i])*c[i, 4]));\n";
  if (!curve.jumps)
    text += std::string("  annotation(smoothOrder = ") + (curve.kinks ? "0" : "2") + ");\n";
  return text + "end " + name + ";";
}

}  // namespace

void write_modelica_tables(ModelicaJob& job) {
  for (const FunctionTable& table : job.model().tables)
    if (table.function->inputs() == 1)
      job.document().declare(function_of(table.function->pieces, job.names().of("", table.name),
                                         "The table " + table.name));
  for (const Signal& signal : job.model().signals) {
    const auto* data = std::get_if<Table>(&signal.value);
    if (data == nullptr) continue;
    const std::string function = job.names().more(signal.name + "_data");
    const std::string& name = job.names().of("", signal.name);
    job.document().declare(function_of(interpolate(*data), function, "Data of " + signal.name));
    job.document().declare("Real " + name + ";");
    job.document().equation(name, function + "(time)");
  }
}

}  // namespace luztar
