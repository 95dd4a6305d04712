"""Comparisons and plots of several runs and data, beside closed forms."""
import matplotlib.pyplot as plt
import numpy as np
import pytest

import luztar as lz
from luztar import plot

# q = v0 t - t^2 until it stops at v0 / 2.
BLOCK = lz.Model(
    title="Block that stops",
    parameters={"v0": {"value": 2000, "unit": "mm/s"}},
    bodies={"block": {"mass": 2.0, "velocity": "v0"}},
    frictions={"guide": {"between": ["block", "ground"], "kinetic": 4.0}},
    simulation={"duration": 2, "interval": 0.1})


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def runs():
    return BLOCK.simulate(), BLOCK.simulate(v0=2.2)


def test_two_runs_differ_as_their_closed_forms(runs):
    found = lz.compare(*runs)
    q, v = found.channels["q.block"], found.channels["v.block"]
    assert (q.unit, q.between, q.rows) == ("m", "same times", 21)
    assert q.greatest == pytest.approx(1.21 - 1, rel=1e-12)
    assert q.time == pytest.approx(1.1)
    assert q.relative == pytest.approx(0.21 / 1.21)
    assert np.array_equal(q.d, runs[1].q["block"] - runs[0].q["block"])
    assert v.rms == pytest.approx(np.sqrt((0.04 + 0.004 / 3) / 2), rel=1e-12)
    assert found.events["guide"].shift == pytest.approx(0.1)
    assert found.parameters == {"v0": ("2", "2.2")}
    assert found.settings == {} and found.pairs[0].first_lone is None
    assert found.difference == 1.0  # of the force, 4 N when the other one rests
    assert "q.block [m]" in repr(found) and "v0: 2 and 2.2" in repr(found)
    with pytest.raises(KeyError, match="did you mean 'q.block'"):
        found.channels["q.blok"]


def test_runs_are_compared_with_folders_and_model_files(runs, tmp_path):
    runs[0].save(tmp_path / "a")
    BLOCK.save(tmp_path / "m.toml")
    found = lz.compare(runs[0], tmp_path / "a", tmp_path / "m.toml", runs[1])
    assert [pair.difference for pair in found.pairs[:1]] == [0.0]
    assert found.pairs[1].channels["q.block"].greatest == 0.0
    assert found.pairs[2].channels["q.block"].greatest == pytest.approx(0.21)
    page = found.report(tmp_path / "c.html").read_text()
    assert "Block that stops" in page and "http://www.w3.org/2000/svg" in page
    with pytest.raises(lz.ModelError, match="has no summary.json"):
        lz.compare(runs[0], tmp_path)
    with pytest.raises(ValueError, match="nothing to compare"):
        lz.compare(runs[0])


def test_a_part_of_a_run_is_compared_from_its_start_on(tmp_path):
    belt = lz.example("belt")
    whole, first = belt.simulate(interval=0.25), belt.simulate(interval=0.25, duration=5)
    rest = belt.simulate(interval=0.25, start=first)
    later = int((whole.events["t"] > 5).sum())
    assert 5 < later < len(whole.events)
    for name, run in {"whole": whole, "rest": rest}.items():
        run.save(tmp_path / name)
    for pair in ((whole, rest), (tmp_path / "whole", tmp_path / "rest"), (rest, whole)):
        found = lz.compare(*pair)
        assert found.difference == 0 and found.pairs[0].start == 5
        assert found.events["contact"].matched == later


def test_events_before_the_first_row_are_matched_too(tmp_path):
    belt = lz.example("belt")
    run, other = belt.simulate(times=[10, 15, 20]), belt.simulate(times=[10, 15, 20], v0=0.21)
    run.save(tmp_path / "run")
    for one in (run, tmp_path / "run"):
        found = lz.compare(one, other)
        assert found.pairs[0].start == 0
        assert found.events["contact"].matched == len(run.events)


def test_an_event_without_a_partner_is_named(runs):
    found = lz.compare(runs[0], BLOCK.simulate(duration=0.5), BLOCK.simulate(v0=5))
    assert found.pairs[0].difference == 0.0  # the stop is beyond the end of the second
    lone = found.pairs[1].first_lone
    assert lone is not None and lone.of_first and lone.name == "guide" and lone.t == pytest.approx(1)
    assert found.difference == np.inf


def test_data_from_a_dict_a_frame_and_a_file(runs, tmp_path):
    pandas = pytest.importorskip("pandas")
    t = np.array([0.05, 0.25, 0.55, 0.75])
    x = 1000 * (2 * t - t**2) + 1  # 1 mm above the first run
    x[1] = np.nan
    frame = pandas.DataFrame({"q.block [mm]": x}, index=t)
    file = tmp_path / "d.csv"
    file.write_text("time,pos\n" + "".join(f"{a},{b}\n" for a, b in zip(t, x)))
    named = {"columns": {"q.block": "pos [mm]"}}
    for data, options in (({"t": t, "q.block [mm]": x}, {}), ({"time [s]": t, "pos": x}, named),
                          (frame, {}), (file, named), (str(file), named)):
        found = lz.compare(runs[0], data=data, **options).with_data[0]["q.block"]
        assert found.rows == 3
        assert found.greatest == pytest.approx(-1e-3) and found.rms == pytest.approx(1e-3)
    for data, options, words in (
            ({"q.block": x}, {}, 'name it "t"'), ({"t": t, "y": x}, {}, "no column has the name"),
            ({"t": t, "y": x}, {"columns": {"q.block": "z"}}, "no column 'z'"),
            ({"t": t, "y": x}, {"columns": {"q.blok": "y"}}, "did you mean 'q.block'"),
            ({"t": t, "y": x}, {"time": "s", "columns": {"q.block": "y"}}, "no column 's'")):
        with pytest.raises(KeyError, match=words):
            lz.compare(runs[0], data=data, **options)
    with pytest.raises(ValueError, match="has 4 values, there are 3 times"):
        lz.compare(runs[0], data={"t": t[1:], "q.block": x})
    with pytest.raises(lz.ModelError, match="'N' is not a unit of q.block; give it in m"):
        lz.compare(runs[0], data={"t": t, "q.block [N]": x})


def test_series_draws_runs_and_data_over_each_other(runs):
    t = np.linspace(0, 2, 5)
    data = {"t": t, "q.block [mm]": 1000 * t}
    top, below = plot.series(*runs, data, "q.block", "v.block")
    assert [line.get_label() for line in top.lines] == ["v0 = 2000 mm/s", "v0 = 2200 mm/s", "data"]
    assert np.array_equal(top.lines[1].get_ydata(), runs[1].q["block"])
    assert np.allclose(top.lines[2].get_ydata(), t) and top.lines[2].get_linestyle() == "None"
    assert len({line.get_color() for line in top.lines}) == 3
    assert len(below.lines) == 2 and below.get_ylabel() == "velocity\n[m/s]"
    only = plot.series(runs[0], data)
    assert len(only) == 1 and [line.get_label() for line in only[0].lines] == ["block", "data"]
    named = plot.series(*runs, "q.block", labels=["old", "new"])[0]
    assert [line.get_label() for line in named.lines] == ["old", "new"]
    with pytest.raises(TypeError, match="not int"):
        plot.series(runs[0], 3)
    with pytest.raises(TypeError, match="give a run first"):
        plot.series("q.block")


def test_series_draws_into_axes_in_the_units_asked_for(runs):
    _, grid = plt.subplots(2, 1)
    rows = plot.series(runs[0], "q.block", "v.block", axes=grid, units={"m": "mm", "v.block": "km/h"})
    assert list(rows) == list(grid)
    assert [a.get_ylabel() for a in rows] == ["position\n[mm]", "velocity\n[km/h]"]
    assert np.allclose(rows[0].lines[0].get_ydata(), 1000 * runs[0].q["block"])
    assert np.allclose(rows[1].lines[0].get_ydata(), 3.6 * runs[0].v["block"])
    assert plot.series(runs[0], "q.block", axes=grid[0])[0] is grid[0]
    with pytest.raises(ValueError, match="give 2, one for each kind"):
        plot.series(runs[0], "q.block", "v.block", axes=grid[0])
    with pytest.raises(lz.ModelError, match="'kg' is not a unit of m"):
        plot.series(runs[0], "q.block", units={"m": "kg"})


def test_plots_are_in_the_units_of_output():
    run = lz.Model(
        bodies={"block": {"mass": 2.0, "velocity": 2.0}},
        frictions={"guide": {"between": ["block", "ground"], "kinetic": 4.0}},
        simulation={"duration": 2}, output={"units": ["mm", "kN"]}).simulate()
    axes = plot.series(run, "q.block", "f.guide")
    assert [a.get_ylabel() for a in axes] == ["position\n[mm]", "force\n[kN]"]
    assert np.allclose(axes[0].lines[0].get_ydata(), 1000 * run.q["block"])
    assert plot.series(run, "q.block", units={"m": "cm"})[0].get_ylabel() == "position\n[cm]"
    axes = plot.phase(run, "block")
    assert axes.get_xlabel() == "q.block [mm]" and axes.get_ylabel() == "v.block [m/s]"
    assert np.allclose(axes.lines[0].get_xdata(), 1000 * run.q["block"])
    axes = plot.loop(run, "guide")
    assert axes.get_xlabel() == "d.guide [mm]" and axes.get_ylabel() == "f.guide [kN]"
    assert np.allclose(axes.lines[0].get_ydata(), run.f["guide"] / 1000)


def test_plots_of_sweeps_have_the_units_of_the_model_file():
    table = BLOCK.sweep({"v0": "500:2000:4 mm/s"}, "last(q.block)")
    axes = table.plot()
    assert axes.get_xlabel() == "v0 [mm/s]" and axes.get_ylabel() == "last(q.block) [m]"
    assert np.allclose(axes.lines[0].get_xdata(), [500, 1000, 1500, 2000])
    assert np.allclose(axes.lines[0].get_ydata(), table["v0"] ** 2 / 4)
    belt = lz.example("belt")
    unit = belt.parameters["v0"].unit
    axes = belt.sweep({"v0": "0.1:1:3:log", "FS": "8:12:3"}, "max(q.block)", duration=1).plot()
    assert axes.get_ylabel() == f"v0 [{unit}]" and axes.get_yscale() == "log"
    factor = belt.parameters["v0"].factor
    edges = axes.collections[0].get_coordinates()[:, 0, 1] * factor
    assert np.allclose(edges, 0.1 * 10 ** (np.arange(-0.5, 3) / 2))
