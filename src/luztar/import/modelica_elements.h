// Components of Modelica's mechanics as elements of the model file.
#pragma once

#include <string>
#include <vector>

#include "luztar/import/modelica_signals.h"

namespace luztar::modelica {

class Elements {
 public:
  Elements(const Flat& flat, Values& values, Network& network, Signals& signals,
           ImportedModel& model)
      : flat_(flat), values_(values), network_(network), signals_(signals), model_(model) {}

  /// What is rigid in a component, its inertia, its gears: before all others.
  void join(const Instance& part);
  void add_bodies(const Instance& part);
  void add_links(const Instance& part);
  void add_starts(const Instance& part);
  /// Springs, frictions, forces.
  void add_forces(const Instance& part);

 private:
  using Rows = std::vector<std::vector<FormulaText>>;
  std::string support(const Instance& part, const std::string& name = "support",
                      const std::string& use = "useSupport");
  std::vector<Term> between(const Instance& part) const;
  std::vector<Term> on(const Instance& part);
  std::vector<Term> gear(const Instance& part);
  ImportedTable table(const std::string& kind, const Instance& part,
                      const std::string& suffix = "") const;
  void put(ImportedTable table, const Deflection& deflection);
  void add_spring(const Instance& part, const std::string& kind);
  std::string contact(const Instance& part, const std::string& kind, const FormulaText& rest);
  void add_friction(const Instance& part, const std::string& kind);
  void write_levels(const Instance& part, const std::string& kind, bool is_pressed,
                    ImportedTable& to);
  void write_rows(const Rows& rows, bool is_pressed, const FormulaText& peak, const Instance& part,
                  ImportedTable& to);
  void add_stop_and_friction(const Instance& part);
  void add_load(const Instance& part, const std::string& kind);
  FormulaText load(const Instance& part, const std::string& kind, const FormulaText& speed);
  FormulaText sign_load(const Instance& part, const FormulaText& nominal, const FormulaText& speed,
                        bool turns);
  /// The block behind an input of a motion, if it is constant; else nullptr. Refuses filters.
  const Instance* unfiltered(const Instance& part, const std::string& input);
  void add_motion(const Instance& part, const std::string& kind);
  std::string lossy(const Instance& part);
  void add_bearing(const Instance& part);
  static bool turns_of(const Instance& part);

  const Flat& flat_;
  Values& values_;
  Network& network_;
  Signals& signals_;
  ImportedModel& model_;
};

}  // namespace luztar::modelica
