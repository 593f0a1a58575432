#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-imports.py CLI SOURCE: tests the import of files of other programs, drawings and curves: the
# mechanisms move as their closed forms, and elements that are left out are reported.

import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

temporary = tempfile.TemporaryDirectory()
folder = pathlib.Path(temporary.name)
UNIT = 0.0254 / 96
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"


def call(*arguments, code=0):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, env=environment, check=False)
    assert done.returncode == code, (arguments, done.stderr)
    return done.stdout.decode(), [line.removeprefix("linkwright-cli: ") for line in done.stderr.decode().splitlines()]


def rows(path, *channels):
    """Runs a mechanism; returns the rows of some channels, time first."""
    table = list(csv.reader(io.StringIO(call("run", path)[0])))
    columns = [[head.split(" [")[0] for head in table[0]].index(name) for name in ("time", *channels)]
    return [[float(row[column]) for column in columns] for row in table[1:]]


def imported(name, text):
    (folder / name).write_text(text)
    _, notes = call("import", "-o", folder / "x.linkwright", folder / name)
    return json.loads(call("export", folder / "x.linkwright", "-o", "-")[0]), notes


FOUR_BAR = """<linkage2>
  <program zoom="1" xoffset="1" yoffset="2" scalefactor="1" units="Millimeters"/>
  <connector id="1" name="A &amp; B" x="0" y="0" anchor="true" input="true" rpm="30"/>
  <connector id="2" x="40" y="30"/>
  <connector id="3" x="160" y="120" draw="true"/>
  <connector id="4" x="200" y="0" anchor="true"/>
  <Link id="1" name="Crank"><connector id="1"/><connector id="2"/></Link>
  <Link id="2"><connector id="2"/><connector id="3"/></Link>
  <Link id="3" name="Rocker"><connector id="3"/><connector id="4"/></Link>
  <Link id="9"><connector id="1"/><connector id="4"/></Link>
  <selected><connector id="1"/><link id="2"/></selected>
</linkage2>
"""


def linkage():
    """A four-bar of Linkage turns clockwise at its speed, and its traced point keeps both distances."""
    written, notes = imported("four-bar.linkage2", FOUR_BAR)
    assert written["title"] == "four-bar"
    assert [body["name"] for body in written["bodies"]] == ["Crank", "Link 2", "Rocker"]
    assert notes == ["Link 9 is a part of the ground, as all its points are fixed."], notes
    assert abs(written["run"]["duration"] - 2) < 1e-12
    for time, x, y in rows(folder / "four-bar.linkage2", "P3.x", "P3.y"):
        angle = math.atan2(30, 40) - math.pi * time
        crank = (50 * UNIT * math.cos(angle), 50 * UNIT * math.sin(angle))
        # Lengths of the coupler and of the rocker, as far as a run keeps its constraints.
        assert abs(math.dist(crank, (x, y)) - 150 * UNIT) < 1e-8, time
        assert abs(math.dist((200 * UNIT, 0), (x, y)) - math.hypot(40, 120) * UNIT) < 1e-8, time


def linkage_slider():
    """A connector between two anchors slides on their line: a slider-crank, with the closed form of its place."""
    text = """<?xml version="1.0"?><linkage2>
      <connector id="0" x="0" y="0" anchor="true" input="true" rpm="-60"/>
      <connector id="1" x="30" y="0"/>
      <connector id="2" x="130" y="0" slider="true" draw="true"><slidelimit id="3"/><slidelimit id="4"/></connector>
      <connector id="3" x="0" y="0" anchor="true"/><connector id="4" x="300" y="0" anchor="true"/>
      <Link id="0"><connector id="0"/><connector id="1"/></Link>
      <Link id="1" actuator="true" throw="10"><connector id="1"/><connector id="2"/></Link>
      <Link id="2"><connector id="3"/></Link></linkage2>"""
    _, notes = imported("slider.linkage2", text)
    assert notes == ["Link 1 is an actuator: it keeps its length, its stroke is left out.",
                     "P2 slides without stops at the ends of its line."], notes  # fmt: skip
    for time, x, y in rows(folder / "slider.linkage2", "P2.x", "P2.y"):
        angle = 2 * math.pi * time
        wanted = 30 * math.cos(angle) + math.sqrt(100**2 - (30 * math.sin(angle)) ** 2)
        assert abs(x - wanted * UNIT) < 1e-8 and abs(y) < 1e-8, time


def linkage_gears():
    """Gears turn in opposite directions, chains in the same one; fastened links are one body."""
    wheels = """<linkage2><connector id="0" x="0" y="0" anchor="true" input="true" rpm="12"/><connector id="1" x="9" y="0"/>
      <connector id="2" x="90" y="0" anchor="true"/><connector id="3" x="99" y="0"/><connector id="4" x="99" y="9"/>
      <Link id="0" name="Small" gear="true"><connector id="0"/><connector id="1"/></Link>
      <Link id="1" name="Large" gear="true"><connector id="2"/><connector id="3"/></Link>
      <Link id="2" fastenlink="1"><connector id="3"/><connector id="4"/></Link>
      <ratios><ratio type="{}"><link id="0" size="20"/><link id="1" size="50"/></ratio></ratios></linkage2>"""
    for kind, sign in (("gears", 1), ("chain", -1)):
        written, notes = imported(f"{kind}.linkage2", wheels.format(kind))
        assert len(written["bodies"]) == 2 and not notes, notes
        time, angle = rows(folder / f"{kind}.linkage2", "Large.angle")[-1]
        assert abs(angle - sign * 0.4 * 0.4 * math.pi * time) < 1e-7, (kind, time, angle)


def linkage_wheels():
    """Gears with a single connector on an anchor turn about it; a connector can be fastened inside a link."""
    text = """<linkage2><connector id="0" x="0" y="0" anchor="true" input="true" rpm="12"/>
      <connector id="2" x="90" y="0" anchor="true"/><connector id="3" x="150" y="0"/>
      <connector id="4" x="120" y="30" draw="true"/>
      <Link id="0" name="Small" gear="true"><connector id="0"/></Link>
      <Link id="1" name="Large" gear="true" fastenlink="2"><connector id="2"/></Link>
      <Link id="2" name="Arm"><connector id="2"/><connector id="3"/><fastenconnector id="4"/></Link>
      <Link id="3" name="Lone" gear="true" fastenconnector="3"><connector id="3"/></Link>
      <ratios><ratio type="gears"><link id="0" size="20"/><link id="1" size="50"/></ratio></ratios></linkage2>"""
    written, notes = imported("wheels.linkage2", text)
    assert notes == ["Lone is not fastened to its point.", "Lone has a single point and is left out."], notes
    assert [body["name"] for body in written["bodies"]] == ["Small", "Arm"]
    assert written["bodies"][0]["shape"]["kind"] == "disc"
    for time, angle, x, y in rows(folder / "wheels.linkage2", "Arm.angle", "P4.x", "P4.y"):
        turned = 0.4 * 0.4 * math.pi * time + math.pi / 4
        assert abs(angle - 0.16 * math.pi * time) < 1e-7, (time, angle)
        place = (90 + 30 * math.sqrt(2) * math.cos(turned), 30 * math.sqrt(2) * math.sin(turned))
        assert math.dist((x, y), [part * UNIT for part in place]) < 1e-7, time


def digits(number, places=1000):
    """Returns a number as PMKS+ writes it."""
    whole = round(abs(number) * places)
    text = ""
    while whole or not text:
        whole, digit = divmod(whole, 64)
        text = DIGITS[digit] + text
    return ("0" if number < 0 else "") + text


def address(joints, links, forces=(), flags="00", units="2112", speed=30):
    """joints: flags, name, x, y, angle, more; links: kind, name, mass, inertia, centre, joints."""
    text = f"{flags}.{digits(1)}.{digits(speed, 1)},0.{units}."
    for kind, name, x, y, angle, *more in joints:
        text += ",".join([DIGITS[kind] + name, name, digits(x), digits(y), digits(angle), *more]) + "."
    text += "."
    for kind, name, mass, inertia, centre, own in links:
        text += ",".join([f"Y{kind}{name}", name, digits(mass), digits(inertia), *map(digits, centre), "c5cae9",
                          *own, "", ""]) + "."  # fmt: skip
    text += "."
    for kind, name, link, *numbers in forces:
        text += ",".join([DIGITS[kind] + name, link, name, *map(digits, numbers)]) + "."
    text += ".N"
    return text + DIGITS[len(text) % 62]


def pmks():
    """A slider-crank of PMKS+ moves as its closed form, with its masses and its force; as an address and as a file."""
    joints = [(6, "A", 0, 0, 0), (0, "B", 0.5, 0, 0), (0, "C", 2.5, 0, 0), (5, "D", 2.5, 0, 0)]
    links = [("R", "AB", 2, 0.25, (0.25, 0), "AB"), ("R", "BC", 3, 1.5, (1.5, 0), "BC"),
             ("P", "CD", 4, 1, (0, 0), "CD")]  # fmt: skip
    text = address(joints, links, [(2, "F1", "BC", 1.5, 0, 1.5, 2, 7)])
    written, notes = imported("slider.pmks", text)
    assert not notes, notes
    assert [(body["mass"], body.get("inertia", 1)) for body in written["bodies"]] == [(2, 0.25), (3, 1.5), (4, 1)]
    assert written["forces"][0]["force"] == [0, 7] and written["gravity"] == [0, 0], written
    (folder / "address.txt").write_text(f"https://app.pmksplus.com/?{text}\n")
    from_address = json.loads(call("export", folder / "address.txt", "-o", "-")[0])
    assert from_address == {**written, "title": "address"}
    for time, x in rows(folder / "slider.pmks", "CD.x"):
        angle = math.pi * time
        assert abs(x - 0.5 * math.cos(angle) - math.sqrt(4 - (0.5 * math.sin(angle)) ** 2)) < 1e-8, time
    # Clockwise, in inches and pounds, with gravity; the force turns with its link.
    written, _ = imported("inch.pmks", address(joints, links, [(3, "F1", "AB", 0, 0, 0, 1, 1)], "03", "0000"))
    assert abs(written["bodies"][0]["mass"] - 2 * 0.45359237) < 1e-12
    assert abs(written["bodies"][0]["inertia"] - 0.25 * 0.45359237 * 0.0254**2) < 1e-15
    assert abs(written["forces"][0]["force"][1] - 4.4482216152605) < 1e-12 and written["forces"][0]["follows_body"]
    assert [part["function"] < 0 for part in written["couplings"] if part["kind"] == "motor"] == [True]


def pmks_slot():
    """A block that slides along a turning lever: an inverted slider-crank."""
    joints = [(6, "A", 0, 0, 0), (0, "B", 1, 0, 0), (4, "C", 3, 0, 0), (16, "D", 0, 0, 0), (1, "P", 1, 0, 0, "CD", "C", "D")]
    links = [("R", "AB", 1, 1, (0.5, 0), "AB"), ("R", "CD", 1, 1, (1.5, 0), "CD"), ("P", "BP", 1, 1, (0, 0), "BP")]
    _, notes = imported("slot.pmks", address(joints, links))
    assert not notes, notes
    for time, x, y in rows(folder / "slot.pmks", "D.x", "D.y"):
        angle = math.pi * time
        lever = math.atan2(math.sin(angle), math.cos(angle) - 3)
        assert math.dist((x, y), (3 + 3 * math.cos(lever), 3 * math.sin(lever))) < 1e-7, time


def curves():
    """A curve through points is a fixed body, in mm or in the unit of its head, and is added to a mechanism."""
    (folder / "T.csv").write_text('time [s],"T.x [m]",T.y [m]\n0,0.1,0\n1,0.2,0.1\n2,0.1,0.2\n3,0.1,0\n')
    (folder / "open.tsv").write_text("# points\n0\t0\n10,5\t5\nbad\tline\n20\t0\n")
    call("import", "-o", folder / "both.linkwright", "--into", SOURCE / "data/examples/four-bar.json", folder / "T.csv")
    _, notes = call("import", "-o", folder / "both.linkwright", "--into", folder / "both.linkwright", folder / "open.tsv")
    assert notes == ["1 element is left out."], notes
    written = json.loads(call("export", folder / "both.linkwright", "-o", "-")[0])
    closed, opened = written["bodies"][3:]
    assert [body["mobility"] for body in (closed, opened)] == ["fixed", "fixed"]
    assert closed["shape"]["points"] == [[0.1, 0], [0.2, 0.1], [0.1, 0.2]]
    assert opened["shape"]["points"] == [[0, 0], [0.0105, 0.005], [0.02, 0], [0.0105, 0.005]]
    assert len(rows(folder / "both.linkwright", "Crank.x")) > 100
    # A time is not a place.
    (folder / "path.csv").write_text("time [s];width [cm];height [cm]\n0;1;2\n1;3,5;2\n")
    written, _ = imported("path.csv", (folder / "path.csv").read_text())
    assert written["bodies"][0]["shape"]["points"][:2] == [[0.01, 0.02], [0.035, 0.02]], written


def drawings():
    (folder / "Lever.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='20mm' height='10mm' "
                                      "viewBox='0 0 20 10'><rect width='20' height='10'/></svg>")  # fmt: skip
    call("import", "-o", folder / "lever.linkwright", folder / "Lever.svg")
    body = json.loads(call("info", "--json", folder / "lever.linkwright")[0])["bodies"][0]
    # 20 mm x 10 mm x 5 mm of steel.
    assert body["name"] == "Lever" and abs(body["mass"] - 7850 * 0.02 * 0.01 * 0.005) < 1e-12, body


def bad_files():
    """A message, exit code 2, and nothing is written."""
    good = address([(6, "A", 0, 0, 0), (0, "B", 1, 0, 0)], [("R", "AB", 1, 1, (0.5, 0), "AB")])
    bad = {
        "cut.linkage2": FOUR_BAR[:300],
        "empty.linkage2": "<linkage2></linkage2>",
        "alone.linkage2": '<linkage2><connector id="0" x="1" y="1"/><Link id="0"><connector id="0"/></Link></linkage2>',
        "cut.txt": "https://app.pmksplus.com/?" + good[:-3],
        "other.txt": "https://app.pmksplus.com/",
        "one.csv": "1,2\n",
        "words.csv": "a,b\nc,d\n",
    }
    for name, text in bad.items():
        (folder / name).write_text(text)
        target = folder / f"{name}.linkwright"
        _, notes = call("import", "-o", target, folder / name, code=2)
        assert notes[-1].endswith(".") and not target.exists(), (name, notes)
    call("import", "-o", folder / "y.linkwright", "--into", folder / "one.csv", folder / "T.csv", code=2)
    call("import", "-o", folder / "y.linkwright", "--into", folder / "x.linkwright", folder / "four-bar.linkage2", code=1)
    assert not (folder / "y.linkwright").exists()


tap.run(
    [
        ("a four-bar of Linkage", linkage),
        ("a slider of Linkage", linkage_slider),
        ("gears and fastened links of Linkage", linkage_gears),
        ("wheels with one connector", linkage_wheels),
        ("a slider-crank of PMKS+", pmks),
        ("a slot of PMKS+", pmks_slot),
        ("curves", curves),
        ("drawings", drawings),
        ("bad files", bad_files),
    ]
)
