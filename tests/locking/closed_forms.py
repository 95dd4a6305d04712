"""The limit of elastic.py beside closed forms: drives that self-stress of no history could hold."""
import math

import elastic
from machines import Friction, Link, Machine, OneSided, Piece

LIMIT = 1e-5  # of positions
PEAK = 1e-3  # of a force that is locked: the last oscillations
COUNT = 4


def jack():
    """Lifts a car off the floor until the hand lets go, then comes to rest and stays."""
    p, inertia, mass, weight, torque, forward, end = 0.006, 0.02, 800.0, 8000.0, 30.0, 0.4, 1.0
    r = p / (2 * math.pi)
    machine = Machine("jack", [inertia, mass], [0.0, -weight], [Link(0, 1, r, 1.0, (forward, -0.3))],
                      [OneSided("lower", 1)], [], [Piece(0.0, torque), Piece(end)], 2.0)
    whole = inertia + mass * r * r / forward
    up, down = (torque - r * weight / forward) / whole, r * weight / forward / whole

    def crank(t):
        late = min(max(t - end, 0), up * end / down)
        return up * min(t, end)**2 / 2 + up * end * late - down * late**2 / 2
    return machine, crank


def hoist():
    """A worm gear with a backstop that turns freely, and on when the motor lets go."""
    r, inertia, drum, torque, forward = 1 / 40, 0.02, 0.8, 1.0, 0.45
    machine = Machine("hoist", [inertia, drum], [0.0, 0.0], [Link(0, 1, r, 1.0, (forward, -0.2))],
                      [OneSided("freewheel", 1)], [], [Piece(0.0, torque), Piece(1.0)], 3.0)
    a = torque / (inertia + drum * r * r / forward)
    return machine, lambda t: a * min(t, 1)**2 / 2 + a * max(t - 1, 0)


def wedge():
    """A friction that the link presses, static level above what wedges; both loads in the free direction."""
    r, motor, drum, drive, load, mu, constant, c = 0.25, 0.04258, 0.174, 4.5, 3.2, 0.8, 0.05, 0.18
    machine = Machine("wedge", [motor, drum], [0.0, load], [Link(0, 1, r, 1.0)], [OneSided("freewheel", 1)],
                      [Friction(0, mu, 1.4, constant, c, 0)], [Piece(0.0, drive)], 1.0)
    # motor a = drive - mu constant - (r + mu c) f, drum r a = load + f, with f > 0
    a = (drive - mu * constant + (r + mu * c) * load) / (motor + (r + mu * c) * drum * r)
    return machine, lambda t: a * t * t / 2


def press():
    """A screw pressed on a stop, relieved: stays as tight as it was driven, and opens when turned back hard enough."""
    r, inertia, mass, torque, back, forward, backward = 0.2, 0.1, 2.0, 3.0, 2.0, 0.5, -0.25
    machine = Machine("press", [inertia, mass], [0.0, 0.0], [Link(0, 1, r, 1.0, (forward, backward))],
                      [OneSided("upper", 1)], [], [Piece(0.0, torque), Piece(0.725), Piece(1.325, -back)], 2.0)
    # opening the screw takes -backward r torque forward/r = 0.375; then the load is driven backwards
    a = back / (inertia + mass * r * r / forward)
    return machine, lambda t: -a * max(t - 1.325, 0)**2 / 2


def failures(code):
    found = []
    for machine, position in (jack(), hoist(), wedge(), press()):
        words = []
        limit = elastic.Limit(code, machine)
        scale = max(abs(position(t)) for t in limit.times)
        worst = max(abs(row[0] - position(t)) for t, row in zip(limit.times, limit.rows)) / scale
        if not worst < LIMIT or len(limit.times) != len(machine.rows()):
            words.append(f"{machine.name}: {worst:.1e} from the closed form, {len(limit.times)} rows")
        if machine.name == "press":
            force = machine.drive[0].constant * machine.links[0].efficiency[0] / machine.links[0].ra
            words += [f"press: {row[5]} in the stop, {force} drove it" for t, row in zip(limit.times, limit.rows)
                      if 0.03 < t < 1.325 and not abs(row[5] - force) < PEAK * force]
        found += words[:1]
    return found
