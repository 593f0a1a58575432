#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# count-results.py LOG ALLOWED: counts the tests in meson's testlog.json, and the subtests of TAP
# tests one by one, and names the skipped and failed ones. A skipped test that ALLOWED does not list
# counts as failed. Warnings of a toolkit newer than the minimum version, which end no test, are
# counted. Ends with "N passed, N failed".

import json
import re
import sys

RESULT = re.compile(r"^(not )?ok\b[ \d]*(?:- )?(.*?)(?:# *(skip|todo)\b(.*))?$", re.IGNORECASE)
NOTHING = re.compile(r"^1\.\.0\b *(?:# *skip\w*)?:? *(.*)$", re.IGNORECASE | re.MULTILINE)
TOOLKIT = re.compile(r"\b(?:Gtk|Gdk|Gsk|Adwaita|GLib-GIO)-WARNING \*\*: ")
GOOD = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}


def subtests(output):
    """Returns the names by outcome of the TAP results in the output of a test; for the skipped ones
    (name, reason)."""
    passed, failed, skipped = [], [], []
    if re.search(r"^1\.\.\d", output, re.MULTILINE):
        for line in output.splitlines():
            match = RESULT.match(line)
            if match is None:
                continue
            bad, name, directive, reason = match.groups()
            if directive and directive.lower() == "skip":
                skipped.append((name.strip(), (reason or "").strip()))
            elif bad and not directive:
                failed.append(name.strip())
            else:
                passed.append(name.strip())
    return passed, failed, skipped


def reason_of(output):
    """Returns the reason why a whole test was skipped: the text after 1..0 in TAP, or the last
    line."""
    match = NOTHING.search(output)
    if match:
        return match.group(1)
    lines = output.strip().splitlines()
    return lines[-1] if lines else "no reason given"


def read_allowed(path):
    """Returns the tests, or tests and cases, that may be skipped."""
    lines = (line.split("#")[0].split() for line in open(path, encoding="utf-8"))
    return {tuple(words) for words in lines if words}


def main(log, allowed_path):
    n_passed, all_failed, all_skipped, warnings = 0, [], [], []
    allowed = read_allowed(allowed_path)
    try:
        lines = open(log, encoding="utf-8").read().splitlines()
    except OSError:
        lines = []
    if not lines:
        all_failed.append("no test was run")
    for line in lines:
        test = json.loads(line)
        name, result = test["name"].split(" / ")[-1], test["result"]
        output = test.get("stdout") or ""
        passed, failed, skipped = subtests(output)
        if result in SKIPPED and not skipped:
            skipped = [("", reason_of(output))]
        elif result in GOOD and not passed and not skipped:
            passed = [name]
        elif result not in GOOD | SKIPPED and not failed:
            failed = [f"({result.lower()}, exit code {test.get('returncode')})"]
        n_warnings = len(TOOLKIT.findall(output + (test.get("stderr") or "")))
        if n_warnings:
            warnings.append((name, n_warnings))
        n_passed += len(passed)
        all_failed += [f"{name} {case}" for case in failed]
        for case, reason in skipped:
            all_skipped.append(f"{name} {case}".strip() + f": {reason}")
            if tuple(f"{name} {case}".split()) not in allowed and (name,) not in allowed:
                all_failed.append(f"{name} {case}".strip() + f" (skipped, which {allowed_path} does not allow)")
    for which in all_skipped:
        print(f"skipped: {which}")
    if warnings:
        print(f"warnings of the toolkit: {sum(n for _, n in warnings)} ("
              + ", ".join(f"{name} {n}" for name, n in warnings) + ")")
    for which in all_failed:
        print(f"failed: {which}")
    print(f"{n_passed} passed, {len(all_failed)} failed")
    return 1 if all_failed else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
