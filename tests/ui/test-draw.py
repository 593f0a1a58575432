#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-draw.py PROGRAM CLI: a crank-rocker with motor and tracer is drawn by real mouse and key
# events on an empty sheet in at most 12 actions, saved, and its motion compared with that of the
# same mechanism written as text. Runs on a display of its own (with-display.sh).

import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import time

# The middle of the canvas in a window of 1280 x 800, px, and the scale of an empty sheet.
ORIGIN = (544, 284)
PX_PER_M = 1000
DENSITY, THICKNESS = 7850, 0.005

# The pins at the start, m; all of them lie on the grid.
A, B, C, D = (-0.24, -0.1), (-0.14, -0.1), (0.1, 0.14), (0.16, -0.1)
ON_COUPLER, TRACED = (-0.02, 0.02), (-0.1, 0.1)

actions = 0


def run (*command):
  return subprocess.run (command, check=True, capture_output=True, text=True).stdout


def xdotool (*arguments):
  run ('xdotool', *[str (argument) for argument in arguments])


def at (point):
  return ORIGIN[0] + round (PX_PER_M * point[0]), ORIGIN[1] - round (PX_PER_M * point[1])


def action (do):
  """One click, drag, typed entry or shortcut."""
  global actions
  actions += 1
  do ()
  time.sleep (0.4)


def key (name):
  action (lambda: xdotool ('key', name))


def click (point):
  def do ():
    xdotool ('mousemove', *at (point))
    time.sleep (0.2)
    xdotool ('click', 1)
  action (do)


def drag (start, end):
  def do ():
    xdotool ('mousemove', *at (start))
    time.sleep (0.2)
    xdotool ('mousedown', 1)
    for i in range (1, 6):
      xdotool ('mousemove', *at ([a + (b - a) * i / 5 for a, b in zip (start, end)]))
      time.sleep (0.05)
    xdotool ('mouseup', 1)
  action (do)


def draw ():
  key ('l')
  drag (A, B)
  click (C)
  click (D)
  key ('j')
  click (A)
  key ('j')
  click (D)
  key ('m')
  click (A)
  key ('t')
  drag (ON_COUPLER, TRACED)


def bar (number, start, end):
  """A flat bar with round ends, a tenth as wide as it is long."""
  length = math.dist (start, end)
  r = 0.05 * length
  surface = DENSITY * THICKNESS
  half = 0.5 * math.pi * r * r
  off = 4 * r / (3 * math.pi)
  inertia = 2 * r * length * (length ** 2 + 4 * r * r) / 12 \
    + 2 * (0.5 * half * r * r - half * off ** 2 + half * (0.5 * length + off) ** 2)
  return {
    'id': number,
    'name': f'Link {number}',
    'mass': surface * (2 * r * length + 2 * half),
    'inertia': surface * inertia,
    'centre_of_mass': [0.5 * length, 0],
    'position': list (start),
    'angle': math.atan2 (end[1] - start[1], end[0] - start[0]),
  }


def reference ():
  """The same mechanism, from the places of its pins."""
  lengths = math.dist (A, B), math.dist (B, C), math.dist (C, D)
  angle = math.atan2 (C[1] - B[1], C[0] - B[0])
  dx, dy = TRACED[0] - B[0], TRACED[1] - B[1]
  return {
    'linkwright': 1,
    'bodies': [bar (1, A, B), bar (2, B, C), bar (3, C, D)],
    'couplings': [
      {'id': 1, 'kind': 'pin', 'bodies': [1, 2], 'points': [[lengths[0], 0], [0, 0]]},
      {'id': 2, 'kind': 'pin', 'bodies': [2, 3], 'points': [[lengths[1], 0], [0, 0]]},
      {'id': 3, 'kind': 'pin', 'bodies': [0, 1], 'points': [list (A), [0, 0]]},
      {'id': 4, 'kind': 'pin', 'bodies': [0, 3], 'points': [list (D), [lengths[2], 0]]},
      {'id': 5, 'kind': 'motor', 'joint': 3, 'function': 2 * math.pi},
    ],
    'tracers': [{
      'id': 1,
      'name': 'Tracer 1',
      'body': 2,
      'point': [dx * math.cos (angle) + dy * math.sin (angle),
                dy * math.cos (angle) - dx * math.sin (angle)],
    }],
  }


def positions (cli, path):
  """Rows of time and coordinates."""
  channels = [f'Link {i}.{c}' for i in (1, 2, 3) for c in ('x', 'y', 'angle')]
  channels += ['Tracer 1.x', 'Tracer 1.y']
  text = run (cli, 'run', '--until=2', '--every=0.05', '--channels=' + ','.join (channels), path)
  return [[float (cell) for cell in row] for row in csv.reader (io.StringIO (text))
          if row and row[0][:1].isdigit ()]


def main ():
  program, cli = sys.argv[1:]
  environment = dict (os.environ, GTK_A11Y='none')
  with tempfile.TemporaryDirectory () as directory:
    project = os.path.join (directory, 'drawn.linkwright')
    empty = os.path.join (directory, 'empty.json')
    written = os.path.join (directory, 'written.json')
    with open (empty, 'w') as file:
      json.dump ({'linkwright': 1, 'bodies': []}, file)
    with open (written, 'w') as file:
      json.dump (reference (), file)
    run (cli, 'import', '-o', project, empty)
    process = subprocess.Popen ([program, project], env=environment)
    try:
      run ('xdotool', 'search', '--sync', '--onlyvisible', '--pid', str (process.pid))
      time.sleep (4)
      draw ()
      picture = os.environ.get ('LW_PICTURE')
      if picture:
        run ('import', '-window', 'root', picture)
      before = os.path.getmtime (project)
      xdotool ('key', 'ctrl+s')
      end = time.monotonic () + 30
      while os.path.getmtime (project) == before and time.monotonic () < end:
        time.sleep (0.2)
      xdotool ('key', 'ctrl+q')
      process.wait (60)
    finally:
      if process.poll () is None:
        process.kill ()
        process.wait ()
    drawn = positions (cli, project)
    expected = positions (cli, written)
  print (f'{actions} actions')
  if actions > 12 or len (drawn) != len (expected) or len (drawn) < 41 or len (drawn[0]) != 12 \
     or len (drawn[0]) != len (expected[0]):
    print (f'FAILED: {len (drawn)} samples of {len (drawn[0]) if drawn else 0} columns, expected '
           f'{len (expected)} of {len (expected[0])}')
    return 1
  difference = max (abs (a - b) for x, y in zip (drawn, expected) for a, b in zip (x, y))
  moved = max (abs (a - b) for a, b in zip (expected[0], expected[10]))
  print (f'{len (drawn[0]) - 1} coordinates at {len (drawn)} instants differ by at most '
         f'{difference:.2g} (m, rad), while they move by {moved:.2g}')
  return 0 if difference <= 1e-9 and moved > 0.1 else 1


sys.exit (main ())
