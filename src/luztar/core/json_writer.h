// JSON text, written front to back: exact shortest numbers, arrays on one line, and files that are
// the same to the byte.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace luztar {

enum class JsonEscapes {
  Needed,  ///< what JSON asks for
  Script   ///< `<`, `>` and `&` too, so that no text can end a script in a page
};

/// Appends a text in quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json(std::string& to, std::string_view text, JsonEscapes escapes = JsonEscapes::Needed);

/// A value that is JSON already.
struct JsonToken {
  std::string text;
};

/// Builds one JSON document. Keys are given inside objects and left out inside arrays.
///
///     JsonWriter json;
///     json.open_object();
///     json.field("steps", 52);
///     json.open_array("window", JsonWriter::Layout::Line);
///     json.item(0.0);
///     json.close();
///     json.close();
///     json.text()    // {"steps": 52, "window": [0]}, indented
class JsonWriter {
 public:
  enum class Layout { Lines, Line };  ///< an entry a line, or entries in one line

  /// @param layout  nothing: objects have Lines, or Line inside a Line; arrays have Line
  void open_object(std::string_view key = {}, std::optional<Layout> layout = {});
  void open_array(std::string_view key = {}, Layout layout = Layout::Line);
  void close();  ///< what was opened last

  /// A number, a truth, a text or a JsonToken.
  void field(std::string_view key, const auto& value) {
    begin_entry(key);
    write(value);
  }
  void item(const auto& value) { field({}, value); }
  /// An array in one line.
  void list(std::string_view key, const auto& values) {
    open_array(key);
    for (const auto& value : values) item(value);
    close();
  }

  /// Some number was not finite and became `null`, since JSON has no word for it.
  bool replaced_numbers() const { return replaced_; }
  const std::string& text() const { return text_; }  ///< @pre everything closed; ends with \n

 private:
  struct Level {
    char closing;
    Layout layout;
    bool empty{true};
  };
  void open(std::string_view key, char opening, char closing, Layout layout);
  void begin_entry(std::string_view key);
  void new_line();
  void write(double value);
  void write(bool value);
  template <std::integral Whole>
  void write(Whole value) {
    text_ += std::to_string(value);
  }
  void write(std::string_view value);
  void write(const char* value) { write(std::string_view(value)); }
  void write(const std::string& value) { write(std::string_view(value)); }
  void write(const JsonToken& value) { text_ += value.text; }

  std::string text_;
  std::vector<Level> levels_;
  std::size_t indent_{0};  ///< levels with an entry a line
  bool replaced_{false};
};

}  // namespace luztar
