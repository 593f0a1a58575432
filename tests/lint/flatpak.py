#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# flatpak.py SOURCE: checks that the Flatpak manifest has everything that the build needs: each
# library that a meson.build requires comes from a module or from the runtime, each source is fixed
# by a hash, and the program has only the permissions that it needs. Nothing is downloaded, and
# building the manifest is not tested.
#
# The runtime is GNOME 51 (September 2026): a runtime gets corrections until the second release
# after it, a year later. Hashes belong to the released archives.

import json
import pathlib
import re
import sys

MANIFEST = "flatpak/org.linkwright.Linkwright.json"
PERMISSIONS = {"--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri"}

# Libraries that org.gnome.Platform has, with the reason.
RUNTIME = {
    "cairo": "GTK draws with it",
    "gdk-pixbuf-2.0": "GTK reads pictures with it",
    "gio-2.0": "part of GLib",
    "glib-2.0": "the base of the runtime",
    "gobject-2.0": "part of GLib",
    "gtk4": "purpose of the runtime",
    "libadwaita-1": "purpose of the runtime",
    "libwebp": "named in the list of the runtime; WebKitGTK needs it",
    "libwebpdemux": "part of libwebp",
    "libwebpmux": "part of libwebp, which the runtime builds with it",
    "m": "part of the C library",
    "nettle": "named in the list of the runtime; GnuTLS needs it",
    "pangocairo": "GTK writes with it",
    "sqlite3": "named in the list of the runtime",
    "threads": "part of the C library",
    "zlib": "GLib needs it",
}
# Libraries that the modules of the manifest build, by module.
MODULES = {
    "giflib": {"gif"},
    "lapack": {"blas", "lapack", "lapacke"},
    "suitesparse": {"amd", "camd", "klu"},
    "udunits": {"udunits2"},
}
# Dependencies between the parts of SuiteSparse: only named parts are built.
SUITESPARSE = {
    "amd": {"suitesparse_config"},
    "camd": {"suitesparse_config"},
    "klu": {"suitesparse_config", "amd", "colamd", "btf"},
}
# A call, with the text in its parentheses.
CALL = re.compile(r"\b(?:dependency|find_library)\s*\(((?:[^()]|\([^()]*\))*)\)")
NAME = re.compile(r"\s*'([^']+)'")


def needed(source):
    """Returns the libraries without which meson does not configure, and the calls that cannot be
    read."""
    libraries, unclear = set(), []
    for path in sorted(source.glob("**/meson.build")):
        if path.relative_to(source).parts[0].startswith("_"):
            continue
        code = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        for arguments in CALL.findall(code):
            name = NAME.match(arguments)
            if name is None:
                unclear.append(f"{path.relative_to(source)}: ({arguments}) names no library")
            elif not re.search(r"required\s*:\s*(false|peers|get_option\(.peers.\))", arguments):
                libraries.add(name.group(1))
    return libraries, unclear


def check_libraries(libraries, modules):
    built = set().union(*(MODULES.get(name, set()) for name in modules))
    for name in sorted(libraries - built - set(RUNTIME)):
        yield f"{name} is needed, and neither a module nor the runtime has it"
    for name in sorted((set(RUNTIME) | set().union(*MODULES.values())) - libraries):
        yield f"{name} is listed in this test and no longer needed"
    for name in sorted(set(modules) ^ (set(MODULES) | {"linkwright"})):
        yield f"the module {name} is either not in the manifest or not in this test"


def check_suitesparse(module):
    options = [option for option in module["config-opts"] if "ENABLE_PROJECTS=" in option]
    parts = set(options[0].split("=")[1].split(";")) if options else set()
    for name in sorted(MODULES["suitesparse"]):
        for part in sorted((SUITESPARSE[name] | {name}) - parts):
            yield f"suitesparse: {part} is not built; {name} needs it"


def check_source(module, part):
    kind, where = part.get("type"), f"{module['name']}: a source of type {part.get('type')}"
    if kind == "archive":
        if not re.fullmatch(r"[0-9a-f]{64}", part.get("sha256", "")):
            yield f"{where} has no sha256"
        if not part.get("url", "").startswith("https://"):
            yield f"{where} has no https address"
    elif kind == "git":
        if not (part.get("tag") and re.fullmatch(r"[0-9a-f]{40}", part.get("commit", ""))):
            yield f"{where} has no tag with its commit"
    elif kind != "dir" or module["name"] != "linkwright":
        yield f"{where} is not fixed by a hash"


def check(source):
    manifest = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
    modules = {module["name"]: module for module in manifest["modules"]}
    libraries, problems = needed(source)
    problems += check_libraries(libraries, modules)
    problems += check_suitesparse(modules["suitesparse"]) if "suitesparse" in modules else []
    for module in manifest["modules"]:
        problems += [] if module["sources"] else [f"{module['name']} has no source"]
        for part in module["sources"]:
            problems += check_source(module, part)
    for permission in sorted(set(manifest["finish-args"]) - PERMISSIONS):
        problems.append(f"{permission} is more than the program needs")
    if (manifest["runtime"], manifest["sdk"]) != ("org.gnome.Platform", "org.gnome.Sdk"):
        problems.append("the lists of this test apply to org.gnome.Platform")
    if manifest["command"] != "linkwright":
        problems.append("the command is not linkwright")
    return problems


found = check(pathlib.Path(sys.argv[1]))
for problem in found:
    print(problem)
sys.exit(1 if found else 0)
