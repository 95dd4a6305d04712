"""Endlessly many bounces in a finite time, and a ball that lies still afterwards.

It touches at t1 = sqrt(2 h/g), then after flights of 2 t1 e, 2 t1 e^2 ..., and rests from
t1 (1 + e)/(1 - e) on.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz
from luztar import plot

model = lz.example("bouncing_ball")
run = model.simulate()
p = run.parameters
first = np.sqrt(2 * p["h"] / p["g"])

impacts = run.events[run.events["cause"] == "impact"]
flights = np.diff(impacts["t"])[:20]
closed = 2 * first * p["e"]**np.arange(1, 21)
print(f"{len(impacts)} impacts; flights differ by {np.abs(flights / closed - 1).max():.1e} at most")
assert abs(impacts["t"][0] / first - 1) < 1e-13 and np.abs(flights / closed - 1).max() < 1e-9

rest = first * (1 + p["e"]) / (1 - p["e"])
after = run.t > rest + 1e-6
print(f"rests from {rest:.6f} s on, at {np.abs(run.q['ball'][after]).max()} m")
assert np.all(run.v["ball"][after] == 0.0) and np.all(np.abs(run.q["ball"][after]) < 1e-12)

# Heat of the impacts: all that the ball had.
print(f"heat {run.ledger.dissipated[-1]:.12f} J, m g h = {p['m'] * p['g'] * p['h']:.12f} J")
assert abs(run.ledger.dissipated[-1] / (p["m"] * p["g"] * p["h"]) - 1) < 1e-9

figure, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained")
above.plot(run.t, run.q["ball"])
above.set(ylabel="height [m]", title=model.title)
plot.raster(run, axes=below).set_title("")
figure.savefig("08_bounces.png", dpi=100)
