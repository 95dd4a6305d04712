// A table that is filled in any order, by whoever has a row, and survives being killed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace luztar {

/// Rows of numbers with words, by their number. What add() was given is in DIR/rows.part within a
/// tenth of a second; a process that is killed loses no more than that. finish() writes
/// DIR/table.csv, whose bytes depend on the rows alone, and removes the other file.
/// Members throw std::system_error; none may be called by two threads at a time.
class PointTable {
 public:
  struct Layout {
    std::vector<std::string> given;  ///< columns that follow from the number of the row
    std::vector<std::string> found;  ///< columns that add() gets
    std::int64_t rows{};
    std::string identity{};  ///< of the study: rows of another one are not taken
  };
  /// Columns that follow from the number of a row.
  using Given = std::function<std::vector<double>(std::int64_t row)>;

  /// @param resume  takes the rows of a former process; throws ModelError if there are none in
  ///                `folder`, or if they are those of another study
  PointTable(const std::string& folder, Layout layout, bool resume);
  ~PointTable();
  PointTable(const PointTable&) = delete;
  PointTable& operator=(const PointTable&) = delete;

  bool has(std::int64_t row) const;
  std::int64_t rows_there() const;
  /// @param words  why the row has no numbers; "" if it has
  void add(std::int64_t row, std::span<const double> found, const std::string& words);
  void flush();
  /// @pre all rows are there
  void finish(const Given& given);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
