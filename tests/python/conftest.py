"""What the tests of the package share."""
from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys

import matplotlib
import pytest

matplotlib.use("Agg")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"


@pytest.fixture
def program() -> pathlib.Path:
    """The command line that came with the package."""
    return pathlib.Path(sys.executable).parent / "luztar"


@pytest.fixture
def interruptible():
    """Ctrl-C means KeyboardInterrupt, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run_program(program, tmp_path):
    """Runs the command line in an empty folder; returns what it printed."""
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(program), *map(str, arguments)], cwd=tmp_path, text=True,
                              capture_output=True, timeout=120, env={**os.environ})
    return run
