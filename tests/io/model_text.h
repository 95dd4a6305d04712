// Small model files to put one thing into.
#pragma once

#include <string>

inline std::string with_parameters(const std::string& lines) {
  return "[bodies.a]\nmass = 1\n[simulation]\nduration = 1\n[parameters]\n" + lines;
}

/// The lines of `elements` start at line 10; bodies a and b, parameter k = 7.
inline std::string with_elements(const std::string& elements) {
  return "[parameters]\nk = 7\n[bodies.a]\nmass = 1\n[bodies.b]\nmass = 1\n\n[simulation]\n"
         "duration = 1\n" +
         elements;
}

/// The lines of `keys` start at line 4.
inline std::string with_body(const std::string& keys) {
  return "[simulation]\nduration = 1\n[bodies.x]\n" + keys + "\n";
}

/// The lines of `keys` start at line 4.
inline std::string with_simulation(const std::string& keys) {
  return "[bodies.x]\nmass = 1\n[simulation]\n" + keys + "\n";
}
