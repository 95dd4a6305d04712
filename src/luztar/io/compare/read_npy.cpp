#include "luztar/io/compare/read_npy.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "luztar/io/npy_files.h"
#include "luztar/io/read_file.h"

namespace luztar {
namespace {

constexpr std::size_t kBeforeHeader = 10;  // magic, version, length of the header

class NpyReader {
 public:
  NpyReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  NpyArray read() {
    if (text_.size() < kBeforeHeader || !text_.starts_with("\x93NUMPY\x01")) fail();
    const std::size_t length =
        static_cast<unsigned char>(text_[8]) +
        256U * static_cast<std::size_t>(static_cast<unsigned char>(text_[9]));
    if (text_.size() < kBeforeHeader + length) fail();
    const std::string_view header = text_.substr(kBeforeHeader, length);
    const std::string_view data = text_.substr(kBeforeHeader + length);
    NpyArray array = shape_of(header);
    const std::size_t count = array.rows * array.columns;
    array.values.resize(count);
    if (header.find("'" + std::string(kNpyDoubles) + "'") != header.npos) {
      if (data.size() < count * sizeof(double)) fail();
      std::memcpy(array.values.data(), data.data(), count * sizeof(double));
    } else if (header.find("'|i1'") != header.npos) {
      if (data.size() < count) fail();
      for (std::size_t i = 0; i < count; ++i)
        array.values[i] = static_cast<double>(static_cast<std::int8_t>(data[i]));
    } else {
      fail();
    }
    return array;
  }

 private:
  [[noreturn]] void fail() const {
    throw ModelError({path_, 0, 0}, "this is no array of a run",
                     "give a folder that luztar simulate wrote, unchanged");
  }

  /// "'shape': (2001, 3)", "'shape': (2001,)"
  NpyArray shape_of(std::string_view header) const {
    std::size_t place = header.find("'shape': (");
    if (place == header.npos) fail();
    header.remove_prefix(place + 10);
    NpyArray array;
    const char* const end = header.data() + header.size();
    const auto rows = std::from_chars(header.data(), end, array.rows);
    if (rows.ec != std::errc{} || rows.ptr == end || *rows.ptr != ',') fail();
    const char* next = rows.ptr + 1;
    while (next != end && *next == ' ') ++next;
    if (next != end && *next != ')' && std::from_chars(next, end, array.columns).ec != std::errc{})
      fail();
    return array;
  }

  std::string_view text_;
  const std::string& path_;
};

}  // namespace

NpyArray read_npy(const std::string& path, const SourceLocation& asked_by) {
  const std::string text = read_file(path, asked_by);
  return NpyReader(text, path).read();
}

}  // namespace luztar
