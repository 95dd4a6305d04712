#!/usr/bin/env python3
"""Programs that `luztar export c` writes: compiled, run, and held against `luztar simulate` and a
stepper.

LUZTAR_ALL_EXAMPLES=1: all examples that are exported. LUZTAR_COUNT: so many random changes of inputs
and of parameters for each. LUZTAR_FIRST: the first of them."""
import csv
import math
import os
import pathlib
import random
import re
import shutil
import tempfile
import tomllib
import unittest
from collections.abc import Iterator

from exported import APP, EXAMPLES, FLAGS, Event, Exported, Reached, Refused, Stepper, run

FEW = ["preloaded_pads", "two_blocks_m2_zero"]
DRIVEN = ["belt", "two_blocks_on_ground"]
COUNT = int(os.environ.get("LUZTAR_COUNT", "1"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "0"))
ALL = bool(os.environ.get("LUZTAR_ALL_EXAMPLES"))
REFUSED = {"iwan": "joint_1", "ratchet": "drive", "slider_crank": "pin", "steering": "column",
           "worm_gear_rigid": "mesh_loss_plus"}
ENDED = {"bouncing_ball": "bounces of a stop follow each other without an end",
         "rattling_gear": "bounces of a stop follow each other without an end",
         "hertz_impact": "the step would be below the rounding of the time",
         "gear_system_simplified_1": "the limit of evaluations is reached"}
TIMES = 1e-9  # of the larger of 1 s and the time
STATES = 1e-8  # of the largest value of the run
CHAOTIC = {"burridge_knopoff": 1e-5}
END = 1e-12  # what happens within this of the end instant is before it or behind it by rounding
DRIVEN_TIMES, DRIVEN_STATES = 1e-7, 1e-6


JUMPS = """
parameters.F = 0
simulation.duration = 2
[bodies]
b = { mass = 1, velocity = 3 }
c = { motion = "abs(t - 0.9)" }
[states.x]
rate = "step(t - 0.3) - x.x"
[signals]
one = { value = "1 + step(t - 0.5)" }
two = { value = "one*(1 + 0*step(t - 0.7))" }
[springs.s]
between = ["b", "c"]
stiffness = 10
[frictions.f]
between = ["b", "ground"]
kinetic = 0.2
static = 0.3
normal = "1 + step(t - 0.2)*two"
[forces]
g = { on = "b", value = "x.x + step(t - 0.3)" }
h = { on = "b", value = "F*step(t - 0.3)" }
"""


def chosen(few: list[str]) -> list[str]:
    every = [file.stem for file in sorted(EXAMPLES.glob("*.toml"))]
    return [n for n in every if n not in REFUSED and n not in ENDED] if ALL else few


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines()))[1:]


def is_at(end: float, t: float) -> bool:
    return abs(t - end) <= END*max(1.0, end)


def before(end: float, events: list[list[str]]) -> list[list[str]]:
    return [row for row in events if not is_at(end, float(row[0]))]


def until(end: float, events: list[Event]) -> list[Event]:
    return [event for event in events if not is_at(end, event.t)]


def names_in(header: str, prefix: str) -> list[str]:
    return re.findall(rf"\b\w+_{prefix}_(\w+)[,\n ]", header)


def told(events: list[Event]) -> list[tuple[str, str, tuple[int, int]]]:
    return [(event.name, event.cause, event.change) for event in events]


class Driven:
    """Random changes of inputs or of parameters of an example."""

    def __init__(self, name: str, folder: pathlib.Path, of_inputs: bool, seed: int):
        self.draw, self.model = random.Random(seed), EXAMPLES / f"{name}.toml"
        text = tomllib.loads(self.model.read_text())
        duration = text["simulation"]["duration"]
        self.end = min(10.0, duration) if isinstance(duration, (int, float)) else 1.0
        inputs: tuple[str, ...] = ()
        if of_inputs:
            candidates = [*text.get("parameters", {}), *text.get("signals", {})]
            known = [name for name in candidates if self.is_input(name)]
            inputs = tuple(self.draw.sample(known, min(len(known), 2)))
        self.exported = Exported(self.model, folder, inputs)
        self.values = self.defaults((folder / f"{name}.c").read_text())

    def is_input(self, name: str) -> bool:
        try:
            Stepper(self.model, [], (name,)).close()
        except Refused:
            return False
        return True

    @staticmethod
    def defaults(source: str) -> dict[str, float]:
        text = source[source.index(" default_parameters("):]
        text = text[:text.index("dependent_parameters(p)")]
        return {n: float(v) for n, v in re.findall(r"p->(\w+) = ([-+.e0-9]+);", text)}

    def actions(self) -> Iterator[str]:
        times = sorted(self.draw.uniform(0.0, self.end) for _ in range(self.draw.randint(2, 5)))
        names = [n for n in self.exported.parameters if self.values.get(n)]
        for t in times:
            yield f"to {t!r}"
            if self.exported.inputs:
                place = self.draw.randrange(len(self.exported.inputs))
                size = self.values.get(self.exported.inputs[place]) or 1.0
                yield f"input {place} {size*self.draw.choice([0.5, 0.9, 1.1, 1.5, 0.0])!r}"
            elif names:
                name = self.draw.choice(names)
                yield f"set {name} {self.values[name]*self.draw.choice([0.7, 0.9, 1.1, 1.3])!r} ;"
        yield f"to {self.end!r}"

    def follow(self) -> tuple[list[str], list[Reached], list[Reached]] | None:
        """Nothing where luztar refuses a value, as a static friction below the kinetic one."""
        actions = list(self.actions())
        header = (self.exported.folder / f"{self.exported.name}.h").read_text()
        stepper = Stepper(self.model, names_in(header, "BODY"), self.exported.inputs)
        try:
            wanted = stepper.follow(actions)
        except Refused:
            return None
        finally:
            stepper.close()
        return actions, wanted, Exported.follow(self.exported.compile(), actions)


class ExportCTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def export(self, name: str, *inputs: str) -> Exported:
        return Exported(EXAMPLES / f"{name}.toml", self.folder, inputs)

    def program(self, name: str) -> str:
        """That for trying."""
        program = str(self.folder / f"{name}.exe")
        done = run("cc", *FLAGS, "-DLUZTAR_MAIN", str(self.folder / f"{name}.c"), "-o", program,
                   "-lm")
        self.assertEqual(done.stderr, "")
        return program

    def compile(self, name: str) -> None:
        source = str(self.folder / f"{name}.c")
        for compiler, level in (("gcc", "-O1"), ("clang", "-O0")):
            if shutil.which(compiler) is None:
                continue
            done = run(compiler, *FLAGS, level, "-c", source, "-o", f"{source}.o")
            self.assertEqual((done.returncode, done.stderr), (0, ""), f"{name} {compiler}")
            unknown = run("nm", "-u", f"{source}.o").stdout
            self.assertNotRegex(unknown, "malloc|calloc|realloc|free|printf")

    def test_events_and_end_state_are_those_of_simulate(self) -> None:
        for name in chosen(FEW):
            with self.subTest(name):
                self.assertEqual(self.export(name).made.stderr, "")
                self.compile(name)
                program = run(self.program(name))
                self.assertIn(": fine", program.stderr)
                out = self.folder / "out"
                run(APP, "simulate", str(EXAMPLES / f"{name}.toml"), "--no-report", "-o", str(out))
                with (out / "trajectory.csv").open() as file:
                    trajectory = list(csv.reader(file))
                end = float(trajectory[-1][0])
                self.compare_events(name, before(end, rows(program.stdout)),
                                    before(end, rows((out / "events.csv").read_text())))
                self.compare_states(name, program.stderr, trajectory)

    @unittest.skipUnless(ALL, "of all examples")
    def test_the_others_end_with_a_status_in_words(self) -> None:
        for name, words in ENDED.items():
            with self.subTest(name):
                self.export(name)
                self.compile(name)
                self.assertIn(words, run(self.program(name)).stderr)

    def compare_events(self, name: str, got: list[list[str]], wanted: list[list[str]]) -> None:
        self.assertEqual([row[1:4] + row[4].split()[:1] for row in got],
                         [row[1:4] + row[4].split()[:1] for row in wanted])
        for own, other in zip(got, wanted):
            t = float(other[0])
            self.assertLess(abs(float(own[0]) - t), CHAOTIC.get(name, TIMES)*max(1.0, abs(t)))

    def compare_states(self, name: str, printed: str, trajectory: list[list[str]]) -> None:
        own = [line.split() for line in printed.splitlines()[1:]]
        for place, kind in enumerate(("q.", "v.")):
            columns = [i for i, head in enumerate(trajectory[0]) if head.startswith(kind)]
            self.assertEqual(len(columns), len(own))
            for i, numbers in zip(columns, own):
                size = max(abs(float(row[i])) for row in trajectory[1:])
                self.assertLessEqual(abs(float(numbers[place]) - float(trajectory[-1][i])),
                                     CHAOTIC.get(name, STATES)*size, trajectory[0][i])

    def compare_with_stepper(self, of_inputs: bool) -> None:
        compared = 0
        for name in chosen(DRIVEN):
            for seed in range(FIRST, FIRST + COUNT):
                driven = Driven(name, self.folder, of_inputs, seed)
                if driven.exported.made.returncode or (of_inputs and not driven.exported.inputs):
                    continue
                followed = driven.follow()
                if followed is None:
                    continue
                compared += 1
                with self.subTest(name, seed=seed, actions=followed[0]):
                    self.compare_steps(*followed[1:])
        self.assertGreater(compared, 0)

    def compare_steps(self, wanted: list[Reached], got: list[Reached]) -> None:
        """The program may end where the stepper does, not elsewhere."""
        for place, (one, other) in enumerate(zip(wanted, got)):
            self.assertEqual(bool(one.words), bool(other.words), (one.words, other.words))
            if one.words:
                return
            events, own_events = one.events, other.events
            if place == 0:  # modes at the start are no events of a program
                events = own_events = []
            if place == len(wanted) - 1:
                events, own_events = until(one.t, events), until(one.t, own_events)
            self.assertEqual(told(events), told(own_events))
            for event, own in zip(events, own_events):
                self.assertLess(abs(event.t - own.t), DRIVEN_TIMES*max(1.0, event.t))
            size = max(map(abs, one.state)) or 1.0
            for value, own_value in zip(one.state, other.state):
                self.assertLess(abs(value - own_value), DRIVEN_STATES*size)

    def test_inputs_act_as_those_of_a_stepper(self) -> None:
        self.compare_with_stepper(of_inputs=True)

    def test_other_parameters_act_as_those_of_a_stepper(self) -> None:
        self.compare_with_stepper(of_inputs=False)

    def test_rows_of_jumps_name_whose_pieces_change(self) -> None:
        """Those that others share, that make no difference, and of a normal force, a rate, a motion."""
        model = self.folder / "jumps.toml"
        model.write_text(JUMPS)
        actions = ["to 0.6", "set F 1 ;", "to 2"]
        stepper = Stepper(model, ["b", "c"])
        wanted = stepper.follow(actions)
        stepper.close()
        self.compare_steps(wanted, Exported.follow(Exported(model, self.folder).compile(), actions))
        self.assertGreater(sum(event.cause == "jump" for one in wanted for event in one.events), 5)

    def test_a_force_that_only_reaches_zero_does_not_end_the_run(self) -> None:
        model = self.folder / "press.toml"
        model.write_text('bodies.pad = { mass = 1, velocity = 5 }\nfrictions.shoe = { between = '
                         '["pad", "ground"], kinetic = 0.1, normal = "max(0, 1 - 2*t) + (t - 0.7)^2'
                         '*step(t - 0.5)" }\nsimulation.duration = 1\n')
        Exported(model, self.folder)
        self.assertIn("t = 1: fine", run(self.program("press")).stderr)

    def test_values_are_refused_as_by_a_stepper(self) -> None:
        refused = 0
        for name in chosen(DRIVEN):
            exported = self.export(name)
            values = Driven.defaults((self.folder / f"{name}.c").read_text())
            known = [n for n in exported.parameters if values.get(n)]
            changes = [{n: v} for n in known
                       for v in (math.nan, math.inf, -math.inf, -values[n], 0.0)]
            answers = Exported.answers(exported.compile(), changes)
            self.assertEqual(len(answers), len(changes))
            for change, (status, unchanged) in zip(changes, answers):
                with self.subTest(name, change=change):
                    self.assertEqual(status != 0, unchanged)
                    (value,) = change.values()
                    if status == 0 or value not in (0.0, math.inf):  # the structure stays
                        stepper = Stepper(exported.model, [])
                        words = stepper.refuses(change)
                        stepper.close()
                        if "starts at" not in words:  # what could not begin may go on
                            self.assertEqual(status != 0, words != "", words)
                refused += status != 0
        self.assertGreater(refused, 0)

    def test_the_motion_does_not_depend_on_the_step(self) -> None:
        self.export("belt")
        program = self.program("belt")
        self.assertEqual(run(program, "20", "0.001").stdout, run(program, "20", "0.37").stdout)

    def test_a_negative_normal_force_ends_the_run(self) -> None:
        model = self.folder / "press.toml"
        model.write_text('bodies.pad = { mass = 1, velocity = 5 }\nfrictions.shoe = { between = '
                         '["pad", "ground"], kinetic = 0.1, normal = "1 - 2*t" }\n'
                         'simulation.duration = 1\n')
        Exported(model, self.folder)
        said = run(self.program("press")).stderr
        self.assertIn("a normal force falls below 0", said)
        self.assertAlmostEqual(float(said.split()[2].rstrip(":")), 0.5, places=9)

    def test_what_cannot_be_exported_is_refused_by_name(self) -> None:
        for name, culprit in REFUSED.items():
            made = self.export(name).made
            self.assertNotEqual(made.returncode, 0)
            self.assertRegex(made.stderr, rf"{name}\.toml:\d+:\d+: .*'{culprit}'")


if __name__ == "__main__":
    unittest.main()
