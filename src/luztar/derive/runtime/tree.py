#if !GENERATED
"""The same as tree.c, line by line."""
from model import BODIES, IS_FREE, JOINT_BODY, JOINT_IN, JOINTS, ORDER
from polyline import (INFINITY, Law, Polyline, added, balanced_at, cut, first_at, high, last_at,
                      low, sliding_at, with_step)
#endif


def coefficient(now, joint, body):
    for end in (0, 1):
        if JOINT_BODY[joint][end] == body:
            return now.arm[joint][end]
    return 0.0


def slip(now, joint):
    """w of a joint"""
    first, other = JOINT_BODY[joint]
    own = now.arm[joint][0]*now.x[first]
    return own if other < 0 else own + now.arm[joint][1]*now.x[other]


def sign_of(x):
    return (x > 0.0) - (x < 0.0)


def solve(now):
    """Fills x and mode; the rest is known."""
    line = [None]*BODIES
    law = [None]*JOINTS
    tie = [0.0]*JOINTS  # y of the given body at the other end of a joint
    scale, y = [0.0]*BODIES, [0.0]*BODIES
    mass, force = [0.0]*BODIES, [0.0]*BODIES  # of a body with what hangs on it
    held = [False]*BODIES  # sticks to something given
    side = [0]*JOINTS  # mode along y

    for b in reversed(ORDER):  # outwards
        up = JOINT_IN[b]
        scale[b] = 1.0 if up < 0 else -now.arm[up][1]*scale[JOINT_BODY[up][1]]/now.arm[up][0]
        mass[b] = scale[b]*scale[b]*now.mass[b]
        force[b] = scale[b]*now.force[b]
        line[b] = Polyline([(0.0, -force[b])], mass[b], mass[b])
#if MASSLESS
        if now.given[b]:
            held[b] = True
            y[b] = now.x[b]/scale[b]
#endif
    for j in range(JOINTS):
        b, other = JOINT_BODY[j]
        if not IS_FREE[b]:
            continue
        arm = now.arm[j][0]*scale[b]
        law[j] = Law(arm*(now.lower[j] if arm > 0.0 else now.upper[j]),
                     arm*(now.upper[j] if arm > 0.0 else now.lower[j]))
#if MASSLESS
        law[j].viscous = arm*arm*now.viscous[j]
#endif
        if JOINT_IN[b] == j:
            continue
        if other >= 0:
            tie[j] = -now.arm[j][1]*now.x[other]/arm
        line[b] = with_step(line[b], tie[j], law[j])

    for b in ORDER:  # inwards: what each part needs
        up = JOINT_IN[b]
        if up < 0:
            continue
        parent = JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b] and now.given[parent]:
            continue
        if now.given[parent]:
            line[b] = with_step(line[b], y[parent], law[up])
            continue
        if now.given[b]:
            line[parent] = with_step(line[parent], y[b], law[up].opposite())
            continue
#endif
        line[parent] = added(line[parent], cut(line[b], law[up].opposite()))

    for b in reversed(ORDER):  # outwards: who sticks
        up = JOINT_IN[b]
        parent = -1 if up < 0 else JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b]:
            if up >= 0:
                side[up] = sign_of(y[b] - y[parent])
        elif up < 0 or now.given[parent]:
            y[b] = balanced_at(line[b], 1)
            if up >= 0:
                side[up] = sign_of(y[b] - y[parent])
#else
        if up < 0:
            y[b] = first_at(line[b], 0.0)
#endif
        else:
            if high(line[b], y[parent]) < -law[up].upper:
                side[up] = 1
            elif low(line[b], y[parent]) > -law[up].lower:
                side[up] = -1
#if MASSLESS
            if side[up] == 0:
                y[b] = y[parent]
            else:
                y[b] = sliding_at(line[b], side[up], y[parent], law[up])
#else
            if side[up] == 0:
                y[b] = y[parent]
            elif side[up] > 0:
                y[b] = first_at(line[b], -law[up].upper)
            else:
                y[b] = last_at(line[b], -law[up].lower)
#endif
        for j in range(JOINTS):
            if JOINT_BODY[j][0] == b and j != up:
                side[j] = sign_of(y[b] - tie[j])

    def lean(b, mode, law, y_other):
        """A joint to something with a known y, in the balance of a body."""
        if mode == 0:
            held[b] = True
            y[b] = y_other
            return
        mass[b] += law.viscous
        force[b] += law.viscous*y_other - law.limit(mode)

    for b in ORDER:  # inwards: balance of what sticks together
        up = JOINT_IN[b]
        parent = -1 if up < 0 else JOINT_BODY[up][1]
#if MASSLESS
        if now.given[b]:
            if up >= 0 and not now.given[parent]:
                lean(parent, -side[up], law[up].opposite(), y[b])
            continue
#endif
        for j in range(JOINTS):
            if JOINT_BODY[j][0] == b and j != up:
                lean(b, side[j], law[j], tie[j])
        if up < 0:
            continue
#if MASSLESS
        if now.given[parent]:
            lean(b, side[up], law[up], y[parent])
            continue
#endif
        if side[up] == 0 and held[b]:
            held[parent] = True
            y[parent] = y[b]
        elif side[up] == 0:
            mass[parent] += mass[b]
            force[parent] += force[b]
        else:
            force[parent] += law[up].limit(side[up])
#if MASSLESS
            if held[b]:
                mass[parent] += law[up].viscous
                force[parent] += law[up].viscous*y[b]
            elif mass[b] + law[up].viscous > 0.0:
                share = law[up].viscous/(mass[b] + law[up].viscous)
                mass[parent] += share*mass[b]
                force[parent] += share*(force[b] - law[up].limit(side[up]))
#endif

    for b in reversed(ORDER):  # outwards: values
        up = JOINT_IN[b]
#if MASSLESS
        if now.given[b]:
            continue
        root = up < 0 or now.given[JOINT_BODY[up][1]]
#else
        root = up < 0
#endif
        if not root and side[up] == 0:
            y[b] = y[JOINT_BODY[up][1]]
        elif not held[b]:
            push, inertia = force[b], mass[b]
            if not root:
                push -= law[up].limit(side[up])
#if MASSLESS
            if not root:
                push += law[up].viscous*y[JOINT_BODY[up][1]]
                inertia += law[up].viscous
            if inertia > 0.0:
                y[b] = push/inertia
            if not abs(y[b]) < INFINITY:
                y[b] = 0.0
#else
            y[b] = push/inertia
#endif
        now.x[b] = scale[b]*y[b]

    for j in range(JOINTS):
        b = JOINT_BODY[j][0]
        now.mode[j] = (side[j]*sign_of(now.arm[j][0]*scale[b]) if IS_FREE[b]
                       else sign_of(slip(now, j)))
