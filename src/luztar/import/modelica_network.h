// Flanges and what joins them: bodies of the model file, and where each flange is on its body.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/import/modelica_library.h"
#include "luztar/import/modelica_starts.h"
#include "luztar/import/modelica_values.h"

namespace luztar::modelica {

/// A flange, by the path of its component and its name, and its factor in a deflection.
struct Term {
  std::string flange{};
  FormulaText factor{1.0};
  double number{1.0};  ///< the factor's value
};

/// A deflection by bodies: d of the source = d of the model file + offset.
struct Deflection {
  std::vector<std::pair<std::string, FormulaText>> bodies{};
  double offset{};

  /// The sum of factor times `letter`.BODY.
  FormulaText rate(const std::string& letter) const;
};

class Network {
 public:
  Network(Values& values, ImportedModel& model) : values_(values), model_(model) {}

  /// Two flanges at one place, or `distance` from each other: position of b - position of a.
  void join(const std::string& a, const std::string& b, double distance, const Place& place);
  void hold(const std::string& flange, double position, const Place& place);
  void note(const std::string& flange, bool turns) { turns_.emplace(flange, turns); }

  /// A body with inertia whose coordinate is that of a flange.
  void add_body(const Instance& component, const std::string& flange, const FormulaText& mass);
  /// A body that moves as it is told.
  void add_motion(const Instance& component, const std::string& flange, const FormulaText& motion,
                  double at_start, double speed);
  /// Gears: the sum of factors times positions stays 0.
  void add_link(const Instance& component, const std::vector<Term>& terms,
                const std::string& efficiency);
  void add_start(const std::vector<std::pair<std::string, double>>& terms, bool of_speed,
                 const Values::Start& start, double value);

  /// Whether something else is joined to a flange.
  bool is_joined(const std::string& flange);
  Deflection deflection(const std::vector<Term>& terms);
  /// Writes `on`, `between` or `across`; false: it acts on no body.
  bool write(const Deflection& deflection, bool is_force, ImportedTable& to) const;
  /// Start values of all bodies into the model: to be called last.
  void write_bodies();
  std::string name_of_element(const std::string& path) { return free_name(path, elements_); }

 private:
  struct Parent {
    std::string name{};
    double distance{};  ///< position - position of the parent
  };
  struct Body {
    std::string name{};
    std::string flange{};
    bool turns{};
    bool is_given{};
    FormulaText mass{};
    FormulaText motion{};
    std::string comment{};
    std::string path{};  ///< of the component; "" of massless ones
  };
  struct Link {
    const Instance* component{};
    std::vector<Term> terms{};
    std::string efficiency{};
  };

  Parent root_of(const std::string& flange);
  std::size_t body_of(const std::string& flange);
  std::size_t add_massless(const std::string& flange);
  double place_on_body(const std::string& flange, std::size_t body);
  void write_links();
  StartRow row_of(const std::vector<std::pair<std::string, double>>& terms, bool of_speed);
  void write_body(const Body& body, double position, double velocity);

  Values& values_;
  ImportedModel& model_;
  std::map<std::string, Parent> parents_{};
  std::map<std::string, std::size_t> members_{};  ///< of each root
  std::map<std::string, bool> turns_{};
  std::map<std::string, std::size_t> body_of_root_{};
  std::vector<Body> bodies_{};
  std::vector<Link> links_{};
  std::vector<std::string> names_{"ground"};
  std::vector<std::string> elements_{};
  struct Wish {
    std::vector<std::pair<std::string, double>> terms{};
    bool of_speed{};
    bool fixed{};
    double value{};
    Place place{};
    std::string formula{};
  };
  std::vector<Wish> wishes_{};
  std::vector<std::pair<double, double>>
      given_{};  ///< place and speed at the start, of given bodies
  std::map<std::size_t, std::size_t> given_of_body_{};
};

}  // namespace luztar::modelica
