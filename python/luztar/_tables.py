"""A model written in Python as the text of a model file, and back from its lines to its keys."""
from __future__ import annotations

import json
import math
import numbers
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _number(value: numbers.Real) -> str:
    if isinstance(value, numbers.Integral):
        return str(int(value))
    real = float(value)
    if math.isnan(real):
        return "nan"
    if math.isinf(real):
        return "inf" if real > 0 else "-inf"
    text = repr(real)
    return text if any(c in text for c in ".en") else text + ".0"


def _value(value: Any, place: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Real):
        return _number(value)
    if isinstance(value, (str, os.PathLike)):
        return json.dumps(os.fspath(value), ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, Mapping):
        items = (f"{_key(str(k))} = {_value(v, f'{place}.{k}')}" for k, v in value.items())
        return "{ " + ", ".join(items) + " }"
    if hasattr(value, "tolist"):  # numpy
        return _value(value.tolist(), place)
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(v, place) for v in value) + "]"
    raise TypeError(f"{place}: a model holds numbers, text, lists and dicts, not "
                    f"{type(value).__name__}")


class Tables:
    """The text, and the dotted key that stands in each of its lines."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._lines: list[str] = []
        self._keys: list[str] = []
        self._write(tables, "")
        self.text = "\n".join(self._lines) + "\n"

    def _add(self, line: str, key: str) -> None:
        self._lines.append(line)
        self._keys.append(key)

    def _write(self, table: Mapping[str, Any], path: str) -> None:
        """Values first: what follows a header belongs to it."""
        inner = {k: v for k, v in table.items() if isinstance(v, Mapping)}
        for name, value in table.items():
            if name in inner:
                continue
            place = f"{path}.{name}" if path else str(name)
            self._add(f"{_key(str(name))} = {_value(value, place)}", place)
        for name, value in inner.items():
            place = f"{path}.{name}" if path else str(name)
            header = ".".join(_key(part) for part in (*self._path_of(path), str(name)))
            self._add(f"[{header}]", place)
            self._write(value, place)

    @staticmethod
    def _path_of(path: str) -> list[str]:
        return path.split(".") if path else []

    def key_at(self, line: int) -> str:
        """The dotted key of a line, from 1; "" for none."""
        return self._keys[line - 1] if 0 < line <= len(self._keys) else ""
