#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# python-module.py CLI SOURCE SANITIZER: checks the Python module against the command line and closed forms.
# The library is the one of LINKWRIGHT_LIBRARY, the module that of PYTHONPATH.

import array
import csv
import io
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest.mock

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
if sys.argv[3] != "none":
    # A sanitizer is loaded when a program starts, not with a library.
    print("1..0 # SKIP the interpreter is built without the sanitizer of the library")
    sys.exit()
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

import linkwright  # noqa: E402

EXAMPLES = SOURCE / "data/examples"
FOUR_BAR = EXAMPLES / "four-bar.json"
YOKE = EXAMPLES / "scotch-yoke.json"
temporary = tempfile.TemporaryDirectory()
folder = pathlib.Path(temporary.name)


def cli(*arguments):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, check=True)
    return done.stdout


def refused(expected, words, function, *arguments, **keywords):
    """Checks that a call raises an exception with a message that contains the words."""
    try:
        function(*arguments, **keywords)
    except expected as problem:
        sentence = str(problem)
        assert words in sentence and "\n" not in sentence and sentence.endswith("."), sentence
        return problem
    raise AssertionError("nothing was raised")


def properties():
    mechanism = linkwright.open(FOUR_BAR)
    written = json.loads(FOUR_BAR.read_text())
    assert mechanism.title == written["title"], mechanism.title
    assert mechanism.warning is None
    assert linkwright.version() == linkwright.__version__
    listed = cli("channels", FOUR_BAR).decode()
    assert list(mechanism.channels)[0] == "time"
    assert all(channel.name in listed and channel.description for channel in mechanism.channels.values())
    assert linkwright.parse(FOUR_BAR.read_bytes()).title == mechanism.title


def numbers_of_the_command_line():
    """All channels have the same numbers, to the last bit."""
    for name in ("four-bar", "double-pendulum", "scotch-yoke"):
        path = EXAMPLES / f"{name}.json"
        rows = list(csv.reader(io.StringIO(cli("run", "--until", 1, "--every", 0.01, path).decode())))
        run = linkwright.open(path).run(until=1, every=0.01)
        assert len(run) == len(rows) - 1 == 101
        for index, head in enumerate(rows[0]):
            channel = head.rsplit(" [", 1)[0]
            expected = array.array("d", (float(row[index]) for row in rows[1:]))
            assert bytes(array.array("d", run[channel])) == bytes(expected), f"{name}: {channel}"


def pendulum():
    """A pendulum falls from 90°: its energy is conserved, and its period is that of the elliptic integral."""
    run = linkwright.open(EXAMPLES / "pendulum90.json").run(until=3, every=0.001, accuracy=1e-11)
    total = list(run["energy.total"])
    assert max(total) - min(total) < 1e-8 * max(1, abs(total[0])), (min(total), max(total))
    kinetic, power = run["energy.kinetic"], run["der(energy.kinetic)"]
    assert run.unit("der(energy.kinetic)") == "W", run.unit("der(energy.kinetic)")
    middle = [(kinetic[i + 1] - kinetic[i - 1]) / 0.002 for i in range(1, len(run) - 1)]
    assert all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(middle, list(power)[1:-1]))


def four_bar():
    """The rocker has the angle of the closed form."""
    run = linkwright.open(FOUR_BAR).run(every=0.01)
    crank, coupler, rocker, ground = 0.2, 0.7, 0.5, 0.6
    for time, angle in zip(run.time, run["Rocker.angle"], strict=True):
        x, y = crank * math.cos(6 * time) - ground, crank * math.sin(6 * time)
        diagonal = math.hypot(x, y)
        bend = math.acos((rocker**2 + diagonal**2 - coupler**2) / (2 * rocker * diagonal))
        assert abs(math.remainder(angle - math.atan2(y, x) + bend, 2 * math.pi)) < 1e-8, time


def yoke():
    """A parameter changes the motion as on the command line, and as the sine that it is."""
    mechanism = linkwright.open(YOKE)
    changed = mechanism.copy()
    changed.parameters["period"] = "3 / 4"
    assert changed.parameters["period"] == 0.75 and mechanism.parameters["period"] == 1.5
    assert dict(mechanism.parameters) == {"period": 1.5}
    assert mechanism.parameters.describe("period").note == "time of one turn, s"
    rows = list(csv.reader(io.StringIO(
        cli("run", "-D", "period=0.75", "--until", 1, "--every", 0.1, YOKE).decode())))  # fmt: skip
    run = changed.run(until=1, every=0.1)
    for index, head in enumerate(rows[0]):
        expected = array.array("d", (float(row[index]) for row in rows[1:]))
        assert bytes(array.array("d", run[head.rsplit(" [", 1)[0]])) == bytes(expected), head
    run = changed.run(until=0.75, every=0.005)
    radius = (max(run["Yoke.x"]) - min(run["Yoke.x"])) / 2
    turn = 2 * math.pi / 0.75
    middle = (max(run["Yoke.x"]) + min(run["Yoke.x"])) / 2
    for x, acceleration in zip(run["Yoke.x"], run["Yoke.ax"], strict=True):
        assert abs(acceleration + turn**2 * (x - middle)) < 1e-6 * turn**2 * radius


def expressions():
    """Expressions do not change each other, nor exports, nor those defined in exports."""
    run = linkwright.open(FOUR_BAR).run(until=1, every=0.01)
    angle, energy = list(run["Crank.angle"]), list(run["energy.kinetic"])

    def column(name, head, **keywords):
        run.export(folder / name, **keywords)
        rows = list(csv.reader(io.StringIO((folder / name).read_text())))
        return rows[0], [float(row[rows[0].index(head)]) for row in rows[1:]]

    heads, _ = column("before.csv", "time [s]")
    assert list(run["2 * [Crank.angle]"]) == [2 * a for a in angle]
    assert list(run["7 * [energy.kinetic]"]) == [7 * e for e in energy]
    assert (run.unit("2 * [Crank.angle]"), run.unit("7 * [energy.kinetic]")) == ("rad", "J")
    assert column("after.csv", "time [s]")[0] == heads
    assert column("one.csv", "Crank.angle [rad]", channels=["Crank.angle"])[1] == angle
    assert list(run["2 * [Crank.angle]"]) == [2 * a for a in angle]
    for factor in (3, 5):
        _, values = column("defined.csv", "more [J]", channels=[f"more = {factor} * energy.kinetic"])
        assert values == [factor * e for e in energy]
    refused(linkwright.UsageError, "Crank.angle, Rocker.angle", run.__getitem__, "Crank.angle, Rocker.angle")


def settings():
    """Settings are unchanged if one is refused; files for other programs have those of the run."""
    mechanism = linkwright.open(FOUR_BAR)
    before = (mechanism.duration, mechanism.interval)
    refused(linkwright.UsageError, "rk5", mechanism.set, until=0.05, method="rk5")
    assert (mechanism.duration, mechanism.interval) == before
    mechanism.set(assemble=False, stabilisation="projection", until=0.05, every=0.01)
    run = mechanism.run()
    mechanism.save(folder / "set.json")
    run.export(folder / "run.json")
    assert (folder / "run.json").read_bytes() == (folder / "set.json").read_bytes()
    assert json.loads((folder / "set.json").read_text())["run"]["assemble"] is False
    run.export(folder / "run.py")
    assert (folder / "set.json").read_text() in (folder / "run.py").read_text()


def unable():
    """A mechanism that cannot run says why, instead of having no channels."""
    check = linkwright._library.attempt

    def fail(name, *arguments):
        return (1, "Crank: a reason.") if name == "mechanism_check" else check(name, *arguments)

    with unittest.mock.patch.object(linkwright._library, "attempt", fail):
        refused(linkwright.UsageError, "Crank: a reason.", lambda: linkwright.open(FOUR_BAR).channels)


def exports():
    """Exports have the bytes of the command line, twice."""
    run = linkwright.open(FOUR_BAR).run(until=1, every=0.01)
    options = ["--until", 1, "--every", 0.01]
    for verb, suffix in (("run", "csv"), ("run", "json"), ("run", "npz"), ("run", "mat"), ("draw", "svg"),
                         ("draw", "pdf"), ("cut", "dxf"), ("report", "html")):  # fmt: skip
        path, other, again = (folder / f"{name}.{suffix}" for name in ("module", "program", "again"))
        run.export(path, kind=verb)
        run.export(again, kind=verb)
        cli(verb, *options, "-o", other, FOUR_BAR)
        assert path.read_bytes() == other.read_bytes() == again.read_bytes(), f"{verb} {suffix}"
    run.export(folder / "plot.svg", kind="plot", channels=["energy.kinetic", "twice = 2 * energy.kinetic"],
               style="print", title="Energy")  # fmt: skip
    cli("plot", *options, "--channels", "energy.kinetic, twice = 2 * energy.kinetic", "--style", "print",
        "--title", "Energy", "-o", folder / "plot2.svg", FOUR_BAR)  # fmt: skip
    assert (folder / "plot.svg").read_bytes() == (folder / "plot2.svg").read_bytes()
    run.export(folder / "film.gif")
    assert (folder / "film.gif").read_bytes()[:6] == b"GIF89a"
    run.export(folder / "kept.linkwright")
    assert linkwright.open(folder / "kept.linkwright").title == linkwright.open(FOUR_BAR).title
    cli("check", folder / "kept.linkwright")


def comma():
    """A program with a decimal comma writes the same MJCF."""
    places = folder / "locales"
    places.mkdir()
    try:
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", places / "de_DE.UTF-8"], capture_output=True,
                       check=True)  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        raise tap.Skip("localedef cannot make a locale with a decimal comma") from None
    linkwright.open(FOUR_BAR).run(until=0).export(folder / "point.xml")
    script = (f"import locale, linkwright\nlocale.setlocale(locale.LC_NUMERIC, 'de_DE.UTF-8')\n"
              f"assert locale.str(0.5) == '0,5'\n"
              f"linkwright.open({str(FOUR_BAR)!r}).run(until=0).export({str(folder / 'comma.xml')!r})")  # fmt: skip
    subprocess.run([sys.executable, "-c", script], env=os.environ | {"LOCPATH": str(places)}, check=True)
    assert (folder / "comma.xml").read_bytes() == (folder / "point.xml").read_bytes()


def saves():
    mechanism = linkwright.open(YOKE)
    name = next(iter(mechanism.parameters))
    mechanism.parameters[name] = 0.123
    mechanism.set(until=0.5, every=0.05)
    for suffix in ("json", "linkwright"):
        mechanism.save(folder / f"saved.{suffix}")
        again = linkwright.open(folder / f"saved.{suffix}")
        assert again.parameters[name] == 0.123
        assert (again.duration, again.interval) == (0.5, 0.05)


def errors():
    """Each error is an exception whose message names the cause."""
    mechanism = linkwright.open(FOUR_BAR)
    run = mechanism.run(until=0.1)
    refused(linkwright.FileError, "nothing-here.json", linkwright.open, folder / "nothing-here.json")
    refused(OSError, "nothing-here.json", linkwright.open, folder / "nothing-here.json")
    (folder / "bad.json").write_text("{")
    refused(linkwright.FormatError, "bad.json", linkwright.open, folder / "bad.json")
    refused(linkwright.UsageError, "no.such", run.__getitem__, "no.such")
    refused(ValueError, "until", mechanism.run, until=-1)
    refused(linkwright.UsageError, "lenght", mechanism.run, lenght=2)
    refused(linkwright.UsageError, "rk4", mechanism.run, method="rk4")
    refused(linkwright.UsageError, "automatic", mechanism.run, method="rk5")
    refused(linkwright.UsageError, "nobody", mechanism.parameters.__setitem__, "nobody", 1)
    refused(linkwright.UsageError, ".txt2", run.export, folder / "x.txt2")
    refused(linkwright.UsageError, "colour", run.export, folder / "x.pdf", kind="draw", colour="red")
    refused(linkwright.UsageError, "character 0", run.__getitem__, "a\0b")
    refused(linkwright.FileError, "nowhere", run.export, folder / "nowhere" / "x.csv")
    kept = folder / "old.csv"
    kept.write_text("old")
    refused(linkwright.UsageError, "no.such", run.export, kept, channels=["no.such"])
    assert kept.read_text() == "old"


def stopped():
    """A run that stops early raises an exception with the samples until then."""
    written = json.loads(FOUR_BAR.read_text())
    # The ground is so long that the crank cannot turn beyond an angle of the law of cosines.
    written["couplings"][3]["points"][0] = [1.1, 0]
    mechanism = linkwright.parse(json.dumps(written))
    problem = refused(linkwright.SimulationError, "The run stopped after t =", mechanism.run, every=0.001)
    end = math.acos((1.1**2 + 0.2**2 - 1.2**2) / (2 * 1.1 * 0.2))
    last = problem.run["Crank.angle"][-1]
    assert end - 0.01 < last < end + 1e-9, (last, end)
    assert len(problem.run["Rocker.angle"]) == len(problem.run)


def cancelled():
    """An exception of the progress function ends the run and is passed on."""
    seen = []

    def cancel(part):
        seen.append(part)
        if part > 0.5:
            raise KeyboardInterrupt

    try:
        linkwright.open(FOUR_BAR).run(progress=cancel, until=1, every=0.01)
    except KeyboardInterrupt:
        assert 0.5 < seen[-1] < 0.52 and len(seen) == 51, seen
        return
    raise AssertionError("the run was not cancelled")


def interrupted():
    """Ctrl+C ends a run also where no function of the caller could receive it."""
    progress, calls = linkwright._library.Progress, []
    before = signal.getsignal(signal.SIGINT)

    def interrupt_first(step):
        def call(part, data):
            calls.append(part)
            signal.raise_signal(signal.SIGINT)
            return step(part, data)

        return progress(call)

    with unittest.mock.patch.object(linkwright._library, "Progress", interrupt_first):
        try:
            linkwright.open(FOUR_BAR).run(until=1, every=0.01)
        except KeyboardInterrupt:
            assert len(calls) == 1, calls
        else:
            raise AssertionError("the run was not interrupted")
    assert signal.getsignal(signal.SIGINT) is before


def threads():
    """Different mechanisms run in different threads at the same time."""
    results = [None] * 4

    def work(index):
        results[index] = bytes(array.array("d", linkwright.open(FOUR_BAR).run(until=1)["energy.total"]))

    workers = [threading.Thread(target=work, args=(index,)) for index in range(len(results))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results[0] and len(set(results)) == 1


def growing():
    """Arrays of Python belong to the caller: they can grow."""
    run = linkwright.open(FOUR_BAR).run(until=0.1)
    with unittest.mock.patch.dict(sys.modules, {"numpy": None}):
        angle = run["Crank.angle"]
    angle.append(1)
    assert isinstance(angle, array.array) and angle[-1] == 1


def arrays():
    """Channels are arrays of NumPy."""
    try:
        import numpy
    except ImportError:
        raise tap.Skip("NumPy is not installed") from None
    run = linkwright.open(FOUR_BAR).run(until=1, every=0.01)
    angle = run["time"]
    assert isinstance(angle, numpy.ndarray) and angle.dtype == float and angle.shape == (101,)
    assert numpy.allclose(numpy.diff(angle), 0.01)
    run.export(folder / "table.npz")
    table = numpy.load(folder / "table.npz")
    assert numpy.array_equal(table["energy.total"], run["energy.total"])


def script():
    """The example of the documentation works, without a display."""
    environment = os.environ | {"LINKWRIGHT_EXAMPLES": str(EXAMPLES)}
    done = subprocess.run([sys.executable, SOURCE / "docs/examples/four-bar.py"], cwd=folder, env=environment,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (folder / "four-bar.pdf").read_bytes().startswith(b"%PDF"), done.stdout
    assert "deg" in done.stdout, done.stdout


tap.run(
    [
        ("properties", properties),
        ("the numbers of the command line", numbers_of_the_command_line),
        ("a pendulum", pendulum),
        ("a four-bar", four_bar),
        ("a Scotch yoke", yoke),
        ("expressions", expressions),
        ("settings", settings),
        ("a mechanism that cannot run", unable),
        ("exports", exports),
        ("a decimal comma", comma),
        ("saves", saves),
        ("errors", errors),
        ("a run that stops", stopped),
        ("a cancelled run", cancelled),
        ("an interrupted run", interrupted),
        ("threads", threads),
        ("arrays that grow", growing),
        ("arrays of NumPy", arrays),
        ("the example", script),
    ]
)
