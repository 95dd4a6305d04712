"""The scripts of examples/python run as they stand, hold what they assert and leave their pictures."""
import os
import re
import subprocess
import sys

import matplotlib.image
import pytest

from conftest import EXAMPLES

SCRIPTS = sorted((EXAMPLES / "python").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs_and_draws(script, tmp_path):
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True,
                          timeout=300, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    assert done.stderr == "" and done.stdout
    pictures = re.findall(r'savefig\("([^"]+)"', script.read_text())
    assert pictures and sorted(p.name for p in tmp_path.iterdir()) == sorted(pictures)
    for picture in pictures:
        pixels = matplotlib.image.imread(tmp_path / picture)[..., :3]
        assert pixels.std() > 0.05, "there is something to see"


def test_the_scripts_are_numbered_in_reading_order():
    assert [script.name[:2] for script in SCRIPTS] == [f"{i:02}" for i in range(1, len(SCRIPTS) + 1)]
    assert all("assert " in script.read_text() for script in SCRIPTS)
