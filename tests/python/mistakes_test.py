"""What is said of mistakes: where, what, and what to write instead."""
import math
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import luztar as lz
from conftest import EXAMPLES

BELT = lz.example("belt")
SIMULATE = [
    ({"v1": 3}, "no parameter or setting 'v1'; did you mean 'v0'?"),
    ({"duratoin": 3}, "no parameter or setting 'duratoin'; did you mean 'duration'?"),
    ({"v0": "3 mm"}, "v0:1:3: 'mm' is not a unit of this; give it in m/s"),
    ({"v0": "3 mn/s"}, "v0:1:3: no unit 'mn'; did you mean 'min'?"),
    ({"v0": "3*"}, "v0:1:"),
    ({"v0": ""}, "v0: no value; give a number or an expression"),
    ({"v0": "vv"}, "no parameter 'vv'"),
    ({"v0": math.nan}, "'v0' is not a finite number"),
    ({"m": -1.0}, "the mass of 'block' is negative (-1); it must be 0 or more"),
    ({"FS": 1.0}, "static"),
    ({"duration": -1}, "duration:1:1: duration is negative; give seconds"),
    ({"duration": "3 m"}, "'m' is not a unit of this; give it in s"),
    ({"samples": 2.5}, "samples"),
    ({"tolerance": 2}, "tolerance"),
    ({"method": "euler"}, "method: no method 'euler'; write events or stepping"),
    ({"method": "stepping"}, "step"),
    ({"parameters": {"x": 1}}, "no parameter 'x'"),
    ({"settings": {"stp": 1}}, "no setting 'stp'; did you mean 'step'?"),
]


@pytest.mark.parametrize("given, words", SIMULATE, ids=lambda x: str(x)[:30])
def test_a_wrong_value_of_a_run(given, words):
    with pytest.raises(lz.ModelError) as error:
        BELT.simulate(**given)
    assert words in str(error.value)
    assert BELT.simulate().finished, "nothing of it stays"


@pytest.mark.parametrize("value", [[1, 2], np.zeros(2), None, {}, object(), True, b"0.3",
                                   10**400], ids=lambda v: str(v)[:20])
def test_a_value_that_is_not_one_number(value):
    with pytest.raises(TypeError, match="v0: give one number or text such as '3 mm/s', not"):
        BELT.simulate(v0=value)


@pytest.mark.parametrize("value, words", [
    (-1, "threads=-1: give a whole number from 0 (one for each core) to 1024"),
    (np.int64(-3), "threads=-3: give a whole number from 0"), (1025, "threads=1025: give a whole"),
    (10**30, "to 1024")])
def test_a_number_of_threads_that_there_is_not(value, words):
    for call in (lambda: BELT.simulate(threads=value),
                 lambda: BELT.sweep({"v0": [1.0]}, "events()", threads=value)):
        with pytest.raises(ValueError, match=re.escape(words)):
            call()


@pytest.mark.parametrize("value", [1.5, 2.0, "2", None, True, [1], math.nan])
def test_what_is_no_whole_number(value):
    given = type(value).__name__
    for name, call in (
            ("threads", lambda: BELT.simulate(threads=value)),
            ("threads", lambda: BELT.sweep({"v0": [1.0]}, "events()", threads=value)),
            ("chunk", lambda: BELT.sweep({"v0": [1.0]}, "events()", chunk=value))):
        if name == "chunk" and value is None:
            continue  # chosen by the package
        with pytest.raises(TypeError, match=f"{name}: give a whole number, not {given}"):
            call()


def test_all_cores_and_numbers_of_numpy_are_taken():
    for threads in (0, 1, np.int32(2), 1024):
        assert BELT.simulate(duration=0.1, threads=threads).finished
    assert len(BELT.sweep({"v0": [1.0]}, "events()", duration=0.1, threads=np.uint8(0))) == 2
    with pytest.raises(ValueError, match="chunk=0: give a whole number from 1 on"):
        BELT.sweep({"v0": [1.0]}, "events()", chunk=0)


@pytest.mark.parametrize("name, value, words", [
    ("samples", -1, "give a whole number"), ("samples", 1.5, "give a whole number"),
    ("samples", 0, "give a whole number"), ("seed", -1, "give a whole number"),
    ("seed", 1.5, "give a whole number"), ("seed", math.nan, "seed")])
def test_whole_numbers_of_a_sweep(name, value, words):
    given = {"samples": 3, "seed": 1, name: value}
    with pytest.raises(lz.ModelError, match=words) as error:
        BELT.sweep({"v0": "uniform(0.1, 0.2)"}, "events()", **given)
    assert name in str(error.value)


def test_every_mistake_of_a_file_with_its_place(tmp_path):
    file = tmp_path / "guide.toml"
    file.write_text('[bodies.seat]\nmass = "mm"\n[springs.s]\nbetween = ["seet", "ground"]\n'
                    "stiffness = 1\n[simulation]\nduration = 1\n")
    with pytest.raises(lz.ModelError) as error:
        lz.load(file)
    first, second = error.value.diagnostics
    assert (first.file, first.line) == (str(file), 2) and "mm" in first.what
    assert (second.line, second.column) == (4, 13) and second.advice == "did you mean 'seat'?"
    assert str(error.value).splitlines()[1] == str(second)
    assert (error.value.file, error.value.line) == (str(file), 2)
    assert pickle.loads(pickle.dumps(error.value)).diagnostics == error.value.diagnostics
    assert isinstance(error.value, ValueError)


def test_mistakes_of_a_model_in_python_stand_at_its_keys():
    with pytest.raises(lz.ModelError) as error:
        lz.Model(bodies={"block": {"mass": 1.0, "velocity": "vv"}},
                 springs={"s": {"between": ["blok", "ground"], "stifness": 3}},
                 simulation={"duration": 1})
    assert str(error.value).splitlines() == [
        "bodies.block.velocity: no parameter 'vv'; define it under [parameters]",
        'springs.s: `stiffness` is missing; write stiffness = ... or force = "..."',
        "springs.s.between: no body 'blok' (bodies: block); did you mean 'block'?",
        "springs.s.stifness: no key 'stifness' here; did you mean 'stiffness'?"]


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        lz.load(tmp_path / "none.toml")
    with pytest.raises(FileNotFoundError):
        BELT.simulate(start=tmp_path / "state.json")
    with pytest.raises(OSError):
        BELT.simulate(out="/proc/none")
    with pytest.raises(lz.ModelError, match="did you mean 'belt'"):
        lz.example("bellt")


def test_a_file_that_is_not_utf_8(tmp_path):
    (tmp_path / "m.toml").write_bytes(b'title = "a"\n# caf\xe9\n')
    with pytest.raises(lz.ModelError, match="m.toml:2: this is not UTF-8; save the file as UTF-8"):
        lz.load(tmp_path / "m.toml")


def test_names_of_results():
    run = BELT.simulate()
    for wrong, words in [(lambda: run.q["blok"], "no body 'blok'; did you mean 'block'?"),
                         (lambda: run.f["belt_"], "no element 'belt_'"),
                         (lambda: run.mode["spring"], "no element with modes 'spring'"),
                         (lambda: run.x["i"], "no state 'i'; there is none"),
                         (lambda: run.proof["enery"], "did you mean 'energy'?"),
                         (lambda: run.plot("q.blok"), "no body 'blok'"),
                         (lambda: run.plot("block"), "no channel 'block'"),
                         (lambda: run.plot(modes="spring"), "no element with modes 'spring'")]:
        with pytest.raises(KeyError) as error:
            wrong()
        assert words in str(error.value)


def test_a_state_of_another_model():
    other = lz.example("three_blocks").simulate(samples=0)
    with pytest.raises(ValueError):
        BELT.simulate(start=other)


def test_verbs_with_wrong_arguments():
    with pytest.raises(lz.ModelError, match="no parameter 'M9'"):
        BELT.check(M9=1)
    with pytest.raises(lz.ModelError):
        BELT.reduce("M9=inf")
    with pytest.raises(ValueError, match="write 'equilibrium' or 'start'"):
        BELT.modes(at="rest")
    with pytest.raises(ValueError, match="write 'python' or 'c'"):
        BELT.derive().functions("fortran")
    with pytest.raises(KeyError, match="no section 'None'; there is: Model"):
        BELT.derive().sympy("None")


@pytest.mark.parametrize("lines, extra", [
    ("run.plot()", "plot"), ("run.to_pandas()", "tables"), ("run.to_xarray()", "tables"),
    ("model.sweep({'v0': [1]}, 'events()').to_pandas()", "tables"),
    ("model.derive().sympy('Model')", "algebra")])
def test_packages_that_are_not_there_are_named_with_their_command(lines, extra):
    """In an interpreter that has none of them."""
    script = f"""
import sys
for name in ("matplotlib", "pandas", "xarray", "sympy"):
    sys.modules[name] = None
import luztar as lz
model = lz.load({str(EXAMPLES / "belt.toml")!r})
run = model.simulate(duration=1)
{lines}
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert f"pip install 'luztar[{extra}]'" in done.stderr.splitlines()[-1]
