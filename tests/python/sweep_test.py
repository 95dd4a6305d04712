"""Sweeps in Python: closed forms, the command line's bytes, executors, mistakes."""
import concurrent.futures
import json
import math
import multiprocessing
import os
import re
import signal
import threading
import time

import matplotlib.pyplot as plt
import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES
from luztar import plot

BELT = lz.load(EXAMPLES / "belt.toml")
MEASURES = ["period(contact)", "max(q.block)", "stick_share(contact)"]


def swept(**more):
    return BELT.sweep({"v0": np.linspace(0.2, 1, 9), "FS": [8, 10, 12]}, MEASURES, duration=60,
                      transient=5, **more)


def test_every_point_is_the_closed_form():
    table = swept()
    v0, fs = np.meshgrid(np.linspace(0.2, 1, 9), [8, 10, 12], indexing="ij")
    d, w = (fs - 6) / 25, 5
    stick = 2 * d / v0
    slip = (2 * math.pi - 2 * np.arctan(w * d / v0)) / w
    assert table.shape == (9, 3) and list(table) == ["v0", "FS", *MEASURES] and not table.words
    assert np.allclose(table.grid("period(contact)"), stick + slip, rtol=1e-12)
    assert np.allclose(table.grid("max(q.block)"), 0.24 + np.hypot(d, v0 / w), rtol=1e-12)
    assert np.array_equal(table["v0"], v0.ravel()) and np.array_equal(table["FS"], fs.ravel())


def test_a_point_is_the_run_of_its_parameters():
    table = BELT.sweep({"v0": [0.3, 0.5]}, ["last(q.block)", "events(contact)"], duration=7)
    run = BELT.simulate(**table.at(1), duration=7)
    assert table.at(1) == {"v0": 0.5}
    assert table["events(contact)"][1] == len(run.events)
    assert table["last(q.block)"][1] == pytest.approx(run.q["block"][-1], rel=1e-13)


@pytest.mark.parametrize("make", [
    lambda: concurrent.futures.ThreadPoolExecutor(2),
    lambda: concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))])
def test_the_same_bits_on_any_executor(make):
    table = swept(threads=1)
    assert all(np.array_equal(table[c], swept(threads=2)[c]) for c in table)
    with make() as executor:
        other = swept(executor=executor, chunk=5)
    assert all(np.array_equal(table[c], other[c]) for c in table)


def test_failed_points_keep_their_words_on_any_executor():
    given = {"FS": [5.0, 10.0], "v0": [0.1, 0.2]}
    table = BELT.sweep(given, "events()", max_events=12)
    assert sorted(table.words) == [0, 1, 3]
    assert "less than the kinetic one" in table.words[0] and "12 events" in table.words[3]
    assert np.array_equal(np.isnan(table["events()"]), [True, True, False, True])
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        other = BELT.sweep(given, "events()", max_events=12, executor=executor, chunk=1)
    assert other.words == table.words and "3 failed" in repr(other)


def test_a_value_that_is_set_and_varied_is_refused():
    for given in ({"v0": 0.3}, {"v0": "20 mm/s"}, {"parameters": {"v0": 0.3}}):
        with pytest.raises(lz.ModelError, match="'v0' is set and varied: this value counts nowhere"):
            BELT.sweep({"v0": [0.1, 0.2]}, "events()", **given)
        with pytest.raises(lz.ModelError, match="'v0' is set and varied"):
            BELT.sweep({}, "events()", points={"v0": [0.1, 0.2], "FS": [8, 9]}, **given)
    assert BELT.sweep({"v0": "v0,2*v0"}, "events()", v0=0.3)["v0"].tolist() == [0.3, 0.6]


def test_a_saved_table_has_the_bytes_of_the_command_line(run_program, tmp_path):
    done = run_program("sweep", EXAMPLES / "belt.toml", "--vary", "v0=20:1000:7:log mm/s", "--vary",
                       "FS=5,10,2*FK", *(x for m in MEASURES for x in ("--measure", m)), "-q",
                       "--transient", "2", "--out", tmp_path / "o")
    assert done.returncode == 0, done.stderr
    table = BELT.sweep({"v0": "20:1000:7:log mm/s", "FS": "5,10,2*FK"}, MEASURES,
                       transient="2000 ms")
    table.save(tmp_path / "table.csv")
    mine = (tmp_path / "table.csv").read_text().splitlines()
    theirs = (tmp_path / "o" / "table.csv").read_text().splitlines()
    assert mine[0] == theirs[0] and len(mine) == len(theirs) == 22
    for one, other in zip(mine[1:], theirs[1:]):
        cells, others = one.split(",", 5), other.split(",", 5)
        assert [float(c or "nan") for c in cells[:5]] == pytest.approx(
            [float(c or "nan") for c in others[:5]], rel=0, abs=0, nan_ok=True)
        assert cells[5] == others[5]


def test_tables_of_others(tmp_path):
    table = swept()
    frame, data = table.to_pandas(), table.to_xarray()
    assert np.array_equal(frame["max(q.block)"].to_numpy(), table["max(q.block)"])
    assert np.array_equal(data["max(q.block)"].sel(FS=10).to_numpy(),
                          table.grid("max(q.block)")[:, 1])
    saved = np.load(table.save(tmp_path / "t.npz"))
    assert all(np.array_equal(saved[c], table[c]) for c in table)
    with pytest.raises(ValueError, match="write .csv, .npz or .parquet"):
        table.save(tmp_path / "t.xls")
    assert not table["v0"].flags.writeable


def test_models_written_in_python_are_swept_too():
    model = lz.Model(
        parameters={"F": 2.0}, bodies={"block": {"mass": 1.5, "velocity": 3.0}},
        frictions={"slide": {"between": ["block", "ground"], "kinetic": "F"}},
        simulation={"duration": 10})
    table = model.sweep({"F": "1:4:4"}, ["last(q.block)", "dissipated(slide)"])
    assert np.allclose(table["last(q.block)"], 1.5 * 9 / 2 / table["F"], rtol=1e-12)
    assert np.allclose(table["dissipated(slide)"], 1.5 * 9 / 2, rtol=1e-12)


def test_stepped_models_are_swept_too():
    speeds = [0.2, 0.4]
    exact = BELT.sweep({"v0": speeds}, ["max(q.block)", "stick_time(contact)"], duration=10)
    stepped = BELT.sweep({"v0": speeds}, ["max(q.block)", "stick_time(contact)"], duration=10,
                         method="stepping", step=1e-4)
    for name in ("max(q.block)", "stick_time(contact)"):
        assert np.allclose(stepped[name], exact[name], rtol=1e-3)


def test_ctrl_c_ends_a_sweep(interruptible):
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        BELT.sweep({"v0": np.linspace(0.1, 1, 100_000)}, "max(q.block)", duration=500, threads=2)


@pytest.mark.parametrize("vary, measure, more, words", [
    ({"v1": [1]}, "events()", {}, "no parameter 'v1'"),
    ({}, "events()", {}, "nothing is varied"),
    ({"v0": []}, "events()", {}, "'v0' has no values"),
    ({"v0": [1]}, [], {}, "nothing is measured"),
    ({"v0": [1]}, "q.block", {}, "'q.block' is no measure"),
    ({"v0": [1]}, "max(q.blok)", {}, "no body 'blok'; did you mean 'block'?"),
    ({"v0": [1]}, "stick_time(spring)", {}, "'spring' does not stick"),
    ({"v0": "1:2"}, "events()", {}, "is no range"),
    ({"v0": "1:2:3 mm"}, "events()", {}, "'mm' is not a unit of this"),
    ({"v0": [1]}, "events()", {"transient": "3 m"}, "'m' is not a unit of this"),
    ({"v0": [1]}, "events()", {"duratoin": 3}, "did you mean 'duration'?"),
])
def test_what_no_point_could_do(vary, measure, more, words):
    with pytest.raises(lz.ModelError) as error:
        BELT.sweep(vary, measure, **more)
    assert words in str(error.value)


def test_words_of_failed_points_stand_at_the_keys_of_a_model_in_python():
    model = lz.Model(parameters={"m": 1.0}, bodies={"b": {"mass": "m"}}, simulation={"duration": 1})
    table = model.sweep({"m": [1.0, -1.0]}, "last(q.b)")
    assert table.words[1].startswith("bodies.b.mass: the mass of 'b' is negative")


def test_values_as_text_with_units():
    table = BELT.sweep({"v0": ["100 mm/s", "1 m/s", 2.0]}, "events()", duration=1)
    assert table["v0"].tolist() == [0.1, 1.0, 2.0]


def test_channels_of_networks_that_run_in_islands_are_measured():
    n = 250
    model = lz.Model(
        parameters={"p": 1.0},
        bodies={f"b{i}": {"mass": 1.0, "velocity": 0.5 if i % 7 == 0 else 0.0} for i in range(n)},
        springs={f"s{i}": {"between": [f"b{i}", f"b{i - 1}" if i else "ground"], "stiffness": 100.0}
                 for i in range(n)},
        frictions={f"f{i}": {"between": [f"b{i}", "ground"], "kinetic": "p", "static": "1.5*p"}
                   for i in range(n)},
        simulation={"duration": 0.2})
    far = "q.b21 - q.b203"  # of two islands
    table = model.sweep({"p": [1.0, 2.0]}, ["max(q.b7)", "mean(f.f14)", f"min({far})", "last(v.b8)", "events()"])
    for i, p in enumerate(table["p"]):
        run = model.simulate(p=p, samples=20_001)  # in islands
        q = run.q["b7"]
        assert q.max() - 1e-12 <= table["max(q.b7)"][i] <= q.max() + 1e-9
        distance = run.q["b21"] - run.q["b203"]
        assert distance.min() - 1e-9 <= table[f"min({far})"][i] <= distance.min() + 1e-12
        assert table["last(v.b8)"][i] == pytest.approx(run.v["b8"][-1], abs=1e-12)
        mean = np.mean((run.f["f14"][1:] + run.f["f14"][:-1]) / 2)
        assert table["mean(f.f14)"][i] == pytest.approx(mean, abs=1e-3)  # jumps between samples
        assert table["events()"][i] == np.count_nonzero(run.events["cause"] != "sample") > 30


def test_ctrl_c_with_an_executor_does_not_wait_for_all_points(interruptible):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            BELT.sweep({"v0": np.linspace(0.1, 1, 20_000)}, "max(q.block)", duration=500,
                       executor=executor, chunk=20)
    assert time.monotonic() - begin < 10


def test_ctrl_c_is_heard_while_the_last_point_runs(interruptible):
    model = lz.Model(
        parameters={"w": 1.0}, bodies={"a": {"mass": 1.0, "velocity": 1}},
        springs={"s": {"between": ["a", "ground"], "stiffness": "w^2"}},
        simulation={"duration": 1000.0})
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.sweep({"w": [1.0, 200_000.0]}, "max(q.a)", threads=2)
    assert time.monotonic() - begin < 10


def test_values_that_are_no_list_of_numbers():
    with pytest.raises(ValueError, match="not an array of 2 axes"):
        BELT.sweep({"v0": np.ones((2, 2))}, "events()")
    with pytest.raises(KeyError, match="no column 'max"):
        BELT.sweep({"v0": [1.0]}, "events()")["max(q.block)"]


def test_curves_and_maps():
    table = swept()
    axes = table.plot("max(q.block)")
    shown = axes.collections[0].get_array()
    assert np.array_equal(np.ravel(shown), table["max(q.block)"])
    curve = plot.table(BELT.sweep({"v0": [0.2, 0.3]}, "max(q.block)", duration=10))
    assert len(curve.lines[0].get_ydata()) == 2
    plt.close("all")


def test_axes_have_units_in_si():
    table = BELT.sweep({"v0": "20:1000:3 mm/s", "FS": [8, 10]}, ["max(q.block)", "period(contact)",
                       "stick_share(contact)", "max(f.contact*v.belt)"], duration=5)
    assert table.units == {
        "v0": "m/s", "FS": "N", "max(q.block)": "m", "period(contact)": "s",
        "stick_share(contact)": "", "max(f.contact*v.belt)": "W"}
    axes = table.plot("max(q.block)")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("FS [N]", "v0 [m/s]")
    assert axes.collections[0].colorbar.ax.get_ylabel() == "max(q.block) [m]"
    axes = BELT.sweep({"v0": [0.1, 0.2]}, "period(contact)", duration=5).plot()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("v0 [m/s]", "period(contact) [s]")
    axes = BELT.sweep({"v0": [0.1, 0.2]}, "strobe(q.block, 1, 3)", duration=5).plot()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("v0 [m/s]", "strobe(q.block, 1, 3) [m]")
    plt.close("all")


def test_angles_are_on_axes_in_the_unit_of_the_file():
    model = lz.Model(
        parameters={"bl": {"value": 1, "unit": "deg"}, "free": 1.0},
        bodies={"wheel": {"inertia": 1.0, "velocity": "0.5*(1 + bl) + 0*free"}},
        simulation={"duration": 1})
    table = model.sweep({"bl": "0:2:5 deg", "free": [1, 2, 4]}, ["max(q.wheel)", "max(v.wheel^2)"])
    assert table.units == {"bl": "rad", "free": "", "max(q.wheel)": "rad",
                           "max(v.wheel^2)": "rad2/s2"}
    axes = table.plot("max(v.wheel^2)")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("free", "bl [deg]")
    assert axes.collections[0].colorbar.ax.get_ylabel() == "max(v.wheel^2) [rad²/s²]"
    plt.close("all")


@pytest.mark.parametrize("values, scale", [
    ("0.02:1:9:log", "log"), ("0.02:1:9", "linear"), ("20:1000:2:log mm/s", "log"),
    (np.geomspace(0.02, 1, 9), "log"), (np.linspace(0.02, 1, 9), "linear"), ([0.1, 1.0], "linear"),
    (["0.1:1:3", 2], "linear"), ([1, 0.1, 0.01], "log")])
def test_values_by_their_logarithm_are_on_a_logarithmic_axis(values, scale):
    table = BELT.sweep({"v0": values}, "max(q.block)", duration=1)
    assert table.logarithmic == ({"v0"} if scale == "log" else set())
    axes = table.plot()
    assert axes.get_xscale() == scale and axes.get_yscale() == "linear"
    both = BELT.sweep({"v0": values, "FS": [8, 10, 12]}, "max(q.block)", duration=1).plot()
    assert (both.get_xscale(), both.get_yscale()) == ("linear", scale)
    plt.close("all")


def test_drawn_and_listed_values_by_their_logarithm():
    drawn = BELT.sweep({"v0": "loguniform(0.02, 1)", "FS": "uniform(8, 10)"}, "max(q.block)",
                       samples=9, duration=1)
    assert drawn.logarithmic == {"v0"} and drawn.plot().get_xscale() == "log"
    listed = BELT.sweep(points={"v0": np.geomspace(0.01, 1, 5)}, measure="max(q.block)", duration=1)
    assert listed.logarithmic == {"v0"} and listed.plot().get_xscale() == "log"
    back = BELT.sweep({"FS": "8:12:5:log"}, "max(q.block)", carry="FS:back", duration=1)
    assert back.logarithmic == {"FS"} and back.plot().get_xscale() == "log"
    plt.close("all")


def test_cells_of_a_map_end_in_the_middle_on_its_axis():
    table = BELT.sweep({"v0": "0.01:1:3:log", "FS": "8:12:3"}, "max(q.block)", duration=1)
    corners = table.plot().collections[0].get_coordinates()
    assert np.allclose(corners[0, :, 0], [7, 9, 11, 13])
    assert np.allclose(corners[:, 0, 1], np.geomspace(10**-2.5, 10**0.5, 4))
    one = BELT.sweep({"v0": "0.01:1:3:log", "FS": [8]}, "max(q.block)", duration=1).plot()
    assert one.collections[0].get_array().size == 3
    plt.close("all")


def test_the_page_knows_units_and_scales(tmp_path):
    table = BELT.sweep({"v0": "0.02:1:2:log", "FS": [8, 9]}, ["max(q.block)"], duration=1)
    page = table.report(tmp_path / "sweep.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
    assert [(one["unit"], one["log"]) for one in data["given"]] == [("m/s", True), ("N", False)]
    assert [one["unit"] for one in data["found"]] == ["m"]


def test_the_text_of_a_table_fits_lines_of_eighty_letters():
    few = BELT.sweep({"v0": [0.1, 0.2]}, ["max(q.block)"], duration=1)
    assert repr(few) == "<luztar.Table of 2 points: v0 -> max(q.block)>"
    lines = repr(BELT.sweep({"v0": [0.1, 0.2]}, "strobe(q.block, 0.1, 40)", duration=5)).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "<luztar.Table of 2 points, 41 columns:" and lines[1] == "  v0"
    assert lines[2].startswith("  -> strobe(q.block, 0.1, 40)[1], ... (40), ")
    assert lines[2].endswith("strobe(q.block, 0.1, 40)[40]>")
    long = f"max({' + '.join(['q.block'] * 30)})"
    for measures in ([long], [long, "max(q.block)"], ["max(q.block)", long]):
        lines = repr(BELT.sweep({"v0": [0.1]}, measures, duration=1)).splitlines()
        assert max(map(len, lines)) <= 80 and f", {1 + len(measures)} columns:" in lines[0]
