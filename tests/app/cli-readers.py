#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-readers.py CLI SOURCE: every export, by each suffix in docs/exports.md: the same bytes again and in
# another locale and time zone; names of every character; many parts, and nothing at all. Then opened
# by programs that are not ours, each a test that is skipped without its program.

import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

FOUR_BAR = SOURCE / "data/examples/four-bar.json"
SVG = "{http://www.w3.org/2000/svg}"
# Films need ffmpeg, which writes them.
FILMS = () if shutil.which("ffmpeg") else ("webm", "mp4")
PT = 72 / 25.4
# Most characters of which some format or program makes something else; a name has one line.
NAMES = ["a\"b'c`d", "<&>]]> --> <!-- %PDF", "😀 名 ü é", "\u202eשלום مرحبا\u202c", "x" * 300, "$(id) ; rm -rf {} | \\n",
         "%s%n%08x\\{}[],=+-@*?", "</script><title>", "=cmd|' /C calc'!A0", "../../../tmp/x", "end equation /* // */",
         "\"\"\" ''' #"]  # fmt: skip

temporary = tempfile.TemporaryDirectory()
folder = pathlib.Path(temporary.name)


def call(*arguments, code=0, **environment):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, check=False, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **({"LC_ALL": "C.UTF-8"} | environment)))  # fmt: skip
    assert done.returncode == code, (arguments, done.returncode, done.stderr)
    return done.stdout.decode(), done.stderr.decode()


def other(name, *arguments):
    """Returns the output of another program; skips without it."""
    if shutil.which(name) is None:
        raise tap.Skip(f"{name} is not installed")
    done = subprocess.run([name, *map(str, arguments)], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, (name, arguments, done.returncode, done.stdout[-300:], done.stderr[-600:])
    return done.stdout


def formats():
    """Returns verb and suffix of each entry of the table of exports."""
    found, verb = [], None
    for line in (SOURCE / "docs/exports.md").read_text().splitlines():
        if line.startswith("## "):
            verb = re.search(r"linkwright-cli (\w+)", line)[1]
        row = re.match(r"\| `\.?([a-z0-9]+|/)` \|", line)
        if row and row[1] not in FILMS:
            found.append((verb, row[1]))
    assert len(found) > 25, found
    return found


def write(verb, suffix, path, mechanism, code=0, **environment):
    """Writes an export, of a short run where it needs one."""
    more = {"run": ["--until=0.2"], "plot": ["--until=0.2"], "report": ["--until=0.2"],
            "animate": ["--until=0.2", "--size=160x120", "--fps=10"]}.get(verb, [])  # fmt: skip
    target = f"{path}/" if suffix == "/" else path
    return call(verb, "--quiet", *more, "-o", target, mechanism, code=code, **environment)


def read(path):
    """Returns the bytes of a file, or of all files of a folder."""
    if path.is_dir():
        return {part.name: part.read_bytes() for part in path.iterdir()}
    return path.read_bytes()


def changed(name, **members):
    """Writes a four-bar of plates with other members; returns its path."""
    mechanism = json.loads(FOUR_BAR.read_text())
    points = {1: [[-0.1, 0], [0.1, 0]], 2: [[-0.35, 0], [0.35, 0], [0, 0.3]], 3: [[-0.25, 0], [0.25, 0]]}
    for body in mechanism["bodies"]:
        del body["mass"], body["inertia"]
        body.update(density=1180.0, thickness=0.003,
                    shape={"points": points[body["id"]], "width": 0.04, "hole_radius": 0.004})  # fmt: skip
    mechanism |= members
    path = folder / f"{name}.json"
    path.write_text(json.dumps(mechanism))
    return path


def hostile():
    mechanism = json.loads(changed("plain").read_text())
    names = iter(NAMES * 2)
    for kind in ("bodies", "couplings", "tracers"):
        for element in mechanism[kind]:
            element["name"] = next(names)
    mechanism.pop("plots", None)
    mechanism |= {"title": "".join(NAMES)[:900], "notes": "\n".join(NAMES) + "\ttab\n"}
    path = folder / "hostile.json"
    path.write_text(json.dumps(mechanism))
    return path


# ---- our own checks ---------------------------------------------------------------------------


def same_bytes():
    for i, (verb, suffix) in enumerate(formats()):
        paths = [folder / f"same-{k}-{i}.{suffix.strip('/')}" for k in range(2)]
        write(verb, suffix, paths[0], FOUR_BAR)
        write(verb, suffix, paths[1], FOUR_BAR, LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8", TZ="Asia/Kathmandu")
        first, second = (read(path) for path in paths)
        if verb == "run" and suffix in ("py", "gp", "m"):
            # The script names its table.
            first, second = (text.replace(b"same-1", b"same-0") for text in (first, second))
        assert first == second and len(first) > 0, (verb, suffix)


def names():
    """Every suffix is written, and read by a reader of its syntax with the names in it."""
    mechanism = hostile()
    for verb, suffix in formats():
        path = folder / f"names-{verb}.{suffix.strip('/')}"
        write(verb, suffix, path, mechanism)
        if suffix in ("svg", "xml", "urdf", "html"):
            text = path.read_text(encoding="utf-8")
            root = xml.etree.ElementTree.fromstring(text.split("\n", 1)[1] if suffix == "html" else text)
            assert suffix == "urdf" or any(NAMES[1] in (part.text or "") + "".join(part.attrib.values())
                                           for part in root.iter()), (verb, suffix)  # fmt: skip
        if suffix == "json":
            assert json.loads(path.read_text())
        if suffix == "py":
            compile(path.read_text(encoding="utf-8"), path, "exec")
        if suffix == "csv":
            rows = list(csv.reader(io.StringIO(path.read_bytes().decode(), newline="")))
            assert {len(row) for row in rows} == {len(rows[0])}
            # A spreadsheet takes a cell that begins like this for a formula.
            assert not [cell for cell in rows[0] if cell[0] in "=+-@"], rows[0]
    assert not [name for name in os.listdir(folder) if name.startswith(".")]


def many():
    """1000 plates on one sheet: none overlaps another, all are on it."""
    n = 1000
    bodies = [{"id": i + 1, "name": f"L{i}", "position": [0.1 * i, 0], "density": 1000, "thickness": 0.003,
               "shape": {"points": [[-0.05, 0], [0.05, 0]], "width": 0.02, "hole_radius": 0.003}}
              for i in range(n)]  # fmt: skip
    pins = [{"id": i + 1, "kind": "pin", "bodies": [i, i + 1], "at": [0.1 * i - 0.05, 0]} for i in range(n)]
    chain = folder / "chain.json"
    chain.write_text(json.dumps({"linkwright": 1, "title": "chain", "bodies": bodies, "couplings": pins,
                                 "run": {"duration": 0.02}}))  # fmt: skip
    call("cut", "--quiet", "--sheet-width=3000", "--sheet-height=4000", "-o", folder / "chain.svg", chain)
    call("draw", "--quiet", "--parts", "-o", folder / "chain-drawing.svg", chain)
    root = xml.etree.ElementTree.parse(folder / "chain.svg").getroot()
    width, height = (float(part) for part in root.get("viewBox").split()[2:])
    boxes = []
    for path in next(group for group in root.iter(SVG + "g") if group.get("id") == "CUT"):
        points = [[float(number) for number in text.split()][-2:]
                  for letter, text in re.findall("([MLA])([^MLAZ]*)", path.get("d"))]  # fmt: skip
        xs, ys = zip(*points, strict=True)
        if max(xs) - min(xs) > 50:
            boxes.append((min(xs) - 10, min(ys), max(xs) + 10, max(ys)))
    assert len(boxes) == n and len(set(boxes)) == n
    for i, (x1, y1, x2, y2) in enumerate(boxes):
        assert -1e-9 <= x1 and x2 <= width + 1e-9 and -1e-9 <= y1 and y2 <= height + 1e-9
        for x3, y3, x4, y4 in boxes[:i]:
            assert x4 <= x1 or x2 <= x3 or y4 <= y1 or y2 <= y3, "two plates overlap"


def nothing():
    """Nothing to draw, a body without size, a file that is none: written, or an error message and no file."""
    empty, point = folder / "empty.json", folder / "point.json"
    empty.write_text(json.dumps({"linkwright": 1}))
    point.write_text(json.dumps({"linkwright": 1, "bodies": [{"id": 1, "mass": 1, "inertia": 1}]}))
    for mechanism in (empty, point):
        for verb, suffix in formats():
            path = folder / f"nothing-{mechanism.stem}-{verb}.{suffix.strip('/')}"
            refused = verb == "cut" or (mechanism == empty and verb in ("draw", "report"))
            _, message = write(verb, suffix, path, mechanism, code=1 if refused else 0)
            assert path.exists() != refused, path
            assert not refused or message.count("\n") == 1, message


def progress():
    """Every export reports its progress in tenths: of the run, then of the file."""
    tenths = [f"{10 * i} %" for i in range(1, 11)]
    for verb, suffix in (("draw", "pdf"), ("cut", "dxf"), ("report", "html"), ("report", "pdf"), ("plot", "svg"),
                         ("animate", "gif")):  # fmt: skip
        more = ["--size=64x64"] if verb == "animate" else []
        _, messages = call(verb, "--progress", *more, "-o", folder / f"progress.{suffix}", FOUR_BAR)
        lines = [line for line in messages.splitlines() if line.endswith("%")]
        assert lines == tenths + [f"writing {part}" for part in tenths], (verb, suffix, lines)
    for suffix in (suffix for verb, suffix in formats() if verb == "export"):
        # There is no run.
        _, messages = call("export", "--progress", "-o", folder / f"progress.{suffix}", FOUR_BAR)
        lines = [line for line in messages.splitlines() if line.endswith("%")]
        assert lines == [f"writing {part}" for part in tenths], (suffix, lines)


# ---- other programs ---------------------------------------------------------------------------


def pdfs():
    """Returns a PDF of each kind."""
    laser = changed("laser")
    call("draw", "--dimensions=all", "--parts", "--paper=A3", "-o", folder / "drawing.pdf", laser)
    call("plot", "--until=1", "--title=A title", "-o", folder / "plot.pdf", laser)
    call("report", "--until=1", "-o", folder / "report.pdf", laser)
    return [folder / f"{name}.pdf" for name in ("drawing", "plot", "report")]


def texts_of_pdf():
    found = {path.stem: other("pdftotext", "-layout", path, "-").decode() for path in pdfs()}
    wanted = {"drawing": ("Crank-rocker four-bar", "200 mm", "600 mm", "3 × ⌀ 8", "SHA-256"),
              "plot": ("A title", "Drive torque", "M / N m"),
              "report": ("Degrees of Freedom", "energy.error", "solver.steps", "A.reaction")}  # fmt: skip
    for name, texts in wanted.items():
        # Narrow spaces are none to some versions.
        words = "".join(found[name].split())
        assert not [text for text in texts if "".join(text.split()) not in words], (name, words)


def fonts_of_pdf():
    """All fonts are embedded, nothing is a picture, and the pages have their sizes."""
    for path, size in zip(pdfs(), ((420, 297), (160, None), (210, 297)), strict=True):
        rows = other("pdffonts", path).decode().splitlines()[2:]
        assert rows and all(re.search(r" yes +(yes|no) +(yes|no) +\d+ +\d+$", row) for row in rows), (path, rows)
        assert len(other("pdfimages", "-list", path).decode().splitlines()) == 2, path
        found = re.search(r"Page size: +([0-9.]+) x ([0-9.]+) pts", other("pdfinfo", path).decode())
        assert abs(float(found[1]) - size[0] * PT) < 0.01, (path, found[0])
        assert size[1] is None or abs(float(found[2]) - size[1] * PT) < 0.01, (path, found[0])


def scale_of_pdf():
    """At 1:1 and 1:2, a straight edge of 60 mm and the ruler of 100 mm are as long on the page."""
    mechanism = folder / "edge.json"
    mechanism.write_text(json.dumps({
        "linkwright": 1, "title": "edge",
        "bodies": [{"id": 1, "name": "L", "position": [0.03, 0], "angle": 0.4, "mass": 1, "inertia": 1,
                    "shape": {"points": [[-0.03, 0], [0.03, 0]], "width": 0.01}}],
        "couplings": [{"id": 1, "kind": "pin", "bodies": [0, 1], "points": [[0, 0], [-0.03, 0]]}]}))  # fmt: skip
    for scale, factor in (("1:1", 1), ("1:2", 0.5)):
        call("draw", f"--scale={scale}", "--no-traces", "-o", folder / "edge.pdf", mechanism)
        text = other("pdftocairo", "-svg", "-noshrink", "-nocenter", folder / "edge.pdf", "-").decode()
        lengths = []
        for path in xml.etree.ElementTree.fromstring(text).iter(SVG + "path"):
            a, b, c, d = (float(part) for part in re.findall(r"-?[0-9.]+", path.get("transform", "1 0 0 1"))[:4])
            at = [0, 0]
            for letter, numbers in re.findall("([MLC])([^MLCZ]*)", path.get("d")):
                before, at = at, [float(part) for part in numbers.split()][-2:]
                x, y = at[0] - before[0], at[1] - before[1]
                if letter == "L":
                    lengths.append(math.hypot(a * x + c * y, b * x + d * y) / PT)
        assert any(abs(length - 60 * factor) < 0.02 for length in lengths), (scale, sorted(lengths)[-8:])
        assert any(abs(length - 100) < 0.02 for length in lengths), (scale, sorted(lengths)[-8:])


def well_formed():
    mechanism = hostile()
    paths = []
    for verb, suffix in (("draw", "svg"), ("plot", "svg"), ("cut", "svg"), ("report", "html"), ("export", "xml"),
                         ("export", "urdf")):  # fmt: skip
        paths.append(folder / f"lint-{verb}.{suffix}")
        write(verb, suffix, paths[-1], mechanism)
    other("xmllint", "--noout", *paths)


def html():
    """Tidy has neither an error nor a warning, which are its exit codes 2 and 1."""
    for number, mechanism in enumerate((FOUR_BAR, hostile())):
        write("report", "html", folder / f"tidy-{number}.html", mechanism)
        other("tidy", "-quiet", "-errors", folder / f"tidy-{number}.html")


def rows_of_png(data):
    """Returns the decompressed lines of a PNG, and its size."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, parts = 8, []
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        parts.append(data[at + 8 : at + 8 + size] if kind == b"IDAT" else b"")
        at += 12 + size
    return zlib.decompress(b"".join(parts)), width, height


def drawn_svg():
    """An SVG has its size in mm, and is as full of ink as the PNG of the same drawing."""
    for verb, width, height in (("draw", 297, 210), ("plot", 160, None), ("cut", None, None)):
        path = folder / f"drawn-{verb}.svg"
        write(verb, "svg", path, changed("laser"))
        lines, across, down = rows_of_png(other("rsvg-convert", "--background-color=white", "--dpi-x=96", "--dpi-y=96", path))
        assert width is None or abs(across - width / 25.4 * 96) <= 1, (verb, across)
        assert height is None or abs(down - height / 25.4 * 96) <= 1, (verb, down)
        assert len(set(lines)) > 16, verb


def cut_parts():
    """ezdxf finds no fault; areas and the positions of holes are those of the plates, to 1e-6."""
    try:
        import ezdxf
        import ezdxf.math
    except ImportError as problem:
        raise tap.Skip("ezdxf is not installed") from problem
    laser = changed("laser")
    bodies = json.loads(laser.read_text())["bodies"]
    masses = [body["mass"] for body in json.loads(call("info", "--json", laser)[0])["bodies"]]
    write("cut", "dxf", folder / "laser.dxf", laser)
    write("cut", "dxf", folder / "hostile.dxf", hostile())
    for name in ("laser", "hostile"):
        document = ezdxf.readfile(folder / f"{name}.dxf")
        audit = document.audit()
        assert not audit.errors and not audit.fixes, audit.errors
        assert document.dxfversion == "AC1009" and document.header["$INSUNITS"] == 4
    space = ezdxf.readfile(folder / "laser.dxf").modelspace()
    lines = list(space.query('POLYLINE[layer=="CUT"]'))
    assert len(lines) == 3 and all(line.is_closed for line in lines)
    holes = [(circle.dxf.center, circle.dxf.radius) for circle in space.query("CIRCLE")]
    assert len(holes) == sum(len(body["shape"]["points"]) for body in bodies)
    for line, body, mass in zip(lines, bodies, masses, strict=True):
        corners = [(vertex.dxf.location, vertex.dxf.bulge) for vertex in line.vertices]
        area = 0
        for (start, bulge), (end, _) in zip(corners, corners[1:] + corners[:1], strict=True):
            area += (start.x * end.y - end.x * start.y) / 2
            if bulge:
                _, from_, to, radius = ezdxf.math.bulge_to_arc(start, end, bulge)
                angle = (to - from_) % math.tau
                area += math.copysign(radius**2 / 2 * (angle - math.sin(angle)), bulge)
        inside = [centre for centre, _ in holes if ezdxf.math.is_point_in_polygon_2d(
            ezdxf.math.Vec2(centre), [ezdxf.math.Vec2(corner) for corner, _ in corners]) >= 0]  # fmt: skip
        assert len(inside) == len(body["shape"]["points"]), (body["name"], inside)
        area -= len(inside) * math.pi * 4**2
        wanted = mass / (body["density"] * body["thickness"]) * 1e6
        assert abs(area - wanted) < 1e-6 * wanted, (body["name"], area, wanted)
        # All distances of holes, so that neither place nor turn on the sheet matters.
        found = sorted(a.distance(b) for i, a in enumerate(inside) for b in inside[:i])
        points = body["shape"]["points"]
        truth = sorted(1e3 * math.dist(a, b) for i, a in enumerate(points) for b in points[:i])
        assert all(abs(a - b) < 1e-6 for a, b in zip(found, truth, strict=True)), (found, truth)
    assert all(abs(radius - 4) < 1e-6 for _, radius in holes)


def arrays():
    """NumPy reads the table as a table, and the arrays of each column."""
    try:
        import numpy
    except ImportError as problem:
        raise tap.Skip("NumPy is not installed") from problem
    for suffix in ("csv", "npz"):
        write("run", suffix, folder / f"numpy.{suffix}", FOUR_BAR)
    head = (folder / "numpy.csv").read_text().splitlines()[0].split(",")
    table = numpy.genfromtxt(folder / "numpy.csv", delimiter=",", skip_header=1)
    with numpy.load(folder / "numpy.npz") as loaded:
        columns = list(loaded["channels"])
        assert table.shape == (21, len(head)) and [f"{name} [{unit}]" for name, unit in
                                                   zip(columns, loaded["units"], strict=True)] == head  # fmt: skip
        for i, name in enumerate(columns):
            assert (loaded[name] == table[:, i]).all(), name
    assert table[-1, 0] == 0.2


def films():
    """ffprobe counts the frames of each film; together they last one period of the motion."""
    suffixes = ["gif", "png"] + ([] if FILMS else ["webm", "mp4"])
    other("ffprobe", "-version")
    for suffix in suffixes:
        path = folder / f"film.{suffix}"
        call("animate", "--quiet", "--size=320x240", "--fps=20", "-o", path, FOUR_BAR)
        found = json.loads(other("ffprobe", "-v", "error", "-count_frames", "-print_format", "json", "-show_streams",
                                 "-show_format", *(["-f", "apng"] if suffix == "png" else []), path))  # fmt: skip
        stream = found["streams"][0]
        frames = int(stream["nb_read_frames"])
        assert (stream["width"], stream["height"]) == (320, 240), stream
        # The crank turns at 6 rad/s.
        assert abs(frames - 20 * math.tau / 6) <= 1, (suffix, frames)
        if "duration" in stream and suffix != "png":
            assert abs(float(stream["duration"]) - math.tau / 6) < 0.06, (suffix, stream["duration"])


tap.run(
    [
        ("the same bytes again and in another locale", same_bytes),
        ("names of every character", names),
        ("1000 parts on a sheet", many),
        ("nothing to export", nothing),
        ("progress", progress),
        ("pdftotext", texts_of_pdf),
        ("pdffonts", fonts_of_pdf),
        ("pdftocairo", scale_of_pdf),
        ("xmllint", well_formed),
        ("tidy", html),
        ("rsvg-convert", drawn_svg),
        ("ezdxf", cut_parts),
        ("NumPy", arrays),
        ("ffprobe", films),
    ]
)
