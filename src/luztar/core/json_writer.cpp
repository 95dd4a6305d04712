#include "luztar/core/json_writer.h"

#include <cmath>

#include "luztar/core/assert.h"
#include "luztar/core/number_text.h"

namespace luztar {
namespace {

/// Bytes of the UTF-8 character at the start of `text`, 0 if it is not one (Unicode, table 3-7).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {  // neither overlong nor a surrogate
    const bool second = follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {  // up to U+10FFFF
    const bool second = follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void append_code(std::string& to, unsigned char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  to += "\\u00";
  to += kDigits[c >> 4];
  to += kDigits[c & 15];
}

}  // namespace

void append_json(std::string& to, std::string_view text, JsonEscapes escapes) {
  to += '"';
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    if (c == '"' || c == '\\') {
      to += '\\';
      to += c;
    } else if (c == '\n') {
      to += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 ||
               (escapes == JsonEscapes::Script && (c == '<' || c == '>' || c == '&'))) {
      append_code(to, static_cast<unsigned char>(c));
    } else if (length == 0) {
      to += "\uFFFD";  // paths may hold any byte, JSON may not
    } else {
      to += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  to += '"';
}

void JsonWriter::open_object(std::string_view key, std::optional<Layout> layout) {
  const bool in_line = !levels_.empty() && levels_.back().layout == Layout::Line;
  open(key, '{', '}', layout.value_or(in_line ? Layout::Line : Layout::Lines));
}

void JsonWriter::open_array(std::string_view key, Layout layout) { open(key, '[', ']', layout); }

void JsonWriter::open(std::string_view key, char opening, char closing, Layout layout) {
  begin_entry(key);
  text_ += opening;
  levels_.push_back({closing, layout});
  if (layout == Layout::Lines) ++indent_;
}

void JsonWriter::close() {
  LUZTAR_ASSERT(!levels_.empty());
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == Layout::Lines) --indent_;
  if (level.layout == Layout::Lines && !level.empty) new_line();
  text_ += level.closing;
  if (levels_.empty()) text_ += '\n';
}

void JsonWriter::begin_entry(std::string_view key) {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  LUZTAR_ASSERT((level.closing == ']') == key.empty());
  if (!level.empty) text_ += level.layout == Layout::Line ? ", " : ",";
  level.empty = false;
  if (level.layout == Layout::Lines) new_line();
  if (key.empty()) return;
  write(key);
  text_ += ": ";
}

void JsonWriter::new_line() { text_.append("\n").append(2 * indent_, ' '); }

void JsonWriter::write(double value) {
  if (!std::isfinite(value)) {
    replaced_ = true;
    text_ += "null";
  } else if (value == 0 && std::signbit(value)) {
    text_ += "-0.0";  // readers take "-0" for an integer and lose the sign
  } else {
    text_ += cell_text(value);
  }
}

void JsonWriter::write(bool value) { text_ += value ? "true" : "false"; }

void JsonWriter::write(std::string_view value) { append_json(text_, value); }

}  // namespace luztar
