#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli-disks.py CLI SOURCE: every export to a full disk and to a read-only one, by each suffix in
# docs/exports.md: one message, exit code 4, the old file unchanged, and no other file.

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CLI, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tests/install"))

import tap  # noqa: E402

PROJECT = SOURCE / "data/examples/four-bar.json"
OLD = b"the old file"
# Films need ffmpeg, which writes them.
FILMS = () if shutil.which("ffmpeg") else ("webm", "mp4")

temporary = tempfile.TemporaryDirectory()
disk = pathlib.Path(temporary.name) / "disk"


def suffixes():
    text = (SOURCE / "docs/exports.md").read_text()
    return sorted(set(re.findall(r"^\| `\.([a-z0-9]+)` \|", text, re.MULTILINE)) - set(FILMS))


def mount(*options):
    return subprocess.run(["mount", "-t", "tmpfs", *options, "none", disk], capture_output=True).returncode == 0


def refused(target, words):
    done = subprocess.run([CLI, "export", "-o", target, PROJECT], capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    assert done.returncode == 4, (target, done)
    assert done.stdout == "" and done.stderr.count("\n") == 1 and words in done.stderr, (target, done.stderr)


def fill_up():
    filler = os.open(disk / "filler", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(filler, bytes(1024))
    except OSError:
        os.close(filler)


def full():
    for suffix in suffixes():
        target = disk / f"x.{suffix}"
        target.write_bytes(OLD)
        fill_up()
        refused(target, "there is no space left")
        assert target.read_bytes() == OLD, suffix
        assert sorted(os.listdir(disk)) == ["filler", target.name], os.listdir(disk)
        (disk / "filler").unlink()
        target.unlink()


def read_only():
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    for suffix in suffixes():
        refused(disk / f"x.{suffix}", "read-only")
    refused(f"{disk}/pictures/", "read-only")
    assert os.listdir(disk) == []


def with_disk(check):
    def run():
        disk.mkdir()
        if not mount("-o", "size=32k"):
            disk.rmdir()
            raise tap.Skip("only the administrator can mount a disk")
        try:
            check()
        finally:
            subprocess.run(["umount", "-l", disk], check=True)
            disk.rmdir()

    return run


assert len(suffixes()) > 15, suffixes()
tap.run([("a full disk", with_disk(full)), ("a read-only disk", with_disk(read_only))])
