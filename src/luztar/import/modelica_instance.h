// A model of Modelica taken apart: its components of the standard library, what joins them, and
// the values that were given to them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "luztar/import/modelica_syntax.h"

namespace luztar::modelica {

struct Instance;

/// An expression, and where its names are looked up.
struct Bound {
  const Expression* value{};
  const Instance* scope{};
};

/// What was written behind a name: a value, and attributes or values of parts.
struct Change {
  std::optional<Bound> bound{};
  std::map<std::string, Change> inner{};
  Place place{};
};

/// A parameter or variable of a model of the file.
struct Variable {
  std::string type{};
  std::string prefix{};
  std::string about{};
  Change change{};
  Place place{};
};

struct Instance {
  std::string path{};     ///< "" of the model itself, "load.bearing"
  std::string library{};  ///< full name in the standard library; "" of models of the file
  std::string about{};
  Place place{};
  const Class* written{};  ///< null: of the library
  const Instance* parent{};
  Change change{};  ///< of a component of the library
  std::map<std::string, std::unique_ptr<Instance>> parts{};
  std::map<std::string, Variable> variables{};
  std::map<std::string, std::string>
      connectors{};  ///< of a model of the file: name -> library name

  std::string path_of(const std::string& name) const {
    return path.empty() ? name : path + "." + name;
  }
};

/// An equation, and the instance whose names it has.
struct Placed {
  const Equation* equation{};
  const Instance* scope{};
};

struct Flat {
  File file{};
  std::string name{};  ///< of the file
  std::unique_ptr<Instance> root{};
  std::vector<const Instance*> components{};  ///< of the library, in their order
  std::vector<Placed> equations{};
  std::vector<Placed> initial_equations{};
};

/// Takes the model of this name apart; "": the only one that is not part of another.
/// Throws ModelError for names that are unknown or have no counterpart.
Flat flattened(const std::string& text, const std::string& file, const std::string& model);

}  // namespace luztar::modelica
