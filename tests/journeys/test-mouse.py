#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-mouse.py PROGRAM: controls the program by real mouse and key events, and checks the contents of
# the screen. Needs a separate display (with-display.sh).

import os
import subprocess
import sys
import time

import screen
from pointer import ANSWER, Pointer, find_window

WIDTH, HEIGHT = 1280, 800
FRAME = 5  # px around a window that draws its own frame

# Positions in a window of that size, px from its left edge; and from its lower edge.
PLAY_X = 201
TRANSPORT_FROM_BELOW = 28 + 204 + 24
CANVAS = (40, 90, 1240, 480)  # inside the rulers, below the button


def run (*command):
  return subprocess.run (command, check=True, capture_output=True).stdout


def mouse (*arguments):
  run ('xdotool', *[str (argument) for argument in arguments])


class Picture:
  """The current contents of the screen."""

  def __init__ (self):
    self.width, self.height, self.pixels = screen.read ()

  def area (self, x0, y0, x1, y1):
    return [self.pixels[3 * (y * self.width + x0):3 * (y * self.width + x1)] for y in range (y0, y1)]

  def colours (self, *box):
    colours = set ()
    for row in self.area (*box):
      colours.update (row[i:i + 3] for i in range (0, len (row), 3))
    return len (colours)


def differs (a, b, box):
  return a.area (*box) != b.area (*box)


class Failure (Exception):
  pass


def expect (condition, what):
  print (('ok: ' if condition else 'FAILED: ') + what, flush=True)
  if not condition:
    raise Failure (what)


def wait_for (condition, what, seconds=180):
  end = time.monotonic () + seconds
  while time.monotonic () < end:
    if condition ():
      print ('ok: ' + what, flush=True)
      return
    time.sleep (0.1)
  expect (False, what)


class Window:
  """The window of the program; waits until it is open."""

  def __init__ (self):
    self.pointer = Pointer ()
    self.window = find_window ()

  def wait (self, pause=0.3):
    """Waits for `pause` seconds, and until it has handled all events."""
    self.pointer.wait (self.window, pause)

  def rest (self):
    """Waits until it does not change any more. Returns the picture."""
    self.pointer.rest (self.window)
    return Picture ()


def moves (window):
  """Returns true if the canvas changes by itself."""
  before = Picture ()
  window.wait ()
  return differs (before, Picture (), CANVAS)


def stands (window):
  """Returns true if the canvas does not change. A busy machine may not show every frame."""
  return not any (moves (window) for _ in range (3))


def main ():
  program = sys.argv[1]
  example = os.path.join (os.environ['LW_SOURCE_DIR'], 'data', 'examples', 'four-bar.json')
  environment = dict (os.environ, GTK_A11Y='none', G_DEBUG='fatal-warnings')
  process = subprocess.Popen ([program, example], env=environment)
  transport_y = HEIGHT - FRAME - TRANSPORT_FROM_BELOW
  scrub = 0.5 * WIDTH

  try:
    window = Window ()
    wait_for (lambda: Picture ().colours (*CANVAS) > 20, 'the mechanism is drawn')
    mouse ('mousemove', 640, 300)
    window.rest ()
    expect (stands (window), 'it is at rest at first')

    mouse ('mousemove', PLAY_X, transport_y, 'click', 1)
    wait_for (lambda: moves (window), 'the play button starts it')
    window.wait (2)
    mouse ('mousemove', PLAY_X, transport_y, 'click', 1)
    wait_for (lambda: stands (window), 'the play button pauses it')

    before = Picture ()
    mouse ('mousemove', scrub, transport_y, 'mousedown', 1)
    # Also compare during the drag: the mechanism swings, and may have the first pose again at its end.
    shows = False
    for x in range (int (scrub), int (scrub) - 300, -20):
      mouse ('mousemove', x, transport_y)
      shows = shows or differs (before, Picture (), CANVAS)
    mouse ('mouseup', 1)
    wait_for (lambda: shows or differs (before, Picture (), CANVAS), 'dragging the scrub bar shows another time')

    before = window.rest ()
    mouse ('mousemove', 640, 300, 'click', 4, 'click', 4)
    wait_for (lambda: differs (before, Picture (), CANVAS), 'the wheel zooms the canvas')
    zoomed = window.rest ()
    mouse ('mousemove', 640, 300, 'mousedown', 2)
    for step in range (10):
      mouse ('mousemove', 640 + 10 * step, 300 + 4 * step)
      time.sleep (0.02)
    mouse ('mouseup', 2)
    wait_for (lambda: differs (zoomed, Picture (), CANVAS), 'a drag with the middle button pans the canvas')
    mouse ('key', '0')
    window.rest ()

    mouse ('key', 'space')
    wait_for (lambda: moves (window), 'the space bar plays')
    mouse ('key', 'space')
    wait_for (lambda: stands (window), 'the space bar pauses')
    before = Picture ()
    mouse ('key', 'Home')
    wait_for (lambda: differs (before, Picture (), CANVAS), 'Home goes to the start')

    # A press in a plot seeks.
    before = window.rest ()
    mouse ('mousemove', 330, HEIGHT - 120, 'click', 1)
    wait_for (lambda: differs (before, Picture (), CANVAS), 'pressing in a plot shows that time')

    before = window.rest ()
    mouse ('key', 'F9')
    wait_for (lambda: differs (before, Picture (), (20, 560, 1260, 740)), 'F9 hides the plots')

    expect (process.poll () is None, 'the program is still running')
    mouse ('key', 'ctrl+q')
    expect (process.wait (ANSWER) == 0, 'Ctrl+Q quits it')
  except Failure:
    return 1
  finally:
    if process.poll () is None:
      process.kill ()
      process.wait ()
  return 0


sys.exit (main ())
