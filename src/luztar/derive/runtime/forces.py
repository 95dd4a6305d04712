#if !GENERATED
"""The same as forces.c, line by line."""
import math

from box import coefficient, slip, solve
from model import BODIES, IS_FREE, JOINTS, MAY_BREAK
#endif


#if BREAKS
def mobility(now, joint):
    """J M^-1 J' of a joint: what a unit of force does to its w."""
    arms = [coefficient(now, joint, b) if IS_FREE[b] else 0.0 for b in range(BODIES)]
    return sum(arms[b]*arms[b]/now.mass[b] for b in range(BODIES) if arms[b] != 0.0)


#endif
def settle(now):
#if BREAKS
    """Gauss's principle with the limits at rest. Joints that move then break and carry their
    kinetic force in that direction; broken ones that would turn back stick again; until nothing
    changes. Several consistent choices may exist; this one follows a load that grows slowly."""
    rounding = 1e-12  # of the largest force
    broken = [0]*JOINTS
    for _ in range(64):
        changed = False
        for j in range(JOINTS):
            now.lower[j] = now.upper[j] = 0.0
            if broken[j] != 0:
                kinetic = now.kinetic[j][1] if broken[j] > 0 else -now.kinetic[j][0]
                now.lower[j] = now.upper[j] = kinetic
            elif now.rests[j]:
                now.lower[j] = -now.strength[j][0]
                now.upper[j] = now.strength[j][1]
        solve(now)
        largest = max([now.largest] + [abs(now.mass[b]*now.x[b])
                                       for b in range(BODIES) if IS_FREE[b]])
        for j in range(JOINTS):
            w = slip(now, j)
            side = 1 if w > 0.0 else 0
            if not now.rests[j] or not MAY_BREAK[j]:
                continue
            if broken[j] != 0:
                if broken[j]*w > rounding*largest*mobility(now, j):
                    continue
                broken[j] = 0
                changed = True
            elif (now.strength[j][side] > now.kinetic[j][side]
                  and abs(w) > rounding*largest*mobility(now, j)):
                broken[j] = 1 if side else -1
                changed = True
        if not changed:
            return
#else
    """Gauss's principle for the joints at rest."""
    for j in range(JOINTS):
        now.lower[j] = -now.strength[j][0] if now.rests[j] else 0.0
        now.upper[j] = now.strength[j][1] if now.rests[j] else 0.0
    solve(now)
#endif


#if CYCLES
def balance(column, weight, side):
    """Solves sum of weight column (column y) = side over the joints with a weight, as far as it
    can be solved. Returns y and what is left of side."""
    bodies = range(BODIES)
    a = [[sum(weight[j]*column[j][b]*column[j][c] for j in range(JOINTS)) for c in bodies]
         for b in bodies]
    rest = list(side)
    y = [0.0]*BODIES
    largest = max(a[b][b] for b in bodies)
    pivots = []
    while True:
        best = -1
        for b in bodies:
            if b not in pivots and a[b][b] > (1e-12*largest if best < 0 else a[best][best]):
                best = b
        if best < 0:
            break
        pivots.append(best)
        for b in bodies:
            if b in pivots:
                continue
            factor = a[b][best]/a[best][best]
            for c in bodies:
                a[b][c] -= factor*a[best][c]
            rest[b] -= factor*rest[best]
    for p in reversed(pivots):
        y[p] = (rest[p] - sum(a[p][c]*y[c] for c in bodies if c != p))/a[p][p]
    return y, [0.0 if b in pivots else rest[b] for b in bodies]


def product(column, y):
    return sum(column[b]*y[b] for b in range(BODIES))


def share(now, left, is_open, T):
    """Forces of joints on a cycle are not unique. Those of least sum T^2/strength are taken; a
    joint beyond its limit keeps it, and the others share the rest.
#if RIGID
    Links and stops have no limit: they take all they can, evenly, the others the rest.
#endif
    """
    column = [[coefficient(now, j, b) if IS_FREE[b] else 0.0 for b in range(BODIES)]
              for j in range(JOINTS)]
    strength = [0.5*(now.strength[j][0] + now.strength[j][1]) for j in range(JOINTS)]
    while True:
        weight = [strength[j] if is_open[j] and strength[j] < math.inf else 0.0
                  for j in range(JOINTS)]
#if RIGID
        rigid = [1.0 if is_open[j] and strength[j] == math.inf else 0.0 for j in range(JOINTS)]
        reduced = []  # what rigid joints cannot balance of each column
        for j in range(JOINTS):
            remains = balance(column, rigid, column[j])[1] if weight[j] > 0.0 else column[j]
            reduced.append([x if abs(x) >= 1e-12 else 0.0 for x in remains])
        y = balance(reduced, weight, balance(column, rigid, left)[1])[0]
        over = list(left)
        for j in range(JOINTS):
            if weight[j] > 0.0:
                T[j] = weight[j]*product(reduced[j], y)
                over = [over[b] - column[j][b]*T[j] for b in range(BODIES)]
        y = balance(column, rigid, over)[0]
        for j in range(JOINTS):
            if rigid[j] != 0.0:
                T[j] = product(column[j], y)
#else
        y = balance(column, weight, left)[0]
        for j in range(JOINTS):
            if weight[j] > 0.0:
                T[j] = weight[j]*product(column[j], y)
#endif
        excess, worst = 1.0 + 1e-12, -1
        for j in range(JOINTS):
            limit = now.upper[j] if T[j] > 0.0 else -now.lower[j]
            ratio = abs(T[j])/limit if limit > 0.0 else 0.0 if T[j] == 0.0 else math.inf
            if is_open[j] and ratio > excess:
                excess, worst = ratio, j
        if worst < 0:
            return
        T[worst] = now.upper[worst] if T[worst] > 0.0 else now.lower[worst]
        is_open[worst] = False
        left = [left[b] - column[worst][b]*T[worst] for b in range(BODIES)]


#endif
#if BOX
def balances(now, T):
    """True if joints at rest carry what their bodies need."""
    for b in range(BODIES):
        if not IS_FREE[b]:
            continue
        parts = [coefficient(now, j, b)*T[j] for j in range(JOINTS) if now.rests[j]]
        total = now.force[b] - now.mass[b]*now.x[b]
        size = max([now.largest, abs(total)] + [abs(part) for part in parts])
        if abs(total - sum(parts)) > 1e-9*size:
            return False
    return True


#endif
def joint_forces(now):
    """Forces T of all joints, after settle()."""
    left = [now.force[b] - now.mass[b]*now.x[b] if IS_FREE[b] else 0.0 for b in range(BODIES)]
    T = list(now.friction)
    is_open = [False]*JOINTS  # T is not known yet

    def take(j, force):
        T[j] = force
        is_open[j] = False
        for b in range(BODIES):
            left[b] -= coefficient(now, j, b)*force

    for j in range(JOINTS):
        if not now.rests[j]:
            continue
        if now.mode[j] == 0 and now.lower[j] < now.upper[j]:
            is_open[j] = True
            T[j] = 0.0
        else:
            take(j, now.lower[j] if now.mode[j] < 0 else now.upper[j])
    found = True
    while found:  # where a body has one of them only, its balance gives it
        found = False
        for b in range(BODIES):
            if not IS_FREE[b]:
                continue
            joints = [j for j in range(JOINTS) if is_open[j] and coefficient(now, j, b) != 0.0]
            if len(joints) == 1:
                take(joints[0], left[b]/coefficient(now, joints[0], b))
                found = True
#if CYCLES
    share(now, left, is_open, T)
#endif
#if BOX
    if not balances(now, T):  # those that keep a limit left too little: what solve() found is right
        T = [now.found[j] if now.rests[j] else T[j] for j in range(JOINTS)]
#endif
    return T
