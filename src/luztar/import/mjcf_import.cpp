#include "luztar/import/mjcf_import.h"

#include <algorithm>
#include <array>
#include <utility>

#include "luztar/import/mjcf_parts.h"

namespace luztar::mjcf {
namespace {

constexpr std::array<std::string_view, 14> kSections{
    "compiler",  "option", "size",     "visual",   "statistic", "asset",   "default",
    "worldbody", "tendon", "equality", "actuator", "keyframe",  "contact", "sensor"};

struct Start {
  std::vector<double> positions{};
  std::vector<double> velocities{};
  std::vector<double> controls{};
  std::string name{};
};

class MjcfImporter {
 public:
  MjcfImporter(const std::string& text, const std::string& file)
      : document_(parse_xml(text, file)), tree_(tree_of(document_)), file_(file) {}

  ImportedModel imported(const std::string& key, const std::string& duration) {
    check_sections();
    parts_.refuse_contacts();
    const Start start = start_of(key);
    parts_.set_start(start.positions);
    if (tree_.joints.empty())
      Document::fail(document_.root().where, "no joint moves in this model",
                     "give it hinge or slide joints");
    model_.title = document_.text(document_.root(), "model", "MuJoCo model");
    model_.head.push_back("Made by luztar import of " + file_.substr(file_.rfind('/') + 1) +
                          (start.name.empty() ? "" : ", key " + start.name));
    model_.head.push_back(
        "Limits, equalities and frictionloss are exact here: solref and solimp of the source are "
        "left out.");
    const JointInertia inertia = inertia_of(tree_, gravity());
    add_bodies(inertia, start);
    for (std::size_t i = 0; i < tree_.joints.size(); ++i) parts_.add_joint(i);
    parts_.add_gravity(inertia);
    for (const Element* one : document_.section("tendon")) parts_.add_tendon(*one);
    for (const Element* one : document_.section("equality")) parts_.add_equality(*one);
    std::size_t number = 0;
    for (const Element* one : document_.section("actuator")) {
      parts_.add_actuator(*one, number < start.controls.size() ? start.controls[number] : 0.0);
      ++number;
    }
    model_.add("simulation", "", "").value("duration", duration.empty() ? "1" : duration);
    return std::move(model_);
  }

 private:
  void check_sections() const {
    for (const Element& one : document_.root().children) {
      if (std::find(kSections.begin(), kSections.end(), one.name) == kSections.end())
        Document::fail(one.where, "<" + one.name + "> is not imported",
                       "take it away, or put what it includes into this file");
      if (one.name == "option") check_options(one);
    }
  }

  void check_options(const Element& option) const {
    document_.refuse(option, {{"density", "0"}, {"viscosity", "0"}, {"wind", "0 0 0"}});
    for (const Element& flag : option.children) {
      if (flag.name != "flag") continue;
      for (const char* name : {"frictionloss", "limit", "equality", "passive", "actuation",
                               "constraint", "spring", "damper", "clampctrl"})
        if (!document_.truth(flag, name, true))
          Document::fail(flag.where,
                         std::string("the flag ") + name + "=\"disable\" is not imported",
                         "take away what it disables");
    }
  }

  Vector3 gravity() const {
    Vector3 g{0.0, 0.0, -9.81};
    for (const Element& one : document_.root().children) {
      if (one.name != "option") continue;
      if (const auto list = document_.numbers(one, "gravity", 3))
        g = {(*list)[0], (*list)[1], (*list)[2]};
      for (const Element& flag : one.children)
        if (flag.name == "flag" && !document_.truth(flag, "gravity", true)) return {};
    }
    return g;
  }

  Start start_of(const std::string& wanted) const {
    const std::size_t n = tree_.joints.size();
    Start start{
        .positions = {}, .velocities = std::vector<double>(n, 0.0), .controls = {}, .name = ""};
    for (const Joint& joint : tree_.joints) start.positions.push_back(joint.reference);
    std::vector<std::string> names;
    for (const Element* one : document_.section("keyframe")) {
      const std::string name = document_.text(*one, "name", "");
      names.push_back(name);
      if (!wanted.empty() && name != wanted) continue;
      start.name = name.empty() ? "1" : quote(name);
      if (const auto list = document_.numbers(*one, "qpos", n)) start.positions = *list;
      if (const auto list = document_.numbers(*one, "qvel", n)) start.velocities = *list;
      if (const auto list = document_.numbers(*one, "ctrl", 0)) start.controls = *list;
      return start;
    }
    if (wanted.empty()) return start;
    const std::string close = closest_name(wanted, names);
    throw ModelError(
        {file_, 0, 0}, "no key " + quote(wanted) + " in <keyframe>",
        close.empty() ? "leave --key out for the first" : "did you mean '" + close + "'?");
  }

  void add_bodies(const JointInertia& inertia, const Start& start) {
    const std::size_t n = tree_.joints.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Joint& joint = tree_.joints[i];
      const double armature = document_.number(*joint.element, "armature", 0.0, joint.inherited);
      ImportedTable& body = model_.add("bodies", joint.name, joint.turns ? "a hinge" : "a slide");
      body.value(joint.turns ? "inertia" : "mass", FormulaText(inertia.mass[i][i] + armature).text);
      if (start.positions[i] != 0.0) body.value("position", FormulaText(start.positions[i]).text);
      if (start.velocities[i] != 0.0) body.value("velocity", FormulaText(start.velocities[i]).text);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (inertia.mass[i][j] != 0.0)
          model_.add("inertias", tree_.joints[j].name + "_" + tree_.joints[i].name, "")
              .raw("between",
                   "[\"" + tree_.joints[j].name + "\", \"" + tree_.joints[i].name + "\"]")
              .value("value", FormulaText(inertia.mass[i][j]).text);
  }

  ImportedModel model_{};
  Document document_;
  Tree tree_;
  std::string file_;
  Parts parts_{document_, tree_, model_};
};

}  // namespace

ImportedModel imported(const std::string& text, const std::string& file, const std::string& key,
                       const std::string& duration) {
  return MjcfImporter(text, file).imported(key, duration);
}

}  // namespace luztar::mjcf
