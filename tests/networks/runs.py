"""Runs of the program, and their result files."""
import json
import os
import pathlib
import re
import subprocess

APP = os.environ.get("LUZTAR_APP", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/luztar"))
PLACE = re.compile(r"\S*\.toml:\d+:\d+: ")


class Run:
    """One run into `folder`: its exit status, its words and what it wrote."""

    def __init__(self, model, folder, *options):
        self.folder = pathlib.Path(folder)
        done = subprocess.run([APP, "simulate", str(model), "--out", str(folder), "--no-report", "--quiet", *options],
                              capture_output=True, text=True, check=False)
        self.code, self.words = done.returncode, done.stderr
        self.summary = self.read_summary()

    def read_summary(self):
        path = self.folder / "summary.json"
        if not path.exists():
            return {}
        summary = json.loads(path.read_text())
        for key in ("file", "hash"):
            del summary["model"][key]
        state = summary.get("final_state", {}).get("state", {})
        state.get("reached", {}).pop("laws", None)  # a hash of how laws are written
        # Of warnings those about the run; what is said of places in the file is no part of it.
        summary["warnings"] = [words for words in summary["warnings"] if not PLACE.match(words)]
        return summary

    def files(self):
        """Name -> bytes; the summary without what says which file the model is in."""
        found = {}
        if self.folder.exists():
            found = {path.name: path.read_bytes() for path in self.folder.iterdir() if path.name != "summary.json"}
        return {**found, "summary.json": json.dumps(self.summary).encode()}


def differences(one, other):
    """Names of the files that are not the same."""
    first, second = one.files(), other.files()
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
