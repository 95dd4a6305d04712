"""Hysteresis loops and the energy ledger: the area of a loop is what becomes heat.

Iwan's model: many springs in series with frictions. Along a closed loop the work of the force on
the deflection is dissipated, and the ledger books it to the last digit.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz
from luztar import plot

run = lz.example("iwan").simulate(samples=20001)
print(run)
ledger = run.ledger
print(f"heat {ledger.dissipated[-1]:.10f} J, missing {ledger.residual[-1]:.1e} J")
assert run.proof.hold

# Work put in less what is stored and kinetic is heat, at every instant.
put_in = ledger.supplied + ledger.motion_work + ledger.end["initial"]
heat = put_in - ledger.stored - ledger.kinetic
assert np.abs(heat - ledger.dissipated).max() < 1e-12 * ledger.end["moved"]

# The same from the loops themselves: the sum of the areas of all frictions, by trapezoids.
areas = sum(float(np.trapezoid(run.f[name], run.d[name]))
            for name, kind in run.model.elements.items() if kind == "friction")
print(f"areas of the loops {areas:.6f} J")
assert abs(areas - ledger.dissipated[-1]) < 1e-3 * ledger.dissipated[-1]

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for name, kind in run.model.elements.items():
    if kind == "friction":
        plot.loop(run, name, axes=left)
left.set(xlabel="deflection [m]", ylabel="force [N]", title="Loops of the frictions")
plot.ledger(run, axes=right)
figure.savefig("04_loops_and_energy.png", dpi=100)
