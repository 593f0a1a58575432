#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-editor.py PROGRAM CLI: edits the four-bar in the real window by actions that need a pointer. A
# click at the same position selects the next element below; a row of the outline is dragged to another
# place, and moved by keys; the array dialog makes copies. The results are read from the saved project.
# Needs a separate display (with-display.sh).

import json
import os
import subprocess
import sys
import tempfile
import time

import screen
from pointer import Pointer, find_window

# Positions in a window of 1280 x 800, px: the pin B of the fitted four-bar, the tab of the outline, and
# the rows of the bodies.
PIN_B = (519, 378)
OUTLINE = (1190, 77)
CRANK, COUPLER, ROCKER = (1060, 192), (1060, 252), (1060, 312)


class Editor:
  def __init__ (self, program, cli, directory):
    self.cli = cli
    self.project = os.path.join (directory, 'editor.linkwright')
    example = os.path.join (os.environ['LW_SOURCE_DIR'], 'tests', 'data', 'four-bar-torque.json')
    subprocess.run ([cli, 'import', '-o', self.project, example], check=True, capture_output=True)
    self.start = self.read ()
    self.process = subprocess.Popen ([program, self.project],
                                     env=dict (os.environ, GTK_A11Y='none'))
    self.window = find_window ()
    self.pointer = Pointer ()
    self.wait (2)
    self.pointer.rest (self.window, self.alive)

  def read (self):
    return json.loads (subprocess.run ([self.cli, 'export', self.project], check=True,
                                       capture_output=True, text=True).stdout)

  def alive (self):
    return self.process.poll () is None

  def wait (self, pause=0.5):
    """Waits until all events have been handled."""
    self.pointer.wait (self.window, pause, self.alive)

  def click (self, place):
    self.pointer.move (*place)
    self.wait (0.3)
    self.pointer.click ()
    self.wait ()

  def key (self, keys):
    self.pointer.key (keys)
    self.wait ()

  def drag (self, start, end):
    self.pointer.move (*start)
    self.wait (0.3)
    self.pointer.button (1, True)
    for i in range (1, 11):
      self.pointer.move (*[round (a + (b - a) * i / 10) for a, b in zip (start, end)])
      self.wait (0.06)
    self.wait (0.3)
    self.pointer.button (1, False)
    self.wait ()

  def saved (self):
    """Saves the mechanism and returns it."""
    if not self.pointer.save (self.window, self.alive):
      raise RuntimeError ('the program does not save')
    return self.read ()

  def names (self, kind='bodies'):
    return [element.get ('name') for element in self.saved ()[kind]]


def click_under (editor):
  """Checks that clicks select the joint first, then the elements below it in sequence."""
  left = []
  for clicks in 1, 2, 3:
    for _ in range (clicks):
      editor.click (PIN_B)
      # The clicks must not be a double click.
      time.sleep (0.7)
    editor.key ('Delete')
    left.append ((editor.names ('couplings'), editor.names ()))
    editor.key ('ctrl+z')
    editor.pointer.move (700, 100)
    editor.click ((700, 100))
  joints, bodies = ['A', 'B', 'C', 'D'], ['Crank', 'Coupler', 'Rocker']
  gone = [({*joints} - {*now[0]}, {*bodies} - {*now[1]}) for now in left]
  print ('deleted after 1, 2, 3 clicks:', gone)
  return gone[0] == ({'B'}, set ()) and gone[1][1] | gone[2][1] == {'Crank', 'Coupler'}


def bodies_after (editor, do):
  """Returns the names of the bodies after `do` has changed them. The outline is built in an idle
  handler, which on a busy machine may be too late for the first attempt."""
  before = names = editor.names ()
  for _ in range (5):
    editor.pointer.rest (editor.window)
    do ()
    names = editor.names ()
    if names != before:
      break
  return names


def reorder (editor):
  def drag ():
    editor.click (OUTLINE)
    editor.drag (CRANK, (ROCKER[0], ROCKER[1] + 9))

  def move ():
    editor.click (CRANK)
    editor.key ('alt+Down')

  dragged = bodies_after (editor, drag)
  editor.key ('ctrl+z')
  moved = bodies_after (editor, move)
  editor.key ('ctrl+z')
  print ('dragged to the end:', dragged, 'moved by a key:', moved)
  return dragged == ['Coupler', 'Rocker', 'Crank'] and moved == ['Coupler', 'Crank', 'Rocker']


def array (editor):
  def copy ():
    editor.click (CRANK)
    editor.key ('ctrl+shift+r')
    editor.pointer.rest (editor.window)
    editor.key ('Return')

  made = bodies_after (editor, copy)
  editor.key ('ctrl+z')
  print ('array of the crank:', made)
  return len (made) > 3 and made[:3] == ['Crank', 'Coupler', 'Rocker'] \
    and all (name.startswith ('Crank ') for name in made[3:])


def main ():
  with tempfile.TemporaryDirectory () as directory:
    editor = Editor (*sys.argv[1:3], directory)
    try:
      good = [test (editor) for test in (click_under, reorder, array)]
      picture = os.environ.get ('LW_PICTURE')
      if picture:
        screen.save (picture)
      last = editor.saved ()
      back = all (last[key] == editor.start[key] for key in ('bodies', 'couplings', 'forces'))
      if not back:
        print ('FAILED: undo does not restore the start')
    finally:
      editor.process.kill ()
      editor.process.wait ()
  if not all (good):
    print ('FAILED:', good)
  return 0 if all (good) and back else 1


sys.exit (main ())
