#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# accept.py FILE [WORD]: run the commands in the tables of docs/acceptance.md, from the root of the
# project; with WORD only rows and sections that have it. What they write is in _build/accept. Ends
# with "N passed, N failed".
#
# A command that names a program of the tests gets what meson gives that program: the variables of
# its environment, and a display of its own.

import json
import os
import re
import subprocess
import sys
import time

CELL = re.compile(r"(?<!\\)\|")
TIMEOUT = 1800  # s, of one command
TESTS = "_build/meson-info/intro-tests.json"
WITH_DISPLAY = "tests/with-display.sh"


def rows(path):
    """Section, requirement and command cell of every row of every table."""
    section = ""
    for line in open(path, encoding="utf-8"):
        if line.startswith("## "):
            section = line[3:].strip()
        cells = [cell.strip().replace("\\|", "|") for cell in CELL.split(line.strip())[1:-1]]
        if len(cells) == 3 and cells[0] != "requirement" and set(cells[0]) - set("-: "):
            yield section, cells[0], cells[1]


def surroundings():
    """Of each program of the tests: its variables, and whether it is run with a display."""
    found = {}
    with open(TESTS, encoding="utf-8") as file:
        for test in json.load(file):
            with_display = os.path.relpath(test["cmd"][0]) == WITH_DISPLAY
            program = os.path.join("_build", test["cmd"][1 if with_display else 0])
            found[os.path.relpath(program)] = test["env"], with_display
    return found


def run(command):
    """Whether a shell command succeeds, and what it says."""
    known = surroundings()
    environment = dict(os.environ)
    shell = ["sh", "-c", command]
    for program in re.findall(r"_build/tests/[\w/-]+", command):
        variables, with_display = known.get(program, ({}, False))
        environment.update(variables)
        if with_display and WITH_DISPLAY not in command:
            shell = [WITH_DISPLAY, "sh", "-c", command]
    try:
        done = subprocess.run(
            shell,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False, f"no end within {TIMEOUT} s"
    return done.returncode == 0, done.stdout.decode(errors="replace")


def commands_of(cell):
    """The commands of a cell; none where anything else stands in it."""
    rest = re.sub(r"`[^`]+`", "", cell).strip(" ,;")
    return re.findall(r"`([^`]+)`", cell) if rest in ("", "and") else []


def judge(cell, results):
    """The verdict on the command cell of a row, and what to say of it."""
    if cell.startswith("missing:"):
        return "missing", cell[len("missing:") :].strip()
    if cell.startswith("look:"):
        files = re.findall(r"[\w./-]+\.\w+", cell[len("look:") :])
        absent = [name for name in files if not os.path.exists(name)]
        return ("failed", " ".join(absent) + " does not exist") if absent else ("look", " ".join(files))
    commands = commands_of(cell)
    if not commands:
        return "failed", f"not a command, look: or missing: {cell}"
    verdicts = [judge_command(command, results) for command in commands]
    return next((verdict for verdict in verdicts if verdict[0] != "ok"), verdicts[0])


def judge_command(command, results):
    """The verdict on one command; each is run once."""
    if command not in results:
        begin = time.monotonic()
        good, output = run(command)
        results[command] = good, output, time.monotonic() - begin
    good, output, seconds = results[command]
    if good:
        return "ok", f"{seconds:.1f} s"
    return "failed", command + "\n" + "\n".join("    " + line for line in output.splitlines()[-20:])


def main(path, word=""):
    counts = dict.fromkeys(["ok", "failed", "look", "missing"], 0)
    results, last = {}, None
    os.makedirs("_build/accept", exist_ok=True)
    for section, requirement, cell in rows(path):
        if word.lower() not in (section + requirement).lower():
            continue
        if section != last:
            print(f"\n{section}")
            last = section
        verdict, remark = judge(cell, results)
        counts[verdict] += 1
        print(f"{verdict:8}{requirement} ({remark})", flush=True)
    print(f"\n{counts['look']} to look at, {counts['missing']} missing")
    print(f"{counts['ok']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["ok"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
