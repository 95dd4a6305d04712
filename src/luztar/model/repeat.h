// From the templates of [repeat] to bodies and elements.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "luztar/model/check.h"

namespace luztar {

/// "q.block[i+1]" in its parts; nothing for other symbols.
struct IndexedSymbol {
  std::string prefix;  ///< "q.", "v." or "f."
  Repeat::Reference reference;
};
std::optional<IndexedSymbol> indexed_symbol(const Expression& symbol);

/// Appends the instances of model.repeats to the lists of the model: repeat by repeat, instance by
/// instance, in each the templates in their order. Call add_bodies(), then read what names bodies,
/// then add_elements().
///
/// An expression without an index or a local parameter is one node for all instances. In the others
/// these are replaced by what they are, and what is a number then becomes one: "mu*N" is "0.97*N",
/// "m*sin(i)" the number itself. Places stay those of the template.
class RepeatExpansion {
 public:
  /// @param values  of the parameters: counts, seeds and conditions are decided by them
  /// @param most  instances of all templates together; more are a mistake and none is made
  RepeatExpansion(Model& model, const ParameterValues& values, std::size_t most,
                  Diagnostics& mistakes);
  void add_bodies();
  void add_elements();

  /// The body that an element outside of templates means: `frame`, `block_17`, `block[n]`,
  /// `ground`.
  std::optional<int> find(const Repeat::Reference& reference);
  /// Names that could have been meant: ground, the file's bodies and templates.
  std::vector<std::string> known_names() const;
  /// q.block[n] of an element outside of templates as q.block_17.
  Expression resolved(const Expression& expression);

 private:
  /// Where the body templates of a repeat are: [template][instance], -1 where there is none.
  using Places = std::vector<std::vector<int>>;
  /// What a name of a body stands for.
  struct Target {
    int repeat{-1};
    int item{-1};
    int body{kGround};
  };
  class Maker;

  template <class Item>
  void reserve(std::vector<Item>& list);
  void count_instances(std::size_t most);
  std::optional<Target> target(const std::string& name);
  /// The body of `target` at these indices; a mistake if there is none, which begins with `user`:
  /// the instance of a template that names it ("couple_7: ") or "".
  std::optional<int> body_at(const Target& target, const std::vector<Expression>& indices,
                             const SourceLocation& where, const std::string& user);
  /// The repeat with a template of an element of this name, or -1.
  int repeat_of_element(const std::string& name) const;
  /// q.block[i+1] as q.block_18, f.couple[i] as f.couple_17, which may not exist; `here` puts
  /// numbers in the place of what an index is written in.
  Expression coordinate(const IndexedSymbol& symbol, const SourceLocation& where,
                        const std::string& user,
                        const std::function<Expression(const Expression&)>& here);
  Expression force(const IndexedSymbol& symbol, const SourceLocation& where,
                   const std::string& user,
                   const std::function<Expression(const Expression&)>& here);

  Model& model_;
  const ParameterValues& values_;
  Diagnostics& mistakes_;
  std::size_t written_;  ///< bodies outside of templates; they come first
  std::vector<Places> places_{};
  std::unordered_map<std::string, Target> targets_{};
  std::unordered_map<std::string, int> elements_{};   ///< repeats by the names of their templates
  std::unordered_map<std::string, int> instances_{};  ///< by name, made when one is looked for
};

/// Names of indices, local parameters and templates: malformed, reserved, taken.
void check_repeat_names(const Model& model, const Names& names, Diagnostics& mistakes);

/// How many instances the templates of a repeat have at most.
std::size_t instances(const Repeat& repeat);

/// A random parameter at the uniform number u in (0, 1): first + (second - first) u, first
/// (second/first)^u, first + second z or first exp(second z) with the quantile z of u.
Expression random_value(RandomKind kind, const Expression& first, const Expression& second,
                        double u, const SourceLocation& where);

/// " (i = 3, j = 2)", behind what a mistake is about.
std::string text_of_indices(const Repeat& repeat, const std::vector<std::int64_t>& indices);

/// The indices of "block[i, j+1]" behind its name; the place is that of the bracket.
std::vector<Expression> parse_indices(const std::string& text, const SourceLocation& where);

}  // namespace luztar
