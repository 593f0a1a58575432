#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# licences.py SOURCE: checks that every file states its owner and its licence, by the two SPDX lines
# at its top or, if its format has no comments, in .reuse/dep5; the text of each licence is in
# LICENSES. Files that git ignores are skipped.

import fnmatch
import os
import pathlib
import re
import sys

# Largest number of characters before the two lines.
TOP = 1000
# Written in a form that other tools do not mistake for the lines themselves.
OWNER = re.compile(r"SPDX-FileCopyrightText[:] \S+")
LICENCE = re.compile(r"SPDX-License-Identifier[:] (\S+)")
# The licence of the whole project is also at the top, where people look for it.
WHOLE = ("LICENSE", "LICENSES/GPL-3.0-or-later.txt")


def ignored(source):
    """Returns the patterns of .gitignore for paths from the top, and the patterns for any name."""
    lines = (source / ".gitignore").read_text().splitlines()
    patterns = [line.rstrip("/") for line in lines if line and not line.startswith("#")]
    return ([p[1:] for p in patterns if p.startswith("/")],
            [p for p in patterns if not p.startswith("/")] + [".git"])


def files_of(source):
    from_top, anywhere = ignored(source)

    def is_ignored(folder, name):
        path = (folder / name).relative_to(source).as_posix()
        return (any(fnmatch.fnmatchcase(name, pattern) for pattern in anywhere)
                or any(path.count("/") == pattern.count("/") and fnmatch.fnmatchcase(path, pattern)
                       for pattern in from_top))

    for folder, folders, names in os.walk(source):
        folder = pathlib.Path(folder)
        folders[:] = [name for name in folders if not is_ignored(folder, name)]
        for name in names:
            if not is_ignored(folder, name) and not (folder / name).is_symlink():
                yield (folder / name).relative_to(source).as_posix()


def stanzas(source):
    """Yields patterns and licence of each stanza of .reuse/dep5 that names files and their owner."""
    for stanza in (source / ".reuse" / "dep5").read_text().split("\n\n"):
        fields = dict(re.findall(r"^(\S+): *(.+(?:\n .+)*)", stanza, re.MULTILINE))
        if "Files" in fields and fields.get("Copyright"):
            yield fields["Files"].split(), fields["License"]


def main():
    source = pathlib.Path(sys.argv[1])
    told = list(stanzas(source))
    problems, used, unmatched = [], set(), {p for patterns, _ in told for p in patterns}
    for name in sorted(files_of(source)):
        if name == WHOLE[0] or name.startswith(("LICENSES/", ".reuse/")):
            continue
        elsewhere = [(p, licence) for patterns, licence in told for p in patterns
                     if fnmatch.fnmatchcase(name, p)]
        unmatched -= {pattern for pattern, _ in elsewhere}
        with open(source / name, "rb") as file:
            top = file.read(TOP).decode("utf-8", "replace")
        licences = LICENCE.findall(top) + [licence for _, licence in elsewhere]
        used.update(licences)
        if not licences:
            problems.append(f"{name}: no licence")
        if not OWNER.search(top) and not elsewhere:
            problems.append(f"{name}: no copyright")

    texts = {path.stem for path in (source / "LICENSES").iterdir()}
    problems += [f"LICENSES has no text of {licence}" for licence in sorted(used - texts)]
    problems += [f"LICENSES: nothing is under {text}" for text in sorted(texts - used)]
    problems += [f".reuse/dep5: no file is {pattern}" for pattern in sorted(unmatched)]
    if len({(source / name).read_bytes() for name in WHOLE}) != 1:
        problems.append(f"{WHOLE[0]} and {WHOLE[1]} differ")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


sys.exit(main())
