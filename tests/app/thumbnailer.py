#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# thumbnailer.py THUMBNAILER CLI SOURCE: pictures of projects and texts have the asked size and show
# something, hostile files are refused, and the file managers' description starts the program.

import configparser
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

thumbnailer, cli, source = sys.argv[1:4]
folder = tempfile.TemporaryDirectory()
picture = os.path.join(folder.name, "picture.png")
count = 0


def path(name):
    return os.path.join(folder.name, name)


def ok(name):
    global count
    count += 1
    print(f"ok {count} - {name}")


def call(*arguments):
    """Removes the last picture, and returns exit code and message."""
    if os.path.exists(picture):
        os.unlink(picture)
    done = subprocess.run([thumbnailer, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content)
    return path(name)


def read_png(name):
    """Returns width, height and the number of different pixels of a picture without filters."""
    with open(name, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, pixels = 8, b""
    while at < len(data):
        size = struct.unpack(">I", data[at : at + 4])[0]
        if data[at + 4 : at + 8] == b"IDAT":
            pixels += data[at + 8 : at + 8 + size]
        at += size + 12
    return width, height, len(set(zlib.decompress(pixels)))


def check_picture(file, size):
    code, message = call("--size", str(size), file, picture)
    assert (code, message) == (0, ""), message
    width, height, colours = read_png(picture)
    assert (width, height) == (size, size), (width, height)
    assert colours > 20, colours


def check_refused(file):
    code, message = call(file, picture)
    assert code == 1, (file, code)
    assert message.startswith("linkwright-thumbnailer: ") and message.count("\n") == 1, message
    assert not os.path.exists(picture)


FOUR_BAR = os.path.join(source, "data/examples/four-bar.json")
SPATIAL = os.path.join(source, "data/examples/bricard.json")
PROJECT = path("a.linkwright")


def sizes():
    for size in (16, 128, 256, 1024):
        check_picture(PROJECT, size)
        check_picture(FOUR_BAR, size)
    check_picture(SPATIAL, 256)
    check_picture("file://" + FOUR_BAR, 64)
    ok("projects and texts, in each size")


def hostile():
    with open(PROJECT, "rb") as file:
        project = file.read()
    body = {"mass": 1, "inertia": 1}
    files = {
        "empty.linkwright": b"",
        "noise.linkwright": bytes(range(256)) * 64,
        "cut.linkwright": project[: len(project) // 2],
        "nested.json": b'{"a":' * 100000,
        "endless.json": b'{"linkwright": 1, "title": "' + b"x" * (1 << 20),
        "crowd.json": json.dumps({"linkwright": 1, "bodies": [body] * 2001}).encode(),
    }
    for name, content in files.items():
        check_refused(write(name, content))
    with open(path("vast.linkwright"), "wb") as file:
        file.truncate((64 << 20) + 1)
    check_refused(path("vast.linkwright"))
    check_refused(path("missing.json"))
    check_refused(folder.name)
    ok("hostile files are refused, and nothing is written")


def usage():
    for arguments in ([], [FOUR_BAR], ["--size", "0", FOUR_BAR, picture], ["--size", "2000", FOUR_BAR, picture]):
        code, message = call(*arguments)
        assert code == 1 and "16" in message, message
    ok("other sizes are refused")


def file_manager():
    """%s is the size, %u the address and %o the picture."""
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(os.path.join(source, "data/org.linkwright.Linkwright.thumbnailer"))
    entry = entry["Thumbnailer Entry"]
    values = {"%s": "96", "%u": "file://" + PROJECT, "%o": picture}
    words = [values.get(word, word) for word in entry["Exec"].split()]
    assert words[0] == entry["TryExec"] == os.path.basename(thumbnailer)
    assert call(*words[1:]) == (0, "")
    assert read_png(picture)[:2] == (96, 96)
    with open(os.path.join(source, "data/org.linkwright.Linkwright.mime.xml"), encoding="utf-8") as file:
        mime = file.read()
    types = [name for name in entry["MimeType"].split(";") if name]
    assert len(types) == 2 and all(f'type="{name}"' in mime for name in types), types
    ok("file managers start it for both types of file")


subprocess.run([cli, "import", FOUR_BAR, "-o", PROJECT], check=True)
sizes()
hostile()
usage()
file_manager()
print(f"1..{count}")
