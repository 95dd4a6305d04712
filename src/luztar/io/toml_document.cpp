// The only file that sees toml++: it is slow to compile.
#include "luztar/io/toml_document.h"

#define TOML_EXCEPTIONS 1
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <sstream>
#include <tuple>
#include <utility>

#include <toml++/toml.h>

#include "luztar/io/toml_limits.h"

namespace luztar {
namespace {

/// Knows the text of the file, to find the first character of a string's content.
class Source {
 public:
  Source(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') lines_.push_back(i + 1);
    }
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
  using Kind = TomlValue::Kind;
  TomlValue value;
  value.where = source.place(node.source());
  if (const auto* table = node.as_table()) {
    convert_table(*table, source, value);
  } else if (const auto* list = node.as_array()) {
    value.kind = Kind::List;
    for (const toml::node& item : *list) value.items.push_back(convert(item, source));
  } else if (const auto* text = node.as_string()) {
    value.kind = Kind::Text;
    value.text = text->get();
    value.content = source.content(value.where);
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Kind::Number;
    value.number = static_cast<double>(integer->get());
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = Kind::Number;
    value.number = real->get();
  } else {
    value.kind = node.is_boolean() ? Kind::Truth : Kind::Date;
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

const char* advice_for(std::string_view description) {
  const bool twice = description.find("redefine") != std::string_view::npos ||
                     description.find("duplicate") != std::string_view::npos;
  return twice ? "use each name once" : "see toml.io for how to write TOML";
}

}  // namespace

TomlValue parse_toml(std::string_view text, const std::string& path) {
  check_toml_limits(text, path);
  const Source source(text, path);
  try {
    return convert(toml::parse(text, std::string_view(path)), source);
  } catch (const toml::parse_error& error) {
    SourceLocation where = source.place(error.source());
    where.line = std::max(where.line, 1);
    throw ModelError(std::move(where), first_sentence(error.description()),
                     advice_for(error.description()));
  }
}

const char* describe(TomlValue::Kind kind) {
  switch (kind) {
    case TomlValue::Kind::Text:
      return "a text";
    case TomlValue::Kind::Number:
      return "a number";
    case TomlValue::Kind::Truth:
      return "true or false";
    case TomlValue::Kind::Date:
      return "a date or time";
    case TomlValue::Kind::List:
      return "a list";
    case TomlValue::Kind::Table:
      return "a table";
  }
  return "";
}

}  // namespace luztar
