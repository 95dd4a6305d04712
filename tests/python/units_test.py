"""Numbers with units in models written in Python, and units that results are shown in."""
import luztar as lz
import pytest

BLOCK = {"mass": "2 kg", "position": {"value": 3, "unit": "mm"}, "velocity": "7.2 km/h"}


def model(**more):
    return lz.Model(
        bodies={"block": BLOCK},
        springs={"stop": {"between": ["block", "ground"], "stiffness": "25 N/mm",
                          "gap": ["-10 mm", "10 mm"]}},
        simulation={"duration": "100 ms", "interval": "1 ms"}, **more)


def test_numbers_with_units_are_those_in_si():
    plain = lz.Model(
        bodies={"block": {"mass": 2, "position": 0.003, "velocity": 2}},
        springs={"stop": {"between": ["block", "ground"], "stiffness": 25e3,
                          "gap": [-0.01, 0.01]}},
        simulation={"duration": 0.1, "interval": 0.001})
    assert (model().simulate().q["block"] == plain.simulate().q["block"]).all()


def test_a_saved_model_has_its_units_and_runs_to_the_same_bits(tmp_path):
    written = model(parameters={"unused": "1500 rpm"})
    written.save(tmp_path / "block.toml")
    text = (tmp_path / "block.toml").read_text()
    assert 'velocity = "7.2 km/h"' in text and 'gap = ["-10 mm", "10 mm"]' in text
    again = lz.load(tmp_path / "block.toml")
    assert again.parameters["unused"].unit == "rpm"
    assert (again.simulate().q["block"] == written.simulate().q["block"]).all()


def test_another_dimension_is_told_at_its_key():
    with pytest.raises(lz.ModelError, match="bodies.block.position: position is in m, but '5 deg' "
                                            "is an angle; 'block' translates"):
        lz.Model(bodies={"block": BLOCK | {"position": "5 deg"}}, simulation={"duration": 1})


def test_channels_are_shown_in_the_units_of_the_output():
    run = model(output={"units": ["mm", "km/h"]}).simulate()
    assert run.units["q.block"] == "m"
    assert run.display_unit("q.block") == (1000.0, "mm")
    assert run.display_unit("v.block") == (pytest.approx(3.6), "km/h")
    assert run.display_unit("f.stop") == (1.0, "N")
    assert run.display_unit("mode.stop") == (1.0, "")
    with pytest.raises(KeyError):
        run.display_unit("q.nothing")


def test_plots_are_in_the_units_of_the_output():
    plot = pytest.importorskip("luztar.plot")
    run = model(output={"units": ["mm", "km/h", "kN"]}).simulate()
    axes = plot.phase(run, "block")
    x, y = axes.lines[0].get_data()
    assert axes.get_xlabel() == "q.block [mm]" and axes.get_ylabel() == "v.block [km/h]"
    assert x == pytest.approx(run.q["block"] * 1e3)
    assert y == pytest.approx(run.v["block"] * 3.6)
    axes = plot.loop(run, "stop")
    assert axes.get_ylabel() == "f.stop [kN]"
    assert axes.lines[0].get_ydata() == pytest.approx(run.f["stop"] / 1e3)
    top = plot.series(run, "q.block")[0]
    assert "[mm]" in top.get_ylabel()
    assert top.lines[0].get_ydata() == pytest.approx(run.q["block"] * 1e3)
