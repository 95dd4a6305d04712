// What a line that is no TOML was probably meant to be.
#pragma once

#include <string>
#include <string_view>

namespace luztar {

/// What is wrong with a line, and what to write; empty: not recognised.
struct TomlAdvice {
  std::string what, advice;
};

/// @param line    of the file, without its end
/// @param column  bytes before the place where the syntax breaks
TomlAdvice toml_advice(std::string_view line, std::size_t column);

/// The encoding of a file that is not UTF-8, by its first bytes: "UTF-16"; "" for any other.
std::string foreign_encoding(std::string_view text);

}  // namespace luztar
