// Links and frictions along expressions of positions: mechanisms of one degree of freedom, and two
// pendulums, beside integrations in minimal coordinates. Numbers: tests/reference/rigid_geometry.py
// (80-bit arithmetic; two step lengths agree to 1e-12 and better; closed forms, where there are
// any).
#include "acceptance/rigid_geometry.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace acceptance;

namespace {

using Places = std::vector<double>;

/// The slider of 1.5 kg on a rod of 0.3 m.
std::string slider_crank(const std::string& crank, const std::string& slider,
                         const std::string& rest) {
  return "parameters = { r = 0.1, l = 0.3 }\nbodies.crank = { inertia = 0.02, " + crank +
         " }\nbodies.slider = { mass = 1.5, position = \"" + slider +
         "\" }\nlinks.rod = { deflection = "
         "\"hypot(q.slider - r*cos(q.crank), r*sin(q.crank)) - l\" }\n" +
         rest;
}

const std::string kInclined = "r*cos(0.5) + sqrt(l^2 - (r*sin(0.5))^2)";

double rod(const Places& q) {
  return std::hypot(q[1] - 0.1 * std::cos(q[0]), 0.1 * std::sin(q[0])) - 0.3;
}

double radius(const Places& q) { return std::hypot(q[0], q[1]); }

/// A mass m on a rod of length L, at rest at an angle.
std::string pendulum(const std::string& parameters, const std::string& angle,
                     const std::string& rest) {
  return "parameters = { " + parameters + " }\nbodies.x = { mass = \"m\", position = \"L*sin(" +
         angle + ")\" }\nbodies.y = { mass = \"m\", position = \"-L*cos(" + angle +
         ")\" }\nlinks.rod = { deflection = \"hypot(q.x, q.y)\" }\n"
         "forces.weight = { on = \"y\", value = \"-9.81*m\" }\n" +
         rest;
}

std::string four_bar(const std::string& drive, const std::string& rest) {
  return R"toml(
parameters = { r = 0.1, R = 0.25, l = 0.35, c = 0.3 }
bodies.crank = { inertia = 0.02 }
bodies.rocker.inertia = 0.015
bodies.rocker.position = "pi - acos(((c - r)^2 + R^2 - l^2)/(2*(c - r)*R))"
links.coupler.deflection = """
hypot(c + R*cos(q.rocker) - r*cos(q.crank), R*sin(q.rocker) - r*sin(q.crank)) - l"""
frictions.crank_pivot = { between = ["crank", "ground"], kinetic = 0.05, static = 0.08 }
frictions.rocker_pivot = { between = ["rocker", "ground"], kinetic = 0.2, static = 0.3 }
forces.drive = { on = "crank", value = ")toml" +
         drive + "\" }\n" + rest;
}

double coupler(const Places& q) {
  const double x = 0.3 + 0.25 * std::cos(q[1]) - 0.1 * std::cos(q[0]);
  return std::hypot(x, 0.25 * std::sin(q[1]) - 0.1 * std::sin(q[0])) - 0.35;
}

}  // namespace

TEST_CASE("slider-crank: the friction of the slider turns round at each dead centre") {
  const RigidRun got = rigid_run(
      {.text =
           slider_crank("position = 0.5", kInclined,
                        "frictions.guide = { between = [\"slider\", \"ground\"], kinetic = 4 }\n"
                        "forces.drive = { on = \"crank\", value = 0.5 }\n"
                        "simulation = { duration = 4, samples = 41 }\n"),
       .forces = {"rod", "guide"},
       .modes = {"guide"},
       .rows = {{1,
                 {3.5047217552873, 0.20441078804537},
                 {8.468492041434, 0.20640893537184},
                 {-11.786469530835, 4}},
                {2,
                 {14.925082421329, 0.22070230792608},
                 {16.637507225757, -0.88819916013251},
                 {-19.446255606816, -4}},
                {4,
                 {64.795388364234, 0.24714827283053},
                 {32.467123236081, -2.5973154593972},
                 {-65.220276019199, -4}}},
       .changes = {{0.95523959851761, {1}}, {1.3253360935237, {-1}}, {1.6083068089719, {1}},
                   {1.8388735256789, {-1}}, {2.0432982298262, {1}},  {2.2251639292231, {-1}},
                   {2.3933714380336, {1}},  {2.5483329879463, {-1}}, {2.6945871734419, {1}},
                   {2.8318842500233, {-1}}, {2.9630168383486, {1}},  {3.0875778511056, {-1}},
                   {3.2074815543289, {1}},  {3.3223000726024, {-1}}, {3.4334404917241, {1}},
                   {3.5404952445788, {-1}}, {3.6445502089295, {1}},  {3.7452295451742, {-1}},
                   {3.8434017670114, {1}},  {3.9387241022934, {-1}}}});
  check_link(got, 0.4, rod);
}

TEST_CASE("slider-crank: under a torque that comes and goes the slider sticks with the crank") {
  const RigidRun got = rigid_run(
      {.text = slider_crank(
           "position = 0.5", kInclined,
           "frictions.guide = { between = [\"slider\", \"ground\"], kinetic = 4, static = 6 }\n"
           "forces.drive = { on = \"crank\", value = \"0.2 + 0.7*sin(1.3*t)\" }\n"
           "simulation = { duration = 10.5, samples = 22 }\n"),
       .forces = {"rod", "guide"},
       .modes = {"guide"},
       .rows =
           {{2,
             {24.982875591386, 0.39850735001324},
             {35.213619227749, 0.69926118446021},
             {231.97504860549, 4}},
            {5, {69.718283725241, 0.37693688514415}, {0, -0}, {4.9183353750888, -4.8295922760218}},
            {10.5,
             {137.28918202697, 0.3478182383611},
             {4.4315799128514, 0.43112488130739},
             {-5.1751702007179, 4}}},
       .changes = {{0.19198468478283, {-1}}, {0.9685367141547, {1}},  {1.2146743625286, {-1}},
                   {1.3943563512082, {1}},   {1.541278281766, {-1}},  {1.6713125056525, {1}},
                   {1.7891538910124, {-1}},  {1.8996356780852, {1}},  {2.0042087825763, {-1}},
                   {2.1052904905953, {1}},   {2.2035388911633, {-1}}, {2.3005658696698, {1}},
                   {2.3968286541234, {-1}},  {2.4936958322669, {1}},  {2.5916978384926, {-1}},
                   {2.6923289417676, {1}},   {2.7965082541502, {-1}}, {2.9064169143368, {1}},
                   {3.0241742255828, {-1}},  {3.1544264833957, {1}},  {3.304352520116, {-1}},
                   {3.4938695647763, {1}},   {3.8208249901056, {-1}}, {4.028345752409, {0}},
                   {5.0972116420853, {-1}},  {5.8369593618032, {1}},  {6.082040702297, {-1}},
                   {6.2613259100614, {1}},   {6.4083237697312, {-1}}, {6.5387503568202, {1}},
                   {6.6572390831208, {-1}},  {6.7686032724225, {1}},  {6.8742833942797, {-1}},
                   {6.9767211082693, {1}},   {7.0765914697359, {-1}}, {7.1755666841033, {1}},
                   {7.2741561624128, {-1}},  {7.3738472540663, {1}},  {7.4752963654179, {-1}},
                   {7.5802528313644, {1}},   {7.689968385343, {-1}},  {7.8073080704007, {1}},
                   {7.9355430175489, {-1}},  {8.0821663084267, {1}},  {8.262103894412, {-1}},
                   {8.5420570995398, {1}},   {8.8304084849092, {0}},  {9.9924138498892, {1}}}});
  check_link(got, 0.4, rod);
}

// The time of 100 turns is an elliptic integral, by mpmath with 25 digits.
TEST_CASE("slider-crank: after 100 turns it is where it was, and its rod as long") {
  const RigidRun got = rigid_run(
      {.text = slider_crank("velocity = 10", "r + l",
                            "simulation = { duration = 73.54995623456077, samples = 1001 }\n"),
       .forces = {},
       .modes = {},
       .rows = {{73.54995623456077, {200 * std::acos(-1.0), 0.4}, {10, 0}, {}}}});
  check_link(got, 0.4, rod);
  for (const Snapshot& now : got.run.samples) {
    const double energy = 0.02 * now.v[0] * now.v[0] + 1.5 * now.v[1] * now.v[1];
    CHECK(std::abs(energy - 2) < 1e-11);
  }
}

// q.x by sin(s/2) = k cd(w t, k) too.
TEST_CASE("a pendulum in the plane is one in its angle") {
  const RigidRun got = rigid_run(
      {.text = pendulum("L = 0.7, m = 0.8", "2", "simulation = { duration = 10, samples = 101 }\n"),
       .forces = {"rod"},
       .modes = {},
       .rows = {{1,
                 {-0.65896576837247, 0.23614426970239},
                 {0.35094184833728, 0.97931093155505},
                 {-1.4107030905175}},
                {5,
                 {0.081173236018001, -0.69527757460914},
                 {-4.3699444498177, -0.51018836960191},
                 {29.917005341583}},
                {10,
                 {-0.63901636531328, 0.28575878789953},
                 {0.13463642665627, 0.30107518523947},
                 {-3.0794519711367}}}});
  check_link(got, 0.7, radius);
}

TEST_CASE("a double pendulum in the plane is one in its angles") {
  const RigidRun got = rigid_run(
      {.text = R"toml(
parameters = { l1 = 1, l2 = 0.7 }
bodies.x1 = { mass = 1, position = "l1*sin(1.2)" }
bodies.y1 = { mass = 1, position = "-l1*cos(1.2)" }
bodies.x2 = { mass = 0.6, position = "l1*sin(1.2) - l2*sin(0.5)" }
bodies.y2 = { mass = 0.6, position = "-l1*cos(1.2) - l2*cos(0.5)" }
links.upper = { deflection = "hypot(q.x1, q.y1)" }
links.lower = { deflection = "hypot(q.x2 - q.x1, q.y2 - q.y1)" }
forces.weight1 = { on = "y1", value = -9.81 }
forces.weight2 = { on = "y2", value = "-9.81*0.6" }
simulation = { duration = 2, samples = 41 }
)toml",
       .forces = {"upper", "lower"},
       .modes = {},
       .rows = {{1,
                 {-0.78808326042879, -0.61556865955954, -1.0220421885817, -1.2753134738154},
                 {0.74544018074591, -0.95435158852501, -3.3817223817754, 0.50922418892084},
                 {22.056719999282, 17.24997829925}},
                {2,
                 {0.51679359844568, -0.8561100259929, 0.69632173337204, -1.5326967896603},
                 {-2.3431611369226, -1.4144568325594, 3.8107945170066, 0.21845743697339},
                 {56.140691183785, 41.927561076092}}}});
  check_link(got, 1, radius);
  check_link(got, 1.7, [](const Places& q) { return std::hypot(q[2] - q[0], q[3] - q[1]); });
}

// Turns by m g L (cos b - cos a) = M |b - a| too.
TEST_CASE("a pendulum with dry friction at its pivot sticks inclined") {
  const RigidRun got = rigid_run({.text = pendulum("L = 0.9, m = 1.2", "1.3", R"toml(
frictions.pivot = { deflection = "atan2(q.x, -q.y)", kinetic = 1, static = 3 }
simulation = { duration = 6, samples = 61 }
)toml"),
                                  .forces = {"rod", "pivot"},
                                  .modes = {"pivot"},
                                  .rows = {{0.5,
                                            {0.21062284317043, -0.87500743878827},
                                            {-3.1759629220141, -0.7644853183932},
                                            {25.673335011414, -1}},
                                           {1.5,
                                            {-0.25039754911594, -0.86446576993929},
                                            {2.5434633499161, -0.73672898480402},
                                            {20.656512816695, 1}},
                                           {6,
                                            {-0.2135909070131, -0.87428766687019},
                                            {0, -0},
                                            {11.435682682662, 2.5143921573582}}},
                                  .changes = {{1.045882056533, {1}},
                                              {2.0571843150557, {-1}},
                                              {3.0446081056655, {1}},
                                              {4.0156870357993, {-1}},
                                              {4.9762544639378, {0}}}});
  check_link(got, 0.9, radius);
  check_rest(got, "pivot", 1, [](const Places& q) { return std::atan2(q[0], -q[1]); });
}

// Turns by m g (y - y') = F |s - s'| too.
TEST_CASE("a bead on a parabola with dry friction along its arc sticks on the slope") {
  const RigidRun got = rigid_run(
      {.text = R"toml(
parameters = { a = 0.8, m = 0.5, x0 = 1.1 }
bodies.x = { mass = "m", position = "x0" }
bodies.y = { mass = "m", position = "a*x0^2" }
links.wire = { deflection = "q.y - a*q.x^2" }
frictions.along.deflection = "q.x*sqrt(1 + 4*a^2*q.x^2)/2 + asinh(2*a*q.x)/(4*a)"
frictions.along.kinetic = 0.6
frictions.along.static = 1.4
forces.weight = { on = "y", value = "-9.81*m" }
simulation = { duration = 8, samples = 17 }
)toml",
       .forces = {"wire", "along"},
       .modes = {"along"},
       .rows = {{0.5,
                 {0.56692405083877, 0.25712230353555},
                 {-2.5450091121602, -2.30852300046},
                 {-5.9367460123052, -0.6}},
                {1,
                 {-0.80336198102644, 0.51631237804699},
                 {-1.0311210339403, 1.3253814984069},
                 {-1.6965465577455, -0.6}},
                {8, {0.049619897970709, 0.0019697074196988}, {0, 0}, {-4.905, -0.38819547063275}}},
       .changes = {{1.183550520693, {1}},
                   {2.2517716776106, {-1}},
                   {3.2248257157806, {1}},
                   {4.1230057524869, {-1}},
                   {4.9674431344607, {1}},
                   {5.7805638196545, {0}}}});
  check_link(got, 1, [](const Places& q) { return q[1] - 0.8 * q[0] * q[0]; });
}

TEST_CASE("four-bar: ten turns under a constant torque against friction at both pivots") {
  const RigidRun got = rigid_run(
      {.text = four_bar("0.3", "simulation = { duration = 3.8, samples = 39 }\n"),
       .forces = {"coupler", "crank_pivot", "rocker_pivot"},
       .modes = {"crank_pivot", "rocker_pivot"},
       .rows = {{2,
                 {17.171502925188, 2.1690951435518},
                 {17.888566084427, -3.1154131099076},
                 {-8.5877506617693, 0.05, -0.2}},
                {3.8,
                 {61.966044166104, 1.8930107564365},
                 {31.131183335968, -16.212619281069},
                 {-32.121463965632, 0.05, -0.2}}},
       .changes = {
           {0.38395947716922, {1, 1}}, {0.98079054891019, {1, -1}}, {1.2677448220151, {1, 1}},
           {1.5553896516733, {1, -1}}, {1.7518779553728, {1, 1}},   {1.9699698545976, {1, -1}},
           {2.128870869615, {1, 1}},   {2.3116517050467, {1, -1}},  {2.448630484494, {1, 1}},
           {2.6091072462664, {1, -1}}, {2.731292696879, {1, 1}},    {2.8760453016906, {1, -1}},
           {2.9873856436861, {1, 1}},  {3.1202857202286, {1, -1}},  {3.2232364011308, {1, 1}},
           {3.3467890244359, {1, -1}}, {3.4429997018283, {1, 1}},   {3.558935723547, {1, -1}},
           {3.6495777466656, {1, 1}},  {3.7591521700689, {1, -1}}}});
  check_link(got, 0.35, coupler);
}

TEST_CASE("four-bar: to and fro, both pivots turn round and stick at once") {
  const RigidRun got = rigid_run(
      {.text = four_bar("0.3*cos(1.5*t)", "simulation = { duration = 6, samples = 61 }\n"),
       .forces = {"coupler", "crank_pivot", "rocker_pivot"},
       .modes = {"crank_pivot", "rocker_pivot"},
       .rows = {{2,
                 {3.0556044821189, 2.0720278305306},
                 {-4.5277155152285, -1.2230180688057},
                 {-1.2288590331012, -0.05, -0.2}},
                {3,
                 {-4.6797110448568, 1.5183806039434},
                 {-9.1826854607552, -3.828068728463},
                 {-0.37129434827437, -0.05, -0.2}},
                {6,
                 {-0.70488298709014, 1.8036203280784},
                 {-0.29119358066766, 0.17130316676469},
                 {1.4234360601387, -0.05, 0.2}}},
       .changes = {{0.39398969036251, {1, 1}},
                   {1.3870673373319, {1, -1}},
                   {1.5032955373856, {-1, 1}},
                   {1.6463200949598, {-1, -1}},
                   {2.41160886064, {-1, 1}},
                   {2.7418859839483, {-1, -1}},
                   {3.1135607376529, {-1, 1}},
                   {3.4855706114325, {-1, -1}},
                   {3.8863396984889, {1, 1}},
                   {4.4357341891207, {1, -1}},
                   {4.8736630754782, {1, 1}},
                   {5.3856705705741, {1, -1}},
                   {5.8416771897086, {0, 0}},
                   {5.9247713749399, {-1, 1}}}});
  check_link(got, 0.35, coupler);
}

TEST_CASE("a slotted lever whose friction turns round at both ends of its way, and sticks") {
  const RigidRun got = rigid_run(
      {.text = R"toml(
parameters = { r = 0.05, c = 0.12, w0 = 12 }
bodies.crank = { inertia = 0.01, velocity = "w0" }
bodies.lever = { inertia = 0.03, velocity = "w0*r/(c + r)" }
links.slot = { deflection = "q.lever - atan2(r*sin(q.crank), c + r*cos(q.crank))" }
frictions.pivot = { between = ["lever", "ground"], kinetic = 0.5, static = 0.8 }
forces.drive = { on = "crank", value = "0.1 + 0.3*cos(t)" }
simulation = { duration = 10, samples = 101 }
)toml",
       .forces = {"slot", "pivot"},
       .modes = {"pivot"},
       .rows = {{1,
                 {21.293312077862, 0.37471791433215},
                 {29.67775056248, -8.078484941363},
                 {17.289510913767, -0.5}},
                {10,
                 {172.38127686896, 0.26071957444839},
                 {0, -0},
                 {-0.29608910078366, 0.29608910078366}}},
       .changes = {{0.14163787424235, {-1}}, {0.29456114347847, {1}},  {0.48788519265318, {-1}},
                   {0.59956580109072, {1}},  {0.75428317530051, {-1}}, {0.84926260048581, {1}},
                   {0.98601696047465, {-1}}, {1.0725629277383, {1}},   {1.2000973952533, {-1}},
                   {1.2824543883608, {1}},   {1.4059429011843, {-1}},  {1.4870051540634, {1}},
                   {1.6104714509128, {-1}},  {1.6928244424406, {1}},   {1.8203960257546, {-1}},
                   {1.907095701284, {1}},    {2.0444021315804, {-1}},  {2.1402655788279, {1}},
                   {2.2977147149663, {-1}},  {2.4133936599418, {1}},   {2.6207683613611, {-1}},
                   {2.8018099769667, {1}},   {3.2458418920736, {0}},   {5.1045914358772, {1}},
                   {5.5724933314626, {-1}},  {5.8767681421981, {1}},   {6.1615915239709, {-1}},
                   {6.3031429523129, {1}},   {6.4846287873885, {-1}},  {6.5897088138498, {1}},
                   {6.7346161720335, {-1}},  {6.8229221702831, {1}},   {6.9488513544842, {-1}},
                   {7.0276596358036, {1}},   {7.1423084702422, {-1}},  {7.2152822189441, {1}},
                   {7.322919739249, {-1}},   {7.3922800057468, {1}},   {7.4956901043883, {-1}},
                   {7.5629939179103, {1}},   {7.6642626742419, {-1}},  {7.7307604535846, {1}},
                   {7.8316815847925, {-1}},  {7.8985281294668, {1}},   {8.0008816394926, {-1}},
                   {8.0693104066809, {1}},   {8.1751433093951, {-1}},  {8.2466816226233, {1}},
                   {8.358726484425, {-1}},   {8.4355736850993, {1}},   {8.5581003640581, {-1}},
                   {8.64400635251, {1}},     {8.7851078723864, {-1}},  {8.8881352246849, {1}},
                   {9.0687532526427, {-1}},  {9.2162342415775, {1}},   {9.5818440104334, {-1}},
                   {9.8084390953734, {0}}}});
  check_link(got, 1, [](const Places& q) {
    return q[1] - std::atan2(0.05 * std::sin(q[0]), 0.12 + 0.05 * std::cos(q[0]));
  });
}
