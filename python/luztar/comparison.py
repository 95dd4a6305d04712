"""Runs beside each other and beside measured data."""
from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._data import record_of_data
from luztar._names import WIDTH, suggestion
from luztar.model import load
from luztar.run import Run

Numbers = NDArray[np.float64]

AnyRun = Union[Run, str, "os.PathLike[str]"]
"""A run, a folder of result files, or a model file, which is run."""

_MOST_LINES = 20


class ChannelDifference(NamedTuple):
    """A channel of the second run less that of the first one, or of a run less the data; in SI."""

    name: str
    unit: str  #: in SI; "" if it is not known
    rows: int  #: times at which both have a value
    between: str  #: how values between rows were found: "cubic Hermite", "straight line", "same times"
    greatest: float  #: with its sign, where its size is greatest
    time: float  #: when [s]
    rms: float  #: of runs over time, of data over rows
    size: float  #: largest absolute value of both
    t: Numbers  #: (rows,) [s]
    d: Numbers  #: (rows,) the difference

    @property
    def relative(self) -> float:
        """Size of ``greatest`` by ``size``; 0 if both are 0."""
        return abs(self.greatest) / self.size if self.size > 0 else 0.0


class ElementEvents(NamedTuple):
    """Events of one element. The n-th ones of both runs are matched as long as both change between
    the same modes; later ones have no partner."""

    element: str
    matched: int
    only_first: int
    only_second: int
    shift: float  #: greatest, of the second less the first [s]
    time: float  #: when, in the first run [s]


class LoneEvent(NamedTuple):
    """An event that only one run has."""

    of_first: bool
    t: float  #: [s]
    name: str  #: of the element
    before: str
    after: str
    cause: str


class Channels(Mapping[str, ChannelDifference]):
    """Differences by channel, ``["q.block"]``; as a table in notebooks and print."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self._channels = {row[0]: ChannelDifference(*row) for row in rows}

    def __getitem__(self, name: str) -> ChannelDifference:
        if name not in self._channels:
            raise KeyError(f"no channel '{name}' of both; {suggestion(name, self._channels)}")
        return self._channels[name]

    def __iter__(self) -> Any:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def __repr__(self) -> str:
        shown = sorted(self._channels.values(), key=lambda one: -one.relative)[:_MOST_LINES]
        lines = [f"{'difference':<28} {'greatest':>11} {'at t [s]':>11} {'RMS':>11} {'relative':>9}"]
        for one in shown:
            name = f"{one.name} [{one.unit}]" if one.unit else one.name
            lines.append(f"{name[:28]:<28} {one.greatest:>11.4g} {one.time:>11.6g} "
                         f"{one.rms:>11.4g} {one.relative:>9.3g}")
        if len(self) > len(shown):
            lines.append(f"and {len(self) - len(shown)} more that differ less")
        return "\n".join(lines)


class Pair:
    """What a run has different from the first one."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.same_model: bool = fields["same_model"]  #: the model files have the same text
        self.same_end: bool = fields["same_end"]  #: both ended in the same way
        self.start: float = fields["start"]  #: of the time of both [s]
        self.end: float = fields["end"]
        #: parameters that differ: values of both, as text in SI; "" where a run has none
        self.parameters: dict[str, tuple[str, str]] = {
            name: (a, b) for name, a, b in fields["parameters"]}
        self.settings: dict[str, tuple[str, str]] = {  #: the same of settings
            name: (a, b) for name, a, b in fields["settings"]}
        self.channels = Channels(fields["channels"])
        self.only_first: list[str] = fields["only_first"]  #: channels
        self.only_second: list[str] = fields["only_second"]
        self.events: dict[str, ElementEvents] = {
            row[0]: ElementEvents(*row) for row in fields["events"]}
        lone = fields["first_lone"]
        self.first_lone: LoneEvent | None = None if lone is None else LoneEvent(*lone)
        #: greatest of relative differences and of shifts of events by the time of both; inf where
        #: an event has no partner
        self.difference: float = fields["difference"]

    def __repr__(self) -> str:
        lines = [f"from t = {self.start:.8g} s to {self.end:.8g} s"
                 + ("" if self.same_model else ", models of different text")]
        for name, (a, b) in {**self.parameters, **self.settings}.items():
            lines.append(f"{name}: {a or '-'} and {b or '-'}")
        lines.append(repr(self.channels))
        for one in list(self.events.values())[:_MOST_LINES]:
            lines.append(f"events of {one.element}: {one.matched} matched, greatest shift "
                         f"{one.shift:.4g} s; alone {one.only_first} and {one.only_second}")
        if self.first_lone is not None:
            e = self.first_lone
            lines.append(f"first without a partner: {e.name} from {e.before} to {e.after} "
                         f"({e.cause}) at t = {e.t:.8g} s in the {'first' if e.of_first else 'second'}")
        return "\n".join(lines)


class Comparison:
    """Runs, each but the first beside the first one, and all beside measured data.

    Of two runs ``channels``, ``events``, ``parameters`` and ``settings`` are those of the only pair.
    """

    def __init__(self, runs: list[_core.RunRecord], data: _core.RunRecord | None) -> None:
        self._core = core = _core.compare(runs, data)
        self._made_of = (runs, data)
        self.names = [run.name for run in runs]  #: of the runs
        self.pairs = [Pair(fields) for fields in core.pairs()]  #: (runs but the first)
        #: (runs) less the data; empty without data
        self.with_data = [Channels(rows) for rows in core.with_data()]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    @property
    def difference(self) -> float:
        """Greatest relative difference of all; inf where an event has no partner."""
        return self._core.difference()

    def _pair(self) -> Pair:
        if not self.pairs:
            raise ValueError("there is one run: its differences from the data are with_data[0]")
        return self.pairs[0]

    @property
    def channels(self) -> Channels:
        """Of the second run less the first one."""
        return self._pair().channels

    @property
    def events(self) -> dict[str, ElementEvents]:
        """Of the second run beside the first one, by element."""
        return self._pair().events

    @property
    def parameters(self) -> dict[str, tuple[str, str]]:
        """That differ between the first run and the second one."""
        return self._pair().parameters

    @property
    def settings(self) -> dict[str, tuple[str, str]]:
        """That differ between the first run and the second one."""
        return self._pair().settings

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes a page with the runs over each other, the differences and the events."""
        file = Path(path)
        file.write_text(self._core.page(), encoding="utf-8", newline="")
        return file

    def __repr__(self) -> str:
        lines = [f"<luztar.Comparison of {', '.join(self.names)}>"[:WIDTH]]
        for name, pair in zip(self.names[1:], self.pairs):
            lines.append(f"{name} less {self.names[0]}:\n{pair!r}")
        for name, channels in zip(self.names, self.with_data):
            lines.append(f"{name} less data:\n{channels!r}")
        return "\n".join(lines)


def record_of(run: AnyRun, name: str = "") -> _core.RunRecord:
    """Rows and events of a run."""
    if isinstance(run, Run):
        return run._record(name or run.model.title or run.model.file)
    path = Path(run)
    if path.suffix == ".toml" and not path.is_dir():
        return record_of(load(path).simulate(), os.fspath(run))
    return _core.read_run(os.fspath(run))


def compare(first: AnyRun, *others: AnyRun, data: Any = None, columns: Mapping[str, str] = {},
            time: str = "") -> Comparison:
    """Compares runs with the first one, and all of them with measured data.

    Values between rows are found by a cubic Hermite polynomial of q and v for positions, else by
    straight lines.

    :param first: a run, a folder of result files, or a model file, which is run; so are ``others``.
    :param data: measured columns: a CSV file, a dict, a DataFrame; times are ``t`` or ``time`` [s].
    :param columns: the column of a channel where it has another name or unit:
        ``{"q.block": "position [mm]"}``.
    :param time: the name of the column of times.

    Raises ValueError if there is nothing to compare with, KeyError for channels and columns that
    there are not, :class:`luztar.ModelError` for a folder or file that cannot be read.
    """
    if not others and data is None:
        raise ValueError("there is nothing to compare this with: give another run, or data")
    runs = [record_of(run, f"run {i + 1}" if isinstance(run, Run) else "")
            for i, run in enumerate((first, *others))]
    measured = None if data is None else record_of_data(data, runs[0], columns, time)
    return Comparison(runs, measured)
