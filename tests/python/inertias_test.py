"""Inertias that couple bodies: written in Python, swept, fitted, drawn."""
import numpy as np
import pytest

import luztar as lz


def section(**tables) -> lz.Model:
    """Plunges and pitches about a point beside its centre of mass, with friction in plunge."""
    return lz.Model(
        parameters={"S": 0.4, "k": 60.0},
        bodies={"plunge": {"mass": 2.0, "position": 0.1}, "pitch": {"inertia": 0.3, "velocity": 1.0}},
        inertias={"section": {"between": ["plunge", "pitch"], "value": "S"}},
        springs={"bending": {"between": ["plunge", "ground"], "stiffness": "k"},
                 "torsion": {"between": ["pitch", "ground"], "stiffness": 9.0}},
        frictions={"rub": {"between": ["plunge", "ground"], "kinetic": 0.2}},
        simulation={"duration": 2.0, "samples": 101}, **tables)


def test_mass_times_acceleration_is_the_force_on_each_body():
    run = section().simulate()
    left = [2.0 * run.a["plunge"] + 0.4 * run.a["pitch"], 0.4 * run.a["plunge"] + 0.3 * run.a["pitch"]]
    assert np.allclose(left[0], -run.f["bending"] - run.f["rub"], atol=1e-11)
    assert np.allclose(left[1], -run.f["torsion"], atol=1e-11)
    v, w = run.v["plunge"], run.v["pitch"]
    assert np.allclose(run.ledger.kinetic, v * v + 0.4 * v * w + 0.15 * w * w, atol=1e-13)


def test_points_of_a_sweep_are_those_of_single_runs():
    table = section().sweep({"S": [-0.5, 0.0, 0.3, 0.7]}, measure="max(q.pitch)")
    for value, most in zip((-0.5, 0.0, 0.3, 0.7), table["max(q.pitch)"]):
        run = section().simulate(S=value, samples=2001)
        assert most == pytest.approx(run.q["pitch"].max(), abs=2e-5)
    with pytest.raises(lz.ModelError, match="not positive definite"):
        section().simulate(S=0.8)


def test_an_inertia_is_fitted():
    run = section().simulate(S=0.25, k=50.0)
    data = {"t": run.t, "q.plunge": run.q["plunge"], "q.pitch": run.q["pitch"]}
    fitted = section().fit(data, free={"S": (0, 0.7), "k": (20, 100)})
    assert fitted.values["S"].value == pytest.approx(0.25, rel=1e-6)
    assert fitted.values["k"].value == pytest.approx(50.0, rel=1e-6)


def test_a_mistake_stands_at_its_key():
    with pytest.raises(lz.ModelError) as error:
        lz.Model(bodies={"a": {"mass": 1}, "b": {"mass": 1}},
                 inertias={"i": {"between": ["a", "b"], "value": 1}}, simulation={"duration": 1})
    assert error.value.diagnostics[0].file == "inertias.i"


def test_diagrams_name_it_in_the_boxes_of_its_bodies():
    svg = section().diagram().svg
    assert "2 kg, section" in svg and "0.3 kg m², section" in svg
