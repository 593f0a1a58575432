#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# window-members.py SOURCE: checks that the files of the window use the parts of other files by
# functions. A member of LwWindow is used by the file that it belongs to, by lw-window.c, which makes
# and releases the template, and by at most one more.

import pathlib
import re
import sys

MOST = 3
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# A function with its declaration: from a word in the first column to a brace there.
FUNCTION = re.compile(r"^\w.*?^\}", re.DOTALL | re.MULTILINE)

folder = pathlib.Path(sys.argv[1]) / "ui" / "window"
struct = re.search(r"^struct _LwWindow\n\{(.*?)^\};", (folder / "lw-window-private.h").read_text(encoding="utf-8"),
                   re.DOTALL | re.MULTILINE).group(1)
users = {name: [] for name in re.findall(r"(\w+);", COMMENT.sub("", struct))}
for path in sorted(folder.glob("*.c")):
    used = set()
    for function in FUNCTION.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))):
        windows = set(re.findall(r"\bLwWindow \*(?:const )?(\w+)", function))
        used |= {member for window, member in re.findall(r"\b(\w+)->(\w+)", function) if window in windows}
        used |= set(re.findall(r"\bLW_WINDOW \(\w+\)->(\w+)", function))
    for name in used & users.keys():
        users[name].append(path.name)

problems = [f"{name}: used by {len(files)} files ({', '.join(files)}), {MOST} allowed; give them a function"
            for name, files in users.items() if len(files) > MOST]
for problem in problems:
    print(problem)
print(f"{len(users)} members, in {sum(map(len, users.values()))} files, {len(problems)} problems")
sys.exit(1 if problems else 0)
