"""Sliders of parameters beside the report of a run, in a notebook: :meth:`luztar.Model.explore`."""
from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from luztar._errors import Diagnostic, ModelError
from luztar._extras import of_extra

with of_extra("widget"):
    import anywidget
    import traitlets

if TYPE_CHECKING:
    from luztar.model import Model, Value
    from luztar.run import Run

_SHOWN_FIRST = 6  #: sliders, if none is named


class Explorer(anywidget.AnyWidget):
    """Sliders and the report of the run with their values, which follows them.

    ``values`` are the values of the sliders by name, in SI: set them to move the sliders. ``run`` is the run that is
    shown, ``message`` what is wrong with the values, "" if nothing.
    """

    _esm = Path(__file__).with_name("widget.js")
    _css = Path(__file__).with_name("widget.css")
    _sliders: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _page = traitlets.Unicode().tag(sync=True)
    _answers = traitlets.Int().tag(sync=True)  #: values that have been looked at
    height = traitlets.Int(640).tag(sync=True)  #: of the report [pixels]
    values = traitlets.Dict().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)

    def __init__(self, model: Model, sliders: Sequence[dict[str, Any]], fixed: Mapping[str, Value],
                 height: int = 640) -> None:
        super().__init__(_sliders=list(sliders), height=height,
                         values={slider["name"]: slider["value"] for slider in sliders})
        self._model, self._fixed = model, dict(fixed)
        self._show_run()
        self.observe(self._follow, names="values")

    def _show_run(self) -> None:
        """Runs the model with the values; a run that ends early is shown as far as it got."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the report says the same
            self.run: Run = self._model.simulate(**{**self._fixed, **self.values})
        self._page = self.run._page()

    def _follow(self, _change: object) -> None:
        """Values that are wrong are told of; the run that was shown stays."""
        try:
            self._show_run()
            self.message = ""
        except ModelError as error:
            self.message = str(error)
        self._answers += 1


def explore(model: Model, names: Sequence[str], values: Mapping[str, Value | tuple[float, float]],
            height: int) -> Explorer:
    """See :meth:`luztar.Model.explore`."""
    ranges = {name: value for name, value in values.items() if isinstance(value, (tuple, list))}
    fixed: dict[str, Value] = {name: value for name, value in values.items()
                               if not isinstance(value, (tuple, list))}
    chosen = [*names, *(name for name in ranges if name not in names)]
    if not chosen:
        chosen = [name for name in model.parameters if name not in fixed][:_SHOWN_FIRST]
    model._unknown(chosen, ())
    both = [name for name in chosen if name in fixed]
    if both:
        raise ModelError([Diagnostic(both[0], 0, 0, f"'{both[0]}' has a slider and a fixed value",
                                     f"write {both[0]}=(low, high) for a slider with these ends")])
    sliders = [_slider(model, name, ranges.get(name)) for name in chosen]
    return Explorer(model, sliders, fixed, height)


def _slider(model: Model, name: str, ends: Any) -> dict[str, Any]:
    """What the page needs of a slider; values are in SI, shown in the unit of the file."""
    _, value, unit, about, factor = model.parameters[name]
    low, high = _ends(name, value, ends)
    if not low <= value <= high:
        value = low if value < low else high
    return {"name": name, "value": value, "low": low, "high": high, "about": about or name,
            "unit": "" if unit == "1" else unit, "factor": factor}


def _ends(name: str, value: float, ends: Any) -> tuple[float, float]:
    """Least and greatest value [SI]; without `ends` from 0 to twice the value."""
    if ends is None:
        return (-1.0, 1.0) if value == 0 else (min(0.0, 2 * value), max(0.0, 2 * value))
    try:
        low, high = (float(end) for end in ends)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ModelError([Diagnostic(name, 0, 0, f"{name}={ends!r} is not a range of a slider",
                                     f"write {name}=(low, high) with two numbers in SI")])
    return low, high
