"""A run as parts with names, texts and arrays: what travels in pickles and in files."""
from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._errors import Diagnostic, ModelError

if TYPE_CHECKING:
    from luztar.model import Model
    from luztar.run import Run

FORMAT = 1
"""Raised when a reader of before cannot read what is written."""

HEAD = "luztar.json"

EVENT = [("t", "f8"), ("impulse", "f8"), ("d", "f8"), ("index", "i4"),
         ("from", "i1"), ("to", "i1"), ("number", "i1")]
"""Fields of an event that are not words; ``number`` is that of the cause."""

class Source(Protocol):
    """Where parts come from. Raises KeyError for what is not there."""

    def __getitem__(self, name: str) -> Any: ...

    def __contains__(self, name: object) -> bool: ...


@contextlib.contextmanager
def damage_told(path: str) -> Iterator[None]:
    """What is wrong in a file is a ModelError with its path."""
    try:
        yield
    except (ModelError, ImportError):
        raise
    except Exception as error:  # numpy alone has a dozen kinds for a header that is none
        if isinstance(error, OSError) and error.errno is not None:
            raise
        words = str(error).split("\n")[0] or type(error).__name__
        if isinstance(error, KeyError):
            words = f"it has no part {words}"
        raise ModelError([Diagnostic(path, 0, 0, f"this is no whole run of luztar: {words}",
                                     "write it again with run.save(), or take another copy"
                                     )]) from error


# --- of a run ----------------------------------------------------------------------------------

def head_of(run: Run) -> dict[str, Any]:
    """What was asked for, and by what."""
    recording = run._recording
    parameters, settings = run._call
    return {"format": FORMAT, "luztar": _core.VERSION, "title": run.model.title,
            "model": run.model.file, "parameters": parameters, "settings": settings,
            "derivatives": recording.varied(), "start_is_known": recording.has_start(),
            "energy": run._has_energy, "data_files": list(run.model._core.data_files())}


def parts_of(run: Run) -> dict[str, Any]:
    """All of a run but its model."""
    recording = run._recording
    parts: dict[str, Any] = {HEAD: json.dumps(head_of(run), indent=1),
                             "summary.json": run._summary()}
    report = recording.report_data()
    if report:
        parts["report.json"] = report
    if run._first is not None:
        parts["start.json"] = run._first.json
    times = recording.times()
    if times:
        parts["times"] = np.array(times)
    parts.update(t=run.t, **run._columns())
    if run._has_energy:
        for name in _core.ledger_names():
            parts[f"energy.{name}"] = getattr(run.ledger, name)
    parts["events"] = events_of(run)
    parts["first_modes"] = np.array(recording.first_modes(), dtype=np.int8)
    for name, rows in run.derivatives.items():
        for column, values in rows._columns().items():
            parts[f"derivatives/{name}/{column}"] = values
        parts[f"derivatives/{name}/events"] = rows.event_t
    return parts


def model_parts_of(model: Model) -> dict[str, Any]:
    """The model and the data files that it reads."""
    files = model._core.data_files()
    parts: dict[str, Any] = {"model.toml": model._text}
    for i, text in enumerate(files.values()):
        parts[f"data.{i}"] = text
    return parts


def events_of(run: Run) -> NDArray[np.void]:
    """Events in words, as ``run.events`` has them, and in numbers."""
    t, index, before, after, cause, impulse, d = run._recording.event_columns()
    words = run.events
    fields = [(name, words.dtype[name]) for name in ("name", "before", "after", "cause")]
    events = np.empty(len(t), dtype=EVENT + fields)
    for name, _ in fields:
        events[name] = words[name]
    numbers = (t, impulse, d, index, before, after, cause)
    for (name, _), values in zip(EVENT, numbers):
        events[name] = values
    return events


# --- and back ----------------------------------------------------------------------------------

def head_in(parts: Source, path: str) -> dict[str, Any]:
    """Raises ModelError for a file of a later version."""
    head = json.loads(parts[HEAD])
    number = head["format"]
    if not isinstance(number, int) or number < 1:
        raise ValueError(f"format {number!r}")
    if number > FORMAT:
        raise ModelError([Diagnostic(
            path, 0, 0, f"luztar {head['luztar']} wrote it in format {number}; this is luztar "
            f"{_core.VERSION}, which reads formats up to {FORMAT}", "install a later luztar")])
    return dict(head)


def model_in(parts: Source, head: Mapping[str, Any]) -> Model:
    from luztar.model import Model

    files = {str(name): bytes(parts[f"data.{i}"]) for i, name in enumerate(head["data_files"])}
    return Model._read(parts["model.toml"], str(head["model"]), files)


def run_of(parts: Source, path: str, model: Model | None = None) -> Run:
    """The run of these parts; without ``model`` they have that too. Runs nothing."""
    from luztar.run import Run, State

    head = head_in(parts, path)
    if model is None:
        model = model_in(parts, head)
    start = parts["start.json"] if "start.json" in parts else ""
    times = _numbers(parts, "times", None).tolist() if "times" in parts else None
    former = _core.former_run(model._core, head["parameters"], head["settings"], times,
                              head["derivatives"], bool(head["start_is_known"]), start,
                              parts["summary.json"], path)
    t = _numbers(parts, "t", None)
    if not (np.isfinite(t).all() and (np.diff(t) > 0).all()):
        raise ValueError("the times of its rows do not increase")
    has_energy = bool(head["energy"])
    _take_rows(former, parts, t, has_energy)
    _take_derivatives(former, parts, head["derivatives"], t)
    _take_events(former, parts, head["derivatives"])
    recording = former.finish(parts["report.json"] if "report.json" in parts else "")
    first = State(None, start, path) if start else None
    return Run(recording, model, head["parameters"], head["settings"], first, has_energy)


def _numbers(parts: Source, name: str, shape: tuple[int, ...] | None,
             dtype: str = "f8") -> NDArray[Any]:
    """A list of numbers. Raises ValueError for any other thing."""
    value = parts[name]
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iuf" or value.ndim != 1:
        raise ValueError(f"'{name}' is no list of numbers")
    if shape is not None and value.shape != shape:
        raise ValueError(f"'{name}' has {len(value)} rows, not {shape[0]}")
    return np.ascontiguousarray(value, dtype=dtype)


def _take_rows(former: _core.FormerRun, parts: Source, t: NDArray[Any], has_energy: bool) -> None:
    names = [f"{kind}.{owner}" for kind, owner in former.channels()]
    names += [f"energy.{name}" for name in _core.ledger_names()]
    rows = np.empty((1 + len(names), len(t)))
    rows[0] = t
    for row, name in zip(rows[1:], names if len(t) else ()):
        row[:] = np.nan if name.startswith("energy.") and not has_energy else \
            _numbers(parts, name, t.shape)
    former.take_rows(rows)


def _take_derivatives(former: _core.FormerRun, parts: Source, varied: list[str],
                      t: NDArray[Any]) -> None:
    channels = former.channels()
    for i, by in enumerate(varied):
        rows = np.zeros((1 + len(channels) + len(_core.ledger_names()), len(t)))
        rows[0] = t
        for row, (kind, owner) in zip(rows[1:], channels if len(t) else ()):
            if kind != "mode":
                row[:] = _numbers(parts, f"derivatives/{by}/{kind}.{owner}", t.shape)
        former.take_derivatives(i, rows)


def _take_events(former: _core.FormerRun, parts: Source, varied: list[str]) -> None:
    events = parts["events"]
    if not isinstance(events, np.ndarray) or events.ndim != 1 or events.dtype.names is None:
        raise ValueError("'events' is no list of events")
    events = _in_numbers(events, former)
    columns = [np.ascontiguousarray(events[name], dtype=dtype) for name, dtype in EVENT]
    t, impulse, d, index, before, after, cause = columns
    slopes = np.stack([np.empty_like(t)[:0]] if not varied else [
        _numbers(parts, f"derivatives/{by}/events", t.shape) for by in varied], axis=-1)
    former.take_events(t, index, before, after, cause, impulse, d,
                       np.ascontiguousarray(slopes.reshape(-1)))
    former.take_modes(_numbers(parts, "first_modes", None, "i1"))


def _in_numbers(events: NDArray[np.void], former: _core.FormerRun) -> NDArray[np.void]:
    """With the numbers of events that have words alone: their index is -1."""
    if not (events["index"] == -1).any():
        return events
    events = events.copy()
    names = former.event_names()
    places = {name: i for i, name in reversed(list(enumerate(names)))}
    words, causes = former.mode_words(), _core.cause_words()
    for event in events:
        if event["index"] != -1:
            continue
        index = places[event["name"]]
        modes = {"input": 0, **{words[index][mode + 1]: mode for mode in (-1, 1, 0)}}
        event["index"], event["number"] = index, causes.index(event["cause"])
        event["from"], event["to"] = modes[event["before"]], modes[event["after"]]
    return events


def run_again(model: Model, parts: dict[str, Any]) -> Run:
    """A run that comes from another process."""
    with damage_told("pickle"):
        return run_of(parts, "pickle", model)
