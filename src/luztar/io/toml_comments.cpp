#include "luztar/io/toml_comments.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "luztar/io/read_file.h"
#include "luztar/io/toml_document.h"

namespace luztar {
namespace {

/// Keys from the root; an element is at section and name.
using Path = std::vector<std::string>;

struct Line {
  std::string text;            ///< without its comment
  std::string comment{};       ///< from its # on; "" if none
  std::optional<Path> path{};  ///< what begins here
  bool is_blank() const { return text.find_first_not_of(" \t") == std::string::npos; }
  bool is_comment() const { return is_blank() && !comment.empty(); }
};

/// Walks over the text and knows where a # begins a comment.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Line> lines() {
    lines_.emplace_back();
    while (at_ < text_.size()) step();
    return std::move(lines_);
  }

 private:
  bool sees(std::string_view sign) const { return text_.substr(at_, sign.size()) == sign; }

  void put(std::size_t count) {
    for (std::size_t i = 0; i < count && at_ < text_.size(); ++i, ++at_) {
      if (text_[at_] == '\n') {
        lines_.emplace_back();
      } else if (text_[at_] != '\r') {
        lines_.back().text += text_[at_];
      }
    }
  }

  void step() {
    if (!quote_.empty()) return inside();
    if (text_[at_] == '#') return comment();
    for (const char* quote : {"\"\"\"", "'''", "\"", "'"}) {
      if (!sees(quote)) continue;
      quote_ = quote;
      return put(quote_.size());
    }
    put(1);
  }

  void inside() {
    const bool escapes = quote_[0] == '"' && text_[at_] == '\\';
    if (escapes) return put(2);
    if (!sees(quote_)) return put(1);
    put(quote_.size());
    // Up to two more quotes may stand before the three that end a text of several lines.
    if (quote_.size() == 3) {
      while (at_ < text_.size() && text_[at_] == quote_[0]) put(1);
    }
    quote_.clear();
  }

  void comment() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string words(text_.substr(at_, end - at_));
    words.erase(words.find_last_not_of(" \t\r") + 1);
    lines_.back().comment = std::move(words);
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_{};
  std::string quote_{};  ///< of the string around; "" outside
  std::vector<Line> lines_{};
};

/// Notes at each line what begins there: of several keys the innermost before the equals sign.
void find_paths(const TomlValue& table, const Path& above, std::vector<Line>& lines) {
  for (const TomlEntry& entry : table.entries) {
    Path path = above;
    path.push_back(entry.key);
    const auto number = static_cast<std::size_t>(entry.where.line);
    if (number >= 1 && number <= lines.size()) {
      Line& line = lines[number - 1];
      const std::size_t equals = line.text.find('=');
      const auto column = static_cast<std::size_t>(entry.where.column);
      if (equals == std::string::npos ||
          line.text.find('[') == line.text.find_first_not_of(" \t") || column <= equals) {
        line.path = path;
      }
    }
    if (entry.value.kind == TomlValue::Kind::Table) find_paths(entry.value, path, lines);
  }
}

void collect_paths(const TomlValue& table, const Path& above, std::map<Path, std::size_t>& to) {
  for (const TomlEntry& entry : table.entries) {
    Path path = above;
    path.push_back(entry.key);
    to.emplace(path, static_cast<std::size_t>(entry.where.line) - 1);
    if (entry.value.kind == TomlValue::Kind::Table) collect_paths(entry.value, path, to);
  }
}

std::vector<Line> lines_of(std::string_view text, const TomlValue& root) {
  std::vector<Line> lines = Scanner(text).lines();
  find_paths(root, {}, lines);
  return lines;
}

class Merger {
 public:
  Merger(const std::string& written, std::string_view original, const std::string& path)
      : root_(parse_toml(written, path)),
        to_(lines_of(written, root_)),
        from_(lines_of(original, parse_toml(original, path))) {
    collect_paths(root_, {}, places_);
    above_.resize(to_.size());
    below_.resize(to_.size());
  }

  std::string merge() {
    const std::size_t first = first_key();
    std::size_t i = keep_head(first);
    while (i < from_.size()) {
      if (from_[i].is_comment()) {
        i = keep_block(i);
      } else {
        keep_trailing(i);
        ++i;
      }
    }
    return text();
  }

 private:
  std::size_t first_key() const {
    const auto found = std::find_if(from_.begin(), from_.end(),
                                    [](const Line& line) { return line.path.has_value(); });
    return static_cast<std::size_t>(found - from_.begin());
  }

  /// The first block of the file is about all of it.
  std::size_t keep_head(std::size_t first) {
    std::size_t i = 0;
    while (i < first && !from_[i].is_comment()) ++i;
    for (; i < first && from_[i].is_comment(); ++i) head_.push_back(from_[i].comment);
    gap_after_head_ = i < first;
    return i;
  }

  /// The line of the written file where this stands, itself or what is in it.
  std::optional<std::size_t> place_of(const Path& path) const {
    if (const auto own = places_.find(path); own != places_.end()) return own->second;
    for (const auto& [other, line] : places_) {
      const bool inside =
          other.size() > path.size() && std::equal(path.begin(), path.end(), other.begin());
      if (inside) return line;
    }
    if (path.size() < 2) return std::nullopt;
    for (const auto& [other, line] : places_) {  // an element that has become one of another kind
      if (other.size() == path.size() && other[0] != "parameters" && path[0] != "parameters" &&
          std::equal(path.begin() + 1, path.end(), other.begin() + 1)) {
        return line;
      }
    }
    return std::nullopt;
  }

  /// What begins at the line or, for one within a value, before it.
  std::optional<std::size_t> owner_of(std::size_t line) const {
    for (std::size_t i = line + 1; i-- > 0;) {
      if (from_[i].path) return place_of(*from_[i].path);
    }
    return std::nullopt;
  }

  void keep_trailing(std::size_t i) {
    if (from_[i].comment.empty()) return;
    const auto place = owner_of(i);
    if (!place) return;
    Line& line = to_[*place];
    if (line.comment.empty()) {
      line.comment = from_[i].comment;
    } else {
      above_[*place].push_back(from_[i].comment);
    }
  }

  /// Lines of comment one below the other; returns the line behind them.
  std::size_t keep_block(std::size_t i) {
    const std::size_t begin = i;
    while (i < from_.size() && from_[i].is_comment()) ++i;
    const bool leads = i < from_.size() && from_[i].path.has_value();
    const bool follows = !leads && begin > 0 && !from_[begin - 1].is_blank();
    std::optional<std::size_t> place;
    std::vector<std::string>* to = &tail_;
    if (leads) {
      place = place_of(*from_[i].path);
    } else if (follows) {
      place = owner_of(begin - 1);
    } else {
      for (std::size_t k = i; k < from_.size() && !place; ++k) {
        if (from_[k].path) place = place_of(*from_[k].path);
      }
      if (!place && std::any_of(from_.begin() + static_cast<std::ptrdiff_t>(i), from_.end(),
                                [](const Line& line) { return line.path.has_value(); })) {
        return i;  // nothing behind it stays
      }
    }
    if (!place && (leads || follows)) return i;
    if (place) to = follows ? &below_[*place] : &above_[*place];
    for (std::size_t k = begin; k < i; ++k) to->push_back(from_[k].comment);
    return i;
  }

  std::string text() const {
    std::string out;
    const auto add = [&](const std::vector<std::string>& comments) {
      for (const std::string& comment : comments) out += comment + "\n";
    };
    add(head_);
    if (!head_.empty() && gap_after_head_) out += "\n";
    for (std::size_t i = 0; i < to_.size(); ++i) {
      const Line& line = to_[i];
      add(above_[i]);
      const bool last = i + 1 == to_.size();
      if (last && line.is_blank()) break;
      out += line.text;
      if (!line.comment.empty()) out += (line.text.ends_with(' ') ? "" : "  ") + line.comment;
      out += "\n";
      add(below_[i]);
    }
    add(tail_);
    return out;
  }

  TomlValue root_;
  std::vector<Line> to_, from_;
  std::map<Path, std::size_t> places_{};
  std::vector<std::string> head_{}, tail_{};
  bool gap_after_head_{};
  std::vector<std::vector<std::string>> above_{}, below_{};
};

}  // namespace

std::string with_comments(const std::string& written, std::string_view original,
                          const std::string& path) {
  return Merger(written, original, path).merge();
}

std::string with_comments_of_file(const std::string& written, const std::string& path) {
  return with_comments(written, read_file(path, {path, 0, 0}), path);
}

}  // namespace luztar
