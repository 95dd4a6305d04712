"""What a run gives: columns, events, modes, proofs, the energy ledger."""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from luztar import _core
from luztar._arguments import path_from
from luztar._extras import of_extra
from luztar._names import suggestion
from luztar.derivatives import Derivatives, Monodromy, derivatives_of, monodromy_of
from luztar.rows import Channels, Column, Picked, Rows

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes

    from luztar.animation import Animation
    from luztar.model import Model, Value


class State:
    """Where a run got to, to go on from: ``model.simulate(start=state, duration=...)``."""

    def __init__(self, core: _core.State | None, json: str = "", path: str = "") -> None:
        self._core, self._json, self._path = core, json, path

    @property
    def json(self) -> str:
        """The state as text; every number reads back exactly."""
        return self._core.json() if self._core is not None else self._json

    def save(self, path: str | os.PathLike[str]) -> None:
        Path(path).write_text(self.json, encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> State:
        """A saved state, a ``summary.json`` or the folder that it lies in."""
        file = Path(path_from("path", path))
        if file.is_dir():
            file /= "summary.json"
        return cls(None, file.read_text(encoding="utf-8"), str(file))

    def __reduce__(self) -> tuple[type[State], tuple[None, str, str]]:
        return type(self), (None, self.json, self._path)


class Proof(NamedTuple):
    """The largest residual of one kind in a run, and what it is compared with."""

    residual: float
    scale: float
    relative: float  #: residual / scale
    limit: float  #: of `relative`
    holds: bool
    what: str  #: where and when, in words, if it does not hold


class Proofs(Mapping[str, Proof]):
    """energy, laws, balance, coulomb, continuity (docs/results.md, "Proofs")."""

    def __init__(self, rows: list[tuple[str, float, float, float, float, bool, str]]) -> None:
        self._proofs = {row[0]: Proof(*row[1:]) for row in rows}

    @property
    def hold(self) -> bool:
        return all(proof.holds for proof in self._proofs.values())

    def __getitem__(self, name: str) -> Proof:
        if name not in self._proofs:
            raise KeyError(f"no proof '{name}'; {suggestion(name, self._proofs)}")
        return self._proofs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._proofs)

    def __len__(self) -> int:
        return len(self._proofs)

    def __repr__(self) -> str:
        lines = [f"{'proofs':<12} {'relative residual':>18} {'limit':>8}"]
        for name, proof in self._proofs.items():
            word = "holds" if proof.holds else f"FAILS: {proof.what}"
            lines.append(f"{name:<12} {proof.relative:>18.2g} {proof.limit:>8.1g}  {word}")
        return "\n".join(lines)


class Stretches(NamedTuple):
    """The stretches of a run in which a pair is held, or those in which it is free.

    One that the begin or the end of the run cuts off counts for ``total`` alone.
    """

    number: int  #: begun and ended within the run
    total: float  #: with ``initial`` and ``final`` [s]
    mean: float  #: of those that count; 0 of none [s]
    shortest: float  #: [s]
    longest: float  #: [s]
    initial: float  #: the run begins with it; 0: it begins otherwise [s]
    final: float  #: the run ends with it; 0: it ends otherwise [s]


class StickSlip(NamedTuple):
    """How often and how long a friction sticks and slips; a freewheel is engaged and free."""

    stick: Stretches
    slip: Stretches
    dissipated: float  #: [J]
    greatest_use: float  #: greatest force over static limit at the samples while stuck; 1: broke loose


class Contacts(NamedTuple):
    """How often and how long a stop, or a spring with a gap, touches and is in its gap."""

    contact: Stretches
    gap: Stretches
    dissipated: float  #: [J]


class Ledger:
    """Energy [J]: views of shape (samples,), sums over bodies and elements; ``end`` by name.

    kinetic + stored + dissipated + numerical - supplied - motion_work - initial = residual
    """

    kinetic: Column
    stored: Column  #: springs, bristles
    dissipated: Column  #: frictions, dampers
    supplied: Column  #: forces, elements with a law of their own
    motion_work: Column  #: prescribed motions
    numerical: Column  #: lost by the steps of method = "stepping"
    residual: Column  #: what is missing

    #: at the end of the run: "dissipated" etc. by name, "initial", "moved", "residual" ...
    end: dict[str, Any]

    def __init__(self, over_time: Mapping[str, Column], end: dict[str, Any]) -> None:
        self.end = end
        vars(self).update(over_time)

    def __getattr__(self, name: str) -> NoReturn:
        if name in _core.ledger_names():
            raise ValueError("result files have no energies over time; run.save(\"run.npz\") "
                             "keeps them; ledger.end is there")
        raise AttributeError(f"the ledger has no '{name}'; "
                             f"{suggestion(name, [*_core.ledger_names(), 'end'])}")


class Run(Rows):
    """One run. Arrays are read-only; in SI.

    ``t`` (samples,); ``q``, ``v``, ``a`` by body; ``d``, ``f``, ``mode`` by element; ``z`` by
    bristle friction, ``x`` by state.
    """

    def __init__(self, recording: _core.Recording, model: Model, parameters: dict[str, Value],
                 settings: dict[str, Value], first: State | None = None,
                 has_energy: bool = True) -> None:
        self._recording, self.model, self._first = recording, model, first
        self._call, self._has_energy = (parameters, settings), has_energy
        self._core = recording.columns

    @cached_property
    def t(self) -> Column:
        """Times of the samples [s]."""
        return self._core.time()

    @property
    def _names(self) -> Sequence[tuple[str, str]]:
        return self._recording.channels()

    def _column(self, index: int) -> Column:
        return self._core.column(index)

    @cached_property
    def units(self) -> dict[str, str]:
        """Units in SI by channel, "q.block": "m"; "" for modes and for what is not known."""
        with self.model._in_its_words():
            units = self.model._core.units_of_run(*self._call, self._recording)
        return {f"{kind}.{owner}": unit
                for (kind, owner), unit in zip(self._recording.channels(), units)}

    def display_unit(self, channel: str) -> tuple[float, str]:
        """What pages and plots show a channel in: value in SI times the factor, and the unit.

        ``(1000.0, "mm")`` of ``"q.block"`` where ``units = ["mm"]`` stands in ``[output]``, else
        ``(1.0, "m")``. Raises KeyError for a channel that the run does not have.
        """
        unit = self.units[channel]
        shown, factor = self.model._core.display_units().get(unit, (unit, 1.0))
        return factor, shown

    # --- other times -----------------------------------------------------------------------

    def at(self, t: ArrayLike) -> Rows:
        """Rows at other times within the run, of any shape and order [s].

        To the bit those of a run that is sampled there; at a jump they show what is after it. For
        times that ``t`` does not have the run is made once more, up to the last of them.
        """
        try:
            times = np.asarray(t, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(f"t: give seconds, not {type(t).__name__}") from None
        outside = ~((times >= self.start) & (times <= self.end))
        if outside.any():
            raise ValueError(f"t = {float(times[outside].reshape(-1)[0]):.10g} s is not within the "
                             f"run, {self.start:.10g} s to {self.end:.10g} s")
        unique, pick = np.unique(times, return_inverse=True)
        # A time of `t` is rounded from its grid: a controller's sample may be one with that alone.
        row = np.searchsorted(self.t, unique)
        own = np.isin(unique, self.t)
        row[~own] = len(self.t) + np.arange(np.count_nonzero(~own))
        other = self._recording.at(unique[~own].tolist())
        return Picked([self._core, other], self._names, row[pick.reshape(times.shape)])

    def before(self, event: Any) -> Rows:
        """Values just before an event, or events: rows of ``events`` or their indices.

        Changes at the instant a run begins with have nothing before them, and one that
        method="stepping" tells takes a whole step: ``at`` has its end.
        """
        return self._sides(event, 0)

    def after(self, event: Any) -> Rows:
        """Values just after events, as of :meth:`before`."""
        return self._sides(event, 1)

    def _sides(self, event: Any, side: int) -> Rows:
        index = self._indices(event)
        unique, pick = np.unique(index, return_inverse=True)
        columns = self._recording.around(unique.tolist())[side]
        if len(columns.time()) < len(unique):
            raise ValueError("an event at the start of the run, or of method=\"stepping\", has no two "
                             "sides; run.at(t) has the values at its time")
        return Picked([columns], self._names, pick.reshape(index.shape))

    def _indices(self, event: Any) -> NDArray[np.intp]:
        given = np.asarray(event)
        if given.size == 0:
            return np.empty(given.shape, dtype=np.intp)
        if given.dtype.names == self.events.dtype.names:
            index = {one: i for i, one in reversed(list(enumerate(self.events.tolist())))}
            wanted = given.reshape(-1).tolist()
            if any(one not in index for one in wanted):
                raise ValueError("this is no event of this run")
            return np.array([index[one] for one in wanted], dtype=np.intp).reshape(given.shape)
        if not np.issubdtype(given.dtype, np.integer):
            raise TypeError("an event is a row of run.events, or its index")
        count = len(self.events)
        if ((given < -count) | (given >= count)).any():
            raise IndexError(f"the run has {count} events")
        return np.where(given < 0, given + count, given).astype(np.intp)

    # --- derivatives -------------------------------------------------------------------------

    @cached_property
    def derivatives(self) -> Derivatives:
        """How the rows change by what ``simulate(derivatives=[...])`` names, exactly:
        ``run.derivatives["FS"].q["seat"]`` is the derivative of ``run.q["seat"]`` by FS.
        """
        return derivatives_of(self._recording, self._names)

    def monodromy(self) -> Monodromy:
        """How the state at the end changes with that at the start of this run, parameters fixed.

        Makes the run once more. Of a periodic orbit the eigenvalues of its ``matrix`` are the
        multipliers; at an event it has the jump of the first order.
        """
        return monodromy_of(self)

    # --- events and modes ------------------------------------------------------------------

    @cached_property
    def events(self) -> NDArray[np.void]:
        """Every event: ``t`` [s], ``name`` of an element, signal or body, modes ``before`` and
        ``after`` and the ``cause`` in words, ``impulse`` [N s, N m s], deflection ``d`` [m, rad].
        """
        t, name, before, after, cause, impulse, d = self._recording.event_columns()
        names = np.array(self._recording.event_names() or [""])
        words = np.array(self._recording.mode_words() or [("", "", "")])
        causes = np.array(_core.cause_words())
        events = np.empty(len(t), dtype=[
            ("t", "f8"), ("name", names.dtype), ("before", words.dtype), ("after", words.dtype),
            ("cause", causes.dtype), ("impulse", "f8"), ("d", "f8")])
        events["t"], events["impulse"], events["d"] = t, impulse, d
        events["name"] = names[name]
        events["before"] = words[name, np.clip(before, -1, 1) + 1]
        events["after"] = words[name, np.clip(after, -1, 1) + 1]
        events["cause"] = causes[cause]
        for column in ("before", "after"):  # as in events.csv
            events[column][(events["cause"] == "jump") | (events["cause"] == "sample")] = "input"
        events.flags.writeable = False
        return events

    @cached_property
    def modes(self) -> dict[str, NDArray[np.void]]:
        """By element: intervals from ``begin`` to ``end`` [s] with the ``mode`` in words.

        Frictions: stuck, forward, backward; springs with a gap and stops: gap, lower, upper;
        freewheels: engaged, free. Instants between events of one time have no interval.
        """
        t, name, _, after, cause, _, _ = self._recording.event_columns()
        is_mode = cause != _core.cause_words().index("jump")  # of an input that a law reads
        words = self._recording.mode_words()
        found: dict[str, NDArray[np.void]] = {}
        for index, (element, has_modes, first) in enumerate(self._recording.elements()):
            if not has_modes:
                continue
            mine = (name == index) & is_mode
            begins = np.concatenate(([self._recording.start], t[mine]))
            ends = np.concatenate((t[mine], [self.end]))
            numbers = np.concatenate(([first], after[mine]))
            # One interval for each stretch of one mode that lasts.
            rows: list[tuple[float, float, str]] = []
            for begin, end, number in zip(begins, ends, numbers):
                word = words[index][int(np.clip(number, -1, 1)) + 1]
                if rows and rows[-1][2] == word:
                    rows[-1] = (rows[-1][0], float(end), word)
                elif end > begin:
                    rows.append((float(begin), float(end), word))
            longest = max((len(row[2]) for row in rows), default=1)
            found[element] = np.array(rows, dtype=[("begin", "f8"), ("end", "f8"),
                                                   ("mode", f"U{longest}")])
            found[element].flags.writeable = False
        return found

    def stick_slip(self) -> dict[str, StickSlip]:
        """By friction and freewheel: how often and how long it sticks and slips.

        ``run.stick_slip()["contact"].stick.longest`` is the longest stick that begins and ends
        within the run; the one that the run begins with is ``stick.initial``.
        """
        return {name: StickSlip(Stretches(*held), Stretches(*free), self._heat(name), use)
                for name, sticks, held, free, use in self._recording.held_times() if sticks}

    def contacts(self) -> dict[str, Contacts]:
        """By stop and spring with a gap: how often and how long it touches."""
        return {name: Contacts(Stretches(*held), Stretches(*free), self._heat(name))
                for name, sticks, held, free, _ in self._recording.held_times() if not sticks}

    def _heat(self, name: str) -> float:
        return float(self.ledger.end["dissipated"][name])

    # --- how it ended ----------------------------------------------------------------------

    @property
    def status(self) -> str:
        """"finished", "stopped", "too many events", "contradiction" ..."""
        return self._recording.status

    @property
    def finished(self) -> bool:
        """It came to its end and all proofs hold."""
        return self._recording.finished

    @property
    def diagnosis(self) -> str:
        """Why it did not finish, in words; "" if it did."""
        return self._recording.diagnosis

    @property
    def warnings(self) -> list[str]:
        return self._recording.warnings

    @cached_property
    def proof(self) -> Proofs:
        """What the run proves about itself."""
        return Proofs(self._recording.proofs())

    @cached_property
    def ledger(self) -> Ledger:
        """Where the energy went."""
        over_time = {name: self._core.ledger(index)
                     for index, name in enumerate(_core.ledger_names()) if self._has_energy}
        return Ledger(over_time, self._recording.ledger_at_end())

    @cached_property
    def state(self) -> State:
        """Where it got to: ``simulate(start=run.state, ...)`` goes on with the same bits."""
        return State(self._recording.state())

    @property
    def start(self) -> float:
        """Where it began: the end of the run before, if it goes on [s]."""
        return self._recording.start

    @property
    def end(self) -> float:
        """How far it came [s]."""
        reached = self._recording.state().time
        return max(reached, float(self.t[-1])) if len(self.t) else reached

    @property
    def steps(self) -> int:
        return self._recording.state().steps

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Values of all parameters that it ran with [SI]."""
        return self._recording.parameters()

    def __repr__(self) -> str:
        name = self.model.title or self.model.file
        return (f"<luztar.Run {name!r}: {self.status} at t = {self.end:.10g} s, "
                f"{len(self.t)} samples, {len(self.events)} events>")

    def _repr_html_(self) -> str:
        from luztar.notebook import html_of_run

        return html_of_run(self)

    # --- elsewhere -------------------------------------------------------------------------

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each sample, indexed by time, with the columns of trajectory.csv."""
        with of_extra("tables"):
            import pandas

        return pandas.DataFrame(self._columns(), index=pandas.Index(self.t, name="t"))

    def to_xarray(self) -> xarray.Dataset:
        """Variables q, v, a (t, body), d, f (t, element), mode, z, x; SI."""
        with of_extra("tables"):
            import xarray

        owners = {"q": "body", "v": "body", "a": "body", "d": "element", "f": "element",
                  "mode": "pair", "z": "bristle", "x": "state"}
        arrays = [xarray.DataArray(np.stack(list(channels.values()), axis=1),
                                   {"t": self.t, owners[kind]: list(channels)},
                                   ("t", owners[kind]), kind)
                  for kind, channels in self._channels.items() if channels]
        merged: xarray.Dataset = xarray.merge(arrays, join="outer")  # of some bodies there may be q and no v
        merged.attrs["title"] = self.model.title
        return merged

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the run as the ending of ``path`` says, from what was recorded.

        ``.npz`` (numpy) and ``.h5`` (h5py): all of the run, for :func:`luztar.load_run`; ``.mat``
        (scipy) and ``.parquet`` (pyarrow): rows, events and units for other programs. No ending:
        a folder with the result files of the command line (docs/results.md), report.html among
        them. Raises ValueError for another kind of file, ModuleNotFoundError with the package that
        is missing.
        """
        from luztar.run_files import save

        return save(self, path_from("path", path))

    def _save_folder(self, path: str) -> None:
        with self.model._in_its_words():
            self.model._core.save_run(*self._call, self._recording, path)

    def _summary(self) -> str:
        """The text of summary.json."""
        with self.model._in_its_words():
            return self.model._core.summary_of_run(*self._call, self._recording)

    def __copy__(self) -> Run:
        return Run(self._recording, self.model, *self._call, self._first, self._has_energy)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Run:
        return self.__copy__()  # what a run holds never changes

    def __reduce__(self) -> tuple[Any, ...]:
        from luztar._parts import parts_of, run_again

        return run_again, (self.model, parts_of(self))

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes the report: one page that opens without a network."""
        file = Path(path)
        file.write_text(self._page(), encoding="utf-8", newline="")
        return file

    def _page(self) -> str:
        """The report as HTML text."""
        with self.model._in_its_words():
            return self.model._core.report_of_run(*self._call, self._recording)

    def _record(self, name: str) -> _core.RunRecord:
        """Rows and events, to be compared."""
        with self.model._in_its_words():
            return self.model._core.record_of_run(*self._call, self._recording, name)

    def animate(self, path: str | os.PathLike[str] | None = None, *, fps: float = 25.0,
                speed: float | None = None, width: int = 800, start: float | None = None,
                end: float | None = None) -> Animation:
        """The diagram of the model, moving: bodies shift and turn, springs stretch, gaps open;
        what sticks has a bolt, what slides an arrow. For notebooks, or written to a file.

        :param path: ``.gif``, ``.mp4`` (with ffmpeg), ``.webp`` or ``.png``; None: no file.
        :param fps: pictures a second.
        :param speed: seconds of the run in a second; None: the whole takes 10 s.
        :param width: of the pictures; those of a tall diagram are so high instead [pixels].
        :param start: where it begins and ends in the run [s]; so is ``end``.

        The pictures are of exact rows, as of :meth:`at`. Raises ValueError for a model of more than
        60 bodies and elements.
        """
        from luztar.animation import animate

        animation = animate(self, fps, speed, width, start, end)
        if path is not None:
            animation.save(path)
        return animation

    def plot(self, *names: str, **options: Any) -> NDArray[Any]:
        """Time series with bands of modes: see :func:`luztar.plot.series`."""
        from luztar import plot

        return plot.series(self, *names, **options)
