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
#
# Two things do not count. A text of five words or more is read like a document:
# "Nothing drives the mechanism: add a motor" names an example, and a new kind does not change it. The
# phrases of OTHER_MEANING and the files of FOREIGN name something else. The parts of a longer word,
# "pulley_rope", may be separate words; it does not count as "rope", which is another kind.

import pathlib
import re
import sys

ABOVE = ["core/project", "core/draw", "core/session", "core/library", "ui", "app"]
STRING = r'"(?:\\.|[^"\\\n])*"'
CHARACTER = r"'(?:\\.|[^'\\\n])'"
# Comments, and texts with their continuation on further lines.
PASSED = re.compile(rf"/\*.*?\*/|//[^\n]*|{CHARACTER}|{STRING}(?:\s*{STRING})*", re.DOTALL)
SENTENCE = 5  # words
OTHER_MEANING = [
    r"motor[-_ ]sizing",  # an analysis of any drive
]
FOREIGN = {"lw-modelica.c"}  # names of the Modelica library


def reduce(match):
    """Returns what counts of a comment or text."""
    text = match.group()
    if text.startswith("/"):
        return " "
    return '""' if text[0] == '"' and len(re.sub(r'"\s*"', "", text).split()) >= SENTENCE else text


def read(path):
    code = PASSED.sub(reduce, path.read_text(encoding="utf-8"))
    return re.sub("(?i)" + "|".join(OTHER_MEANING), "", code)


def count(codes, word, words):
    """Returns the number of files that use the word."""
    longer = "|".join(other.replace("_", "[-_ ]") for other in words if other.endswith("_" + word))
    name = word.replace("_", "[-_ ]")
    used = re.compile(rf"(?i)(?<![a-z])(?:(?:{longer})s?|({name})s?)(?![a-z])" if longer
                      else rf"(?i)(?<![a-z])({name})s?(?![a-z])")
    return sum(1 for path, code in codes.items()
               if any(found.group(1) for found in used.finditer(path.name + "\n" + code)))


def main():
    source = pathlib.Path(sys.argv[1])
    bounds = source / "tests" / "lint" / "kind-words.txt"
    lines = bounds.read_text(encoding="utf-8").splitlines()
    allowed = {word: int(number) for word, number in (line.split() for line in lines if line[:1] not in ("#", ""))}
    codes = {path: read(path) for folder in ABOVE for path in (source / folder).rglob("*.[ch]")
             if path.name not in FOREIGN}
    counted = {word: count(codes, word, allowed) for word in allowed}
    if "--write" in sys.argv:
        head = [line for line in lines if line.startswith("#")]
        rows = [f"{word:<18} {min(number, allowed[word])}" for word, number in counted.items()]
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
