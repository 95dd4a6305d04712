// JSON text, written front to back. Reading is nlohmann's; writing is ours for exact shortest
// numbers, arrays on one line, and files that are the same to the byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace luztar {

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
  enum class Layout { Lines, Line };  ///< an entry a line, or everything in one line

  void open_object(std::string_view key = {}, Layout layout = Layout::Lines);
  void open_array(std::string_view key = {}, Layout layout = Layout::Line);
  void close();  ///< what was opened last

  /// A number, a truth or a text.
  void field(std::string_view key, const auto& value) {
    begin_entry(key);
    write(value);
  }
  void item(const auto& value) { field({}, value); }

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
  void write(std::int64_t value);
  void write(std::string_view value);
  void write(const char* value) { write(std::string_view(value)); }

  std::string text_;
  std::vector<Level> levels_;
  bool replaced_{false};
};

}  // namespace luztar
