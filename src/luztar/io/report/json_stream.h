// JSON of a page, written piece by piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "luztar/io/report/base64.h"
#include "luztar/io/report/json_text.h"
#include "luztar/io/report/short_numbers.h"

namespace luztar::report {

/// Keys of objects and elements of arrays, with the commas where they belong.
class Json {
 public:
  explicit Json(std::string& out) : out_(out) {}
  Json& open(char bracket) {
    comma();
    out_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    comma();
    append_string(out_, name);
    out_ += ':';
    first_ = true;
    return *this;
  }
  Json& text(std::string_view value) {
    comma();
    append_string(out_, value);
    return *this;
  }
  Json& number(double value) {
    comma();
    append_exact(out_, value);
    return *this;
  }
  Json& count(std::size_t value) { return raw(std::to_string(value)); }
  Json& flag(bool value) { return raw(value ? "true" : "false"); }
  /// null: not known
  Json& flag(std::optional<bool> value) { return value ? flag(*value) : raw("null"); }
  Json& column(std::span<const double> values) {
    comma();
    append_column(out_, values);
    return *this;
  }
  /// Without loss, as base64; infinities too.
  Json& bytes(std::span<const double> values) {
    comma();
    out_ += '"';
    append_base64(out_, values);
    out_ += '"';
    return *this;
  }
  /// Values with 16 bits each, all the same ones as a number.
  Json& blocks(std::span<const double> values) {
    if (values.empty() || std::ranges::count(values, values[0]) == std::ssize(values))
      return column(values);
    open('{').key("blocks");
    out_ += '"';
    append_blocks(out_, values);
    out_ += '"';
    return close('}');
  }
  /// {from, to, places}: times in order with 32 bits each.
  Json& times(std::span<const double> values) {
    if (values.empty() || values.front() == values.back()) return column(values);
    open('{').key("from").number(values.front()).key("to").number(values.back()).key("places");
    out_ += '"';
    append_times(out_, values);
    out_ += '"';
    first_ = false;
    return close('}');
  }
  Json& texts(std::span<const std::string> list) {
    open('[');
    for (const std::string& item : list) text(item);
    return close(']');
  }
  Json& numbers(std::span<const double> values) {
    open('[');
    for (const double value : values) number(value);
    return close(']');
  }
  Json& raw(std::string_view value) {
    comma();
    out_ += value;
    return *this;
  }

 private:
  void comma() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  std::string& out_;
  bool first_{true};
};

}  // namespace luztar::report
