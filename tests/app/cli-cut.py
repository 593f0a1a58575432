#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-cut.py CLI EXAMPLES: tests drawings, parts and reports as files, read by readers that are not ours: a
# laser-cut four-bar has the areas and holes of its plates in DXF and SVG, its solids are closed, a
# drawing has its size, and files that cannot be written leave the old ones.

import base64
import collections
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

cli, examples = sys.argv[1:3]
folder = tempfile.TemporaryDirectory()
count = 0
SVG = "{http://www.w3.org/2000/svg}"
NAME = 'A <&> "b\' ü 名 \\ %s;,=+'
DENSITY, THICKNESS, WIDTH, HOLE = 1180.0, 0.003, 0.04, 0.004
POINTS = {1: [[-0.1, 0], [0.1, 0]], 2: [[-0.35, 0], [0.35, 0], [0, 0.3]], 3: [[-0.25, 0], [0.25, 0]]}


def call(*arguments, code=0, locale="C"):
    """Returns output and error."""
    environment = dict(os.environ, LC_ALL=locale)
    done = subprocess.run([cli, *arguments], capture_output=True, env=environment, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (arguments, done.returncode, done.stderr)
    return done.stdout, done.stderr.decode()


def path(name):
    return os.path.join(folder.name, name)


def read(name):
    with open(path(name), "rb") as file:
        return file.read()


def ok(name):
    global count
    count += 1
    print(f"ok {count} - {name}", flush=True)


def close(a, b, part=1e-6):
    return abs(a - b) <= part * max(abs(a), abs(b))


with open(os.path.join(examples, "four-bar.json"), encoding="utf-8") as file:
    mechanism = json.load(file)
for body in mechanism["bodies"]:
    del body["mass"], body["inertia"]
    body.update(density=DENSITY, thickness=THICKNESS,
                shape={"points": POINTS[body["id"]], "width": WIDTH, "hole_radius": HOLE})
mechanism["bodies"][1]["name"] = NAME
mechanism["title"] = NAME
laser = path("laser.json")
with open(laser, "w", encoding="utf-8") as file:
    json.dump(mechanism, file)
masses = [body["mass"] for body in json.loads(call("info", "--json", laser)[0])["bodies"]]


# ---- DXF ----------------------------------------------------------------------------------------

def read_dxf(data):
    """Returns the header variables and the entities, each a list of pairs."""
    lines = data.decode("ascii").split("\r\n")
    assert lines.pop() == "" and len(lines) % 2 == 0
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2])]
    assert pairs[-1] == (0, "EOF")
    header = {pairs[i][1]: pairs[i + 1][1] for i in range(len(pairs)) if pairs[i][0] == 9}
    start = pairs.index((2, "ENTITIES"))
    entities = []
    for pair in pairs[start + 1 : pairs.index((0, "ENDSEC"), start)]:
        if pair[0] == 0:
            entities.append([])
        entities[-1].append(pair)
    return header, entities


def bulge_area(corners):
    """Returns the area of a closed line with bulges."""
    area = 0
    for (x1, y1, bulge), (x2, y2, _) in zip(corners, corners[1:] + corners[:1]):
        area += (x1 * y2 - x2 * y1) / 2
        if bulge:
            chord, angle = math.hypot(x2 - x1, y2 - y1), 4 * math.atan(bulge)
            radius = chord / (2 * math.sin(abs(angle) / 2))
            area += math.copysign(radius**2 / 2 * (abs(angle) - math.sin(abs(angle))), bulge)
    return area


def parts_of(data):
    """Returns the parts, each the area of its material and its circles (x, y, r), mm."""
    header, entities = read_dxf(data)
    assert header["$ACADVER"] == "AC1009" and header["$INSUNITS"] == "4", header
    parts, circles, corners, texts = [], [], None, []
    for entity in entities:
        values = dict(entity)
        kind, layer = entity[0][1], values[8]
        if kind == "TEXT":
            assert layer == "ENGRAVE"
            texts.append(values[1])
        elif kind == "CIRCLE":
            assert layer == "CUT"
            circles.append((float(values[10]), float(values[20]), float(values[40])))
        elif kind == "POLYLINE":
            assert values[70] == "1"
            corners = []
        elif kind == "VERTEX":
            corners.append((float(values[10]), float(values[20]), float(values.get(42, 0))))
        elif kind == "SEQEND" and layer == "CUT":
            parts.append((bulge_area(corners), circles))
            circles = []
    assert not circles
    return parts, texts


print("1..9")


def dxf_areas():
    global areas
    call("cut", "-o", path("x.dxf"), laser)
    parts, texts = parts_of(read("x.dxf"))
    areas = [area - sum(math.pi * r**2 for _, _, r in circles) for area, circles in parts]
    for area, mass in zip(areas, masses):
        assert close(area * 1e-6, mass / (DENSITY * THICKNESS)), (area, mass)
    for (_, circles), points in zip(parts, POINTS.values()):
        assert all(close(r, 1e3 * HOLE) for _, _, r in circles)
        found = sorted(math.dist(a[:2], b[:2]) for a in circles for b in circles if a < b)
        wanted = sorted(1e3 * math.dist(a, b) for a in points for b in points if a < b)
        assert len(found) == len(wanted) and all(map(close, found, wanted)), (found, wanted)
    assert texts[0] == "Crank" and texts[1] == NAME.replace("ü", "\\U+00FC").replace("名", "\\U+540D")
    kerf = 0.3
    call("cut", f"--kerf={kerf}", "-o", path("kerf.dxf"), laser)
    for (plain, plain_circles), (wide, circles), points in zip(parts, parts_of(read("kerf.dxf"))[0], POINTS.values()):
        around = sum(1e3 * math.dist(a, b) for a, b in zip(points, points[1:] + points[:1])) + math.pi * 1e3 * WIDTH
        assert close(wide, plain + around * kerf / 2 + math.pi * kerf**2 / 4)
        assert all(close(r, 1e3 * HOLE - kerf / 2) for _, _, r in circles)
    ok("DXF: areas are masses over density and thickness; holes; kerf")


dxf_areas()

try:
    import ezdxf

    for name in ("x.dxf", "kerf.dxf"):
        document = ezdxf.readfile(path(name))
        audit = document.audit()
        assert not audit.errors and not audit.fixes, audit.errors
        assert document.dxfversion == "AC1009" and document.header["$INSUNITS"] == 4
        assert all(line.is_closed for line in document.modelspace().query("POLYLINE"))
    ok("DXF: audit of ezdxf")
except ImportError:
    count += 1
    print(f"ok {count} - DXF: audit of ezdxf # SKIP it is not installed")


# ---- SVG, STL -----------------------------------------------------------------------------------

def svg_corners(data):
    """Returns the corners of a path of M, L, A and Z, with bulges; y points down."""
    corners = []
    for letter, text in re.findall("([MLAZ])([^MLAZ]*)", data):
        numbers = [float(number) for number in text.split()]
        if letter == "A":
            x1, y1, _ = corners[-1]
            chord = math.hypot(numbers[5] - x1, numbers[6] - y1)
            half = math.asin(min(1, chord / (2 * numbers[0])))
            bulge = math.tan((math.pi - half if numbers[3] else half) / 2)
            corners[-1] = (x1, y1, bulge if numbers[4] else -bulge)
        if letter != "Z":
            corners.append((numbers[-2], numbers[-1], 0))
    if corners[0][:2] == corners[-1][:2]:
        corners.pop()
    return corners


def svg_areas():
    call("cut", "-o", path("x.svg"), laser)
    root = xml.etree.ElementTree.fromstring(read("x.svg"))
    assert root.get("width") == root.get("viewBox").split()[2] + "mm"
    assert root.find(SVG + "title").text == NAME
    cuts = next(group for group in root.findall(SVG + "g") if group.get("id") == "CUT")
    assert cuts.get("stroke") == "#FF0000" and cuts.get("stroke-width") == "0.1"
    outlines = [-bulge_area(svg_corners(cut.get("d"))) for cut in cuts]
    assert close(sum(outlines), sum(areas)), (outlines, areas)
    assert [text.text for text in root.iter(SVG + "text")] == ["Crank", NAME, "Rocker"]
    ok("SVG: the same areas, in mm")


svg_areas()


def closed_solids():
    call("cut", "-o", path("x.stl"), laser)
    data = read("x.stl")
    n = struct.unpack("<I", data[80:84])[0]
    assert len(data) == 84 + 50 * n and not data.startswith(b"solid")
    edges, volume = collections.Counter(), 0
    for i in range(n):
        numbers = struct.unpack("<12f", data[84 + 50 * i : 132 + 50 * i])
        a, b, c = numbers[3:6], numbers[6:9], numbers[9:12]
        edges.update([(a, b), (b, c), (c, a)])
        volume += sum(a[k] * (b[k - 2] * c[k - 1] - b[k - 1] * c[k - 2]) for k in range(3)) / 6
    assert all(number == 1 and edges[edge[::-1]] == 1 for edge, number in edges.items())
    assert close(volume, sum(areas) * 1e3 * THICKNESS, 1e-4), (volume, sum(areas))
    # A printer cuts nothing: the kerf of a laser would make its parts too large.
    call("cut", "--kerf=0.3", "-o", path("kerf.stl"), laser)
    assert read("kerf.stl") == data
    ok("STL: closed, with the volume of the plates")


closed_solids()

found = json.loads(call("cut", "--format=json", "-o", "-", "--base", laser)[0])
layers = {part["name"]: part["layer"] for part in found["parts"]}
assert layers["Base"] == 1 and layers[NAME] > layers["Crank"] > 1 and found["collisions"] == []
for names in ("x.dxf", "x.svg", "x.stl"):
    call("cut", "-o", path("again-" + names), laser, locale="de_DE.UTF-8")
    assert read(names) == read("again-" + names)
out, message = call("cut", "--sheet-width=100", "--sheet-height=100", "-o", path("no.dxf"), laser, code=1)
assert message.count("\n") == 1 and "does not fit" in message and not os.path.exists(path("no.dxf"))
out, message = call("cut", "-o", path("no.dxf"), os.path.join(examples, "bricard.json"), code=1)
assert "in space" in message
ok("the order of layers; the same bytes in another locale; refusals")


# ---- drawings -----------------------------------------------------------------------------------

for name in ("d.pdf", "d.svg", "d.png"):
    call("draw", "--paper=A3", "--parts", "--dimensions=all", "--positions=4", "--dpi=50", "-o", path(name), laser)
    call("draw", "--paper=A3", "--parts", "--dimensions=all", "--positions=4", "--dpi=50", "-o",
         path("again-" + name), laser, locale="de_DE.UTF-8")
    assert read(name) == read("again-" + name)
root = xml.etree.ElementTree.fromstring(read("d.svg"))
texts = {text.text for text in root.iter(SVG + "text")}
assert root.get("width") == "420mm" and {"200 mm", "700 mm", "500 mm", "600 mm", "1:5", "3 × ⌀ 8"} <= texts, texts
assert "mechanism SHA-256" in root.find(SVG + "desc").text
assert struct.unpack(">II", read("d.png")[16:24]) == (round(420 / 25.4 * 50), round(297 / 25.4 * 50))
box = re.search(rb"/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+) ?\]", read("d.pdf"))
assert box is None or (close(float(box[1]), 420 / 25.4 * 72, 1e-4) and close(float(box[2]), 297 / 25.4 * 72, 1e-4))
out, message = call("draw", "--scale=1:1", "-o", path("no.pdf"), laser, code=1)
assert "does not fit on A4; choose A0, or the scale 1:10." in message, message
for wrong in ("--scale=0:1", "--scale=1:x", "--paper=A9", "--positions=0", "--dpi=1e9", "--time=nan"):
    out, message = call("draw", wrong, "-o", path("no.pdf"), laser, code=1)
    assert message.count("\n") == 1 and wrong.split("=")[0][2:] in message, message
assert not os.path.exists(path("no.pdf"))
outlines = {}
for positions in (1, 3, 6):
    # Two turns of the crank: positions of the second one would lie on those of the first.
    call("draw", f"--positions={positions}", "--no-traces", "--dimensions=none", "-o", path("many.svg"),
         os.path.join(examples, "four-bar.json"))
    paths = xml.etree.ElementTree.fromstring(read("many.svg")).iter(SVG + "path")
    outlines[positions] = len({element.get("d") for element in paths})
ghosts = {positions: number - outlines[1] for positions, number in outlines.items()}
assert ghosts[3] > 0 and ghosts[6] > 1.5 * ghosts[3], outlines
ok("drawings: paper, scale and dimensions")

# ---- report ---------------------------------------------------------------------------------------

call("report", "--until=0.5", "-o", path("r.html"), laser)
call("report", "--until=0.5", "-o", path("again-r.html"), laser, locale="de_DE.UTF-8")
assert read("r.html") == read("again-r.html")
root = xml.etree.ElementTree.fromstring(read("r.html").decode().split("\n", 1)[1])
assert root.find("head/title").text == NAME and root.find("body/h1").text == NAME
pictures = [image.get("src").split(",", 1) for image in root.iter("img")]
assert len(pictures) >= 3 and {head for head, _ in pictures} == {"data:image/svg+xml;base64"}
for _, data in pictures:
    assert xml.etree.ElementTree.fromstring(base64.b64decode(data)).tag == SVG + "svg"
cells = {row[0].text: [cell.text for cell in row] for row in root.iter("tr")}
scalar = call("run", "--until=0.5", "--measure=max(A.reaction)", laser)[0].decode().split("\t")
plain = [re.findall("<td[^>]*>([^<]*)", row) for row in read("r.html").decode().split("<tr>")]
solver = {row[1]: row for row in plain if len(row) == 5 and row[0] in ("Number", "Least", "Largest")}
for channel, function in (("solver.steps", "last"), ("solver.evaluations", "last"), ("solver.step", "max")):
    scalar_of = call("run", "--until=0.5", f"--measure={function}({channel})", laser)[0].decode().split("\t")
    assert close(float(solver[channel][2]), float(scalar_of[1]), 1e-5), (solver, scalar_of)
worst = max(float(call("run", "--until=0.5", f"--measure=max({name}.position_error)", laser)[0].decode().split("\t")[1])
            for name in "ABCD")
assert close(float(next(row for row in solver.values() if row[1].endswith(".position_error"))[2]), worst, 1e-5)
assert close(float(cells["A.reaction"][1]), float(scalar[1]), 1e-5) and cells["A.reaction"][3] == scalar[3].strip()
assert close(float(cells[NAME][1]), masses[1], 1e-5)
text = read("r.html").decode()
assert "Degrees of freedom by rank: 0." in text and "SHA-256" in text and "http" not in text
call("report", "--until=0.1", "--no-plots", "--no-drawing", "-o", path("short.html"), laser)
assert b"<img" not in read("short.html")
call("report", "--until=0.5", "-o", path("r.pdf"), laser, locale="de_DE.UTF-8")
call("report", "--until=0.5", "-o", path("r2.pdf"), laser)
assert read("r.pdf") == read("r2.pdf") and read("r.pdf").startswith(b"%PDF-") and b"/FontFile" in read("r.pdf")
defined = json.loads(json.dumps(mechanism))
defined["plots"] = [{"title": "Power", "channels": ["P = [Motor.effort] * [Crank.omega]"]}]
with open(path("defined.json"), "w", encoding="utf-8") as file:
    json.dump(defined, file)
call("report", "--until=0.1", "--no-drawing", "-o", path("defined.html"), path("defined.json"))
assert read("defined.html").count(b"<img") == 1
ok("report: well-formed, complete, with the numbers of the run")

# ---- files that cannot be written ---------------------------------------------------------------

old = read("x.dxf")
for arguments in (["cut", "-o", "/dev/full", "--format=dxf"], ["draw", "-o", "/dev/full", "--format=pdf"]):
    out, message = call(*arguments, laser, code=4)
    assert message.count("\n") == 1, message
out, message = call("cut", "-o", path("missing/x.dxf"), laser, code=4)
assert message.count("\n") == 1, message
os.chmod(path("x.dxf"), 0o444)
# The administrator may write everything.
if os.geteuid() != 0:
    out, message = call("cut", "--kerf=1", "-o", path("x.dxf"), laser, code=4)
    assert message.count("\n") == 1, message
assert read("x.dxf") == old
assert not [name for name in os.listdir(folder.name) if name.startswith(".")]
out, message = call("cut", "--base", "-o", path("nothing.dxf"), os.path.join(examples, "box-stack.json"))
assert "There is no base plate" in message and read("nothing.dxf"), message
out, message = call("cut", "--base", "-o", path("base.dxf"), laser)
assert "base" not in message and b"Base" in read("base.dxf"), message
ok("a base without pins on the ground is reported")
ok("full and write-protected places leave the old file")
