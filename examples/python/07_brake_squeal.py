"""Brake squeal: two modes meet as the friction grows, and one of the motions grows with it.

N. Hoffmann, M. Fischer, R. Allgaier, L. Gaul, Mech. Res. Comm. 29 (2002) 197-205: flutter where
(k11 - k22)^2 < 4 kd (mu kn - kd), k11 = kx + kd, k22 = ky + kn + kd; here from mu = 0.5 on.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

model = lz.example("brake_squeal")
friction = np.linspace(0.2, 0.8, 61)
found = [model.modes(mu=float(mu)) for mu in friction]

# The matrices are there for everybody's own tools; numpy finds the same eigenvalues.
motions = found[30]
n = len(motions.coordinates)
inverse = np.linalg.inv(motions.mass)
block = np.block([[np.zeros((n, n)), np.eye(n)],
                  [-inverse @ motions.stiffness, -inverse @ motions.damping]])
for motion in motions.motions:
    nearest = np.abs(np.linalg.eigvals(block) - motion.value).min()
    assert nearest < 1e-6 * abs(motion.value)

p = {name: parameter.value for name, parameter in model.parameters.items()}
k11, k22 = p["kx"] + p["kd"], p["ky"] + p["kn"] + p["kd"]
flutter = (k11 - k22)**2 < 4 * p["kd"] * (friction * p["kn"] - p["kd"])
unstable = np.array([motions.stability == "unstable" for motions in found])
edge = np.isclose((k11 - k22)**2, 4 * p["kd"] * (friction * p["kn"] - p["kd"]))
print(f"unstable from mu = {friction[unstable].min():.2f} on, closed form 0.50")
assert np.array_equal(unstable[~edge], flutter[~edge])

figure, (above, below) = plt.subplots(2, 1, sharex=True, layout="constrained")
for mu, motions in zip(friction, found):
    for motion in motions.motions:
        color = "tab:red" if motion.value.real > 1e-9 else "tab:blue"
        above.plot(mu, abs(motion.value.imag), ".", color=color)
        below.plot(mu, motion.value.real, ".", color=color)
above.set(ylabel="frequency [rad/s]", title=model.title)
below.set(xlabel="friction mu", ylabel="growth [1/s]")
figure.savefig("07_brake_squeal.png", dpi=100)
