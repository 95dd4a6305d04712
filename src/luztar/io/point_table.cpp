#include "luztar/io/point_table.h"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/io/atomic_file.h"
#include "luztar/symbolic/binding.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenFlushes{100};
constexpr const char* kRows = "rows.part";
constexpr const char* kRank = "rank";  // folders of processes, with their numbers
constexpr char kEnd = '.';             // of a line that was written whole

/// A cell of CSV; one line.
std::string cell(const std::string& words) {
  std::string text = "\"";
  for (const char c : words) {
    if (c == '"') text += '"';
    text += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return text + '"';
}

std::string number_cell(double value) { return std::isnan(value) ? "" : number_text(value); }

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
        own(of.count > 1 ? folder / (kRank + std::to_string(of.index)) : folder),
        layout(std::move(columns)),
        lock(std::make_unique<FolderLock>(own)) {
    const auto rows = static_cast<std::size_t>(layout.rows);
    there.assign(rows, 0);
    found.assign(rows * layout.found.size(), std::numeric_limits<double>::quiet_NaN());
  }

  void open(const char* mode) {
    file.reset(std::fopen((own / kRows).c_str(), mode));
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
      if (entry.path().filename().string().starts_with(kRank) && fs::exists(rows))
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
      const fs::path parent = path.parent_path();
      const bool is_of_rank = parent != folder;
      if (parent == own || (is_of_rank && rank_of(parent) < rank.count && rank.count > 1)) continue;
      { const FolderLock nobody_writes(parent); }
      remove(path);
    }
  }

  static int rank_of(const fs::path& of_rank) {
    return std::atoi(of_rank.filename().string().substr(std::strlen(kRank)).c_str());
  }

  void remove(const fs::path& path) const {
    fs::remove(path);
    std::error_code others_are_in_it;
    if (path.parent_path() != folder) fs::remove(path.parent_path(), others_are_in_it);
  }

  /// Takes the lines that were written whole. Nothing if the file is one of another study; else
  /// where the first line that is not whole begins.
  std::optional<std::uintmax_t> read(const fs::path& path) {
    std::ifstream old(path, std::ios::binary);
    std::string line;
    if (!std::getline(old, line) || line != layout.identity) return std::nullopt;
    std::uintmax_t good = line.size() + 1;
    while (std::getline(old, line)) {
      if (old.eof() || !take(line)) break;
      good += line.size() + 1;
    }
    return good;
  }

  /// Rows of former processes; the file of this one goes on behind its last whole line.
  void resume() {
    const std::vector<fs::path> old = files();
    if (old.empty())
      throw ModelError({(folder / kRows).string(), 0, 0}, "there are no rows to go on with",
                       "the sweep came to its end, or was never begun: leave out --resume");
    bool goes_on = false;
    for (const fs::path& path : old) {
      const auto good = read(path);
      if (!good)
        throw ModelError({path.string(), 0, 0}, "this is part of another study",
                         "give the same model and options, or another folder");
      if (path != own / kRows) continue;
      fs::resize_file(path, *good);
      goes_on = true;
    }
    if (!goes_on) return begin();
    open("ab");
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

  /// "row \t number \t ... \t words \t ."
  bool take(const std::string& line) {
    if (line.size() < 2 || line.back() != kEnd || line[line.size() - 2] != '\t') return false;
    std::istringstream cells(line);
    std::string text;
    if (!std::getline(cells, text, '\t')) return false;
    const long long row = std::atoll(text.c_str());
    if (row < 0 || row >= layout.rows) return false;
    const auto place = static_cast<std::size_t>(row) * layout.found.size();
    for (std::size_t i = 0; i < layout.found.size(); ++i) {
      if (!std::getline(cells, text, '\t')) return false;
      if (!text.empty()) found[place + i] = std::strtod(text.c_str(), nullptr);
    }
    if (!std::getline(cells, text, '\t')) return false;
    note(row, text);
    return true;
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
      const auto place = static_cast<std::size_t>(row) * layout.found.size();
      for (std::size_t i = 0; i < layout.found.size(); ++i)
        line += number_cell(found[place + i]) + ",";
      if (const auto said = words.find(row); said != words.end()) line += cell(said->second);
      table.write(line + "\n");
    }
    table.close();
    table.publish();
  }

  /// Files of rows that went into the table.
  void clean_up() const {
    for (const fs::path& path : files()) {
      std::ifstream old(path, std::ios::binary);
      std::string line;
      if (!std::getline(old, line) || line != layout.identity) continue;
      old.close();
      remove(path);
    }
  }

  fs::path folder;  ///< of the table
  ProcessRank rank;
  fs::path own;  ///< of the file of this process
  Layout layout;
  std::unique_ptr<FolderLock> lock;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{nullptr, &std::fclose};
  Clock::time_point flushed{Clock::now()};
  std::vector<char> there;    ///< (rows)
  std::vector<double> found;  ///< (rows x found columns)
  std::map<std::int64_t, std::string> words;
  std::int64_t count{};
};

PointTable::PointTable(const std::string& folder, Layout layout, FormerRows former,
                       ProcessRank rank)
    : impl_(std::make_unique<Impl>(folder, std::move(layout), rank)) {
  impl_->open(former);
}

PointTable::~PointTable() = default;

bool PointTable::has(std::int64_t row) const {
  return impl_->there[static_cast<std::size_t>(row)] != 0;
}

std::span<const double> PointTable::found(std::int64_t row) const {
  const std::size_t n = impl_->layout.found.size();
  return std::span(impl_->found).subspan(static_cast<std::size_t>(row) * n, n);
}

std::string PointTable::words(std::int64_t row) const {
  const auto said = impl_->words.find(row);
  return said == impl_->words.end() ? "" : said->second;
}

std::int64_t PointTable::rows_there() const { return impl_->count; }

void PointTable::add(std::int64_t row, std::span<const double> found, const std::string& words) {
  std::string line = std::to_string(row);
  const auto place = static_cast<std::size_t>(row) * impl_->layout.found.size();
  for (std::size_t i = 0; i < found.size(); ++i) {
    impl_->found[place + i] = found[i];
    line += '\t' + number_cell(found[i]);
  }
  const std::string said = plain(words);
  line += '\t' + said + '\t' + kEnd + '\n';
  impl_->put(line);
  impl_->note(row, said);
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
