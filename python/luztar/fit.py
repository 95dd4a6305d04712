"""Fits a model to measured data, with exact derivatives (docs/fit.md)."""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from luztar import _core
from luztar._arguments import mapping_from, names_from, number_from, text_from
from luztar._whole import whole

if TYPE_CHECKING:
    from luztar.model import Model, Value

Data = Mapping[str, ArrayLike]
"""Columns by name: "t" [s], and channels, "q.seat", "f.guide"; NaN where nothing was measured."""
Free = Union[Sequence[str], Mapping[str, Any]]
"""Names, or names with bounds (lower, upper), or with bounds and a start (lower, upper, start)."""
Validation = Union[None, float, bool, Mapping[str, Union[float, bool]]]
"""The time from which on rows are not fitted, True for all; of several runs by their names."""


class FittedValue(NamedTuple):
    """A value that was found."""

    value: float
    error: float  #: standard error; inf: the data do not tell it
    lower: float  #: 95 % interval
    upper: float
    start: float
    balance: float  #: from the balance of forces in smoothed data; NaN: there is none
    at_bound: bool
    words: str  #: what there is to say; "" for nothing


class FittedChannel(NamedTuple):
    """A channel beside the fitted model."""

    experiment: str
    name: str
    rows: int
    noise: float  #: given, or estimated from the residuals; NaN: it was not fitted
    noise_is_given: bool
    rms: float  #: of the residuals
    relative: float  #: of the size of what was measured
    correlation: float  #: of one residual with the next; 0 for white noise
    words: str


class Profile(NamedTuple):
    """How much worse the data are fitted where a value is held elsewhere."""

    value: NDArray[np.float64]  #: (points,)
    rise: NDArray[np.float64]  #: (points,) of -2 log likelihood; at most 3.84 in the interval
    x: NDArray[np.float64]  #: (points, values) all values there, in the order of the fit
    lower: float  #: of the 95 % interval; infinite where no end was reached
    upper: float
    words: str


@dataclass(frozen=True)
class Fit:
    """The result of :meth:`Model.fit`. ``fit["FS"]`` is a :class:`FittedValue`."""

    found: bool
    words: str  #: why not
    values: dict[str, FittedValue]
    channels: list[FittedChannel]
    validation: list[FittedChannel]  #: of rows that were not fitted
    correlation: NDArray[np.float64]  #: (values, values)
    covariance: NDArray[np.float64]
    residual: NDArray[np.float64]  #: (model - measured)/noise, by channels
    cost: float
    iterations: int
    runs: int
    runs_with_derivatives: int
    doubts: list[str]  #: of the data: a sign, a unit
    warnings: list[str]
    profiles: dict[str, Profile] = field(default_factory=dict)  #: of values that were asked for
    _page: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, name: str) -> FittedValue:
        if name not in self.values:
            raise KeyError(f"no value '{name}': {', '.join(self.values)}")
        return self.values[name]

    @property
    def parameters(self) -> dict[str, float]:
        """Name -> value, as ``model.simulate(parameters=...)`` takes it."""
        return {name: value.value for name, value in self.values.items()
                if "." not in name and " " not in name}

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Writes a page of signals, residuals, friction and values that opens without a network."""
        return write_page(self._page, path)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_page": None}

    def __repr__(self) -> str:
        lines = [f"{'':<14}{'found':>14}{'error':>11}{'95 % from':>14}{'to':>14}"]
        lines += [f"{name:<14}{v.value:>14.7g}{v.error:>11.3g}{v.lower:>14.6g}{v.upper:>14.6g}"
                  for name, v in self.values.items()]
        lines += [f"{name}: {v.words}" for name, v in self.values.items() if v.words]
        lines += [f"{c.name}: {c.words}" for c in [*self.channels, *self.validation] if c.words]
        lines += [f"look at the data: {doubt}" for doubt in self.doubts]
        return "\n".join(lines if self.found else [f"not found: {self.words}", *lines])


class Residuals:
    """(model - measured)/noise of a model beside data, with exact derivatives.

        beside = model.residuals(data, free=["FS", "ks"])
        r, J = beside([26, 8.9e3])              # both of one run
        scipy.optimize.least_squares(beside.r, beside.start, beside.J, bounds=beside.bounds)
    """

    def __init__(self, *made_of: Any) -> None:
        self._core, self._made_of = _core.beside(*made_of), made_of
        self.names = [name for name, _ in self._core.unknowns()]  #: of the unknowns
        self._last: tuple[bytes, tuple[NDArray[np.float64], NDArray[np.float64]]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    @property
    def start(self) -> NDArray[np.float64]:
        return np.array(self._core.start())

    @property
    def runs(self) -> tuple[int, int]:
        """So far: without derivatives, and with them."""
        return self._core.runs()

    @property
    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.array(self._core.lower()), np.array(self._core.upper())

    def _point(self, x: ArrayLike) -> NDArray[np.float64]:
        """Values of the unknowns. Raises TypeError, ValueError for what are none."""
        try:
            point = np.asarray(x, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(f"x: give numbers, not {type(x).__name__}") from None
        if point.shape != (len(self.names),):
            raise ValueError(f"x has the shape {point.shape}: give {len(self.names)} numbers, of "
                             + ", ".join(self.names))
        return point

    def __call__(self, x: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(residuals, derivatives): shapes (rows,), (rows, unknowns).

        Raises ArithmeticError where a run does not come to its end.
        """
        point = self._point(x)
        if self._last is None or self._last[0] != point.tobytes():
            found = self._core.evaluate(point.tolist(), True)
            if found is None:
                raise ArithmeticError(f"no run with these values: {self._core.words()}")
            self._last = (point.tobytes(),
                          cast("tuple[NDArray[np.float64], NDArray[np.float64]]", found))
        return self._last[1]

    def r(self, x: ArrayLike) -> NDArray[np.float64]:
        """Residuals alone, of a run without derivatives.

        Infinite where a run does not come to its end: a step too far.
        """
        point = self._point(x)
        if self._last is not None and self._last[0] == point.tobytes():
            return self._last[1][0]
        found = self._core.evaluate(point.tolist(), False)
        if found is None:
            return np.full(self._core.rows(), np.inf)
        return cast("tuple[NDArray[np.float64], None]", found)[0]

    def J(self, x: ArrayLike) -> NDArray[np.float64]:  # noqa: N802
        """Derivatives alone."""
        return self(x)[1]


def _column(name: str, values: ArrayLike) -> NDArray[np.float64]:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"data: '{name}' is no column of numbers") from None


def _channels(data: Data, noise: Mapping[str, float]) -> tuple[list[float], list[Any]]:
    if "t" not in data:
        raise ValueError('the data have no column "t", the time in seconds')
    time = _column("t", data["t"])
    columns = []
    for name in data:
        if name == "t":
            continue
        values = _column(text_from("data", name), data[name])
        if values.shape != time.shape:
            raise ValueError(f"'{name}' has the shape {values.shape}, t has {time.shape}")
        columns.append((name, values.tolist(), number_from("noise", noise.get(name, 0.0))))
    if time.ndim != 1 or (np.diff(time) <= 0).any():
        raise ValueError("t is a list of seconds, strictly increasing")
    return time.tolist(), columns


def experiments_of(data: Any, noise: Mapping[str, float], own: Sequence[str],
                   given: Mapping[str, Mapping[str, float]],
                   validation: Validation) -> list[Any]:
    if data is None:
        return []
    mapping_from("data", data, '{"t": [...], "q.BODY": [...]}, or a DataFrame; files stand in [fit]')
    mapping_from("noise", noise, '{"q.BODY": 0.001}')
    mapping_from("given", given, '{"RUN": {"NAME": 0.1}}')
    alone = names_from("own", own)
    if "t" in data:
        if isinstance(validation, Mapping):
            raise TypeError("validation: of one run write the time from which on it is not fitted")
        return [("", *_channels(data, noise), {}, [], _until(validation))]
    by_name = validation if isinstance(validation, Mapping) else dict.fromkeys(data, validation)
    for name in by_name:
        if name not in data:
            raise KeyError(f"validation: no run {name!r} among {', '.join(map(repr, data))}")
    return [(str(name), *_channels(_run_data(name, data[name]), noise),
             _given(name, given.get(name, {})), alone, _until(by_name.get(name)))
            for name in data]


def _run_data(name: object, data: object) -> Data:
    if hasattr(data, "shape") and not hasattr(data, "keys"):  # a column of one run
        raise ValueError('the data have no column "t", the time in seconds')
    return mapping_from(f"data: the run {name!r}", data, '{"t": [...], "q.BODY": [...]}')


def _given(name: object, values: object) -> dict[str, float]:
    found = mapping_from(f"given: {name!r}", values, '{"NAME": 0.1}')
    return {text_from("given", key): number_from(f"given: {key}", found[key]) for key in found}


def _until(validation: float | bool | None) -> float:
    if validation is None or validation is False:
        return float("inf")
    return float("-inf") if validation is True else number_from("validation", validation)


def _free(free: Free | None) -> list[Any]:
    if free is None:
        return []
    if isinstance(free, str):
        raise TypeError('free: write ["FS"]')
    if not isinstance(free, Mapping):
        return [(name, -np.inf, np.inf, None) for name in names_from("free", free)]
    found = []
    for name, value in free.items():
        if not isinstance(value, (type(None), tuple, list, np.ndarray)) or (
                value is not None and len(value) not in (2, 3)):
            raise ValueError(f"free: {name} has bounds (lower, upper), perhaps a start behind them")
        bounds = [-np.inf, np.inf] if value is None else [number_from("free", x) for x in value]
        found.append((text_from("free", name), bounds[0], bounds[1],
                      bounds[2] if len(bounds) == 3 else None))
    return found


def residuals_of(model: Model, experiments: list[Any], free: Free | None,
                 changed: dict[str, Value], keys: dict[str, Value]) -> Residuals:
    with model._in_its_words():
        return Residuals(model._core, changed, keys, experiments, _free(free))


def write_page(page: Callable[[], str] | None, path: str | os.PathLike[str]) -> Path:
    if page is None:
        raise ValueError("there is no page: that of a law is choice.report(), and what was pickled"
                         " has none")
    file = Path(path)
    file.write_text(page(), encoding="utf-8", newline="")
    return file


def check_loss(loss: str) -> None:
    if not isinstance(loss, str) or loss not in ("linear", "soft_l1", "huber"):
        raise ValueError(f'loss is "linear", "soft_l1" or "huber", not {loss!r}')


def made_fit(found: dict[str, Any]) -> Fit:
    found["values"] = {name: FittedValue(*rest) for name, *rest in found["values"]}
    for key in ("channels", "validation"):
        found[key] = [FittedChannel(*channel) for channel in found[key]]
    for key in ("correlation", "covariance"):
        found[key] = np.array(found[key])
    found["profiles"] = {name: Profile(np.array(value), np.array(rise), np.array(x), *rest)
                         for name, value, rise, x, *rest in found.get("profiles", ())}
    return Fit(_page=found.pop("page", None), **found)


def fit_from(beside: Residuals, loss: str, max_iterations: int, profile: Sequence[str]) -> Fit:
    check_loss(loss)
    if isinstance(profile, str):
        raise TypeError('profile: write ["FS"]')
    followed = names_from("profile", profile)
    most = whole("max_iterations", max_iterations, 1)
    fit = made_fit(dict(beside._core.fit(loss, most, followed)))
    for name in followed:
        if fit.values:
            fit[name]  # says which ones there are
    return fit
