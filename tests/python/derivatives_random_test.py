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
from beside_differences import compare
from dense_random_test import Network

import luztar as lz

MODELS = int(os.environ.get("LUZTAR_COUNT", "40"))
FIRST = int(os.environ.get("LUZTAR_FIRST", "0"))


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


def test_random_networks():
    count, wrong = 0, []
    times = np.linspace(0.013, 0.97, 24)
    for seed in range(FIRST, FIRST + MODELS):
        text, values = with_parameters(Network(seed).text())
        names = random.Random(seed).sample(sorted(values), min(4, len(values)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lz.RunWarning)
            more, found = compare(lz.parse(text), values, names, times)
        count += more
        wrong += [(seed, *one) for one in found]
    assert not wrong
    assert count > 2 * MODELS


def test_what_is_left_is_not_just_reached():
    """Stops that open where another pair breaks, and tops of bounces that end, have derivatives."""
    for seed in range(FIRST, FIRST + 60):
        text, values = with_parameters(Network(seed).text())
        names = random.Random(seed).sample(sorted(values), min(3, len(values)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lz.RunWarning)
            run = lz.parse(text).simulate(derivatives=names)
        doubted = [w for w in run.warnings if "just at its limit" in w and "t = 0 s" not in w]
        assert not doubted, (seed, doubted)
