"""Derivatives of three examples beside an oracle with 44 digits that shares no code with luztar.

gear_system goes through all its 250 events, sampled_servo through its 20 s with 20,000 samples of
its controller, lugre through two slips and back to rest (18 s of its 25).
The oracle's derivatives are central differences, 1e-12 of a value to each side: good for 20 digits.
LUZTAR_ORACLE=all: all parameters, and all of lugre (2 minutes).
"""
import os
from fractions import Fraction

import numpy as np
import pytest
from series_oracle import ONE, GearSystem, Lugre, SampledServo, fixed, oracle_run

import luztar as lz

ALL = os.environ.get("LUZTAR_ORACLE") == "all"
STEP = Fraction(1, 10**12)  # of differences, relative
LIMIT = 1e-8  # of a derivative, relative to the largest of its channel in the run
ROWS = 26
CASES = {
    "gear_system": (GearSystem, 2.0, 2.0, ["MT_phi", "k_dg"]),
    "lugre": (Lugre, 18.0, 25.0, ["FS", "s0"]),
    "sampled_servo": (SampledServo, 20.0, 20.0, ["FK", "Kp", "q.table"]),
}


def away_from_events(instants, duration):
    """Middles of stretches of 1e-4 s and more between events and multiples of duration/26."""
    cuts = np.sort([*instants, *np.linspace(0, duration, ROWS + 1)])
    middles = ((cuts[:-1] + cuts[1:]) / 2)[np.diff(cuts) > 1e-4]
    return middles[np.linspace(0, len(middles) - 1, ROWS).astype(int)]


def by_differences(cls, values, name, duration, outputs):
    """(derivatives of channels (outputs, channels), of times of events (events,), the events)."""
    x = Fraction(values[name])
    h = STEP * (abs(x) or Fraction(1, 100))
    moved = [{**values, name: x + way * h} for way in (1, -1)]
    rows, events, decided = zip(*(oracle_run(cls, given, duration, outputs) for given in moved))
    assert [e[1:] for e in events[0]] == [e[1:] for e in events[1]], "other events beside"
    assert decided[0] == decided[1], "other counts beside"
    h = fixed(x + h) - fixed(x - h)
    slopes = [[float(Fraction(a - b, h)) for a, b in zip(*pair)] for pair in zip(*rows)]
    instants = [float(Fraction(a[0] - b[0], h)) for a, b in zip(*events)]
    return np.array(slopes), np.array(instants), [e[1:] for e in events[0]]


def columns(run, cls):
    return np.stack([getattr(run, kind)[name] for kind, name in cls.channels], axis=1)


def off(mine, theirs, natural):
    """The largest relative error of the columns; zeros are so to 1e-16 of `natural`."""
    size = np.maximum(np.abs(theirs).max(axis=0), 1e-8 * natural)
    return (np.abs(mine - theirs).max(axis=0) / np.where(size > 0, size, 1)).max()


def start_of_the_shadow(run, duration):
    """Where psi starts in the exact run that luztar's of gear_system is, some 1e-15 rad from 0.

    The motion multiplies what is rounded by up to 4e4, and its derivatives change by 1e-8 with it.
    """
    events = oracle_run(GearSystem, GearSystem.values, duration, [])[1]
    late = np.array([float(Fraction(mine) - Fraction(event[0], ONE))
                     for mine, event in zip(run.events["t"], events)])
    moves = by_differences(GearSystem, GearSystem.values, "q.psi", duration, [])[1]
    start = late @ moves / (moves @ moves)
    assert abs(start) < 2e-14 and np.abs(late - start * moves).max() < 1e-12
    return start


@pytest.mark.parametrize("example", CASES)
def test_derivatives_are_those_of_the_oracle(example):
    cls, duration, whole, names = CASES[example]
    if ALL:
        # Periods of controllers are not varied.
        duration, names = whole, [name for name in cls.values if name != "Ts"]
    model, values = lz.example(example), cls.values
    outputs = away_from_events(model.simulate(duration=duration).events["t"], duration)
    run = model.simulate(duration=duration, times=outputs, tolerance=1e-14, derivatives=names)
    if cls is GearSystem:
        values = {**values, "q.psi": start_of_the_shadow(run, duration)}
    worst = {}
    for name in names:
        rows, moves, events = by_differences(cls, values, name, duration, outputs)
        own, value = run.derivatives[name], abs(cls.values[name]) or 1.0
        natural = np.abs(columns(run, cls)).max(axis=0) / value
        worst[name] = off(columns(own, cls), rows, natural)
        if cls is not Lugre:  # whose law has no modes: events of the oracle are changes of sign
            assert events == list(zip(run.events["name"], run.events["after"]))
            worst[f"t/{name}"] = off(own.event_t, moves, duration / value)
    assert max(worst.values()) < LIMIT, worst
    print(example, {name: f"{error:.1e}" for name, error in worst.items()})
