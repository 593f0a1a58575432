#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# acceptance.py BUILD ROOT: every row of docs/acceptance.md can be run: its command cell has the form
# that tests/accept.py reads, and the tests, programs and paths in it exist. A path that no test has
# would run nothing, and pass.

import glob
import json
import os
import re
import subprocess
import sys

build, root = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "tests"))
sys.argv = sys.argv[:1]
from accept import commands_of, rows  # noqa: E402


def introspect(what):
    with open(os.path.join(build, "meson-info", f"intro-{what}.json"), encoding="utf-8") as file:
        return json.load(file)


def test_names():
    names = set()
    for test in introspect("tests"):
        names.add(test["name"])
        names.update(suite.split(":")[-1] for suite in test["suite"])
    return names


def programs():
    """Paths below the build directory, and the sources of each."""
    made = {}
    for target in introspect("targets"):
        sources = [file for group in target["target_sources"] for file in group.get("sources", [])]
        for path in target["filename"]:
            made[os.path.relpath(path, build)] = sources
    return made


def has_path(path, sources):
    """Whether a test of these sources is, or is below, this path; some paths are put together."""
    for source in sources:
        with open(source, encoding="utf-8") as file:
            strings = re.findall(r'"(/[^"]*)"', file.read())
        for string in strings:
            start = string.split("%")[0]
            if path == string or string.startswith(path + "/"):
                return True
            put_together = start != string or string.endswith("/")
            if put_together and path.startswith(start):
                return True
    return False


def problems_of(command, names, made):
    for part in re.split(r"&&|\|\|?|;", command):
        words = [word for word in part.split() if not re.match(r"^[A-Z_]+=", word)]
        if words[:2] == ["./dev", "test"]:
            for word in words[2:]:
                if word[0] not in "->" and word not in names:
                    yield f"no test {word}"
        for word in words:
            path = word[len("_build/"):]
            if word.startswith("_build/") and not path.startswith("accept"):
                if path not in made and not os.path.exists(os.path.join(build, path)):
                    yield f"no program {word}"
        sources = made.get(words[0][len("_build/"):], []) if words else []
        for flag, path in zip(words, words[1:]):
            if flag == "-p" and sources and not has_path(path, sources):
                yield f"no path {path} in {words[0]}"


def main():
    names, made, failed = test_names(), programs(), 0
    for section, requirement, cell in rows(os.path.join(root, "docs", "acceptance.md")):
        if cell.startswith(("missing:", "look:")):
            continue
        commands = commands_of(cell)
        problems = [f"not a command, look: or missing: {cell}"] if not commands else [
            problem for command in commands for problem in problems_of(command, names, made)]
        for problem in problems:
            print(f"{section}: {requirement}\n  {problem}")
        failed += len(problems)
    print(f"{failed} problems")
    return 1 if failed else 0


sys.exit(main())
