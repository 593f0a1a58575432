#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tree.py SOURCE: checks the folders below core, ui, app and tests. A folder has at most 40 C files,
# file names of C sources are unique in the whole tree, a folder with C files has a meson.build, and
# each meson.build begins with the purpose of its folder.

import collections
import pathlib
import sys

FOLDERS = ("core", "ui", "app", "tests")
LIMIT = 40
# Readers of reference tables, which are compiled by the tests of other folders.
BUILT_ELSEWHERE = {"tests/reference"}

def crowded(folders):
    for folder, names in folders.items():
        if len(names) > LIMIT:
            yield f"{folder}:1: {len(names)} C files in one folder; divide it into sub-folders of at most {LIMIT}"


def repeated(folders):
    places = collections.defaultdict(list)
    for folder, names in folders.items():
        for name in names:
            places[name].append(f"{folder}/{name}")
    for name, paths in places.items():
        if len(paths) > 1:
            yield f"{paths[1]}:1: has the same name as {paths[0]}; rename one of them"


def without_build(root, folders):
    for folder in folders:
        if folder not in BUILT_ELSEWHERE and not (root / folder / "meson.build").exists():
            yield f"{folder}:1: has C files and no meson.build; add one that lists them"


def without_purpose(root):
    for top in FOLDERS:
        for path in (root / top).rglob("meson.build"):
            head = []
            for line in path.read_text(encoding="utf-8").splitlines():
                if not line.startswith("#"):
                    break
                if "SPDX-" not in line and line != "#":
                    head.append(line.lstrip("# "))
            if ". " not in " ".join(head) + " " or len(head[0].split()) < 2:
                yield (f"{path.relative_to(root)}:1: does not say what the folder is for; describe it in a "
                       "comment below the SPDX lines")


def main():
    root = pathlib.Path(sys.argv[1])
    folders = collections.defaultdict(list)
    for top in FOLDERS:
        for path in sorted((root / top).rglob("*.[ch]")):
            folders[path.parent.relative_to(root).as_posix()].append(path.name)
    problems = [*crowded(folders), *repeated(folders), *without_build(root, folders), *without_purpose(root)]
    for problem in sorted(problems):
        print(problem)
    print(f"{sum(map(len, folders.values()))} C files in {len(folders)} folders, {len(problems)} problems")
    return 1 if problems or not folders else 0


sys.exit(main())
