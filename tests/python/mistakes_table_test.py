"""Mistakes in Python with what is said of each (tests/mistakes/python.md), and arguments of any kind."""
from __future__ import annotations

import inspect
import re
import warnings

import pytest

import luztar as lz
from conftest import ROOT

PAGE = (ROOT / "tests" / "mistakes" / "python.md").read_text(encoding="utf-8")
CASES = re.findall(r"^## (.*?)\n```python\n(.*?)```\n```text\n(.*?)\n```", PAGE, re.M | re.S)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with belt.toml, in which scripts run."""
    (tmp_path / "belt.toml").write_text((ROOT / "examples" / "belt.toml").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_is_whole():
    assert len(CASES) == PAGE.count("\n## ") >= 25


@pytest.mark.parametrize("code, words", [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_what_is_said(desk, code, words):
    with pytest.raises(Exception) as error:
        exec(compile(code, "script", "exec"), {})
    text = error.value.args[0] if isinstance(error.value, KeyError) else str(error.value)
    assert f"{type(error.value).__name__}: {text}" == words


WRONG = [object(), 3.5, "text", b"text", ["a", 1], [object()], {"a": object()}, {3: 4}, lambda: 0]


def _calls(owner: object, of: type, given: dict[str, dict[str, object]]):
    """(name, bound method, name of an argument) of all that is public."""
    for name, method in inspect.getmembers(of, inspect.isfunction):
        if name.startswith("_") or name in ("plot", "to_pandas", "to_xarray"):
            continue
        for argument in inspect.signature(method).parameters.values():
            if argument.name != "self" and argument.kind != inspect.Parameter.VAR_KEYWORD:
                yield name, getattr(owner, name), argument, given.get(name, {})


def _call(method, argument, value, given):
    if argument.kind == inspect.Parameter.VAR_POSITIONAL:
        return method(value)
    return method(**{**given, argument.name: value})


@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:14])
def test_no_argument_is_told_in_words_of_the_bindings(desk, value):
    """Whatever an argument is given, users never see the signature of a compiled function."""
    model = lz.load("belt.toml")
    run = model.simulate(duration=0.5)
    data = {"t": [0.0, 0.1], "q.block": [0.0, 0.01]}
    fit = {"data": data, "free": ["FS"], "duration": 0.5}
    given = {"sweep": {"vary": {"v0": [0.1]}, "measure": ["events()"], "duration": 0.1}, "fit": fit,
             "residuals": fit, "choose_law": {**fit, "friction": "contact"}, "simulate": {"duration": 0.1}}
    beside = model.residuals(data, ["FS"], duration=0.5)
    owners = [(model, given), (run, {}), (run.state, {}), (beside, {}), (model.derive(), {}),
              (model.sweep({"v0": [0.1]}, "events()", duration=0.1), {})]
    functions = [(name, getattr(lz, name), argument, {}) for name in ("load", "parse", "example")
                 for argument in inspect.signature(getattr(lz, name)).parameters.values()]
    calls = [call for owner, known in owners for call in _calls(owner, type(owner), known)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, method, argument, rest in [*calls, *functions]:
            try:
                _call(method, argument, value, rest)
            except Exception as error:
                words = str(error)
                assert "incompatible function arguments" not in words, (name, argument.name)
                assert "_core" not in words, (name, argument.name, words)
