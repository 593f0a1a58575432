#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# api-calls.py SOURCE: checks that each function of the engine's public headers is called by the engine, by
# the programs, or by an example in docs/examples; the others are listed in docs/engine.md, each with its
# use for other programs. A listed function that is called, or does not exist, fails too.

import pathlib
import re
import sys

SKIPPED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
LISTED = re.compile(r"^\| `(mbd_\w+) \(\)` \|", re.MULTILINE)

source = pathlib.Path(sys.argv[1])


def read(*folders):
    """Returns the code below folders, without comments and texts."""
    files = (path for folder in folders for path in sorted((source / folder).rglob("*"))
             if path.suffix in (".c", ".h", ".cpp"))
    return "\n".join(SKIPPED.sub(" ", path.read_text(encoding="utf-8"))
                     for path in files if "dynamics/include" not in path.as_posix())


declared = {name for path in sorted((source / "core" / "dynamics" / "include").glob("*.h"))
            for name in re.findall(r"\b(mbd_\w+) \(", SKIPPED.sub(" ", path.read_text(encoding="utf-8")))}
code = read("core", "ui", "app", "docs/examples")
# A definition has its name in the first column.
called = set(re.findall(r"\b(mbd_\w+)\b", re.sub(r"^mbd_\w+ \(", "", code, flags=re.MULTILINE)))
listed = set(LISTED.findall((source / "docs" / "engine.md").read_text(encoding="utf-8")))

problems = [f"{name} (): only tests call it; call it, remove it, or list it in docs/engine.md"
            for name in sorted(declared - called - listed)]
problems += [f"docs/engine.md: {name} () is {'called' if name in called else 'not declared'}; take it from the list"
             for name in sorted(listed & called | listed - declared)]
for problem in problems:
    print(problem)
print(f"{len(declared)} functions, {len(listed)} for other programs, {len(problems)} problems")
sys.exit(1 if problems else 0)
