#!/usr/bin/env python3
"""Writes mjcf_reference.csv: the MJCF files of LIST.md that import, computed beside them.

    tests/import/mjcf_reference.py [NAME ...]

MuJoCo reads each file and gives its mass matrix, gravity, springs, dampers and actuators. scipy
integrates these, from event to event. Frictionloss, limits and equalities are exact here, as in
Gauss's principle: all combinations of modes are tried, and the consistent one is taken. Nothing of
luztar is used. Needs numpy, scipy and mujoco.
"""
import csv
import itertools
import pathlib
import sys

import mujoco
import numpy as np
from scipy.integrate import solve_ivp

HERE = pathlib.Path(__file__).parent
END = 1.0
STILL = 1e-9


class System:
    def __init__(self, path):
        self.model = m = mujoco.MjModel.from_xml_path(str(path))
        self.data = d = mujoco.MjData(m)
        if m.nkey:
            mujoco.mj_resetDataKeyframe(m, d, 0)
        self.q0, self.v0 = d.qpos.copy(), d.qvel.copy()
        n = m.nv
        eye = np.eye(n)
        tendons = np.zeros((m.ntendon, n))
        for i in range(m.ntendon):
            for k in range(m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i]):
                tendons[i, m.jnt_dofadr[m.wrap_objid[k]]] += m.wrap_prm[k]
        self.frictions = [(eye[i], m.dof_frictionloss[i]) for i in range(n) if m.dof_frictionloss[i] > 0]
        self.frictions += [(tendons[i], m.tendon_frictionloss[i]) for i in range(m.ntendon) if m.tendon_frictionloss[i] > 0]
        self.stops = []  # row, sign, level: sign * (row q) <= level
        for rows, limited, ranges in ((eye, m.jnt_limited, m.jnt_range), (tendons, m.tendon_limited, m.tendon_range)):
            for row, on, (low, high) in zip(rows, limited, ranges):
                if on:
                    self.stops += [(row, 1.0, high), (row, -1.0, -low)]
        self.ties = []
        for i in range(m.neq):
            row = eye[m.eq_obj1id[i]].copy()
            assert not m.eq_data[i][2:5].any()
            if m.eq_obj2id[i] >= 0:
                row -= m.eq_data[i][1] * eye[m.eq_obj2id[i]]
            self.ties.append(row)

    def smooth(self, q, v):
        m, d = self.model, self.data
        d.qpos[:], d.qvel[:] = q, v
        mujoco.mj_forward(m, d)
        mass = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, mass) if mujoco.__version__ >= "3.4" else mujoco.mj_fullM(m, mass, d.qM)
        return mass, d.qfrc_passive - d.qfrc_bias + d.qfrc_actuator

    def solve(self, q, v, modes, closed):
        """Accelerations, forces of frictions at rest (mode 0) and of stops that are held."""
        mass, force = self.smooth(q, v)
        rows = list(self.ties)
        rest = [i for i, mode in enumerate(modes) if mode == 0]
        for (row, level), mode in zip(self.frictions, modes):
            force = force - mode * level * row
        rows += [self.frictions[i][0] for i in rest] + [self.stops[i][0] * self.stops[i][1] for i in closed]
        n, k = len(q), len(rows)
        if k == 0:
            return np.linalg.solve(mass, force), {}, {}
        j = np.array(rows)
        whole = np.block([[mass, j.T], [j, np.zeros((k, k))]])
        x = np.linalg.lstsq(whole, np.concatenate([force, np.zeros(k)]), rcond=None)[0]
        forces = x[n + len(self.ties):]  # what each takes: f of mass a = force - j' f
        return x[:n], dict(zip(rest, forces)), dict(zip(closed, forces[len(rest):]))

    def decide(self, q, v):
        """The modes of frictions, and the stops that are held, that are consistent."""
        speeds = [row @ v for row, _ in self.frictions]
        touching = [i for i, (row, sign, level) in enumerate(self.stops)
                    if sign * (row @ q) > level - 1e-9 and abs(row @ v) < STILL]
        choices = [[int(np.sign(s))] if abs(s) > STILL else [0, 1, -1] for s in speeds]
        for modes in itertools.product(*choices):
            for size in range(len(touching), -1, -1):
                for closed in itertools.combinations(touching, size):
                    a, held, pressed = self.solve(q, v, modes, closed)
                    fine = all(abs(f) <= self.frictions[i][1] * (1 + 1e-11) for i, f in held.items())
                    fine &= all(f >= -1e-9 for f in pressed.values())
                    fine &= all(mode == 0 or abs(s) > STILL or mode * (row @ a) > -1e-12
                                for (row, _), mode, s in zip(self.frictions, modes, speeds))
                    fine &= all(i in closed or self.stops[i][1] * (self.stops[i][0] @ a) < 1e-12 for i in touching)
                    if fine:
                        return modes, closed
        raise ArithmeticError("no consistent modes")

    def run(self):
        grid = np.linspace(0, END, 11)
        n = len(self.q0)
        t, q, v, got = 0.0, self.q0, self.v0, {}
        while t < END:
            modes, closed = self.decide(q, v)
            events = self.events(modes, closed)
            def rate(t, y):
                return np.concatenate([y[n:], self.solve(y[:n], y[n:], modes, closed)[0]])
            run = solve_ivp(rate, (t, END), np.concatenate([q, v]), "DOP853", rtol=1e-11, atol=1e-13,
                            events=events or None, dense_output=True)
            for g in grid:
                if t <= g <= run.t[-1] and g not in got:
                    got[g] = run.sol(g) if run.t[-1] > t else np.concatenate([q, v])
            t, q, v = run.t[-1], run.y[:n, -1], run.y[n:, -1].copy()
            if run.status == 1:
                v = self.settle(q, v, [k for k, found in enumerate(run.t_events) if len(found)], modes)
        return grid, np.array([got[g] for g in grid])

    def events(self, modes, closed):
        n = len(self.q0)
        list_ = []
        def add(function, direction):
            function.terminal, function.direction = True, direction
            list_.append(function)
        for i, (row, level) in enumerate(self.frictions):
            if modes[i] and any(np.array_equal(row, self.stops[k][0]) for k in closed):
                continue  # at rest on a stop, which takes what the friction does not
            if modes[i]:
                add(lambda t, y, row=row, s=modes[i]: s * (row @ y[n:]), -1)
            else:
                add(lambda t, y, i=i, level=level: level * (1 + 1e-10) - abs(self.solve(y[:n], y[n:], modes, closed)[1][i]), -1)
        for i, (row, sign, level) in enumerate(self.stops):
            if i in closed:
                add(lambda t, y, i=i: self.solve(y[:n], y[n:], modes, closed)[2][i] + 1e-10, -1)
            else:
                add(lambda t, y, row=row, s=sign, level=level: level + 1e-12 - s * (row @ y[:n]), -1)
        return list_

    def settle(self, q, v, fired, modes):
        """Speeds after an instant: frictions whose rate is 0 stand, stops that are hit take what comes."""
        mass, _ = self.smooth(q, v)
        rows = list(self.ties)
        rows += [row for row, _ in self.frictions if abs(row @ v) < 1e-8]
        rows += [row for row, sign, level in self.stops if sign * (row @ q) > level - 1e-9 and sign * (row @ v) > -1e-8]
        if not rows:
            return v
        j = np.array(rows)
        w = np.linalg.solve(mass, j.T)
        v = v - w @ np.linalg.lstsq(j @ w, j @ v, rcond=None)[0]
        return np.where(np.abs(v) < 1e-14, 0.0, v)


def main(names):
    rows = []
    for path in sorted((HERE / "mjcf").glob("*.xml")):
        if path.stem.startswith("refused") or (names and path.stem not in names):
            continue
        system = System(path)
        times, values = system.run()
        n = len(system.q0)
        for i in range(n):
            joint = mujoco.mj_id2name(system.model, mujoco.mjtObj.mjOBJ_JOINT, i)
            for letter, column in (("q", i), ("v", n + i)):
                rows.append([path.stem, f"{letter}.{joint or 'slide'}", f"{END:g}", *(f"{x:.12g}" for x in values[:, column])])
        print(path.stem, "done", flush=True)
    if not names:
        with (HERE / "mjcf_reference.csv").open("w", newline="") as file:
            file.write("# mujoco and scipy: tests/import/mjcf_reference.py; 11 even times from 0 to the end\n")
            csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
