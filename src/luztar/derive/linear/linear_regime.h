// What a linear system in symbols is about: a place, and the modes in force there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/core/mode.h"

namespace luztar {

/// The linear system in numbers, whose symbols are derived. study/linear/regime_of.h makes it.
struct LinearRegime {
  using Rows = std::vector<std::vector<double>>;
  struct Element {
    ModeNumber mode{};    ///< of a spring with a gap, and of a stop: the edge that it touches
    bool holds{};         ///< it sticks, holds or touches
    std::string words{};  ///< "sticks", "slides forwards" ...
  };
  std::string place;                             ///< in words: "the start, t = 0 s"
  std::vector<std::string> inputs{}, outputs{};  ///< as LinearSettings has them
  std::map<std::string, Element> elements{};     ///< those that have modes
  std::map<std::string, double> values{};        ///< of q.BODY ..., t, signals, parameters [SI]
  std::vector<std::string> states{};             ///< their names
  Rows a{}, b{}, c{}, d{};
  std::vector<std::string> notes{};  ///< of limits that are just reached, in words
};

}  // namespace luztar
