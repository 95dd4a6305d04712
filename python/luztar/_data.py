"""Measured data beside a run: columns of a dict, a DataFrame or a CSV file."""
from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from luztar import _core
from luztar._names import suggestion

_TITLE = re.compile(r"(.*?)\s*\[([^\]]*)\]\s*")
_TIMES = ("t", "time")


class _Column(NamedTuple):
    """A channel and the column that was measured of it."""

    channel: str
    column: str
    unit: str  #: "" if it is in SI


def name_and_unit(title: str) -> tuple[str, str]:
    """``("position", "mm")`` of ``"position [mm]"``."""
    match = _TITLE.fullmatch(title)
    return (match[1], match[2]) if match else (title, "")


def record_of_data(data: Any, run: _core.RunRecord, columns: Mapping[str, str] = {},
                   time: str = "") -> _core.RunRecord:
    """Data in SI, as channels of a run.

    :param data: a CSV file, a dict of columns or a DataFrame. Columns of times are ``t`` or
        ``time``, or the index of a DataFrame [s].
    :param columns: names of columns by channel, ``{"q.block": "position [mm]"}``; columns with
        the name of a channel, ``"q.block"`` or ``"q.block [mm]"``, are found.
    :param time: the name of the column of times.

    Raises KeyError for what is not there, ValueError for columns of different lengths,
    :class:`luztar.ModelError` for a file that cannot be read and for units that do not fit.
    """
    if isinstance(data, (str, os.PathLike)):
        given = [f"{channel}={column}" for channel, column in columns.items()]
        return _core.data_of_file(os.fspath(data), time, given, run)
    titles = {str(title): title for title in data}
    times = np.asarray(data[_time_title(titles, time)] if time or _has_times(titles)
                       else _index_of(data), dtype=float)
    found = []
    for channel, title, unit in _chosen(titles, run, columns):
        values = np.asarray(data[titles[title]], dtype=float)
        if values.shape != times.shape:
            raise ValueError(f"{title} has {values.size} values, there are {times.size} times")
        found.append((channel, unit, values.tolist()))
    return _core.record_of_data("data", times.tolist(), found, run)


def _has_times(titles: Mapping[str, Any]) -> bool:
    return any(name_and_unit(title)[0] in _TIMES for title in titles)


def _time_title(titles: Mapping[str, Any], time: str) -> Any:
    for title, key in titles.items():
        if (title == time) if time else (name_and_unit(title)[0] in _TIMES):
            return key
    raise KeyError(f"the data have no column '{time}'; {suggestion(time, titles)}")


def _index_of(data: Any) -> Any:
    if not hasattr(data, "index") or isinstance(data, Mapping):
        raise KeyError('the data have no column of times; name it "t"')
    return data.index


def _chosen(titles: Mapping[str, Any], run: _core.RunRecord,
            columns: Mapping[str, str]) -> list[_Column]:
    known = run.names()
    found = []
    for channel, wanted in columns.items():
        if channel not in known:
            raise KeyError(f"the run has no channel '{channel}'; {suggestion(channel, known)}")
        name, unit = name_and_unit(wanted)
        title = next((t for t in titles if t in (wanted, name) or name_and_unit(t)[0] == name), "")
        if not title:
            raise KeyError(f"the data have no column '{wanted}'; {suggestion(wanted, titles)}")
        found.append(_Column(channel, title, unit or name_and_unit(title)[1]))
    for title in titles:
        channel, unit = name_and_unit(title)
        if channel in known and channel not in columns:
            found.append(_Column(channel, title, unit))
    if not found:
        raise KeyError('no column has the name of a channel; say which one is: '
                       'columns={"q.BODY": "COLUMN [UNIT]"}')
    return found
