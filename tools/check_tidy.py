#!/usr/bin/env python3
"""Runs clang-tidy with the list of .clang-tidy on the sources of the library and the program.

    tools/check_tidy.py [LAYER...]     default: all; LAYER: a folder of src/luztar, or `app`

Needs build/release: the sources of a layer are read together, as its unity build compiles them,
which takes a quarter of the time. The last line is `N passed, N failed`; exit status 1 if one failed.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
TIDY = "clang-tidy-14"
TARGET = re.compile(r"/luztar_(?!test)(\w+)\.dir/")
SUMMARY = re.compile(r"^\d+ warnings? |^\d+ warnings? and |^Error while processing |^Suppressed ")


def sources(layers: list[str]) -> list[str]:
    """What the compiler gets for these layers."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    found = [(TARGET.search(command["command"]), command["file"]) for command in commands]
    return sorted(file for target, file in found if target and (not layers or target[1] in layers))


def messages(source: str) -> str:
    """What clang-tidy finds in a source; empty if it finds nothing."""
    done = subprocess.run([TIDY, "-p", str(BUILD), "--quiet", source], cwd=ROOT,
                          capture_output=True, text=True)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not SUMMARY.match(line)]
    if done.returncode == 0:
        return ""
    return "\n".join(lines or [f"{TIDY} ended with {done.returncode}: {source}"]) + "\n"


def main(layers: list[str]) -> int:
    if any(layer.startswith("-") for layer in layers):
        print(__doc__)
        return 2
    if not shutil.which(TIDY) or not (BUILD / "compile_commands.json").exists():
        print(f"needs {TIDY} and build/release (tools/build.sh release)")
        return 2
    files = sources(layers)
    if nothing := [layer for layer in layers if not sources([layer])]:
        print(f"no sources of {', '.join(nothing)} in {BUILD.relative_to(ROOT)}")
        return 2
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(messages, files) if text]
    print("".join(dict.fromkeys(found)), end="")
    print(f"{len(files) - len(found)} passed, {len(found)} failed")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
