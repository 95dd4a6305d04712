"""A run that a program drives step by step, beside the same run in one piece."""
from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import luztar as lz

PUSHED = """
parameters.F = { value = 3, unit = "N" }
parameters.k = { value = 100, unit = "N/m" }
bodies.block.mass = 2
springs.spring = { between = ["block", "ground"], stiffness = "k" }
frictions.guide = { between = ["block", "ground"], kinetic = 4, static = 5 }
forces.push = { on = "block", value = "F" }
simulation.duration = 2
"""


def pushed() -> lz.Model:
    return lz.parse(PUSHED)


@pytest.mark.parametrize("name", ["belt", "gear_system", "sampled_servo"])
def test_steps_have_the_bits_of_rows(name):
    model = lz.example(name)
    run = model.simulate(duration=0.3, interval=1e-3)
    plant = model.stepper(duration=0.3)
    names = ["q." + body for body in run.q] + ["f." + element for element in run.f]
    rows, events = [plant.get(*names)], list(plant.events)
    for _ in range(300):
        assert plant.step(1e-3) is False
        rows.append(plant.get(*names))
        events += plant.events
    assert plant.time == run.t[-1]
    assert np.array_equal(np.array(rows), np.array([run[name] for name in names]).T)
    assert [tuple(event) for event in events] == [tuple(event) for event in run.events.tolist()]
    assert plant.proof.hold and plant.status == "finished" and plant.diagnosis == ""


def test_a_controller_in_python_is_that_of_the_model():
    written = lz.parse(PUSHED.replace('value = "F"', 'value = "x.loop.u"') + """
[controllers.loop]
period = 1e-3
memory = { u = 3 }
update = ["u = 20*sin(5*t) - 30*v.block"]
""")
    run = written.simulate(interval=1e-3)
    plant = pushed().stepper(["F"])
    worst = 0.0
    for n in range(2000):
        force = 20 * math.sin(5 * plant.time) - 30 * plant["v.block"]
        plant.step(1e-3, F=force)
        worst = max(worst, abs(plant["q.block"] - run.q["block"][n + 1]))
    assert worst < 1e-12
    assert np.ptp(run.q["block"]) > 0.05


def test_inputs_of_each_kind():
    plant = pushed().stepper({"F": "interpolated"})
    assert plant.inputs == {"F": lz.StepperInput("N", "interpolated", 0, 3.0)}
    plant.step(0.5, F=7)
    assert plant["F"] == pytest.approx(7.0)
    plant = pushed().stepper({"F": 1}, F="2 N")
    assert plant.inputs["F"] == lz.StepperInput("N", "polynomial", 1, 2.0)
    plant["F"] = (1.0, 4.0)
    plant.apply_inputs()
    assert plant["F"] == 1.0
    plant.step_to(0.5)
    assert plant["F"] == pytest.approx(3.0)
    plant["F"] = np.float32(1.5)
    plant.step(0.1)
    assert plant["F"] == 1.5


def test_states_go_on_with_the_same_bits_here_and_elsewhere():
    plant, other = pushed().stepper(["F"]), pushed().stepper(["F"])

    def go_on(stepper):
        return [(stepper.step(0.01, F=9 * math.sin(n)), stepper["q.block"])[1] for n in range(50)]

    go_on(plant)
    state = plant.save()
    first = go_on(plant)
    plant.restore(state)
    assert go_on(plant) == first
    other.restore(pickle.loads(pickle.dumps(state)))
    assert other.time == 0.5
    assert go_on(other) == first
    with pytest.raises(ValueError, match="no state of a stepper"):
        plant.restore(lz.StepperState(b"nonsense"))


def test_other_parameters_on_the_way():
    plant = pushed().stepper(F=9)
    plant.step(0.2)
    plant.set_parameters(k="0.3 N/mm")
    assert plant.parameters["k"] == 300.0
    assert plant.time == 0.2
    plant.step(0.2)
    with pytest.raises(ValueError, match="is an input"):
        given = pushed().stepper(["F"])
        given.set_parameters(F=2)


def test_events_end_a_step_where_that_is_wanted():
    plant = lz.example("belt").stepper()
    assert plant.step_to(10.0, until_event=True)
    [event] = plant.events
    assert (event.name, event.before, event.after, event.cause) == ("contact", "stuck", "backward", "break")
    assert event.t == plant.time < 10.0
    servo = lz.example("sampled_servo").stepper()
    assert servo.next_time_event == pytest.approx(1e-3 / 3)


def test_names_and_units():
    plant = pushed().stepper(["F"])
    assert plant.outputs["margin.guide"] == "N"
    assert plant["margin.guide"] == 2.0
    assert plant.outputs["rate.guide"] == "m/s"
    assert "x.F" not in plant.outputs
    assert repr(plant) == "<luztar.Stepper: finished at t = 0 s>"


def test_mistakes():
    model = pushed()
    plant = model.stepper(["F"])
    for call, words in [
            (lambda: model.stepper(["FF"]), "no parameter or signal 'FF'; there is F and k"),
            (lambda: model.stepper("F"), "write a list of names"),
            (lambda: model.stepper({"F": "helt"}), "write \"held\""),
            (lambda: model.stepper(["k"]), "'stiffness' of 'spring' reads 'k'"),
            (lambda: model.stepper(method="stepping", step=0.1), "method = \"events\""),
            (lambda: plant.step(0.1, G=1), "no input 'G'"),
            (lambda: plant["q.blok"], "did you mean 'q.block'"),
            (lambda: plant.step(0.1, F=math.nan), "finite"),
            (lambda: plant.step(0.1, F=(1, 2)), "one number"),
            (lambda: plant.step(0), "above 0 s"),
            (lambda: plant.step_to(-1.0), "already")]:
        with pytest.raises((ValueError, TypeError), match=words.replace("(", "[(]")):
            call()
    assert plant.time == 0.0


def test_a_run_that_has_ended():
    plant = lz.parse("bodies.b = { mass = 1, velocity = 1 }\nsimulation.duration = 5\n"
                     "forces.f = { on = \"b\", value = \"1/(1 - q.b)\" }\n").stepper()
    with pytest.raises(lz.RunEnded, match="not finite"):
        plant.step(4.0)
    assert plant.status == "not finite"
    assert 0.5 < plant.time < 1.0
    with pytest.raises(lz.RunEnded):
        plant.step(1.0)
