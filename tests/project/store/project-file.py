#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# project-file.py DOCUMENT WRITER TABLES [--write]: checks that docs/project-file.md documents the
# project file: its tables are those that TABLES prints, they have a line for every column of a file,
# the Python example runs, and the digest can be computed as described there. With --write the tables
# in the document are replaced.

import hashlib
import os
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile

document, writer, tables_program = sys.argv[1:4]
text = open(document, encoding="utf-8").read()
BEGIN, END = "<!-- tables: generated -->\n", "<!-- end of tables -->\n"
generated = subprocess.run([tables_program], check=True, capture_output=True, text=True, encoding="utf-8").stdout
head, rest = text.split(BEGIN)
present, tail = rest.split(END)
if "--write" in sys.argv:
    with open(document, "w", encoding="utf-8") as file:
        file.write(head + BEGIN + "\n" + generated + END + tail)
    sys.exit()
folder = tempfile.TemporaryDirectory()
project = os.path.join(folder.name, "documented.linkwright")
subprocess.run([writer, project], check=True)
database = sqlite3.connect(f"file:{project}?immutable=1", uri=True)
tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]


def documented(table):
    """Names of the columns that the section of a table explains."""
    section = re.search(rf"^### {table}\n(.*?)(?=^##|\Z)", text, re.M | re.S)
    names = []
    for cell, meaning in re.findall(r"^\| (`.*?) \| (.*) \|$", section.group(1), re.M):
        assert meaning.endswith("."), f"{table}: {cell} has no sentence"
        for name, last in re.findall(r"`(\w+)(?: … (\w))?`", cell):
            parts = "wxyz" if name.endswith("_w") else "xyz"
            names += [name[:-1] + part for part in parts] if last else [name]
    return names


def count_digest():
    """The digest as the document describes it."""
    digest = hashlib.sha256(struct.pack("<Q", 1000))
    for table in tables:
        digest.update(table.encode() + b"\0")
        n = 0
        cursor = database.execute(f"SELECT * FROM {table} ORDER BY place")
        names = [column[0] for column in cursor.description]
        for row in cursor:
            n += 1
            for name, value in zip(names, row):
                if (table, name) in (("project", "digest"), ("recordings", "data")):
                    continue
                if value is None:
                    digest.update(b"\5")
                elif isinstance(value, int):
                    digest.update(b"\1" + struct.pack("<q", value))
                elif isinstance(value, float):
                    digest.update(b"\2" + struct.pack("<d", value))
                else:
                    data = value.encode() if isinstance(value, str) else value
                    digest.update((b"\3" if isinstance(value, str) else b"\4") + struct.pack("<Q", len(data)) + data)
        digest.update(struct.pack("<Q", n))
    return digest.digest()


def run_example():
    """Checks that the Python example prints bodies and samples, and is short."""
    code = re.search(r"```python\n(.*?)```", text, re.S).group(1)
    assert len(code.splitlines()) <= 10
    said = subprocess.run([sys.executable, "-c", code, project], check=True, capture_output=True, text=True).stdout
    channel = database.execute("SELECT name FROM run_channels WHERE run = 1 ORDER BY place").fetchone()[0]
    before = database.execute("SELECT positions + velocities FROM runs WHERE place = 1").fetchone()[0]
    data = b"".join(
        row[0]
        for row in database.execute(
            "SELECT data FROM recordings WHERE run = 1 AND column_number = ? ORDER BY chunk", (before + 1,)
        )
    )
    value = struct.unpack("<d", data[-8:])[0]
    assert said.splitlines()[-1] == f"{channel} is {value} at the last of 5000 samples, 4.999 s", said
    assert "Crank 0.1 kg" in said, said


print("1..4")
for table in tables:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info ({table})")]
    assert documented(table) == columns, f"{table}: {documented(table)} != {columns}"
print("ok 1 - every column is documented")
assert database.execute("SELECT digest FROM project").fetchone()[0] == count_digest()
print("ok 2 - the digest equals the documented one")
run_example()
print("ok 3 - the example runs")
assert present.strip() == generated.strip(), "the tables are not those of the program: project-file.py ... --write"
print("ok 4 - the tables are generated")
