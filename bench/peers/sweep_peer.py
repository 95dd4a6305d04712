#!/usr/bin/env python3
"""scipy's solve_ivp with events and heyoka's batches on the belt of ../sweep_bench.cpp.

    sweep_peer.py TOOL --points FILE [--turns N]
    TOOL: scipy:METHOD:TOLERANCE | heyoka:TOLERANCE[:LANES]

FILE has a line for each run: speed of the belt, static friction, duration, and the time that the
mass sticks by the closed form. Prints a line of JSON: processor time of a run, the least of all
turns, and the largest error. What can be done once (imports, compiling) is not in the time.

A run begins stuck; the spring pulls one way only, so that a stuck mass has one guard. That and the
right-hand side as bare arithmetic is the advantage of one who derives the equations by hand.
"""

import argparse
import json
import time

MASS, STIFFNESS, KINETIC = 1.0, 25.0, 6.0


class Scipy:
    """Phases one after the other, each ended by its event. The phases know their equations, and the
    first step of a phase is the last whole one of the phase of this kind before: no search for one.
    """

    def __init__(self, method, tolerance):
        import scipy
        from scipy.integrate import solve_ivp

        self.name, self.version = f"scipy solve_ivp {method} {tolerance}", scipy.__version__
        self.solve, self.method, self.tolerance = solve_ivp, method, float(tolerance)

    def stick_times(self, points):
        return [self.run(*point[:3]) for point in points]

    def run(self, speed, most, duration):
        def stuck(t, y):
            return (y[1], 0.0)

        def sliding(t, y):
            return (y[1], (KINETIC - STIFFNESS * y[0]) / MASS)

        def breaks(t, y):
            return most - STIFFNESS * y[0]

        def stops(t, y):
            return speed - y[1]

        for event in (breaks, stops):
            event.terminal, event.direction = True, -1
        phases, first = ((stuck, breaks), (sliding, stops)), [1.0, 0.01]
        t, y, mode, total = 0.0, [0.0, speed], 0, 0.0
        while t < duration:
            slope, event = phases[mode]
            run = self.solve(slope, (t, duration), y, method=self.method, events=event,
                             rtol=self.tolerance, atol=1e-3 * self.tolerance,
                             first_step=min(first[mode], duration - t))
            if run.status < 0:
                raise RuntimeError(run.message)
            if len(run.t) > 2:
                first[mode] = run.t[-2] - run.t[-3]
            total += run.t[-1] - t if mode == 0 else 0.0
            t, y, mode = run.t[-1], [run.y[0, -1], speed], 1 - mode
        return total


class Heyoka:
    """One batch of as many runs as fit a register of the processor, compiled once: a parameter is 1
    where a run slides and 0 where it sticks, in the equation and in the guard, so that each run of
    the batch has its own mode and none waits for another. The callback of the event changes it, and
    the runs go on. (An ensemble makes copies of the integrator and does the same with each.)
    """

    def __init__(self, tolerance, lanes=None):
        import heyoka as hy
        import numpy as np

        self.lanes = int(lanes or hy.recommended_simd_size())
        self.name = f"heyoka {tolerance}, batches of {self.lanes}"
        self.version, self.limit = hy.__version__, hy.taylor_outcome.time_limit
        self.begun, self.total = [None] * self.lanes, [0.0] * self.lanes

        x, v = hy.make_vars("x", "v")
        slides, speed, most = hy.par[0], hy.par[1], hy.par[2]
        guard = (1 - slides) * (most - STIFFNESS * x) + slides * (speed - v)
        event = hy.t_event_batch(guard, direction=hy.event_direction.negative,
                                 callback=self.callback())
        self.taylor = hy.taylor_adaptive_batch(
            [(x, v), (v, slides * (KINETIC - STIFFNESS * x) / MASS)], np.zeros((2, self.lanes)),
            tol=float(tolerance), pars=np.zeros((3, self.lanes)), t_events=[event])
        self.views[:] = self.taylor.time, self.taylor.state[1], *self.taylor.pars[:2]

    def callback(self):
        """A closure over lists and views of arrays: it is called at each change of a mode."""
        begun, total, self.views = self.begun, self.total, [None] * 4
        views = self.views

        def changes(taylor, sign, lane):
            time, v, slides, speed = views
            since = begun[lane]
            if since is None:
                begun[lane] = time[lane]
                slides[lane], v[lane] = 0.0, speed[lane]
            else:
                total[lane] += time[lane] - since
                begun[lane] = None
                slides[lane] = 1.0
            return True

        return changes

    def stick_times(self, points):
        found, lanes, taylor = [], self.lanes, self.taylor
        for first in range(0, len(points), lanes):
            part = points[first:first + lanes]
            full = part + part[-1:] * (lanes - len(part))
            speeds = [point[0] for point in full]
            self.begun[:], self.total[:] = [0.0] * lanes, [0.0] * lanes
            taylor.state[:] = [[0.0] * lanes, speeds]
            taylor.pars[:] = [[0.0] * lanes, speeds, [point[1] for point in full]]
            taylor.set_time(0.0)
            taylor.reset_cooldowns()
            taylor.propagate_until([point[2] for point in full])
            if any(result[0] != self.limit for result in taylor.propagate_res):
                raise RuntimeError(str(taylor.propagate_res))
            found += [total + (0.0 if begun is None else point[2] - begun)
                      for point, total, begun in zip(part, self.total, self.begun)]
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--points", required=True)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    with open(given.points, encoding="utf-8") as file:
        points = [tuple(map(float, line.split())) for line in file]
    name, *setting = given.tool.split(":")
    tool = {"scipy": Scipy, "heyoka": Heyoka}[name](*setting)
    tool.stick_times(points[:16])
    seconds = []
    for _ in range(given.turns):
        start = time.process_time()
        found = tool.stick_times(points)
        seconds.append(time.process_time() - start)
    print(json.dumps({"name": tool.name, "version": tool.version, "points": len(points),
                      "seconds": min(seconds) / len(points),
                      "error": max(abs(x - point[3]) for x, point in zip(found, points))}))


if __name__ == "__main__":
    main()
