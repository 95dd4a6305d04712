"""Packages that only some functions need."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def of_extra(name: str) -> Iterator[None]:
    """Imports inside say how to get what is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is not installed, which this needs: pip install 'luztar[{name}]', or "
            f"'.[{name}]' beside its source", name=error.name) from error
