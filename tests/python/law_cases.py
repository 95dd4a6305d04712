"""Measured runs with a law of friction that is drawn at random from fixed ranges.

A block of 1 kg on a spring, whose other end moves in two sines; 400 positions of 12 s with white
noise of 0.2 mm. The stiffness is to be found beside the law.
"""
import math
import random

import numpy as np

import luztar as lz

LAWS = ("coulomb", "viscous", "static", "asymmetric", "stribeck", "freeplay of spring", "dahl", "lugre")
# Fixed before the first choice was made: not to be changed for a result.
KINETIC = (1.0, 4.0)  # N
VISCOUS = (0.5, 3.0)  # N s/m
RISE = (1.3, 2.0)  # F_S / F_K of `static`
FALL = (1.5, 2.5)  # of `stribeck` and `lugre`
SPEED = (0.02, 0.1)  # of Stribeck [m/s]
SHARE = (0.1, 0.5)  # asymmetry, either sign
GAP = (0.005, 0.02)  # m, to each side
YIELD = (0.002, 0.01)  # F_K / sigma0 [m]
BRISTLE_DAMPING = (1.0, 10.0)  # N s/m
NOISE = 2e-4  # m


def text_of(friction, freeplay=""):
    return f"""
[parameters]
k = 100.0
A = 0.1
B = 0.05
u = 2.0
w = 5.3
[bodies.base]
motion = "A*sin(u*t) + B*sin(w*t)"
[bodies.block]
mass = 1
[springs.spring]
between = ["block", "base"]
stiffness = "k"
{freeplay}
[frictions.guide]
between = ["block", "ground"]
{friction}
[simulation]
duration = 12
"""


def drawn(law, seed):
    """(model with the law, values of its drive)"""
    draw = random.Random(f"{law} {seed}")
    level, freeplay = draw.uniform(*KINETIC), ""
    lines = {"kinetic": level}
    if law not in ("coulomb",):
        lines["viscous"] = draw.uniform(*VISCOUS)
    if law == "static":
        lines["static"] = level * draw.uniform(*RISE)
    if law in ("stribeck", "lugre"):
        lines["static"] = level * draw.uniform(*FALL)
        lines["stribeck"] = f"{{ velocity = {draw.uniform(*SPEED)} }}"
    if law == "asymmetric":
        share = draw.uniform(*SHARE) * draw.choice([-1, 1])
        lines["kinetic"] = level * (1 + share)
        lines["negative"] = f"{{ kinetic = {level * (1 - share)}, viscous = {lines['viscous']} }}"
    if law.startswith("freeplay"):
        freeplay = f"freeplay = {draw.uniform(*GAP)}"
    if law in ("dahl", "lugre"):
        lines["law"] = f'"{law}"'
        lines["sigma0"] = level / math.exp(draw.uniform(*map(math.log, YIELD)))
    if law == "lugre":
        lines["sigma1"] = draw.uniform(*BRISTLE_DAMPING)
    drive = {"u": draw.uniform(1.5, 2.5), "w": draw.uniform(4.5, 6.5),
             "A": draw.uniform(0.08, 0.12), "B": draw.uniform(0.03, 0.06)}
    return text_of("\n".join(f"{key} = {value}" for key, value in lines.items()), freeplay), drive


def choose(law, seed, **given):
    """The choice for a drawn case."""
    text, drive = drawn(law, seed)
    t = np.linspace(0.03, 12, 400)
    run = lz.parse(text).simulate(times=t, **drive)
    assert run.finished
    noise = np.random.default_rng(seed).normal(0, NOISE, t.size)
    guess = lz.parse(text_of("kinetic = 2"))
    return guess.choose_law("guide", {"t": t, "q.block": run.q["block"] + noise},
                            {"k": (0, 1e4, 80)}, **drive, **given)
