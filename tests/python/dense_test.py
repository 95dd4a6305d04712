"""Rows at any times and on both sides of events, beside runs that are sampled there and laws."""
import csv

import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES

MODELS = ["belt", "janecek_guide", "backlash", "bouncing_ball", "dahl", "ratchet", "sampled_servo",
          "three_blocks", "hysteresis", "lugre", "worm_gear_rigid", "gear_pair"]
KINDS = ("q", "v", "a", "d", "f", "mode", "z", "x")


def assert_same_rows(rows, run, pick=slice(None)):
    assert np.array_equal(rows.t, run.t[pick])
    for kind in KINDS:
        for name, column in getattr(run, kind).items():
            assert np.array_equal(getattr(rows, kind)[name], column[pick]), (kind, name)


@pytest.mark.parametrize("name", MODELS)
def test_rows_at_any_times_are_those_of_a_run_sampled_there(name):
    model = lz.load(EXAMPLES / f"{name}.toml")
    plain = model.simulate(samples=5)
    end = plain.end
    draw = np.random.default_rng(40)
    times = np.unique(np.concatenate((draw.uniform(0, end, 60), plain.events["t"][:20], [0, end])))
    sampled = model.simulate(times=times)
    assert_same_rows(plain.at(times), sampled)
    assert_same_rows(model.simulate(samples=0).at(times), sampled)
    # Any order, twice, any shape.
    mixed = draw.integers(0, len(times), (7, 3))
    rows = plain.at(times[mixed])
    assert rows.t.shape == (7, 3)
    assert_same_rows(rows, sampled, mixed)
    # And those of a grid.
    grid = model.simulate(samples=101)
    assert_same_rows(plain.at(grid.t), grid)


@pytest.mark.parametrize("name", MODELS)
def test_a_run_that_goes_on_has_its_own_rows(name):
    model = lz.load(EXAMPLES / f"{name}.toml")
    whole = model.simulate(samples=11)
    first = model.simulate(samples=3, duration=0.4 * whole.end)
    second = model.simulate(start=first, samples=3, duration=whole.end)
    times = np.linspace(first.end, whole.end, 33)
    assert_same_rows(second.at(times), model.simulate(times=times))
    with pytest.raises(ValueError, match="not within the run"):
        second.at(0.1 * whole.end)


def test_one_time_gives_numbers():
    run = lz.example("belt").simulate()
    row = run.at(3.0)
    assert row.t.shape == () and float(row.q["block"]) == float(run.q["block"][run.t == 3.0][0])
    assert repr(row) == "<luztar.Rows at t = 3 s>"
    assert run.at([]).t.shape == (0,)


def test_both_sides_of_stick_slip():
    model = lz.example("belt")
    p = {name: parameter.value for name, parameter in model.parameters.items()}
    run = model.simulate(duration=30)
    breaks = run.events[run.events["cause"] == "break"]
    stops = run.events[(run.events["cause"] == "stop") & (run.events["t"] > 0)]
    assert len(breaks) > 5 and len(stops) > 5
    assert np.allclose(np.abs(run.before(breaks).f["contact"]), p["FS"], rtol=1e-12)
    assert np.allclose(np.abs(run.after(breaks).f["contact"]), p["FK"], rtol=1e-12)
    assert np.array_equal(run.before(breaks).mode["contact"], np.zeros(len(breaks)))
    for side in (run.before, run.after):
        assert np.allclose(side(stops).v["block"], p["v0"], rtol=1e-9)
    assert np.allclose(np.abs(run.before(stops).f["contact"]), p["FK"], rtol=1e-12)
    # Positions do not jump.
    assert np.array_equal(run.before(breaks).q["block"], run.after(breaks).q["block"])


def test_both_sides_of_impacts():
    model = lz.example("bouncing_ball")
    run = model.simulate()
    impacts = run.events[run.events["cause"] == "impact"][:8]
    ball = next(iter(run.v))
    before, after = run.before(impacts), run.after(impacts)
    ratio = after.v[ball] / before.v[ball]
    assert np.allclose(ratio, ratio[0], rtol=1e-12) and -1 < ratio[0] < 0
    assert np.array_equal(before.t, impacts["t"]) and np.array_equal(after.t, impacts["t"])
    one = run.before(impacts[2])
    assert float(one.v[ball]) == before.v[ball][2]
    assert float(run.before(-1).t) == run.events["t"][-1]


@pytest.mark.parametrize("name", ["belt", "bouncing_ball", "three_blocks", "sampled_servo"])
def test_sides_in_events_csv(name, run_program, tmp_path):
    text = (EXAMPLES / f"{name}.toml").read_text() + "\n[output]\nevent_sides = true\n"
    (tmp_path / "m.toml").write_text(text)
    done = run_program("simulate", tmp_path / "m.toml", "--no-report", "-q", "--out", tmp_path / "r")
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "r" / "events.csv", newline="") as file:
        header, *rows = csv.reader(file)
    run = lz.load(tmp_path / "m.toml").simulate()
    assert len(rows) == len(run.events) and len(header) > 5
    inside = np.array([i for i, t in enumerate(run.events["t"]) if t > 0])
    for side, found in (("before", run.before(inside)), ("after", run.after(inside))):
        for kind in ("q", "v", "f"):
            for owner, column in getattr(found, kind).items():
                at = header.index(f"{side}.{kind}.{owner}")
                assert np.array_equal([float(rows[i][at]) for i in inside], column)
    run.save(tmp_path / "saved")
    assert (tmp_path / "saved" / "events.csv").read_bytes() == (tmp_path / "r" / "events.csv").read_bytes()
    lz.load(tmp_path / "m.toml").simulate(out=tmp_path / "live")
    assert (tmp_path / "live" / "events.csv").read_bytes() == (tmp_path / "r" / "events.csv").read_bytes()


def test_what_has_no_sides_says_so():
    run = lz.example("janecek_guide").simulate()
    with pytest.raises(IndexError, match="the run has 13 events"):
        run.before(13)
    with pytest.raises(TypeError, match="a row of run.events"):
        run.before(1.5)
    with pytest.raises(ValueError, match="no event of this run"):
        run.before(lz.example("belt").simulate().events[1])
    with pytest.raises(ValueError, match="t = 99 s is not within the run, 0 s to 9.5 s"):
        run.at([1.0, 99.0])
    steps = lz.example("belt").simulate(method="stepping", step=1e-3, duration=5)
    with pytest.raises(ValueError, match="has no two sides"):
        steps.before(1)


def test_rows_of_steps():
    model = lz.example("three_blocks")
    settings = {"method": "stepping", "step": 1e-3}
    run = model.simulate(settings=settings, samples=3)
    times = np.unique(np.random.default_rng(1).uniform(0, run.end, 50))
    assert_same_rows(run.at(times), model.simulate(settings=settings, times=times))


def test_times_of_a_run():
    model = lz.example("belt")
    assert np.array_equal(model.simulate(times=[0, 0.1, 1 / 3]).t, [0, 0.1, 1 / 3])
    assert np.array_equal(model.simulate(times=[-1, 0.1, 1e9]).t, [0.1])  # those within the run
    with pytest.raises(lz.ModelError, match="times does not increase: 0.1 s after 0.1 s"):
        model.simulate(times=[0.1, 0.1])
    with pytest.raises(lz.ModelError, match="a time is not a finite number"):
        model.simulate(times=[0.1, np.nan])
    with pytest.raises(lz.ModelError, match="lies in the run, 0 s to 20 s"):
        model.simulate(times=[60])
    with pytest.raises(lz.ModelError, match="times has no number"):
        model.simulate(times=[])
    with pytest.raises(lz.ModelError, match="times and samples are both given"):
        model.simulate(times=[1], samples=3)
    with pytest.raises(ValueError, match="write a list of seconds"):
        model.simulate(times=[[1.0]])
