#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bounds.py SOURCE: checks that no C file has more than 800 lines and no function more than 80, from
# the line of its name to its closing brace. Longer ones are listed in bounds.txt with their length
# and the reason; they must not grow beyond that length, and a line that is no longer needed must be
# removed.

import pathlib
import re
import sys

FILE_LINES = 800
FUNCTION_LINES = 80
FOLDERS = ("core", "ui", "app", "tests", "docs")
# The name of a function is at the start of a line.
NAME = re.compile(r"^(\w+) \(")


def functions(lines):
    """Yields name, first line and length of each function in the layout of clang-format."""
    name = start = None
    for number, line in enumerate(lines, 1):
        match = NAME.match(line)
        if match:
            name, start = match[1], number
        elif line.endswith(";") and not line.startswith(" "):
            name = None
        elif line == "}" and name:
            yield name, start, number - start + 1
            name = None


def exceptions(path):
    """Returns (path or its end, function or "") -> (length, line in the list)."""
    listed = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split(maxsplit=2)
        if not fields or line.startswith("#"):
            continue
        if len(fields) != 3 or not fields[1].isdigit():
            sys.exit(f"tests/lint/bounds.txt:{number}: is not PATH[:FUNCTION] LENGTH REASON; add what is missing")
        file, _, function = fields[0].partition(":")
        listed[file, function] = int(fields[1]), number
    return listed


def main():
    root = pathlib.Path(sys.argv[1])
    listed = exceptions(root / "tests" / "lint" / "bounds.txt")
    problems, used, counted = [], set(), 0

    def judge(path, line, function, length, limit):
        if length <= limit:
            return
        for (file, listed_function), (allowed, _) in listed.items():
            if function == listed_function and (path == file or path.endswith("/" + file)):
                used.add((file, function))
                limit = allowed
        if length > limit:
            what = f"{function} () has" if function else "has"
            problems.append(f"{path}:{line}: {what} {length} lines, {limit} are allowed; divide it")

    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.[ch]")):
            name = path.relative_to(root).as_posix()
            lines = path.read_text(encoding="utf-8").splitlines()
            judge(name, 1, "", len(lines), FILE_LINES)
            for function, line, length in functions(lines):
                counted += 1
                judge(name, line, function, length, FUNCTION_LINES)

    for key, (_, number) in listed.items():
        if key not in used:
            problems.append(f"tests/lint/bounds.txt:{number}: {':'.join(filter(None, key))} is within the bounds or "
                            "does not exist; remove the line")
    for problem in problems:
        print(problem)
    print(f"{counted} functions, {len(problems)} problems")
    return 1 if problems or not counted else 0


sys.exit(main())
