"""Plots of runs on matplotlib. Each function returns its axes."""
from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from luztar import _core
from luztar._data import record_of_data
from luztar._extras import of_extra
from luztar._names import suggestion

with of_extra("plot"):
    import matplotlib.pyplot as plt
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection

if TYPE_CHECKING:
    from luztar.run import Run
    from luztar.sweep import Table

_LABELS = {"q": "position", "v": "velocity", "a": "acceleration", "d": "deflection", "f": "force",
           "z": "bristle deflection", "x": "state"}
_LINES = ("-", "--", ":", "-.")
_SECOND_POWER = re.compile(r"(?<=[A-Za-z])2(?![0-9])")
# Held or in contact is shaded; what is free stays white.
BANDS = {"stuck": "#8c8c8c", "engaged": "#8c8c8c", "lower": "#d98c5f", "upper": "#5f9ed9",
         "forward": "#ffffff", "backward": "#ffffff", "gap": "#ffffff", "open": "#ffffff",
         "free": "#ffffff"}


def _with_unit(label: str, *units: str, between: str = " ") -> str:
    """`label` and the units that are known, each once."""
    known = ", ".join(dict.fromkeys(unit for unit in units if unit))
    return f"{label}{between}[{_SECOND_POWER.sub('²', known)}]" if known else label


def _column(run: Run, name: str) -> NDArray[Any]:
    kind, _, owner = name.partition(".")
    channels = run._channels
    if kind not in channels or not owner:
        known = [f"{k}.{o}" for k, c in channels.items() for o in c]
        raise KeyError(f"no channel '{name}'; {suggestion(name, known)}")
    return channels[kind][owner]


def bands(run: Run, element: str, axes: Axes) -> Axes:
    """Shades the intervals in which an element sticks or touches."""
    if element not in run.modes:
        raise KeyError(f"no element with modes '{element}'; {suggestion(element, run.modes)}")
    for mode, color in BANDS.items():
        held = run.modes[element][run.modes[element]["mode"] == mode]
        if color == "#ffffff" or not len(held):
            continue
        corners = [[(b, 0.0), (e, 0.0), (e, 1.0), (b, 1.0)]
                   for b, e in zip(held["begin"].tolist(), held["end"].tolist())]
        axes.add_collection(PolyCollection(
            corners, facecolors=color, alpha=0.25, linewidths=0, zorder=0,
            transform=axes.get_xaxis_transform(), rasterized=len(held) > 500), autolim=False)
        axes.update_datalim([(held["begin"].min(), 0.0), (held["end"].max(), 0.0)], updatey=False)
    return axes


class _Drawn(NamedTuple):
    """What is drawn in one colour or one kind of line: a run, or data."""

    label: str
    t: NDArray[Any]
    columns: Mapping[str, NDArray[Any]]
    is_data: bool


def series(*shown: Any, modes: str | None = None, axes: Axes | Sequence[Axes] | None = None,
           labels: Sequence[str] = (), units: Mapping[str, str] = {},
           columns: Mapping[str, str] = {}, time: str = "") -> NDArray[Any]:
    """Channels of runs and measured data over time, one row of axes for each kind.

    ``series(run)``, ``series(run, "q.block")``, ``series(run_a, run_b, "measured.csv", "q.block")``.

    :param shown: runs; measured data: a ``.csv`` file, a dict of columns, a DataFrame (see
        :func:`luztar.compare`); names of channels, "q.block", "f.slide" ...; without names:
        those that are measured, or positions, velocities and forces of pairs
    :param modes: the element whose modes are shaded; the first one that has modes if one run is
        shown; "": none
    :param axes: to draw into, one for each kind of channel
    :param labels: of the runs, then of the data; else the parameters that differ
    :param units: units of the axes by those in SI, or by channel: ``{"m": "mm", "rad": "deg"}``
    :param columns: the measured column of a channel, ``{"q.block": "position [mm]"}``
    :param time: the measured column of times

    Raises KeyError for channels that there are not, TypeError for what cannot be drawn.
    """
    runs, data, names = _sorted_out(shown)
    first = runs[0]
    drawn = _drawn(runs, data, labels, columns, time)
    chosen = names or _usual_channels(first, drawn)
    kinds: dict[str, list[str]] = {}
    for name in chosen:
        _column(first, name)
        kinds.setdefault(name.partition(".")[0], []).append(name)
    if modes is None:
        modes = next(iter(first.modes), "") if len(runs) == 1 else ""
    rows = _rows(len(kinds), axes)
    for row, members in zip(rows, kinds.values()):
        _draw_kind(row, first, members, drawn, units)
        if modes:
            bands(first, modes, row)
    rows[-1].set_xlabel("time [s]" + (f", shaded: {modes} held" if modes else ""))
    rows[0].set_title(first.model.title)
    return rows


def _sorted_out(shown: Sequence[Any]) -> tuple[list[Run], list[Any], list[str]]:
    """Runs, data and names of channels."""
    from luztar.run import Run

    runs: list[Run] = []
    data: list[Any] = []
    names: list[str] = []
    for one in shown:
        if isinstance(one, Run):
            runs.append(one)
        elif isinstance(one, str) and not one.lower().endswith(".csv"):
            names.append(one)
        elif isinstance(one, (str, os.PathLike)) or hasattr(one, "keys"):
            data.append(one)
        else:
            raise TypeError(f"give runs, data and names of channels, not {type(one).__name__}")
    if not runs:
        raise TypeError("give a run first")
    return runs, data, names


def _drawn(runs: list[Run], data: list[Any], labels: Sequence[str], columns: Mapping[str, str],
           time: str) -> list[_Drawn]:
    usual = [*_labels_of(runs), *("data" for _ in data)]
    words = [*labels, *usual[len(labels):]]
    drawn = [_Drawn(word, run.t, run._columns(), False) for word, run in zip(words, runs)]
    if data:
        beside = runs[0]._record("")
        for word, one in zip(words[len(runs):], data):
            record = record_of_data(one, beside, columns, time)
            measured = {name: record.column(name) for name in record.names()}
            drawn.append(_Drawn(word, record.time(), measured, True))
    return drawn


def _labels_of(runs: list[Run]) -> list[str]:
    """By the parameters that differ, in the units of the model file."""
    if len(runs) == 1:
        return [""]
    given = [run.parameters for run in runs]
    differing = [name for name, value in given[0].items()
                 if any(other.get(name) != value for other in given)]
    if not 1 <= len(differing) <= 3:
        return [f"run {i + 1}" for i in range(len(runs))]

    def text(run: Run, name: str) -> str:
        parameter = run.model.parameters[name]
        return f"{name} = {run.parameters[name] / parameter.factor:.6g} {parameter.unit}".rstrip()

    return [", ".join(text(run, name) for name in differing if name in run.parameters)
            for run in runs]


def _usual_channels(run: Run, drawn: list[_Drawn]) -> list[str]:
    measured = [name for one in drawn if one.is_data for name in one.columns]
    if measured:
        return list(dict.fromkeys(measured))
    pairs = [e for e in run.modes if e in run.f] or list(run.f)
    names = [*(f"q.{b}" for b in run.q), *(f"v.{b}" for b in run.v), *(f"f.{e}" for e in pairs)]
    if not names:
        raise ValueError("the run has no channels; see [output] of the model")
    return names


def _rows(count: int, axes: Axes | Sequence[Axes] | None) -> NDArray[Any]:
    if axes is not None:
        rows = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(rows) != count:
            raise ValueError(f"axes: give {count}, one for each kind of channel, not {len(rows)}")
        return rows
    _, grid = plt.subplots(count, 1, sharex=True, squeeze=False, layout="constrained",
                           figsize=(7.0, 1.2 + 1.7 * count))
    column: NDArray[Any] = grid[:, 0]
    return column


def _shown_unit(run: Run, name: str, units: Mapping[str, str]) -> tuple[str, float]:
    """The unit of an axis, and its value in SI."""
    si = run.units[name]
    unit = units.get(name) or units.get(si)
    if unit:
        return unit, _core.unit_factor(unit, si)
    factor, shown = run.display_unit(name)
    return shown, 1.0 / factor


def _shown_values(run: Run, *names: str) -> tuple[NDArray[np.float64], list[str]]:
    """A channel, or the difference of two, in the units that the output shows, and these."""
    shown = [run.display_unit(name) for name in names]
    columns = []
    for name, (factor, _) in zip(names, shown):
        kind, _, owner = name.partition(".")
        columns.append(np.asarray(getattr(run, kind)[owner]) * factor)
    return columns[0] if len(columns) == 1 else columns[0] - columns[1], [u for _, u in shown]


def _draw_kind(axes: Axes, run: Run, members: list[str], drawn: list[_Drawn],
               units: Mapping[str, str]) -> None:
    """A colour for each channel, a kind of line for each run; of one channel a colour for each."""
    kind = members[0].partition(".")[0]
    known = []
    for c, name in enumerate(members):
        unit, factor = _shown_unit(run, name, units)
        known.append(unit)
        for r, one in enumerate(drawn):
            if name not in one.columns:
                continue
            label = name.partition(".")[2]
            if one.label:
                label = one.label if len(members) == 1 else f"{label}, {one.label}"
            style: dict[str, Any] = {"color": f"C{(r if len(members) == 1 else c) % 10}"}
            if one.is_data:
                style.update(linestyle="none", marker=".", markersize=3.0)
                if len(members) == 1:
                    style["color"] = "black"
            else:
                style.update(linewidth=1.2, linestyle=_LINES[r % len(_LINES)] if len(members) > 1 else "-")
            axes.plot(one.t, np.asarray(one.columns[name]) / factor, label=label, **style)
    axes.set_ylabel(_with_unit(_LABELS.get(kind, kind), *known, between="\n"))
    if len(members) * len(drawn) <= 12:
        # The best place takes seconds to find among many points.
        points = max(len(one.t) for one in drawn)
        axes.legend(loc="best" if points <= 20_000 else "upper right", fontsize="small")


def phase(run: Run, body: str, against: str | None = None, axes: Axes | None = None) -> Axes:
    """Phase portrait: velocity over position, ``against`` another body: of their difference."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    bodies = [body] if against is None else [body, against]
    q, q_units = _shown_values(run, *(f"q.{one}" for one in bodies))
    v, v_units = _shown_values(run, *(f"v.{one}" for one in bodies))
    axes.plot(q, v, linewidth=1.0)
    name = " - ".join(bodies)
    axes.set(xlabel=_with_unit(f"q.{name}", *q_units), ylabel=_with_unit(f"v.{name}", *v_units),
             title=run.model.title)
    return axes


def loop(run: Run, element: str, axes: Axes | None = None) -> Axes:
    """Force of an element over its deflection; the area of a loop is what it dissipates."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    d, d_units = _shown_values(run, f"d.{element}")
    f, f_units = _shown_values(run, f"f.{element}")
    axes.plot(d, f, linewidth=1.0)
    axes.locator_params(axis="x", nbins=5)
    axes.set(xlabel=_with_unit(f"d.{element}", *d_units),
             ylabel=_with_unit(f"f.{element}", *f_units), title=run.model.title)
    return axes


def ledger(run: Run, axes: Axes | None = None) -> Axes:
    """Where the energy is and went, stacked, over time; the line is what was put in."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    energy = run.ledger
    axes.stackplot(run.t, energy.kinetic, energy.stored, energy.dissipated,
                   labels=["kinetic", "stored", "dissipated"], alpha=0.7)
    put_in = energy.supplied + energy.motion_work + energy.end["initial"] + energy.end["changes"]
    axes.plot(run.t, put_in, color="black", linewidth=1.0, label="put in")
    axes.set(xlabel="time [s]", ylabel="energy [J]", title=run.model.title)
    axes.legend(loc="upper left", fontsize="small")
    return axes


def raster(run: Run, names: Sequence[str] | None = None, axes: Axes | None = None) -> Axes:
    """A row of marks for each element: when its events happened."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    shown = list(names) if names is not None else list(dict.fromkeys(run.events["name"].tolist()))
    for name in shown:
        if name not in run.events["name"] and name not in run.modes:
            raise KeyError(f"nothing named '{name}' has events; "
                           f"{suggestion(name, set(run.events['name'].tolist()))}")
    axes.eventplot([run.events["t"][run.events["name"] == name] for name in shown] or [[]],
                   lineoffsets=[float(i) for i in range(max(len(shown), 1))], linelengths=0.8, linewidths=0.8)
    axes.set_yticks(range(len(shown)), shown)
    axes.set(xlabel="time [s]", title=run.model.title)
    return axes


def _label(table: Table, name: str) -> str:
    """With the unit that a parameter has in the model file, or that of a measure in SI."""
    if name in table.model.parameters:
        return _with_unit(name, table.model.parameters[name].unit)
    return _with_unit(name, table.units.get(name) or table.units.get(f"{name}[1]", ""))


def _in_unit(table: Table, name: str, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of a parameter in the unit of the model file."""
    return np.asarray(values / table.model.parameters[name].factor)


def _scale(table: Table, name: str) -> str:
    return "log" if name in table.logarithmic else "linear"


def _edges(table: Table, name: str) -> NDArray[np.float64]:
    """Of the cells of a map: in the middle between values, in the logarithm on such an axis."""
    values = _in_unit(table, name, table.varied[name])
    if len(values) < 2:
        return np.asarray(values[0] + np.array([-0.5, 0.5]) * (abs(values[0]) or 1.0))
    if name in table.logarithmic:
        values = np.log(values)
    middles = (values[1:] + values[:-1]) / 2
    edges = np.concatenate(([2 * values[0] - middles[0]], middles, [2 * values[-1] - middles[-1]]))
    return np.asarray(np.exp(edges) if name in table.logarithmic else edges)


def table(table: Table, measure: str | None = None, axes: Axes | None = None) -> Axes:
    """A measure of a sweep: a curve over one parameter; over two a map, the first one upwards;
    dots of drawn or listed points over the first parameter; dots of all columns of
    ``strobe(...)`` and ``at_events(...)``, those of the way back in another colour. Axes of
    parameters have the units of the model file, those of measures SI; they are logarithmic for
    parameters in ``table.logarithmic``.

    Of more parameters the first values of the others are shown. Points without a value are left
    white.
    """
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    name = measure if measure is not None else _whole(table.measures[0])
    columns = table.columns_of(name)
    if columns.shape[1] > 1 or "way" in table or len(table.parameters) > len(table.varied):
        _dots(table, columns, name, axes)
    else:
        _curve_or_map(table, name, axes)
    axes.set_title(table.model.title)
    return axes


def _whole(column: str) -> str:
    """``strobe(q.block, T, 32)`` of ``strobe(q.block, T, 32)[1]``."""
    return column.rpartition("[")[0] if column.endswith("]") else column


def _dots(table: Table, columns: NDArray[np.float64], name: str, axes: Axes) -> None:
    over = table.along or table.parameters[0]
    x = np.broadcast_to(_in_unit(table, over, table[over])[:, None], columns.shape)
    style: dict[str, Any] = {"linestyle": "none", "marker": ".", "markersize": 2.0}
    if "way" in table:
        for way, label in ((1.0, "there"), (-1.0, "back")):
            chosen = table["way"] == way
            axes.plot(x[chosen].ravel(), columns[chosen].ravel(), label=label, **style)
        axes.legend(markerscale=4)
    else:
        axes.plot(x.ravel(), columns.ravel(), **style)
    axes.set(xlabel=_label(table, over), ylabel=_label(table, name), xscale=_scale(table, over))


def _curve_or_map(table: Table, name: str, axes: Axes) -> None:
    numbers = table.grid(name)
    while numbers.ndim > 2:
        numbers = numbers[..., 0]
    names = list(table.varied)
    if numbers.ndim == 1:
        axes.plot(_in_unit(table, names[0], table.varied[names[0]]), numbers, marker=".", markersize=3, linewidth=1.0)
        axes.set(xlabel=_label(table, names[0]), ylabel=_label(table, name),
                 xscale=_scale(table, names[0]))
        return
    mesh = axes.pcolormesh(_edges(table, names[1]), _edges(table, names[0]), numbers,
                           shading="flat", cmap="viridis")
    if axes.figure is not None:
        axes.figure.colorbar(mesh, ax=axes, label=_label(table, name))
    axes.set(xlabel=_label(table, names[1]), ylabel=_label(table, names[0]),
             xscale=_scale(table, names[1]), yscale=_scale(table, names[0]))
