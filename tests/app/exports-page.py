#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# exports-page.py CLI SOURCE [--write]: checks that docs/exports.md and the part of the manual page
# about exports agree with the table of exports; --write writes them.

import json
import pathlib
import subprocess
import sys

cli, source = sys.argv[1], pathlib.Path(sys.argv[2])
page_path = source / "docs/exports.md"
manual_path = source / "docs/man/linkwright-cli.1"
BEGIN, END = '.\\" From the table of exports: begin\n', '.\\" From the table of exports: end\n'
table = json.loads(subprocess.run([cli, "exports", "--json"], capture_output=True, check=True).stdout)["exports"]


def form_of(option):
    """Returns the option as it is typed."""
    if option["flag"]:
        return f"--{option['name']}, --no-{option['name']}"
    return f"--{option['name']}={option['argument']}"


def range_of(option):
    if "minimum" not in option:
        return ""
    unit = f" {option['unit']}" if option["unit"] else ""
    return f" {option['minimum']:g} to {option['maximum']:g}{unit}."


def default_of(option):
    return f" Default: {option['default']}." if option["default"] is not None else ""


def page():
    lines = [
        "<!-- SPDX-FileCopyrightText: 2026 The Linkwright authors -->",
        "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->",
        "",
        "# Exports",
        "",
        "The verbs of `linkwright-cli` that export, the suffixes that choose the format, and the options of each. The",
        "window has the same formats and options. tests/app/exports-page.py writes this page from the table of",
        "exports (core/draw/exports).",
        "",
        "All files are complete or not written; the same input gives the same bytes.",
    ]
    for kind in table:
        lines += ["", f"## {kind['label']}: `linkwright-cli {kind['verb']}`", "", "| suffix | content |", "|---|---|"]
        for entry in kind["formats"]:
            dot = "" if entry["suffix"] == "/" else "."
            lines.append(f"| `{dot}{entry['suffix']}` | {entry['content']} |")
        if kind["options"]:
            lines += ["", "| option | meaning |", "|---|---|"]
        for option in kind["options"]:
            form = form_of(option).replace("|", "\\|")
            lines.append(f"| `{form}` | {option['meaning']}.{range_of(option)}{default_of(option)} |")
    return "\n".join(lines) + "\n"


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def manual():
    lines = []
    for kind in table:
        dots = ["" if entry["suffix"] == "/" else "." for entry in kind["formats"]]
        lines += [f".SS Formats and options of {kind['verb']}"]
        for dot, entry in zip(dots, kind["formats"]):
            lines += [".TP", f".B {dot or chr(92) + '&'}{entry['suffix']}", roff(entry["content"][0].upper() + entry["content"][1:]) + "."]
        for option in kind["options"]:
            if option["flag"]:
                # The form that differs from the default, as in --help.
                on = option["default"] == "no"
                form, meaning = f"--{'' if on else 'no-'}{option['name']}", f"{'' if on else 'Leave out: '}{option['meaning']}."
            else:
                form, meaning = form_of(option), f"{option['meaning']}.{range_of(option)}{default_of(option)}"
            lines += [".TP", f".B {roff(form)}", roff(meaning)]
    return "\n".join(lines) + "\n"


def with_manual(text):
    before, rest = text.split(BEGIN)
    return before + BEGIN + manual() + END + rest.split(END)[1]


stale = []
for path, wanted in ((page_path, page()), (manual_path, with_manual(manual_path.read_text(encoding="utf-8")))):
    if not path.exists() or path.read_text(encoding="utf-8") != wanted:
        if "--write" in sys.argv:
            path.write_text(wanted, encoding="utf-8")
        else:
            stale.append(path)
for path in stale:
    print(f"{path} differs from the table of exports: run tests/app/exports-page.py with --write")
sys.exit(1 if stale else 0)
