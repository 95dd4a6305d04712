// What a command prints as its result.
#pragma once

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

/// Writes all of it, or throws std::system_error: a full disk behind a redirection is told.
inline void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  }
}
