// Names of a model file as names of Modelica, where all stand in one space.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace luztar {

/// `seat` stays, `block` is a word of Modelica and becomes 'block'.
std::string modelica_identifier(const std::string& name);
/// "text" with what Modelica writes for quotation marks.
std::string modelica_string(std::string_view text);

/// Gives each part of a model a name that nothing else has.
class ModelicaNames {
 public:
  /// Names that are in use already, such as that of the model itself.
  void reserve(const std::string& name) { taken_.insert(name); }
  /// @param space  "" of parameters, signals and tables; what formulas write before a name: "q",
  ///               "x", "f"
  /// @param suffix  is appended where the name is taken: "spring" makes kt_spring of kt
  const std::string& add(const std::string& space, const std::string& name,
                         const std::string& suffix);
  /// A name of something that the model file has not.
  std::string more(const std::string& wanted);
  /// @pre it was added
  const std::string& of(const std::string& space, const std::string& name) const;
  bool has(const std::string& space, const std::string& name) const;

 private:
  std::string free(const std::string& wanted, const std::string& suffix);

  std::set<std::string> taken_{};  ///< without quotes
  std::map<std::string, std::string> names_{};
};

}  // namespace luztar
