// The parts of a generated run that depend on the model. See export_c.h.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "luztar/derive/export_c.h"
#include "luztar/derive/functions_writer.h"

namespace luztar {

class RunWriter : public FunctionsWriter {
 public:
  RunWriter(const Model& model, const ExportC& options, std::vector<std::size_t> inputs);
  ExportedC write();

 private:
  // run_writer.cpp: the source.
  void functions();
  void look();
  void controllers();
  void sample(std::size_t controller);
  void start();
  std::string structure();
  void run_tables();
  std::string run_time(const std::set<std::string>& on) const;
  std::set<std::string> parts_of_run(const std::string& functions) const;
  std::vector<int> joint_kinds() const;
  int element(const std::string& name) const;
  std::vector<std::string> element_names() const;

  // run_checks.cpp: which parameters it takes.
  void checks();

  // run_header.cpp: what is seen from outside.
  std::string header(const std::set<std::string>& on) const;
  std::string parameters_struct() const;
  std::string sizes() const;
  int words_of(const std::string& name) const;
  void tables_of_calls();
  std::string main_program(const std::set<std::string>& on);
  std::string public_names(std::string text) const;

  std::size_t held_values() const;
  bool impacts() const;
  std::size_t n_states() const { return plan_.internals.size() + model_.states.size(); }
  std::size_t n_values() const { return 2 * model_.bodies.size() + n_states(); }
  std::size_t n_guards() const { return 2 * held_->pieces().size() + 2 * plan_.joints.size(); }

  const ExportC& options_;
  std::vector<std::size_t> input_states_;  ///< places in Model::states
};

}  // namespace luztar
