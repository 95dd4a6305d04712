"""Many runs of a model and what is measured of each, as a table (docs/sweeps.md)."""
from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._names import suggestion

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes

    from luztar.model import Model

Numbers = NDArray[np.float64]


class Task(NamedTuple):
    """All that the points of a sweep follow from; it travels to other processes."""

    text: str  #: of the model file
    path: str
    values: dict[str, Any]
    settings: dict[str, Any]
    varied: list[tuple[str, list[float]]]
    measures: list[str]
    transient: float


def run_points(task: Task, begin: int, end: int, threads: int = 1
               ) -> tuple[Numbers, dict[int, str]]:
    """Runs points of a sweep here: values of shape (end - begin, measures), and words by point."""
    return _core.sweep(_core.parse(task.text, task.path), task.values, task.settings, task.varied,
                       task.measures, task.transient, begin, end, threads)


def run_task(task: Task, points: int, executor: Executor, chunk: int
             ) -> tuple[Numbers, dict[int, str]]:
    """Runs all points in chunks on an executor. What becomes of a point depends on nothing else."""
    begins = range(0, points, chunk)
    futures = [executor.submit(run_points, task, b, min(b + chunk, points)) for b in begins]
    try:
        parts = [future.result() for future in futures]
    except BaseException:  # Ctrl-C too
        for future in futures:
            future.cancel()
        raise
    values = np.concatenate([part[0] for part in parts])
    return values, dict(itertools.chain.from_iterable(part[1].items() for part in parts))


class Table(Mapping[str, Numbers]):
    """One row for each point: columns by name, of parameters [SI] and of measures.

    ``shape`` has the number of values of each parameter that was varied; the last one runs
    fastest. What has no value is NaN; ``words`` says why points failed.
    """

    def __init__(self, model: Model, task: Task, values: Numbers, words: dict[int, str]) -> None:
        self.model, self._task = model, task
        self.varied: dict[str, Numbers] = {n: np.array(v, dtype=float) for n, v in task.varied}
        self.measures: list[str] = list(task.measures)
        self.words: dict[int, str] = words  #: of points that failed, by their number
        grid = np.meshgrid(*self.varied.values(), indexing="ij")
        self._columns: dict[str, Numbers] = {
            name: axis.ravel() for name, axis in zip(self.varied, grid)}
        for index, measure in enumerate(self.measures):
            self._columns[measure] = values[:, index]
        for column in self._columns.values():
            column.flags.writeable = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(values) for values in self.varied.values())

    def __getitem__(self, name: str) -> Numbers:
        """A column of shape (points,)."""
        if name not in self._columns:
            raise KeyError(f"no column '{name}'; {suggestion(name, self._columns)}")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def grid(self, name: str) -> Numbers:
        """A column with an axis for each parameter that was varied: ``shape``."""
        return self[name].reshape(self.shape)

    def at(self, point: int) -> dict[str, float]:
        """Values of the parameters at a point, to run it again:
        ``model.simulate(parameters=table.at(7))``.
        """
        return {name: float(self._columns[name][point]) for name in self.varied}

    def __repr__(self) -> str:
        points = len(next(iter(self._columns.values())))
        failed = f", {len(self.words)} failed" if self.words else ""
        return (f"<luztar.Table of {points} points{failed}: {', '.join(self.varied)} -> "
                f"{', '.join(self.measures)}>")

    # --- elsewhere -------------------------------------------------------------------------

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each point; ``words`` is the last column."""
        import pandas

        frame = pandas.DataFrame(dict(self._columns))
        frame["words"] = [self.words.get(i, "") for i in range(len(frame))]
        return frame

    def to_xarray(self) -> xarray.Dataset:
        """A variable for each measure over the parameters that were varied."""
        import xarray

        axes = tuple(self.varied)
        variables = {m: (axes, self.grid(m)) for m in self.measures}
        return xarray.Dataset(variables, dict(self.varied), {"title": self.model.title})

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes ``.csv``, ``.npz``, or ``.parquet`` (with pandas and pyarrow)."""
        file = Path(path)
        if file.suffix == ".npz":
            arrays: dict[str, Any] = dict(self._columns)
            np.savez_compressed(file, **arrays)
        elif file.suffix == ".parquet":
            self.to_pandas().to_parquet(file)
        elif file.suffix == ".csv":
            self._write_csv(file)
        else:
            raise ValueError(f"'{file.suffix}' is no kind of table; write .csv, .npz or .parquet")
        return file

    def _write_csv(self, file: Path) -> None:
        def cell(value: float) -> str:
            return "" if np.isnan(value) else repr(float(value))

        def quoted(text: str) -> str:
            return '"' + text.replace('"', '""').replace("\n", " ") + '"'

        with file.open("w", encoding="utf-8", newline="") as out:
            out.write(",".join(map(quoted, (*self._columns, "words"))) + "\n")
            for point, row in enumerate(zip(*self._columns.values())):
                words = self.words.get(point)
                out.write(",".join((*map(cell, row), quoted(words) if words else "")) + "\n")

    def plot(self, measure: str | None = None, axes: Axes | None = None) -> Axes:
        """A curve over one parameter, a map over two: :func:`luztar.plot.table`."""
        from luztar import plot

        return plot.table(self, measure, axes)


def make_table(model: Model, core: _core.Model, text: str, values: dict[str, Any],
               settings: dict[str, Any], vary: Mapping[str, object], measure: Sequence[str] | str,
               transient: float, threads: int, executor: Executor | None,
               chunk: int | None, words_of_keys: Callable[[str], str]) -> Table:
    """See :meth:`luztar.Model.sweep`."""
    varied: list[tuple[str, list[float]]] = []
    for name, given in vary.items():
        if isinstance(given, str):
            varied.append((name, _core.values_of(core, values, name, given)))
            continue
        if isinstance(given, (list, tuple)) and any(isinstance(item, str) for item in given):
            listed = [_core.values_of(core, values, name, str(item)) for item in given]
            varied.append((name, list(itertools.chain.from_iterable(listed))))
            continue
        numbers = np.asarray(given, dtype=float)
        if numbers.ndim > 1:
            raise ValueError(f"{name}: give a list of numbers, not an array of {numbers.ndim} axes")
        varied.append((name, np.atleast_1d(numbers).tolist()))
    measures = [measure] if isinstance(measure, str) else list(measure)
    _core.check_sweep(core, values, settings, varied, measures, transient)
    task = Task(text, core.file, values, settings, varied, measures, transient)
    points = int(np.prod([len(v) for _, v in varied]))
    if executor is None:
        found, words = _core.sweep(core, values, settings, varied, measures, transient, 0, points,
                                   threads)
    else:
        if chunk is not None and chunk < 1:
            raise ValueError(f"chunk={chunk}: give how many points travel at once, 1 or more")
        size = chunk or max(1, min(1000, -(-points // 64)))
        found, words = run_task(task, points, executor, size)
    return Table(model, task, found, {p: words_of_keys(w) for p, w in words.items()})
