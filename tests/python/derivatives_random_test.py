"""Derivatives of random models beside differences of runs with other values.

Networks as in dense_random_test.py, cycles of frictions, F_S > F_K, stops, jumps of inputs among
them; every number is a parameter. Differences have three points on each side and two steps, whose
disagreement tells how much they are worth.
"""
import os
import random
import re
import warnings

import numpy as np
from dense_random_test import Network

import luztar as lz

MODELS = int(os.environ.get("LUZTAR_DERIVATIVES", "40"))
FIRST = int(os.environ.get("LUZTAR_DERIVATIVES_FIRST", "0"))
WEIGHTS = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))


def with_parameters(text):
    """The model with each number of its bodies, elements and forces as a parameter."""
    head, tail = text.split("[simulation]")
    values = {}

    def name(match):
        key = f"p{len(values)}"
        values[key] = float(match.group(0))
        return key

    lines = []
    for line in head.splitlines():
        if " = " in line and not line.startswith(("between", "on")):
            key, value = line.split(" = ", 1)
            bare = value.strip('"')
            new = re.sub(r"(?<![\w.])-?\d+\.?\d*(?:e-?\d+)?", name, bare)
            if value.startswith("["):
                items = ", ".join(f'"{x.strip()}"' for x in new[1:-1].split(","))
                new = f"[{items}]"
            else:
                new = f'"{new}"'
            line = f"{key} = {new}"
        lines.append(line)
    table = "[parameters]\n" + "\n".join(f"{k} = {v!r}" for k, v in values.items())
    return "\n".join([table, *lines, "[simulation]" + tail]), values


def rows_of(run):
    return np.concatenate([np.stack(list(getattr(run, kind).values())) for kind in "qvf"])


def pattern(run):
    return list(zip(run.events["name"], run.events["before"], run.events["after"]))


def differences(model, key, value, times, order, step):
    """By central differences; None where the events are others."""
    sums, instants = 0.0, 0.0
    h = step * max(abs(value), 0.1)
    for k, weight in WEIGHTS:
        for sign in (1, -1):
            try:
                run = model.simulate(times=times, tolerance=1e-14, **{key: value + sign * k * h})
            except lz.ModelError:  # F_S < F_K: there is no other side
                return None
            if not run.finished or pattern(run) != order:
                return None
            sums = sums + sign * weight / h * rows_of(run)
            instants = instants + sign * weight / h * run.events["t"]
    return sums, instants


def compare(seed):
    """(derivatives compared, [what differs])"""
    draw = random.Random(seed)
    text, values = with_parameters(Network(seed).text())
    model = lz.parse(text)
    names = draw.sample(sorted(values), min(4, len(values)))
    times = np.linspace(0.013, 0.97, 24)
    run = model.simulate(times=times, derivatives=names, tolerance=1e-14)
    if not run.finished or len(run.events) > 60:
        return 0, []
    order = pattern(run)
    wrong, count = [], 0
    # Rows at events have two derivatives.
    away = np.array([np.min(np.abs(run.events["t"] - t), initial=1) > 2e-3 for t in times])
    for name in names:
        fine, coarse = (differences(model, name, values[name], times, order, step) for step in (2e-5, 1e-4))
        if fine is None or coarse is None:
            continue
        count += 1
        own = rows_of(run.derivatives[name])
        size = 1e-6 + np.abs(own).max()
        doubt = np.abs(fine[0] - coarse[0])[:, away].max(initial=0.0)
        off = np.abs(own - fine[0])[:, away].max(initial=0.0)
        if off > 1e-6 * size + 20 * doubt and doubt < 1e-2 * size:
            wrong.append((seed, name, off / size, doubt / size, run.warnings))
        # The last bounces of many are as short as rounding of the gap is.
        apart = np.diff(run.events["t"], prepend=-1.0) > 1e-7
        late = np.abs(run.derivatives[name].event_t - fine[1])[apart]
        unsure = np.abs(fine[1] - coarse[1])[apart]
        if (late > 1e-6 * (1 + np.abs(fine[1]).max(initial=0)) + 20 * unsure.max(initial=0)).any():
            wrong.append((seed, name, "event", late.max(), unsure.max(), run.warnings))
    return count, wrong


def test_random_networks():
    count, wrong = 0, []
    for seed in range(FIRST, FIRST + MODELS):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lz.RunWarning)
            more, found = compare(seed)
        count += more
        # What the run itself says does not exist is no mistake.
        wrong += [one for one in found if not any("derivatives" in word for word in one[-1])]
    assert not wrong
    assert count > 2 * MODELS
