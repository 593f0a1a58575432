#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# translated-files.py SOURCE: checks that every file with text for the user is listed in
# po/POTFILES.in, and that every listed file exists and has such text.

import pathlib
import re
import sys

MARKS = {
    ".c": re.compile(r"\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dpgettext2?) ?\("),
    # The status codes of the engine, which does not use gettext.
    ".h": re.compile(r"^#define \w+_STATUS_LIST\b", re.MULTILINE),
    ".ui": re.compile(r'translatable="yes"'),
}
FOLDERS = ["app", "core", "ui"]

source = pathlib.Path(sys.argv[1])
listed = {
    line.strip()
    for line in (source / "po" / "POTFILES.in").read_text().splitlines()
    if line.strip() and not line.startswith("#")
}
marked = {
    str(path.relative_to(source))
    for folder in FOLDERS
    for path in (source / folder).rglob("*")
    if path.suffix in MARKS and MARKS[path.suffix].search(path.read_text(encoding="utf-8"))
}
code = {name for name in listed if pathlib.Path(name).parts[0] in FOLDERS}

problems = [f"{name} is not in po/POTFILES.in" for name in sorted(marked - listed)]
problems += [f"{name} has nothing to translate" for name in sorted(code - marked)]
problems += [f"{name} does not exist" for name in sorted(listed) if not (source / name).exists()]
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
