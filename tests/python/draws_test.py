"""Random points, listed points, carried states, lists of values: against numpy and single runs."""
import math

import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES

BELT = lz.load(EXAMPLES / "belt.toml")
FORCED = lz.Model(
    parameters={"f": 0.7, "A": 3.0, "Fc": 1.0, "q0": 0.0, "w0": 0.3},
    bodies={"block": {"mass": 1.0, "position": "q0", "velocity": "w0"}},
    springs={"soft": {"between": ["block", "ground"], "stiffness": 9.0},
             "stop": {"between": ["block", "ground"], "stiffness": 400.0, "freeplay": 0.4}},
    frictions={"slide": {"between": ["block", "ground"], "kinetic": "Fc", "static": "1.3*Fc"}},
    forces={"drive": {"on": "block", "value": "A*sin(2*pi*f*t)"}},
    simulation={"duration": "10/f"})


def draw(n=4000, **more):
    return BELT.sweep({"FS": "normal(12, 1)", "FK": "uniform(4, 8)", "k": "lognormal(25, 0.2)",
                       "m": "loguniform(0.5, 5)"}, "last(t)", duration=0.01, samples=n, **more)


@pytest.mark.parametrize("sampling", ["random", "sobol"])
def test_drawn_values_have_their_distributions(sampling):
    table = draw(sampling=sampling, seed=3)
    share = (np.arange(4000) + 0.5) / 4000
    from statistics import NormalDist
    z = np.array([NormalDist().inv_cdf(u) for u in share])
    wanted = {"FS": 12 + z, "FK": 4 + 4 * share, "k": 25 * np.exp(0.2 * z),
              "m": 0.5 * 10**share}
    # The largest distance of two distributions: 1.95/sqrt(n) in one of a thousand draws.
    bound = 0.031 if sampling == "random" else 0.003
    for name, quantiles in wanted.items():
        below = np.searchsorted(np.sort(table[name]), quantiles) / 4000
        assert np.abs(below - share).max() < bound, name
    pairs = np.corrcoef([table[n] for n in wanted])
    assert np.abs(pairs - np.eye(4)).max() < (0.07 if sampling == "random" else 0.01)


def test_more_draws_begin_with_the_same_ones_and_seeds_differ():
    for sampling in ("random", "sobol"):
        few, many = draw(16, sampling=sampling), draw(64, sampling=sampling)
        assert np.array_equal(few["FS"], many["FS"][:16])
        assert not np.array_equal(few["FS"], draw(16, sampling=sampling, seed=2)["FS"])


def test_a_sobol_sequence_fills_every_box():
    table = BELT.sweep({"FK": "uniform(0, 16)", "FS": "uniform(0, 16)"}, "last(t)", duration=0.01,
                       samples=256, sampling="sobol", seed=9)
    boxes = np.floor(table["FK"]) * 16 + np.floor(table["FS"])
    assert len(np.unique(boxes)) == 256  # one in each of 16 x 16


def test_correlated_values():
    table = BELT.sweep({"FS": "normal(12, 1)", "FK": "normal(6, 0.5)", "k": "normal(25, 1)"},
                       "last(t)", duration=0.01, samples=20_000,
                       correlation={("FS", "FK"): 0.8, ("k", "FK"): -0.5})
    got = np.corrcoef([table["FS"], table["FK"], table["k"]])
    assert got[0, 1] == pytest.approx(0.8, abs=0.01)
    assert got[1, 2] == pytest.approx(-0.5, abs=0.02) and abs(got[0, 2]) < 0.02
    assert table["FK"].mean() == pytest.approx(6, abs=0.02)
    assert table["FK"].std() == pytest.approx(0.5, abs=0.01)
    wide = BELT.sweep({"FS": "uniform(8, 16)", "FK": "uniform(4, 6)"}, "last(t)", duration=0.01,
                      samples=20_000, correlation={("FS", "FK"): 0.8})
    ranks = np.corrcoef(np.argsort(np.argsort(wide["FS"])), np.argsort(np.argsort(wide["FK"])))
    assert ranks[0, 1] == pytest.approx(6 / math.pi * math.asin(0.4), abs=0.01)
    assert wide["FK"].min() > 4 and wide["FK"].max() < 6


def test_points_of_a_data_frame_and_numbers_of_numpy():
    import pandas as pd

    frame = pd.DataFrame({"FS": [9.0, 10.0], "FK": [5.0, 6.0]}, index=[7, 3])
    table = BELT.sweep(None, "max(q.block)", points=frame, duration=5)
    assert table["FS"].tolist() == [9.0, 10.0] and not table.words
    drawn = BELT.sweep({"FS": "normal(12, 1)", "FK": "normal(6, 1)"}, "last(t)",
                       duration=np.float64(1.0), transient=np.float32(0.5), samples=np.int64(3),
                       seed=np.int32(4), correlation={("FS", "FK"): np.float64(0.5)})
    assert len(drawn["FS"]) == 3 and not drawn.words
    for wrong in ({"FS,FK": 0.5}, "FS,FK=0.5", np.eye(2)):
        with pytest.raises(TypeError, match="correlation: write"):
            BELT.sweep({"FS": "normal(12, 1)"}, "last(t)", samples=3, correlation=wrong)
    with pytest.raises(TypeError, match="vary: write"):
        BELT.sweep("FS=8:12:3", "last(t)")
    with pytest.raises(TypeError, match="samples: give a number"):
        BELT.sweep({"FS": "normal(12, 1)"}, "last(t)", samples=True)


def test_a_transient_of_parameters_is_that_of_each_point():
    table = FORCED.sweep({"f": [0.5, 1.0, 2.0]}, "min(t)", transient="2/f")
    assert np.allclose(table["min(t)"], [4.0, 2.0, 1.0], rtol=1e-12)


def test_a_clock_that_is_not_positive_fails_the_point():
    table = BELT.sweep({"FS": [8.0, 9.0, 10.0]}, ["strobe(q.block, FS-9, 2)"], duration=5)
    assert sorted(table.words) == [0, 1] and "the period of a measure is" in table.words[0]
    table = BELT.sweep({"FS": [10.0]}, ["amplitude(q.block, 0)"], duration=5)
    assert "the frequency of a measure is 0" in table.words[0]


def test_carrying_along_what_only_begins_is_refused():
    with pytest.raises(lz.ModelError, match="'q0' says where runs begin and nothing else"):
        FORCED.sweep({"q0": [0.0, 0.1]}, "max(q.block)", carry="q0")


def test_a_given_motion_that_would_tear_a_spring_fails_the_point():
    model = lz.load(EXAMPLES / "lugre.toml")
    table = model.sweep({"V": [0.1, 0.2]}, "max(f.spring)", carry="V", duration=10.0)
    assert list(table.words) == [1] and "'spring' would jump" in table.words[1]


def test_a_ball_that_rests_on_a_table_is_carried():
    """Its rest is known to rounding of the table's motion, which began anew."""
    model = lz.Model(
        parameters={"A": 6e-5},
        bodies={"table": {"motion": "A*sin(377*t)"}, "ball": {"mass": 1.0, "velocity": "377*A"}},
        forces={"weight": {"on": "ball", "value": -9.81}},
        stops={"face": {"between": ["ball", "table"], "gap": [0, math.inf], "restitution": 0.5}},
        simulation={"duration": "20*2*pi/377"})
    table = model.sweep({"A": np.linspace(6e-5, 6.5e-5, 11)}, "max(d.face)", carry="A")
    assert not table.words and (table["max(d.face)"] < 1e-8).all()


def test_a_load_that_a_freewheel_drives_is_carried():
    """It turns back by rounding of sin(2 pi k) at the end of whole periods."""
    model = lz.Model(
        parameters={"P": 1.0},
        bodies={"drive": {"motion": "0.2*(1 - cos(2*pi*t))"}, "load": {"mass": 1.0}},
        freewheels={"w": {"between": ["load", "drive"]}},
        dampers={"c": {"between": ["load", "ground"], "damping": "0.1*P"}},
        forces={"back": {"on": "load", "value": -20.0}}, simulation={"duration": 3.0})
    table = model.sweep({"P": np.linspace(1, 1.4, 9)}, "max(v.load)", carry="P")
    assert not table.words and np.allclose(table["max(v.load)"], 0.4 * math.pi, rtol=1e-12)


@pytest.mark.parametrize("push, table", [("1.1*sin(t) - 1", None), ("-9.81", "6e-5*(1-cos(377*t))")])
def test_a_ball_that_rests_is_no_contradiction_without_samples(push, table):
    bodies = {"ball": {"mass": 1.0}} | ({"table": {"motion": table}} if table else {})
    model = lz.Model(
        parameters={"m": 1.0}, bodies=bodies, forces={"push": {"on": "ball", "value": push}},
        stops={"face": {"between": ["ball", "table" if table else "ground"], "gap": [0, math.inf],
                        "restitution": 0.5}}, simulation={"duration": 1.0 if table else 100.0})
    found = model.sweep({"m": [1.0]}, "events()")
    assert not found.words
    run = model.simulate(samples=2001)
    assert found["events()"][0] == len(run.events)


def test_a_table_with_ways_in_xarray():
    table = FORCED.sweep({"Fc": [0.5, 1.0], "A": [2.0, 3.0]}, "max(q.block)", carry="A:back",
                         points={"w0": [0.1, 0.2, 0.3]})
    data = table.to_xarray()
    assert data["max(q.block)"].dims == ("point", "Fc", "step")
    assert data["A"].values.tolist() == [2, 3, 3, 2] and data["way"].values.tolist() == [1, 1, -1, -1]
    assert data["w0"].values.tolist() == [0.1, 0.2, 0.3]
    point = table["max(q.block)"].reshape(3, 2, 4)[1, 1, 2]
    assert float(data["max(q.block)"][1, 1, 2]) == point


def test_listed_points_with_a_grid():
    given = {"FS": [8.0, 11.0, 14.0], "FK": [4.0, 6.0, 7.0]}
    table = BELT.sweep({"v0": [0.2, 0.4]}, "max(q.block)", points=given, duration=20)
    assert table.shape == (3, 2) and table.parameters == ["v0", "FS", "FK"]
    assert table["FS"].tolist() == [8, 8, 11, 11, 14, 14] and table["v0"].tolist() == [0.2, 0.4] * 3
    for point in range(6):
        one = BELT.sweep({"v0": [table["v0"][point]]}, "max(q.block)", duration=20,
                         FS=float(table["FS"][point]), FK=float(table["FK"][point]))
        assert one["max(q.block)"][0] == table["max(q.block)"][point]


def test_a_carried_state_is_that_of_runs_by_hand():
    lists = ["strobe(q.block, 1/f, 4)", "at_events(v.block, stop, 3)"]
    table = FORCED.sweep({"Fc": [0.5, 1.0], "A": np.linspace(2, 5, 6)},
                         ["last(q.block)", "last(v.block)", "dissipated()", *lists], carry="A:back")
    assert table.shape == (2, 12) and table.along == "A"
    assert table["way"].tolist() == ([1] * 6 + [-1] * 6) * 2
    assert table["A"][:12].tolist() == [*np.linspace(2, 5, 6), *np.linspace(2, 5, 6)[::-1]]
    for line in range(2):
        q0, w0 = 0.0, 0.3
        for point in range(12 * line, 12 * line + 12):
            run = FORCED.simulate(q0=q0, w0=w0, **table.at(point))
            q0, w0 = float(run.q["block"][-1]), float(run.v["block"][-1])
            assert table["last(q.block)"][point] == pytest.approx(q0, abs=1e-9)
            assert table["last(v.block)"][point] == pytest.approx(w0, abs=1e-9)
            assert table["dissipated()"][point] == pytest.approx(
                run.ledger.dissipated[-1], rel=1e-8)
            at = FORCED.simulate(q0=table_start(table, point)[0], w0=table_start(table, point)[1],
                                 samples=11, **table.at(point))
            assert np.allclose(table.columns_of(lists[0])[point], at.q["block"][-4:], atol=1e-8)


def table_start(table, point):
    if point % 12 == 0:
        return 0.0, 0.3
    return (float(table["last(q.block)"][point - 1]), float(table["last(v.block)"][point - 1]))


def test_the_last_events_are_those_of_the_run():
    table = FORCED.sweep({"A": [4.0, 6.0]}, ["at_events(q.block, slide, 5)",
                                             "at_events(t, slide, 500)"])
    for point, force in enumerate((4.0, 6.0)):
        run = FORCED.simulate(A=force)
        times = [e["t"] for e in run.events if e["name"] == "slide"]
        assert len(times) > 5
        found = table.columns_of("at_events(t, slide, 500)")[point]
        assert np.isnan(found[len(times):]).all() or np.isnan(found[:500 - len(times)]).all()
        assert np.allclose(np.sort(found[~np.isnan(found)]), times, rtol=1e-13)
        assert table.columns_of("at_events(q.block, slide, 5)").shape == (2, 5)


def test_a_failed_point_is_followed_by_one_from_the_start():
    table = FORCED.sweep({"Fc": [1.0, -1.0, 2.0]}, "last(q.block)", carry="Fc")
    alone = FORCED.sweep({"Fc": [2.0]}, "last(q.block)")
    assert list(table.words) == [1]
    assert table["last(q.block)"][2] == alone["last(q.block)"][0]


@pytest.mark.parametrize("name, parameter, duration", [
    ("belt", "m", 7.3), ("brake_squeal", "m", 0.1), ("drill_string", "Jt", 9.0),
    ("newtons_cradle", "m", 0.4), ("freeplay_spring", "m", 1.3), ("bouncing_ball", "m", 0.4),
    ("cam_follower", "e", 0.2), ("sampled_servo", "m", 0.5), ("hunting_servo", "m", 3.0),
    ("shaft_in_socket", "I_psi", 0.3), ("hysteresis", "m", math.pi), ("dahl", "s", "2*pi/w"),
    ("den_hartog", "m", "2*pi/W")])
def test_two_carried_runs_are_one_run(name, parameter, duration):
    """Where nothing but the clock of a period tells them apart: hysteresis, bristles, samples of
    controllers, contacts go on as if nothing had been."""
    model = lz.load(EXAMPLES / f"{name}.toml")
    value = model.parameters[parameter].value
    bodies = list(model.bodies)
    table = model.sweep({parameter: [value, value]}, [*(f"last(q.{b})" for b in bodies),
                        *(f"last(v.{b})" for b in bodies), "dissipated()"], carry=parameter,
                        duration=duration)
    assert not table.words
    run = model.simulate(duration=f"2*({duration})", samples=2)
    for body in bodies:
        scale = 1 + abs(run.v[body]).max()
        assert table[f"last(v.{body})"][1] == pytest.approx(run.v[body][-1], abs=1e-9 * scale)
    assert table["dissipated()"].sum() == pytest.approx(run.ledger.dissipated[-1], rel=1e-9,
                                                        abs=1e-12)


def test_the_table_of_the_file_is_the_default(tmp_path, run_program):
    text = (EXAMPLES / "belt.toml").read_text() + """
[sweep]
vary = ["v0=200:800:4 mm/s", "FS=normal(10, 0.1)"]
measure = ["max(q.block)", "period(contact)"]
transient = 5
samples = 3
sampling = "sobol"
"""
    file = tmp_path / "belt.toml"
    file.write_text(text)
    table = lz.load(file).sweep()
    assert table.shape == (3, 4) and table.measures == ["max(q.block)", "period(contact)"]
    done = run_program("sweep", file, "--out", tmp_path / "o", "-q")
    assert done.returncode == 0, done.stderr
    table.save(tmp_path / "mine.csv")
    assert len((tmp_path / "o/table.csv").read_text().splitlines()) == 13
    rows = np.genfromtxt(tmp_path / "o/table.csv", delimiter=",", names=True)
    assert np.array_equal(rows["maxqblock"], table["max(q.block)"])
    other = lz.load(file).sweep({"v0": [0.3]})
    assert other.shape == (1,) and other.measures == table.measures


def test_kept_rows_are_not_run_again(tmp_path):
    import concurrent.futures

    given = {"v0": np.linspace(0.2, 1, 40)}
    whole = BELT.sweep(given, "max(q.block)", duration=5)
    again = BELT.sweep(given, "max(q.block)", duration=5, keep=tmp_path / "k")
    assert np.array_equal(whole["max(q.block)"], again["max(q.block)"])
    rows = (tmp_path / "k/rows.part").read_text().splitlines()
    (tmp_path / "k/rows.part").write_text("\n".join(rows[:20]) + "\n7\t0.1")  # killed here
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        third = BELT.sweep(given, "max(q.block)", duration=5, keep=tmp_path / "k",
                           executor=executor, chunk=3)
    assert np.array_equal(whole["max(q.block)"], third["max(q.block)"])
    assert len((tmp_path / "k/rows.part").read_text().splitlines()) >= 41
    with pytest.raises(lz.ModelError, match="part of another study"):
        BELT.sweep(given, "max(q.block)", duration=6, keep=tmp_path / "k")

    damaged = bytearray((tmp_path / "k/rows.part").read_bytes())
    damaged[-40] ^= 4
    (tmp_path / "k/rows.part").write_bytes(damaged)
    with pytest.warns(lz.RunWarning, match="rows.part: 1 line is damaged; what was there is run"):
        fourth = BELT.sweep(given, "max(q.block)", duration=5, keep=tmp_path / "k")
    assert np.array_equal(whole["max(q.block)"], fourth["max(q.block)"])
    (tmp_path / "k/rank1").mkdir()  # of processes that shared a sweep
    (tmp_path / "k/rows.part").rename(tmp_path / "k/rank1/rows.part")
    with pytest.raises(lz.ModelError, match="rank1/rows.part: this is part of another study"):
        BELT.sweep(given, "max(q.block)", duration=6, keep=tmp_path / "k")
    kept = BELT.sweep(given, "max(q.block)", duration=5, keep=tmp_path / "k")
    assert np.array_equal(whole["max(q.block)"], kept["max(q.block)"])


def test_the_page_of_a_table(tmp_path):
    table = BELT.sweep({"FS": [5.0, 10.0]}, "max(q.block)", duration=5, k="2*10")
    text = table.report(tmp_path / "s.html").read_text()
    assert "belt.toml --set 'k=2*10' --duration 5" in text and "less than the kinetic one" in text


def test_the_page_has_units_in_si(tmp_path):
    text = (EXAMPLES / "belt.toml").read_text()
    model = lz.parse(text.replace('value = 0.2,  unit = "m/s"', 'value = 200, unit = "mm/s"'))
    assert model.parameters["v0"].unit == "mm/s"
    page = model.sweep({"v0": [0.1, 0.2]}, "events()").report(tmp_path / "s.html").read_text()
    assert '"name":"v0","unit":"m/s"' in page


@pytest.mark.parametrize("vary, more, words", [
    ({"FS": "normal(12, 1)"}, {}, "it is not said how many points are drawn"),
    ({"FS": "normal(12)"}, {"samples": 3}, "needs two numbers"),
    ({"FS": "normal(12, -1)"}, {"samples": 3}, "the deviation is negative"),
    ({"FS": "uniform(12, 1)"}, {"samples": 3}, "the least value is above the most"),
    ({"FS": "loguniform(0, 1)"}, {"samples": 3}, "both ends on one side of 0"),
    ({"FS": "gauss(0, 1)"}, {"samples": 3}, "gauss"),
    ({"FS": "normal(12, 1)"}, {"samples": 0}, "is not how many points are drawn"),
    ({"FS": "normal(12, 1)"}, {"samples": 3, "sampling": "halton"}, "no sampling 'halton'"),
    ({"FS": "normal(12, 1)", "FK": "normal(5, 1)", "k": "normal(9, 1)"},
     {"samples": 3, "correlation": {("FS", "FK"): 0.9, ("FK", "k"): 0.9, ("FS", "k"): -0.9}},
     "no random numbers have these correlations"),
    ({"FS": "normal(12, 1)"}, {"samples": 3, "correlation": {("FS", "FK"): 0.9}},
     "no random parameter 'FK'"),
    ({"FS": [12.0]}, {"samples": 3}, "none are"),
    ({"FS": "normal(12, 1)", "FK": "normal(5, 1)"},
     {"samples": 3, "correlation": {("FS", "FK"): 0.9, ("FK", "FS"): 0.2}}, "is given twice"),
    ({"FS": [12.0, 13.0]}, {"carry": "FK"}, "which has no list of values"),
    ({"FS": [12.0, 13.0]}, {"carry": "FS:forth"}, "is no way to carry a state"),
])
def test_what_cannot_be_drawn(vary, more, words):
    with pytest.raises(lz.ModelError) as error:
        BELT.sweep(vary, "max(q.block)", **more)
    assert words in str(error.value)


def test_points_that_are_no_columns():
    with pytest.raises(ValueError, match="different lengths"):
        BELT.sweep({}, "events()", points={"FS": [1.0], "FK": [1.0, 2.0]})
    with pytest.raises(ValueError, match="not a finite number"):
        BELT.sweep({"FS": [math.nan]}, "events()")
    with pytest.raises(lz.ModelError, match="varied twice"):
        BELT.sweep({"FS": [9.0]}, "events()", points={"FS": [8.0]})
