"""A folder of result files (docs/results.md) as the parts of a run."""
from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._errors import Diagnostic, ModelError
from luztar._parts import EVENT, FORMAT, HEAD, damage_told, run_of

if TYPE_CHECKING:
    from luztar.model import Model
    from luztar.run import Run

_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_NUMBERS = ("duration", "samples", "interval", "tolerance", "max_events", "step")


def run_of_folder(folder: str, model: Model | None) -> Run:
    """See :func:`luztar.load_run`."""
    path = str(Path(folder) / "summary.json")
    with damage_told(path):
        summary: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
        if model is None:
            model = _model_of(summary, folder, path)
        elif model._core.hash != summary["model"]["hash"]:
            raise _not_of_model(path, "it was made with another model",
                                "give the model that was run")
        return run_of(_parts(Path(folder), summary, model), path, model)


def _not_of_model(path: str, what: str, advice: str) -> ModelError:
    return ModelError([Diagnostic(path, 0, 0, what, advice)])


def _model_of(summary: Mapping[str, Any], folder: str, path: str) -> Model:
    """The model file that the summary names, if it is as it was."""
    from luztar.model import load

    name = str(summary["model"]["file"])
    give = f'give the model: load_run("{folder}", model=...)'
    places = [Path(name), Path(folder) / name, Path(folder).parent / name]
    files = [place for place in places if place.is_file()]
    if not files:
        raise _not_of_model(path, f"the model '{name}' is not here", give)
    model = load(files[0])
    if model._core.hash != summary["model"]["hash"]:
        raise _not_of_model(path, f"the model '{name}' has changed since", give)
    return model


def _parts(folder: Path, summary: Mapping[str, Any], model: Model) -> dict[str, Any]:
    record = _core.read_run(str(folder))
    parameters = {name: value for name, value in summary["model"]["parameters"].items()
                  if value != model.parameters[name].value}
    settings = summary["settings"]
    keys: dict[str, Any] = {name: settings[name] for name in _NUMBERS if name in settings}
    keys["method"] = settings.get("method", "events")
    if "adaptive" in settings:
        keys["adaptive"] = "true" if settings["adaptive"] else "false"
    varied, slopes = _derivatives(folder)
    start = summary.get("start", settings["start"])
    head = {"format": FORMAT, "luztar": summary["luztar"], "parameters": parameters,
            "settings": keys, "derivatives": varied, "start_is_known": start == settings["start"],
            "energy": False}
    parts = {HEAD: json.dumps(head), "t": record.time(),
             "summary.json": (folder / "summary.json").read_text(encoding="utf-8"),
             "first_modes": np.empty(0, dtype=np.int8), **slopes}
    for name in record.names():
        parts[name] = record.column(name)
    if "times" in settings:
        parts["times"] = parts["t"]
    page = folder / "report.html"
    data = _DATA.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    if data is not None:
        parts["report.json"] = data[1]
    parts.update(_events(folder / "events.csv", varied))
    return parts


def _derivatives(folder: Path) -> tuple[list[str], dict[str, NDArray[Any]]]:
    """What is varied, and the columns of derivatives.csv, "q.seat/FS"."""
    path = folder / "derivatives.csv"
    if not path.is_file():
        return [], {}
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    table = np.array([[float(cell or "nan") for cell in row] for row in rows])
    table = table.reshape(-1, len(header))
    columns = {}
    for i, title in enumerate(header[1:], 1):
        channel, _, by = title.partition("/")
        columns[f"derivatives/{by}/{channel}"] = table[:, i]
    return list(dict.fromkeys(title.partition("/")[2] for title in header[1:])), columns


def _events(path: Path, varied: list[str]) -> dict[str, NDArray[Any]]:
    """Events as they are written: in words."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    words = ("name", "before", "after", "cause")
    longest = {word: max((len(row[i]) for row in rows), default=1)
               for i, word in enumerate(words, 1)}
    events = np.zeros(len(rows), dtype=EVENT + [(word, f"U{longest[word]}") for word in words])
    events["index"] = -1  # words say which
    events["d"] = np.nan
    for event, row in zip(events, rows):
        cause, _, impulse = row[4].partition(" ")
        event["t"] = float(row[0])
        event["name"], event["before"], event["after"] = row[1:4]
        event["cause"] = cause
        event["impulse"] = float(impulse.partition(" ")[0] or 0)
    parts = {"events": events}
    for by in varied:
        column = header.index(f"t/{by}")
        parts[f"derivatives/{by}/events"] = np.array([float(row[column]) for row in rows])
    return parts
