"""model.explore(): the sliders of a notebook, without one."""
import pytest

import luztar as lz

MODEL = lz.parse("""
[parameters]
v0 = { value = 200, unit = "mm/s", about = "velocity at the start" }
FK = { value = 4, unit = "N" }
FS = { value = 6, unit = "N" }
turn = 0
[bodies.block]
mass = 2
velocity = "v0 + 0*turn"
[frictions.guide]
between = ["block", "ground"]
kinetic = "FK"
static = "FS"
[simulation]
duration = 1
""")


def sliders(widget):
    return {one["name"]: one for one in widget._sliders}


def test_sliders_have_the_units_of_the_file():
    made = sliders(MODEL.explore("v0", "turn", FS=(5, 20)))
    assert list(made) == ["v0", "turn", "FS"]
    assert made["v0"] == {"name": "v0", "value": 0.2, "low": 0, "high": 0.4, "unit": "mm/s",
                          "factor": 1e-3, "about": "velocity at the start"}
    assert (made["turn"]["low"], made["turn"]["high"]) == (-1, 1)
    assert (made["FS"]["low"], made["FS"]["value"], made["FS"]["high"]) == (5, 6, 20)


def test_a_value_outside_of_its_ends_begins_at_the_nearer_one():
    assert MODEL.explore(FS=(8, 20)).values == {"FS": 8}
    assert MODEL.explore(FS=(4, 5)).values == {"FS": 5}


def test_without_names_parameters_that_are_not_fixed():
    assert list(sliders(MODEL.explore(FS=7))) == ["v0", "FK", "turn"]


def test_the_run_follows_the_values():
    widget = MODEL.explore("v0", duration=0.5, FK=3)
    assert widget.run.end == 0.5 and widget.run.parameters["FK"] == 3
    before = widget._page
    widget.values = {"v0": 0.1}
    again = MODEL.simulate(v0=0.1, duration=0.5, FK=3)
    assert (widget.run.q["block"] == again.q["block"]).all()
    assert widget._page != before
    assert widget._answers == 1


def test_a_wrong_value_is_told_of_and_the_last_run_stays():
    widget = MODEL.explore("FS")
    widget.values = {"FS": 1}
    assert "the static friction of 'guide' (1) is less" in widget.message
    assert widget.run.parameters["FS"] == 6 and widget._answers == 1
    widget.values = {"FS": 9}
    assert widget.message == "" and widget.run.parameters["FS"] == 9


def test_a_run_that_ends_early_is_shown():
    widget = lz.example("belt").explore("v0", max_events=2)
    assert not widget.run.finished and widget.run.diagnosis in widget._page


@pytest.mark.parametrize("names, values, words", [
    (["vv"], {}, "no parameter 'vv'; did you mean 'v0'?"),
    (["FS"], {"FS": 3}, "'FS' has a slider and a fixed value; write FS=(low, high)"),
    ([], {"FS": (3, 1)}, "FS=(3, 1) is not a range of a slider"),
    ([], {"FS": (3, float("inf"))}, "is not a range of a slider; write FS=(low, high) with two numbers"),
    ([], {"FS": (1, 2, 3)}, "is not a range of a slider"),
    ([], {"FS": "ab"}, "FS"),
    ([], {"duratoin": 3}, "no parameter or setting 'duratoin'"),
])
def test_wrong_sliders(names, values, words):
    with pytest.raises(lz.ModelError) as caught:
        MODEL.explore(*names, **values)
    assert words in str(caught.value)
