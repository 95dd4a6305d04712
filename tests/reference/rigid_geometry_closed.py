"""Closed forms beside the runs of rigid_geometry.py: elliptic functions and integrals, energy
between turns, levels of break. Needs mpmath."""
import mpmath as mp
import numpy as np
from rigid_geometry_single import slider_crank

mp.mp.dps = 25
G = mp.mpf(9.81)


def exact(x):
    return mp.mpf(np.format_float_positional(x, unique=False, precision=30, trim="k"))


def pendulum_positions(run):
    """b: sin(s/2) = k cd(w t, k) from s = 2 at rest."""
    k, length, worst = mp.sin(1), mp.mpf(0.7), 0
    for t, q, *_ in run.rows:
        cd = mp.ellipfun("cd", mp.sqrt(G/length)*exact(t), k=k)
        worst = max(worst, abs(length*mp.sin(2*mp.asin(k*cd)) - exact(q[0])))
    return worst


def crank_energy(run):
    """a: the drive's work less the slider's way times friction is the kinetic energy; a dead centre
    at each event."""
    _, q, v, _ = run.rows[-1]
    q, v, l, r = [exact(x) for x in q], [exact(x) for x in v], mp.mpf(0.3), mp.mpf(0.1)
    last = l - r if len(run.events) % 2 else l + r
    way = (exact(slider_crank(np.longdouble(0.5))[0][1]) - (l - r) + 2*r*(len(run.events) - 1)
           + abs(q[1] - last))
    kinetic = (mp.mpf(0.02)*v[0]**2 + mp.mpf(1.5)*v[1]**2)/2
    return abs((q[0] - mp.mpf(0.5))/2 - 4*way - kinetic)/kinetic


def hundred_turns():
    """a100: from 10 rad/s at the dead centre, by energy, as an integral over half a turn."""
    l, r, inertia, m = mp.mpf(0.3), mp.mpf(0.1), mp.mpf(0.02), mp.mpf(1.5)

    def slow(s):
        slope = -r*mp.sin(s) - r*r*mp.sin(s)*mp.cos(s)/mp.sqrt(l*l - (r*mp.sin(s))**2)
        return mp.sqrt((inertia + m*slope**2)/inertia)/10
    return 200*mp.quad(slow, [0, mp.pi/4, mp.pi/2, 3*mp.pi/4, mp.pi])


def hundred_turns_angle(run):
    """By a run that ends there."""
    return abs(exact(run.rows[-1][1][0]) - 200*mp.pi)


def pivot_turns(run):
    """d: m g l (cos b - cos a) = M |b - a| between turns; the last one is where it sticks."""
    weight, a = mp.mpf(1.2)*G*mp.mpf(0.9), mp.mpf(1.3)
    for k in range(len(run.events)):
        to = -1 if k % 2 == 0 else 1
        a = mp.findroot(lambda b, a=a, to=to: weight*(mp.cos(b) - mp.cos(a)) - to*(b - a), -0.8*a)
    return abs(mp.mpf(0.9)*mp.sin(a) - exact(run.rows[-1][1][0]))


def bead_turns(run):
    """f: m g (y - y') = F |s - s'| between turns."""
    c, a = mp.mpf(0.8), mp.mpf(1.1)

    def arc(x):
        return x*mp.sqrt(1 + 4*c*c*x*x)/2 + mp.asinh(2*c*x)/(4*c)
    for k in range(len(run.events)):
        to = -1 if k % 2 == 0 else 1
        a = mp.findroot(lambda b, a=a, to=to: G/2*c*(a*a - b*b) - mp.mpf(0.6)*to*(arc(b) - arc(a)),
                        -0.7*a)
    return abs(a - exact(run.rows[-1][1][0]))


def loop_leaves(run):
    """h3: the push of the ring is gone where cos s = (2 g - v^2)/(3 g)."""
    end = mp.acos((2*G - 36)/(3*G))
    time = mp.quad(lambda s: 1/mp.sqrt(36 - 2*G*(1 - mp.cos(s))), [0, end/2, end])
    return abs(time - exact(run.events[0][0]))


def first_breaks(j, j3):
    """j: the floor, 5 sin(1.7 t) = 4 + what the rope in (0.6, -0.8) takes, which holds y alone;
    j3: 9 sin(1.1 t) = 3 + 1.2 * 2 cos 0.3."""
    def floor(t):
        clutch = -3*mp.sin(mp.mpf(2.9)*t)/mp.mpf(0.8)
        return 5*mp.sin(mp.mpf(1.7)*t) - clutch*mp.mpf(0.6) - 4
    straight = mp.asin((3 + 2*mp.mpf(1.2)*mp.cos(mp.mpf(0.3)))/9)/mp.mpf(1.1)
    return (abs(mp.findroot(floor, exact(j.events[0][0])) - exact(j.events[0][0])),
            abs(straight - exact(j3.events[0][0])))


def report(runs):
    checks = {"b": pendulum_positions, "a": crank_energy, "d": pivot_turns, "f": bead_turns,
              "h3": loop_leaves, "a100": hundred_turns_angle}
    for name, check in checks.items():
        if name in runs:
            print(f"{name}: {check.__name__} {mp.nstr(check(runs[name]), 2)}")
    if {"j", "j3"} <= runs.keys():
        print("j, j3: first breaks", *(mp.nstr(x, 2) for x in first_breaks(runs["j"], runs["j3"])))
    print("100 turns take", mp.nstr(hundred_turns(), 22), "s")
