"""How a run changes with its parameters and its start (docs/fit.md)."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._names import suggestion
from luztar.rows import Column, KeptColumns, Rows

if TYPE_CHECKING:
    from luztar.run import Run


class Derivative(Rows):
    """The derivatives of the rows of a run by one thing; ``event_t`` (events,) of event times."""

    def __init__(self, columns: _core.Columns | KeptColumns, names: Sequence[tuple[str, str]],
                 event_t: Column) -> None:
        self._core, self._owners, self.event_t = columns, names, event_t

    def __reduce__(self) -> tuple[Any, ...]:
        columns = [self._core.column(i) for i in range(len(self._owners))]
        return Derivative, (KeptColumns(self.t, columns), self._owners, self.event_t)

    @property
    def _names(self) -> Sequence[tuple[str, str]]:
        return [name for name in self._owners if name[0] != "mode"]

    @cached_property
    def t(self) -> Column:
        """Times of the rows [s]."""
        return self._core.time()

    @cached_property
    def _places(self) -> list[int]:
        return [i for i, name in enumerate(self._owners) if name[0] != "mode"]

    def _column(self, index: int) -> Column:
        return self._core.column(self._places[index])


class Derivatives(Mapping[str, Derivative]):
    """By name of a parameter or start value, "FS", "q.seat"."""

    def __init__(self, by_name: Mapping[str, Derivative]) -> None:
        self._all = by_name

    def __getitem__(self, name: str) -> Derivative:
        if name not in self._all:
            raise KeyError(f"the run has no derivatives by '{name}'; " + (
                suggestion(name, self._all) if self._all
                else f'ask for them: simulate(derivatives=["{name}"])'))
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"<derivatives by {', '.join(self._all) or 'nothing'}>"


def derivatives_of(recording: _core.Recording, names: Sequence[tuple[str, str]]) -> Derivatives:
    varied = recording.varied()
    slopes = recording.event_slopes().reshape(-1, max(1, len(varied)))
    return Derivatives({name: Derivative(recording.derivatives(i), names, slopes[:, i])
                        for i, name in enumerate(varied)})


class Monodromy(NamedTuple):
    """State at the end by state at the start: ``matrix[i, j]`` is that of names[i] by names[j]."""

    matrix: NDArray[np.float64]
    names: list[str]  #: "q.block", "v.block", "x.state"

    @property
    def multipliers(self) -> NDArray[np.complex128]:
        """Its eigenvalues, the largest first."""
        values: NDArray[np.complex128] = np.linalg.eigvals(self.matrix).astype(complex)
        return values[np.argsort(-np.abs(values))]


def monodromy_of(run: Run) -> Monodromy:
    names = list(run._recording.start_values())
    parameters, settings = run._call
    keys = {name: value for name, value in settings.items() if name not in ("samples", "interval")}
    again = run.model.simulate(start=run._first, times=[run.end], derivatives=names,
                               parameters=parameters, settings=keys)
    rows = {}
    for kind, channels in (("q", "q"), ("v", "v"), ("x", "x")):
        for owner in getattr(again, channels):
            if f"{kind}.{owner}" in names:
                rows[f"{kind}.{owner}"] = [
                    getattr(again.derivatives[by], kind)[owner][-1] for by in names]
    return Monodromy(np.array([rows[name] for name in names]), names)
