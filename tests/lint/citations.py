#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# citations.py SOURCE: checks that cited documents exist, in comments and in other documents, and
# that names in backquotes in docs/theory and docs/decisions exist in the code: functions (with
# parentheses), types and constants of the engine, files.

import os
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).absolute()
READ = {".c", ".h", ".cpp", ".py", ".sh", ".md", ".build", ".ui", ".in", ".xml", ".txt", ""}
# It mentions files that existed once.
HISTORY = {root / "NEWS.md"}
NAMING = (root / "docs" / "theory", root / "docs" / "decisions")

# Not in a URL, nor the end of a longer word.
DOCUMENT = re.compile(r"(?<![\w./-])(?!//)([\w./-]*\w\.md)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")
FUNCTION = re.compile(r"`(\w+) ?\(\)`")
SYMBOL = re.compile(r"`((?:Mbd|MBD_|Lw|LW_)\w+)`")
FILE = re.compile(r"(?<![\w*./-])((?:[\w.-]+/)*[\w-]+\.[ch])\b")
COMMENT_OR_STRING = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)


def files_of_tree():
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git" and not name.startswith("_build")]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.suffix in READ and not path.is_symlink():
                yield path


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def is_there(cited, path, documents):
    return ((path.parent / cited).exists() or (root / cited).exists()
            or ("/" not in cited and cited in documents))


def citations(path, text, documents):
    """Yields citations of documents that do not exist: (place in the text, problem)."""
    for match in DOCUMENT.finditer(text):
        if not is_there(match[1], path, documents):
            yield match.start(), f"there is no {match[1]}"
    # Links of data/help are pages of the help, which the test "help" checks.
    if path.suffix != ".md" or path.parent.name == "help":
        return
    for match in LINK.finditer(text):
        target = match[1].split("#")[0]
        if target and "://" not in target and not (path.parent / target).exists():
            yield match.start(), f"the link to {match[1]} leads nowhere"


def names(text, called, words, sources):
    """Yields names that are not in the code."""
    for match in FUNCTION.finditer(text):
        if match[1] not in called:
            yield match.start(), f"there is no function {match[1]} ()"
    for match in SYMBOL.finditer(text):
        if match[1] not in words:
            yield match.start(), f"there is no {match[1]}"
    for match in FILE.finditer(text):
        if match[1] not in sources and not (root / match[1]).exists():
            yield match.start(), f"there is no file {match[1]}"


def main():
    paths = list(files_of_tree())
    texts = {path: text_of(path) for path in paths if path not in HISTORY}
    documents = {path.name for path in paths if path.suffix == ".md"}
    code = [path for path in texts if path.suffix in (".c", ".h")
            and path.relative_to(root).parts[0] in ("core", "ui", "app")]
    called, words = set(), set()
    for path in code:
        plain = COMMENT_OR_STRING.sub(" ", texts[path])
        called.update(re.findall(r"\b(\w+) \(", plain))
        words.update(re.findall(r"\b\w+\b", plain))
    sources = {path.name for path in texts if path.suffix in (".c", ".h")}

    failed = named = 0
    for path, text in sorted(texts.items()):
        problems = list(citations(path, text, documents))
        if path.suffix == ".md" and path.parent in NAMING:
            problems += names(text, called, words, sources)
            named += len(FUNCTION.findall(text))
        for place, problem in problems:
            line = text.count("\n", 0, place) + 1
            print(f"{path.relative_to(root)}:{line}: {problem}")
            failed += 1
    print(f"{len(texts)} files, {named} names of functions, {failed} problems")
    return 1 if failed or not named else 0


sys.exit(main())
