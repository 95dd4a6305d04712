"""A published bifurcation diagram: a ball on a table that swings, down and up again.

N. B. Tufillaro, T. Abbott, J. Reilly, An Experimental Approach to Nonlinear Dynamics and Chaos,
Addison-Wesley 1992, figure 1.16: the phases of the impacts over the amplitude A of the table; one
from 0.01 to 0.0106 cm, two to 0.0115 cm, then more and more. It is 60 Hz with restitution 0.5 that
gives these. In units of g and w, G = A w^2/g, an impact at the phase p with the speed u after it
is followed by the next one after t with G sin p + u t - t^2/2 = G sin(p + t).
An orbit with one impact in each period is born in a fold at G1 = pi (1 - r)/(1 + r), impacts at
the phase acos(G1/G) and doubles its period at hypot(G1, 2 (1 + r^2)/(1 + r)^2): C. N. Bapat,
S. Sankar, N. Popplewell, J. Sound Vib. 108, 1986, 99-115. The rest is solved here from the map.
"""
import matplotlib.pyplot as plt
import numpy as np

import luztar as lz

Row = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
W, R, GRAVITY, TURN = 2 * np.pi * 60, 0.5, 9.81, 2 * np.pi
CM = 100 * GRAVITY / W**2  # of amplitude, for each G
FOLD = float(np.pi * (1 - R) / (1 + R))
DOUBLE = float(np.hypot(FOLD, 2 * (1 + R**2) / (1 + R)**2))

model = lz.Model(
    title="A ball on a table that swings",
    parameters={"A": {"value": 0.01, "unit": "cm"}, "w": W, "g": GRAVITY, "r": R,
                "h": 0.0, "u": 0.0, "N": 1},
    bodies={"table": {"motion": "A*(cos(w*t) - 1)"},  # begins at its top, where the ball flies
            "ball": {"mass": 1.0, "position": "h", "velocity": "u"}},
    forces={"weight": {"on": "ball", "value": "-g"}},
    stops={"face": {"between": ["ball", "table"], "gap": [0, "inf"], "restitution": "r"}},
    simulation={"duration": "2*pi*N/w"})


def swept(g: Row, count: int, start: dict[str, float], carry: str = "A",
          turns: int = 800) -> lz.Table:
    return model.sweep({"A": 0.01 * CM * g},
                       [f"at_events(w*t + pi/2, face, {count})", "strobe(d.face, 2*pi/w, 8)",
                        "max(d.face)"], carry=carry, transient="pi*N/w",
                       parameters={"N": turns, **start})


def several(table: lz.Table, what: str) -> Row:
    """What was measured at many instants, one row for each point."""
    return np.stack([table[name] for name in table.measures if name.startswith(what)], axis=1)


def above(g: float) -> dict[str, float]:
    """A start on the orbit with one impact in each period."""
    t = (np.pi / 2 - np.arccos(FOLD / g)) / W
    return {"h": GRAVITY * (g / W**2 * (np.sin(np.arccos(FOLD / g)) - 1) + t * (np.pi / W - t / 2)),
            "u": GRAVITY * (np.pi / W - t)}


def flight(p: float, u: float, t: float, g: float) -> Row:
    """The derivative of the map: of the next phase and speed by p and u."""
    dt = -np.array([g * (np.cos(p) - np.cos(p + t)), t]) / (u - t - g * np.cos(p + t))
    dp = dt + [1, 0]
    return np.array([dp, R * dt - [0, R] - (1 + R) * g * np.sin(p + t) * dp])


def two(p: float, t: float, g: float) -> tuple[float, float, float]:
    """Zero on an orbit of two impacts; the last one where it doubles once more."""
    s, q = 2 * TURN - t, p + t
    u, v = (g * (np.sin(q) - np.sin(p)) / t + t / 2, g * (np.sin(p) - np.sin(q)) / s + s / 2)
    both = flight(q, v, s, g) @ flight(p, u, t, g)
    return (v - (1 + R) * g * np.cos(q) + R * (u - t), u - (1 + R) * g * np.cos(p) + R * (v - s),
            1 + np.trace(both) + np.linalg.det(both))


def newton(x: Row, g: float | None = None) -> Row:
    """Phase and flight of an orbit of two impacts; with its G where it doubles."""
    def f(y: Row) -> Row:
        return np.array(two(y[0], y[1], y[2]) if g is None else two(y[0], y[1], g)[:2])
    for _ in range(12):
        slope = np.stack([(f(x + d) - f(x - d)) / 2e-6 for d in 1e-6 * np.eye(len(x))], axis=1)
        x = x - np.linalg.solve(slope, f(x))
    return x


def settles(g: float) -> bool:
    """Whether a ball that was lifted off has come to rest before it is lifted off again."""
    p, u, guess = np.arcsin(1 / g), np.sqrt(g**2 - 1), TURN / 3
    while p < TURN + np.arcsin(1 / g) and guess > 1e-9:
        t = np.geomspace(guess / 20, 2 * TURN, 2000)
        t = t[np.argmax(g * (np.sin(p) - np.sin(p + t)) + u * t - t**2 / 2 < 0)]
        for _ in range(6):
            t -= (g * (np.sin(p) - np.sin(p + t)) + u * t - t**2 / 2) / (u - t - g * np.cos(p + t))
        p, u = p + t, (1 + R) * g * np.cos(p + t) - R * (u - t)
        guess = 2 * (u - g * np.cos(p)) / max(1 - g * np.sin(p), 1e-3)
    return bool(p < TURN + np.arcsin(1 / g))


# Down and up. The way down begins on the orbit with one impact, which is unstable there.
table = swept(np.linspace(0.0120, 0.0070, 201) / CM, 32, above(0.0120 / CM), "A:back")
assert not table.words
g, down, height = 100 * table["A"] / CM, table["way"] == 1, table["max(d.face)"] / table["A"]
phases = several(table, "at_events") % TURN
beats = several(table, "strobe") / table["A"][:, None]  # heights at the top of the table

# Point by point: orbits with one impact, with two, and where the ball comes to rest.
once = down & (g > FOLD) & (g < 0.995 * DOUBLE)
error = np.abs(np.cos(phases[once]) - FOLD / g[once][:, None]).max()
quad = float(newton(np.array([1.32, 5.21, 1.667]))[2])
twice = down & (g > 1.005 * DOUBLE) & (g < 0.995 * quad)
for row, at in zip(np.sort(phases[twice][:, -2:], axis=1), g[twice]):
    late, t = newton(np.array([row[1], TURN + row[0] - row[1]]), float(at))
    error = max(error, np.abs(row - [late + t - TURN, late]).max())
print(f"{once.sum()} orbits with one impact and {twice.sum()} with two: phases within {error:.1e}")
assert error < 1e-9

# Between the fold and the last orbit with a rest in each period both ways differ.
low, high = 1.5, 1.7
while high - low > 1e-9:
    low, high = ((low + high) / 2, high) if settles((low + high) / 2) else (low, (low + high) / 2)
both = (g > FOLD) & (g < low)
assert height[both & down].min() > 4 and height[both & ~down].max() < 1
assert np.ptp(beats[both & ~down], axis=1).max() < 1e-9
assert np.allclose(height[(g < FOLD) & down], height[(g < FOLD) & ~down][::-1], atol=1e-9)

# Where it happens, from sweeps that are finer; squares of splittings go to zero linearly.
edge = FOLD * (1 - 1e-5 * np.linspace(-1.5, 1.5, 4))
fine = swept(edge, 2, above(edge[0]), turns=3000)
assert np.array_equal(fine["max(d.face)"] > fine["A"], [True, True, False, False])
edge = low * (1 + 1e-4 * np.array([-4, -2, 2, 4]))
rests = np.ptp(several(swept(edge, 2, {}), "strobe"), axis=1) < 1e-5 * 0.01 * CM * low
assert np.array_equal(rests, [True, True, False, False])
for exact, count, printed in ((DOUBLE, 2, 0.0106), (quad, 4, 0.0115)):
    near = exact * (1 + np.linspace(6e-4, 2e-4, 5))
    last = several(swept(near, count, above(1.01 * near[0]), turns=4000), "at_events") % TURN
    at = np.polyfit((last[:, 0] - last[:, count // 2])**2, near, 2)[-1]
    print(f"doubles at {at * CM:.8f} cm, from the map {exact * CM:.8f}, printed {printed}")
    assert abs(at / exact - 1) < 1e-6 and abs(at * CM - printed) < 1e-4
print(f"fold at {FOLD * CM:.6f} cm within 5e-6, rests end at {low * CM:.6f} cm within 2e-4")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
for way, mark, label in ((down, "v", "down"), (~down, "^", "up")):
    left.plot(g[way] * CM, height[way], mark, markersize=3, label=label)
for at, label in ((FOLD, "fold"), (low, "rests end")):
    left.axvline(at * CM, color="black", linewidth=0.6)
    left.annotate(label, (at * CM, 2.5), rotation=90, ha="right", va="center")
left.set(xlabel="amplitude A [cm]", ylabel="greatest height over the table / A", title=model.title)
left.legend(loc="center")
right.plot((g[down, None] * CM + 0 * phases[down]).ravel(), phases[down].ravel() / TURN, ".",
           markersize=1.5, color="black", label="luztar, down")
curve = np.linspace(0.0099 / CM, DOUBLE, 100)
right.plot(curve * CM, np.arccos(FOLD / curve) / TURN, color="tab:orange", linewidth=3, alpha=0.5,
           label="acos(G1/G)")
for printed in (0.0106, 0.0115):
    right.axvline(printed, color="tab:blue", linewidth=0.8, linestyle="--",
                  label="printed doublings" if printed < 0.011 else None)
right.set(xlabel="amplitude A [cm]", ylabel="phase of the impacts / turn", xlim=(0.0099, 0.01205),
          ylim=(-0.02, 0.3), xticks=np.arange(100, 121, 5) / 1e4,
          title="Impact phases, as in figure 1.16")
right.legend(loc="upper left")
figure.savefig("11_bifurcation.png", dpi=100)
