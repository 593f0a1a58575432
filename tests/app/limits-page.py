#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# limits-page.py PROGRAM PAGE [--write]: checks that docs/limits.md has the limits of the code;
# --write writes it.

import pathlib
import subprocess
import sys

page = pathlib.Path(sys.argv[2])
text = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
if "--write" in sys.argv:
    page.write_text(text)
elif page.read_text() != text:
    sys.exit(f"{page} is not as the code; tests/app/limits-page.py PROGRAM {page} --write writes it")
