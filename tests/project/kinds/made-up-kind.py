#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# made-up-kind.py SOURCE: adds a kind of coupling to a copy of the tree by made-up-kind.patch, which
# touches only the places that CONTRIBUTING.md names, builds the command line, and uses the kind from
# the text form to the plot. In the plane a point on a circle moves like one on a rod of the same
# length, which is the reference. It builds for minutes: only if LW_TORTURE is set.

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
# Places of a new kind, by folder, with the largest number of files in each.
PLACES = {
    "core/dynamics/couplings": 2,
    "core/dynamics/include": 1,
    "core/project/kinds": 2,
    "core/draw/scene": 1,
}
# The solvers keep both constraints to 1e-12 of the size, and the motions part slowly after that.
TOLERANCE = 1e-8  # m

source = pathlib.Path(sys.argv[1]).absolute()
patch = source / "tests" / "project" / "kinds" / "made-up-kind.patch"


def run(*command, **options):
    """Returns the output of a command, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def check_places():
    touched = {}
    for line in patch.read_text(encoding="utf-8").splitlines():
        if line.startswith("+++ b/"):
            folder = line[len("+++ b/"):].rsplit("/", 1)[0]
            touched[folder] = touched.get(folder, 0) + 1
    for folder, n in touched.items():
        if n > PLACES.get(folder, 0):
            sys.exit(f"the kind touches {n} files in {folder}; {PLACES.get(folder, 0)} are allowed")


def copy_tree(target):
    """Copies the files of the tree, without builds and other untracked files."""
    names = run("git", "-C", source, "ls-files", "-z").split("\0")
    for name in filter(None, names):
        if (source / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes((source / name).read_bytes())
            (target / name).chmod((source / name).stat().st_mode & 0o777)
    # git apply would look for a repository around the copy.
    run("git", "init", "-q", cwd=target)
    run("git", "apply", patch, cwd=target)


def mechanism(kind):
    """A bar of 0.5 m whose one end is held at 0.8 m from the origin, and falls."""
    return json.dumps({
        "linkwright": 1,
        "bodies": [{"id": 1, "name": "Bar", "mass": 2, "inertia": 0.05, "position": [0.8, 0],
                    "centre_of_mass": [0.25, 0], "shape": {"kind": "link", "points": [[0, 0], [0.5, 0]]}}],
        "couplings": [{"id": 1, "name": "Held", "kind": kind, "bodies": [0, 1],
                       "points": [[0, 0], [0, 0]], "length": 0.8}],
        "plots": [{"channels": ["Bar.x", "Held.reaction"]}],
    })


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(cell) for cell in row] for row in rows[1:]]


def compare(cli, folder):
    tables = {}
    for kind in ("ring", "rod"):
        text = folder / f"{kind}.json"
        text.write_text(mechanism(kind), encoding="utf-8")
        run(cli, "run", text, "--until=2", "--accuracy=1e-10", "--channels=Bar.x,Bar.y,Bar.angle",
            "-o", folder / f"{kind}.csv")
        tables[kind] = table(folder / f"{kind}.csv")
    assert tables["ring"][0] == tables["rod"][0], tables["ring"][0]
    assert len(tables["ring"][1]) == len(tables["rod"][1]) > 100
    farthest = max(abs(a - b) for ring, rod in zip(tables["ring"][1], tables["rod"][1])
                   for a, b in zip(ring, rod))
    moved = max(row[1] for row in tables["ring"][1]) - min(row[1] for row in tables["ring"][1])
    assert moved > 0.5, moved
    assert farthest < TOLERANCE, farthest
    return farthest


def use(cli, folder):
    channels = run(cli, "channels", folder / "ring.json")
    assert "Held.reaction" in channels, channels
    # Through the project file and back.
    run(cli, "import", folder / "ring.json", "-o", folder / "ring.linkwright")
    run(cli, "export", folder / "ring.linkwright", "-o", folder / "back.json")
    back = json.loads((folder / "back.json").read_text(encoding="utf-8"))
    assert back["couplings"][0]["kind"] == "ring", back
    assert back["couplings"][0]["length"] == 0.8, back
    run(cli, "plot", folder / "ring.json", "--until=1", "-o", folder / "ring.svg")
    assert "Held" in (folder / "ring.svg").read_text(encoding="utf-8")
    # Its symbol is on the drawing.
    (folder / "alone.json").write_text(json.dumps({**back, "couplings": [], "plots": []}), encoding="utf-8")
    for name in ("ring", "alone"):
        run(cli, "draw", folder / f"{name}.json", "-o", folder / f"{name}-drawing.svg")
    drawn = [(folder / f"{name}-drawing.svg").read_text(encoding="utf-8").count("<path")
             for name in ("ring", "alone")]
    assert drawn[0] > drawn[1] > 0, drawn


check_places()
run("git", "apply", "--check", patch, cwd=source)
if not os.environ.get("LW_TORTURE"):
    print("builds the command line again: only in ./dev torture")
    sys.exit(SKIPPED)
with tempfile.TemporaryDirectory() as temporary:
    tree = pathlib.Path(temporary) / "tree"
    tree.mkdir()
    copy_tree(tree)
    run("meson", "setup", "_build", "-Dgui=disabled", cwd=tree)
    run("ninja", "-C", "_build", "app/linkwright-cli", cwd=tree)
    run(sys.executable, tree / "tests" / "lint" / "kinds.py", tree)
    results = pathlib.Path(temporary)
    difference = compare(tree / "_build" / "app" / "linkwright-cli", results)
    use(tree / "_build" / "app" / "linkwright-cli", results)
    print(f"the ring moves like a rod, to {difference:.1e} m")
