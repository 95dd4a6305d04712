"""Files of other programs: the rows of a run, its events and what is known of it."""
from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from luztar import _core
from luztar._containers import whole_file
from luztar._extras import of_extra
from luztar._parts import head_of

if TYPE_CHECKING:
    from luztar.run import Run

_LONGEST = 63  # of names in MATLAB
_KEYWORDS = frozenset(
    "break case catch classdef continue else elseif end for function global if otherwise parfor "
    "persistent return spmd switch try while".split())


class LegalNames:
    """Names that a structure of MATLAB can have, one for each name."""

    def __init__(self) -> None:
        self._legal: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if name not in self._legal:
            self._legal[name] = self._new(name)
        return self._legal[name]

    def _new(self, name: str) -> str:
        legal = re.sub(r"[^A-Za-z0-9_]", "_", name)
        if not legal[:1].isalpha() or legal in _KEYWORDS:
            legal = "n_" + legal
        taken = set(self._legal.values())
        unique = legal[:_LONGEST]
        number = 2
        while unique in taken:
            unique = f"{legal[:_LONGEST - 1 - len(str(number))]}_{number}"
            number += 1
        return unique

    def changed(self) -> list[tuple[str, str]]:
        """(legal, name) of those that are not as they were."""
        return [(legal, name) for name, legal in self._legal.items() if legal != name]


def _cells(words: Iterable[str], columns: int = 1) -> Any:
    """A cell array of texts."""
    return np.array(list(words), dtype=object).reshape(-1, columns)


def _structures(run: Run, legal: LegalNames) -> dict[str, Any]:
    """Columns and units by kind and owner."""
    found: dict[str, Any] = {}
    units: dict[str, Any] = {}
    for (kind, owner), unit in zip(run._recording.channels(), run.units.values()):
        found.setdefault(kind, {})[legal(owner)] = run[f"{kind}.{owner}"]
        units.setdefault(kind, {})[legal(owner)] = unit
    found["units"] = units
    if run._has_energy:
        found["energy"] = {name: getattr(run.ledger, name) for name in _core.ledger_names()}
    if run.derivatives:
        found["derivatives"] = {legal(by): _slopes(rows, legal)
                                for by, rows in run.derivatives.items()}
    return found


def _slopes(rows: Any, legal: LegalNames) -> dict[str, Any]:
    by_kind: dict[str, Any] = {"event_t": rows.event_t}
    for kind, owner in rows._names:
        by_kind.setdefault(kind, {})[legal(owner)] = rows[f"{kind}.{owner}"]
    return by_kind


def write_matlab(run: Run, path: Path) -> None:
    """Structures q, v ... with a field for each owner; ``names`` has those that were not legal."""
    with of_extra("matlab"):
        from scipy import io
    legal = LegalNames()
    content: dict[str, Any] = {"t": run.t, **_structures(run, legal)}
    events = run.events
    content["events"] = {name: _cells(events[name]) if events.dtype[name].kind == "U"
                         else events[name] for name in events.dtype.names or ()}
    if run.parameters:
        content["parameters"] = {legal(n): value for n, value in run.parameters.items()}
    content.update(title=run.model.title, model=run.model._text, summary=run._summary(),
                   names=_cells((word for pair in legal.changed() for word in pair), 2))
    with whole_file(path) as part, part.open("wb") as file:
        io.savemat(file, content, long_field_names=True, do_compression=True, oned_as="column")


def write_parquet(run: Run, path: Path) -> None:
    """A row for each sample, with the columns of trajectory.csv; units are metadata of the fields,
    model and summary of the table.
    """
    with of_extra("parquet"):
        import pyarrow
        from pyarrow import parquet
    units = {"t": "s", **run.units}
    columns = {"t": run.t, **run._columns()}
    fields = [pyarrow.field(name, pyarrow.float64(), metadata={"unit": units[name]})
              for name in columns]
    texts = {"luztar.json": json.dumps(head_of(run)), "model.toml": run.model._text,
             "summary.json": run._summary()}
    table = pyarrow.table([pyarrow.array(np.asarray(values)) for values in columns.values()],
                          pyarrow.schema(fields, metadata=texts))
    with whole_file(path) as part:
        parquet.write_table(table, part)
