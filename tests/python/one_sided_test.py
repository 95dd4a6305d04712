"""Derivatives to one side beside closed forms, and where even these are not there."""
import numpy as np
import pytest

import luztar as lz

WALL = """
[parameters]
gap = 1.0
e = 0.5
v0 = 1.0
[bodies.block]
mass = 1
velocity = "v0"
[frictions.guide]
between = ["block", "ground"]
kinetic = 0.5
[stops.wall]
between = ["block", "ground"]
gap = ["-inf", "gap"]
restitution = "e"
[simulation]
duration = 4
samples = 5
"""


@pytest.mark.parametrize("e", [0.0, 0.3, 0.5, 0.9])
def test_a_block_that_friction_stops_just_at_a_wall(e):
    """Friction ends the way v0^2/(2 a), here 1, of which e^2 times what is behind the wall comes
    back."""
    model = lz.parse(WALL)
    run = model.simulate(e=e, derivatives=["gap+", "gap-", "v0+", "v0-"])
    of_start = model.simulate(e=e, derivatives=["q.block+", "q.block-", "v.block-"])
    exact = {"gap+": 0, "gap-": 1 + e**2, "v0+": -2 * e**2, "v0-": 2, "q.block+": -e**2, "q.block-": 1,
             "v.block-": 2}
    for name, slope in exact.items():
        found = (of_start if "." in name else run).derivatives[name]
        assert found.q["block"][-2:] == pytest.approx([slope] * 2, abs=1e-9), name
        assert found.v["block"][-2:] == pytest.approx([0, 0], abs=1e-9), name
    assert run.derivatives["v0-"].event_t == pytest.approx([2], rel=1e-9)
    # The root of what is left of the way has no slope: the time of rest is one of these.
    assert np.isnan(run.derivatives["gap-"].event_t).all() or e == 0
    assert any("gap-: there is none for the event of 'guide' at t = 2 s" in w for w in run.warnings)
    assert not any("gap+" in w or "v0-" in w for w in run.warnings)


def test_the_run_is_that_of_both_sides_and_says_where_to_ask():
    model = lz.parse(WALL)
    plain = model.simulate()
    both = model.simulate(derivatives=["v0"])
    mixed = model.simulate(derivatives=["gap-", "v0", "gap+"])
    assert list(mixed.derivatives) == ["gap-", "v0", "gap+"]
    for run in (both, mixed):
        assert np.array_equal(run.q["block"], plain.q["block"])
        assert np.array_equal(run.events, plain.events)
    assert np.array_equal(mixed.derivatives["v0"].q["block"], both.derivatives["v0"].q["block"])
    assert any("'wall' is just at its limit at t = 2" in w and "ask for one side" in w
               for w in both.warnings)


LIMIT = """
[parameters]
FS = 2.0
[bodies.block]
mass = 1
[frictions.guide]
between = ["block", "ground"]
kinetic = 1
static = "FS"
[forces.push]
on = "block"
value = "PUSH"
[simulation]
duration = 4
samples = 5
"""


def test_a_load_just_at_the_limit():
    model = lz.parse(LIMIT.replace("PUSH", "2"))
    assert any("'guide' is just at its limit at t = 0 s" in w
               for w in model.simulate(derivatives=["FS"]).warnings)
    above = model.simulate(derivatives=["FS+"])
    assert not above.warnings and not above.derivatives["FS+"].q["block"].any()
    assert above.derivatives["FS+"].f["guide"] == pytest.approx([0] * 5)
    below = model.simulate(derivatives=["FS-"])
    assert any("FS-: there is none for 'a.block' at t = 0 s, nor for 4 others" in w
               for w in below.warnings)


def test_large_forces_elsewhere_hide_no_jump():
    text = LIMIT.replace("PUSH", "2").replace("[forces.push]", """[bodies.ship]
mass = 1e5
[forces.screw]
on = "ship"
value = 1e5
[forces.push]""")
    below = lz.parse(text).simulate(derivatives=["FS-"], times=[0.01])  # where it is at 50 um
    assert any("FS-: there is none for 'q.block' at t = 0.01 s" in w for w in below.warnings)


def test_rest_at_each_event():
    """Velocities are zero wherever a series begins: rounding is small beside what was between."""
    model = lz.parse(LIMIT.replace("PUSH", "2*sin(t)"))
    for level in (1.9, 1.5, 1.999):
        assert not model.simulate(FS=level, derivatives=["FS"]).warnings


def test_a_load_that_grazes_the_limit():
    model = lz.parse(LIMIT.replace("PUSH", "2*sin(t)"))
    run = model.simulate(derivatives=["FS+", "FS-"])
    assert not run.derivatives["FS+"].q["block"].any()
    words = [w for w in run.warnings if w.startswith("derivatives")]
    assert len(words) == 1 and "FS-: there is none for 'q.block' at t = 2 s" in words[0]


def test_values_change_where_events_do_not_pass_into_each_other():
    """Three equal balls: the first hits two that touch, all at once or one after the other."""
    model = lz.parse("""
[bodies.a]
mass = 1
velocity = 1
[bodies.b]
mass = 1
position = 1
[bodies.c]
mass = 1
position = 1
[stops.ab]
between = ["b", "a"]
gap = [0, inf]
restitution = 1
[stops.bc]
between = ["c", "b"]
gap = [0, inf]
restitution = 1
[simulation]
duration = 2
samples = 5
""")
    run = model.simulate(derivatives=["q.c+"])
    assert run.q["c"][-1] == pytest.approx(5 / 3)  # at once: v = -1/3, 2/3, 2/3
    assert any("q.c+: there is none for the event of 'bc' at t = 1 s" in w for w in run.warnings)
    both = model.simulate(derivatives=["q.c", "v.c"])
    assert any("'bc' is just at its limit at t = 0 s" in w for w in both.warnings)


def test_a_ball_that_lies_on_a_floor():
    """Lifted it falls back in no time; a lower floor takes it along."""
    model = lz.parse("""
[parameters]
low = 0.0
[bodies.ball]
mass = 1
[stops.floor]
between = ["ball", "ground"]
gap = ["low", "inf"]
restitution = 0.3
[forces.weight]
on = "ball"
value = -9.81
[simulation]
duration = 2
samples = 9
""")
    both = model.simulate(derivatives=["q.ball", "low", "v.ball"])
    assert any("'floor' is just at its limit at t = 0 s" in w for w in both.warnings)
    run = model.simulate(derivatives=["q.ball+", "low-"])
    assert run.derivatives["q.ball+"].q["ball"][1:] == pytest.approx([0] * 8, abs=1e-9)
    assert run.derivatives["low-"].q["ball"][1:] == pytest.approx([1] * 8, rel=1e-9)
    assert not model.simulate(derivatives=["v.ball"]).warnings  # what is pressed has no speed left


TWO = """
[parameters]
F1 = 1.0
F2 = 1.0
k = 30.0
[bodies.one]
mass = 1
[bodies.two]
mass = 2
[springs.between]
between = ["one", "two"]
stiffness = "k"
[frictions.first]
between = ["one", "ground"]
kinetic = 0.4
static = "F1"
[frictions.second]
between = ["two", "ground"]
kinetic = 0.5
static = "F2"
[forces.pull]
on = "one"
value = "t"
[forces.push]
on = "two"
value = "t"
[simulation]
duration = 3
samples = 8
"""


def test_two_that_break_at_once():
    model = lz.parse(TWO)
    assert any("together at t = 1" in w for w in model.simulate(derivatives=["F1"]).warnings)
    run = model.simulate(derivatives=["F1+", "F1-", "F2+", "F2-"])
    assert not run.warnings
    step = 2e-4
    for name in ("F1", "F2"):
        for sign, side in ((1, "+"), (-1, "-")):
            def value(n, name=name, sign=sign):
                return model.simulate(**{name: 1 + n * sign * step}).q["two"]
            difference = (-3 * value(0) + 4 * value(1) - value(2)) / (2 * sign * step)
            slope = run.derivatives[name + side]
            assert slope.q["two"][-4:] == pytest.approx(difference[-4:], rel=2e-5, abs=1e-7)
        for side in "+-":  # one of the times is its own
            times = run.derivatives[name + side].event_t[:2]
            assert sorted(times) == pytest.approx([0, 1], abs=1e-8)


def test_a_run_that_goes_on_and_wrong_names():
    model = lz.parse(WALL)
    first = model.simulate(duration=1)
    rest = model.simulate(start=first, derivatives=["v0-", "q.block-", "q.block+", "v.block-"],
                          times=[2.5, 4])
    assert rest.derivatives["q.block-"].q["block"][-1] == pytest.approx(1, rel=1e-8)
    assert rest.derivatives["q.block+"].q["block"][-1] == pytest.approx(-0.25, rel=1e-8)
    assert rest.derivatives["v.block-"].q["block"][-1] == pytest.approx(1, rel=1e-8)
    assert rest.derivatives["v0-"].q["block"][-1] == 0  # the state is as it is
    moved = lz.parse(WALL.replace("[frictions.guide]", """[bodies.base]
motion = "e*sin(t)"
[frictions.guide]""").replace('["block", "ground"]\nkinetic', '["block", "base"]\nkinetic'))
    torn = moved.simulate(start=moved.simulate(duration=1), derivatives=["e+"])
    assert torn.finished and np.isnan(torn.derivatives["e+"].q["block"]).all()
    assert any("e+: there is no run beside this one: the prescribed motion of 'base' would jump" in w
               for w in torn.warnings)
    with pytest.raises(lz.ModelError, match="no parameter and no start value"):
        model.simulate(derivatives=["gop+"])
    with pytest.raises(lz.ModelError, match="twice"):
        model.simulate(derivatives=["gap+", "gap+"])
    with pytest.raises(lz.ModelError, match="restitution"):
        model.simulate(e=1.0, derivatives=["e+"])


def test_a_start_at_rest_under_a_load():
    """3 N pull at once: thrown back, friction of 1 N turns round, and v(t) = 2 t + v0 (3 - 1)/(3 + 1)."""
    model = lz.parse(LIMIT.replace("PUSH", "3").replace("mass = 1", "mass = 1\nvelocity = 0"))
    both = model.simulate(derivatives=["v.block"])
    assert any("'guide' is just at its limit at t = 0 s" in w for w in both.warnings)
    run = model.simulate(derivatives=["v.block+", "v.block-"])
    assert run.derivatives["v.block+"].v["block"][1:] == pytest.approx([1] * 4)
    assert run.derivatives["v.block-"].v["block"][1:] == pytest.approx([0.5] * 4)
    assert not model.simulate(derivatives=["FS"]).warnings
