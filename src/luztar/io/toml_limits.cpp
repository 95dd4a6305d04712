#include "luztar/io/toml_limits.h"

#include <cstddef>

#include "luztar/core/error.h"

namespace luztar {
namespace {

constexpr std::size_t kLongestFile = std::size_t{64} << 20U;
constexpr int kDeepest = 16;  // models need 3

/// Walks over the text and skips strings and comments, without caring for the rest of the syntax.
class LimitScanner {
 public:
  LimitScanner(std::string_view text, const std::string& path) : text_(text), where_{path, 1, 1} {}

  void scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else {
        count(c);
        advance();
      }
    }
  }

 private:
  void advance() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++where_.line;
      where_.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++where_.column;
    }
  }

  void count(char c) {
    if (c == '[' || c == '{') ++brackets_;
    if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
    const bool ends_key =
        c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
    dots_ = c == '.' ? dots_ + 1 : ends_key ? 0 : dots_;
    if (brackets_ > kDeepest || dots_ > kDeepest) {
      throw ModelError(where_, "nested deeper than 16 levels", "a model needs no more than three");
    }
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    if (text_.substr(at_, 3) == three) return skip_block(three);
    const SourceLocation start = where_;
    advance();
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') skip_character(quote);
    if (at_ >= text_.size() || text_[at_] != quote) {
      throw ModelError(start, "this string is not closed", "write its second quote on this line");
    }
    advance();
  }

  void skip_block(const std::string& three) {
    for (int i = 0; i < 3; ++i) advance();
    while (at_ < text_.size() && text_.substr(at_, 3) != three) skip_character(three.front());
    // A block may end in up to five quotes.
    while (at_ < text_.size() && text_[at_] == three.front()) advance();
  }

  void skip_character(char quote) {
    const bool escaped =
        quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n';
    if (escaped) advance();
    advance();
  }

  std::string_view text_;
  std::size_t at_{};
  SourceLocation where_;
  int brackets_{};
  int dots_{};
};

}  // namespace

void check_toml_limits(std::string_view text, const std::string& path) {
  if (text.size() > kLongestFile) {
    throw ModelError({path, 1, 1}, "the model file is larger than 64 MB",
                     "put measured data into a CSV file and name it in [signals]");
  }
  LimitScanner(text, path).scan();
}

}  // namespace luztar
