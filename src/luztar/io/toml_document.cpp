// The only file that sees toml++: it is slow to compile.
#include "luztar/io/toml_document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <tuple>
#include <utility>

// toml++ 3.3 takes two things for granted that a wrong file does not keep, with undefined behaviour
// in release and an abort in debug. That a key begins where it looks for one: "[=]" does not. Here
// its assumptions become an exception. And that a character like an accented letter outside of
// quotes cannot reach the table of blanks: it does, and is no blank.
namespace luztar {
namespace {
struct WrongAssumption {};
[[noreturn]] void fail_assumption() { throw WrongAssumption{}; }
}  // namespace
}  // namespace luztar
// clang-format off
#define TOML_EXCEPTIONS 1
#if defined(__cpp_lib_to_chars) || defined(__EMSCRIPTEN__)  // the latter: web/module/shim
#define TOML_FLOAT_CHARCONV 1  // a number beyond doubles is refused as such
#define TOML_INT_CHARCONV 1
#endif
#include <toml++/impl/forward_declarations.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.h>
#undef TOML_UNREACHABLE
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_UNREACHABLE luztar::fail_assumption()
#define TOML_ASSERT(condition) ((condition) ? void(0) : luztar::fail_assumption())
#define TOML_ASSERT_ASSUME(condition) TOML_ASSERT(condition)
#include <toml++/toml.h>
// clang-format on

#include "luztar/io/mistakes/toml_advice.h"
#include "luztar/io/toml_limits.h"

namespace luztar {
namespace {

constexpr const char* kSeeToml = "see toml.io for how to write TOML";

/// Knows the text of the file, to find the first character of a string's content.
class Source {
 public:
  Source(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') lines_.push_back(i + 1);
    }
  }

  /// A line, from 1; "" for one that is not there.
  std::string_view line(int number) const {
    const auto index = static_cast<std::size_t>(number - 1);
    if (number < 1 || index >= lines_.size()) return {};
    const std::size_t begin = lines_[index];
    return text_.substr(begin, text_.find('\n', begin) - begin);
  }

  /// Bytes of its line before a place.
  std::size_t bytes_before(const SourceLocation& where) const {
    const auto line = static_cast<std::size_t>(where.line - 1);
    return where.line < 1 || line >= lines_.size() ? 0 : offset(where) - lines_[line];
  }

  SourceLocation place(const toml::source_region& region) const {
    return {path_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

  // "text" begins one column later, """text""" three, and a newline right after """ is no content.
  SourceLocation content(SourceLocation where) const {
    const std::string_view rest = text_.substr(offset(where));
    const bool three = rest.starts_with("\"\"\"") || rest.starts_with("'''");
    if (three && (rest.substr(3).starts_with('\n') || rest.substr(3).starts_with("\r\n"))) {
      return {where.file, where.line + 1, 1};
    }
    where.column += three ? 3 : 1;
    return where;
  }

 private:
  // Columns count characters, offsets bytes. A line of a megabyte is not walked for every string.
  std::size_t offset(const SourceLocation& where) const {
    constexpr int kLongestLine = 2000;
    const auto line = static_cast<std::size_t>(where.line - 1);
    if (where.line < 1 || line >= lines_.size() || where.column > kLongestLine) {
      return text_.size();
    }
    std::size_t at = lines_[line];
    for (int column = 1; column < where.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U) ++at;
    }
    return std::min(at, text_.size());
  }

  std::string_view text_;
  std::string path_;
  std::vector<std::size_t> lines_;
};

TomlValue convert(const toml::node& node, const Source& source);

void convert_table(const toml::table& table, const Source& source, TomlValue& value) {
  value.kind = TomlValue::Kind::Table;
  for (const auto& [key, child] : table) {
    value.entries.push_back(
        {std::string(key.str()), source.place(key.source()), convert(child, source)});
  }
  // toml++ sorts by name; people read in the order of the file.
  std::stable_sort(value.entries.begin(), value.entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
  });
}

TomlValue convert(const toml::node& node, const Source& source) {
  TomlValue value;
  value.where = source.place(node.source());
  if (const auto* table = node.as_table()) {
    convert_table(*table, source, value);
  } else if (const auto* list = node.as_array()) {
    value.kind = TomlKind::List;
    for (const toml::node& item : *list) value.items.push_back(convert(item, source));
  } else if (const auto* text = node.as_string()) {
    value.kind = TomlKind::Text;
    value.text = text->get();
    value.content = source.content(value.where);
  } else if (const auto* integer = node.as_integer()) {
    value.kind = TomlKind::Number;
    value.number = static_cast<double>(integer->get());
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = TomlKind::Number;
    value.number = real->get();
  } else {
    value.kind = node.is_boolean() ? TomlKind::Truth : TomlKind::Date;
    if (const auto* truth = node.as_boolean()) value.number = truth->get() ? 1.0 : 0.0;
  }
  return value;
}

// "Error while parsing key: expected ..., saw ..." becomes "expected ..., saw ...".
std::string first_sentence(std::string_view description) {
  constexpr std::string_view kPrefix = "Error while parsing ";
  const std::size_t colon = description.find(": ");
  if (description.starts_with(kPrefix) && colon != std::string_view::npos) {
    const std::string part(description.substr(kPrefix.size(), colon - kPrefix.size()));
    return "not TOML, in " + part + ": " + std::string(description.substr(colon + 2));
  }
  return "not TOML: " + std::string(description);
}

bool breaks_assumption(std::string_view text) {
  try {
    static_cast<void>(toml::parse(text));
  } catch (const toml::parse_error&) {  // the end of a beginning is an error of its own
  } catch (const WrongAssumption&) {
    return true;
  }
  return false;
}

// The exception has no place: look for the shortest beginning of the text that breaks it.
SourceLocation find_assumption(std::string_view text, const std::string& path) {
  std::size_t good = 0;
  std::size_t bad = text.size();
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (breaks_assumption(text.substr(0, middle)) ? bad : good) = middle;
  }
  SourceLocation where{path, 1, 1};
  for (const char c : text.substr(0, good)) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    where.column = c == '\n' ? 1 : where.column + (continues ? 0 : 1);
    if (c == '\n') ++where.line;
  }
  return where;
}

/// Where [bodies.block] or a key was written before.
std::string earlier_line(const Source& source, const SourceLocation& where) {
  const auto words = [](std::string_view text) {
    const std::size_t end = std::min(text.find_first_of("=#"), text.size());
    std::string found(text.substr(0, end));
    std::erase_if(found, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    return found;
  };
  const std::string here = words(source.line(where.line));
  for (int line = where.line - 1; line > 0 && here.starts_with('['); --line)
    if (words(source.line(line)) == here) return "; it is in line " + std::to_string(line) + " too";
  return "";
}

[[noreturn]] void fail_syntax(const toml::parse_error& error, const Source& source) {
  SourceLocation where = source.place(error.source());
  where.line = std::max(where.line, 1);
  const std::string_view description = error.description();
  const bool twice = description.find("redefine") != std::string_view::npos ||
                     description.find("duplicate") != std::string_view::npos;
  if (twice)
    throw ModelError(where, first_sentence(description),
                     "use each name once, its keys together" + earlier_line(source, where));
  const TomlAdvice found = toml_advice(source.line(where.line), source.bytes_before(where));
  if (found.what.empty()) throw ModelError(std::move(where), first_sentence(description), kSeeToml);
  throw ModelError(std::move(where), found.what, found.advice);
}

}  // namespace

TomlValue parse_toml(std::string_view text, const std::string& path) {
  if (const std::string encoding = foreign_encoding(text); !encoding.empty())
    throw ModelError({path, 1, 1}, "this file is " + encoding + ", not text in UTF-8",
                     "save the model as UTF-8");
  check_toml_limits(text, path);
  const Source source(text, path);
  try {
    return convert(toml::parse(text, std::string_view(path)), source);
  } catch (const toml::parse_error& error) {
    fail_syntax(error, source);
  } catch (const WrongAssumption&) {
    throw ModelError(find_assumption(text, path), "not TOML: a name is expected here", kSeeToml);
  }
}

const char* describe(TomlValue::Kind kind) {
  constexpr std::array<const char*, 6> kWords = {"a text",         "a number", "true or false",
                                                 "a date or time", "a list",   "a table"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace luztar
