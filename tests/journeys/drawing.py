# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions of the tests that draw in the real window: the program on an empty sheet, pointer and keys,
# and a comparison of the motion of the drawn mechanism with that of a mechanism written as text.

import contextlib
import csv
import io
import json
import math
import os
import subprocess
import tempfile
import time

import screen
from pointer import ANSWER, Pointer, find_window

# Centre of the canvas in a window of 1280 x 800, px, and the scale of an empty sheet.
ORIGIN = (544, 284)
PX_PER_M = 1000
DENSITY, THICKNESS = 7850, 0.005


def run (*command):
  return subprocess.run (command, check=True, capture_output=True, text=True).stdout


def xdotool (*arguments):
  run ('xdotool', *[str (argument) for argument in arguments])


def at (point):
  return ORIGIN[0] + round (PX_PER_M * point[0]), ORIGIN[1] - round (PX_PER_M * point[1])


class Hand:
  """Actions of a user: every call is one action, which is counted."""

  def __init__ (self):
    self.actions = 0
    self.pointer = Pointer ()
    self.window = find_window ()

  def wait (self, pause=0.2):
    self.pointer.wait (self.window, pause)

  def rest (self):
    self.pointer.rest (self.window)

  def act (self, do):
    self.actions += 1
    do ()
    self.wait (0.4)

  def key (self, name):
    self.act (lambda: xdotool ('key', name))

  def move (self, point):
    self.act (lambda: xdotool ('mousemove', *at (point)))

  def click (self, point):
    def do ():
      xdotool ('mousemove', *at (point))
      self.wait ()
      xdotool ('click', 1)
    self.act (do)

  def drag (self, start, end, modifier=None):
    def do ():
      xdotool ('mousemove', *at (start))
      self.wait ()
      if modifier:
        xdotool ('keydown', modifier)
      xdotool ('mousedown', 1)
      for i in range (1, 6):
        xdotool ('mousemove', *at ([a + (b - a) * i / 5 for a, b in zip (start, end)]))
        self.wait (0.05)
      xdotool ('mouseup', 1)
      if modifier:
        xdotool ('keyup', modifier)
    self.act (do)

  def enter (self, first, second):
    """Types two numbers and presses Enter."""
    def do ():
      xdotool ('type', '--delay', 20, '--', repr (first))
      xdotool ('key', 'Tab')
      xdotool ('type', '--delay', 20, '--', repr (second))
      xdotool ('key', 'Return')
    self.act (do)

  def enter_line (self, start, end):
    """Types the length and the angle, in degrees, of a line."""
    self.enter (math.dist (start, end),
                math.degrees (math.atan2 (end[1] - start[1], end[0] - start[0])))


def bar (number, start, end):
  """Returns a flat bar with round ends, whose width is a tenth of its length."""
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


def positions (cli, path, channels, until, every):
  """Returns rows of the time and the values of the channels."""
  text = run (cli, 'run', f'--until={until}', f'--every={every}',
              '--channels=' + ','.join (channels), path)
  return [[float (cell) for cell in row] for row in csv.reader (io.StringIO (text))
          if row and row[0][:1].isdigit ()]


@contextlib.contextmanager
def sheet (program, cli):
  """Runs the program on an empty sheet, and ends it by Ctrl+Q. Yields the path of its project."""
  with tempfile.TemporaryDirectory () as directory:
    project = os.path.join (directory, 'drawn.linkwright')
    empty = os.path.join (directory, 'empty.json')
    with open (empty, 'w') as file:
      json.dump ({'linkwright': 1, 'bodies': []}, file)
    run (cli, 'import', '-o', project, empty)
    process = subprocess.Popen ([program, project], env=dict (os.environ, GTK_A11Y='none'))
    try:
      # The title of the window is the name of the open project.
      run ('xdotool', 'search', '--sync', '--onlyvisible', '--name', 'drawn')
      Hand ().rest ()
      time.sleep (1)
      yield project
      if process.poll () is None:
        xdotool ('key', 'ctrl+q')
      process.wait (ANSWER)
    finally:
      if process.poll () is None:
        process.kill ()
        process.wait ()


def save (hand):
  if not hand.pointer.save (hand.window):
    raise RuntimeError ('the program does not save')


def take_picture (name=''):
  """Saves a picture of the screen if LW_PICTURE is set."""
  path = os.environ.get ('LW_PICTURE')
  if path:
    screen.save (path.replace ('%', name))


def draw (program, cli, draw_it, expected, channels, until, every):
  """Returns the motions of the mechanism that `draw_it` draws on an empty sheet and of `expected`, and
  the number of actions."""
  with sheet (program, cli) as project:
    hand = Hand ()
    draw_it (hand)
    take_picture (draw_it.__name__)
    save (hand)
    drawn = positions (cli, project, channels, until, every)
    written = os.path.join (os.path.dirname (project), 'written.json')
    with open (written, 'w') as file:
      json.dump (expected, file)
    return drawn, positions (cli, written, channels, until, every), hand.actions


def compare (name, drawn, expected, columns, tolerance=1e-9, moves=0.01):
  """Returns true if two motions are equal; prints the difference."""
  if len (drawn) != len (expected) or len (drawn) < 10 \
     or {len (row) for row in drawn + expected} != {columns + 1}:
    print (f'{name} FAILED: {len (drawn)} samples of {len (drawn[0]) if drawn else 0} columns, '
           f'expected {len (expected)} of {columns + 1}')
    return False
  difference = max (abs (a - b) for x, y in zip (drawn, expected) for a, b in zip (x, y))
  moved = max (max (column) - min (column) for column in list (zip (*expected))[1:])
  print (f'{name}: {columns} coordinates at {len (drawn)} times differ by at most '
         f'{difference:.2g} (m, rad), while they move by up to {moved:.2g}')
  return difference <= tolerance and moved > moves
