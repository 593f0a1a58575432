#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# exports.py LIBRARY HEADER...: checks that the shared library exports everything that the public
# headers declare, and nothing else.

import pathlib
import re
import sys

import tap

library = sys.argv[1]
headers = [pathlib.Path(path) for path in sys.argv[2:]]


def declared():
    names = set()
    for header in headers:
        text = re.sub(r"//.*", "", header.read_text())
        names.update(re.findall(r"\b(mbd_\w+) \(", text))
    return names


def exported():
    lines = tap.call("nm", "--dynamic", "--defined-only", library).splitlines()
    return {line.split()[2] for line in lines}


def check():
    names, symbols = declared(), exported()
    assert len(names) > 200, f"only {len(names)} declarations were found"
    assert not names - symbols, f"declared but not exported: {sorted(names - symbols)}"
    assert not symbols - names, f"exported but not declared: {sorted(symbols - names)}"


tap.run([("the exported symbols are the declared ones", check)])
