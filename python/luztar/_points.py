"""The points of a sweep: what they follow from, and running them here or elsewhere."""
from __future__ import annotations

import hashlib
import itertools
import os
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._errors import RunWarning

Numbers = NDArray[np.float64]


class Task(NamedTuple):
    """All that the points of a sweep follow from; it travels to other processes."""

    text: str  #: of the model file
    path: str
    files: dict[str, bytes]  #: texts of its data files
    values: dict[str, Any]
    settings: dict[str, Any]
    texts: dict[str, list[str]]  #: keys of [sweep]
    names: list[str]  #: of parameters that take values together
    listed: Numbers  #: these, (rows, names)

    def open(self, model: _core.Model | None = None) -> _core.Sweep:
        model = model or _core.parse(self.text, self.path, self.files)
        return _core.Sweep(model, self.values, self.settings, self.texts, self.names, self.listed)

    def identity(self) -> str:
        """One line that says which study rows belong to."""
        parts = self[:-1] if self.files else (*self[:2], *self[3:-1])
        digest = hashlib.sha256(repr(parts).encode() + self.listed.tobytes()).hexdigest()
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
        for words in () if self.kept is None else self.kept.damaged():
            warnings.warn(words, RunWarning, stacklevel=4)

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
