#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# api.py SOURCE: checks that doxygen writes the reference of the engine's public headers, into a
# temporary folder, without warnings: everything that a public header declares is documented.
# Skipped if doxygen is not installed. Afterwards a copy of the headers with a function and a field
# that lack a comment must fail.

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).absolute()
WARNING = re.compile(r"^(?:.*/)?((?:core|docs)/[^:]*:\d+): (?:warning|error): (.*)$", re.MULTILINE)
FAULTS = """
/// A type.
typedef struct { int field; } MbdPlanted;
void mbd_planted (void);
"""


def warnings_of(tree, output):
    """Returns the warnings of doxygen about a tree, and the pages that it writes."""
    settings = (root / "docs" / "Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = \"{output}\"\n"
    done = subprocess.run(["doxygen", "-"], cwd=tree, input=settings, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    found = [f"{place}: {text}" for place, text in WARNING.findall(done.stdout)]
    if done.returncode or (done.stdout.strip() and not found):
        found.append(f"docs/Doxyfile:1: doxygen failed: {done.stdout.strip()}")
    return found, len(list(pathlib.Path(output).glob("html/*_8h.html")))


def main():
    if not shutil.which("doxygen"):
        print("1..0 # SKIP doxygen is not installed; ./dev docs and ./dev check install it")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        warnings, pages = warnings_of(root, os.path.join(folder, "api"))
        print(f"{'not ok' if warnings or not pages else 'ok'} 1 documented")
        for warning in warnings:
            print(f"# {warning}; write a comment that begins with ///")

        tree = pathlib.Path(folder, "a tree")
        shutil.copytree(root / "core" / "dynamics", tree / "core" / "dynamics")
        shutil.copytree(root / "docs", tree / "docs", ignore=shutil.ignore_patterns("api", "screenshots"))
        header = next((tree / "core" / "dynamics").rglob("mbd-status.h"))
        header.write_text(header.read_text() + FAULTS)
        planted, _ = warnings_of(tree, os.path.join(folder, "planted"))
        planted = " ".join(planted)
        is_found = "mbd_planted" in planted and "Member field" in planted
        print(f"{'ok' if is_found else 'not ok'} 2 planted")
    print("1..2")
    return 1 if warnings or not pages or not is_found else 0


sys.exit(main())
