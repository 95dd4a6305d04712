// The parts of a generated run that depend on the model. See export_c.h.
#pragma once

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
  void interface();
  std::string structure();
  void run_tables();
  std::string run_time(const std::set<std::string>& on) const;
  std::vector<int> joint_kinds() const;
  int element(const std::string& name) const;
  std::vector<std::string> element_names() const;
  std::string public_names(std::string text) const;
  std::string start_of(const Expression& value, double otherwise);

  // run_header.cpp
  std::string header() const;
  std::string parameters_struct() const;
  std::string memory_struct() const;
  std::string run_struct() const;
  std::string room(const std::string& type, const std::string& name, std::size_t size) const;

  std::size_t held_values() const;
  bool impacts() const;
  std::size_t n_states() const { return plan_.internals.size() + model_.states.size(); }
  std::size_t n_values() const { return 2 * model_.bodies.size() + n_states(); }
  std::size_t n_guards() const { return 2 * held_->pieces().size() + 2 * plan_.joints.size(); }

  const ExportC& options_;
  std::vector<std::size_t> input_states_;  ///< places in Model::states
};

}  // namespace luztar
