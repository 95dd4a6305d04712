// What descriptions of both versions of FMI share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/exchange/fmu/fmu_description.h"

namespace luztar {

/// XML text, a line for each element.
class XmlText {
 public:
  using Attributes = std::initializer_list<std::pair<const char*, std::string>>;

  XmlText() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}
  /// Attributes with an empty value are left out.
  void open(const char* tag, Attributes attributes = {});
  void element(const char* tag, Attributes attributes = {});
  void close();
  /// @pre all are closed
  std::string take() { return std::move(text_); }

 private:
  void line(const char* tag, Attributes attributes, const char* end);

  std::string text_;
  std::vector<const char*> open_;
};

/// "1" and so on of what begins here: how a variable behaves, in the words of both versions.
struct FmuWords {
  const char* causality;
  const char* variability;
  const char* initial;  ///< "": none
};
FmuWords words_of(const FmuVariable& variable);

/// Without a start a variable has none.
std::string start_text(const FmuVariable& variable);

/// What FMI calls initial unknowns: places in the list, ascending.
std::vector<int> initial_unknowns(const FmuVariables& variables);

/// Whether all outputs that are real numbers have derivatives by time.
bool has_output_derivatives(const FmuVariables& variables);

/// `UnitDefinitions`, `LogCategories`, `DefaultExperiment`, which are the same in both versions.
void write_units(XmlText& xml, const FmuVariables& variables);
void write_categories(XmlText& xml);
void write_experiment(XmlText& xml, const SimulationSettings& settings);

}  // namespace luztar
