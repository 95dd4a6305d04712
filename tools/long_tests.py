"""Tests that draw their models at random, by the names of `./check --long NAME`."""
import dataclasses

CASES, PROGRAM, PYTEST = "cases of a test program", "a test of the program", "a test of the package for Python"


@dataclasses.dataclass(frozen=True)
class LongTest:
    """A test that draws as many models as one asks for."""

    name: str
    count: int  # how many are drawn if one does not say it
    what: str
    kind: str
    where: str  # the program, or the script
    cases: str = ""  # of a program of doctest: filter on names
    environment: dict[str, str] = dataclasses.field(default_factory=dict)

    def command(self, python: str, package_python: str) -> list[str]:
        """The command line, from the root of the project."""
        if self.kind == CASES:
            return [f"build/release/{self.where}", f"-tc={self.cases}"]
        if self.kind == PYTEST:
            return [package_python, "-m", "pytest", self.where]
        return [python, self.where]


def _acceptance(name: str, count: int, what: str, cases: str) -> LongTest:
    return LongTest(name, count, what, CASES, "test_acceptance", cases)


ALL = {test.name: test for test in (
    _acceptance("nests", 20000, "nests of functions in expressions, beside direct evaluation", "random nests*"),
    _acceptance("floors", 2000, "rows of blocks on a floor, frictions between them", "rows of blocks break*,rows of blocks under*,rows of blocks move*"),
    _acceptance("floor-balance", 300, "rows of blocks that hold each other, balance of each", "rows of blocks on a floor keep*"),
    _acceptance("rich", 2000, "networks of every kind of element", "networks of every kind*,forces that are kinks*"),
    _acceptance("changes", 2000, "the same with numbers that change at random times", "networks whose numbers*"),
    _acceptance("held", 500, "frictions on cycles beside masses over 6 and 10 decades", "frictions on cycles break*"),
    _acceptance("graphs", 500, "graphs of friction pairs, so many of each kind", "graphs of*"),
    _acceptance("functions", 2000, "generated C and Python of random models", "random models of every*"),
    _acceptance("function-states", 10000, "generated C and Python, states of each example", "generated C and*"),
    _acceptance("function-networks", 60, "generated C and Python of networks", "random networks of every*"),
    _acceptance("ratchets", 200, "ratchets in the second engine", "*same teeth*"),
    _acceptance("drives", 500, "drives: tables, states, controllers, pressed frictions, ratchets", "drives*,*reverse a drive*"),
    _acceptance("drives-second", 50, "drives in the second engine", "*same motion of drives*"),
    _acceptance("controllers", 100, "sampled controllers in the second engine", "*with a sampled controller*"),
    _acceptance("states", 100, "states of a model in the second engine", "*with states of their own*"),
    _acceptance("grids", 2000, "tables of two inputs beside nested `if`", "grids and nested*"),
    _acceptance("geometry", 500, "deflections along expressions beside actions by their gradients", "*along an expression*"),
    _acceptance("lines", 1500, "links, frictions, stops along sums beside constant arms", "networks along*"),
    _acceptance("everything", 500, "networks with everything that the language has", "*with everything*"),
    _acceptance("losses", 1500, "links with losses that press frictions", "*rigid links that press*"),
    _acceptance("jams", 1000, "gears, lifts, screws and blocks that could jam, and do not", "findings: random*"),
    _acceptance("massless", 600, "networks with massless bodies", "networks of bodies without mass*"),
    _acceptance("forces", 500, "forces of elements that are read by others", "*pressed by another element*"),
    _acceptance("slow", 500, "networks with slow and fast parts", "random linear networks*,the same with bodies without*"),
    _acceptance("recompiled", 500, "models compiled again with other numbers", "*compiled again or anew*"),
    _acceptance("jumps", 5000, "states that jump beside an integrator of its own", "random oscillators with friction*"),
    _acceptance("shifts", 3000, "gears that shift, beside matrix exponentials", "gears that shift go*"),
    _acceptance("thrown", 1000, "bodies thrown on a rough floor, beside closed flights", "random bodies are thrown*"),
    _acceptance("teeth", 1000, "teeth that pass a pallet, beside closed motions", "random teeth*"),
    _acceptance("contacts", 1000, "contact elements of massless pads", "contact elements break*"),
    _acceptance("jumped", 1000, "massless bodies that jump, beside exact paths", "networks between walls*,networks beside masses*"),
    _acceptance("delays", 1000, "delays beside a method of steps of its own", "random delayed oscillators*"),
    _acceptance("angles", 300, "pendulums that go over the top", "random pendulums*"),
    _acceptance("beads", 300, "beads on wires beside a Runge-Kutta", "random beads*"),
    _acceptance("linkages", 300, "four-bars with backstops", "random four-bars*"),
    _acceptance("bounces", 300, "parallel stops, elastic balls, so many of each", "random stops*,random balls*"),
    _acceptance("approaches", 300, "overdamped bodies near rest beside their closed form", "random bodies near rest*"),
    _acceptance("limits", 500, "limits of parameters, and whether they hold", "random limits*"),
    _acceptance("sharpness", 1, "the smallest wrong numbers that proofs refuse; --show prints them", "*smallest wrong numbers*"),
    LongTest("impacts", 100000, "impacts with friction and restitution", CASES, "test_dynamics", "*impact with friction*"),
    LongTest("symbols", 1000, "linear systems in symbols at other values", CASES, "test_linear", "*formulas at other values*"),
    LongTest("freewheels", 3000, "freewheels beside an enumeration in fractions", CASES, "test_simulate", "*exact enumeration*"),
    LongTest("stops", 300, "stops by steps and by half steps beside events", CASES, "test_simulate", "*networks with stops falls*"),
    LongTest("restarts", 100, "runs that are killed, so many of each kind and model", PROGRAM, "tests/restarts/restarts_test.py"),
    LongTest("signals", 50, "runs that are asked to end, so many of each model", PROGRAM, "tests/restarts/signals_test.py"),
    LongTest("faults", 0, "runs on a full disk; 0: full from any call on", PROGRAM, "tests/restarts/faults_test.py"),
    LongTest("sweeps", 50, "sweeps that are killed", PROGRAM, "tests/restarts/sweep_test.py"),
    LongTest("formulas", 500, "printed formulas, read back", PROGRAM, "tests/formulas/printed_formulas_test.py"),
    LongTest("exports", 20, "examples as programs in C, random inputs and parameters of each", PROGRAM,
             "tests/export/export_c_test.py", environment={"LUZTAR_ALL_EXAMPLES": "1"}),
    LongTest("steps", 12, "steps computed again, so many of each of 18 kinds", PROGRAM, "tests/steps/stepping_recomputed_test.py"),
    LongTest("templates", 100, "templates of [repeat] written out, by each method", PROGRAM, "tests/networks/repeat_test.py"),
    LongTest("instances", 1000000, "mistakes in templates of so many instances", PROGRAM, "tests/networks/mistakes_test.py"),
    LongTest("outputs", 500, "sections [output], runs of 1e7 samples", PROGRAM, "tests/networks/output_test.py",
             environment={"LUZTAR_SAMPLES": "10000000"}),
    LongTest("threads", 30, "large networks on 1, 2, 4 threads, by each method", PROGRAM, "tests/networks/threads_test.py"),
    LongTest("sheets", 400, "sheets of blocks beside their steps", PROGRAM, "tests/networks/sheets_test.py"),
    LongTest("islands", 50, "networks in islands beside their parts and one piece", PROGRAM, "tests/networks/islands_test.py"),
    LongTest("locking", 300, "drives that lock themselves beside elastic ones", PROGRAM, "tests/locking/self_locking_test.py"),
    LongTest("rows", 1000, "rows at sampling instants, on grids", PROGRAM, "tests/rows/rows_on_grids_test.py"),
    LongTest("grids-python", 1000, "rows at sampling instants, from Python", PYTEST, "tests/python/grids_test.py"),
    LongTest("derivatives", 1500, "derivatives beside differences", PYTEST, "tests/python/derivatives_random_test.py"),
    LongTest("derivatives-combined", 500, "derivatives of models that combine features", PYTEST,
             "tests/python/derivatives_combined_test.py"),
    LongTest("fmus", 64, "examples as FMUs in FMPy: valid, steps, events of CVode", PYTEST, "tests/python/fmu_test.py"),
    LongTest("fmus-compiled", 64, "examples as compiled FMUs in FMPy: valid, steps", PYTEST,
             "tests/python/compiled_fmu_test.py"),
    LongTest("fmus-calls", 2000, "random calls of compiled FMUs beside those of any model", CASES, "test_exchange",
             "calls of compiled FMUs*"),
    LongTest("modelica", 64, "examples as Modelica: read by pymoca, and back by import", PROGRAM,
             "tests/python/modelica_files_test.py"),
    LongTest("modelica-networks", 1000, "random networks and formulas as Modelica, and back", CASES, "test_exchange",
             "random networks have*,random formulas have*"),
    LongTest("dense", 500, "values at any time", PYTEST, "tests/python/dense_random_test.py"),
    LongTest("laws", 100, "the law of friction from noisy data, so many of each (an hour)", PYTEST, "tests/python/law_choice_test.py"),
)}
