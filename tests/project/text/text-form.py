#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# text-form.py DOCUMENT SCHEMA PROGRAM [--write]: checks that the plain fields of the text form are
# described in docs/text-form.md and in the JSON Schema as PROGRAM prints them, after the fields with
# a notation of several keys. With --write they are replaced in both.

import json
import re
import subprocess
import sys

document, schema, program = sys.argv[1:4]
SECTIONS = {
    "Bodies": "body",
    "Contact": "contact",
    "Pairs of bodies in contact": "contact_pair",
    "Joints": "loop",
    "Rods": "rod",
    "Drivers and motors": "driver",
    "Torsion springs": "torsion_spring",
    "Limits": "limit",
    "Friction in joints": "joint_friction",
    "Gears": "gear",
    "Belts": "belt",
    "Racks": "rack",
    "Screws": "screw",
    "Constant angles": "angle",
    "Rods with a pin and a ball": "revolute_spherical",
    "Point contacts": "point_contact",
    "Ropes over pulleys": "pulley_rope",
    "Curved slots": "curved_slot",
    "Compliance": "compliance",
    "Springs": "spring",
    "Bushings": "bushing",
    "Forces": "force",
    "Torques": "torque",
    "Drag": "drag",
    "Plots": "plot",
    "The run": "run",
}
LINE = 100


def pretty(value, indent):
    """JSON with short values on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(line) + indent <= LINE and "description" not in value:
        return line
    space = " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{space}{json.dumps(key)}: {pretty(item, indent + 2)}" for key, item in value.items()]
    else:
        items = [space + pretty(item, indent + 2) for item in value]
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "\n" + ",\n".join(items) + "\n" + " " * indent + ends[1]


def row(key, field):
    """The line of a field in the document."""
    words = "".join(f"`{json.dumps(word)}`, " for word in field.get("enum", []))
    text = field["description"] + (f" One of {words[:-2]}." if words else "")
    if "default" in field:
        text += f" Default: `{json.dumps(field['default'])}`."
    return f"| `{key}` | {text} |"


def describe(text, fields):
    """Replaces the rows of plain fields in the document."""
    parts = re.split(r"^(## .*\n)", text, flags=re.M)
    for i in range(1, len(parts), 2):
        plain = fields.get(SECTIONS.get(parts[i][3:].strip()), {})
        lines = parts[i + 1].split("\n")
        old = [line for line in lines if any(line.startswith(f"| `{key}` |") for key in plain)]
        lines = [line for line in lines if line not in old]
        last = max((k for k, line in enumerate(lines) if line.startswith("|")), default=None)
        if plain:
            lines[last + 1 : last + 1] = [row(key, field) for key, field in plain.items()]
        parts[i + 1] = "\n".join(lines)
    return "".join(parts)


fields = json.loads(subprocess.run([program], check=True, capture_output=True, text=True, encoding="utf-8").stdout)
with open(document, encoding="utf-8") as file:
    text = file.read()
with open(schema, encoding="utf-8") as file:
    present = file.read()
definitions = json.loads(present)
for name, plain in fields.items():
    properties = definitions["$defs"][name]["properties"]
    for key in plain:
        properties.pop(key, None)
    properties.update(plain)
wanted = pretty(definitions, 0) + "\n"
if "--write" in sys.argv:
    with open(schema, "w", encoding="utf-8") as file:
        file.write(wanted)
    with open(document, "w", encoding="utf-8") as file:
        file.write(describe(text, fields))
    sys.exit()
print("1..2")
print("ok 1 - the schema has the plain fields" if present == wanted else "not ok 1 - write them with --write")
print("ok 2 - the document has them" if text == describe(text, fields) else "not ok 2 - write them with --write")
