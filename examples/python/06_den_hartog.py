"""Den Hartog's amplitude curves and his boundary of sticking.

J. P. Den Hartog, Forced vibrations with combined viscous and Coulomb damping, Phil. Mag. (7) 9,
1930. A mass on a spring with dry friction F, driven by P cos(W t). With b = W/w, r = F/P,
V = 1/(1 - b^2) and U = sin(pi/b)/(b (1 + cos(pi/b))) a motion without stops has the amplitude
(P/k) sqrt(V^2 - r^2 U^2). It stays without stops as long as the velocity keeps its sign between
the turning points: r < V/sqrt(U^2 + S^2), S the maximum over a half period of
(b U (cos b s - cos s) + sin s)/(b sin b s), s = w t.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

model = lz.example("den_hartog")  # m = k = P = 1
SETTINGS = {"duration": 3000.0, "transient": 2500.0}


def u(b: float) -> float:
    return float(np.sin(np.pi / b) / (b * (1 + np.cos(np.pi / b))))


def amplitude(b: float, r: float) -> float:
    return float(np.sqrt(1 / (1 - b**2)**2 - (r * u(b))**2))


def boundary(b: float) -> float:
    s = np.linspace(0, np.pi / b, 200_001)[1:-1]
    wave = (b * u(b) * (np.cos(b * s) - np.cos(s)) + np.sin(s)) / (b * np.sin(b * s))
    return float(abs(1 / (1 - b**2)) / np.hypot(u(b), wave.max()))


def measured(b: float, ratios: list[float]) -> lz.Table:
    return model.sweep({"FK": ratios}, ["range(q.mass)", "stick_share(floor)"], W=b,
                       duration=SETTINGS["duration"], transient=SETTINGS["transient"])


frequencies = np.concatenate((np.linspace(0.55, 0.9, 15), np.linspace(1.1, 1.6, 11)))
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")

# Amplitudes below the boundary of sticking.
worst = 0.0
for r in (0.1, 0.3, 0.5):
    free = [b for b in frequencies if r < 0.98 * boundary(b)]
    found = [float(measured(b, [r])["range(q.mass)"][0]) / 2 for b in free]
    exact = [amplitude(b, r) for b in free]
    worst = max(worst, float(np.max(np.abs(np.array(found) / exact - 1))))
    below = [b < 1 for b in free].count(True)  # the resonance lies between two branches
    line, = left.plot(free[:below], exact[:below], linewidth=1, label=f"F/P = {r}")
    left.plot(free[below:], exact[below:], linewidth=1, color=line.get_color())
    left.plot(free, found, "o", markersize=4, color=line.get_color())
print(f"amplitudes differ from Den Hartog's by {worst:.1e} at most")
assert worst < 1e-6

# The boundary: the least friction with which it sticks for a while, between two of 40 ratios.
gap = 0.0
shown = []
for b in frequencies[::3]:
    ratios = np.linspace(0.9, 1.1, 41) * boundary(b)
    sticks = measured(b, ratios.tolist())["stick_share(floor)"] > 1e-4
    first = float(ratios[np.argmax(sticks)])
    gap = max(gap, abs(first / boundary(b) - 1))
    shown.append(first)
print(f"the boundary of sticking is Den Hartog's within {gap:.1%}; the grid has 0.5 %")
assert gap < 0.011

left.set(xlabel="W/w", ylabel="amplitude k/P", title="Amplitude without stops", ylim=(0, 6))
left.legend()
right.plot(frequencies, [boundary(b) for b in frequencies], linewidth=1, label="Den Hartog")
right.plot(frequencies[::3], shown, "o", markersize=4, label="luztar")
right.set(xlabel="W/w", ylabel="F/P", title="Above it the mass stops in each cycle")
right.legend()
figure.savefig("06_den_hartog.png", dpi=100)
