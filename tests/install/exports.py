#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# exports.py LIBRARY PREFIX COUNT HEADER...: checks that the shared library exports everything that
# the public headers declare, which is at least COUNT functions, and nothing else.

import pathlib
import re
import sys

import tap

library, prefix, least = sys.argv[1], sys.argv[2], int(sys.argv[3])
headers = [pathlib.Path(path) for path in sys.argv[4:]]


def declared():
    names = set()
    for header in headers:
        text = re.sub(r"//.*", "", header.read_text())
        names.update(re.findall(rf"\b({prefix}_\w+) \(", text))
    return names


def exported():
    lines = tap.call("nm", "--dynamic", "--defined-only", library).splitlines()
    return {line.split()[2] for line in lines}


def check():
    names, symbols = declared(), exported()
    assert len(names) >= least, f"only {len(names)} declarations were found"
    assert not names - symbols, f"declared but not exported: {sorted(names - symbols)}"
    assert not symbols - names, f"exported but not declared: {sorted(symbols - names)}"


tap.run([("the exported symbols are the declared ones", check)])
