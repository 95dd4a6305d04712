#!/usr/bin/env python3
"""The Debian package: what it says of itself and holds, that its program runs, that a purge takes all of it.

Needs build/release and what `tools/deps.sh package` brings.
"""
import os
import pathlib
import re
import tempfile
import unittest

from documented import ROWS, VERSION, run


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.place = pathlib.Path(place.name)
        run("umask 077 && " + ROWS["a Debian package"].replace("build/package", str(cls.place)))
        [cls.package] = cls.place.glob("*.deb")
        cls.tree = cls.place / "tree"
        run(["dpkg-deb", "-x", cls.package, cls.tree])

    def field(self, name):
        return run(["dpkg-deb", "-f", self.package, name]).strip()

    def test_it_says_what_it_is_and_what_it_needs(self):
        self.assertEqual(self.field("Package"), "luztar")
        self.assertEqual(self.field("Version"), VERSION)
        self.assertEqual(self.field("Section"), "science")
        self.assertEqual(self.field("Maintainer"), "The luztar authors")
        self.assertRegex(self.field("Description"), r"\AMechanical networks with dry friction.*\n luztar simulates")
        needed = {name.split()[0] for name in self.field("Depends").split(",")}
        self.assertLessEqual({"libc6", "libstdc++6"}, needed)
        self.assertTrue(any(re.fullmatch(r"libfmt\d+\w*", name) for name in needed), needed)
        self.assertFalse(any(name.endswith("-dev") for name in needed), needed)

    def test_it_holds_the_files_of_a_package_readable_by_all(self):
        lines = run(["dpkg-deb", "-c", self.package]).splitlines()
        modes = {line.split()[5].removeprefix("."): line.split()[0] for line in lines}
        outside = [name for name in modes if not f"{name}/".startswith(
            ("/usr/bin/luztar/", "/usr/include/luztar/", "/usr/lib/", "/usr/share/doc/luztar/"))
            and name not in ("/usr/", "/usr/bin/", "/usr/include/", "/usr/share/", "/usr/share/doc/")]
        self.assertEqual(outside, [])
        for name in ("bin/luztar", "include/luztar/luztar.h", "lib/libluztar_core.a", "share/doc/luztar/copyright",
                     "lib/cmake/luztar/luztarConfig.cmake", "lib/pkgconfig/luztar.pc"):
            self.assertIn(f"/usr/{name}", modes)
        for name, mode in modes.items():
            program = name.endswith("/") or name == "/usr/bin/luztar"
            self.assertEqual(mode[1:], "rwxr-xr-x" if program else "rw-r--r--", name)

    def test_its_program_runs(self):
        program = self.tree / "usr" / "bin" / "luztar"
        self.assertEqual(run([program, "--version"]), f"luztar {VERSION}\n")
        out = run([program, "simulate", "examples/janecek_guide.toml", "--out", self.place / "out"],
                  self.tree / "usr" / "share" / "doc" / "luztar")
        self.assertIn("finished at t = 9.5 s", out)

    @unittest.skipIf(os.geteuid(), "only root may install")
    def test_a_purge_takes_all_of_it(self):
        root = self.place / "root"
        for folder in ("updates", "info"):
            (root / "var/lib/dpkg" / folder).mkdir(parents=True)
        for file in ("status", "available"):
            (root / "var/lib/dpkg" / file).touch()
        dpkg = f"PATH=$PATH:/usr/sbin:/sbin dpkg --root={root} --log={self.place / 'log'}"
        # An empty folder has no libc6, and no shell for the script that calls ldconfig.
        dpkg += " --force-script-chrootless"
        run(f"{dpkg} --force-depends --install {self.package}")
        self.assertTrue((root / "usr/bin/luztar").exists())
        run(f"{dpkg} --purge luztar")
        left = [str(path) for path in root.rglob("*") if "dpkg" not in path.parts and path.is_file()]
        self.assertEqual(left, [])
        self.assertEqual([str(path) for path in root.rglob("*luztar*")], [])


if __name__ == "__main__":
    unittest.main()
