"""model.linearize() beside closed forms, python-control and a run."""
import re
import subprocess
import sys

import control
import numpy as np
import pytest
import sympy

import luztar as lz

MASS = lz.parse("""
[parameters]
F = { value = 3, unit = "N" }
k = { value = 50, unit = "N/m" }
[bodies.block]
mass = 2
[springs.spring]
between = ["block", "ground"]
stiffness = "k"
damping = 0.6
[forces.push]
on = "block"
value = "F"
[simulation]
duration = 1
""")
LOOP = lz.parse("""
[parameters]
r = 0
[bodies.cart]
mass = 2
velocity = 0.1
[controllers.loop]
period = 0.01
memory = { u = 0 }
update = ["u = r - 40*q.cart - 6*v.cart"]
[forces.motor]
on = "cart"
value = "x.loop.u"
[simulation]
duration = 1
""")


COUNTER = lz.parse("""
[bodies.cart]
mass = 2
velocity = 0.1
[controllers.count]
period = 0.1
memory = { n = 0 }
update = ["n = n + 1"]
[simulation]
duration = 1
""")


def test_a_mass_with_a_spring_has_names_units_and_its_response():
    system = MASS.linearize("F", ["q.block", "f.spring"])
    assert system.A.tolist() == [[0, 1], [-25, -0.3]]
    assert system.B.shape == (2, 1) and system.D.shape == (2, 1)
    assert [(item.name, item.unit) for item in system.states + system.inputs + system.outputs] == [
        ("q.block", "m"), ("v.block", "m/s"), ("F", "N"), ("q.block", "m"), ("f.spring", "N")]
    assert system.at_rest and system.period == 0 and system.states[0].value == pytest.approx(0.06)
    omega = np.array([0.1, 5.0, 70.0])
    exact = 1 / (50 - 2 * omega**2 + 0.6j * omega)
    response = system.response(omega)
    assert response.shape == (3, 2, 1)
    np.testing.assert_allclose(response[:, 0, 0], exact, rtol=1e-13)
    np.testing.assert_allclose(response[:, 1, 0], (50 + 0.6j * omega) * exact, rtol=1e-13)
    size, phase = system.bode(omega)
    np.testing.assert_allclose(size[:, 0, 0], abs(exact), rtol=1e-13)
    np.testing.assert_allclose(phase[:, 0, 0], np.angle(exact), rtol=1e-12)
    np.testing.assert_allclose(system.poles(), [-0.15 + 4.997749493522059j,
                                                -0.15 - 4.997749493522059j], rtol=1e-13)
    found = system.transfer_function("f.spring", "F")
    np.testing.assert_allclose(found.numerator, [0.3, 25], rtol=1e-13)
    np.testing.assert_allclose(found.denominator, [1, 0.3, 25], rtol=1e-13)
    assert found.static_gain == pytest.approx(1)


def test_control_has_the_same_system():
    system = MASS.linearize(["F", "k"], "q.block", at=0.3)
    other = system.to_control()
    assert other.input_labels == ["F", "k"] and other.output_labels == ["q_block"]
    assert other.state_labels == ["q_block", "v_block"]
    np.testing.assert_array_equal(other.A, system.A)
    np.testing.assert_allclose(other(2.0j), system.response(2.0)[0], rtol=1e-12)
    sampled = LOOP.linearize("r", "q.cart", at="start")
    assert sampled.to_control().dt == pytest.approx(0.01)
    np.testing.assert_allclose(np.sort_complex(sampled.to_control().poles()),
                               np.sort_complex(sampled.poles()), atol=1e-12)


def test_the_file_for_control_runs(tmp_path):
    """`luztar linearize --out plant.py` makes the system that Python has."""
    (tmp_path / "loop.toml").write_text(LOOP.to_toml())
    program = str(lz.__file__).rsplit("/lib/", 1)[0] + "/bin/luztar"
    subprocess.run([program, "linearize", "loop.toml", "--inputs", "r", "--outputs", "q.cart",
                    "--at", "start", "--out", "plant.py"], cwd=tmp_path, check=True,
                   capture_output=True)
    shown = subprocess.run([sys.executable, "-c", "from plant import *; print(repr(system.dt), "
                            "system.A.tolist(), system.state_labels)"], cwd=tmp_path, check=True,
                           capture_output=True, text=True).stdout
    same = LOOP.linearize("r", "q.cart", at="start")
    assert shown.strip() == f"0.01 {same.A.tolist()} {same.to_control().state_labels}"


def test_a_sampled_loop_is_the_closed_form_of_a_double_integrator():
    system = LOOP.linearize("r", "q.cart", at="start")
    h, m = 0.01, 2.0
    move, speed = h**2 / 2 / m, h / m
    np.testing.assert_allclose(system.A[:2, :2], [[1 - 40 * move, h - 6 * move],
                                                  [-40 * speed, 1 - 6 * speed]], rtol=1e-13)
    np.testing.assert_allclose(system.B[:, 0], [move, speed, 1], rtol=1e-13)
    assert [item.name for item in system.states] == ["q.cart", "v.cart", "x.loop.u"]


def test_what_sticks_is_said_and_follows():
    system = lz.example("gear_system").linearize(at=0.02)
    assert set(state for state, _ in system.modes.values()) <= {
        "sticks", "slides", "holds", "free", "touches"}
    assert system.C.shape == (0, len(system.states))


@pytest.mark.parametrize("name, at", [
    ("gear_pair", 0.3), ("steering", 0.3), ("cam_follower", 0.05), ("hunting_servo", 0.3),
    ("two_blocks_m1_zero", 0.3), ("gear_system_simplified_3", "start"), ("hertz_impact", 0.001)])
def test_symbols_with_numbers_put_in_are_the_numbers(name, at):
    """The printed matrices, read by SymPy alone, with the values that they list."""
    model = lz.example(name)
    parameters = list(model.parameters)
    inputs = [parameters[0]]
    derived = model.derive(linear=True, inputs=inputs, at=at)
    numbers = model.linearize(inputs, at=at)
    section = next(s for s in derived.tree["sections"] if s["title"] == "Linear system")
    values = {name: parameter.value for name, parameter in model.parameters.items()}
    for content in section["content"]:
        if content.get("table", {"header": [""]})["header"][0] == "symbol":
            values |= {row[0].strip("$"): float(row[1].strip("$"))
                       for row in content["table"]["rows"]}
    for matrix, exact in (("A", numbers.A), ("B", numbers.B)):
        symbols = derived.linear_matrices()[matrix]
        found = np.array(symbols.subs({sympy.Symbol(k, real=True): v for k, v in values.items()})
                         .evalf(), dtype=float)
        np.testing.assert_allclose(found, exact, rtol=1e-10, atol=1e-12 * abs(exact).max())


def test_equilibrium_has_states():
    rest = LOOP.equilibrium(r=8)
    assert rest.states == {"loop.u": 0.0} and rest.bodies["cart"].position == pytest.approx(0.2)


@pytest.mark.parametrize("call, words", [
    (lambda: MASS.linearize("G"), "no parameter or signal 'G'"),
    (lambda: MASS.linearize("F", "q.blok"), "did you mean 'q.block'?"),
    (lambda: COUNTER.linearize(), "'x.count.n' is left with a change of 1"),
    (lambda: LOOP.derive(linear=True), "sampled controller"),
    (lambda: MASS.derive(linear=True, inputs="G"), "no parameter or signal 'G'"),
    (lambda: MASS.derive().linear_matrices(), "write derive(linear=True)"),
    (lambda: MASS.linearize("F", at="rest"), "write 'equilibrium', 'start' or a time in seconds"),
    (lambda: MASS.linearize(3), "inputs: give a list of names"),
    (lambda: MASS.linearize("F").transfer_function("q.x"), "no 'q.x'; there is: nothing")])
def test_mistakes_are_named(call, words):
    with pytest.raises((lz.ModelError, ValueError, TypeError, KeyError), match=re.escape(words)):
        call()
