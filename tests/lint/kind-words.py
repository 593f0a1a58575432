#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# kind-words.py SOURCE [--write]: checks that the word of a kind of coupling or force is used in no more
# files above the engine than kind-words.txt allows, so that adding a kind touches few files. The numbers
# only fall: --write lowers those that are too large.
#
# A file counts if the word is part of a name, a text or a file's own name; comments do not count, nor do
# translations, documents and tests. A word inside another word ("track") does not count, its plural
# does. Words that also name other things are left out: pin, slider, slot, planar, limit, drag, spring,
# friction, gear, rod, drive, force, torque, angle, loop, contact.

import pathlib
import re
import sys

ABOVE = ["core/project", "core/draw", "core/session", "core/library", "ui", "app"]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def count(source, word):
    """Returns the number of files that use the word."""
    used = re.compile(rf"(?i)(?<![a-z]){word}s?(?![a-z])")
    files = (path for folder in ABOVE for path in (source / folder).rglob("*.[ch]"))
    return sum(1 for path in files
               if used.search(path.name) or used.search(COMMENT.sub("", path.read_text(encoding="utf-8"))))


def main():
    source = pathlib.Path(sys.argv[1])
    bounds = source / "tests" / "lint" / "kind-words.txt"
    lines = bounds.read_text(encoding="utf-8").splitlines()
    allowed = {word: int(number) for word, number in (line.split() for line in lines if line[:1] not in ("#", ""))}
    counted = {word: count(source, word) for word in allowed}
    if "--write" in sys.argv:
        head = [line for line in lines if line.startswith("#")]
        rows = [f"{word:<12} {min(number, allowed[word])}" for word, number in counted.items()]
        bounds.write_text("\n".join(head + rows) + "\n", encoding="utf-8")
        return 0
    problems = 0
    for word, number in counted.items():
        if number > allowed[word]:
            print(f"{word}: {number} files, {allowed[word]} allowed; make what differs a property of the kind "
                  "in core/project/kinds")
        elif number < allowed[word]:
            print(f"{word}: only {number} files; kind-words.py . --write lowers the bound")
        problems += number > allowed[word]
    print(f"{len(counted)} words, {sum(counted.values())} files, {problems} problems")
    return 1 if problems else 0


sys.exit(main())
