"""Where a drive goes when its links, stops and freewheels are elastic, in the limit of great stiffness.

A stiffness is w^2 times the mass that an element feels times its factor; w, the ramps of jumps and the step of the
integrator are at fixed ratios, so that everything which is not the limit falls with 1/w and is extrapolated away.
"""
import ctypes
import dataclasses
import math
import pathlib
import subprocess

KINDS = {"link": 0, "lower": 1, "upper": 2, "freewheel": 3}
RAMPS = (0.02, 0.01, 0.005)  # of the duration: what a jump of a load takes
SLOW = 40.0  # radians of the slowest oscillation in a ramp
STEP = 0.4  # radians of the fastest oscillation in a step
DAMPING = 0.5


@dataclasses.dataclass
class Level:
    """Of one stiffness: rows of q, v of bodies and f of elements, and when a stop was hit first."""
    ramp: float
    rows: list
    hit: float


def compiled(folder):
    path = pathlib.Path(folder) / "elastic.so"
    source = pathlib.Path(__file__).with_name("elastic.c")
    subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", path, source, "-lm"], check=True)
    return str(path)


def opened(path):
    code = ctypes.CDLL(path)
    code.elastic.restype = ctypes.c_double
    code.elastic.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_double, ctypes.c_double, ctypes.c_int,
                             ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_double)]
    return code


def stiffnesses(machine, factors, damping, slowest):
    """(stiffness, damping) of elements and frictions, and the fastest frequency; `slowest` is that of one end held."""
    found, slow, fast = [], math.inf, 0.0
    n = len(machine.mass)
    arms_of = [arms for _, arms in machine.elements()]
    arms_of += [[sign * (i == body) for i in range(n)] for body, sign, *_ in machine.pressed()]
    for arms, factor in zip(arms_of, factors):
        if not factor:
            found.append((0.0, 0.0))
            continue
        felt = 1 / sum(r * r / m for r, m in zip(arms, machine.mass))
        found.append((felt * factor, felt * math.sqrt(factor)))
        slow = min([slow] + [felt * factor * r * r / m for r, m in zip(arms, machine.mass) if r])
        fast += factor
    scale = slowest / math.sqrt(slow)
    return [(k * scale**2, 2 * damping * c * scale) for k, c in found], math.sqrt(fast) * scale


def packed(machine, constants, ramp):
    p = [len(machine.mass)]
    p += machine.mass
    elements = machine.elements()
    p.append(len(elements))
    for (kind, arms), (k, c) in zip(elements, constants):
        p += [KINDS[kind], *arms, k, c]
    frictions = machine.pressed()
    p.append(len(frictions))
    for (body, sign, constant, weights, part, kinetic, held), own in zip(frictions, constants[len(elements):]):
        p += [body, sign, constant, *weights, part, *kinetic, *held, *own]
    for pieces in machine.loads():
        p.append(len(pieces))
        for x in pieces:
            p += [x.begin, x.constant, x.slope, x.sine, x.omega]
    p.append(ramp)
    return (ctypes.c_double * len(p))(*p)


def level(code, machine, ramp, factors, damping=DAMPING, step=STEP, slow=SLOW):
    constants, fastest = stiffnesses(machine, factors, damping, slow / ramp)
    times = machine.rows()
    width = 2 * len(machine.mass) + len(machine.elements())
    out = (ctypes.c_double * (width * len(times)))()
    fast = 3e-3 * min(machine.reach()) / machine.duration
    hit = code.elastic(packed(machine, constants, ramp), step / fastest / (1 + damping), fast, len(times),
                       (ctypes.c_double * len(times))(*times), out)
    return Level(ramp, [list(out[i * width:(i + 1) * width]) for i in range(len(times))], hit)


class Limit:
    """Rows extrapolated by parabolas until a stop is hit, and how far those by straight lines are from them."""

    def __init__(self, code, machine, factors=None, **options):
        factors = factors or [1.0] * len(machine.elements()) + [0.0] * len(machine.pressed())
        levels = [level(code, machine, x * machine.duration, factors, **options) for x in RAMPS]
        end = min(x.hit for x in levels) - 2 * levels[0].ramp
        self.times = [t for t in machine.rows() if t <= end]
        self.rows, self.errors = [], []
        for r in range(len(self.times)):
            one, two, three = (x.rows[r] for x in levels)
            straight = [outer(b, c, *RAMPS[1:]) for b, c in zip(two, three)]
            bent = [outer(outer(a, b, *RAMPS[:2]), x, RAMPS[0], RAMPS[2]) for a, b, x in zip(one, two, straight)]
            self.rows.append(bent)
            self.errors.append([abs(x - y) for x, y in zip(bent, straight)])


def outer(first, second, long, short):
    """To a ramp of no length."""
    return second + (second - first) * short / (long - short)
