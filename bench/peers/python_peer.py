#!/usr/bin/env python3
"""scipy's solve_ivp with events and heyoka (Taylor series with events) on ../problems.h.

    python_peer.py PROBLEM --setting scipy:METHOD:TOLERANCE | heyoka:TOLERANCE [--turns N]

Prints the line of JSON of run.h. heyoka's integrators, one for each mode, are compiled before the
clock starts and kept.
"""

import argparse
import json
import math
import time

from hybrid_problems import PROBLEMS
from memory import most_memory_mb


class Scipy:
    def __init__(self, problem, setting):
        import scipy
        from scipy.integrate import solve_ivp

        self.problem, self.solve, self.version = problem, solve_ivp, scipy.__version__
        self.method, self.tolerance = setting[0], float(setting[1])

    def until(self, mode, t, y, end):
        """Goes on in a mode to `end` or to the first guard: time, state, guard or None."""
        problem, sin, cos = self.problem, math.sin, math.cos
        count = len(problem.guards(mode, t, y, sin, cos))
        events = []
        for i in range(count):
            def guard(t, y, i=i):
                return problem.guards(mode, t, y, sin, cos)[i]
            guard.terminal, guard.direction = True, -1
            events.append(guard)
        run = self.solve(lambda t, y: problem.slope(mode, t, y, sin, cos), (t, end), y,
                         method=self.method, rtol=self.tolerance, atol=1e-3 * self.tolerance,
                         events=events, max_step=problem.longest_step(mode))
        if run.status < 0:
            raise RuntimeError(run.message)
        fired = next((i for i in range(count) if len(run.t_events[i])), None)
        return run.t[-1], list(run.y[:, -1]), fired


class Heyoka:
    def __init__(self, problem, setting):
        import heyoka

        self.problem, self.hy, self.version = problem, heyoka, heyoka.__version__
        self.tolerance, self.integrators = float(setting[0]), {}

    def integrator(self, mode):
        if mode not in self.integrators:
            hy, problem = self.hy, self.problem
            y = hy.make_vars(*(f"y{i}" for i in range(len(problem.start))))
            slope = problem.slope(mode, hy.time, y, hy.sin, hy.cos)
            guards = problem.guards(mode, hy.time, y, hy.sin, hy.cos)
            varying = [i for i, g in enumerate(guards) if isinstance(g, hy.expression)]
            events = [hy.t_event(guards[i], direction=hy.event_direction.negative)
                      for i in varying]
            self.integrators[mode] = varying, hy.taylor_adaptive(
                list(zip(y, slope)), [0.0] * len(y), tol=self.tolerance, t_events=events)
        return self.integrators[mode]

    def until(self, mode, t, y, end):
        varying, taylor = self.integrator(mode)
        taylor.time = t
        taylor.state[:] = y
        taylor.reset_cooldowns()
        outcome = taylor.propagate_until(end)[0]
        code = int(outcome)
        fired = varying[-code - 1] if -1000 < code < 0 else None
        if fired is None and outcome != self.hy.taylor_outcome.time_limit:
            raise RuntimeError(str(outcome))
        return taylor.time, list(taylor.state), fired


def run(problem, tool, every):
    """Events, and positions at multiples of `every`."""
    t, y, mode = 0.0, list(problem.start), problem.mode
    events, samples = [], []
    while t < problem.duration:
        end = min(problem.duration, every * (len(samples) + 1))
        t, y, fired = tool.until(mode, t, y, end)
        if fired is not None:
            events.append(t)
            mode, y = problem.change(mode, t, y, fired)
            if len(events) > 100000:
                raise RuntimeError("events without end")
        if fired is None and end == every * (len(samples) + 1):
            samples.append(y[:problem.bodies])
    return events, samples


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("problem", choices=PROBLEMS)
    parser.add_argument("--setting", required=True)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    problem = PROBLEMS[given.problem]()
    name, *setting = given.setting.split(":")
    tool = {"scipy": Scipy, "heyoka": Heyoka}[name](problem, setting)
    events, samples = run(problem, tool, problem.every)
    run(problem, tool, math.inf)  # compiles modes that the sampled run did not meet
    seconds = []
    for _ in range(given.turns):
        start, turns = time.process_time(), 0
        while turns == 0 or time.process_time() - start < 0.02:
            run(problem, tool, math.inf)
            turns += 1
        seconds.append((time.process_time() - start) / turns)
    print(json.dumps({
        "problem": given.problem, "setting": given.setting, "version": tool.version,
        "simulated": problem.duration, "seconds": seconds, "events": events, "q": samples,
        "times": [problem.every * (i + 1) for i in range(len(samples))],
        "memory_mb": most_memory_mb()}))


if __name__ == "__main__":
    main()
