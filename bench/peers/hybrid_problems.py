"""The problems of ../problems.h for integrators with events in Python: the right-hand side and the
guards of each mode, and what happens when a guard falls below zero.

`slope` and `guards` work on numbers and on heyoka's expressions alike; `sin` and `cos` come along.

Where static and kinetic friction are equal a pair that has just broken away has the rate 0 and the
slope 0: to see the guard of its next stop at once, by rounding, is the trap. So sliding ends at
-MARGIN there.
"""

import math

MARGIN = 1e-12  # [m/s, rad/s]


def sign(x):
    return 1 if x > 0 else -1


class Guide:
    start, mode, duration, every, bodies = [0.0, 0.0], (0,), 9.5, 0.25, 1
    m, c, static, kinetic, amplitude = 100.0, 200.0, 26.0, 18.0, 0.05
    k, chirp = 100.0 * (2 * math.pi * 1.5) ** 2, math.pi * 0.825 / 9.5

    def longest_step(self, mode):
        return 0.1 if mode[0] == 0 else math.inf

    def drive(self, t, y, sin, cos):
        w = self.chirp
        base = self.amplitude * (2 * w * cos(w * t * t) - 4 * w * w * t * t * sin(w * t * t))
        return -self.m * base - self.k * y[0]

    def slope(self, mode, t, y, sin, cos):
        if mode[0] == 0:
            return [0.0 * y[0], 0.0 * y[1]]
        force = self.drive(t, y, sin, cos) - self.c * y[1] - mode[0] * self.kinetic
        return [y[1], force / self.m]

    def guards(self, mode, t, y, sin, cos):
        if mode[0] != 0:
            return [mode[0] * y[1]]
        force = self.drive(t, y, sin, cos)
        return [self.static - force, self.static + force]

    def change(self, mode, t, y, guard):
        force = self.drive(t, y, math.sin, math.cos)
        sticks = mode[0] != 0 and abs(force) <= self.static
        return (0 if sticks else sign(force),), [y[0], 0.0]


class Belt:
    m, k, speed, static, kinetic = 1.0, 100.0, 0.1, 12.0, 8.0
    start, mode, duration, every, bodies = [0.0, speed], (0,), 20.0, 0.25, 1

    def longest_step(self, mode):
        return math.inf

    def slope(self, mode, t, y, sin, cos):
        if mode[0] == 0:
            return [y[1], 0.0 * y[1]]
        return [y[1], (-self.k * y[0] - mode[0] * self.kinetic) / self.m]

    def guards(self, mode, t, y, sin, cos):
        if mode[0] != 0:
            return [mode[0] * (y[1] - self.speed)]
        return [self.static - self.k * y[0], self.static + self.k * y[0]]

    def change(self, mode, t, y, guard):
        force = -self.k * y[0]
        sticks = mode[0] != 0 and abs(force) <= self.static
        return (0 if sticks else sign(force),), [y[0], self.speed]


class ThreeMasses:
    start, mode, duration, every, bodies = [0.0] * 6, (0, 0), 10.0, 0.2, 3
    m, dry, c = (1.0, 2.0, 3.0), (3.0, 4.0), (0.5, 0.8)

    def longest_step(self, mode):
        return 0.1 if 0 in mode else math.inf

    def loads(self, t, sin):
        return (9 * sin(2 * t), 6 * sin(3.1 * t + 0.7),
                -10 * sin(1.3 * t + 0.2) + 4 * sin(5 * t))

    def pair_forces(self, mode, t, y, sin):
        (m1, m2, m3), (f1, f2, f3) = self.m, self.loads(t, sin)

        def slides(j):
            return mode[j] * self.dry[j] + self.c[j] * (y[3 + j] - y[4 + j])

        if mode == (0, 0):
            a = (f1 + f2 + f3) / (m1 + m2 + m3)
            return f1 - m1 * a, m3 * a - f3
        if mode[0] == 0:
            return (m2 * f1 - m1 * (f2 - slides(1))) / (m1 + m2), slides(1)
        first = slides(0)
        return first, (m3 * (f2 + first) - m2 * f3) / (m2 + m3) if mode[1] == 0 else slides(1)

    def slope(self, mode, t, y, sin, cos):
        (m1, m2, m3), (f1, f2, f3) = self.m, self.loads(t, sin)
        first, second = self.pair_forces(mode, t, y, sin)
        return [y[3], y[4], y[5],
                (f1 - first) / m1, (f2 + first - second) / m2, (f3 + second) / m3]

    def guards(self, mode, t, y, sin, cos):
        forces = self.pair_forces(mode, t, y, sin)
        found = []
        for j in range(2):
            if mode[j] == 0:
                found += [self.dry[j] - forces[j], self.dry[j] + forces[j]]
            else:
                found.append(mode[j] * (y[3 + j] - y[4 + j]) + MARGIN)
        return found

    def change(self, mode, t, y, guard):
        owners = [j for j in range(2) for _ in range(2 if mode[j] == 0 else 1)]
        pair, y, mode = owners[guard], list(y), list(mode)
        if pair == 1:
            y[5] = y[4]
        elif mode[1] == 0:
            y[3] = y[4]
        else:
            y[4] = y[3]

        def force(j):
            return self.pair_forces(tuple(mode), t, y, math.sin)[j]

        if mode[pair] == 0:
            mode[pair] = sign(force(pair))
            return tuple(mode), y
        mode[pair] = 0
        for j in (pair, 1 - pair, pair):
            if mode[j] == 0 and abs(force(j)) > self.dry[j]:
                mode[j] = sign(force(j))
        return tuple(mode), y


class Gear:
    start, mode, duration, every, bodies = [0.0] * 4, (0, 0, 0), 2.0, 0.05, 2
    inertia, dry, c = (0.02, 0.05), (0.5, 0.8), (0.05, 0.08)
    ratio, k, gap = 2.0, 125.0, 0.023

    def longest_step(self, mode):
        return 2e-3  # with 5e-3 scipy misses that the teeth touch again 4.7 ms after they parted

    def drive(self, mode, t, y, sin):
        d = y[0] - self.ratio * y[1]
        torque = self.k * (d - mode[2] * self.gap) if mode[2] != 0 else 0.0
        return 5 * sin(3 * math.pi * t) - torque, -0.6 + self.ratio * torque

    def slope(self, mode, t, y, sin, cos):
        force = self.drive(mode, t, y, sin)
        a = [(force[j] - self.c[j] * y[2 + j] - mode[j] * self.dry[j]) / self.inertia[j]
             if mode[j] != 0 else 0.0 * y[2 + j] for j in range(2)]
        return [y[2], y[3], *a]

    def guards(self, mode, t, y, sin, cos):
        force, d = self.drive(mode, t, y, sin), y[0] - self.ratio * y[1]
        found = []
        for j in range(2):
            if mode[j] == 0:
                found += [self.dry[j] - force[j], self.dry[j] + force[j]]
            else:
                found.append(mode[j] * y[2 + j] + MARGIN)
        return found + ([mode[2] * d - self.gap] if mode[2] != 0 else [self.gap - d, self.gap + d])

    def change(self, mode, t, y, guard):
        owners = [j for j in range(3) for _ in range(2 if mode[j] == 0 else 1)]
        which, y, mode = owners[guard], list(y), list(mode)
        if which == 2:
            mode[2] = 0 if mode[2] != 0 else sign(y[0] - self.ratio * y[1])
            return tuple(mode), y
        force = self.drive(tuple(mode), t, y, math.sin)[which]
        sticks = mode[which] != 0 and abs(force) <= self.dry[which]
        mode[which] = 0 if sticks else sign(force)
        y[2 + which] = 0.0
        return tuple(mode), y


PROBLEMS = {"guide": Guide, "belt": Belt, "three": ThreeMasses, "gear": Gear}
