#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# verification.py BUILD SOURCE: checks that each claim of docs/verification.md has all four columns,
# and names tests and cases that exist on every machine: none that is under a condition in a
# meson.build, or has a replacement under one, except the condition that there is a window.

import json
import pathlib
import re
import sys

build, source = (pathlib.Path(argument).absolute() for argument in sys.argv[1:])
HEAD = ["Claim", "Test", "Tolerance", "Compared with"]
NAME = re.compile(r"`([\w-]+) (/?[\w./-]+)`")
# The windows are built unless they are switched off; then this test does not exist either.
ALWAYS = "with_gui"


def introspect(what):
    path = build / "meson-info" / f"intro-{what}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def sources_of_tests():
    """Returns the files of each test: a program's sources, or a script."""
    targets = {path: [file for group in target["target_sources"] for file in group.get("sources", [])]
               for target in introspect("targets") for path in target["filename"]}
    # Arguments are relative to the folder of the build.
    return {test["name"]: [file for part in test["cmd"]
                           for file in targets.get(str(build / part),
                                                   [part] if part.endswith(".py") else [])]
            for test in introspect("tests")}


def conditional_tests(folder, condition=None):
    """Yields names of tests of a folder that do not exist everywhere; None for a computed name."""
    conditions = [condition]
    code = re.sub(r"#.*", "", (folder / "meson.build").read_text(encoding="utf-8"))
    for statement in re.finditer(r"^ *(?:(if|endif)\b *(.*)|"
                                 r"(test|subdir) ?\(\s*'?([^',)]+)('?)(?:,\s*([\w.() ]+?) \?)?)",
                                 code, re.MULTILINE):
        word, asked, call, name, quote, choice = statement.groups()
        if word == "if":
            conditions.append(conditions[-1] or (asked if asked != ALWAYS else None))
        elif word == "endif":
            conditions.pop()
        elif call == "subdir":
            yield from conditional_tests(folder / name, conditions[-1])
        elif conditions[-1] or choice not in (None, ALWAYS):
            yield name if quote else None


def has_case(case, files):
    """Returns true if a case, or a folder of cases, of a program, or a function of a script exists."""
    for file in files:
        text = pathlib.Path(file).read_text(encoding="utf-8")
        if not case.startswith("/"):
            if re.search(rf"^def {case}\b", text, re.MULTILINE):
                return True
            continue
        for literal in re.findall(r'"(/[^"\s]*)"', text):
            if literal == case or literal.startswith(case + "/"):
                return True
            # Some are composed of a folder and a name.
            if literal.endswith("/") and case.startswith(literal):
                if f'"{case[len(literal):]}"' in text:
                    return True
    return False


def problems_of_row(cells):
    if len(cells) != len(HEAD) or not all(cells):
        yield f"not {len(HEAD)} columns with something in each"
    elif not NAME.search(cells[1]) or NAME.sub("", cells[1]).strip(" ,"):
        yield f"not a list of `test case`: {cells[1]}"


def problems_of_names(line, tests, conditional):
    for test, case in NAME.findall(line):
        if test not in tests:
            yield f"there is no test {test}"
        elif test in conditional:
            yield f"the test {test} does not exist on every machine"
        elif not has_case(case, tests[test]):
            yield f"the test {test} has no {case}"


def main():
    tests = sources_of_tests()
    conditional = set(conditional_tests(source / "tests"))
    lines = (source / "docs" / "verification.md").read_text(encoding="utf-8").splitlines()
    failed = claims = 0
    for number, line in enumerate(lines, 1):
        problems = list(problems_of_names(line, tests, conditional))
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells != HEAD and not re.fullmatch(r"[|-]+", line):
            problems += problems_of_row(cells)
            claims += 1
        for problem in problems:
            print(f"docs/verification.md:{number}: {problem}")
            failed += 1
    print(f"{claims} claims, {failed} problems")
    return 1 if failed or not claims else 0


sys.exit(main())
