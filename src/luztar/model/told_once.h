// Mistakes of which every instance of a template may have one.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "luztar/model/check.h"

namespace luztar {

/// Of all mistakes at one place in the file the first one is kept and the others are counted; the
/// number is written behind it in the end.
class ToldOnce {
 public:
  explicit ToldOnce(Diagnostics& mistakes) : mistakes_(mistakes) {}
  ToldOnce(const ToldOnce&) = delete;
  ToldOnce& operator=(const ToldOnce&) = delete;
  ~ToldOnce() {
    for (const auto& [place, told] : told_)
      if (told.more > 0) mistakes_[told.mistake].what += and_more(told.more);
  }

  void report(const SourceLocation& where, std::string what, std::string advice) {
    const std::size_t before = mistakes_.size();
    mistakes_.push_back({where, std::move(what), std::move(advice)});
    take(where, before);
  }

  /// The mistakes behind the first `before` ones are those of one instance at this place.
  void take(const SourceLocation& where, std::size_t before) {
    if (mistakes_.size() == before) return;
    const auto [told, is_new] = told_.emplace(std::pair(where.line, where.column), Told{before});
    if (is_new) return;
    mistakes_.erase(mistakes_.begin() + static_cast<std::ptrdiff_t>(before), mistakes_.end());
    ++told->second.more;
  }

  bool knows(const SourceLocation& where) const {
    return told_.contains({where.line, where.column});
  }

 private:
  struct Told {
    std::size_t mistake{};
    std::size_t more{};
  };
  Diagnostics& mistakes_;
  std::map<std::pair<int, int>, Told> told_{};  ///< by line and column
};

}  // namespace luztar
