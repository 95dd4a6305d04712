#!/usr/bin/env python3
"""Numbers of tests/acceptance/rigid_*_test.cpp: minimal coordinates, 80-bit arithmetic.

    python3 tests/reference/rigid_geometry.py [CASE...]     default: all, each with two steps

Links, frictions, stops and freewheels along expressions of positions. A mechanism of one degree of
freedom is an equation of that one coordinate, in which a link has no place; the friction forces are
those of Coulomb's law, written down for each choice of sticking and sliding. Forces of links follow
from the balance of one body. Closed forms (elliptic functions and integrals, energy between turns)
check what is printed. Needs numpy, mpmath for the closed forms.
"""
import sys

import numpy as np
import rigid_geometry_closed
import rigid_geometry_pairs
import rigid_geometry_planar
import rigid_geometry_single
from rigid_geometry_steps import Real

MODULES = rigid_geometry_single, rigid_geometry_planar, rigid_geometry_pairs
CASES = {name[5:]: case for module in MODULES for name, case in vars(module).items()
         if name.startswith("case_")}


def apart(run, other):
    """The largest difference of what two runs show at wanted times."""
    def numbers(one):
        parts = [part for row in one.rows for part in row[1:]]
        return np.concatenate([np.asarray(part, dtype=Real) for part in parts])
    return np.max(np.abs(numbers(run) - numbers(other)))


def show(name, run, other):
    if len(run.events) != len(other.events):
        raise ArithmeticError(f"{name}: the number of events depends on the step")
    late = max((abs(one[0] - two[0]) for one, two in zip(run.events, other.events)), default=0.0)
    print(f"{name}: {len(run.events)} events; two steps differ by {apart(run, other):.0e}, "
          f"events by {late:.0e} s")
    for row in run.rows:
        columns = [what + " " + ", ".join(f"{x:.17g}" for x in values)
                   for what, values in zip(("q", "v", "f"), row[1:])]
        print(f"  t {row[0]:.17g}", *columns, sep="\n    ")
    for time, what in run.events:
        what = [x if isinstance(x, (int, str)) else float(f"{x:.17g}") for x in what]
        print(f"    {time:.17g}", *what)


if __name__ == "__main__":
    runs = {}
    for case in sys.argv[1:] or sorted(CASES):
        runs[case] = CASES[case](0.004)
        show(case, runs[case], CASES[case](0.0029))
    rigid_geometry_closed.report(runs)
