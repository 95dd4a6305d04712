"""Ten thousand runs in one table: how long the mass on a belt sticks, by speed and friction.

The share is known in closed form, and every point of the map has it.
"""
import time

import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

model = lz.example("belt")
begin = time.perf_counter()
table = model.sweep({"v0": np.linspace(0.1, 2, 100), "FS": np.linspace(6.1, 16, 100)},
                    ["period(contact)", "max(q.block)"], duration=60, transient=20)
seconds = time.perf_counter() - begin
print(table)
print(f"{table['v0'].size / seconds:.0f} runs a second")

v0, fs = table.grid("v0"), table.grid("FS")
d, w = (fs - 6) / 25, 5
stick = 2 * d / v0
slip = (2 * np.pi - 2 * np.arctan(w * d / v0)) / w
period = table.grid("period(contact)")
known = ~np.isnan(period)  # slow belts do not break twice in what is measured
worst = np.abs(period / (stick + slip) - 1)[known].max()
print(f"the period differs from its closed form by {worst:.1e} at most, {known.mean():.0%} known")
assert worst < 1e-11
assert np.abs(table.grid("max(q.block)") / (0.24 + np.hypot(d, v0 / w)) - 1)[known].max() < 1e-11

figure, axes = plt.subplots(layout="constrained")
table.plot("period(contact)", axes=axes)
axes.contour(np.linspace(6.1, 16, 100), np.linspace(0.1, 2, 100), stick / (stick + slip),
             levels=[0.1, 0.25, 0.5], colors="white")
axes.set_title("Period [s]; white: sticks for 10, 25, 50 %")
figure.savefig("05_sweep.png", dpi=100)
