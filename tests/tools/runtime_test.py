#!/usr/bin/env python3
"""The runtime of generated functions is C99 and Python as it stands."""
import builtins
import itertools
import os
import pathlib
import subprocess
import symtable
import sys
import unittest

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "src" / "luztar" / "derive" / "runtime"
COMPILER = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-unused-function",
            "-Wno-unused-const-variable",
            "-c", "-o", os.devnull]
SOLVERS = ("", "INNER LAST", "MASSLESS LAST", "INNER MASSLESS LAST", "BOX")
AROUND = ("", "BREAKS CYCLES", "CYCLES RIGID")


def complaints(file: pathlib.Path, features: str = "") -> str:
    """What the language's own program says of a file."""
    command = [sys.executable, "-B", "-W", "error"]
    if file.suffix == ".c":
        command = [*COMPILER, *(f"-D{feature}" for feature in features.split())]
    done = subprocess.run([*command, str(file)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.stdout or (f"exit status {done.returncode}" if done.returncode else "")


def global_names(source: str) -> tuple[set[str], set[str], set[str]]:
    """Names that a module defines, those of them that it imports, and those that it reads."""
    module = symtable.symtable(source, "module", "exec")
    defined = {name.get_name() for name in module.get_symbols()
               if name.is_assigned() or name.is_imported()}
    imported = {name.get_name() for name in module.get_symbols() if name.is_imported()}
    read, scopes = set(), [module]
    while scopes:
        scope = scopes.pop()
        scopes += scope.get_children()
        read |= {name.get_name() for name in scope.get_symbols()
                 if name.is_referenced() and (scope is module or name.is_global())}
    return defined, imported, read


class RuntimeTest(unittest.TestCase):
    def test_every_file_stands_by_itself(self):
        files = sorted(RUNTIME.glob("*.c")) + sorted(RUNTIME.glob("*.py"))
        self.assertGreater(len(files), 8)
        for file in files:
            self.assertEqual(complaints(file), "", file.name)

    def test_c_compiles_with_all_features_of_models(self):
        for solver, around in itertools.product(SOLVERS, AROUND):  # forces.c includes the solver
            self.assertEqual(complaints(RUNTIME / "forces.c", f"{solver} {around}"), "")
        self.assertEqual(complaints(RUNTIME / "helpers.c", "RATES TABLES STOPS PUSHES LARGEST PRESSED"), "")

    def test_python_reads_no_unknown_names_and_imports_no_unused_ones(self):
        for file in sorted(RUNTIME.glob("*.py")):
            defined, imported, read = global_names(file.read_text())
            self.assertEqual(read - defined - set(dir(builtins)), set(), file.name)
            self.assertEqual(imported - read, set(), file.name)

    def test_a_mistake_is_found(self):
        defined, imported, read = global_names("import math\ndef f(x):\n    return x + y\n")
        self.assertEqual((read - defined, imported - read), ({"y"}, {"math"}))


if __name__ == "__main__":
    unittest.main()
