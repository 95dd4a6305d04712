#include "luztar/io/point_table.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
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
constexpr char kEnd = '.';  // of a line that was written whole

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
  Impl(const std::string& where, Layout columns)
      : folder(where), layout(std::move(columns)), lock(where) {
    const auto rows = static_cast<std::size_t>(layout.rows);
    there.assign(rows, 0);
    found.assign(rows * layout.found.size(), std::numeric_limits<double>::quiet_NaN());
  }

  fs::path path() const { return folder / kRows; }

  void open(const char* mode) {
    file.reset(std::fopen(path().c_str(), mode));
    if (!file) fail();
  }
  [[noreturn]] void fail() const {
    throw std::system_error(errno, std::generic_category(),
                            "cannot write '" + path().string() + "'");
  }

  void put(const std::string& line) {
    if (std::fwrite(line.data(), 1, line.size(), file.get()) != line.size()) fail();
  }

  /// Lines that were written whole; what follows the first that was not is cut off.
  void read() {
    std::ifstream old(path(), std::ios::binary);
    std::string line;
    if (!std::getline(old, line))
      throw ModelError({path().string(), 0, 0}, "there is nothing to go on with",
                       "leave out --resume");
    if (line != layout.identity)
      throw ModelError({path().string(), 0, 0}, "this is part of another study",
                       "give the same model and options, or another --out");
    std::uintmax_t good = line.size() + 1;
    while (std::getline(old, line)) {
      if (old.eof() || !take(line)) break;
      good += line.size() + 1;
    }
    old.close();
    fs::resize_file(path(), good);
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
    if (!text.empty()) words.emplace_back(row, text);
    char& mark = there[static_cast<std::size_t>(row)];
    count += mark == 0;
    mark = 1;
  }

  fs::path folder;
  Layout layout;
  FolderLock lock;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{nullptr, &std::fclose};
  Clock::time_point flushed{Clock::now()};
  std::vector<char> there;    ///< (rows)
  std::vector<double> found;  ///< (rows x found columns)
  std::vector<std::pair<std::int64_t, std::string>> words;
  std::int64_t count{};
};

PointTable::PointTable(const std::string& folder, Layout layout, bool resume)
    : impl_(std::make_unique<Impl>(folder, std::move(layout))) {
  if (resume) {
    impl_->read();
    impl_->open("ab");
  } else {
    impl_->open("wb");
    impl_->put(impl_->layout.identity + "\n");
    flush();
  }
}

PointTable::~PointTable() = default;

bool PointTable::has(std::int64_t row) const {
  return impl_->there[static_cast<std::size_t>(row)] != 0;
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

void PointTable::flush() {
  if (std::fflush(impl_->file.get()) != 0) impl_->fail();
  impl_->flushed = Clock::now();
}

void PointTable::finish(const Given& given) {
  flush();
  const Layout& layout = impl_->layout;
  std::sort(impl_->words.begin(), impl_->words.end());
  AtomicFile table(impl_->folder / "table.csv");
  std::string line;
  for (const auto* names : {&layout.given, &layout.found})
    for (const std::string& name : *names) line += cell(name) + ",";
  table.write(line + "\"words\"\n");
  std::size_t next = 0;
  for (std::int64_t row = 0; row < layout.rows; ++row) {
    line.clear();
    for (const double value : given(row)) line += number_cell(value) + ",";
    const auto place = static_cast<std::size_t>(row) * layout.found.size();
    for (std::size_t i = 0; i < layout.found.size(); ++i)
      line += number_cell(impl_->found[place + i]) + ",";
    if (next < impl_->words.size() && impl_->words[next].first == row)
      line += cell(impl_->words[next++].second);
    table.write(line + "\n");
  }
  table.close();
  table.publish();
  impl_->file.reset();
  fs::remove(impl_->path());
}

}  // namespace luztar
