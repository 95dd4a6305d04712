// A table whose rows are written in any order by several processes; it survives a killed process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace luztar {

/// Which of the processes that share some work this one is.
struct ProcessRank {
  int index{0};
  int count{1};
};

/// What becomes of rows that processes which were killed left in a folder.
enum class FormerRows : std::uint8_t {
  Refuse,     ///< if there are any, nothing is begun
  Take,       ///< there must have been a process
  TakeIfAny,  ///< there may have been one
  Drop,
};

/// Lines of a file of rows that are not as they were written.
struct DamagedRows {
  std::string file;
  std::int64_t lines{};
  /// One sentence, for people.
  std::string words() const;
};

/// Rows of numbers with words, by their number. What add() was given is in DIR/rows.part within a
/// tenth of a second; a process that is killed loses no more than that. Several processes may share
/// the work, on one machine or on many with one file system: each has a file of its own,
/// DIR/rank2/rows.part. finish() writes DIR/table.csv, whose bytes depend on the rows alone, and
/// removes these files.
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

  /// Throws ModelError for rows of another study that were to be taken, for none in `folder` with
  /// Take and for some with Refuse.
  PointTable(const std::string& folder, Layout layout, FormerRows former, ProcessRank rank = {});
  ~PointTable();
  PointTable(const PointTable&) = delete;
  PointTable& operator=(const PointTable&) = delete;

  bool has(std::int64_t row) const;
  /// (found columns) NaN where there is nothing; valid until the table is gone.
  std::span<const double> found(std::int64_t row) const;
  std::string words(std::int64_t row) const;
  std::int64_t rows_there() const;
  /// What was not taken of files of former processes, but for a last line that was not written to
  /// its end. Its rows are not there. Of several processes one says it.
  const std::vector<DamagedRows>& damaged() const;
  /// @param words  why the row has no numbers; "" if it has
  void add(std::int64_t row, std::span<const double> found, const std::string& words);
  void flush();
  /// Nothing is added any more. Writes the table if all rows are there, of other processes too, and
  /// if none of them is writing it just now; says whether it did.
  bool finish(const Given& given);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
