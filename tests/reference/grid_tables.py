#!/usr/bin/env python3
"""Numbers of tests/acceptance/grid_tables_test.cpp: grids and a run by scipy.

    python3 tests/reference/grid_tables.py

Values by RectBivariateSpline (cubic), RegularGridInterpolator (linear) and CubicSpline along one
axis after the other; a run by DOP853 that begins anew at each line of the grid. Needs scipy.
"""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline, RectBivariateSpline, RegularGridInterpolator

X = np.array([-1.0, 0.0, 0.5, 1.5, 3.0])
Y = np.array([-2.0, -0.5, 0.5, 2.0])
Z = np.array([[2.0, 1.0, 0.5, -1.0], [1.0, 0.25, -0.5, -2.0], [-0.5, 1.5, -1.0, 0.75],
              [-1.25, -2.0, 0.5, -3.0], [-4.0, -1.0, -2.5, 1.0]])
PLACES = [(-1.0, -2.0), (-0.3, 0.1), (0.2, 1.9), (1.1, -1.3), (2.9, 0.5), (3.0, 2.0)]


def values():
    spline = RectBivariateSpline(X, Y, Z, kx=3, ky=3, s=0)
    linear = RegularGridInterpolator((X, Y), Z)
    for x, y in PLACES:
        first = CubicSpline(X, Z)(x)
        twice = CubicSpline(Y, first)(y)
        print(f"{{{x}, {y}, {linear((x, y)).item()!r}, {twice.item()!r}, {spline(x, y, dx=1).item()!r}, "
              f"{spline(x, y, dy=1).item()!r}, {spline(x, y, dx=1, dy=1).item()!r}}},"
              f"  # {spline(x, y).item() - twice.item():.0e}")


class Linear:
    """Bilinear in the cell in force; the cell is a mode, its edges are events."""

    def __call__(self, cell, q, v):
        i, j = cell
        s, r = (q - X[i])/(X[i + 1] - X[i]), (v - Y[j])/(Y[j + 1] - Y[j])
        return ((1 - s)*((1 - r)*Z[i, j] + r*Z[i, j + 1]) + s*((1 - r)*Z[i + 1, j] + r*Z[i + 1, j + 1]))


class Cubic:
    def __init__(self):
        along = CubicSpline(X, Z)
        self.c = [[None]*(len(Y) - 1) for _ in X[1:]]
        for i in range(len(X) - 1):
            rows = [CubicSpline(Y, along.c[m, i]) for m in range(4)]  # of s^(3 - m)
            for j in range(len(Y) - 1):
                self.c[i][j] = np.array([row.c[:, j] for row in rows])

    def __call__(self, cell, q, v):
        i, j = cell
        s, r = q - X[i], v - Y[j]
        return np.polyval([np.polyval(row, r) for row in self.c[i][j]], s)


def run(law, end, q=-0.8, v=0.4):
    """m q'' = z(q, v) - 6 q - 0.3 v, by the cells."""
    time, state, cells = 0.0, [q, v], [[int(np.searchsorted(X, q)) - 1, int(np.searchsorted(Y, v)) - 1]]
    while time < end:
        cell = cells[-1]
        events = []
        for which, axis in ((0, X), (1, Y)):
            for side in (0, 1):
                edge = axis[cell[which] + side]
                def event(t, y, which=which, edge=edge):
                    return y[which] - edge
                event.terminal, event.direction = True, 1 if side else -1
                events.append(event)
        result = solve_ivp(lambda t, y: [y[1], law(cell, y[0], y[1]) - 6*y[0] - 0.3*y[1]], (time, end), state,
                           "DOP853", rtol=2.3e-14, atol=1e-15, events=events, max_step=0.05)
        time, state = result.t[-1], list(result.y[:, -1])
        if result.status == 1:
            hit = next(k for k in range(4) if len(result.t_events[k]))
            new = list(cell)
            new[hit // 2] += 1 if hit % 2 else -1
            state[hit // 2] = (X, Y)[hit // 2][cell[hit // 2] + hit % 2]
            cells.append(new)
    return f"{float(state[0])!r}, {float(state[1])!r}", len(cells) - 1


if __name__ == "__main__":
    values()
    print("linear", run(Linear(), 5.0))
    print("cubic", run(Cubic(), 5.0))
