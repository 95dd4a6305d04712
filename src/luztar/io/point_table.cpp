#include "luztar/io/point_table.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <system_error>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/io/atomic_file.h"
#include "luztar/io/crc32.h"
#include "luztar/io/row_record.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenFlushes{100};
constexpr const char* kRows = "rows.part";
constexpr const char* kRankColumn = "rank";  // folders of processes, with their numbers
constexpr char kEnd = '.';                   // of a line that was written whole

/// A cell of CSV; one line.
std::string cell(const std::string& words) {
  std::string text = "\"";
  for (const char c : words) {
    if (c == '"') text += '"';
    text += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return text + '"';
}

std::string plain(const std::string& words) {
  std::string text = words;
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return text;
}

}  // namespace

struct PointTable::Impl {
  Impl(const std::string& where, Layout columns, ProcessRank of)
      : folder(where),
        rank(of),
        own(of.count > 1 ? folder / (kRankColumn + std::to_string(of.index)) : folder),
        layout(std::move(columns)),
        study(crc32(layout.identity)),
        lock(std::make_unique<FolderLock>(own)) {
    const auto rows = static_cast<std::size_t>(layout.rows);
    there.assign(rows, 0);
    found.assign(rows * layout.found.size(), std::numeric_limits<double>::quiet_NaN());
  }

  void open(const char* mode) {
    file.reset(std::fopen((own / kRows).string().c_str(), mode));
    if (!file) fail();
  }
  [[noreturn]] void fail() const {
    throw std::system_error(errno, std::generic_category(),
                            "cannot write '" + (own / kRows).string() + "'");
  }

  void put(const std::string& line) {
    if (std::fwrite(line.data(), 1, line.size(), file.get()) != line.size()) fail();
  }

  /// Files of rows, of all processes.
  std::vector<fs::path> files() const {
    std::vector<fs::path> found_files;
    if (fs::exists(folder / kRows)) found_files.push_back(folder / kRows);
    for (const auto& entry : fs::directory_iterator(folder)) {
      const fs::path rows = entry.path() / kRows;
      if (entry.path().filename().string().starts_with(kRankColumn) && fs::exists(rows))
        found_files.push_back(rows);
    }
    return found_files;
  }

  void open(FormerRows former) {
    const bool any = !files().empty();
    if (former == FormerRows::Take || (former == FormerRows::TakeIfAny && any)) return resume();

    if (former == FormerRows::Refuse) refuse_rows();
    if (former == FormerRows::Drop) drop();
    begin();
  }

  /// One process looks at the files of all; of several each at those that no other one of them may
  /// have just begun.
  void refuse_rows() const {
    const auto looks_at =
        rank.count > 1 ? std::vector<fs::path>{own / kRows, folder / kRows} : files();
    for (const fs::path& path : looks_at)
      if (has_rows(path))
        throw ModelError({path.string(), 0, 0}, "there are rows of a sweep that was killed",
                         "--resume goes on with them, --force begins anew without them, and "
                         "another folder leaves them as they are");
  }

  static bool has_rows(const fs::path& path) {
    std::ifstream old(path, std::ios::binary);
    std::string line;
    return std::getline(old, line) && std::getline(old, line) && !old.eof();
  }

  /// Files that no process of now has, which the first one drops; begin() empties its own.
  void drop() const {
    if (rank.index > 0) return;
    for (const fs::path& path : files()) {
      if (!is_of_nobody(path)) continue;
      { const FolderLock nobody_writes(path.parent_path()); }
      remove(path);
    }
  }

  /// None of the processes of now writes it.
  bool is_of_nobody(const fs::path& path) const {
    const fs::path parent = path.parent_path();
    if (parent == own) return false;
    if (parent == folder || rank.count == 1) return true;
    return std::atoi(parent.filename().string().substr(std::strlen(kRankColumn)).c_str()) >=
           rank.count;
  }

  void remove(const fs::path& path) const {
    fs::remove(path);
    std::error_code others_are_in_it;
    if (path.parent_path() != folder) fs::remove(path.parent_path(), others_are_in_it);
  }

  struct Reading {
    bool is_ours{};  ///< a line says it: the first one, or that of a row by its checksum
    bool is_begun{};
    std::int64_t damaged{};  ///< lines that are not as they were written
    std::uintmax_t whole{};  ///< the length of all lines; behind it is what a kill tore off
  };

  /// Takes the rows that are as they were written for this study.
  Reading read(const fs::path& path) {
    std::ifstream old(path, std::ios::binary);
    std::string line;
    Reading found_here;
    bool is_first = true;
    while (std::getline(old, line) && !old.eof()) {
      found_here.is_begun = true;
      found_here.whole += line.size() + 1;
      const bool is_good = is_first ? line == layout.identity : take(line);
      found_here.is_ours = found_here.is_ours || is_good;
      found_here.damaged += is_good ? 0 : 1;
      is_first = false;
    }
    return found_here;
  }

  /// Rows of former processes; the file of this one goes on behind its last whole line.
  void resume() {
    const std::vector<fs::path> old = files();
    if (old.empty())
      throw ModelError({(folder / kRows).string(), 0, 0}, "there are no rows to go on with",
                       "the sweep came to its end, or was never begun: leave out --resume");
    Reading of_own;
    for (const fs::path& path : old) {
      const Reading here = read(path);
      if (here.is_begun && !here.is_ours)
        throw ModelError({path.string(), 0, 0}, "this is part of another study",
                         "give the same model and options, or another folder");
      if (path == own / kRows) of_own = here;
      if (here.damaged > 0 && (path == own / kRows || (rank.index == 0 && is_of_nobody(path))))
        damaged.push_back({path.string(), here.damaged});
    }
    if (!of_own.is_begun) return begin();
    if (of_own.damaged > 0)
      write_rows();
    else
      fs::resize_file(own / kRows, of_own.whole);
    open("ab");
  }

  /// The file of this process anew, with all rows there are.
  void write_rows() const {
    AtomicFile rows(own / kRows);
    rows.write(layout.identity + "\n");
    for (std::int64_t row = 0; row < layout.rows; ++row)
      if (there[static_cast<std::size_t>(row)] != 0)
        rows.write(line_of(row, found_at(row), words_at(row), study));
    rows.close();
    rows.publish();
  }

  void begin() {
    open("wb");
    put(layout.identity + "\n");
    flush();
  }

  void flush() {
    if (std::fflush(file.get()) != 0) fail();
    flushed = Clock::now();
  }

  bool take(const std::string& line) {
    const auto record = read_line(line, layout.found.size(), study);
    if (!record || record->row < 0 || record->row >= layout.rows) return false;
    add(record->row, record->found, record->words);
    return true;
  }

  void add(std::int64_t row, std::span<const double> values, const std::string& said) {
    std::copy(values.begin(), values.end(),
              found.begin() + row * static_cast<std::ptrdiff_t>(layout.found.size()));
    note(row, said);
  }

  std::span<const double> found_at(std::int64_t row) const {
    const std::size_t n = layout.found.size();
    return std::span(found).subspan(static_cast<std::size_t>(row) * n, n);
  }

  std::string words_at(std::int64_t row) const {
    const auto said = words.find(row);
    return said == words.end() ? "" : said->second;
  }

  void note(std::int64_t row, const std::string& text) {
    if (!text.empty()) words[row] = text;
    char& mark = there[static_cast<std::size_t>(row)];
    count += mark == 0;
    mark = 1;
  }

  void write(const Given& given) const {
    AtomicFile table(folder / "table.csv");
    std::string line;
    for (const auto* names : {&layout.given, &layout.found})
      for (const std::string& name : *names) line += cell(name) + ",";
    table.write(line + "\"words\"\n");
    for (std::int64_t row = 0; row < layout.rows; ++row) {
      line.clear();
      for (const double value : given(row)) line += number_cell(value) + ",";
      for (const double value : found_at(row)) line += number_cell(value) + ",";
      if (const auto said = words.find(row); said != words.end()) line += cell(said->second);
      table.write(line + "\n");
    }
    table.close();
    table.publish();
  }

  /// Files of rows that went into the table.
  void clean_up() {
    for (const fs::path& path : files()) {
      std::ifstream old(path, std::ios::binary);
      std::string line;
      const bool says_so = std::getline(old, line) && line == layout.identity;
      if (says_so || read(path).is_ours) remove(path);
    }
  }

  fs::path folder;  ///< of the table
  ProcessRank rank;
  fs::path own;  ///< of the file of this process
  Layout layout;
  std::uint32_t study;  ///< checksum of its identity
  std::unique_ptr<FolderLock> lock;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{nullptr, &std::fclose};
  Clock::time_point flushed{Clock::now()};
  std::vector<char> there;    ///< (rows)
  std::vector<double> found;  ///< (rows x found columns)
  std::map<std::int64_t, std::string> words;
  std::int64_t count{};
  std::vector<DamagedRows> damaged;  ///< of former processes
};

std::string DamagedRows::words() const {
  return file + ": " + (lines == 1 ? "1 line is" : std::to_string(lines) + " lines are") +
         " damaged; what was there is run again";
}

PointTable::PointTable(const std::string& folder, Layout layout, FormerRows former,
                       ProcessRank rank)
    : impl_(std::make_unique<Impl>(folder, std::move(layout), rank)) {
  impl_->open(former);
}

PointTable::~PointTable() = default;

bool PointTable::has(std::int64_t row) const {
  return impl_->there[static_cast<std::size_t>(row)] != 0;
}

std::span<const double> PointTable::found(std::int64_t row) const { return impl_->found_at(row); }

std::string PointTable::words(std::int64_t row) const { return impl_->words_at(row); }

std::int64_t PointTable::rows_there() const { return impl_->count; }

const std::vector<DamagedRows>& PointTable::damaged() const { return impl_->damaged; }

void PointTable::add(std::int64_t row, std::span<const double> found, const std::string& words) {
  const std::string said = plain(words);
  impl_->put(line_of(row, found, said, impl_->study));
  impl_->add(row, found, said);
  if (Clock::now() - impl_->flushed > kBetweenFlushes) flush();
}

void PointTable::flush() { impl_->flush(); }

bool PointTable::finish(const Given& given) {
  flush();
  impl_->file.reset();  // others see all of it: the last one to come here sees all rows
  if (impl_->own != impl_->folder) {
    for (const fs::path& path : impl_->files()) impl_->read(path);
    if (impl_->count < impl_->layout.rows) return false;
    try {
      impl_->lock = std::make_unique<FolderLock>(impl_->folder);
    } catch (const std::system_error&) {
      return false;
    }
  }
  if (impl_->count < impl_->layout.rows) return false;
  impl_->write(given);
  impl_->clean_up();
  return true;
}

}  // namespace luztar
