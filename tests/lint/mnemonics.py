#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# mnemonics.py SOURCE: within one level of a menu of a .ui file, no two entries have the same underlined
# letter, since only the first of them could be chosen by it.

import pathlib
import sys
import xml.etree.ElementTree as tree


def check(path, level, problems):
    """Notes the entries of a level; sections belong to the level that contains them."""
    found = {}
    for child in level:
        if child.tag == 'section':
            for entry in child:
                note(path, entry, found, problems)
        else:
            note(path, child, found, problems)


def note(path, entry, found, problems):
    if entry.tag not in ('item', 'submenu'):
        return
    label = next((a.text for a in entry.findall('attribute') if a.get('name') == 'label'), '') or ''
    at = label.find('_')
    if at >= 0:
        letter = label[at + 1].lower()
        if letter in found:
            problems.append(f'{path}: "{label}" and "{found[letter]}" have the same letter')
        found.setdefault(letter, label)
    if entry.tag == 'submenu':
        check(path, list(entry), problems)


def main():
    source = pathlib.Path(sys.argv[1])
    problems = []
    n = 0
    for path in sorted((source / 'ui').rglob('*.ui')):
        for menu in tree.parse(path).getroot().iter('menu'):
            n += 1
            check(path.relative_to(source), list(menu), problems)
    print('\n'.join(problems) or f'{n} menus, 0 problems')
    return 1 if problems or n == 0 else 0


sys.exit(main())
