#include "luztar/io/read_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "luztar/io/read_file.h"

namespace luztar {
namespace {

constexpr std::size_t kShown = 40;  // characters of a cell in a message

std::string_view trim(std::string_view cell) {
  const auto is_blank = [](char c) {
    return c == ' ' || c == '\t' || c == '\r';
  };
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

std::string_view unquote(std::string_view cell) {
  const bool quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
  return quoted ? cell.substr(1, cell.size() - 2) : cell;
}

bool read_number(std::string_view cell, double& number) {
  cell = unquote(cell);
  if (cell.starts_with('+') && !cell.starts_with("+-")) cell.remove_prefix(1);
  const char* const end = cell.data() + cell.size();
  const auto [rest, problem] = std::from_chars(cell.data(), end, number);
  return problem == std::errc{} && rest == end;
}

class TableParser {
 public:
  TableParser(std::string_view text, const std::string& path) : rest_(text), path_(path) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);  // byte order mark
  }

  DataColumns parse(const ColumnChoice& time, const ColumnChoice& value) {
    if (!next_line()) fail(1, "the file has no data", "it needs at least two rows");
    find_separator();
    const std::vector<std::string_view> first = cells();
    const bool header = is_header(first);
    means_ = time.means;
    time_ = find_column(time, first, header);
    value_ = find_column(value, first, header);
    if (!header) read_row();
    while (next_line()) read_row();
    if (data_.time.size() < 2) {
      fail(1, "the file has fewer than two rows of data", "it needs at least two");
    }
    return std::move(data_);
  }

  DataSheet parse_sheet(const ColumnChoice& time, const std::vector<ColumnChoice>& columns) {
    if (!next_line()) fail(1, "the file has no data", "it needs at least two rows");
    find_separator();
    const std::vector<std::string_view> first = cells();
    const bool header = is_header(first);
    const std::size_t time_column = find_column(time, first, header);
    std::vector<std::size_t> places;
    for (const ColumnChoice& column : columns) places.push_back(find_column(column, first, header));
    DataSheet sheet;
    sheet.columns.resize(columns.size());
    for (bool there = !header || next_line(); there; there = next_line()) {
      if (is_missing(cell(time_column).text)) continue;
      add_increasing(cell(time_column), "time", sheet.time);
      for (std::size_t c = 0; c < places.size(); ++c)
        sheet.columns[c].push_back(is_missing(cell(places[c]).text)
                                       ? std::numeric_limits<double>::quiet_NaN()
                                       : number(cell(places[c])));
    }
    if (sheet.time.size() < 2)
      fail(1, "the file has fewer than two rows of data", "it needs at least two");
    return sheet;
  }

  std::vector<std::string> header() {
    if (!next_line()) fail(1, "the file has no data", "it needs at least two rows");
    find_separator();
    const std::vector<std::string_view> first = cells();
    std::vector<std::string> names;
    if (is_header(first))
      for (const std::string_view cell : first) names.emplace_back(unquote(trim(cell)));
    return names;
  }

  DataGrid parse_grid() {
    if (!next_line()) fail(1, "the file has no data", "it needs a line of y and two of x and z");
    find_separator();
    DataGrid grid;
    const std::size_t width = cells().size();
    for (std::size_t j = 1; j < width; ++j) add_increasing(cell(j), "y", grid.y);
    if (width < 3) fail(1, "the first line has fewer than two y", "it needs at least two");
    while (next_line()) {
      if (const std::size_t here = cells().size(); here != width)
        fail(1,
             "this line has " + std::to_string(here) + " cells, the first one has " +
                 std::to_string(width),
             "give it an x, and a number for each y");
      add_increasing(cell(0), "x", grid.x);
      for (std::size_t j = 1; j < width; ++j) grid.z.push_back(number(cell(j)));
    }
    if (grid.x.size() < 2)
      fail(1, "the file has fewer than two rows of data", "it needs at least two");
    return grid;
  }

 private:
  /// Where a cell stands: `text` points into the line.
  struct Cell {
    std::string_view text;
    int column;
  };

  static bool is_header(const std::vector<std::string_view>& first) {
    return std::none_of(first.begin(), first.end(), [](std::string_view cell) {
      double number = 0;
      return read_number(trim(cell), number);
    });
  }

  static bool is_missing(std::string_view text) {
    return text.empty() || text == "nan" || text == "NaN" || text == "NAN" || text == "NA";
  }

  [[noreturn]] void fail(int column, std::string what, std::string advice) const {
    throw ModelError({path_, std::max(line_number_, 1), column}, std::move(what),
                     std::move(advice));
  }

  // The next line with data; false at the end.
  bool next_line() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      begins_.clear();
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++line_number_;
      const std::string_view content = trim(line_);
      if (!content.empty() && content.front() != '#') return true;
    }
    return false;
  }

  void find_separator() {
    for (const char candidate : {'\t', ';', ','}) {
      if (line_.find(candidate) == std::string_view::npos) continue;
      separator_ = candidate;
      return;
    }
    fail(1, "only one column", "separate columns by comma, semicolon or tab");
  }

  std::vector<std::string_view> cells() const {
    std::vector<std::string_view> found;
    std::string_view line = line_;
    for (;;) {
      const std::size_t end = line.find(separator_);
      found.push_back(line.substr(0, end));
      if (end == std::string_view::npos) return found;
      line.remove_prefix(end + 1);
    }
  }

  static std::string columns_of(const std::vector<std::string>& names) {
    constexpr std::size_t kFew = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(kFew, names.size()); ++i)
      list += (i == 0 ? "" : ", ") + quote(names[i], kShown);
    return "its first line has " + list + (names.size() > kFew ? ", ..." : "") +
           "; a column may be a number too";
  }

  std::size_t find_column(const ColumnChoice& choice, const std::vector<std::string_view>& first,
                          bool header) const {
    if (choice.name.empty()) {
      const auto number = static_cast<std::size_t>(choice.number);
      if (choice.number >= 1 && number <= first.size()) return number - 1;
      throw ModelError(choice.where,
                       "'" + path_ + "' has no column " + std::to_string(choice.number),
                       "it has " + std::to_string(first.size()) + " columns");
    }
    std::vector<std::string> names;
    for (const std::string_view cell : first) names.emplace_back(unquote(trim(cell)));
    const auto found = std::find(names.begin(), names.end(), choice.name);
    if (header && found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::string close = header ? closest_name(choice.name, names) : "";
    const std::string advice = !header         ? "its first line has numbers: use column numbers"
                               : close.empty() ? columns_of(names)
                                               : "did you mean '" + close + "'?";
    throw ModelError(choice.where, "'" + path_ + "' has no column " + quote(choice.name, kShown),
                     advice);
  }

  Cell cell(std::size_t index) {
    if (begins_.empty()) {
      begins_.push_back(0);
      for (std::size_t end = line_.find(separator_); end != std::string_view::npos;
           end = line_.find(separator_, end + 1))
        begins_.push_back(end + 1);
    }
    if (index >= begins_.size())
      fail(static_cast<int>(line_.size()) + 1,
           "column " + std::to_string(index + 1) + " is missing", "complete or remove this line");
    const std::size_t begin = begins_[index];
    const std::size_t end = std::min(line_.find(separator_, begin), line_.size());
    const std::string_view text = trim(line_.substr(begin, end - begin));
    const std::size_t blanks =
        text.empty() ? 0 : static_cast<std::size_t>(text.data() - line_.data()) - begin;
    return {text, static_cast<int>(begin + blanks) + 1};
  }

  double number(const Cell& cell) const {
    double value = 0;
    if (!read_number(cell.text, value)) {
      if (cell.text.empty()) fail(cell.column, "a number is missing", "complete this line");
      const bool comma = cell.text.find(',') != std::string_view::npos;
      fail(cell.column, quote(cell.text, kShown) + " is not a number",
           comma ? "write decimals with a point" : "write it like 0.25 or 2.5e-1");
    }
    if (!std::isfinite(value)) {
      fail(cell.column, quote(cell.text, kShown) + " is not a finite number", "remove this line");
    }
    return value;
  }

  void add_increasing(const Cell& cell, const std::string& means, std::vector<double>& to) const {
    const double value = number(cell);
    if (!to.empty() && !(value > to.back())) {
      fail(cell.column, means + " does not increase",
           (means == "y" ? "sort the columns" : "sort the lines") +
               std::string(" and remove repeated ") + (means == "time" ? "times" : means));
    }
    to.push_back(value);
  }

  void read_row() {
    add_increasing(cell(time_), means_, data_.time);
    data_.value.push_back(number(cell(value_)));
  }

  std::string_view rest_;
  const std::string& path_;
  std::string_view line_{};
  std::vector<std::size_t> begins_{};  // of the cells of the line, once one was asked for
  int line_number_{};
  char separator_{','};
  std::size_t time_{}, value_{};
  std::string means_{};
  DataColumns data_{};
};

}  // namespace

DataColumns parse_table(std::string_view text, const std::string& path, const ColumnChoice& time,
                        const ColumnChoice& value) {
  return TableParser(text, path).parse(time, value);
}

DataSheet read_sheet(const std::string& path, const ColumnChoice& time,
                     const std::vector<ColumnChoice>& columns, const SourceLocation& asked_by) {
  const std::string text = read_file(path, asked_by);
  return TableParser(text, path).parse_sheet(time, columns);
}

std::vector<std::string> header_of(const std::string& path, const SourceLocation& asked_by) {
  const std::string text = read_file(path, asked_by);
  return TableParser(text, path).header();
}

DataGrid parse_grid(std::string_view text, const std::string& path) {
  return TableParser(text, path).parse_grid();
}

}  // namespace luztar
