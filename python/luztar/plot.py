"""Plots of runs on matplotlib. Each function returns its axes."""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

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


def series(run: Run, *names: str, modes: str | None = None) -> NDArray[Any]:
    """Channels over time, one row of axes for each kind.

    :param names: "q.block", "f.slide" ...; none: positions, velocities and forces of pairs
    :param modes: the element whose modes are shaded; the first one that has modes if not given
    """
    if not names:
        pairs = [e for e in run.modes if e in run.f] or list(run.f)
        names = (*(f"q.{b}" for b in run.q), *(f"v.{b}" for b in run.v), *(f"f.{e}" for e in pairs))
    if not names:
        raise ValueError("the run has no channels; see [output] of the model")
    kinds: dict[str, list[str]] = {}
    for name in names:
        _column(run, name)
        kinds.setdefault(name.partition(".")[0], []).append(name)
    if modes is None and run.modes:
        modes = next(iter(run.modes))
    _, grid = plt.subplots(len(kinds), 1, sharex=True, squeeze=False, layout="constrained",
                           figsize=(7.0, 1.2 + 1.7 * len(kinds)))
    for axes, (kind, members) in zip(grid[:, 0], kinds.items()):
        for name in members:
            axes.plot(run.t, _column(run, name), label=name.partition(".")[2], linewidth=1.2)
        if modes is not None:
            bands(run, modes, axes)
        units = [run.units[name] for name in members]
        axes.set_ylabel(_with_unit(_LABELS.get(kind, kind), *units, between="\n"))
        if len(members) <= 12:
            # The best place takes seconds to find among many points.
            axes.legend(loc="best" if len(run.t) <= 20_000 else "upper right", fontsize="small")
    grid[-1, 0].set_xlabel("time [s]" + (f", shaded: {modes} held" if modes else ""))
    grid[0, 0].set_title(run.model.title)
    columns: NDArray[Any] = grid[:, 0]
    return columns


def phase(run: Run, body: str, against: str | None = None, axes: Axes | None = None) -> Axes:
    """Phase portrait: velocity over position, ``against`` another body: of their difference."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    q, v = run.q[body], run.v[body]
    if against is not None:
        q, v = q - run.q[against], v - run.v[against]
    axes.plot(q, v, linewidth=1.0)
    name = body if against is None else f"{body} - {against}"
    units = [[run.units.get(f"{kind}.{one}", "") for one in (body, against)] for kind in "qv"]
    axes.set(xlabel=_with_unit(f"q.{name}", *units[0]), ylabel=_with_unit(f"v.{name}", *units[1]),
             title=run.model.title)
    return axes


def loop(run: Run, element: str, axes: Axes | None = None) -> Axes:
    """Force of an element over its deflection; the area of a loop is what it dissipates."""
    axes = axes if axes is not None else plt.subplots(layout="constrained")[1]
    axes.plot(run.d[element], run.f[element], linewidth=1.0)
    axes.locator_params(axis="x", nbins=5)
    d, f = f"d.{element}", f"f.{element}"
    axes.set(xlabel=_with_unit(d, run.units[d]), ylabel=_with_unit(f, run.units[f]),
             title=run.model.title)
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
    """With the unit in SI of a parameter or of a measure, all of whose columns have one."""
    return _with_unit(name, table.units.get(name) or table.units.get(f"{name}[1]", ""))


def _scale(table: Table, name: str) -> str:
    return "log" if name in table.logarithmic else "linear"


def _edges(table: Table, name: str) -> NDArray[np.float64]:
    """Of the cells of a map: in the middle between values, in the logarithm on such an axis."""
    values = table.varied[name]
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
    ``strobe(...)`` and ``at_events(...)``, those of the way back in another colour. Axes have
    units in SI, and are logarithmic for parameters in ``table.logarithmic``.

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
    x = np.broadcast_to(table[over][:, None], columns.shape)
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
        axes.plot(table.varied[names[0]], numbers, marker=".", markersize=3, linewidth=1.0)
        axes.set(xlabel=_label(table, names[0]), ylabel=_label(table, name),
                 xscale=_scale(table, names[0]))
        return
    mesh = axes.pcolormesh(_edges(table, names[1]), _edges(table, names[0]), numbers,
                           shading="flat", cmap="viridis")
    if axes.figure is not None:
        axes.figure.colorbar(mesh, ax=axes, label=_label(table, name))
    axes.set(xlabel=_label(table, names[1]), ylabel=_label(table, names[0]),
             xscale=_scale(table, names[1]), yscale=_scale(table, names[0]))
