#include "luztar/derive/print_math.h"

namespace luztar {
namespace {

std::string aligned_line(const DisplayRow& row, const Notation& notation) {
  const std::string right = to_latex(row.right, notation);
  if (row.relation.empty()) return "&\\quad " + right;
  Row relation(1);
  relation[0].kind = RowItem::Kind::Relation;
  relation[0].text = row.relation;
  std::string sign = to_latex(relation, notation);
  sign.erase(0, 1);
  return to_latex(row.left, notation) + " &" + sign + right;
}

}  // namespace

std::vector<std::vector<std::string>> latex_lines(const Display& display, const Notation& notation,
                                                  double width) {
  const DisplaySize size{width, 12.5, 10, [&](const Row& row) {
                           return width_in_points(row, notation);
                         }};
  std::vector<std::vector<std::string>> blocks;
  for (const DisplayBlock& block : lay_out(display, true, size)) {
    std::vector<std::string>& lines = blocks.emplace_back();
    for (const DisplayRow& row : block.rows) {
      const bool first = &row == &block.rows.front();
      lines.push_back(block.aligned ? aligned_line(row, notation)
                                    : (first ? "&" : "&\\quad ") + to_latex(row.right, notation));
    }
  }
  return blocks;
}

}  // namespace luztar
