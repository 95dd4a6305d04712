"""Tests of ./luztar, ./check and .ci/run in a copy with a pretended CMake: nothing is compiled."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Writes a program that prints its arguments and its folder and returns 7.
CMAKE = r"""#!/bin/sh
echo "cmake $*" >> LOG
case "$*" in *--build*) ;; *) exit 0 ;; esac
if [ -e BROKEN ]; then echo 'src/a.cpp:1:1: error: broken'; exit 1; fi
printf '#!/bin/sh\necho "[$*] $PWD"\nexit 7\n' > PROGRAM
chmod +x PROGRAM
"""


class FrontDoors(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name).resolve() / "a house"  # a blank in the path
        (self.home / "src").mkdir(parents=True)
        (self.home / "src" / "a.cpp").write_text("")
        for name in ("luztar", "check", ".ci", "tools"):
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, self.home / name)
        self.log = self.home / "log"
        self.log.write_text("")
        fake = self.home / "bin" / "cmake"
        fake.parent.mkdir()
        program = self.home / "build" / "release" / "luztar"
        fake.write_text(CMAKE.replace("LOG", f'"{self.log}"')
                        .replace("BROKEN", f'"{self.home}/broken"')
                        .replace("PROGRAM", f'"{program}"'))
        fake.chmod(0o755)
        self.age_sources()

    def age_sources(self, seconds: float = -100) -> None:
        when = time.time() + seconds
        for path in (self.home / "src", self.home / "src" / "a.cpp"):
            os.utime(path, (when, when))

    def run_door(self, *command: str, cwd: pathlib.Path | None = None, **variables: str):
        environment = {**os.environ, "LUZTAR_NO_DEPS": "1", **variables}
        environment["PATH"] = f"{self.home / 'bin'}:{environment['PATH']}"
        return subprocess.run([str(self.home / command[0]), *command[1:]], env=environment,
                              cwd=cwd or self.home, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)

    def calls(self) -> int:
        return len(self.log.read_text().splitlines())

    def test_arguments_folder_and_exit_status_are_the_users(self) -> None:
        with tempfile.TemporaryDirectory() as elsewhere:
            done = self.run_door("luztar", "check", "a b", cwd=pathlib.Path(elsewhere))
            self.assertEqual(done.stdout, f"[check a b] {os.path.realpath(elsewhere)}\n")
        self.assertEqual(done.returncode, 7)

    def test_the_program_is_built_on_first_use_and_when_sources_are_newer(self) -> None:
        self.run_door("luztar")
        first = self.calls()
        self.assertGreater(first, 0)
        self.run_door("luztar")
        self.assertEqual(self.calls(), first, "nothing changed, so nothing is built")
        self.age_sources(+1)
        self.run_door("luztar")
        self.assertGreater(self.calls(), first)

    def test_a_new_and_a_deleted_source_are_noticed(self) -> None:
        self.run_door("luztar")
        before = self.calls()
        time.sleep(0.02)
        (self.home / "src" / "a.cpp").unlink()
        self.run_door("luztar")
        self.assertGreater(self.calls(), before)

    def test_a_program_that_cannot_be_built_is_not_run(self) -> None:
        self.run_door("luztar")
        (self.home / "broken").write_text("")
        self.age_sources(+1)
        done = self.run_door("luztar")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("src/a.cpp:1:1: error: broken", done.stderr)

    def test_check_fails_and_counts_when_the_build_fails(self) -> None:
        (self.home / "broken").write_text("")
        shutil.rmtree(self.home / "tools" / "__pycache__", ignore_errors=True)
        done = self.run_door(".ci/run", CI="")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\n\d+ passed, [1-9]\d* failed, \d+ skipped\n$")
        self.assertTrue(all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout)


if __name__ == "__main__":
    unittest.main()
