"""Many runs of a model and what is measured of each, as a table (docs/sweeps.md)."""
from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from luztar import _core
from luztar._extras import of_extra
from luztar._names import WIDTH, elided, suggestion
from luztar._points import Numbers, Progress, Rows, Task
from luztar._whole import whole
from luztar.run import Run, State

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.axes import Axes

    from luztar.model import Model


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
        self._order, self._length = sweep.order(), sweep.length()
        #: units of columns in SI; "" for pure numbers and for what is not known
        self.units: dict[str, str] = dict(zip(
            (*sweep.given_names(), *self.measures), (*sweep.units(), *measured_units(sweep))))
        #: parameters whose values were asked for by their logarithm, or are spread so
        self.logarithmic: frozenset[str] = frozenset(
            name for name, is_so in zip(sweep.given_names(), sweep.logarithmic()) if is_so)
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
        ``model.simulate(parameters=table.at(7))``; :meth:`run` does so.
        """
        return {name: float(self._columns[name][point]) for name in self.parameters}

    def run(self, point: int) -> Run:
        """The run of a point with all its rows, made now: with the parameters and settings of the
        table, from where its state was carried. Raises IndexError for no point.
        """
        number = range(len(self._order))[point]
        if not self.along:
            return self._run_at(number, None)
        place = int(np.flatnonzero(self._order == number)[0])
        chain = self._order[place - place % self._length:place + 1]
        before: Run | None = None
        for one in chain:  # a point that fails hands nothing over
            before = self._run_at(int(one), before if before and before.finished else None)
        assert before is not None
        return before

    def _run_at(self, point: int, before: Run | None) -> Run:
        values = {**self._task.values, **self.at(point)}
        settings = self._task.settings
        start = None if before is None else State(self.model._core.begun_anew(
            values, settings, before._recording.state()))
        return self.model.simulate(start=start, parameters=values, settings=settings)

    def columns_of(self, measure: str) -> Numbers:
        """A measure with several columns, ``"strobe(q.block, 1/f, 32)"``: (points, columns)."""
        names = [n for n in self.measures if n == measure or n.startswith(measure + "[")]
        if not names:
            raise KeyError(f"no measure '{measure}'; {suggestion(measure, self.measures)}")
        return np.stack([self._columns[name] for name in names], axis=1)

    def __repr__(self) -> str:
        points = len(next(iter(self._columns.values())))
        failed = f", {len(self.words)} failed" if self.words else ""
        begin = f"<luztar.Table of {points} points{failed}"
        line = f"{begin}: {', '.join(self.parameters)} -> {', '.join(self.measures)}>"
        if len(line) <= WIDTH:
            return line
        return (f"{begin}, {len(self)} columns:\n  {elided(self.parameters, WIDTH - 2)}\n"
                f"  -> {elided(self.measures, WIDTH - 6)}>")

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
        changed = [f"--set {shlex.quote(f'{name}={value}')}"
                   for name, value in self._task.values.items()]
        options = [f"--{name.replace('_', '-')} {shlex.quote(str(value))}"
                   for name, value in self._task.settings.items()]
        command = " ".join(["luztar simulate", shlex.quote(self.model.file), *changed, *options])
        numbers = np.stack([self._columns[n] for n in (*given, *self.measures)], axis=1)
        words = [self.words.get(point, "") for point in range(len(numbers))]
        page = _core.sweep_page(
            self.model.title, command, self.along, given, [self.units[name] for name in given],
            [name in self.logarithmic for name in given], self.measures,
            [self.units[name] for name in self.measures], np.ascontiguousarray(numbers), words)
        file = Path(path)
        file.write_text(page, encoding="utf-8")
        return file

    def plot(self, measure: str | None = None, axes: Axes | None = None) -> Axes:
        """A curve over one parameter, a map over two: :func:`luztar.plot.table`."""
        from luztar import plot

        return plot.table(self, measure, axes)


def measured_units(sweep: _core.Sweep) -> list[str]:
    return sweep.measured_units() or [""] * len(sweep.columns())


def make_table(model: Model, core: _core.Model, task: Task, threads: int,
               executor: Executor | None, chunk: int | None,
               keep: str | os.PathLike[str] | None, progress: bool,
               words_of_keys: Callable[[str], str]) -> Table:
    """See :meth:`luztar.Model.sweep`."""
    if chunk is not None:
        chunk = whole("chunk", chunk, 1)
    sweep = task.open(core)
    bar = Progress(sweep.points()) if progress else None
    rows = Rows(task, sweep, keep, bar)
    try:
        if executor is None:
            found = rows.here(threads)
        else:
            lines = -(-(chunk or 1000) // sweep.length())  # chains of points stay together
            found = rows.elsewhere(task, executor,
                                   lines if chunk else min(lines, -(-sweep.lines() // 64)))
    finally:
        if bar is not None:
            bar.clear()
    values, words = rows.in_order(found)
    return Table(model, task, sweep, values, {p: words_of_keys(w) for p, w in words.items()})
