"""Tests of tools/deps.sh with a pretended package manager: nothing is installed here."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = "bash sh awk grep tr sed fold wc mktemp rm tail cat env dirname".split()


class Machine:
    """A folder of commands: real ones of the system and pretended ones."""

    def __init__(self, folder: str, installed: list[str], user: int, sudo: str | None) -> None:
        self.bin = pathlib.Path(folder)
        self.log = self.bin / "log"
        self.log.write_text("")
        for name in COMMANDS:
            found = subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True,
                                   text=True, check=True).stdout.strip()
            (self.bin / name).symlink_to(found)
        known = " ".join(installed)
        self.script("dpkg-query", f'case " {known} " in *" $4 "*) echo "install ok installed";;'
                                  " *) exit 1;; esac")
        self.script("apt-get", f'echo "apt-get $*" >> {self.log}')
        self.script("id", f"echo {user}")
        if sudo is not None:
            self.script("sudo", sudo)

    def script(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if k != "LUZTAR_NO_DEPS"}
        environment["PATH"] = str(self.bin)
        return subprocess.run([str(self.bin / "bash"), str(ROOT / "tools/deps.sh"), *arguments],
                              env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)


def base_packages() -> list[str]:
    text = (ROOT / "tools/deps.sh").read_text()
    return [line.split()[1] for line in text.splitlines() if line.startswith("base ")]


class Deps(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def machine(self, installed: list[str], user: int = 0, sudo: str | None = None) -> Machine:
        return Machine(self.folder.name, installed, user, sudo)

    def test_nothing_is_called_when_nothing_is_missing(self) -> None:
        machine = self.machine(base_packages())
        done = machine.run()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(machine.log.read_text(), "")

    def test_root_installs_only_what_is_missing(self) -> None:
        machine = self.machine([p for p in base_packages() if p not in ("cmake", "doctest-dev")])
        self.assertEqual(machine.run().returncode, 0)
        self.assertEqual(machine.log.read_text(), "apt-get update\napt-get install -y "
                         "--no-install-recommends cmake doctest-dev\n")

    def test_a_user_without_rights_gets_the_command_and_status_3(self) -> None:
        for sudo in (None, "exit 1"):
            with tempfile.TemporaryDirectory() as folder:
                machine = Machine(folder, [p for p in base_packages() if p != "cmake"], 1000, sudo)
                done = machine.run()
                self.assertEqual(done.returncode, 3)
                self.assertIn("sudo sh -c 'apt-get update && apt-get install -y "
                              "--no-install-recommends cmake'", done.stderr)
                self.assertEqual(machine.log.read_text(), "", "nothing may be changed")

    def test_a_user_with_sudo_installs_through_it(self) -> None:
        machine = self.machine([p for p in base_packages() if p != "cmake"], 1000,
                               '[ "$1" = -n ] && shift; exec "$@"')
        # `sudo -n true` asks for rights; the pretended sudo needs a `true` to run.
        machine.script("true", "exit 0")
        self.assertEqual(machine.run().returncode, 0)
        self.assertIn("install -y --no-install-recommends cmake", machine.log.read_text())

    def test_a_failing_package_manager_is_status_1(self) -> None:
        machine = self.machine([])
        machine.script("apt-get", "echo 'E: no network' >&2; exit 100")
        done = machine.run()
        self.assertEqual(done.returncode, 1)
        self.assertIn("E: no network", done.stderr)


if __name__ == "__main__":
    unittest.main()
