#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sentences.py SOURCE: refuses texts for translation that are only parts of a message. Other languages have
# another order of words, and other endings, so that a message is translated as a whole. A part shows by its
# ends, by values without text between them, and by functions that join it to something else.

import html
import pathlib
import re
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
SPACE = r"(?:\s|\\\n)*"  # in macros with continued lines
LITERALS = rf"{LITERAL}(?:{SPACE}{LITERAL})*"
# The arguments before the text: the domain, or the context.
MARKED = re.compile(r"\b(?:_|N_|Q_|C_|NC_|ngettext|g_dngettext|X) ?\((?:\s*\w+,)?"
                    rf"{SPACE}((?:{LITERALS}{SPACE},?{SPACE})+)")
STATUS_LIST = re.compile(r"#define \w+_STATUS_LIST\b")
JOINED = re.compile(r"\b(g_strconcat|g_prefix_error|g_strjoin|strcat) \([^;]*?\b(?:_|ngettext|g_dngettext) \(")
INTERFACE = re.compile(r'<(\w+)\b[^>]*\btranslatable="yes"[^>]*>([^<]*)</\1>')
FAULTS = [
    (re.compile(r"^\s"), "begins with a space"),
    (re.compile(r"\s$"), "ends with a space"),
    (re.compile(r"^[,;:.)]"), "begins with a punctuation mark"),
    (re.compile(r"\S[,;:]$"), "ends with a punctuation mark after which something must follow"),
    (re.compile(r"\b(be|not) %s"), "has a value in the place of a verb or an adjective"),
    (re.compile(r"%[-+ #0-9.]*l?[a-zA-Z]%[-+ #0-9.]*l?[a-zA-Z]"), "has two values without text between them"),
]


def text_of(literals):
    """The text of adjacent literals. Of the escapes only those of white space matter."""
    parts = re.findall(LITERAL, literals)
    return re.sub(r"\\(.)", lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]),
                  "".join(part[1:-1] for part in parts))


def texts_of(path, source):
    """Pairs of a position in the file and a text for translation."""
    if path.suffix == ".ui":
        for match in INTERFACE.finditer(source):
            # The layout of the file may put white space around longer texts.
            yield match.start(), html.unescape(match[2])
        return
    if path.suffix == ".h" and not STATUS_LIST.search(source):
        return
    for match in MARKED.finditer(source):
        for literals in re.finditer(LITERALS, match[1]):
            yield match.start(1) + literals.start(), text_of(literals[0])


root = pathlib.Path(sys.argv[1])
problems = []
for folder in ("app", "core", "ui"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".c", ".h", ".ui"):
            continue
        source = path.read_text(encoding="utf-8")
        found = [(position, f"{text!r} {fault}") for position, text in texts_of(path, source)
                 for pattern, fault in FAULTS if pattern.search(text)]
        if path.suffix == ".c":
            found += [(match.start(), f"{match[1]} () joins a translated part; translate the whole sentence")
                      for match in JOINED.finditer(source)]
        problems += [f"{path.relative_to(root)}:{source.count(chr(10), 0, position) + 1}: {fault}"
                     for position, fault in found]
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
