"""Models written in Python: each example again, mistakes at their keys, numbers that survive."""
import math
import pickle
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import luztar as lz
from conftest import EXAMPLES
from luztar._tables import Tables

SHORT = {"burridge_knopoff": 5.0, "layers_100": 0.1, "emps": 1.0}


@pytest.mark.parametrize("name", lz.examples())
def test_every_example_written_in_python_runs_with_the_same_bits(name, monkeypatch):
    monkeypatch.chdir(EXAMPLES)  # where their data files lie
    path = EXAMPLES / f"{name}.toml"
    tables = tomllib.loads(path.read_text())
    duration = {"duration": SHORT[name]} if name in SHORT else {}
    written = lz.Model(**tables).simulate(**duration)
    read = lz.load(path).simulate(**duration)
    assert written.status == read.status
    assert list(written.q) == list(read.q)
    for body in read.q:
        assert np.array_equal(written.q[body], read.q[body], equal_nan=True), body
    assert np.array_equal(written.events, read.events)


@pytest.mark.parametrize("name", ["belt", "worm_gear", "iwan", "cam_follower", "motor_map",
                                  "janecek_guide_measured"])
def test_a_model_written_to_a_file_is_read_back(name, tmp_path):
    model = lz.example(name)
    model.save(tmp_path / "model.toml")
    again = lz.load(tmp_path / "model.toml")
    assert again.parameters == model.parameters and again.elements == model.elements
    assert np.array_equal(again.simulate(duration=0.2).t, model.simulate(duration=0.2).t)


KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
    lambda key: "." not in key)
VALUES = st.recursive(
    st.one_of(st.floats(allow_nan=False), st.integers(-2**53, 2**53), st.booleans(),
              st.text(st.characters(exclude_categories=["Cs"]), max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=12)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
@settings(max_examples=300, deadline=None)
def test_any_tables_become_toml_that_says_the_same(tables):
    assert tomllib.loads(Tables(tables).text) == tables


@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.floats(0.01, 10))
@settings(max_examples=60, deadline=None)
def test_a_free_block_stops_where_its_closed_form_says(mass, friction, speed):
    model = lz.Model(
        bodies={"block": {"mass": mass, "velocity": speed}},
        frictions={"slide": {"between": ["block", "ground"], "kinetic": friction}},
        simulation={"duration": 3 * mass * speed / friction, "samples": 0})
    run = model.simulate()
    stop = run.events[run.events["cause"] == "stop"]
    assert stop["t"][0] == pytest.approx(mass * speed / friction, rel=1e-12)
    assert stop["d"][0] == pytest.approx(mass * speed**2 / (2 * friction), rel=1e-12)


def test_numpy_numbers_and_paths_are_values():
    table = {"a": np.float64(1.5), "b": np.int32(3), "c": np.array([[0.0, 1.0], [2.0, 3.0]]),
             "d": np.bool_(True), "e": EXAMPLES, "f": math.inf, "g": (1, 2)}
    read = tomllib.loads(Tables(table).text)
    assert read == {"a": 1.5, "b": 3, "c": [[0, 1], [2, 3]], "d": True, "e": str(EXAMPLES),
                    "f": math.inf, "g": [1, 2]}
    with pytest.raises(TypeError, match="x.y: a model holds numbers"):
        Tables({"x": {"y": object()}})


def test_what_a_model_is():
    model = lz.example("belt")
    assert model.bodies == ["block", "belt"]
    assert model.elements == {"spring": "spring", "contact": "friction"}
    assert model.parameters["k"] == ("k", 25.0, "N/m", "spring", 1.0)
    assert "belt" in repr(model) and "<h3>" in model._repr_html_()
    assert model.check() == []
    unused = lz.parse(model.to_toml().replace("[parameters]", "[parameters]\nz = 1", 1)).check()
    assert len(unused) == 1 and "'z'" in unused[0] and unused[0].startswith("<text>:")


def test_models_travel_to_other_processes():
    written = lz.Model(bodies={"b": {"mass": 2.0, "velocity": 3.0}}, simulation={"duration": 1})
    for model in (lz.example("belt"), written):
        again = pickle.loads(pickle.dumps(model))
        assert np.array_equal(again.simulate().q[model.bodies[0]],
                              model.simulate().q[model.bodies[0]])
    with pytest.raises(lz.ModelError, match="^bodies.b.mass: "):
        lz.Model(parameters={"m": 1.0}, bodies={"b": {"mass": "m"}},
                 simulation={"duration": 1}).simulate(m=-1)


def test_the_package_has_the_version_of_the_program(run_program):
    assert run_program("--version").stdout.split()[-1] == lz.__version__
    assert run_program("examples").returncode == 0
