"""Columns of a run: all its samples, or rows at chosen times."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._names import WIDTH, elided, public, suggestion

Column = NDArray[np.float64]

_OWNERS = {"q": "body", "v": "body", "a": "body", "d": "element", "f": "element",
           "mode": "element with modes", "z": "bristle friction", "x": "state"}


class ModeColumn(np.ndarray[Any, np.dtype[np.float64]]):
    """Modes as numbers, -1, 0, 1. Comparing them with a word is an error and never False."""

    def __eq__(self, other: Any) -> Any:
        return super().__eq__(_no_word(other))

    def __ne__(self, other: Any) -> Any:
        return super().__ne__(_no_word(other))


def _no_word(other: object) -> object:
    if isinstance(other, str):
        raise TypeError(f"modes of samples are numbers: 0 stuck or in the gap, 1 forward or upper, "
                        f"-1 backward or lower; the word {other!r} is in run.modes[ELEMENT]")
    return other


class Channels(Mapping[str, Column]):
    """Columns of one kind by the name of their body, element or state.

    Of a run each is a read-only view of shape (samples,), not a copy; it stays valid without the
    run. Of rows at chosen times it has their shape.
    """

    def __init__(self, column: Callable[[int], Column], kind: str,
                 columns: Mapping[str, int]) -> None:
        self._column, self._kind, self._columns = column, kind, columns
        self._views: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        view = self._views.get(name) if isinstance(name, str) else None
        if view is None:
            if not isinstance(name, str):
                raise TypeError(f"columns have names, {self._kind}[\"{next(iter(self), 'NAME')}\"], "
                                f"not {name!r}; then a sample by its number")
            if name not in self._columns:
                raise KeyError(f"no {_OWNERS[self._kind]} '{name}'; "
                               f"{suggestion(name, self._columns)}")
            view = self._column(self._columns[name])
            if self._kind == "mode":
                view = view.view(ModeColumn)
            self._views[name] = view
        return view

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._columns:
            raise AttributeError(f"columns are named by text: {self._kind}[\"{name}\"]")
        raise AttributeError(f"'{self._kind}' has no attribute '{name}'")

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        begin = f"<{self._kind} of "
        return f"{begin}{elided(list(self._columns), WIDTH - len(begin) - 1)}>"


class Rows:
    """Values at some times: ``t`` [s]; ``q``, ``v``, ``a`` by body; ``d``, ``f``, ``mode`` by
    element; ``z`` by bristle friction, ``x`` by state. Arrays are read-only; in SI.

    ``rows["q.block"]`` is ``rows.q["block"]``, ``rows["t"]`` the times.
    """

    def __getitem__(self, name: str) -> Column:
        if not isinstance(name, str):
            raise TypeError(f"columns have names, [\"q.BODY\"], not {name!r}")
        if name == "t":
            return self.t
        kind, _, owner = name.partition(".")
        if kind not in self._channels or not owner:
            raise KeyError(f"no column '{name}'; {suggestion(name, ['t', *self._columns()])}")
        return self._channels[kind][owner]

    __iter__ = None  # columns have names, not numbers

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        of = {"time": "t", "times": "t", "position": "q", "positions": "q", "velocity": "v",
              "velocities": "v", "acceleration": "a", "force": "f", "forces": "f"}
        if name in of:
            raise AttributeError(f"no '{name}'; did you mean '{of[name]}'?")
        for kind, what in (("q", "position"), ("f", "force"), ("x", "value")):
            if name in self._channels[kind]:
                raise AttributeError(f"no '{name}'; its {what} is {kind}[\"{name}\"]")
        raise AttributeError(f"no '{name}'; {suggestion(name, [*of.values(), *public(type(self))])}")

    @property
    def _names(self) -> Sequence[tuple[str, str]]:
        """("q", "block") of each column."""
        raise NotImplementedError

    @property
    def t(self) -> Column:
        """Times [s]."""
        raise NotImplementedError

    def _column(self, index: int) -> Column:
        raise NotImplementedError

    @cached_property
    def _channels(self) -> dict[str, Channels]:
        columns: dict[str, dict[str, int]] = {kind: {} for kind in _OWNERS}
        for index, (kind, owner) in enumerate(self._names):
            columns[kind][owner] = index
        return {k: Channels(self._column, k, names) for k, names in columns.items()}

    @property
    def q(self) -> Channels:
        """Positions by body [m, rad]."""
        return self._channels["q"]

    @property
    def v(self) -> Channels:
        """Velocities by body [m/s, rad/s]."""
        return self._channels["v"]

    @property
    def a(self) -> Channels:
        """Accelerations by body [m/s2, rad/s2]."""
        return self._channels["a"]

    @property
    def d(self) -> Channels:
        """Deflections by element [m, rad]."""
        return self._channels["d"]

    @property
    def f(self) -> Channels:
        """Forces by element [N, N m]; of a friction at rest the one that holds."""
        return self._channels["f"]

    @property
    def mode(self) -> Channels:
        """Modes by element at these times: -1, 0, 1; in words and exact: ``run.modes``."""
        return self._channels["mode"]

    @property
    def z(self) -> Channels:
        """Bristle deflections [m, rad]."""
        return self._channels["z"]

    @property
    def x(self) -> Channels:
        """States of the model and what controllers hold."""
        return self._channels["x"]

    def _columns(self) -> dict[str, Column]:
        return {f"{kind}.{name}": column for kind, channels in self._channels.items()
                for name, column in channels.items()}


class KeptColumns:
    """Columns that come from another process."""

    def __init__(self, t: Column, columns: Sequence[Column]) -> None:
        self._t, self._columns = t, columns

    def time(self) -> Column:
        return self._t

    def column(self, index: int) -> Column:
        return self._columns[index]


class Picked(Rows):
    """Rows of a run at chosen times, or on one side of events, in the order asked for."""

    def __init__(self, parts: Sequence[_core.Columns | KeptColumns],
                 names: Sequence[tuple[str, str]], pick: NDArray[np.intp]) -> None:
        self._parts, self._owners, self._pick = parts, names, pick

    def __reduce__(self) -> tuple[Any, ...]:
        columns = [self._column(i).reshape(-1) for i in range(len(self._owners))]
        kept = KeptColumns(self.t.reshape(-1), columns)
        return Picked, ([kept], self._owners, np.arange(self.t.size).reshape(self.t.shape))

    def _picked(self, columns: Sequence[Column]) -> Column:
        picked: Column = np.asarray(np.concatenate(columns)[self._pick])
        picked.flags.writeable = False
        return picked

    @property
    def _names(self) -> Sequence[tuple[str, str]]:
        return self._owners

    @cached_property
    def t(self) -> Column:
        """Times [s]."""
        return self._picked([part.time() for part in self._parts])

    def _column(self, index: int) -> Column:
        return self._picked([part.column(index) for part in self._parts])

    def __repr__(self) -> str:
        return f"<luztar.Rows at {self.t.size} times>" if self.t.size != 1 else \
            f"<luztar.Rows at t = {float(self.t.reshape(-1)[0]):.10g} s>"
