#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# manual.py FOLDER PROGRAM...: checks that every verb and every option in the --help output of a
# program is in its manual page, and that the page has no others.

import pathlib
import re
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Options of the page that GLib provides, or that belong to no verb.
COMMON = {"--help", "--version", "--help-all", "--help-gapplication", "--json"}


def shown(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def options_of(text):
    """Returns the options that begin a line of a list; sentences name options of others."""
    return {word for line in text.splitlines() if re.match(r" +-", line) for word in OPTION.findall(line.split("  ")[1])}


problems = []
for path in sys.argv[2:]:
    program = pathlib.Path(path)
    page = (folder / f"{program.name}.1").read_text(encoding="utf-8").replace("\\-", "-")
    plain = re.sub(r"\\f.", "", page)
    top = shown(program, "--help-all" if program.name == "linkwright" else "--help")
    listed = top.split("Verbs:")[1].split("linkwright-cli VERB")[0] if "Verbs:" in top else ""
    verbs = re.findall(r"^  (\w+) ", listed, re.MULTILINE)
    options = options_of(top)
    for verb in verbs:
        options |= options_of(shown(program, verb, "--help"))
        if f".TP\n.B {verb}\n" not in plain:
            problems.append(f"{program.name}.1 lacks the verb {verb}")
    documented = set(OPTION.findall(plain))
    problems += [f"{program.name}.1 lacks {option}" for option in sorted(options - documented)]
    problems += [
        f"{program.name}.1 has {option}, which the program does not have"
        for option in sorted(documented - options - COMMON)
    ]
    if program.name == "linkwright-cli" and len(verbs) < 10:
        problems.append("the verbs were not found in --help")
    if not options:
        problems.append(f"{program.name} --help shows no option")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
