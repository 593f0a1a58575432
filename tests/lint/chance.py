#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# chance.py SOURCE: checks that random numbers of tests are the same in every run
# (tests/lib/testing-seed.h), so that no run fails by a rare case that the next run does not repeat.

import pathlib
import re
import sys

tests = pathlib.Path(sys.argv[1]) / "tests"
# Functions that draw new numbers in each run, and functions that do so unless GLib has a seed.
FRESH = re.compile(r"\bg_random_|\bg_rand_new \(|\brandom\.(random|seed \(\)|choice|randrange)\b|\bsrand\b")
BY_GLIB = re.compile(r"\bg_test_rand_")
TOLD = re.compile(r"\btesting_(seed_init|main) \(")

problems = []
for path in sorted(tests.rglob("*")):
    if path.suffix not in (".c", ".py") or path.name == pathlib.Path(__file__).name:
        continue
    text = path.read_text(encoding="utf-8")
    if FRESH.search(text):
        problems.append(f"{path} draws at random without a seed")
    if BY_GLIB.search(text) and not TOLD.search(text):
        problems.append(f"{path} calls g_test_rand_ without testing_seed_init ()")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
