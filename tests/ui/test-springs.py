#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-springs.py PROGRAM CLI: two boxes, a bushing where they overlap and a spring to the ground
# are drawn by real mouse and key events on an empty sheet; play is pressed, and the spring is seen
# to stretch. What was saved is compared. Runs on a display of its own (with-display.sh).

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time

# The middle of the canvas in a window of 1280 x 800, px, and the scale of an empty sheet.
ORIGIN = (544, 284)
PX_PER_M = 1000

# One box hangs from the spring, the other from it; so nothing turns.
BOX, OTHER = ((-0.1, -0.15), (0.1, 0.0)), ((-0.03, -0.2), (0.03, -0.1))
OVERLAP = (0.0, -0.12)
SPRING = ((0.0, -0.05), (0.0, 0.15))


def run (*command, **options):
  return subprocess.run (command, check=True, capture_output=True, **options).stdout


def xdotool (*arguments):
  run ('xdotool', *[str (argument) for argument in arguments])


def at (point):
  return ORIGIN[0] + round (PX_PER_M * point[0]), ORIGIN[1] - round (PX_PER_M * point[1])


def key (name):
  xdotool ('key', name)
  time.sleep (0.4)


def drag (start, end):
  xdotool ('mousemove', *at (start))
  time.sleep (0.2)
  xdotool ('mousedown', 1)
  for i in range (1, 6):
    xdotool ('mousemove', *at ([a + (b - a) * i / 5 for a, b in zip (start, end)]))
    time.sleep (0.05)
  xdotool ('mouseup', 1)
  time.sleep (0.4)


def click (point):
  xdotool ('mousemove', *at (point))
  time.sleep (0.2)
  xdotool ('click', 1)
  time.sleep (0.4)


def picture ():
  """The drawing round the spring: rows of grey values."""
  left, top = at ((-0.022, 0.14))
  width, height = round (0.044 * PX_PER_M), round (0.32 * PX_PER_M)
  data = run ('import', '-window', 'root', '-crop', f'{width}x{height}+{left}+{top}', '+repage',
              '-depth', '8', 'gray:-')
  return [data[i * width:(i + 1) * width] for i in range (height)]


def reach (rows):
  """How far down there is ink, px: the bushing on what the spring carries. Outlines of bodies are
  lighter."""
  return max ((i for i, row in enumerate (rows) if min (row) < 90), default=0)


def draw ():
  key ('b')
  drag (*BOX)
  key ('b')
  drag (*OTHER)
  key ('u')
  click (OVERLAP)
  key ('d')
  drag (*SPRING)
  key ('Escape')
  # What is chosen has a ring; nothing is.
  click ((-0.2, 0.1))


def channels (cli, path):
  text = run (cli, 'run', '--until=0.4', '--every=0.01',
              '--channels=Spring 1.length,Bushing 1.force,Bushing 1.y', path, text=True)
  rows = [[float (cell) for cell in row] for row in csv.reader (io.StringIO (text))
          if row and row[0][:1].isdigit ()]
  return list (zip (*rows))


def main ():
  program, cli = sys.argv[1:]
  environment = dict (os.environ, GTK_A11Y='none')
  with tempfile.TemporaryDirectory () as directory:
    project = os.path.join (directory, 'drawn.linkwright')
    empty = os.path.join (directory, 'empty.json')
    with open (empty, 'w') as file:
      json.dump ({'linkwright': 1, 'bodies': []}, file)
    run (cli, 'import', '-o', project, empty)
    process = subprocess.Popen ([program, project], env=environment)
    try:
      run ('xdotool', 'search', '--sync', '--onlyvisible', '--pid', str (process.pid))
      time.sleep (4)
      draw ()
      before = picture ()
      saved = os.path.getmtime (project)
      key ('ctrl+s')
      end = time.monotonic () + 30
      while os.path.getmtime (project) == saved and time.monotonic () < end:
        time.sleep (0.2)
      key ('space')
      shown = []
      end = time.monotonic () + 4
      while time.monotonic () < end:
        shown.append (picture ())
      if os.environ.get ('LW_PICTURE'):
        run ('import', '-window', 'root', os.environ['LW_PICTURE'])
      xdotool ('key', 'ctrl+q')
      process.wait (60)
    finally:
      if process.poll () is None:
        process.kill ()
        process.wait ()
    length, force, shift = channels (cli, project)[1:4]
  start, most = reach (before), max (reach (rows) for rows in shown)
  print (f'what hangs from the spring is seen {start} px down, and then up to {most} px')
  print (f'its length goes from {length[0]:.4f} m to {max (length):.4f} m; the bushing carries up '
         f'to {max (force):.3g} N and gives way by {max (map (abs, shift)):.2g} m')
  stretched = max (length) / length[0]
  # Seldom is a picture taken at the very peak; where it comes to rest is two thirds of that.
  stretch = PX_PER_M * (max (length) - length[0])
  good = start > 150 and 0.5 * stretch < most - start < 1.2 * stretch and stretched > 1.05 and max (force) > 1 \
    and 1e-6 < max (map (abs, shift)) < 0.01
  print ('' if good else 'FAILED')
  return 0 if good else 1


sys.exit (main ())
