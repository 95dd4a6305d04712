"""Many runs of a model and what is measured of each, as a table (docs/sweeps.md)."""
from __future__ import annotations

import hashlib
import itertools
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._extras import of_extra
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
    texts: dict[str, list[str]]  #: keys of [sweep]
    names: list[str]  #: of parameters that take values together
    listed: Numbers  #: these, (rows, names)

    def open(self, model: _core.Model | None = None) -> _core.Sweep:
        return _core.Sweep(model or _core.parse(self.text, self.path), self.values, self.settings,
                           self.texts, self.names, self.listed)

    def identity(self) -> str:
        """One line that says which study rows belong to."""
        digest = hashlib.sha256(repr(self[:-1]).encode() + self.listed.tobytes()).hexdigest()
        return f"luztar {_core.VERSION} sweep of Python {digest}"


Found = tuple[Numbers, dict[int, str]]
"""Values (points, columns) line by line, and words by point."""


def run_lines(task: Task, begin: int, end: int, threads: int = 1) -> Found:
    """Runs lines of a sweep here: those points that hand over their state, else single points."""
    return task.open().run(begin, end, threads)


class Rows:
    """Rows that come in chunks, and where they are kept."""

    def __init__(self, task: Task, sweep: _core.Sweep, keep: str | os.PathLike[str] | None,
                 progress: Progress | None) -> None:
        self._sweep, self._progress = sweep, progress
        self._order = sweep.order()
        self.kept = None if keep is None else _core.SweepFolder(
            os.fspath(keep), sweep, task.identity())

    def points_of(self, begin: int, end: int) -> list[int]:
        length = self._sweep.length()
        return [int(point) for point in self._order[begin * length:end * length]]

    def has(self, begin: int, end: int) -> bool:
        kept = self.kept
        return kept is not None and all(kept.has(p) for p in self.points_of(begin, end))

    def here(self, threads: int) -> Found:
        listen = None if self._progress is None else self._progress.show
        return self._sweep.run(0, self._sweep.lines(), threads, self.kept, listen)

    def elsewhere(self, task: Task, executor: Executor, chunk: int) -> Found:
        """In chunks on an executor. What becomes of a line depends on nothing else."""
        lines = self._sweep.lines()
        chunks = [(b, min(b + chunk, lines)) for b in range(0, lines, chunk)]
        futures = {executor.submit(run_lines, task, *part): part
                   for part in chunks if not self.has(*part)}
        done = dict[tuple[int, int], Found]()
        points = 0
        try:
            for future in as_finished(futures):
                part = futures[future]
                done[part] = future.result()
                self._keep(part, done[part])
                points += len(done[part][0])
                if self._progress is not None:
                    self._progress.show(points)
        except BaseException:  # Ctrl-C too
            for future in futures:
                future.cancel()
            raise
        finally:
            if self.kept is not None:
                self.kept.flush()
        parts = [done.get(part) or self._sweep.run(*part, 1, self.kept) for part in chunks]
        words = itertools.chain.from_iterable(part[1].items() for part in parts)
        return np.concatenate([part[0] for part in parts]), dict(words)

    def _keep(self, part: tuple[int, int], found: Found) -> None:
        if self.kept is None:
            return
        values, words = found
        for point, row in zip(self.points_of(*part), values):
            if not self.kept.has(point):
                self.kept.add(point, row.tolist(), words.get(point, ""))

    def in_order(self, found: Found) -> Found:
        values = np.empty_like(found[0])
        values[self._order] = found[0]
        return values, found[1]


def as_finished(futures: Mapping[Future[Found], object]) -> Iterator[Future[Found]]:
    """Futures as they end. Those of dask and mpi4py only behave as the ones of the library: they
    are looked at one after the other.
    """
    if all(isinstance(future, Future) for future in futures):
        yield from as_completed(futures)
    else:
        yield from list(futures)


class Progress:
    """A line on standard error: points, share, remaining time. Nothing before the first second."""

    def __init__(self, points: int) -> None:
        self._points = points
        self._begin = self._last = time.monotonic()
        self._width = 0

    def show(self, run: int) -> None:
        now = time.monotonic()
        if now - self._begin < 1.0 or now - self._last < 0.2 or run < 1:
            return
        self._last = now
        left = (now - self._begin) * (self._points - run) / run
        line = f"{run} of {self._points} points, {_duration(left)} left"
        self._write(line)

    def clear(self) -> None:
        if self._width:
            self._write("")
            sys.stderr.write("\r")

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)


def _duration(seconds: float) -> str:
    if seconds < 100.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000.0 else f"{seconds / 3600:.1f} h"


class Table(Mapping[str, Numbers]):
    """One row for each point: columns by name, of parameters [SI] and of measures.

    ``shape`` has the number of values of each parameter that was varied; the last one runs
    fastest. Where a state is carried there and back, ``way`` is a column, 1 and -1. What has no
    value is NaN; ``words`` says why points failed.
    """

    def __init__(self, model: Model, task: Task, sweep: _core.Sweep, values: Numbers,
                 words: dict[int, str]) -> None:
        self.model, self._task = model, task
        #: values of the parameters that span a grid
        self.varied: dict[str, Numbers] = {
            n: np.array(v, dtype=float) for n, v in sweep.varied()}
        self.parameters: list[str] = sweep.parameters()  #: all that have a column
        self.measures: list[str] = sweep.columns()
        self.words: dict[int, str] = words  #: of points that failed, by their number
        self.along: str = sweep.along()  #: the parameter that the state is carried along, or ""
        self._rows = sweep.rows()
        given = sweep.given()
        self._columns: dict[str, Numbers] = {
            name: given[:, i] for i, name in enumerate(sweep.given_names())}
        for index, measure in enumerate(self.measures):
            self._columns[measure] = values[:, index]
        for column in self._columns.values():
            column.flags.writeable = False

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each parameter of the grid has; before them the number of drawn or
        listed points, if there are any.
        """
        grid = tuple(len(values) for values in self.varied.values())
        return (self._rows, *grid) if len(self.parameters) > len(self.varied) else grid

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
        return {name: float(self._columns[name][point]) for name in self.parameters}

    def columns_of(self, measure: str) -> Numbers:
        """A measure with several columns, ``"strobe(q.block, 1/f, 32)"``: (points, columns)."""
        names = [n for n in self.measures if n == measure or n.startswith(measure + "[")]
        if not names:
            raise KeyError(f"no measure '{measure}'; {suggestion(measure, self.measures)}")
        return np.stack([self._columns[name] for name in names], axis=1)

    def __repr__(self) -> str:
        points = len(next(iter(self._columns.values())))
        failed = f", {len(self.words)} failed" if self.words else ""
        return (f"<luztar.Table of {points} points{failed}: {', '.join(self.parameters)} -> "
                f"{', '.join(self.measures)}>")

    # --- elsewhere -------------------------------------------------------------------------

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each point; ``words`` is the last column."""
        with of_extra("tables"):
            import pandas

        frame = pandas.DataFrame(dict(self._columns))
        frame["words"] = [self.words.get(i, "") for i in range(len(frame))]
        return frame

    def to_xarray(self) -> xarray.Dataset:
        """A variable for each measure over the parameters that were varied."""
        with of_extra("tables"):
            import xarray

        listed = tuple(p for p in self.parameters if p not in self.varied)
        back = self.along if "way" in self._columns else ""  # its values are there twice
        grid = tuple("step" if name == back else name for name in self.varied)
        axes = (*(("point",) if listed else ()), *grid)
        variables = {m: (axes, self.grid(m)) for m in self.measures}
        places: dict[str, Any] = {
            name: (("step",), values) if name == back else values
            for name, values in self.varied.items()}
        if back:
            half = len(self.varied[back]) // 2
            places["way"] = (("step",), np.repeat([1.0, -1.0], half))
        for name in listed:
            places[name] = (("point",), self[name].reshape(self._rows, -1)[:, 0])
        return xarray.Dataset(variables, places, {"title": self.model.title})

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

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes a page of curves, maps and dots; a click on a point shows the command that runs
        it. (docs/sweeps.md)
        """
        given = [name for name in self._columns if name not in self.measures]
        parameters = self.model.parameters
        units = [parameters[n].unit if n in parameters and parameters[n].factor == 1.0 else ""
                 for n in given]
        changed = [f"--set {shlex.quote(f'{name}={value}')}"
                   for name, value in self._task.values.items()]
        options = [f"--{name.replace('_', '-')} {shlex.quote(str(value))}"
                   for name, value in self._task.settings.items()]
        command = " ".join(["luztar simulate", shlex.quote(self.model.file), *changed, *options])
        numbers = np.stack([self._columns[n] for n in (*given, *self.measures)], axis=1)
        words = [self.words.get(point, "") for point in range(len(numbers))]
        page = _core.sweep_page(self.model.title, command, self.along, given, units, self.measures,
                                np.ascontiguousarray(numbers), words)
        file = Path(path)
        file.write_text(page, encoding="utf-8")
        return file

    def plot(self, measure: str | None = None, axes: Axes | None = None) -> Axes:
        """A curve over one parameter, a map over two: :func:`luztar.plot.table`."""
        from luztar import plot

        return plot.table(self, measure, axes)


def _numbers(name: str, given: object) -> Numbers:
    try:
        numbers = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: give a list of numbers") from None
    if numbers.ndim > 1:
        raise ValueError(f"{name}: give a list of numbers, not an array of {numbers.ndim} axes")
    return np.atleast_1d(numbers)


def vary_texts(core: _core.Model, values: dict[str, Any], vary: Mapping[str, object]) -> list[str]:
    """What is varied, as [sweep] has it. Numbers are written so that they keep their bits."""
    texts = []
    for name, given in vary.items():
        if isinstance(given, str):
            texts.append(f"{name}={given}")
            continue
        if isinstance(given, (list, tuple)) and any(isinstance(item, str) for item in given):
            listed = [_core.values_of(core, values, name, str(item)) for item in given]
            given = list(itertools.chain.from_iterable(listed))
        numbers = _numbers(name, given)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{name}: a value is not a finite number")
        texts.append(name + "=" + ",".join(map(repr, numbers.tolist())))
    return texts


def listed_points(points: Mapping[str, object] | None) -> tuple[list[str], Numbers]:
    """Names and values (rows, names)."""
    columns = {} if points is None else {
        str(name): _numbers(str(name), points[name]) for name in points}
    if not columns:
        return [], np.empty((1, 0))
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"points: columns of different lengths: {sizes}")
    values = np.stack(list(columns.values()), axis=1)
    if not np.isfinite(values).all():
        raise ValueError("points: a value is not a finite number")
    return list(columns), np.ascontiguousarray(values)


def number_text(name: str, value: object) -> str:
    """A number or a text, as [sweep] has it."""
    if isinstance(value, str):
        return value
    if not isinstance(value, (bool, bytes)):
        try:
            return repr(float(value))  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
    raise TypeError(f"{name}: give a number, not {type(value).__name__}")


def correlation_texts(given: Mapping[tuple[str, str], float]) -> list[str]:
    """Pairs of names and their correlation, as [sweep] has it."""
    if not isinstance(given, Mapping) or any(
            not isinstance(pair, tuple) or len(pair) != 2 for pair in given):
        raise TypeError('correlation: write {("FS", "FK"): 0.9}')
    return [f"{a},{b}={number_text('correlation', r)}" for (a, b), r in given.items()]


def make_table(model: Model, core: _core.Model, task: Task, threads: int,
               executor: Executor | None, chunk: int | None,
               keep: str | os.PathLike[str] | None, progress: bool,
               words_of_keys: Callable[[str], str]) -> Table:
    """See :meth:`luztar.Model.sweep`."""
    sweep = task.open(core)
    bar = Progress(sweep.points()) if progress else None
    rows = Rows(task, sweep, keep, bar)
    try:
        if executor is None:
            found = rows.here(threads)
        else:
            if chunk is not None and chunk < 1:
                raise ValueError(f"chunk={chunk}: give how many points travel at once, 1 or more")
            lines = -(-(chunk or 1000) // sweep.length())  # chains of points stay together
            found = rows.elsewhere(task, executor,
                                   lines if chunk else min(lines, -(-sweep.lines() // 64)))
    finally:
        if bar is not None:
            bar.clear()
    values, words = rows.in_order(found)
    return Table(model, task, sweep, values, {p: words_of_keys(w) for p, w in words.items()})
