#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# count-results.py LOG: count the tests in meson's testlog.json, the subtests of those that speak
# TAP one by one, and name those that were skipped or failed. Ends with "N passed, N failed".

import json
import re
import sys

RESULT = re.compile(r"^(not )?ok\b[ \d]*(?:- )?(.*?)(?:# *(skip|todo)\b(.*))?$", re.IGNORECASE)
GOOD = {"OK", "EXPECTEDFAIL"}
SKIPPED = {"SKIP"}


def subtests(output):
    """Names by outcome of the TAP results in the output of a test."""
    passed, failed, skipped = [], [], []
    if re.search(r"^1\.\.\d", output, re.MULTILINE):
        for line in output.splitlines():
            match = RESULT.match(line)
            if match is None:
                continue
            bad, name, directive, reason = match.groups()
            if directive and directive.lower() == "skip":
                skipped.append(f"{name.strip()}: {(reason or '').strip()}")
            elif bad and not directive:
                failed.append(name.strip())
            else:
                passed.append(name.strip())
    return passed, failed, skipped


def main(path):
    n_passed, all_failed, all_skipped = 0, [], []
    try:
        lines = open(path, encoding="utf-8").read().splitlines()
    except OSError:
        lines = []
        all_failed.append("no test was run")
    for line in lines:
        test = json.loads(line)
        name, result = test["name"].split(" / ")[-1], test["result"]
        passed, failed, skipped = subtests(test.get("stdout") or "")
        if result in SKIPPED and not skipped:
            skipped = [""]
        elif result in GOOD and not passed and not skipped:
            passed = [name]
        elif result not in GOOD | SKIPPED and not failed:
            failed = [f"({result.lower()}, exit code {test.get('returncode')})"]
        n_passed += len(passed)
        all_failed += [f"{name} {which}" for which in failed]
        all_skipped += [f"{name} {which}" for which in skipped]
    for which in all_skipped:
        print(f"skipped: {which}")
    for which in all_failed:
        print(f"failed: {which}")
    print(f"{n_passed} passed, {len(all_failed)} failed")
    return 1 if all_failed else 0


sys.exit(main(sys.argv[1]))
