// The part of the Modelica Standard Library that has a counterpart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace luztar::modelica {

/// What a class of the library is, and how it is joined to others.
struct LibraryClass {
  std::string_view kind;     ///< "Inertia", "Spring", "Sine"
  std::string_view package;  ///< "Modelica.Mechanics.Rotational.Components"
  std::string_view flanges;  ///< with blanks between them
  std::string_view inputs;
  std::string_view outputs;

  bool turns() const { return package.starts_with("Modelica.Mechanics.Rotational"); }
  bool moves() const { return package.starts_with("Modelica.Mechanics."); }
};

/// Null: it has no counterpart.
const LibraryClass* library_class(std::string_view name);
/// The whole name of a class of mechanics, "Modelica.Mechanics.Rotational.Components.Spring". "":
/// there is none that turns or, with `turns` false, translates.
std::string library_type(std::string_view kind, bool turns);
/// Flanges and signals of models of the file.
bool is_flange_type(std::string_view name);
bool is_signal_type(std::string_view name);
/// Real, Modelica.Units.SI.Torque ...
bool is_number_type(std::string_view name);
/// The SI unit of such a type, "N m"; "" where it is not known.
std::string_view unit_of_type(std::string_view name);
/// Whether a list of words has one.
bool has_word(std::string_view words, std::string_view word);
std::vector<std::string> words_of(std::string_view words);

}  // namespace luztar::modelica
