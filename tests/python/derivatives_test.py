"""Derivatives of runs beside closed forms, and what is said where there are none."""
import numpy as np
import pytest

import luztar as lz

BELT = """
[parameters]
m = 1.0
k = 25.0
FS = 10.0
FK = 6.0
v0 = 0.2
[bodies.block]
mass = "m"
velocity = "v0"
[bodies.belt]
mass = inf
velocity = "v0"
[springs.spring]
between = ["block", "ground"]
stiffness = "k"
[frictions.contact]
between = ["block", "belt"]
kinetic = "FK"
static = "FS"
[simulation]
duration = 20
samples = 301
"""


def belt_times(m, k, FS, FK, v0):
    """Breaks and stops of a block on a belt: from rest at 0 it breaks at FS/(k v0)."""
    times, t = [], FS / (k * v0)
    w = np.sqrt(k / m)
    drop = 2 * (FS - FK) / k
    while t < 20:
        times.append(t)  # breaks at x = FS/k with v0; slides around FK/k with this angle
        slide = 2 * (np.pi - np.arctan((FS - FK) / k * w / v0)) / w
        t += slide
        if t >= 20:
            break
        times.append(t)
        t += drop / v0
    return np.array(times)


def complex_step(function, values, name):
    moved = {**values, name: values[name] + 1e-30j}
    times, t = [], moved["FS"] / (moved["k"] * moved["v0"])
    w = np.sqrt(moved["k"] / moved["m"])
    while t.real < 20:
        times.append(t)
        t = t + 2 * (np.pi - np.arctan((moved["FS"] - moved["FK"]) / moved["k"] * w / moved["v0"])) / w
        if t.real >= 20:
            break
        times.append(t)
        t = t + 2 * (moved["FS"] - moved["FK"]) / moved["k"] / moved["v0"]
    return np.imag(times) / 1e-30


def test_event_times_of_the_belt():
    values = {"m": 1.0, "k": 25.0, "FS": 10.0, "FK": 6.0, "v0": 0.2}
    run = lz.parse(BELT).simulate(derivatives=list(values))
    assert np.allclose(run.events["t"], belt_times(**values), rtol=1e-13)
    for name in values:
        exact = complex_step(belt_times, values, name)
        assert np.max(np.abs(run.derivatives[name].event_t - exact)) < 1e-11 * np.max(np.abs(exact))


def test_the_run_stays_what_it_is():
    model = lz.parse(BELT)
    plain = model.simulate()
    for names in (["FS"], ["m", "k", "FS", "FK", "v0", "q.block", "v.block", "q.belt", "v.belt"]):
        run = model.simulate(derivatives=names)
        assert all(np.array_equal(run.q[b], plain.q[b]) for b in run.q)
        assert np.array_equal(run.events, plain.events)


def test_one_or_many_are_alike():
    names = ["m", "k", "FS", "FK", "v0", "q.block", "q.belt"]
    model = lz.parse(BELT)
    many = model.simulate(derivatives=names)
    for name in names:
        one = model.simulate(derivatives=[name])
        assert np.allclose(one.derivatives[name].q["block"], many.derivatives[name].q["block"],
                           rtol=1e-11, atol=1e-12)


def test_bouncing_ball():
    model = lz.parse("""
[parameters]
g = 9.81
h = 1.0
e = 0.8
[bodies.ball]
mass = 0.1
position = "h"
[forces.weight]
on = "ball"
value = "-0.1*g"
[stops.floor]
between = ["ball", "ground"]
gap = [0, inf]
restitution = "e"
[simulation]
duration = 4
samples = 4
""")
    run = model.simulate(derivatives=["g", "h", "e"])
    g, h, e = 9.81, 1.0, 0.8
    n = np.arange(8)
    fall = np.sqrt(2 * h / g)
    powers = np.array([sum(e**j for j in range(1, i + 1)) for i in n])
    t = fall * (1 + 2 * powers)
    slopes = np.array([sum(j * e**(j - 1) for j in range(1, i + 1)) for i in n])
    assert np.allclose(run.events["t"][:8], t, rtol=1e-13)
    assert np.allclose(run.derivatives["h"].event_t[:8], t / (2 * h), rtol=1e-10)
    assert np.allclose(run.derivatives["g"].event_t[:8], -t / (2 * g), rtol=1e-10)
    assert np.allclose(run.derivatives["e"].event_t[:8], 2 * fall * slopes, rtol=1e-10, atol=1e-12)


def test_a_plastic_impact_that_stays_in_contact():
    """A little restitution lifts for no time: what it gave is taken back at once."""
    model = lz.parse("""
[parameters]
e = 0.0
F = 3.0
[bodies.hammer]
mass = 1
velocity = 2
[bodies.block]
mass = 3
position = 1
[stops.touch]
between = ["block", "hammer"]
gap = [0, inf]
restitution = "e"
[forces.press]
on = "hammer"
value = "F"
[simulation]
duration = 2
samples = 21
""")
    run = model.simulate(derivatives=["e", "v.hammer"])
    t = (-2 + np.sqrt(4 + 6)) / 3  # 2 t + 3 t^2/2 = 1, then all moves as one of 4 kg
    after = run.t > t
    for body in ("hammer", "block"):
        assert np.abs(run.derivatives["e"].q[body][after]).max() < 1e-12
        assert np.abs(run.derivatives["e"].v[body][after]).max() < 1e-12
    small = model.simulate(e=1e-7).v["block"][after] - run.v["block"][after]
    assert np.abs(small).max() < 1e-9
    assert run.derivatives["v.hammer"].v["block"][-1] == pytest.approx(0.25, rel=1e-12)


def test_equal_elastic_balls_exchange_their_derivatives():
    model = lz.parse("""
[bodies.one]
mass = 2
velocity = 1
[bodies.other]
mass = 2
position = 1
[stops.touch]
between = ["other", "one"]
gap = [0, inf]
restitution = 1
[simulation]
duration = 2
samples = 5
""")
    run = model.simulate(derivatives=["v.one", "v.other", "q.one", "q.other"])
    last = {name: {f"{kind}.{body}": getattr(d, kind)[body][-1] for kind in "qv" for body in d.q}
            for name, d in run.derivatives.items()}
    assert last["v.one"] == pytest.approx({"q.one": 0, "q.other": 2, "v.one": 0, "v.other": 1}, abs=1e-12)
    assert last["v.other"] == pytest.approx({"q.one": 2, "q.other": 0, "v.one": 1, "v.other": 0}, abs=1e-12)
    assert last["q.one"] == pytest.approx({"q.one": 0, "q.other": 1, "v.one": 0, "v.other": 0}, abs=1e-12)


def test_a_parameter_that_is_zero():
    """Friction that is not there yet, a gap of nothing, a spring that is never touched."""
    model = lz.parse("""
[parameters]
F = 0.0
C = 0.0
kx = 0.0
a = 0.3
[bodies.block]
mass = 2
velocity = 1
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
viscous = "C"
[forces.cubic]
on = "block"
value = "-kx*q.block^3"
[springs.far]
between = ["block", "ground"]
stiffness = 100
gap = ["-a", "a + 1"]
[simulation]
duration = 1
samples = 3
""")
    run = model.simulate(derivatives=["F", "C", "kx", "a"])
    assert run.derivatives["F"].v["block"][-1] == pytest.approx(-0.5, rel=1e-12)
    assert run.derivatives["C"].v["block"][-1] == pytest.approx(-0.5, rel=1e-12)
    assert run.derivatives["kx"].v["block"][-1] == pytest.approx(-0.125, rel=1e-12)
    assert run.derivatives["a"].v["block"][-1] == 0


def test_what_rests_at_the_start_goes_on_resting():
    """A block pushed on a belt slips for no time: what is left is the momentum of both."""
    text = """
[bodies.one]
mass = 1
[bodies.other]
mass = 3
[frictions.between]
between = ["one", "other"]
kinetic = 5
[simulation]
duration = 1
samples = 3
"""
    run = lz.parse(text).simulate(derivatives=["v.one"])
    assert run.derivatives["v.one"].v["other"][-1] == pytest.approx(0.25, rel=1e-12)
    small = lz.parse(text.replace("mass = 1\n", "mass = 1\nvelocity = 1e-6\n")).simulate()
    assert small.v["other"][-1] == pytest.approx(0.25e-6, rel=1e-6)


def test_monodromy_of_a_spring():
    model = lz.parse("""
[bodies.mass]
mass = 2
position = 1
[springs.spring]
between = ["mass", "ground"]
stiffness = 18
[simulation]
duration = 1.3
samples = 2
""")
    matrix = model.simulate().monodromy()
    c, s = np.cos(3 * 1.3), np.sin(3 * 1.3)
    assert matrix.names == ["q.mass", "v.mass"]
    assert np.allclose(matrix.matrix, [[c, s / 3], [-3 * s, c]], atol=1e-12)
    assert np.allclose(np.abs(matrix.multipliers), 1)


def test_runs_that_go_on():
    model = lz.parse(BELT)
    first = model.simulate(duration=7)
    rest = model.simulate(start=first, duration=12)
    whole = first.monodromy().matrix
    assert np.allclose(rest.monodromy().matrix @ whole, model.simulate(duration=12).monodromy().matrix,
                       atol=1e-9)


def test_mistakes():
    model = lz.parse(BELT)
    with pytest.raises(lz.ModelError, match="did you mean 'FS'"):
        model.simulate(derivatives=["Fs"])
    with pytest.raises(lz.ModelError, match="twice"):
        model.simulate(derivatives=["FS", "FS"])
    with pytest.raises(KeyError, match="simulate"):
        model.simulate().derivatives["FS"]
    with pytest.raises(lz.ModelError, match="no derivatives"):
        model.simulate(derivatives=["FS"], method="stepping", step=0.01)


def test_a_row_at_an_event_is_told():
    run = lz.parse(BELT).simulate(times=[1.0, 2.0], derivatives=["FS"])  # it breaks at 2 s
    assert any("2 s" in word and "event" in word for word in run.warnings)


def test_files(tmp_path):
    model = lz.parse(BELT.replace("samples = 301", 'samples = 3\nderivatives = ["FS", "q.block"]'))
    run = model.simulate(out=tmp_path / "out")
    table = np.genfromtxt(tmp_path / "out" / "derivatives.csv", delimiter=",", names=True, deletechars="")
    assert np.array_equal(table["q.block/FS"], run.derivatives["FS"].q["block"])
    head = (tmp_path / "out" / "events.csv").read_text().splitlines()[0]
    assert head == "t,element,from,to,cause,t/FS,t/q.block"
    run.save(tmp_path / "saved")
    assert (tmp_path / "saved" / "derivatives.csv").read_bytes() == (tmp_path / "out" / "derivatives.csv").read_bytes()
