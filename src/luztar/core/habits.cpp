#include "luztar/core/habits.h"

#include <algorithm>
#include <array>

namespace luztar {
namespace {

constexpr std::string_view kBetween =
    "write between = [\"a\", \"b\"]; one of them may be \"ground\"";
constexpr std::string_view kNoSteps =
    "there are no fixed steps: `interval` spaces the output, `tolerance` is the accuracy; "
    "`step` belongs to method = \"stepping\"";
constexpr std::string_view kNoSolver =
    "there is no solver to choose: leave it out; `method` is \"events\" or \"stepping\"";
constexpr std::string_view kExactSticking =
    "sticking is exact and needs no such number: leave it out";
constexpr std::string_view kGravity =
    "a weight is a force: [forces.weight] with on = \"BODY\" and value = \"-m*9.81\"";
constexpr std::string_view kInSimulation = "it belongs in [simulation]";
constexpr std::string_view kOfRoot = "write it at the top of the file, before the first [table]";
constexpr std::string_view kCoefficient =
    "write kinetic = 0.3 and the normal force, normal = \"m*9.81\"; without `normal` `kinetic` is "
    "a "
    "force";
constexpr std::string_view kCondition = "write a choice as if(x > 0, a, b)";
constexpr std::string_view kNesting =
    "conditions are nested: if(t > 1, if(t < 2, a, b), b), or pulse(t, 1, 1)";
constexpr std::string_view kDerivativeHabit =
    "a derivative in time: v.BODY of a body, else a state's `rate`";

constexpr std::array kHabits = {
    // --- sections of a model file
    Habit{"document", "body masses mass rigidbodies particles nodes", "bodies"},
    Habit{"document", "rotors shafts", "bodies"},
    Habit{"document", "massmatrix couplings inertia coupling", "inertias"},
    Habit{"document", "contacts contact backlash backlashes freeplay gaps",
          "write a spring with `freeplay` or `gap`, or a rigid [stops.NAME]"},
    Habit{"document", "joints constraints gears gear gearboxes transmissions", "links"},
    Habit{"document", "clutch clutches oneway oneways", "freewheels"},
    Habit{"document", "limits endstops hardstops", "stops"},
    Habit{"document", "loads actions torques torque actuators motors", "forces"},
    Habit{"document", "inputs sources data measurements", "signals"},
    Habit{"document", "constants params variables values", "parameters"},
    Habit{"document", "settings solver options sim experiment time run config", "simulation"},
    Habit{"document", "results plot plots logging outputs", "output"},
    Habit{"document", "lookup lookups functions curves maps", "tables"},
    Habit{"document", "odes ode equations dynamics", "states"},
    Habit{"document", "control pid regulator", "controllers"},
    Habit{"document", "gravity g", kGravity},
    Habit{"document", "ground world fixed base",
          "\"ground\" is there without a table: name it in `between`"},
    Habit{"document", "name description model about", "title"},
    Habit{"document", "duration samples interval tolerance maxevents method start times",
          kInSimulation},
    // --- keys that stand in another table
    Habit{
        "bodies springs dampers frictions freewheels links stops forces states controllers tables "
        "signals output sweep parameter",
        "duration samples interval maxevents times", kInSimulation},
    Habit{"simulation bodies springs frictions", "channels sampleevents", "it belongs in [output]"},
    Habit{"simulation bodies springs frictions output", "title", kOfRoot},
    Habit{"simulation", "vary measure", "it belongs in [sweep]"},
    // --- elements
    Habit{"springs dampers frictions freewheels links stops", "bodies connect connects nodes ends",
          kBetween},
    Habit{"springs dampers frictions freewheels links stops forces",
          "body1 body2 from to parent child bodya bodyb flangea flangeb base follower", kBetween},
    Habit{"springs dampers frictions freewheels links stops", "body on",
          "write between = [\"BODY\", \"ground\"]"},
    Habit{"forces", "body target at applyto", "on"},
    Habit{"springs dampers links stops", "ratio gearratio n i radii radius",
          "write arms = [ra, rb] beside `between`: d = ra qa - rb qb"},
    Habit{"bodies springs dampers frictions freewheels links stops forces states", "name id",
          "the name stands in the header: [TABLE.NAME]"},
    Habit{"bodies springs dampers frictions freewheels links stops forces", "type kind class",
          "the table says what it is: [bodies.NAME], [springs.NAME] ..."},
    Habit{"references", "world earth frame fixed wall env environment reference inertial base",
          "what does not move is \"ground\""},
    // --- bodies
    Habit{"bodies", "m", "mass"},
    Habit{"bodies", "j i momentofinertia moment rotationalinertia", "inertia"},
    Habit{"bodies", "x0 q0 x q s s0 phi phi0 theta theta0 angle pos initialposition displacement",
          "position"},
    Habit{"bodies", "v0 v w w0 omega omega0 speed rate xd dx vel initialvelocity angularvelocity",
          "velocity"},
    Habit{"bodies", "trajectory prescribed path driven given", "motion"},
    Habit{"bodies", "fixed static ground", "what does not move is \"ground\", without a table"},
    Habit{"bodies", "gravity g weight", kGravity},
    Habit{"bodies", "force f load", "forces on a body are [forces.NAME] with on = \"BODY\""},
    Habit{"bodies", "damping c", "write [dampers.NAME] with between = [\"BODY\", \"ground\"]"},
    Habit{"bodies", "friction mu", "write [frictions.NAME] with between = [\"BODY\", \"ground\"]"},
    // --- springs and dampers
    Habit{"springs", "k ks rate springrate springconstant constant kt", "stiffness"},
    Habit{"springs", "c", "write stiffness = ... or damping = ..."},
    Habit{"springs", "d cs damper viscous", "damping"},
    Habit{"springs", "l0 length freelength restlength unstretchedlength srel0 phirel0 offset",
          "rest"},
    Habit{"springs", "backlash play clearance deadband slack halfgap", "freeplay"},
    Habit{"springs", "preload pretension",
          "write rest = ...: at d = 0 the force is -stiffness times rest"},
    Habit{"springs", "friction mu", "dry friction is [frictions.NAME] beside the spring"},
    Habit{"dampers", "c d b viscous viscosity coefficient constant rate", "damping"},
    Habit{"dampers", "k stiffness", "a stiffness belongs to [springs.NAME]"},
    Habit{"springs dampers", "law function expression value f", "force"},
    // --- friction
    Habit{"frictions", "mu muk mud mukinetic mudynamic coefficient cof frictioncoefficient",
          kCoefficient},
    Habit{"frictions", "mus mustatic", "write static = 0.4 beside `kinetic` and `normal`"},
    Habit{"frictions", "coulomb fc fk fd dynamic sliding level force frictionloss peak", "kinetic"},
    Habit{"frictions", "fs breakaway stiction break fst tbrk", "static"},
    Habit{"frictions", "damping c b d fv sigma2 viscosity", "viscous"},
    Habit{"frictions", "vs stribeckvelocity vstribeck ws",
          "write stribeck = { velocity = ... } beside `static`"},
    Habit{"frictions", "load n fn normalforce preload", "normal"},
    Habit{"frictions", "model", "law"},
    Habit{"frictions", "stiffness k bristlestiffness", "sigma0"},
    Habit{
        "frictions",
        "epsilon eps vth vsmall wsmall threshold transitionvelocity regularization regularisation "
        "smoothing veps",
        kExactSticking},
    // --- stops, links, freewheels, forces
    Habit{"stops", "e cor bounce rebound coefficientofrestitution elasticity", "restitution"},
    Habit{"stops", "lower upper min max limit limits range lo hi bounds",
          "write gap = [lower, upper]; one of them may be infinite"},
    Habit{"stops", "stiffness damping k c",
          "a stop is rigid; an elastic one is a spring with gap = [lower, upper]"},
    Habit{"links", "eta loss losses", "efficiency"},
    Habit{"links", "stiffness damping k c", "a link is rigid; an elastic one is a spring"},
    Habit{"freewheels", "tooth teeth toothpitch", "pitch"},
    Habit{"forces", "f force expression torque tau amplitude magnitude law function", "value"},
    Habit{"forces", "direction sign", "the sign of `value` is the direction"},
    // --- states, controllers, signals, tables
    Habit{"states", "der derivative dot equation ode dxdt", "rate"},
    Habit{"states", "initial init x0 value initialvalue", "start"},
    Habit{"states", "jump reset resets reinit event events when to transitions", "jumps"},
    Habit{"jump", "condition if trigger event at", "when"},
    Habit{"jump", "value then set target becomes", "to"},
    Habit{"jump", "edge sense sign slope", "direction"},
    Habit{"controllers", "ts dt sampletime samplingtime step tsample", "period"},
    Habit{"controllers", "frequency fs rate", "write period = 1/frequency in s"},
    Habit{"controllers", "initial init state states", "memory"},
    Habit{"controllers", "law output equations equation code", "update"},
    Habit{"signals tables", "data csv path filename", "file"},
    Habit{"signals", "column y columns x", "value"},
    Habit{"signals", "t", "time"},
    Habit{"signals", "gain factor", "scale"},
    Habit{"signals", "unit units", "write scale = 0.001 for a column in mm"},
    Habit{"tables", "extrapolation outside", "beyond"},
    Habit{"tables", "method kind", "interpolation"},
    Habit{"parameter", "units", "unit"},
    Habit{"parameter", "description comment doc text", "about"},
    Habit{"parameter", "min max lower upper bounds", "bounds of a fit stand in [fit]: free"},
    Habit{"parameter", "default", "value"},
    // --- simulation
    Habit{"simulation",
          "dt h fixedstep maxstep timestep stepsize hmax maximumstep minstep initialstep "
          "fixedstepsize",
          kNoSteps},
    Habit{"simulation", "tend stoptime tstop endtime end tf tfinal tmax time t1 length tspan",
          "duration"},
    Habit{"simulation", "t0 tstart starttime begin", "start"},
    Habit{"simulation", "tol rtol reltol relativetolerance accuracy precision", "tolerance"},
    Habit{"simulation", "atol abstol absolutetolerance",
          "`tolerance` is relative to the size of the motion: leave it out"},
    Habit{"simulation", "solver integrator algorithm", kNoSolver},
    Habit{"simulation", "n npoints points nsamples numberofintervals intervals nsteps outputpoints",
          "samples"},
    Habit{"simulation", "outputstep sampletime dtout outputinterval sampling rate fs", "interval"},
    Habit{"simulation", "gravity g", kGravity},
    Habit{"simulation", "events maxsteps", "max_events"},
    // --- output, sweep, fit
    Habit{"output", "variables signals save columns names quantities", "channels"},
    Habit{"output", "dt step rate n points",
          "output points are `samples` or `interval` of [simulation]"},
    Habit{"output", "file folder path dir out directory", "the folder is --out DIR of the command"},
    Habit{"output", "type", "format"},
    Habit{"sweep", "parameters values range ranges grid over", "vary"},
    Habit{"sweep", "metrics outputs measures results quantities", "measure"},
    Habit{"sweep", "settle settling skip warmup", "transient"},
    Habit{"sweep", "n runs draws montecarlo", "samples"},
    Habit{"fit", "file csv measured", "data"},
    Habit{"fit", "parameters unknowns estimate", "free"},
    Habit{"fit", "columns channels compare", "match"},
    // --- expressions
    Habit{"functions", "int trunc fix entier", "write floor(x), or round(x)"},
    Habit{"functions", "ln loge", "log"},
    Habit{"functions", "sgn signum", "sign"},
    Habit{"functions", "pow power", "a power is written x^2"},
    Habit{"functions", "sqr", "a power is written x^2"},
    Habit{"functions", "fabs absolute", "abs"},
    Habit{"functions", "heaviside unitstep stepfunction", "step"},
    Habit{"functions", "fmod rem remainder", "mod"},
    Habit{"functions", "clip clamp saturate saturation limit limiter",
          "write min(max(x, lower), upper), or sat(x, a)"},
    Habit{"functions", "deadzone deadband backlash", "write luz(x, a)"},
    Habit{"functions", "piecewise where cond ifelse iff iif select merge", kCondition},
    Habit{"functions", "ramp", "write max(0, t - start)"},
    Habit{"functions", "interp interp1 interp2 lookup table",
          "write [tables.NAME] with x and y, then NAME(x)"},
    Habit{"functions", "der diff ddt dot derivative", kDerivativeHabit},
    Habit{"functions", "integral integrate integrator",
          "an integral is a state: [states.NAME] with rate = \"...\", then x.NAME"},
    Habit{"functions", "rand random randn noise",
          "noise is data: a signal with file = \"noise.csv\""},
    Habit{"functions", "lag deadtime dead_time transport", "write delay(x, T)"},
    Habit{"functions", "arcsin arccos arctan", "write asin, acos, atan"},
    Habit{"functions", "cbrt", "write sign(x)*abs(x)^(1/3)"},
    Habit{"functions", "deg2rad radians", "write x*pi/180"},
    Habit{"functions", "rad2deg degrees", "write x*180/pi"},
    Habit{"functions", "pi", "write pi, without parentheses"},
    Habit{"functions", "t time", "time is t, without parentheses; write '*' for a product"},
    Habit{"symbols", "time u clock tau now", "time is t"},
    Habit{"symbols", "e", "write exp(x) for e^x"},
    Habit{"symbols", "mpi", "pi"},
    Habit{"symbols", "g", "write 9.81, or define g under [parameters]"},
    Habit{"symbols", "dt", "there are no fixed steps; a controller has its `period`"},
    Habit{"symbols", "infinity", "inf"},
    // What stands where an operator is expected.
    Habit{"operators", "if else ? then elseif", kCondition},
    Habit{"operators", "and or & | not", kNesting},
    // Before the dot of a name.
    Habit{"prefixes", "a acc",
          "an acceleration follows from the forces and cannot be read in an expression"},
    Habit{"prefixes", "d", "write q.A - q.B; `d` alone belongs in the `force` of a spring"},
    Habit{"prefixes", "p pos position", "write q.BODY"},
    Habit{"prefixes", "vel velocity speed", "write v.BODY"},
    Habit{"prefixes", "force", "write f.ELEMENT"},
    // --- measures
    Habit{"measures", "maximum highest", "max"},
    Habit{"measures", "minimum lowest", "min"},
    Habit{"measures", "peak amax", "write max(abs(x))"},
    Habit{"measures", "average avg median", "mean"},
    Habit{"measures", "final end terminal finalvalue", "last"},
    Habit{"measures", "std stddev deviation var variance", "write rms(x), and mean(x)"},
    Habit{"measures", "peaktopeak p2p ptp pk2pk pkpk", "range"},
    Habit{"measures", "count nevents numberofevents", "events"},
    Habit{"measures", "frequency freq", "write 1/period(ELEMENT)"},
    Habit{"measures", "abs", "write max(abs(x))"},
    Habit{"measures", "energy work loss losses heat", "dissipated"},
    Habit{"measures", "stick sticking stickratio stuck", "stick_share"},
    Habit{"measures", "fft spectrum harmonic", "write amplitude(x, FREQUENCY)"},
    // --- command line
    Habit{"commands", "run sim start go execute solve", "simulate"},
    Habit{"commands", "validate lint test", "check"},
    Habit{"commands", "equations symbolic latex", "derive"},
    Habit{"commands", "eig eigen modal frequencies", "modes"},
    Habit{"commands", "linearise linear statespace ss abcd tf bode transferfunction", "linearize"},
    Habit{"commands", "steady rest trim static op", "equilibrium"},
    Habit{"commands", "scan batch mc montecarlo vary study", "sweep"},
    Habit{"commands", "identify estimate calibrate optimize optimise", "fit"},
    Habit{"commands", "simplify limit", "reduce"},
    Habit{"commands", "convert translate modelica mujoco mjcf", "import"},
    Habit{"commands", "list demo demos new init template", "examples"},
    Habit{"commands", "plot report show view",
          "luztar simulate MODEL writes report.html, a page of plots"},
    Habit{"commands", "version", "write luztar --version"},
    Habit{"commands", "help", "write luztar --help"},
    Habit{"options", "--output --outdir --outputdir --folder --dir -d --dest", "--out"},
    Habit{"options", "--param --parameter --params --parameters -p --var --override -s", "--set"},
    Habit{"options", "--tol --rtol --reltol --accuracy", "--tolerance"},
    Habit{"options", "--dt --timestep --stepsize --maxstep --fixedstep", kNoSteps},
    Habit{"options", "--stoptime --tend --end --time --endtime -t --tstop", "--duration"},
    Habit{"options", "--n --points -n --nsamples --steps", "--samples"},
    Habit{"options", "--jobs -j --cores --parallel --workers --nthreads --numthreads", "--threads"},
    Habit{"options", "--overwrite -y --yes", "--force"},
    Habit{"options", "--solver --integrator", "--method"},
    Habit{"options", "--verbose -v",
          "the summary tells all there is; luztar --version has the version"},
    Habit{"options", "--plot --html --report", "report.html is written without being asked for"},
    // --- calls in Python
    Habit{"calls", "nthreads workers njobs jobs cores numthreads", "threads"},
    Habit{"calls", "output folder outdir path dir", "out"},
    Habit{"calls", "x0 y0 initial initialstate state restart", "start"},
    Habit{"calls", "teval tspan", "times"},
};

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    if (list.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

/// Small letters without "_", and without "-" behind the first letter.
std::string plain_form(std::string_view word) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  std::string plain(word.substr(0, dashes));
  for (const char c : word.substr(dashes))
    if (c != '_' && c != '-') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return plain;
}

}  // namespace

std::span<const Habit> habits() { return kHabits; }

std::string_view habit_of(std::string_view word, std::string_view place) {
  const std::string plain = plain_form(word);
  const auto* found = std::ranges::find_if(kHabits, [&](const Habit& habit) {
    return has_word(habit.places, place) && has_word(habit.words, plain);
  });
  return found == kHabits.end() ? std::string_view{} : found->instead;
}

std::string habit_advice(std::string_view word, std::string_view place) {
  std::string instead(habit_of(word, place));
  if (instead.empty() || instead.find(' ') != std::string::npos) return instead;
  return "did you mean '" + instead + "'?";
}

}  // namespace luztar
