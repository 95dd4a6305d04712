"""One run: a mass on a belt sticks and slips. Its period is known in closed form.

With D = (F_S - F_K)/k and w^2 = k/m it sticks for 2 D/v0 and slips for (2 pi - 2 atan(w D/v0))/w
(classical; D. Zardecki, J. Theor. Appl. Mech. 44(2), 2006, section 5).
"""
import math

import matplotlib.pyplot as plt

import luztar as lz
from luztar import plot

model = lz.example("belt")
run = model.simulate(duration=20, v0="200 mm/s")  # parameters and settings by name
print(run)
print(run.proof)

# When it stuck, to the last digit: intervals from event to event.
contact = run.modes["contact"]
lengths = contact["end"] - contact["begin"]
stick, slip = lengths[2], lengths[1]  # the first interval begins at rest and is longer

p = run.parameters
d, w = (p["FS"] - p["FK"]) / p["k"], math.sqrt(p["k"] / p["m"])
print(f"sticks {stick:.12f} s, closed form {2 * d / p['v0']:.12f} s")
closed = (2 * math.pi - 2 * math.atan(w * d / p["v0"])) / w
print(f"slips  {slip:.12f} s, closed form {closed:.12f} s")
assert abs(stick - 2 * d / p["v0"]) < 1e-12 and abs(slip - closed) < 1e-12

axes = run.plot("q.block", "v.block", "v.belt", "f.contact")
axes[0].figure.savefig("01_one_run.png", dpi=100)

# The phase portrait is a circle with a straight cut, where the mass rides along.
figure, portrait = plt.subplots(layout="constrained")
plot.phase(run, "block", axes=portrait)
figure.savefig("01_phase_portrait.png", dpi=100)
