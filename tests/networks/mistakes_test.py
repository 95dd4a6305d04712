#!/usr/bin/env python3
"""One mistake in a template is one message, at its place, with the first instance that has it and how many more do.

LUZTAR_APP is the program, LUZTAR_INSTANCES how many instances a template has.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from runs import APP  # noqa: E402

N = int(os.environ.get("LUZTAR_COUNT", "1500"))
PARTS = {
    "locals": 'm = "1 + 0.1*sin(i)"\nmu = { uniform = [0.9, 1.1], seed = 7 }',  # lines 6, 7
    "body": 'mass = "m"\nvelocity = 0',                                         # 9, 10
    "spring": 'between = ["block", "block[i+1]"]\nwhere = "i < count"\nstiffness = 100',  # 12 to 14
    "floor": 'between = ["block", "ground"]\nkinetic = "mu*F"',                 # 16, 17
    "rest": "", "method": "stepping",
}
MODEL = """[parameters]
F = {{ value = 1.0, unit = "N" }}
[repeat.chain]
count = {count}
[repeat.chain.parameters]
{locals}
[repeat.chain.bodies.block]
{body}
[repeat.chain.springs.couple]
{spring}
[repeat.chain.frictions.floor]
{floor}
{rest}
[simulation]
duration = 1.0
method = "{method}"
{step}
"""
HALF = N // 2


def more(number):
    return f" (and so in {number} more)" if number else ""


def negative(i):
    return 1 + 0.1 * math.sin(i) - 1.09 < 0


def chain(middle, **parts):
    """(parts of the file that are not as usual, the only line)"""
    return parts, middle


CASES = {
    "an index beyond the end": chain(
        f'12:22: couple_{N}: there is no block[{N + 1}], the last one is block[{N}]; leave this element out there, '
        'for example with where = "i < count"', spring='between = ["block", "block[i+1]"]\n\nstiffness = 100'),
    "an index beyond the end, in all instances": chain(
        f'12:22: couple_1: there is no block[{N + 1}], the last one is block[{N}]{more(N - 1)}; leave this element out '
        'there, for example with where = "i < count"', spring=f'between = ["block", "block[i+{N}]"]\n\nstiffness = 100'),
    "an index that is no whole number": chain(
        f"12:22: couple_1: this index of 'block' is not a whole number{more(N - HALF - 1)}; an index is made of i, "
        "parameters and numbers", spring='between = ["block", "block[if(i < 2, 1/2, i/2)]"]\nwhere="i>0"\nstiffness = 1'),
    "a division by zero in an index": chain(
        "12:22: couple_7: this index of 'block' is not a whole number; an index is made of i, parameters and numbers",
        spring='between = ["block", "block[if(i > 7, i - 1, 1 + i + 0/(i-7))]"]\n\nstiffness = 1'),
    "a neighbour that is not known": chain(
        "12:22: no body 'blok'; did you mean 'block'?", spring='between = ["block", "blok[i+1]"]\n\nstiffness = 1'),
    "a body of the instance that is not there": chain(
        "16:13: floor_1: there is no block_1 here (and so in 6 more); give this element the same condition `where`",
        body='mass = "m"\nwhere = "i > 7"', spring='between = ["block", "block[i+1]"]\nwhere = ["i > 7", "i < count"]\n'
        'stiffness = 1'),
    "a body with itself": chain(
        f"12:22: couple_1 names 'block_1' twice{more(N - 1)}; name two different bodies",
        spring='between = ["block", "block[i]"]\n\nstiffness = 1'),
    "a body with itself at one end": chain(
        "12:22: couple_1 names 'block_1' twice; name two different bodies",
        spring='between = ["block", "block[max(i-1, 1)]"]\n\nstiffness = 1'),
    "the same body twice in a sum": chain(
        f"12:23: couple_1 names 'block_1' twice{more(N - 1)}; name two different bodies",
        spring='across = { block = 1, "block[i]" = -2 }\n\nstiffness = 1'),
    "a wrong unit": chain(
        "9:9: mass is in kg or kg m2, but 'F' is in N; check the unit of the parameter or the key",
        body='mass = "F"\nvelocity = 0'),
    "a value out of range": chain(
        f"9:9: the mass of 'block_1' is negative (-0.005852901519210363){more(sum(map(negative, range(1, N + 1))) - 1)}; "
        "it must be 0 or more", body='mass = "m - 1.09"\nvelocity = 0'),
    "a division by zero": chain(
        "17:12: the kinetic friction of 'floor_500' is not a finite number; give it a finite number",
        floor='between = ["block", "ground"]\nkinetic = "1/abs(i-500)"'),
    "a parameter divided by zero": chain(
        "6:6: the mass of 'block_500' is not a finite number; give it a finite number",
        locals='m = "1/(i-500)^2"\nmu = 1'),
    "a condition that is no number": chain(
        "13:10: in `where` (i = 3): this is not a number; compare numbers",
        spring='between = ["block", "ground"]\nwhere = "(i-3)/(i-3) > 2"\nstiffness = 1'),
    "a condition that cannot be read": chain(
        "11:12: in `where`: unexpected '!'; use <, <=, > or >= inside if(condition, a, b)",
        body='mass = "m"\n\nwhere = "i != 7"'),
    "a name that is not known": chain(
        "9:9: no parameter 'mm'; there is F", body='mass = "mm"\nvelocity = 0'),
    "a name that is not known in a condition": chain(
        "13:14: no parameter 'nn'; there is count, i, m, mu and F",
        spring='between = ["block", "ground"]\nwhere = "i < nn"\nstiffness = 1'),
    "static below kinetic friction": chain(
        f"18:10: the static friction of 'floor_4' (1) is less than the kinetic one (4){more(N - 4)}; raise static or "
        "lower kinetic", floor='between = ["block", "ground"]\nkinetic = "if(i < 4, 1, i)"\nstatic = 1'),
    "a coordinate of a neighbour": chain(
        f'18:15: floor_{N - 1}: there is no block[{N + 1}], the last one is block[{N}]{more(1)}; leave this element out '
        'there, for example with where = "i < count"',
        floor='between = ["block", "ground"]\nkinetic = 1\nnormal = "abs(q.block[i+2])"'),
    "a seed of its own": chain(
        "7:34: the seed of 'mu' cannot depend on the instance; one seed gives every instance a number of its own",
        locals='m = 1\nmu = { uniform = [1, 2], seed = "i" }'),
    "most below least": chain(
        f"7:24: 'mu' (i = 6) has its least value above its most{more(N - 6)}; write uniform = [least, most]",
        locals='m = 1\nmu = { uniform = ["i", 5], seed = 1 }'),
    "a negative deviation": chain(
        f"7:22: 'mu' (i = 6) has a negative deviation{more(N - 6)}; it must be 0 or more",
        locals='m = 1\nmu = { normal = [1, "5-i"], seed = 1 }'),
    "a name that an instance has": chain(
        "18:9: the name 'block_7' is taken by a body in line 8; bodies need different "
        "names", rest="[bodies.block_7]\nmass = 1"),
    "instances of two templates with one name": chain(
        f"24:21: the name 'x_1_1' is taken by a body in line 20{more(N - 1)}; bodies need different names", rest=f'[repeat.other]\ncount = [2, {N}]\n[repeat.other.bodies.x]\nmass=1\n'
        f'[repeat.more]\ncount = {N}\n[repeat.more.bodies.x_1]\nmass=1'),
    "no steps for a part": chain(
        f"8:22: method = \"stepping\" has no steps for 'block_3', which has no mass{more(N - 3)}; use method = \"events\"",
        body='mass = "if(i < 3, 1, 0)"\nvelocity = 0'),
    "nothing holds a part": chain(
        f"8:22: nothing holds the massless body 'block_3'{more(N - 3)}; connect it by a spring, damper, friction or link, "
        "or give it a mass",
        body='mass = "if(i < 3, 1, 0)"\nvelocity = 0', floor='between = ["block", "ground"]\nkinetic = 1\nwhere="i<3"',
        spring='between = ["block", "ground"]\nwhere = "i < 3"\nstiffness = 1', method="events"),
    "a stop that starts beyond its edge": chain(
        f"18:21: the stop 'edge_2' starts at 2, beyond its upper edge at 1.5{more(N - 2)}; let the bodies start inside "
        "its gap", body='mass = "m"\nposition = "i"',
        rest='[repeat.chain.stops.edge]\nbetween = ["block", "ground"]\ngap = [0, 1.5]'),
    "a link that is torn": chain(
        f"18:21: the bodies of the link 'rod_1' start with a relative velocity of -1{more(N - 2)}; give them initial "
        "velocities that fit its arms", body='mass = "m"\nvelocity = "i"',
        rest='[repeat.chain.links.rod]\nbetween = ["block", "block[i+1]"]\nwhere = "i < count"'),
}
WARNINGS = {
    "a condition that never holds": (
        dict(spring='between = ["block", "block[i+1]"]\nwhere = "i > 2*count"\nstiffness = 1'),
        f"11:23: warning: `where` of 'couple' holds for none of the {N} instances; look whether it says what was meant"),
    "bodies that nothing touches": (
        dict(spring='between = ["block", "ground"]\nwhere = "i < 3"\nstiffness = 1',
             floor='between = ["block", "ground"]\nkinetic = 1\nwhere = "i < 3"'),
        f"8:22: warning: nothing touches the body 'block_3'{more(N - 3)}; connect it, or remove it"),
}


class Mistakes(unittest.TestCase):
    def check(self, parts):
        """Exit status and lines of `luztar check`, each without the name of the file."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "m.toml"
            parts = {**PARTS, "count": N, **parts}
            parts["step"] = "step = 0.1" if parts["method"] == "stepping" else ""
            path.write_text(MODEL.format(**parts))
            done = subprocess.run([APP, "check", str(path)], capture_output=True, text=True, check=False)
            return done.returncode, [line.removeprefix(f"{path}:") for line in done.stderr.splitlines()], path.read_text()

    def test_one_mistake_is_one_message(self):
        for name, (parts, line) in CASES.items():
            with self.subTest(name):
                code, lines, text = self.check(parts)
                self.assertEqual(code, 2, text)
                self.assertEqual(len(lines), 1, "\n".join(lines[:5]))
                if line:
                    self.assertEqual(lines[0], line, text)

    def test_one_doubt_is_one_warning(self):
        for name, (parts, line) in WARNINGS.items():
            with self.subTest(name):
                code, lines, text = self.check(parts)
                self.assertEqual((code, lines), (0, [line]), text)


if __name__ == "__main__":
    unittest.main()
