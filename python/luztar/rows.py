"""Columns of a run: all its samples, or rows at chosen times."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._names import WIDTH, elided, suggestion

Column = NDArray[np.float64]

_OWNERS = {"q": "body", "v": "body", "a": "body", "d": "element", "f": "element",
           "mode": "element with modes", "z": "bristle friction", "x": "state"}


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
        view = self._views.get(name)
        if view is None:
            if name not in self._columns:
                raise KeyError(f"no {_OWNERS[self._kind]} '{name}'; "
                               f"{suggestion(name, self._columns)}")
            view = self._views[name] = self._column(self._columns[name])
        return view

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
    """

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


class Picked(Rows):
    """Rows of a run at chosen times, or on one side of events, in the order asked for."""

    def __init__(self, parts: Sequence[_core.Columns], names: Sequence[tuple[str, str]],
                 pick: NDArray[np.intp]) -> None:
        self._parts, self._owners, self._pick = parts, names, pick

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
