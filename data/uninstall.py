#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# uninstall.py BUILD: removes the files that `meson install -C BUILD` installed. Unlike meson's own
# uninstall it updates the desktop's caches, which all programs share, and removes the empty ones.

import pathlib
import subprocess
import sys

# Folder of a cache, its source files, the command that builds it, and the built files: for MIME types
# everything except the packages.
CACHES = (
    ("glib-2.0/schemas", "*.gschema.xml", ["glib-compile-schemas"], ["gschemas.compiled"]),
    ("applications", "*.desktop", ["update-desktop-database", "-q"], ["mimeinfo.cache"]),
    ("icons/hicolor", "*/*/*", ["gtk4-update-icon-cache", "-q", "-t", "-f"], ["icon-theme.cache"]),
    ("mime", "packages/*.xml", ["update-mime-database"], ["[!p]*", "*/*.xml", "[!p]*"]),
)


def remove(path):
    """Removes a file or an empty folder, if it exists."""
    try:
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink(missing_ok=True)
    except OSError:
        if not path.is_dir():
            raise


def compiled(module):
    """Returns the compiled files of a Python module: newer versions of meson create them when they install,
    and Python does at the first import, and neither lists them."""
    return sorted(module.parent.glob(f"__pycache__/{module.stem}.*.pyc")) if module.suffix == ".py" else ()


def refresh(folder, sources, command, made):
    if any(folder.glob(sources)):
        try:
            subprocess.run([*command, folder], check=True)
        except FileNotFoundError:
            print(f"{command[0]} is not installed: the cache in {folder} still lists Linkwright.", file=sys.stderr)
    else:
        for pattern in made:
            for path in folder.glob(pattern):
                remove(path)


def uninstall(log):
    listed = [
        pathlib.Path(line) for line in log.read_text().splitlines() if not line.startswith("#")
    ]
    folders = [path for path in listed if path.is_dir() and not path.is_symlink()]
    files = [path for path in listed if path not in folders]
    for path in files:
        for made in compiled(path):
            remove(made)
            remove(made.parent)
        remove(path)
    for name, *how in CACHES:
        for folder in {p for file in files for p in file.parents if p.match(f"share/{name}")}:
            refresh(folder, *how)
    # meson lists the folders that it created, but not the folders of earlier installations
    folders += [p for file in files for p in file.parents if "linkwright" in str(p).lower()]
    for folder in sorted(set(folders), reverse=True):
        if folder.is_dir():
            remove(folder)
    return len(files)


if len(sys.argv) != 2:
    sys.exit(f"usage: {sys.argv[0]} BUILD")
log = pathlib.Path(sys.argv[1], "meson-logs", "install-log.txt")
if not log.exists():
    sys.exit(f"Nothing was installed from {sys.argv[1]}.")
try:
    print(f"Removed {uninstall(log)} files.")
except (OSError, subprocess.CalledProcessError) as problem:
    sys.exit(f"Not everything was removed: {problem}")
