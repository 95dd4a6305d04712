// A model as JavaScript holds it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers.h"

namespace luztar::web {

/// "NAME=VALUE" texts, as --set takes them.
using ChangeTexts = std::vector<std::string>;

class WebModel {
 public:
  /// Reads the text. Throws ModelError.
  WebModel(std::string text, DataFiles files);

  /// {title, parameters, bodies, elements}
  val facts() const;
  /// What `luztar check` tells: mistakes, or the warnings as a value.
  val check() const;
  /// A WebRun. @param points  most numbers kept, rows x columns
  /// @param rows  evenly spaced, where the model asks for more; 0: as it asks
  val simulate(const val& set, const val& settings, double seconds, double points,
               double rows) const;
  /// {names, rows, words, finished} @param vary  "NAME=1,2,3" each
  val sweep(const val& vary, const val& measures, const val& set, const val& settings,
            double seconds) const;
  /// What the commands of the program write.
  val derive(const std::string& format, bool linear) const;
  val equilibrium(const val& set) const;
  val modes(const val& set) const;
  val linearize(const val& inputs, const val& outputs, const val& set) const;

 private:
  /// The model with changes; counts of [repeat] are made anew.
  Model changed(const ChangeTexts& set, const ChangeTexts& settings) const;
  /// Puts model and data files where commands of the program read them. @return the path of the
  /// model
  std::string write_files() const;
  std::string text_;
  DataFiles files_;
  Model model_;
};

}  // namespace luztar::web
