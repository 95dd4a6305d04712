"""The commands of docs/install.md, its rows `| what | `command` |`, and how to run them."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = dict(re.findall(r"^\| ([^|`]+) \| `([^`]+)` \|$", (ROOT / "docs" / "install.md").read_text(), re.MULTILINE))
VERSION = re.search(r"project\(luztar VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def run(command, folder=ROOT, **variables):
    """Standard output of a command that must succeed, in an environment that knows of no other luztar."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("CMAKE_PREFIX_PATH", "PKG_CONFIG_PATH", "DESTDIR")} | variables
    done = subprocess.run(command, shell=isinstance(command, str), cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    if done.returncode:
        raise AssertionError(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout
