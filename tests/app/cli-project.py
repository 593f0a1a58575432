#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-project.py CLI EXAMPLES: tests the verbs of linkwright-cli that make and read projects.

import glob
import os
import subprocess
import sys
import tempfile

cli, examples = sys.argv[1:3]
folder = tempfile.TemporaryDirectory()
count = 0


def call(*arguments):
    """Returns exit code, output, and the error message (one line)."""
    done = subprocess.run([cli, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        assert done.stderr == "", done.stderr
    else:
        assert done.stderr.startswith("linkwright-cli: ") and done.stderr.endswith(".\n"), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    return done.returncode, done.stdout, done.stderr


def path(name):
    return os.path.join(folder.name, name)


def ok(name):
    global count
    count += 1
    print(f"ok {count} - {name}")


def read(name):
    with open(name, "rb") as file:
        return file.read()


sources = sorted(glob.glob(os.path.join(examples, "*.json")))
assert len(sources) >= 7
for source in sources:
    assert call("import", source, "-o", path("a.linkwright"))[0] == 0
    assert call("export", path("a.linkwright"), "-o", path("a.json"))[0] == 0
    assert call("import", path("a.json"), "-o", path("b.linkwright"))[0] == 0
    assert read(path("a.linkwright")) == read(path("b.linkwright")), source
    code, text, _ = call("check", path("a.linkwright"))
    assert code == 0 and text.startswith("The project is intact"), text
ok("there and back, byte by byte")

four_bar = os.path.join(examples, "four-bar.json")
assert call("import", four_bar, "-o", path("a.linkwright"))[0] == 0
for verb in (["info"], ["info", "--json"], ["channels"], ["run", "--until", "0.1"], ["solve"]):
    assert call(*verb, path("a.linkwright"))[:2] == call(*verb, four_bar)[:2], verb
assert call("export", path("a.linkwright"))[:2] == call("export", four_bar)[:2]
assert call("import", path("a.linkwright"), "-o", path("b.linkwright"))[0] == 0
assert read(path("a.linkwright")) == read(path("b.linkwright"))
assert call("check", four_bar)[1].startswith("The text is intact")
ok("projects are read like the text form")

whole = read(path("a.linkwright"))
broken = bytearray(whole)
at = whole.index(b"Crank")
broken[at] ^= 1
with open(path("broken.linkwright"), "wb") as file:
    file.write(broken)
code, _, text = call("check", path("broken.linkwright"))
assert code == 2 and "broken.linkwright" in text, text
assert call("info", path("broken.linkwright"))[0] == 2
code, text, _ = call("salvage", path("broken.linkwright"), "-o", path("new.linkwright"))
assert code == 0 and "Kept: 3 bodies" in text, text
assert call("check", path("new.linkwright"))[0] == 0
assert read(path("broken.linkwright")) == broken
code, _, text = call("salvage", path("broken.linkwright"), "-o", path("a.linkwright"))
assert code == 1 and read(path("a.linkwright")) == whole, text
ok("damage is reported and salvaged")

for arguments, code in (
    (["import", four_bar], 1),
    (["salvage", path("a.linkwright")], 1),
    (["check", path("missing.linkwright")], 4),
    (["check", folder.name], 4),
    (["import", four_bar, "-o", path("no-folder/c.linkwright")], 4),
    (["check"], 1),
):
    found, _, text = call(*arguments)
    assert found == code, (arguments, found, text)
ok("errors and exit codes")

assert sorted(os.listdir(folder.name)) == ["a.json", "a.linkwright", "b.linkwright", "broken.linkwright", "new.linkwright"]
ok("nothing is left behind")
print(f"1..{count}")
