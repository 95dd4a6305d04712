"""Equations of a model, a limit of it, and the proof of the limit in numbers.

Two blocks on each other on the ground, after D. Zardecki, J. Theor. Appl. Mech. 44(2), 2006.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

model = lz.example("two_blocks_on_ground")
print(model.derive().text)

for formula in model.derive().sympy()[:3]:  # relations of SymPy, with conditions
    print(formula.relation, "  if", formula.condition)

reduction = model.reduce("M1=inf")  # the lower block does not move any more
print(reduction.text)
proof = reduction.verify()  # full models with M1 = 1/s, s = 1/16, 1/64 ...
print(proof.text)
assert proof.converges and abs(proof.order - 1.0) < 0.1

small = np.array([row.small for row in proof.rows])
error = np.array([row.error for row in proof.rows])
figure, axes = plt.subplots(layout="constrained")
axes.loglog(small, error, "o-", label="full model beside the reduced one")
axes.loglog(small, error[0] * small / small[0], "k:", label="order 1")
axes.set(xlabel="s = 1/M1", ylabel="largest difference, relative", title="The limit M1 = inf")
axes.legend()
figure.savefig("03_equations.png", dpi=100)
