#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-contact.py CLI SOURCE: tests contact problems of a rod whose solutions are known (tests/data/contact; Drake's
# tests of its constraint solver), by every method. Forces, accelerations and changes of velocities are computed
# again here from the matrices.

import json
import math
import pathlib
import subprocess
import struct
import sys
import tempfile
import zipfile

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

CASES = SOURCE / "tests/data/contact"
WEIGHT = 2 * 9.81
METHODS = ["lemke", "sweeps", "admm", "modes", "cones", "without_inequalities"]


def call(name, *arguments, **parameters):
    """Returns what the command writes, and its messages."""
    definitions = [word for key, value in parameters.items() for word in ("-D", f"{key}={value!r}")]
    command = [CLI, "contact", *arguments, *definitions, CASES / f"{name}.json"]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout, done.stderr.decode(), done.returncode


def pose(name, *arguments, **parameters):
    out, messages, code = call(name, *arguments, **parameters)
    assert code == 0, (name, messages)
    return json.loads(out)


def transposed(rows, factors, n):
    """Returns the sum of the rows times the factors."""
    assert len(rows) == len(factors)
    return [sum(row[k] * factor for row, factor in zip(rows, factors)) for k in range(n)]


def near(value, expected, tolerance=1e-8):
    assert abs(value - expected) <= tolerance * max(1, abs(expected)), (value, expected)


def near_all(values, expected, tolerance=1e-8):
    assert len(values) == len(expected)
    for value, other in zip(values, expected):
        near(value, other, tolerance)


def check_arithmetic(problem, solution):
    """The forces in the frames of the contacts, the other packed forces, and what they do."""
    n, contacts = len(problem["velocity"]), len(problem["N"])
    forces, frames = solution["forces"], solution["in_contact_frames"]
    after = forces[len(forces) - len(problem["L"]) - len(problem["G"]) - len(problem["B"]):]
    others = problem["L"] + problem["G"] + problem["B"]
    total = [sum(parts) for parts in zip(
        transposed(problem["N"], [frame[0] for frame in frames], n),
        transposed(problem["F"], [frame[1] for frame in frames], n),
        transposed(others, after, n))]
    near_all(solution["generalised_force"], total, 1e-12)
    near_all(forces[:contacts], [frame[0] for frame in frames], 0)
    sticking = [i for i in range(contacts) if not problem.get("slip", [0] * contacts)[i]]
    near_all(forces[contacts:contacts + len(sticking)], [frames[i][1] for i in sticking], 0)
    for i in set(range(contacts)) - set(sticking):
        near(frames[i][1], -problem["mu"][i] * problem["slip"][i] * frames[i][0], 1e-12)
    weight = problem["inverse_mass"]
    alone = [w * f for w, f in zip(weight, total)]
    loaded = [w * (f + g) for w, f, g in zip(weight, problem["force"], total)]
    if problem["problem"] == "acceleration":
        near_all(solution["acceleration"], loaded, 1e-11)
        near_all(solution["acceleration_of_constraints"], alone, 1e-11)
        return loaded
    change = alone if problem["problem"] == "impact" else [problem["step"] * a for a in loaded]
    near_all(solution["velocity_change"], change, 1e-11)
    return [v + d for v, d in zip(problem["velocity"], change)]


def check_conditions(problem, solution, x):
    """Signs, complementarity and cones, with x the accelerations or the velocities afterwards."""
    def rate(row, known):
        return sum(a * b for a, b in zip(row, x)) + known

    step = problem.get("step", 0)
    limit = 1e-7
    for i, (row, known) in enumerate(zip(problem["N"], problem["kN"])):
        normal, tangent = solution["in_contact_frames"][i]
        opening = rate(row, known) + (max(0, problem["gap"][i]) / step if step else 0)
        assert opening >= -limit and normal >= -limit and abs(opening * normal) <= limit * WEIGHT, (opening, normal)
        assert abs(tangent) <= problem["mu"][i] * normal + limit
        slip = rate(problem["F"][i], problem["kF"][i])
        if not problem.get("slip", [0] * (i + 1))[i] and abs(slip) > 1e-6:
            near(tangent, -math.copysign(problem["mu"][i] * normal, slip), 1e-6)
    first = len(solution["forces"]) - len(problem["L"]) - len(problem["G"]) - len(problem["B"])
    for i, (row, known) in enumerate(zip(problem["L"], problem["kL"])):
        force, opening = solution["forces"][first + i], rate(row, known)
        assert opening >= -limit and force >= -limit and abs(opening * force) <= limit * WEIGHT
    for row, gamma, known in zip(problem["G"], problem["gamma"], problem["kG"]):
        near(rate(row, 0), gamma, 1e-8)
        assert gamma == -known


def check(name, *arguments, normal=None, x=None, couple=None, force=None, **parameters):
    """Checks a case. normal: sum of the normal forces; force: force of contacts, stops and joints along x; couple:
    their moment; x: acceleration or velocity afterwards."""
    problem = pose(name, *arguments, **parameters)
    assert list(problem["solutions"]) == METHODS
    solved = 0
    for method, solution in problem["solutions"].items():
        if method == "without_inequalities" or solution["status"] != "solved":
            continue
        solved += 1
        assert solution["residual"] <= 1e-10
        result = check_arithmetic(problem, solution)
        check_conditions(problem, solution, result)
        if normal is not None:
            near(sum(frame[0] for frame in solution["in_contact_frames"]), normal, 1e-8)
        if force is not None:
            near(solution["generalised_force"][0], force, 1e-8)
        if couple is not None:
            near(solution["generalised_force"][2], couple, 1e-8)
        if x is not None:
            near_all(result, x, 1e-7)
    assert solved >= 2, name
    return problem


def check_left(name, **parameters):
    """A contact or stop that opens at once is no longer part of the problem."""
    _, messages, code = call(name, **parameters)
    assert code == 3 and "Nothing touches at this time" in messages, messages


def sticking():
    """D1: the push at the lower end is held by friction; lifted, the rod opens."""
    for push in 100.0, -100.0:
        check("rod-on-end", push=push, normal=WEIGHT, force=-push, couple=-push, x=[0, 0, 0])
        check("rod-on-end", "--problem=step", push=push, normal=WEIGHT, force=-push, x=[0, 0, 0])
    check_left("rod-on-end", lift=100.0, push=0.0)


def resting():
    """D2 and D3: a push through the centre is held, or moves the rod against mu times its weight."""
    for push in 100.0, -100.0:
        check("rod-on-side", push=push, normal=WEIGHT, force=-push, x=[0, 0, 0])
        check("rod-on-side", push=push, mu=0.1, normal=WEIGHT, force=-math.copysign(1.962, push),
              x=[math.copysign(49.019, push), 0, 0])


def sliding():
    """D4."""
    for mu, a in (0.1, -0.981), (100.0, -981.0), (0.0, 0.0):
        problem = check("rod-on-side", vx=1.0, mu=mu, normal=WEIGHT, x=[a, 0, 0])
        assert all(abs(slip) == 1 for slip in problem["slip"])


def locked():
    """D6 and D7: the joint that keeps the rod from turning takes part in friction."""
    for vx in 1.0, -1.0:
        along = -math.copysign(1, vx)
        check("rod-locked", vx=vx, mu=0.1, normal=WEIGHT, force=along * 1.962, couple=0, x=[along * 0.981, 0, 0])
        check("rod-turned", vx=vx, mu=0.1, normal=WEIGHT, force=along * 1.962, couple=-1, x=[along * 0.981, 0, -1])
        check("rod-locked", "--problem=impact", vx=vx, vy=-1.0, mu=0.1, normal=2, force=along * 0.2, couple=0,
              x=[vx + along * 0.1, 0, 0])
    problem = check("rod-locked", push=100.0, normal=WEIGHT, force=-100, couple=0, x=[0, 0, 0])
    for method in "lemke", "sweeps", "admm", "modes":
        # The friction at the end turns the rod by 100 N m, which the joint carries.
        near(problem["solutions"][method]["forces"][2], 100)
    check("rod-turned", normal=WEIGHT, x=[1, 0, -1])


def stop():
    """D9: a stop in the place of a contact."""
    problem = check("rod-on-stop", x=[0, 0, 0])
    near(problem["solutions"]["lemke"]["forces"][0], WEIGHT)
    check_left("rod-on-stop", lift=100.0)
    for bounce, impulse in (0.0, 2), (0.5, 3), (1.0, 4):
        problem = check("rod-on-stop", "--problem=impact", vy=-1.0, bounce=bounce, x=[0, bounce, 0])
        near(problem["solutions"]["lemke"]["forces"][0], impulse)
        near(problem["kL"][0], -bounce)


def between():
    """D10: contacts, and a stop from above."""
    problem = check("rod-between", x=[0, 0, 0], force=-1)
    for solution in problem["solutions"].values():
        near(sum(frame[1] for frame in solution["in_contact_frames"]), 1)


def landing():
    """D11: both ends land; friction stops the rod, or is too small to."""
    for vx in 1.0, -1.0:
        check("rod-on-side", "--problem=impact", vx=vx, vy=-1.0, normal=2, force=-2 * vx, x=[0, 0, 0])
        check("rod-on-side", "--problem=impact", vx=vx, vy=-1.0, mu=1e-4, normal=2, force=-2e-4 * vx,
              x=[vx * (1 - 1e-4), 0, 0])
    _, messages, code = call("rod-on-side", "--problem=impact")
    assert code == 3 and "No contact, rope or stop has closed with an impact" in messages, messages


def driven():
    """D12: bilateral rows only."""
    problem = check("rod-driven", couple=-1, x=[0, -9.81, -1])
    assert problem["gamma"] == [-1] and problem["N"] == []


def wedged():
    """D13: (1 - mu / 2) f = 9.81 one way, (1 + mu / 2) f = 9.81 the other."""
    for mu, f, x in ((0.0, 9.81, [0, -4.905, 6.9367175234400325]), (1.0, 19.62, [-9.81, 0, 0]),
                     (1.5, 39.24, [-29.43, 9.81, -13.873435046880068]), (1.9, 196.2, None)):
        check("rod-wedged", mu=mu, normal=f, x=x)
    check("rod-wedged", vx=-1.0, mu=1.0, normal=6.54, x=[3.27, -6.54, 9.248956697920041])
    check("rod-wedged", vx=-1.0, mu=2.5, normal=4.36)


def edge_of_cone():
    """D15: the rod slides from where mu is less than 1 / (2 g + 1)."""
    mu = 1 / (2 * 9.81 + 1)
    check("rod-on-end", push=1.0, lift=-1.0, mu=mu, x=[0, 0, 0])
    problem = check("rod-on-end", push=1.0, lift=-1.0, mu=0.999 * mu)
    assert problem["solutions"]["lemke"]["acceleration"][0] > 1e-6
    check("rod-on-end", push=1.0, lift=-1.0, mu=0.0, x=[0.5, 0, 1])


def read_npz(path):
    """Returns the arrays of an archive as (shape, numbers), without NumPy."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            data = archive.read(name)
            assert data[:8] == b"\x93NUMPY\x01\x00"
            length, = struct.unpack("<H", data[8:10])
            head = eval(data[10:10 + length].decode(), {})  # pylint: disable=eval-used
            assert head["descr"] == "<f8" and not head["fortran_order"]
            numbers = struct.unpack(f"<{(len(data) - 10 - length) // 8}d", data[10 + length:])
            assert math.prod(head["shape"]) == len(numbers)
            arrays[name.removesuffix(".npy")] = head["shape"], list(numbers)
    return arrays


def archive():
    """The archive for NumPy has the arrays of the JSON form."""
    for name, kind in ("rod-locked", "acceleration"), ("rod-between", "step"), ("rod-driven", "acceleration"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "problem.npz"
            _, messages, code = call(name, f"--problem={kind}", "-o", path)
            assert code == 0, messages
            arrays = read_npz(path)
        problem = pose(name, f"--problem={kind}")
        flat = {key: value for key, value in problem.items() if isinstance(value, list) and key != "contacts"}
        flat |= {f"mlcp_{key}": problem["mlcp"][key] for key in "Mq"}
        flat |= {f"lcp_{key}": problem["lcp"][key] for key in "Mq"}
        for method, solution in problem["solutions"].items():
            flat |= {f"{method}_{key}": value for key, value in solution.items() if isinstance(value, list)}
            assert arrays[f"{method}_residual"] == ((1,), [solution["residual"]])
        assert {"N", "F", "L", "G", "mu", "kN", "kF", "gamma"} <= set(flat)
        n = len(problem["velocity"])
        for key, value in flat.items():
            shape, numbers = arrays[key]
            rows = value and isinstance(value[0], list)
            assert numbers == ([number for row in value for number in row] if rows else value), key
            if key in "NFLG":
                assert shape == (len(value), n), (key, shape)
        assert arrays["time"] == ((1,), [0])


def refused():
    """The reason is reported if there is no problem."""
    source = json.loads((CASES / "rod-wedged.json").read_text())
    source["bodies"][1]["position"] = [0, 3]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "falls.json"
        path.write_text(json.dumps(source))
        done = subprocess.run([CLI, "contact", path], capture_output=True, check=False)
        assert done.returncode == 3 and b"Nothing touches at this time" in done.stderr, done.stderr
        done = subprocess.run([CLI, "contact", "--method=time-stepping", path], capture_output=True, check=False)
        assert done.returncode == 3 and b"time stepping is used here" in done.stderr, done.stderr


def unsolved():
    """A run whose time steps could not be solved reports this: a stack below a body of a billion times its mass."""
    ground = {"id": 1, "mobility": "fixed", "shape": {"points": [[-1, 0], [1, 0]]}, "contact": {"half_plane": True}}
    for mass, says in ((1, False), (1000, False), (1e9, True)):
        masses = [1] * 9 + [mass]
        boxes = [{"id": i + 2, "mass": m, "inertia": m / 150, "position": [0.02 * i, 0.1 + 0.2 * i], "contact": {},
                  "shape": {"kind": "box", "size": [0.2, 0.2]}} for i, m in enumerate(masses)]
        document = {"linkwright": 1, "gravity": [0, -9.81], "bodies": [ground, *boxes]}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "stack.json"
            path.write_text(json.dumps(document))
            done = subprocess.run([CLI, "run", "--until=1", "--method=time-stepping", "--step=2e-3", "-o",
                                   pathlib.Path(folder) / "stack.csv", path], capture_output=True, check=False)
            assert done.returncode == 0, done.stderr
            assert (b"time steps could not be solved" in done.stderr) == says, (mass, done.stderr)


tap.run([
    ("sticking", sticking),
    ("resting", resting),
    ("sliding", sliding),
    ("locked", locked),
    ("stop", stop),
    ("between", between),
    ("landing", landing),
    ("driven", driven),
    ("wedged", wedged),
    ("edge of the cone", edge_of_cone),
    ("archive", archive),
    ("refused", refused),
    ("unsolved", unsolved),
])
