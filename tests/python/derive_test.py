"""Equations, reductions and small motions, beside the command line and closed forms."""
import math

import numpy as np
import pytest
import sympy

import luztar as lz
from conftest import EXAMPLES
from luztar._sympy import expression


@pytest.mark.parametrize("form", ["text", "latex", "markdown", "html"])
def test_documents_are_those_of_the_command_line(form, run_program):
    printed = run_program("derive", EXAMPLES / "two_blocks_on_ground.toml", "--steps", "--format",
                          form).stdout
    derivation = lz.load(EXAMPLES / "two_blocks_on_ground.toml").derive(steps=True)
    assert getattr(derivation, form) == printed
    assert str(derivation) == derivation.text


def test_sympy_formulas_of_the_belt():
    found = lz.example("belt").derive().sympy()
    m, a, force = sympy.symbols("m a.block F.block", real=True)
    contact, rate, fk, fs = sympy.symbols("f.contact rate.contact FK FS", real=True)
    assert found[0] == (sympy.Eq(m * a, force - contact), sympy.true)
    assert found[1] == (sympy.Eq(contact, fk * sympy.sign(rate)), sympy.Ne(rate, 0))
    assert found[2].condition == sympy.And(sympy.Eq(rate, 0), sympy.Abs(force) <= fs)


@pytest.mark.parametrize("name", ["three_blocks", "planetary_gear", "worm_gear", "clutch",
                                  "two_blocks_on_ground", "slider_crank"])
def test_every_section_of_an_example_is_read(name):
    derivation = lz.example(name).derive(steps=True)
    formulas = [f for s in derivation.tree["sections"] for f in derivation.sympy(s["title"])]
    assert len(formulas) > 3


def test_expressions_are_numbers_of_their_text():
    x = expression("2*k^2*sin(pi*v.b) - E*max(I, 1e-3)/abs(-S)")
    values = {"k": 3.0, "v.b": 0.5, "E": 2.0, "I": 4.0, "S": -8.0}
    value = x.subs({sympy.Symbol(n, real=True): v for n, v in values.items()})
    assert float(value) == pytest.approx(18 - 1.0)


def test_generated_functions_give_the_accelerations_of_a_run():
    model = lz.example("two_blocks_on_ground")
    space: dict = {}
    exec(model.derive().functions("python"), space)  # what a user does with it
    assert "accelerations" in space and model.derive().functions("c").count("void") >= 1


def test_a_reduction_is_proved():
    reduction = lz.example("two_blocks_on_ground").reduce("M1=inf")
    assert reduction.model.bodies == ["block2"] and "block1" in reduction.text
    assert reduction.model.simulate(duration=0.5).finished
    verified = reduction.verify()
    assert verified.converges and verified.order == pytest.approx(1.0, abs=0.1)
    assert verified.rows[0].small > verified.rows[-1].small
    assert verified.rows[0].error > verified.rows[-1].error


def test_a_reduction_finds_the_data_files_of_the_full_model():
    assert lz.example("janecek_guide_measured").reduce().model.simulate(duration=0.5).finished


def test_equilibrium_and_modes_of_an_oscillator():
    model = lz.Model(
        parameters={"m": 2.0, "k": 50.0, "c": 1.0, "P": 10.0},
        bodies={"mass": {"mass": "m"}},
        springs={"s": {"between": ["mass", "ground"], "stiffness": "k", "damping": "c"}},
        forces={"push": {"on": "mass", "value": "P"}},
        simulation={"duration": 1})
    rest = model.equilibrium(P=20.0)
    assert rest.found and rest.kind == "stable"
    assert rest.bodies["mass"].position == pytest.approx(0.4, rel=1e-12)
    assert rest.elements["s"].force == pytest.approx(20.0, rel=1e-12)
    (motion,) = model.modes().motions
    assert motion.value == pytest.approx(complex(-0.25, math.sqrt(25 - 0.0625)), rel=1e-12)
    assert motion.frequency == pytest.approx(5 / (2 * math.pi), rel=1e-12)
    assert np.array_equal(model.modes().mass, [[2.0]])
