#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-models.py CLI SOURCE MUJOCO: tests mechanisms as files for other programs. MUJOCO: the program
# that simulates them with MuJoCo, "" if that is not installed.

import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

CLI, SOURCE, MUJOCO = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

EXAMPLES = SOURCE / "data/examples"
temporary = tempfile.TemporaryDirectory()
folder = pathlib.Path(temporary.name)


def call(*arguments, code=0, locale="C"):
    environment = dict(os.environ, LC_ALL=locale)
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, env=environment, check=False)
    assert done.returncode == code, (arguments, done.stderr)
    return done.stdout, done.stderr.decode()


def freedoms(path):
    """Returns the number of velocities of an MJCF file, and its root."""
    root = xml.etree.ElementTree.parse(path).getroot()
    counts = {"hinge": 1, "slide": 1, "ball": 3}
    n = sum(counts[joint.get("type")] for joint in root.iter("joint") if joint.get("type"))
    return n + 6 * len(list(root.iter("freejoint"))), root


def structure():
    """A tree of hinges, the loop closed by a constraint, the speed of the motor by a second one."""
    _, notes = call("export", "-o", folder / "x.xml", EXAMPLES / "four-bar.json")
    n, root = freedoms(folder / "x.xml")
    assert not notes, notes
    assert [body.get("name") for body in root.iter("body")] == ["Crank", "Coupler", "Rocker", "speed of Motor"]
    assert n == 4 and len(list(root.iter("connect"))) == 1
    assert len(root.find("keyframe/key").get("qvel").split()) == n
    relation = root.find("equality/joint")
    assert (relation.get("joint1"), relation.get("joint2")) == ("A", "speed of Motor")
    for example in sorted(EXAMPLES.glob("*.json")):
        call("export", "-o", folder / "any.xml", example)
        n, root = freedoms(folder / "any.xml")
        key = root.find("keyframe/key")
        assert (len(key.get("qvel").split()) if key is not None else 0) == n, example.name
        for masses in root.iter("inertial"):
            assert float(masses.get("mass")) > 0, example.name


def reports_what_is_left_out():
    _, notes = call("export", "-o", folder / "x.xml", EXAMPLES / "bouncing-ball.json")
    assert "its contacts are left out" in notes, notes
    assert "its contacts are left out" in (folder / "x.xml").read_text()


def exported(name, **elements):
    """Writes a mechanism; returns the root of its MJCF file and the notes."""
    (folder / f"{name}.json").write_text(json.dumps({"linkwright": 1, "title": name, **elements}))
    _, notes = call("export", "-o", folder / f"{name}.xml", folder / f"{name}.json")
    return freedoms(folder / f"{name}.xml")[1], notes


def slender():
    """A slender rod keeps its inertias across, and the one along it is raised with a note."""
    root, notes = exported("slender", bodies=[
        {"id": 1, "name": "Rod", "mobility": "spatial", "mass": 1, "inertia": [0, 0.1, 0.1]},
        {"id": 2, "name": "Block", "mobility": "spatial", "mass": 1, "inertia": [0.1, 0.1, 0.1]},
        {"id": 3, "name": "Tilted", "mobility": "spatial", "mass": 1,
         "inertia": [0.05, 0.05, 0.1, -0.05, 0, 0]}])  # fmt: skip
    inertias = [[float(part) for part in masses.get("fullinertia").split()] for masses in root.iter("inertial")]
    assert inertias[:2] == [[1e-9, 0.1, 0.1, 0, 0, 0], [0.1, 0.1, 0.1, 0, 0, 0]], inertias
    # About the diagonal of x and y there is the least inertia; about y - x what it was.
    tilted = inertias[2]
    assert abs((tilted[0] + tilted[1]) / 2 + tilted[3] - 1e-9) < 1e-15, tilted
    assert abs((tilted[0] + tilted[1]) / 2 - tilted[3] - 0.1) < 1e-15 and tilted[2] == 0.1, tilted
    assert all(f"{name}: a body needs inertias here" in notes for name in ("Rod", "Tilted")), notes
    assert "Block" not in notes, notes


def limits():
    """Compliance, breaking limits and rebounding stops are reported."""
    written = json.loads((EXAMPLES / "four-bar.json").read_text())
    joints = written["couplings"]
    joints[0]["compliance"] = {"stiffness": 1e6, "damping": 1}
    joints[1]["break_force"] = 1e4
    joints[2]["rows"] = [{"row": "x", "compliance": {"stiffness": 1e6}}]
    joints.append({"id": 6, "name": "Stop", "kind": "limit", "joint": 1, "lower": -100, "restitution": 0.5})
    _, notes = exported("limits", bodies=written["bodies"], couplings=joints)
    lines = [line.removeprefix("linkwright-cli: ") for line in notes.splitlines()]
    assert lines == ["A: it is rigid here.", "B: it does not break here.", "C: it is rigid here.",
                     "Stop: it does not rebound here."], notes  # fmt: skip


def names():
    """Names of one type are different: of a rod and a spring, and of elements with and without one."""
    body = {"mass": 1, "inertia": 0.1}
    root, _ = exported("names", bodies=[
        {"id": 1, "name": "Body 2", **body}, {"id": 2, "position": [1, 0], **body}],
        couplings=[{"id": 1, "name": "A", "kind": "rod", "bodies": [0, 1], "points": [[0, 1], [0, 0]]},
                   {"id": 2, "name": "A2", "kind": "pin", "bodies": [0, 2], "points": [[1, 0], [0, 0]]}],
        forces=[{"id": 1, "name": "A", "kind": "spring", "bodies": [0, 1], "points": [[0, 2], [0, 0]],
                 "stiffness": 1}])  # fmt: skip
    assert [spatial.get("name") for spatial in root.iter("spatial")] == ["A", "A 2"]
    masses = {part.get("name"): part.get("pos") for part in root.find("worldbody").iter("body")}
    assert masses == {"Body 2": "0 0 0", "Body 2 2": "1 0 0"}, masses
    assert root.find("equality/tendon").get("tendon1") == "A"


def first_and_last(example):
    """Returns the first and the last row of a run, as numbers by column without unit."""
    rows = list(csv.reader(io.StringIO(call("run", example)[0].decode())))
    return [{head.split(" [")[0]: float(value) for head, value in zip(rows[0], row, strict=True) if value}
            for row in (rows[1], rows[-1])]  # fmt: skip


def places(robot, motions):
    """Returns the places of the links of a URDF file for motions of joints: the origin, and a rotation."""
    found = {"world": ([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])}
    for joint in robot.iter("joint"):
        place, turn = found[joint.find("parent").get("link")]
        numbers = [float(part) for part in joint.find("origin").get("xyz").split()]
        assert joint.find("origin").get("rpy") == "0 0 0"
        place = [place[i] + sum(turn[i][k] * numbers[k] for k in range(3)) for i in range(3)]
        motion = motions.get(joint.get("name"), 0)
        if motion:
            axis = [float(part) for part in joint.find("axis").get("xyz").split()]
            if joint.get("type") == "prismatic":
                place = [place[i] + motion * sum(turn[i][k] * axis[k] for k in range(3)) for i in range(3)]
            else:
                assert axis[:2] == [0, 0]
                c, s = math.cos(axis[2] * motion), math.sin(axis[2] * motion)
                turn = [[row[0] * c + row[1] * s, row[1] * c - row[0] * s, row[2]] for row in turn]
        found[joint.find("child").get("link")] = (place, turn)
    return found


def centre(robot, found, link):
    place, turn = found[link]
    own = [float(part) for part in robot.find(f"link[@name='{link}']/inertial/origin").get("xyz").split()]
    return [place[i] + sum(turn[i][k] * own[k] for k in range(3)) for i in range(3)]


def urdf():
    """All joints at zero are the start of every example: each centre of mass is where the run begins."""
    compared = 0
    for example in sorted(EXAMPLES.glob("*.json")):
        call("export", "--quiet", "-o", folder / "any.urdf", example)
        robot = xml.etree.ElementTree.parse(folder / "any.urdf").getroot()
        names = [link.get("name") for link in robot.iter("link")]
        assert len(set(names)) == len(names) == len(list(robot.iter("joint"))) + 1, example.name
        found = places(robot, {})
        assert set(found) == set(names)
        if example.name in ("four-bar.json", "slider-crank.json", "universal.json", "double-pendulum.json"):
            start = first_and_last(example)[0]
            for body in json.loads(example.read_text())["bodies"]:
                if body["name"] in names and f"{body['name']}.x" in start and not any(body.get("centre_of_mass", [0])):
                    there = centre(robot, found, body["name"])
                    own = [start.get(f"{body['name']}.{axis}", 0) for axis in "xyz"]
                    assert math.dist(there, own) < 1e-9, (example.name, body["name"], there, own)
                    compared += 1
    assert compared >= 8, compared


def mimic():
    """Joints of parallelograms and gears follow one another as they do in the run, and put each body there."""
    counts = {"pantograph": 2, "walking-beam": 1, "n-four-bar-10": 20, "gears-rack": 2}
    for name, count in counts.items():
        example = EXAMPLES / f"{name}.json"
        call("export", "--quiet", "-o", folder / "any.urdf", example)
        robot = xml.etree.ElementTree.parse(folder / "any.urdf").getroot()
        start, end = first_and_last(example)
        followers = {joint.get("name"): joint.find("mimic") for joint in robot.iter("joint")
                     if joint.find("mimic") is not None}  # fmt: skip
        assert len(followers) == count, (name, sorted(followers))
        motions = {}
        for joint in robot.iter("joint"):
            parent, child = joint.find("parent").get("link"), joint.find("child").get("link")
            if joint.get("type") == "continuous" and f"{child}.angle" in start:
                turns = [end.get(f"{part}.angle", 0) - start.get(f"{part}.angle", 0) for part in (parent, child)]
                motions[joint.get("name")] = (turns[1] - turns[0]) * float(joint.find("axis").get("xyz").split()[2])
            elif joint.get("type") == "prismatic" and parent == "world":
                axis = [float(part) for part in joint.find("axis").get("xyz").split()]
                away = [end.get(f"{child}.{part}", 0) - start.get(f"{child}.{part}", 0) for part in "xyz"]
                motions[joint.get("name")] = sum(a * b for a, b in zip(axis, away, strict=True))
        for follower, leads in followers.items():
            wanted = float(leads.get("multiplier")) * motions[leads.get("joint")]
            # As far as a run keeps its constraints.
            assert abs(motions[follower] - wanted) < 1e-6, (name, follower, motions[follower], wanted)
        found = places(robot, motions)
        for body in json.loads(example.read_text())["bodies"]:
            if f"{body.get('name')}.x" in end and not any(body.get("centre_of_mass", [0])):
                there = centre(robot, found, body["name"])
                own = [end[f"{body['name']}.{axis}"] for axis in "xy"]
                assert math.dist(there[:2], own) < 1e-6, (name, body["name"], there, own)


def open_loops():
    """Loops, drives, gravity and velocities at the start, which URDF has not, are reported."""
    _, notes = call("export", "-o", folder / "x.urdf", EXAMPLES / "four-bar.json")
    lines = [line.removeprefix("linkwright-cli: ") for line in notes.splitlines()]
    assert lines == ["D: its loop is open here, URDF has trees only.", "Motor: URDF has nothing like it.",
                     "URDF has no gravity, set 0, -9.81, 0 m/s^2 where it is used.",
                     "URDF has no velocities at the start, all joints rest here."], lines  # fmt: skip


PORTS = {"Revolute": {"frame_a", "frame_b", "axis"}, "Prismatic": {"frame_a", "frame_b", "axis"},
         "Body": {"frame_a"}, "World": {"frame_b"}, "Position": {"flange"}, "Speed": {"flange"},
         "IdealGear": {"flange_a", "flange_b"}, "IdealGearR2T": {"flangeR", "flangeT"},
         "WorldForceAndTorque": {"frame_b"}, "WorldForce": {"frame_b"}}  # fmt: skip
TWO_FRAMES = {"FixedTranslation", "Spherical", "RevolutePlanarLoopConstraint", "SphericalSpherical",
              "SpringDamperParallel", "FreeMotion"}  # fmt: skip


def modelica(example):
    """Reads a model. Returns its components (name -> type, arguments), connections, equations and notes."""
    _, notes = call("export", "-o", folder / "any.mo", example)
    text = (folder / "any.mo").read_text()
    head, body = text.split("\nequation\n")
    parts = {}
    for line in head.splitlines()[1:]:
        if line.startswith(("  //", "  parameter Real ", "  Real ", "  discrete Real ")):
            continue
        found = re.fullmatch(r"  (?:inner )?Modelica\.Mechanics\.[\w.]+\.(\w+) (\w+)(?:\((.*)\))?(?: \".*\")?;", line)
        assert found and found[2] not in parts, line
        parts[found[2]] = (found[1], found[3] or "")
    connections = re.findall(r"^  connect\((\w+)\.(\w+), (\w+)\.(\w+)\);$", body, re.MULTILINE)
    for first, port, second, other in connections:
        for name, end in ((first, port), (second, other)):
            known = PORTS.get(parts[name][0], {"frame_a", "frame_b"} if parts[name][0] in TWO_FRAMES else set())
            assert end in known, (example.name, name, end)
    name = text.split()[1]
    assert text.endswith(f"end {name};\n")
    return parts, connections, body, notes


def vector(arguments, name):
    return [float(part) for part in re.search(rf"\b{name} = \{{([^}}]*)\}}", arguments)[1].split(",")]


def frames(parts, connections):
    """Returns the places of the frames at the start, where all joints are zero. Every loop closes."""
    edges = {}

    def connect(a, b, away):
        edges.setdefault(a, []).append((b, away))
        edges.setdefault(b, []).append((a, [-part for part in away]))

    for first, port, second, other in connections:
        if port.startswith("frame"):
            connect((first, port), (second, other), [0, 0, 0])
    for name, (kind, arguments) in parts.items():
        if kind == "FixedTranslation":
            connect((name, "frame_a"), (name, "frame_b"), vector(arguments, "r"))
        elif kind == "FreeMotion":
            connect((name, "frame_a"), (name, "frame_b"), vector(arguments, "start"))
        elif kind in ("Revolute", "Prismatic", "Spherical", "RevolutePlanarLoopConstraint"):
            connect((name, "frame_a"), (name, "frame_b"), [0, 0, 0])
    found, left = {("world", "frame_b"): [0, 0, 0]}, [("world", "frame_b")]
    while left:
        frame = left.pop()
        for other, away in edges.get(frame, []):
            there = [a + b for a, b in zip(found[frame], away, strict=True)]
            if other not in found:
                left.append(other)
            assert math.dist(found.setdefault(other, there), there) < 1e-9, other
    return found


def modelica_start():
    """Every example closes its loops at the start, has every mass and inertia, and a frame for each body."""
    for example in sorted(EXAMPLES.glob("*.json")):
        parts, connections, _, _ = modelica(example)
        found = frames(parts, connections)
        masses = 0
        for name, (kind, arguments) in parts.items():
            if kind == "Body":
                assert (name, "frame_a") in found, (example.name, name)
                masses += float(re.search(r"\bm = ([^,]*)", arguments)[1])
        written = json.loads(call("info", "--json", example)[0])
        assert abs(masses - sum(body["mass"] for body in written["bodies"])) < 1e-9 * max(masses, 1), example.name


def modelica_freedoms():
    """As many start values are fixed as the drawing has freedoms: of places, and of rates that no drive gives."""
    # Freedoms of the places, of the rates: the four-bar's motor turns its crank.
    expected = {"four-bar": (1, 0), "double-pendulum": (2, 2), "slider-crank": (1, 1), "n-four-bar-10": (1, 1),
                "crank-rocker-motor": (1, 0), "pantograph": (0, 0), "gears-rack": (0, 0), "walking-beam": (0, 0)}
    for name, freedoms in expected.items():
        parts, _, _, _ = modelica(EXAMPLES / f"{name}.json")
        counts = [sum(len(re.findall(rf"\b(?:{words})\(start = [^,)]*, fixed = true", arguments))
                      for _, arguments in parts.values()) for words in ("phi|s", "w|v")]  # fmt: skip
        assert tuple(counts) == freedoms, (name, counts)


def modelica_elements():
    """Drives, springs, loads and functions of time keep their numbers; the others are reported."""
    body = {"mass": 2, "inertia": 0.5}
    (folder / "all.json").write_text(json.dumps({
        "linkwright": 1, "title": "end \"of\" 1",
        "parameters": [{"name": "rate", "value": 3, "unit": "rad/s"}, {"name": "push", "value": 2, "unit": "N m"},
                       {"name": "jump", "value": 4, "unit": "kg m^2/s"}],
        "bodies": [{"id": 1, "name": "Rad für \"alle\"", **body}, {"id": 2, "name": "model", "position": [1, 0], **body},
                   {"id": 3, "name": "3", "position": [2, 0], **body}],
        "couplings": [{"id": 1, "name": "A", "kind": "pin", "bodies": [0, 1], "at": [0, 0]},
                      {"id": 2, "name": "B", "kind": "pin", "bodies": [0, 2], "points": [[1, 0], [0, 0]]},
                      {"id": 3, "name": "C", "kind": "slider", "bodies": [0, 3], "points": [[2, 0], [0, 0]]},
                      {"id": 4, "name": "M", "kind": "driver", "joint": 1, "function": "2*sin(rate*t) + -1"},
                      {"id": 5, "name": "N", "kind": "driver", "joint": 2, "function": "0.5*t^2 - cos(pi*t) + 1"},
                      {"id": 6, "name": "O", "kind": "driver", "joint": 3, "function": "t > 1 ? 1 : 0"}],
        "forces": [{"id": 1, "name": "S", "kind": "spring", "bodies": [1, 2], "points": [[0, 1], [0, 1]],
                    "stiffness": 7, "damping": 0.25, "free_length": 0.5},
                   {"id": 2, "name": "F", "kind": "force", "body": 3, "point": [0, 0.25], "force": [0, -4]},
                   {"id": 3, "name": "P", "kind": "force", "body": 3, "force": ["-2 * [3.x] - int(C.rate)", 0]}]}))  # fmt: skip
    parts, connections, equations, notes = modelica(folder / "all.json")
    assert set(parts) >= {"Rad_fur__alle_", "model_", "e_3", "A", "B", "C", "N", "S", "F"}, sorted(parts)
    assert "N.phi_ref = (0.5*time^2-cos(Modelica.Constants.pi*time)+1 - (0));" in equations, equations
    lines = [line.removeprefix("linkwright-cli: ") for line in notes.splitlines()]
    assert lines == ["M: its function of time cannot be kept.", "O: its function of time cannot be kept."], lines
    # Modelica writes units without spaces and signs of powers.
    units = re.findall(r"parameter Real (\w+)\(unit = \"(.*?)\"\) = (\d+)", (folder / "any.mo").read_text())
    assert units == [("rate", "rad/s", "3"), ("push", "N.m", "2"), ("jump", "kg.m2/s", "4")], units
    assert parts["S"] == ("SpringDamperParallel", "c = 7, d = 0.25, s_unstretched = 0.5")
    assert "F.force = {0, -4, 0};" in equations
    found = frames(parts, connections)
    assert found["F", "frame_b"] == [2, 0.25, 0]
    # The drive that is left out turns its body by -1 rad at the start.
    assert math.dist(found["S", "frame_a"], [math.sin(1), math.cos(1), 0]) < 1e-9


def evaluate(expression, values):
    """Returns the value of an expression of Modelica."""
    expression = re.sub(r"\(if (.*?) then (.*?) else (.*?)\)", r"((\2) if (\1) else (\3))", expression)
    return eval(expression.replace("^", "**"), {"__builtins__": {}, "max": max, "min": min, "sin": math.sin}, values)


def modelica_motion():
    """Loads and laws that follow the motion: their equations have the numbers of a run."""
    body = {"mass": 1, "inertia": 0.1}
    (folder / "feedback.json").write_text(json.dumps({
        "linkwright": 1, "title": "feedback", "run": {"duration": 2},
        "parameters": [{"name": "k", "value": 5, "unit": "N/m"}, {"name": "c", "value": 0.5, "unit": "N s/m"}],
        "bodies": [{"id": 1, "name": "Cart", "position": [0.3, 0], **body},
                   {"id": 2, "name": "Pole", "position": [0.3, 0.4], "angle": 0.7, **body},
                   {"id": 3, "name": "Mass", "position": [2, 1], "angle": 0.5, **body}],
        "couplings": [{"id": 1, "name": "Rail", "kind": "slider", "bodies": [0, 1], "points": [[0, 0], [0, 0]]},
                      {"id": 2, "name": "Pin 1", "kind": "pin", "bodies": [2, 1], "at": [0.3, 0]}],
        "forces": [{"id": 1, "name": "F", "kind": "force", "body": 1,
                    "force": ["-k * Cart.x - c * Cart.vx + clamp(t - 1, 0, 2) - 0.1 * int([Pin 1.rate] * 2)", 0]},
                   {"id": 2, "name": "T", "kind": "force", "body": 2, "force": [0, 0],
                    "torque": "0.1 * smooth(t, 0.2, 1.2) - 2 * [Pin 1.coordinate] - 0.3 * Pole.omega - 0.01 * Pole.angle + step(t, 1)"},
                   {"id": 3, "name": "S", "kind": "spring", "bodies": [2, 3], "points": [[0, 0.1], [0, 0]],
                    "law": "50 * (length - 1)^3 + 2 * rate + 0 * Cart.x"},
                   {"id": 4, "name": "W", "kind": "force", "body": 3, "follows_body": True, "point": [0.1, 0],
                    "force": [0, "-3 * S.length + max(sin(2 * t), S.rate)"]}]}))  # fmt: skip
    parts, connections, equations, notes = modelica(folder / "feedback.json")
    assert not notes, notes
    frames(parts, connections)
    rows = list(csv.reader(io.StringIO(call("run", "--every", 0.001, folder / "feedback.json")[0].decode())))
    heads = [head.split(" [")[0] for head in rows[0]]
    known = {"k": 5, "c": 0.5, "integral": 0}
    sources = {"Cart_x_value": "Cart.x", "Cart_vx_value": "Cart.vx", "Pole_angle_state": "Pole.angle",
               "Pin_1_coordinate_value": "Pin 1.coordinate", "S_length": "S.length", "S_rate": "S.rate",
               "S_length_value": "S.length", "S_rate_value": "S.rate", "Pin_1_rate_value": "Pin 1.rate"}  # fmt: skip
    force = re.search(r"F\.force = \{(.*), 0, 0\};", equations)[1]
    torque = re.search(r"T\.torque = \{0, 0, (.*)\};", equations)[1]
    turning = re.search(r"W\.force = \{(\{.*\})\}\*\{0, (.*), 0\};", equations)
    law = re.search(r"S_tension = (.*);", equations)[1]
    rate = re.search(r"der\(integral_state\) = (.*);", equations)[1]
    angles = re.search(r"Pin_1_coordinate_value = (.*);", equations)[1]
    assert "resolveInFrame" in parts["W"][1] and "der(Pole_angle_state) = Pole_angle_spin[3];" in equations
    first = [float(part) for part in turning[1].split("}")[0].strip("{}").split(",")]
    assert math.dist(first, [math.cos(0.5), -math.sin(0.5), 0]) < 1e-12, turning[1]
    integral, before = 0, None
    for row in rows[1:]:
        at = dict(zip(heads, map(float, row), strict=True))
        values = {name: at[channel] for name, channel in sources.items()} | known | {"time": at["time"]}
        values["Pole_omega_spin"] = [0, 0, 0, at["Pole.omega"]]
        new = evaluate(rate, values)
        integral += 0 if before is None else 0.0005 * (before + new)
        before, values["integral_state"] = new, integral
        # The trapezoidal rule is not exact.
        assert abs(evaluate(force, values) - at["F.force_x"]) < 1e-5, at["time"]
        assert abs(evaluate(torque, values) - at["T.moment"]) < 1e-9, at["time"]
        assert abs(evaluate(law, values) - at["S.tension"]) < 1e-9, at["time"]
        size = evaluate(turning[2], values)
        assert abs(abs(size) - math.hypot(at["W.force_x"], at["W.force_y"])) < 1e-9, at["time"]
    # The joint is zero at the start, and turns the other way: the pole is its first body.
    start = dict(zip(heads, map(float, rows[1]), strict=True))["Pin 1.coordinate"]
    offset = float(re.fullmatch(r"(-?)Pin_1\.phi \+ \((.*)\)", angles)[2])
    assert angles.startswith("-") and abs(offset - start) < 1e-12, (angles, start)
    assert re.search(r"S_end_1\.force = S_tension\*S_line/S_length;", equations)
    assert re.search(r"S_end_2\.force = -S_tension\*S_line/S_length;", equations)


def modelica_memory():
    """Angles of measurements, sampled values and delays: their equations have the numbers of a run."""
    body = {"mass": 1, "inertia": 0.1}
    (folder / "memory.json").write_text(json.dumps({
        "linkwright": 1, "title": "memory", "run": {"duration": 2},
        "parameters": [{"name": "T", "value": 0.25, "unit": "s"}],
        "bodies": [{"id": 1, "name": "Arm", "angle": 0.4, **body}, {"id": 2, "name": "Cart", "position": [1, 0], **body}],
        "couplings": [{"id": 1, "name": "Pin", "kind": "pin", "bodies": [0, 1], "at": [0, 0]},
                      {"id": 2, "name": "Rail", "kind": "slider", "bodies": [0, 2], "points": [[0, 0], [0, 0]]}],
        "measurements": [{"id": 1, "name": "Opening",
                          "points": [{"body": 1, "point": [0, 0]}, {"body": 1, "point": [0.5, 0]},
                                   {"body": 0, "point": [0, 0]}, {"body": 2, "point": [0, 0.2]}]}],
        "forces": [{"id": 1, "name": "M", "kind": "force", "body": 1, "force": [0, 0],
                    "torque": "-0.4 * Opening.angle - 0.1 * Opening.rate + 0.2 * sampled(Arm.angle - 1, T)"},
                   {"id": 2, "name": "F", "kind": "force", "body": 2,
                    "force": ["0.5 * delay(Cart.x, T) - 2 * Cart.x + sampled(Arm.angle - 1, T)", 0]}]}))  # fmt: skip
    _, _, equations, notes = modelica(folder / "memory.json")
    assert not notes, notes
    rows = list(csv.reader(io.StringIO(call("run", "--every", 0.01, folder / "memory.json")[0].decode())))
    heads = [head.split(" [")[0] for head in rows[0]]
    torque = re.search(r"M\.torque = \{0, 0, (.*)\};", equations)[1]
    force = re.search(r"F\.force = \{(.*), 0, 0\};", equations)[1]
    angle = re.search(r"Opening_angle_value = (.*);", equations)[1]
    first, second = re.search(r"length\(cross\((\w+), (\w+)\)\)", angle).groups()
    assert angle == f"atan2(Modelica.Math.Vectors.length(cross({first}, {second})), {first}*{second})", angle
    for name in (first, second):
        assert re.search(rf"^  {name} = \w+\.frame_b\.r_0 - \w+\.\w+\.r_0;|^  {name} = \w+\.r_0 - \w+\.r_0;", equations, re.M), equations
    when = re.findall(r"  when sample\(0, (\w+)\) then\n    (\w+) = (.*);\n  end when;", equations)
    assert len(when) == 1 and when[0][0] == "T", when
    _, held, sampled = when[0]
    assert f"discrete Real {held}(start = 0, fixed = true);" in (folder / "any.mo").read_text()
    table = [dict(zip(heads, map(float, row), strict=True)) for row in rows[1:]]
    for k, at in enumerate(table):
        # Samples are 25 rows apart; a delay has the value at the start until then.
        last = table[k - k % 25]
        values = {"Opening_angle_value": at["Opening.angle"], "Opening_rate_value": at["Opening.rate"], "T": 0.25,
                  "Arm_angle_state": at["Arm.angle"], "Cart_x_value": at["Cart.x"],
                  "delay": lambda _, period, k=k: table[max(k - 25, 0)]["Cart.x"]}  # fmt: skip
        values[held] = evaluate(sampled, values | {"Arm_angle_state": last["Arm.angle"]})
        assert abs(evaluate(torque, values) - at["M.moment"]) < 1e-9, at["time"]
        assert abs(evaluate(force, values) - at["F.force_x"]) < 1e-7, at["time"]


def same_bytes():
    for suffix in ("xml", "urdf", "mo", "py", "json"):
        call("export", "-o", folder / f"a.{suffix}", EXAMPLES / "universal.json")
        call("export", "-o", folder / f"b.{suffix}", EXAMPLES / "universal.json", locale="de_DE.UTF-8")
        assert (folder / f"a.{suffix}").read_bytes() == (folder / f"b.{suffix}").read_bytes()
    (folder / "old.xml").write_text("old")
    call("export", "-o", folder / "missing" / "x.xml", EXAMPLES / "universal.json", code=4)
    call("export", "-o", folder / "old.xml", folder / "none.json", code=4)
    assert (folder / "old.xml").read_text() == "old"
    if os.path.exists("/dev/full"):
        _, message = call("export", "-o", "/dev/full", "--format=xml", EXAMPLES / "universal.json", code=4)
        assert message.count("\n") == 1, message


def python_script():
    """The script runs, with the numbers of the command line."""
    if "LINKWRIGHT_LIBRARY" not in os.environ:
        raise tap.Skip("built with a sanitizer, which the interpreter is not")
    call("export", "-o", folder / "yoke.py", EXAMPLES / "scotch-yoke.json")
    done = subprocess.run([sys.executable, folder / "yoke.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = list(csv.reader(io.StringIO(call("run", EXAMPLES / "scotch-yoke.json")[0].decode())))
    column = rows[0].index("Yoke.x [m]")
    values = [float(row[column]) for row in rows[1:]]
    assert f"Yoke.x [m]: {min(values)} to {max(values)}" in done.stdout, done.stdout


def mujoco():
    """MuJoCo moves mechanisms as this program does: joints of the tree, loops, springs, gears, in space."""
    if not MUJOCO:
        raise tap.Skip("MuJoCo is not installed")
    turned = 0
    for name in ("four-bar", "double-pendulum", "universal", "crank-rocker-motor", "n-four-bar-10"):
        path = folder / f"{name}.xml"
        call("export", "--quiet", "-o", path, EXAMPLES / f"{name}.json")
        done = subprocess.run([MUJOCO, path, "0.5"], capture_output=True, text=True, check=True)
        places = {line.split("\t")[0]: line.split("\t")[1:] for line in done.stdout.splitlines()}
        rows = list(csv.reader(io.StringIO(
            call("run", "--until", 0.5, "--every", 0.5, EXAMPLES / f"{name}.json")[0].decode())))  # fmt: skip
        compared = 0
        for head, value in zip(rows[0], rows[-1], strict=True):
            body, _, axis = head.split(" [")[0].rpartition(".")
            if axis in ("x", "y", "z") and body in places:
                there = float(places[body]["xyz".index(axis)])
                assert abs(there - float(value)) < 2e-4, f"{name}: {head}: {there} is not {value}"
                compared += 1
            if axis == "angle" and body in places:
                off = (float(places[body][3]) - float(value) + math.pi) % math.tau - math.pi
                assert abs(off) < 2e-4, f"{name}: {head}: {off} rad"
                turned += 1
        assert compared >= 2, name
    # Bars of the four-bars and the pendulum, and a crank and its motor.
    assert turned >= 8, turned


tap.run(
    [
        ("structure of MJCF", structure),
        ("elements that are left out", reports_what_is_left_out),
        ("a slender rod", slender),
        ("limits that are left out", limits),
        ("names", names),
        ("URDF at the start", urdf),
        ("joints of URDF that follow others", mimic),
        ("elements that are left out of URDF", open_loops),
        ("Modelica at the start", modelica_start),
        ("start values of Modelica", modelica_freedoms),
        ("elements in Modelica", modelica_elements),
        ("loads in Modelica that follow the motion", modelica_motion),
        ("angles, samples and delays in Modelica", modelica_memory),
        ("the same bytes, and places that cannot be written", same_bytes),
        ("a script in Python", python_script),
        ("MuJoCo", mujoco),
    ]
)
