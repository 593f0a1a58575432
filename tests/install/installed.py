#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# installed.py MESON BUILD SOURCE: checks that an installation works at a place that it was not
# configured for, in an environment with PATH only; and that all of it can be removed again.

import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import opened
import tap

meson, build, source = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
temporary = tempfile.TemporaryDirectory()
folder = pathlib.Path(temporary.name)
options = {
    option["name"]: option["value"]
    for option in json.loads((build / "meson-info" / "intro-buildoptions.json").read_text())
}
prefix = folder / "tree" / options["prefix"].lstrip("/")
BARE = {"PATH": "/usr/bin:/bin"}
UNINSTALL = source / "data/uninstall.py"


def at(option, *rest):
    """Returns a place below one of meson's folders, in the installed tree."""
    return prefix.joinpath(options[option], *rest)


def mirror_build():
    """Creates a build folder with its own logs: meson's list of manual installations stays
    unchanged."""
    copy = folder / "build"
    for name in ("meson-private", "meson-logs"):
        copy.joinpath(name).mkdir(parents=True)
    shutil.copy(build / "meson-private" / "install.dat", copy / "meson-private")
    for entry in build.iterdir():
        if not copy.joinpath(entry.name).exists():
            copy.joinpath(entry.name).symlink_to(entry)


def install():
    tap.call(
        meson, "install", "--quiet", "--no-rebuild", "-C", folder / "build", "--destdir", folder / "tree"
    )


def command_line():
    example = at("datadir", "linkwright", "examples", "four-bar.json")
    written = tap.call(
        at("bindir", "linkwright-cli"), "run", "--until", "1", "--every", "0.1", example, env=BARE
    )
    rows = [line.split(",") for line in written.splitlines()]
    assert rows[0][0].startswith("time"), rows[0]
    times = [float(row[0]) for row in rows[1:]]
    assert len(times) == 11 and all(math.isclose(t, k / 10) for k, t in enumerate(times)), times


def libraries():
    """The programs contain the engine, and depend on no folder of the build."""
    for program in at("bindir").iterdir():
        listed = tap.call("ldd", program, env=BARE)
        assert "not found" not in listed, listed
        assert "linkwright-dynamics" not in listed, listed
        dynamic = tap.call("readelf", "--dynamic", program)
        assert "RPATH" not in dynamic and "RUNPATH" not in dynamic, dynamic


def python_module():
    """The module finds the installed library, and runs an installed example."""
    if options["b_sanitize"] != "none":
        raise tap.Skip("built with sanitizers")
    found = [path.parents[1] for path in prefix.rglob("linkwright/__init__.py")]
    assert len(found) == 1, found
    code = (
        "import sys, linkwright; run = linkwright.open(sys.argv[1]).run(until=1, every=0.1); "
        "print(len(run), run.time[10], linkwright.version())"
    )
    environment = {"PYTHONPATH": found[0], "LD_LIBRARY_PATH": at("libdir"), "PYTHONDONTWRITEBYTECODE": "1"}
    example = at("datadir", "linkwright", "examples", "four-bar.json")
    written = tap.call(sys.executable, "-c", code, example, env=BARE | environment)
    assert written.split()[:2] == ["11", "1.0"], written


def facade():
    """A program in C uses the library without headers of others."""
    program = source / "tests/install/rocker.c"
    library = {"LD_LIBRARY_PATH": str(at("libdir"))}
    built = compiled("cc", program, *flags("--cflags", "--libs", package="linkwright"), "-lm")
    example = at("datadir", "linkwright", "examples", "four-bar.json")
    swing = float(tap.call(built, example, env=BARE | library))
    assert math.isclose(swing, 56.341118, abs_tol=2e-4), swing


def flags(*which, package="linkwright-dynamics"):
    if options["b_sanitize"] != "none":
        raise tap.Skip("built with sanitizers")
    environment = {
        "PKG_CONFIG_LIBDIR": at("libdir", "pkgconfig"),
        "PKG_CONFIG_SYSROOT_DIR": folder / "tree",
    }
    return tap.call("pkg-config", *which, package, env=BARE | environment).split()


def compiled(compiler, program, *arguments):
    if shutil.which(compiler) is None:
        raise tap.Skip(f"{compiler} is not installed")
    result = folder / program.stem
    tap.call(compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", program, "-o", result, *arguments)
    return result


def assert_falls(program, **environment):
    fallen = float(tap.call(program, env=BARE | environment))
    assert math.isclose(fallen, -9.81 / 2, rel_tol=1e-12), fallen


def shared_library():
    program = source / "tests/install/falling-body.c"
    library = {"LD_LIBRARY_PATH": str(at("libdir"))}
    assert_falls(compiled("cc", program, *flags("--cflags", "--libs")), **library)
    rpath = f"-Wl,-rpath,{at('libdir')}"
    assert_falls(compiled("cc", program, *flags("--cflags", "--libs"), rpath))


def static_library():
    program = source / "tests/install/falling-body.c"
    archive = at("libdir", "liblinkwright-dynamics.a")
    arguments = flags("--static", "--cflags", "--libs")
    arguments[arguments.index("-llinkwright-dynamics")] = archive
    assert_falls(compiled("cc", program, *arguments))


def cpp(compiler):
    """The four-bar of the examples ends at the reference pose."""
    program = compiled(
        compiler, source / "docs/examples/four-bar.cpp", "-std=c++17", *flags("--cflags", "--libs")
    )
    written = tap.call(program, env=BARE | {"LD_LIBRARY_PATH": str(at("libdir"))})
    got = [[float(number) for number in line.split(",")] for line in written.splitlines()]
    expected = [
        [float(number) for number in line.split(",")]
        for line in (source / "tests/reference/fourbar.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert len(got) == len(expected) == 11
    for here, there in zip(got, expected):
        # t, then x y angle of each body, beside velocities in the reference
        poses = [there[0]] + [there[1 + 6 * body + k] for body in range(3) for k in range(3)]
        for a, b in zip(here, poses, strict=True):
            assert abs(a - b) < 1e-8, f"{here} is not {poses}"


def german():
    """Returns variables of the environment that make programs use German. C.UTF-8 does not work
    from glibc 2.39 onwards: it disables translation."""
    locales = folder / "locales"
    locales.mkdir()
    # It prints warnings for many valid locales, and then exits with 1.
    subprocess.run(
        ["localedef", "-i", "de_DE", "-f", "UTF-8", locales / "de_DE.UTF-8"], capture_output=True, check=False
    )
    return {"LOCPATH": str(locales), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}


def window():
    """The program shows its window in German, with the examples and with its settings."""
    program = at("bindir", "linkwright")
    if not program.exists():
        raise tap.Skip("built without a window")
    make_caches()
    files = opened.Opened(
        at("datadir", "glib-2.0", "schemas", "gschemas.compiled"),
        at("datadir", "linkwright", "examples", "four-bar.json"),
        at("localedir", "de", "LC_MESSAGES", "linkwright.mo"),
    )
    environment = BARE | german() | {
        "DISPLAY": os.environ["DISPLAY"],
        "HOME": os.environ["HOME"],
        # No driver, and no bus that stays behind.
        "GSK_RENDERER": "cairo",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }
    # Drivers that are not there are looked for nevertheless, and report errors: GTK has two words for "no".
    environment |= {name: os.environ[name] for name in ("GDK_DEBUG", "GDK_DISABLE") if name in os.environ}
    with open(folder / "messages", "w+") as messages:
        process = subprocess.Popen([program], env=environment, stderr=messages)
        try:
            missing = files.wait(60)
            assert not missing, f"not opened: {missing}"
            tap.call("xdotool", "search", "--sync", "--onlyvisible", "--class", "linkwright", timeout=60)
            assert process.poll() is None, f"it ended with {process.returncode}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
        messages.seek(0)
        said = messages.read()
        assert "CRITICAL" not in said and "rror" not in said, said


def make_caches():
    """Makes the caches like a package after its installation, or meson without a package."""
    quiet = {"env": BARE | {"XDG_DATA_DIRS": str(at("datadir"))}}
    tap.call("glib-compile-schemas", "--strict", at("datadir", "glib-2.0", "schemas"), **quiet)
    tap.call("update-desktop-database", at("datadir", "applications"), **quiet)
    tap.call("update-mime-database", at("datadir", "mime"), **quiet)
    tap.call("gtk4-update-icon-cache", "-q", "-t", "-f", at("datadir", "icons", "hicolor"), **quiet)


def compile_modules():
    """Compiles the Python modules, as newer versions of meson and the first import do."""
    tap.call(sys.executable, "-m", "compileall", "-q", prefix)
    assert not list(prefix.rglob("*.py")) or list(prefix.rglob("*.pyc"))


def uninstall_beside_another():
    """Files of another program stay, and the cache lists that program only."""
    applications = at("datadir", "applications")
    other = applications / "other.desktop"
    other.write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=other\nMimeType=text/x;\n")
    make_caches()
    compile_modules()
    cache = applications / "mimeinfo.cache"
    assert "inkwright" in cache.read_text() and "other" in cache.read_text()
    tap.call(UNINSTALL, folder / "build")
    left = [path for path in (folder / "tree").rglob("*") if path.is_file()]
    assert sorted(left) == [cache, other], left
    assert "inkwright" not in cache.read_text() and "other" in cache.read_text()
    other.unlink()


def uninstall():
    """No files remain after installing twice."""
    install()
    make_caches()
    compile_modules()
    install()
    tap.call(UNINSTALL, folder / "build")
    left = [path for path in (folder / "tree").rglob("*") if path.is_file() or "inkwright" in path.name]
    assert not left, left


mirror_build()
tap.run(
    [
        ("install", install),
        ("linkwright-cli runs", command_line),
        ("the programs need none of the project's libraries", libraries),
        ("the shared library", shared_library),
        ("the static library", static_library),
        ("the library for programs", facade),
        ("the Python module", python_module),
        ("C++ by g++", lambda: cpp("g++")),
        ("C++ by clang++", lambda: cpp("clang++")),
        ("linkwright opens its window", window),
        ("other programs stay", uninstall_beside_another),
        ("nothing is left", uninstall),
    ]
)
