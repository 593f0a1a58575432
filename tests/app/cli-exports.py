#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-exports.py CLI EXAMPLES: tests the tables of samples that linkwright-cli writes, read by readers
# that are not ours, and its scalars.

import ast
import csv
import json
import math
import os
import re
import struct
import shutil
import subprocess
import sys
import tempfile
import zipfile

cli, examples = sys.argv[1:3]
folder = tempfile.TemporaryDirectory()
four_bar = os.path.join(examples, "four-bar.json")
count = 0


def call(*arguments, code=0, locale="C"):
    """Returns output and error."""
    environment = dict(os.environ, LC_ALL=locale)
    done = subprocess.run([cli, *arguments], capture_output=True, env=environment, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (arguments, done.returncode, done.stderr)
    return done.stdout, done.stderr.decode()


def path(name):
    return os.path.join(folder.name, name)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def ok(name):
    global count
    count += 1
    print(f"ok {count} - {name}", flush=True)


def read_csv(name, **form):
    with open(name, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, **form))
    return rows[0], rows[1:]


def bits(number):
    return struct.pack("<d", number)


def read_npy(data):
    """Returns the elements of an array, from the description of the format."""
    assert data[:8] == b"\x93NUMPY\1\0"
    length = struct.unpack("<H", data[8:10])[0]
    header = ast.literal_eval(data[10 : 10 + length].decode("ascii"))
    assert (10 + length) % 64 == 0 and not header["fortran_order"]
    kind, n, content = header["descr"], header["shape"][0], data[10 + length :]
    if kind == "<f8":
        return list(struct.unpack(f"<{n}d", content))
    size = 4 * int(kind[2:])
    assert kind[:2] == "<U" and len(content) == n * size
    return [content[i * size : (i + 1) * size].decode("utf-32-le").rstrip("\0") for i in range(n)]


def read_mat(data):
    """Returns the variables of a MAT-file of level 5, from the description of the format."""
    def elements(part):
        while part:
            kind, size = struct.unpack("<II", part[:8])
            yield kind, part[8 : 8 + size]
            part = part[8 + (size + 7) // 8 * 8 :]

    def array(part):
        (_, flags), (_, sizes), (_, name), *rest = elements(part)
        form, (rows, columns) = flags[0], struct.unpack("<ii", sizes)
        if form == 6:
            value = list(struct.unpack(f"<{rows * columns}d", rest[0][1]))
        elif form == 4:
            value = rest[0][1].decode("utf-16-le")
        else:
            cells = [array(cell)[1] for _, cell in rest]
            value = [cells[row::rows] for row in range(rows)]
        return name.decode("ascii"), value

    assert data[124:128] == b"\x00\x01IM" and data[:6] == b"MATLAB"
    return dict(array(part) for kind, part in elements(data[128:]) if kind == 14)


# ---- tables -----------------------------------------------------------------------------------

print("1..10")


def text_tables():
    global header, rows, names, units, columns
    for name in ("x.csv", "x.tsv", "x.json", "x.npz", "x.mat"):
        call("run", "--until=0.3", "-o", path(name), four_bar)
    header, rows = read_csv(path("x.csv"))
    names = [field.rsplit(" [", 1)[0] for field in header]
    units = [field.rsplit(" [", 1)[1][:-1] for field in header]
    columns = [[float(row[i]) for row in rows] for i in range(len(header))]
    assert len(rows) == 31 and len(set(names)) == len(names)
    assert read_csv(path("x.tsv"), delimiter="\t") == (header, rows)
    table = json.loads(read(path("x.json")), parse_int=float)
    assert [(column["name"], column["unit"]) for column in table["columns"]] == list(zip(names, units))
    for i, row in enumerate(table["rows"]):
        for k, value in enumerate(row):
            assert value is None and not math.isfinite(columns[k][i]) or bits(value) == bits(columns[k][i])
    ok("text: the same numbers in every form")


text_tables()


def npz_columns():
    with zipfile.ZipFile(path("x.npz")) as archive:
        assert archive.testzip() is None
        arrays = {entry[: -len(".npy")]: read_npy(archive.read(entry)) for entry in archive.namelist()}
    assert arrays["channels"] == names and arrays["units"] == units
    for name, column in zip(names, columns):
        assert list(map(bits, arrays[name])) == list(map(bits, column)), name
    ok("npz: every column, bit by bit")


npz_columns()


def mat_columns():
    global variables
    variables = read_mat(read(path("x.mat")))
    assert [row[1:] for row in variables["channels"]] == [list(pair) for pair in zip(names, units)]
    assert len({row[0] for row in variables["channels"]}) == len(names)
    for (variable, name, _), column in zip(variables["channels"], columns):
        assert variable.isidentifier() and len(variable) <= 31, variable
        assert list(map(bits, variables[variable])) == list(map(bits, column)), name
    ok("mat: every column, bit by bit")


mat_columns()

try:
    import numpy
    import scipy.io

    with numpy.load(path("x.npz")) as loaded:
        assert (loaded["time"] == numpy.array(columns[0])).all() and list(loaded["units"]) == units
    loaded = scipy.io.loadmat(path("x.mat"))
    for variable, name, _ in variables["channels"]:
        assert loaded[variable].shape == (len(rows), 1)
        assert loaded[variable].tobytes() == b"".join(map(bits, columns[names.index(name)]))
    assert loaded["channels"][0][1][0] == "time"
    ok("npz and mat: read by NumPy and SciPy")
except ImportError:
    count += 1
    print(f"ok {count} - npz and mat: read by NumPy and SciPy # SKIP they are not installed")

call("run", "--until=0.3", "--decimal=comma", "-o", path("comma.csv"), four_bar)
comma_header, comma_rows = read_csv(path("comma.csv"), delimiter=";")
assert comma_header == header
assert [[field.replace(",", ".") for field in row] for row in comma_rows] == rows
for name in ("x.csv", "x.tsv", "x.json", "x.npz", "x.mat", "x.linkwright"):
    call("run", "--until=0.3", "-o", path("again-" + name), four_bar, locale="de_DE.UTF-8")
    if name != "x.linkwright":
        assert read(path(name)) == read(path("again-" + name)), name
ok("decimal comma; the same bytes again and in another locale")

# ---- runs in projects ---------------------------------------------------------------------------

call("run", "--until=0.3", "-o", path("kept.linkwright"), four_bar)
call("run", "--until=0.2", "-o", path("kept-2.linkwright"), path("kept.linkwright"))
assert b"2 runs" in call("check", path("kept-2.linkwright"))[0]
assert read(path("kept.linkwright")) == read(path("again-x.linkwright"))
call("export", "-o", path("of-project.json"), path("kept-2.linkwright"))
call("export", "-o", path("of-text.json"), four_bar)
assert read(path("of-project.json")) == read(path("of-text.json"))
ok("a run kept in its project, beside earlier ones")

# ---- scripts that load a table ------------------------------------------------------------------

STUBS = {
    "numpy.py": "class array(list):\n    def __getitem__(self, place):\n        return [row[place[1]] for row in self]\n",
    "matplotlib/__init__.py": "",
    "matplotlib/pyplot.py": "import json\ncurves = []\n"
    "class Axis:\n    def plot(self, x, y, label): curves.append([label, list(x), list(y)])\n"
    "    def legend(self): pass\n    def set_xlabel(self, text): curves.append(text)\n"
    "class Axes(list):\n"
    "    def __getitem__(self, place): return list(self) if isinstance(place[0], slice) else list(self)[place[0]]\n"
    "def subplots(n, **rest): return None, Axes(Axis() for _ in range(n))\n"
    "def show(): print(json.dumps(curves))\n",
}


def table_scripts():
    """The script in Python draws every column over the first, also of a table with decimal commas."""
    for name, text in STUBS.items():
        os.makedirs(os.path.dirname(path("stubs/" + name)), exist_ok=True)
        with open(path("stubs/" + name), "w", encoding="utf-8") as file:
            file.write(text)
    environment = dict(os.environ, PYTHONPATH=path("stubs"), PYTHONDONTWRITEBYTECODE="1")
    for more, separator in (([], ","), (["--decimal=comma"], ";")):
        for suffix in ("csv", "py", "gp", "m"):
            call("run", "--until=0.3", "--channels=Crank.*", *more, "-o", path("s." + suffix), four_bar)
        done = subprocess.run([sys.executable, path("s.py")], capture_output=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        *curves, label = json.loads(done.stdout)
        assert label == "time [s]"
        shown = [name for name in header if name.startswith("Crank.")]
        assert sorted(curve[0] for curve in curves) == sorted(shown)
        for name, x, y in curves:
            assert x == columns[0] and y == columns[header.index(name)], name
        gnuplot = read(path("s.gp")).decode()
        assert f'set datafile separator "{separator}"' in gnuplot
        assert f"plot for [i = 2:{len(shown) + 1}] file using 1:i" in gnuplot
        assert f"'Delimiter', '{separator}'" in read(path("s.m")).decode()
    if shutil.which("gnuplot"):
        call("run", "--until=0.3", "--channels=Crank.*", "-o", path("s.gp"), four_bar)
        subprocess.run(["gnuplot", "-e", "set terminal dumb", "-c", path("s.gp")], check=True, capture_output=True)
    ok("scripts that load a table")


table_scripts()

# ---- scalars --------------------------------------------------------------------------------------

energy = columns[names.index("energy.kinetic")]
text = call("run", "--until=0.3", "--measure=max(energy.kinetic)", "--measure=mean(2 * energy.kinetic)",
            "--measure", "last(time)", four_bar)[0].decode()
first, second, third = [line.split("\t") for line in text.splitlines()]
assert first[:3] == ["max(energy.kinetic)", repr(max(energy)), "J"], first
assert float(first[3]) == columns[0][energy.index(max(energy))]
mean = sum((a + b) for a, b in zip(energy, energy[1:])) / 30
assert abs(float(second[1]) - mean) < 1e-12 * mean and len(second) == 3
assert float(third[1]) == 0.3
found = json.loads(call("run", "--until=0.3", "--json", "--measure=max(energy.kinetic)", four_bar, four_bar)[0])
assert [entry["file"] for entry in found["files"]] == [four_bar, four_bar]
assert found["files"][1]["measures"][0]["value"] == max(energy)
for wrong in ("max", "most(time)", "max(nothing)", "max(time"):
    out, message = call("run", "--measure", wrong, four_bar, code=1)
    assert out == b"" and message.count("\n") == 1, message
ok("scalars of channels and expressions")

# ---- several files, quiet -------------------------------------------------------------------------

bad = path("bad.json")
with open(bad, "w", encoding="utf-8") as file:
    file.write("{")
out, message = call("run", "--until=0.3", "--format=csv", "-o", path("many/"), four_bar, bad, code=2)
assert out == b"" and "bad.json" in message and message.count("\n") == 1
assert os.listdir(path("many")) == ["four-bar.csv"]
assert read(path("many/four-bar.csv")) == read(path("x.csv"))
call("run", "--until=0.3", "-o", path("one/"), four_bar)
assert read(path("one/four-bar.csv")) == read(path("x.csv"))
call("run", four_bar, four_bar, code=1)
call("run", "-o", path("many/"), four_bar, four_bar, code=1)
call("run", "-o", path("x.csv"), four_bar, bad, code=1)
call("export", "--until=0.3", "-o", path("other.tsv"), four_bar)
assert read(path("other.tsv")) == read(path("x.tsv"))
call("--until=0.3", "-o", path("bare.tsv"), four_bar)
assert read(path("bare.tsv")) == read(path("x.tsv"))
call("--quiet", f"--output={path('bare.svg')}", four_bar)
assert read(path("bare.svg")).startswith(b"<?xml")
assert "is not a verb" in call("--until=0.3", four_bar, code=1)[1]
assert "no verb writes .nonsense" in call("-o", path("x.nonsense"), four_bar, code=1)[1]
squeezer = os.path.join(examples, "andrews.json")
short = ["animate", "--until=0.03", "--size=64x64", "--fps=5", "-o", path("x.gif"), squeezer]
assert call(*short)[1] != "" and call(*short, "--quiet")[1] == ""
ok("several files, a verb by suffix, and no notes")

# ---- completion -----------------------------------------------------------------------------------


def complete(*words):
    """Returns what the completion of bash offers for the last word."""
    script = os.path.join(os.environ["LW_SOURCE_DIR"], "app", "linkwright-cli.bash")
    environment = dict(os.environ, PATH=f"{os.path.dirname(os.path.abspath(cli))}:{os.environ['PATH']}")
    lines = '. "$0"; COMP_WORDS=(linkwright-cli "$@"); COMP_CWORD=$#; _linkwright_cli; echo "${COMPREPLY[@]}"'
    return subprocess.check_output(["bash", "-c", lines, script, *words], env=environment).decode().split()


verbs = re.findall(r"^  ([a-z]+) ", call("--help")[0].decode(), re.M) + ["salvage"]
assert len(verbs) > 20 and set(verbs) <= set(complete("")), set(verbs) - set(complete(""))
for verb in verbs:
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", call(verb, "--help")[0].decode(), re.M))
    assert "--help" in options and options <= set(complete(verb, "--")), (verb, options - set(complete(verb, "--")))
ok("completion of all verbs and options")
