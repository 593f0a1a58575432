#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# layers.py SOURCE: checks the #include lines below core, ui and app. A layer includes its own
# headers and headers of the layers below it only; the folders of a layer do not include each other
# in a circle; private headers of a folder of ui are included there only, so that the structs of its
# widgets are opaque elsewhere; and the headers of GLib, GIO, cairo, GTK and SQLite are included only if the layer
# may use the library.

import collections
import pathlib
import re
import sys

# The layers from the lowest to the highest, with the libraries that each may use. The place of the
# command line means that it sees neither session nor ui; no layer sees the programs.
LAYERS = {
    "core/dynamics": set(),
    "core/simulation": set(),
    "core/project": {"GLib", "GIO", "SQLite"},
    "core/draw": {"GLib", "GIO", "cairo"},
    "core/library": {"GLib", "GIO", "cairo"},
    "app/linkwright-cli": {"GLib", "GIO", "cairo"},
    "core/session": {"GLib", "GIO", "cairo"},
    "ui": {"GLib", "GIO", "cairo", "GTK"},
    "app/linkwright": {"GLib", "GIO", "cairo", "GTK"},
}
ORDER = list(LAYERS)
# The only folder of the project layer that may use SQLite, once the layer has folders.
STORE = "core/project/store"

LIBRARIES = {
    "GLib": re.compile(r"glib\.h|glib-object\.h|glib-unix\.h|(glib|gobject)/"),
    "GIO": re.compile(r"gio/"),
    "cairo": re.compile(r"cairo|pango/|gdk-pixbuf/"),
    "GTK": re.compile(r"(gtk|gdk|gsk)/|adwaita\.h"),
    "SQLite": re.compile(r"sqlite3"),
}
INCLUDE = re.compile(r"^ *# *include +(?:\"([^\"]+)\"|<([^>]+)>)", re.MULTILINE)


def layer_of(path):
    if path.startswith("app/"):
        in_cli = path.split("/")[1].startswith("cli") or path.startswith("app/linkwright-cli")
        return "app/linkwright-cli" if in_cli else "app/linkwright"
    return next((layer for layer in ORDER if path.startswith(layer + "/")), None)


def folder_of(path):
    """Returns the folder of a layer that a file is in, at any depth; the layer itself if it has none."""
    return "app" if path.startswith("app/") else path.rsplit("/", 1)[0]


def may_use(path, library):
    allowed = LAYERS[layer_of(path)]
    in_other_folder = folder_of(path) not in (STORE, "core/project")
    return library in allowed and not (library == "SQLite" and in_other_folder)


def sees(layer, target):
    return target == layer or (ORDER.index(target) < ORDER.index(layer) and not target.startswith("app/"))


def circles(edges):
    """Returns the sets of folders in which each reaches every other one."""
    def reached(start):
        seen, waiting = set(), [start]
        while waiting:
            for target in edges[waiting.pop()]:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen

    reach = {folder: reached(folder) for folder in list(edges)}
    found = {frozenset(other for other in reach[folder] if folder in reach.get(other, ())) for folder in reach
             if folder in reach[folder]}
    return sorted(map(sorted, found))


def main():
    root = pathlib.Path(sys.argv[1])
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
             for top in ("core", "ui", "app") for path in sorted((root / top).rglob("*.[ch]"))}
    headers = {path.rsplit("/", 1)[1]: path for path in texts}
    problems, count = [], 0
    # Folder -> folder that it includes -> the includes.
    edges = collections.defaultdict(lambda: collections.defaultdict(list))

    for path, text in texts.items():
        layer = layer_of(path)
        if not layer:
            problems.append(f"{path}:1: is in no layer; move it or add its layer to tests/lint/layers.py")
            continue
        for match in INCLUDE.finditer(text):
            count += 1
            place = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
            if match[2]:
                for library, pattern in LIBRARIES.items():
                    if pattern.match(match[2]) and not may_use(path, library):
                        problems.append(f"{place}: <{match[2]}> is of {library}, which {folder_of(path)} must not "
                                        "use; move the code to a layer that may")
                continue
            target = headers.get(match[1].rsplit("/", 1)[-1])
            target_layer = target and layer_of(target)
            if not target_layer:
                continue
            if not sees(layer, target_layer):
                problems.append(f"{place}: includes {target}, which {layer} must not see; move the code to a higher "
                                "layer or the declaration to a lower one")
            elif layer == "ui" and target.endswith("-private.h") and folder_of(target) != folder_of(path):
                problems.append(f"{place}: includes {match[1]}, which is private to {folder_of(target)}; use a function "
                                "of its public header")
            elif target_layer == layer and folder_of(target) != folder_of(path):
                edges[folder_of(path)][folder_of(target)].append(f"{place}: includes {match[1]} of {folder_of(target)}")

    for circle in circles(edges):
        includes = [line for folder in circle for target in circle for line in edges[folder][target]]
        problems.append(f"{includes[0].split(': ')[0]}: {', '.join(circle)} include each other in a circle by the "
                        f"{len(includes)} lines below; move a header or its users")
        problems += ["  " + line for line in includes]
    for problem in problems:
        print(problem)
    print(f"{len(texts)} files, {count} includes, {sum(not line.startswith('  ') for line in problems)} problems")
    return 1 if problems or not count else 0


sys.exit(main())
