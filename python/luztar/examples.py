"""The examples that come with luztar."""
from __future__ import annotations

from importlib import resources
from pathlib import Path

from luztar import model as _model
from luztar._errors import Diagnostic, ModelError
from luztar._names import suggestion


def _folder() -> Path:
    return Path(str(resources.files("luztar"))) / "examples"


def examples() -> list[str]:
    """Names of the examples, in reading order."""
    lines = (_folder() / "list.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.startswith(" ") and line.strip()]


def example(name: str) -> _model.Model:
    """An example by its name, "belt"; see :func:`examples`. Raises ModelError for another name."""
    known = examples()
    if name not in known:
        raise ModelError([Diagnostic(name, 0, 0, f"no example '{name}'", suggestion(name, known))])
    return _model.load(_folder() / f"{name}.toml")
