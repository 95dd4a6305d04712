// Indices and parameters of the instances of one [repeat].
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "luztar/model/repeat.h"
#include "luztar/model/told_once.h"

namespace luztar {

/// What the names that belong to one instance stand for: its indices, `count` (with one index) and
/// the parameters of the repeat, each worked out after those that it needs.
class RepeatLocals {
 public:
  /// Mistakes: unknown names, parameters that need themselves, seeds that are none.
  RepeatLocals(const Repeat& repeat, const Model& model, const ParameterValues& values,
               ToldOnce& told);
  /// Values of the instance with these indices; `specialised` is an expression of this instance.
  void enter(const std::vector<std::int64_t>& indices,
             const std::function<Expression(const Expression&)>& specialised);
  /// In the instance entered last; nullptr if the name is not one of these.
  const Expression* find(const std::string& name) const;
  /// A symbol of a template that is neither one of these nor a parameter of the file is a mistake.
  void report_unknown(const Expression& symbol);

 private:
  void name(const std::string& name);
  void order();
  void read_seeds();
  void check_symbols_of_seed(const Repeat::Local& local);
  bool check_range(const Repeat::Local& local, const std::vector<std::int64_t>& indices,
                   const Expression& first, const Expression& second);

  const Repeat& repeat_;
  const Model& model_;
  const ParameterValues& file_;  ///< of the parameters of the file
  ToldOnce& told_;
  std::unordered_map<std::string, std::size_t> slots_{};
  std::size_t n_slots_{}, first_parameter_{};
  std::vector<std::size_t> order_{};    ///< (parameters) those first that others need
  std::vector<std::uint64_t> seeds_{};  ///< (parameters) 0 where nothing is random
  std::vector<Expression> values_{};    ///< (slots)
};

}  // namespace luztar
