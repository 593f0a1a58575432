#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rest.py WINDOW: waits until a window has handled all events and the screen does not change any more.

import os
import sys

sys.path.insert (0, os.path.join (os.path.dirname (os.path.abspath (__file__)), '../../tests/journeys'))
from pointer import Pointer  # noqa: E402

Pointer ().rest (int (sys.argv[1]))
