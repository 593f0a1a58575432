#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# headers.py HEADER...: checks that each public header compiles by itself, beside the other public
# ones and without private ones, in C and in C++.

import pathlib
import shutil
import sys
import tempfile

import tap

headers = [pathlib.Path(path) for path in sys.argv[1:]]
folder = tempfile.TemporaryDirectory()


def compile_all(compiler, standard, suffix):
    if shutil.which(compiler) is None:
        raise tap.Skip(f"{compiler} is not installed")
    sources = []
    for header in headers:
        source = pathlib.Path(folder.name, header.name).with_suffix(suffix)
        source.write_text(f"#include <{header.name}>\nextern int separate;\n")
        sources.append(str(source))
    tap.call(
        compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
        f"-I{folder.name}/include", *sources,
    )  # fmt: skip


include = pathlib.Path(folder.name, "include")
include.mkdir()
for header in headers:
    shutil.copy(header, include)
tap.run(
    [
        ("c17 by gcc", lambda: compile_all("gcc", "c17", ".c")),
        ("c17 by clang", lambda: compile_all("clang", "c17", ".c")),
        ("c++17 by g++", lambda: compile_all("g++", "c++17", ".cpp")),
        ("c++17 by clang++", lambda: compile_all("clang++", "c++17", ".cpp")),
    ]
)
