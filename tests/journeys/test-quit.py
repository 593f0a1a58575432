#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-quit.py PROGRAM: opens 801 bodies and quits the program while other threads are still working on
# them; the program ends normally. Needs a separate display (with-display.sh).

import os
import subprocess
import sys
import tempfile
import time

from pointer import ANSWER, Pointer, find_window

# s after the window has opened; computing the rank of a mechanism of this size takes seconds.
MOMENTS = 1, 3, 4.5


def quits (program, path, moment):
  process = subprocess.Popen ([program, path], env=dict (os.environ, GTK_A11Y='none'))
  try:
    find_window ()
    time.sleep (moment)
    Pointer ().key ('ctrl+q')
    begin = time.monotonic ()
    code = process.wait (ANSWER)
    print (f'quit after {moment} s: exit code {code}, {time.monotonic () - begin:.2f} s')
    return code == 0
  finally:
    if process.poll () is None:
      process.kill ()
      process.wait ()


def main ():
  with tempfile.TemporaryDirectory () as directory:
    path = os.path.join (directory, 'many.json')
    with open (path, 'w') as file:
      subprocess.run ([sys.executable, os.path.join (os.environ['LW_SOURCE_DIR'], 'tests', 'bench',
                                                     'many-bodies.py'), '400'],
                      check=True, stdout=file)
    good = [quits (sys.argv[1], path, moment) for moment in MOMENTS]
  return 0 if all (good) else 1


sys.exit (main ())
