"""Measures of random models beside many samples of the same runs, by numpy."""
import random

import numpy as np
import pytest

import luztar as lz

MEASURES = ["max(q.b0)", "min(v.b0)", "mean(q.b0)", "rms(v.b0)", "stick_time(f0)", "events()",
            "last(q.b0)", "max(abs(v.b0)+q.b0)"]


def drawn(seed):
    """Frictions (F_S > F_K too), freeplays, stops, given motions and forces that jump."""
    draw = random.Random(seed)
    bodies = {f"b{i}": {"mass": draw.uniform(0.1, 5), "velocity": draw.uniform(-1, 1)}
              for i in range(draw.randint(1, 4))}
    if draw.random() < 0.3:
        bodies["g"] = {"motion": "0.3*sin(2*t) + 0.1*step(t - 1)*(t - 1)"}
    names = [*bodies, "ground"]
    frictions, springs, stops = {}, {}, {}
    for k in range(draw.randint(1, 4)):
        level = draw.uniform(0.2, 3)
        frictions[f"f{k}"] = {"between": draw.sample(names, 2), "kinetic": level,
                              "static": level * draw.choice([1, 1.5]), "viscous": draw.choice([0, 0.2])}
    for k in range(draw.randint(1, 3)):
        gap = {"freeplay": draw.uniform(0.01, 0.2)} if draw.random() < 0.5 else {}
        springs[f"s{k}"] = {"between": draw.sample(names, 2), "stiffness": draw.uniform(2, 40), **gap}
    if draw.random() < 0.3:
        stops["w"] = {"between": ["b0", "ground"], "gap": [-1.0, 1.0],
                      "restitution": draw.choice([0, 0.6])}
    push = f"{draw.uniform(1, 6)}*sin({draw.uniform(1, 4)}*t) + {draw.uniform(0, 2)}*step(t - 2)"
    model = lz.Model(parameters={"u": 1.0}, bodies=bodies, frictions=frictions, springs=springs,
                     stops=stops, forces={"push": {"on": "b0", "value": push}},
                     simulation={"duration": 6.0})
    return model, draw.choice([0.0, 1.7])


@pytest.mark.parametrize("seed", range(25))
def test_measures_are_those_of_many_samples(seed):
    model, transient = drawn(seed)
    table = model.sweep({"u": [1.0]}, MEASURES, transient=transient)
    run = model.simulate(samples=60001)
    assert not table.words and run.finished
    late = run.t >= transient - 1e-9
    t, q, v = run.t[late], run.q["b0"][late], run.v["b0"][late]
    stuck = run.modes["f0"][run.modes["f0"]["mode"] == "stuck"]
    held = np.clip(stuck["end"] - np.maximum(stuck["begin"], transient), 0, None).sum()
    length = 6 - transient
    sampled = [q.max(), v.min(), np.trapezoid(q, t) / length,
               np.sqrt(np.trapezoid(v * v, t) / length), held,
               np.count_nonzero(run.events["t"] >= transient), q[-1], (np.abs(v) + q).max()]
    near = [1e-6, 2e-3, 1e-4, 2e-3, 1e-9, 0.5, 1e-11, 2e-3]
    for name, value, width in zip(MEASURES, sampled, near):
        assert table[name][0] == pytest.approx(value, rel=width, abs=width), name
