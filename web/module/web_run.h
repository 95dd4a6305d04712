// A run as JavaScript holds it.
#pragma once

#include <string>
#include <vector>

#include "answers.h"

namespace luztar::web {

class WebRun {
 public:
  /// Reserves its rows. @param model  of the run
  /// @param thinned  it has fewer rows than its file asks for
  WebRun(Model model, System system, bool thinned);
  /// Makes the run. @param seconds  limit of wall-clock time; what was made until then stays
  void run(double seconds);

  /// {status, finished, diagnosis, warnings, names, units, proof, thinned}
  val facts() const;
  val times() const { return array_of(recording_.columns().time(), recording_.columns().rows()); }
  /// A column by its place in `names`.
  val column(int place) const;
  /// [{t, name, before, after, cause, impulse}]
  val events() const;
  std::string summary() const { return recording_.summary(model_); }
  val report_data() const { return text_of(recording_.report_data()); }
  val report();
  /// Texts of the result files by name, or mistakes. Numbers are those of the program `luztar`.
  val files();

 private:
  std::vector<std::string> warnings() const;
  Model model_;
  Recording recording_;
  bool thinned_;
  double limit_{};  ///< that ended it [s]
};

}  // namespace luztar::web
