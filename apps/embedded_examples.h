// The files of examples/ inside the program; see cmake/embed_examples.cmake.
#pragma once

#include <span>
#include <string_view>

struct EmbeddedFile {
  std::string_view name;  ///< "belt.toml"; a data file has the name of its model, "belt.csv"
  std::string_view text;
};

/// list.txt first, then the models and their data files.
extern const std::span<const EmbeddedFile> embedded_examples;
