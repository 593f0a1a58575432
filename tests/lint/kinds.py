#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# kinds.py SOURCE: checks that above the engine nothing asks which class, family or kind a coupling or
# a force element has: that is a property or a function of its entry in core/project/kinds, or an
# array indexed by it.

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
ABOVE = ["core/project", "core/draw", "core/session", "ui", "app"]
TABLE = "core/project/kinds/"
ASKED = re.compile(r"[!=]=\s*mbd_\w+_class \(\)|mbd_\w+_class \(\)\s*[!=]="
                   r"|[!=]=\s*LW_(KIND|FAMILY|JOINT)_(?!OTHER\b)\w+|\bcase LW_(KIND|FAMILY|JOINT|GEARING)_\w+")

problems = []
for folder in ABOVE:
    for path in sorted((source / folder).rglob("*.[ch]")):
        name = path.relative_to(source).as_posix()
        if name.startswith(TABLE):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if ASKED.search(line):
                problems.append(f"{name}:{number}: asks for one kind; make it a property of the "
                                f"kind in {TABLE}")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
