"""What Gauss's principle says of a state, in fractions.

Nothing of this is luztar's: the least of T'WT/2 - c'T within the limits is found by exchanging
pairs between "at a limit" and "within" until the conditions of optimality hold exactly.
"""
from fractions import Fraction
import itertools


class Solution:
    """Forces of pairs and accelerations of bodies. `regular`: no cycle, so the forces are unique."""

    def __init__(self, state):
        self.state = state
        mechanism = state.mechanism
        self.mass = {body.name: state.number(body.mass) for body in mechanism.bodies if body.mass}
        self.given = {body.name: Fraction(2 * body.motion) for body in mechanism.bodies if not body.mass}
        self.frictions = [pair for pair in mechanism.pairs if pair.kind == "friction"]
        load = state.loads()
        self.force, self.held, resting = {}, {}, []  # held: as if no pair could break
        for pair in self.frictions:
            if pair.is_link or state.rate[pair.name] == 0:
                resting.append(pair)
                continue
            self.force[pair.name] = state.sliding(pair)
            self.pull(load, pair, self.force[pair.name])
        for group in self.groups(resting):
            self.solve(group, load)
        self.acceleration = self.accelerations(load, resting, self.force)
        self.held_acceleration = self.accelerations(load, resting, self.held)

    def accelerations(self, load, resting, forces):
        load = dict(load)
        for pair in resting:
            self.pull(load, pair, forces[pair.name])
        return {body: load[body] / mass for body, mass in self.mass.items()} | self.given

    @staticmethod
    def pull(load, pair, force):
        for body, arm in pair.arms.items():
            load[body] -= arm * force

    def groups(self, pairs):
        """Pairs that share moving bodies."""
        groups = []
        for pair in pairs:
            ends = {body for body in pair.arms if body in self.mass}
            touched = [group for group in groups if group[0] & ends]
            merged = (ends.union(*[group[0] for group in touched]), [p for group in touched for p in group[1]] + [pair])
            groups = [group for group in groups if group not in touched] + [merged]
        return [group[1] for group in groups]

    def solve(self, pairs, load):
        drive, coupling = [], []
        for a in pairs:
            drive.append(sum(arm * (load[body] / self.mass[body] if body in self.mass else self.given[body])
                             for body, arm in a.arms.items()))
            coupling.append([sum(arm * b.arms.get(body, 0) / self.mass[body]
                                 for body, arm in a.arms.items() if body in self.mass) for b in pairs])
        limits = [(None, None) if pair.is_link else self.state.limits(pair) for pair in pairs]
        forces, regular = within_limits(coupling, drive, limits)
        limited = [pair for pair in pairs if not pair.is_link]
        if not regular and are_parallel(limited):
            shares = self.shared(limited, [force for pair, force in zip(pairs, forces) if not pair.is_link])
            forces = [force if pair.is_link else shares.pop(0) for pair, force in zip(pairs, forces)]
        names = [pair.name for pair in pairs]
        self.held.update(zip(names, forces))
        if len(limited) == 1 and limited[0].is_symmetric() and limited[0].static != limited[0].kinetic:
            forces = self.alone(pairs.index(limited[0]), pairs, coupling, drive, limits)
        self.force.update(zip(names, forces))

    def alone(self, own, pairs, coupling, drive, limits):
        """One pair with its links: beyond its static limit it has its kinetic level."""
        unlimited = within_limits(coupling, drive, [(None, None)] * len(pairs))[0][own]
        if abs(unlimited) > limits[own][1]:
            level = self.state.number(pairs[own].kinetic[0])
            limits = limits[:own] + [(level, level) if unlimited > 0 else (-level, -level)] + limits[own + 1:]
        return within_limits(coupling, drive, limits)[0]

    def shared(self, pairs, forces):
        """Parallel pairs take the sum of their forces in proportion to their strengths."""
        directions = [1 if pair.arms == pairs[0].arms else -1 for pair in pairs]
        strengths = [self.state.limits(pair)[1] for pair in pairs]
        if sum(strengths) == 0:
            return forces
        whole = sum(side * force for side, force in zip(directions, forces))
        return [side * strength / sum(strengths) * whole for side, strength in zip(directions, strengths)]


def are_parallel(pairs):
    first = pairs[0].arms if pairs else {}
    turned = {body: -arm for body, arm in first.items()}
    return all(pair.is_symmetric() and pair.arms in (first, turned) for pair in pairs)


def solve(matrix, right):
    """Gauss elimination; None if the matrix is singular."""
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(len(rows)):
            if i != k and rows[i][k] != 0:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


def attempt(coupling, drive, limits, places):
    """Forces with some pairs at a limit (-1, 1), and the first pair that contradicts; None if singular."""
    free = [i for i, place in enumerate(places) if place == 0]
    forces = [Fraction(0) if place == 0 else limits[i][place > 0] for i, place in enumerate(places)]
    right = [drive[i] - sum(coupling[i][j] * forces[j] for j in range(len(places)) if places[j]) for i in free]
    found = solve([[coupling[i][j] for j in free] for i in free], right)
    if found is None:
        return None
    for i, value in zip(free, found):
        forces[i] = value
    for i, place in enumerate(places):
        low, high = limits[i]
        if place == 0 and low is not None and not low <= forces[i] <= high:
            return forces, i, (1 if forces[i] > high else -1)
        change = drive[i] - sum(a * b for a, b in zip(coupling[i], forces))
        if place * change < 0:
            return forces, i, 0
    return forces, None, 0


def within_limits(coupling, drive, limits):
    """Forces that fulfil the conditions of optimality, and whether they are the only ones."""
    n = len(drive)
    regular = solve(coupling, drive) is not None
    if regular:
        places = [0] * n
        for _ in range(500):  # exchanges of the first pair that contradicts end (Murty)
            forces, wrong, place = attempt(coupling, drive, limits, places)
            if wrong is None:
                return forces, True
            places[wrong] = place
    return with_twins(coupling, drive, limits) or in_a_cycle(coupling, drive, limits), regular


def with_twins(coupling, drive, limits):
    """Two parallel pairs as one, whose force they share; None if there are none."""
    n = len(drive)
    twins = next(((i, j) for i in range(n) for j in range(i) if coupling[i][i] * coupling[j][j] == coupling[i][j]**2
                  and limits[i][0] is not None), None)
    if not twins:
        return None
    other, own = twins  # `other` has limits
    ratio = coupling[own][other] / coupling[own][own]
    ends = sorted(ratio * end for end in limits[other])
    whole = limits[own] if limits[own][0] is None else tuple(a + b for a, b in zip(limits[own], ends))
    kept = [k for k in range(n) if k != other]
    forces, _ = within_limits([[coupling[i][j] for j in kept] for i in kept], [drive[k] for k in kept],
                              [whole if k == own else limits[k] for k in kept])
    total = forces[own]
    forces[own] = total if limits[own][0] is None else min(max(total, limits[own][0]), limits[own][1])
    share = (total - forces[own]) / ratio if limits[own][0] is not None else limits[other][0]
    if limits[own][0] is None:
        forces[own] = total - ratio * share
    return forces[:other] + [share] + forces[other:]


def in_a_cycle(coupling, drive, limits):
    """All choices of limits are tried."""
    for places in itertools.product(*[[0] if low is None else [0, -1, 1] for low, _ in limits]):
        found = attempt(coupling, drive, limits, places)
        if found and found[1] is None:
            return found[0]
    raise ValueError("no forces found")
