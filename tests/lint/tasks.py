#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tasks.py SOURCE: checks that work in other threads uses core/project/files/lw-task.h, whose tasks
# end where they were started. g_task_run_in_thread () may end a window in another thread.

import pathlib
import sys

root = pathlib.Path(sys.argv[1])
problems = [
    f"{path} calls g_task_run_in_thread (); use lw_task_run () instead"
    for folder in ("app", "core", "ui")
    for path in sorted((root / folder).rglob("*.c"))
    if "g_task_run_in_thread (" in path.read_text(encoding="utf-8")
]
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
