"""Plots show the numbers of the run."""
import matplotlib.pyplot as plt
import numpy as np
import pytest

import luztar as lz
from luztar import plot


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_series_has_a_row_for_each_kind_and_shades_what_sticks():
    run = lz.example("belt").simulate()
    axes = run.plot("q.block", "v.block", "v.belt")
    assert [len(a.lines) for a in axes] == [1, 2]
    assert np.array_equal(axes[0].lines[0].get_ydata(), run.q["block"])
    stuck = run.modes["contact"]
    stuck = stuck[stuck["mode"] == "stuck"]
    boxes = [path.get_extents() for path in axes[0].collections[0].get_paths()]
    assert [(box.x0, box.x1) for box in boxes] == list(zip(stuck["begin"], stuck["end"]))
    assert [len(a.lines) for a in run.plot()] == [2, 2, 1]


def test_phase_loop_ledger_and_raster():
    run = lz.example("belt").simulate()
    assert np.array_equal(plot.phase(run, "block").lines[0].get_xdata(), run.q["block"])
    against = plot.phase(run, "block", against="belt").lines[0].get_ydata()
    assert np.array_equal(against, run.v["block"] - run.v["belt"])
    assert np.array_equal(plot.loop(run, "contact").lines[0].get_ydata(), run.f["contact"])
    top = plot.ledger(run).lines[0].get_ydata()
    e = run.ledger
    assert np.allclose(top, e.kinetic + e.stored + e.dissipated, atol=1e-10)
    marks = plot.raster(run).collections[0].get_positions()
    assert np.array_equal(marks, run.events["t"])


def test_axes_are_taken_and_given_back():
    axes = plt.figure().add_subplot()
    run = lz.example("backlash").simulate()
    assert plot.phase(run, next(iter(run.q)), axes=axes) is axes
    assert "<svg" in run._repr_html_()


def test_a_notebook_shows_words_where_there_is_nothing_to_plot():
    belt = lz.example("belt")
    silent = lz.parse(belt.to_toml() + "\n[output]\nchannels = []\n")
    for run in (belt.simulate(samples=0), silent.simulate()):
        shown = run._repr_html_()
        assert "finished at" in shown and "<svg" not in shown


def test_axes_have_the_units_of_what_is_shown():
    gear, belt = lz.example("gear_system").simulate(duration=0.1), lz.example("belt").simulate()
    assert [a.get_ylabel() for a in gear.plot("q.psi", "v.psi", "a.psi", "f.teeth")] == [
        "position\n[rad]", "velocity\n[rad/s]", "acceleration\n[rad/s²]", "force\n[N m]"]
    assert [a.get_ylabel() for a in belt.plot("q.block", "a.block", "f.contact", "mode.contact")] == [
        "position\n[m]", "acceleration\n[m/s²]", "force\n[N]", "mode"]
    axes = plot.phase(gear, "psi", against="phi")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("q.psi - phi [rad]", "v.psi - phi [rad/s]")
    axes = plot.loop(belt, "contact")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("d.contact [m]", "f.contact [N]")
    both = lz.Model(bodies={"a": {"mass": 1.0}, "b": {"inertia": 1.0}},
                    simulation={"duration": 1}).simulate()
    assert both.plot("q.a", "q.b")[0].get_ylabel() == "position\n[m, rad]"
