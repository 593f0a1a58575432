#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# shortcuts.py help-overlay.ui FILE...: checks that no key with Ctrl, Alt or F-number has two
# functions: each is once in the list of shortcuts, and once in the tables of commands (C files).

import re
import sys
import xml.etree.ElementTree as tree

KEY = re.compile(r"<(?:Control|Alt|Shift)>|^F\d+$")


def refuse_doubles(place, keys):
    for key in sorted(set(keys)):
        if keys.count(key) > 1:
            sys.exit(f"{place}: {key} does {keys.count(key)} things")


overlay, *sources = sys.argv[1:]
listed = [
    key
    for shortcut in tree.parse(overlay).iter("property")
    if shortcut.get("name") == "accelerator"
    for key in shortcut.text.split()
    if KEY.search(key)
]
refuse_doubles(overlay, listed)
for source in sources:
    text = open(source, encoding="utf-8").read()
    refuse_doubles(source, [key for key in re.findall(r'"([^"\s]+)" \}', text) if KEY.search(key)])
