#include "acceptance/printed_recursion.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>
#include <vector>

namespace acceptance {
namespace {

using luztar::Document;
using luztar::DocumentTable;
using luztar::Expression;
using Values = std::map<std::string, double>;

std::string stripped(const std::string& cell) {
  const bool marked = cell.size() > 1 && (cell.front() == '$' || cell.front() == '`');
  return marked ? cell.substr(1, cell.size() - 2) : cell;
}

class Reader {
 public:
  Reader(const Document& document, const luztar::Model& model) {
    for (const auto& [name, value] : luztar::evaluate_parameters(model)) numbers_[name] = value;
    for (const luztar::Force& force : model.forces) numbers_[force.name] = number(force.value);
    for (const luztar::Section& section : document.sections)
      for (const auto& content : section.content) {
        if (const auto* table = std::get_if<DocumentTable>(&content)) read(*table);
        if (const auto* display = std::get_if<luztar::Display>(&content))
          for (const luztar::Line& line : display->lines) {
            const std::string left = to_text(line.left);
            if (line.parts.size() == 1) formulas_[left] = line.parts[0].right;
            if (left.starts_with("F.")) numbers_[left] = number(line.parts[0].right);
          }
      }
  }

  PrintedForces forces() {
    if (rows_.empty()) throw std::runtime_error("no recursion is printed");
    const Values& first = rows_.front();
    if (first.contains("W_ii"))
      general_chain();
    else if (formulas_.contains("a_ij"))
      chain();
    else
      tree();
    return std::move(result_);
  }

 private:
  double number(const Expression& expression) const {
    luztar::ParameterValues values;
    for (const auto& symbol : symbols_of(expression))
      if (const auto found = numbers_.find(symbol.symbol()); found != numbers_.end())
        values[symbol.symbol()] = found->second;
    return evaluate(expression, values);
  }

  /// The right side of a printed formula with these values of its symbols.
  double formula(const std::string& name, const Values& values) const {
    luztar::ParameterValues given;
    for (const auto& symbol : symbols_of(formulas_.at(name)))
      given[symbol.symbol()] = values.at(symbol.symbol());
    return evaluate(formulas_.at(name), given);
  }

  void read(const DocumentTable& table) {
    const bool bodies = table.header[0] == "body" || table.header[0] == "i";
    const bool given =
        bodies && table.header.size() > 1 && table.header[1] == "pair" && table.header[0] == "body";
    if (!bodies) return;
    for (const auto& cells : table.rows) {
      Values row;
      std::map<std::string, std::string> names;
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const std::string key = stripped(table.header[k]);
        if (cells[k].empty()) continue;
        if (cells[k].front() == '$')
          row[key] = number(luztar::parse_expression(stripped(cells[k]), {}));
        else
          names[key] = stripped(cells[k]);
      }
      (given ? given_rows_ : rows_).push_back(row);
      (given ? given_names_ : names_).push_back(names);
    }
  }

  /// The clip of s_i with the limits of row i.
  double clipped(std::size_t i, Values values) const {
    for (const char* limit : {"FT_i", "L_i", "U_i"})
      if (rows_[i].contains(limit)) values[limit] = rows_[i].at(limit);
    return formula("s_i", values);
  }

  void chain() {
    const std::size_t n = rows_.size() - 1;
    double next = 0.0;
    for (std::size_t j = n; j-- > 0;) {
      double before = 0.0;
      for (std::size_t i = 0; i <= j; ++i) {
        double force = 0.0, mass = 0.0;
        for (std::size_t b = i; b <= j + 1; ++b) {
          force += rows_[b].at("F_i");
          mass += rows_[b].at("M_i");
        }
        const Values sums{
            {"F_sum", force}, {"M_sum", mass}, {"s_before", before}, {"T_next", next}};
        const double a = formula("a_ij", sums);
        const double z = formula("z_i", {{"F_i", rows_[i].at("F_i")},
                                         {"M_i", rows_[i].at("M_i")},
                                         {"s_before", before},
                                         {"a_ij", a}});
        before = clipped(i, {{"z_i", z}});
      }
      next = before;
      result_.force[names_[j].at("pair to the next")] = next;
    }
  }

  void general_chain() {
    const std::size_t n = rows_.size();
    double next = 0.0;
    for (std::size_t j = n; j-- > 0;) {
      std::vector<double> d(n), r(n);
      const Values& last = rows_[j];
      d[j] = formula("d_j", {{"W_jj", last.at("W_ii")}});
      r[j] = formula(
          "r_j",
          {{"c_j", last.at("c_i")}, {"V_j", j + 1 < n ? last.at("V_i") : 0.0}, {"T_next", next}});
      for (std::size_t k = j; k-- > 0;) {
        const double v = rows_[k].at("V_i");
        d[k] = formula("d_k", {{"W_kk", rows_[k].at("W_ii")}, {"V_k", v}, {"d_next", d[k + 1]}});
        r[k] = formula(
            "r_k",
            {{"c_k", rows_[k].at("c_i")}, {"V_k", v}, {"r_next", r[k + 1]}, {"d_next", d[k + 1]}});
      }
      double before = 0.0;
      for (std::size_t i = 0; i <= j; ++i)
        before = clipped(i, {{"r_i", r[i]},
                             {"d_i", d[i]},
                             {"V_before", i > 0 ? rows_[i - 1].at("V_i") : 0.0},
                             {"s_before", before}});
      next = before;
      result_.force[names_[j].at("pair")] = next;
    }
  }

  // --- the tree ------------------------------------------------------------------------------

  struct Range {
    double low, high;
  };

  double child_at(std::size_t c, double x) const {
    return formula("x_c", {{"E_c", rows_[c].at("E_i")},
                           {"x_i", x},
                           {"b_c", rows_[c].at("b_i")},
                           {"D_c", rows_[c].at("D_i")}});
  }
  double passed(std::size_t c, double g) const {
    return formula("T_c", {{"g_c", g},
                           {"D_c", rows_[c].at("D_i")},
                           {"L_c", rows_[c].at("L_i")},
                           {"U_c", rows_[c].at("U_i")}});
  }

  /// g of row i at x, the ends of the step where there is one.
  Range g(std::size_t i, double x) const {
    double children[2] = {0.0, 0.0}, given[2] = {0.0, 0.0};
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      if (!names_[c].contains("parent") || names_[c].at("parent") != names_[i].at("body")) continue;
      const Range own = g(c, child_at(c, x));
      const double e = rows_[c].at("E_i");
      const double a = e * passed(c, own.low), b = e * passed(c, own.high);
      children[0] += std::min(a, b);
      children[1] += std::max(a, b);
    }
    for (std::size_t p = 0; p < given_rows_.size(); ++p) {
      if (given_names_[p].at("body") != names_[i].at("body")) continue;
      const double d = given_rows_[p].at("D_p"), w = d * x + given_rows_[p].at("b_p");
      const double low = d * given_rows_[p].at("L_p"), high = d * given_rows_[p].at("U_p");
      given[0] += w > 0 ? high : w < 0 ? low : std::min(low, high);
      given[1] += w > 0 ? high : w < 0 ? low : std::max(low, high);
    }
    const auto sum = [&](int k) {
      return formula("g_i", {{"M_i", rows_[i].at("M_i")},
                             {"x_i", x},
                             {"F_i", rows_[i].at("F_i")},
                             {"sum_c", 1.0},
                             {"E_c", 1.0},
                             {"T_c", children[k]},
                             {"sum_p", 1.0},
                             {"D_p", 1.0},
                             {"T_p", given[k]}});
    };
    return {sum(0), sum(1)};
  }

  /// Where g of row i is `value`: all places at which it steps are tried, then halves.
  double place(std::size_t i, double value) const {
    double low = -1e6, high = 1e6;
    for (int k = 0; k < 200; ++k) {
      const double middle = k == 0 ? 0.0 : 0.5 * (low + high);
      const Range range = g(i, middle);
      if (range.low <= value && value <= range.high) return middle;
      (range.low > value ? high : low) = middle;
    }
    return 0.5 * (low + high);
  }

  void tree() {
    std::vector<double> x(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == 0) {
        x[i] = place(i, 0.0);
      } else {
        std::size_t parent = 0;
        while (names_[parent].at("body") != names_[i].at("parent")) ++parent;
        const double own = child_at(i, x[parent]), d = rows_[i].at("D_i");
        const Range range = g(i, own);
        double least = -range.high / d, most = -range.low / d;
        if (least > most) std::swap(least, most);
        const double lower = rows_[i].at("L_i"), upper = rows_[i].at("U_i");
        const double tolerance = 1e-9 * (1.0 + std::abs(least));
        if (most < lower - tolerance || least > upper + tolerance) {
          const double force = most < lower ? lower : upper;
          x[i] = place(i, -d * force);
          result_.force[names_[i].at("pair")] = force;
        } else {
          x[i] = own;
          if (least == most) result_.force[names_[i].at("pair")] = passed(i, range.low);
        }
      }
      result_.acceleration[names_[i].at("body")] = x[i];
    }
  }

  Values numbers_;
  std::map<std::string, Expression> formulas_;
  std::vector<Values> rows_, given_rows_;
  std::vector<std::map<std::string, std::string>> names_, given_names_;
  PrintedForces result_;
};

}  // namespace

PrintedForces printed_forces(const Document& document, const luztar::Model& model) {
  return Reader(document, model).forces();
}

}  // namespace acceptance
