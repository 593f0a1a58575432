#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-accessible-teacher.py PROGRAM: a teacher writes a lesson in the window from beginning to end by pointer
# and keys: begins it from the menu, types texts, a number with its right value, a wrong answer with a reply
# and a hint, checks all, corrects the fault that is found, and tries the lesson in the preview. Widgets are
# found by the interface for screen readers, which reports their places; pointer and keys are those of the X
# server. Needs a session bus (dbus-run-session) and a separate display (with-display.sh).

import os
import shutil
import subprocess
import sys
import tempfile

from pointer import Pointer, find_window
from reader import (Atspi, Failure, PROGRAM_ENVIRONMENT, choose_from_menu, expect, find, frame, skip_wrong_places,
                    wait_for)

# The part of the sidebar in which a widget is in view, and a point in it, in a window of 1280 x 800, px.
TOP, BOTTOM, PANEL = 150, 690, (1265, 450)
EXAMPLE = os.path.join (os.environ['LW_EXAMPLES_DIR'], 'pendulum90.json')

pointer = Pointer ()


def xdotool (*arguments):
  subprocess.run (['xdotool', *[str (argument) for argument in arguments]], check=True)


class Teacher:
  def __init__ (self):
    self.window = find_window ()
    xdotool ('windowfocus', self.window)

  def wait (self, pause=0.3):
    pointer.wait (self.window, pause)

  def click (self, name, interface=None):
    """Scrolls a widget into view with the wheel, and clicks it."""
    node = wait_for (lambda: find (lambda n: plain (n) in (name, f'{name} {name}'), interface),
                     f'there is “{name}”')
    if node.get_role_name () == 'button':
      skip_wrong_places (node)
    for _ in range (60):
      place = node.get_extents (Atspi.CoordType.WINDOW)
      y = place.y + min (place.height // 2, 16)
      if TOP < y < BOTTOM:
        break
      xdotool ('mousemove', *PANEL, 'click', 5 if y >= BOTTOM else 4)
      self.wait (0.15)
    xdotool ('mousemove', place.x + place.width // 2, y)
    self.wait ()
    xdotool ('click', 1)
    self.wait ()

  def write (self, field, text):
    """Types a text into a field, in place of the old one."""
    self.click (field, lambda n: 'EditableText' in n.get_interfaces ())
    xdotool ('key', 'ctrl+a')
    xdotool ('type', '--delay', 15, '--', text)
    self.wait ()


def plain (name):
  """In GTK 4.8 the name of a button is its label, with the underscore of the mnemonic, and again without."""
  return name.replace ('_', '')


def button (node):
  return 'button' in node.get_role_name ()


def says (text):
  return find (lambda n: text in n)


def write_lesson (teacher):
  choose_from_menu ('Write a Lesson')
  wait_for (lambda: says ('Title of the Step'), 'the editor of a lesson is open')
  teacher.write ('Title of the Step', 'Rows of a pin')
  teacher.write ('Explanation', 'A pin holds two points together.')
  teacher.write ('Task', 'How many rows has the pin?')
  teacher.click ('Add Number', button)
  teacher.write ('Right Value: Number or Expression', 'rank(G)')
  teacher.write ('Its Numbers, Separated by Semicolons', '3')
  teacher.click ('Add Wrong Answer', button)
  teacher.write ('Wrong Numbers', '1')
  teacher.write ('Reply', 'It holds x and y.')
  teacher.click ('Add Hint', button)
  teacher.write ('Hint', 'Count the directions.')


def main ():
  with tempfile.TemporaryDirectory () as folder:
    path = os.path.join (folder, 'pendulum.json')
    shutil.copy (EXAMPLE, path)
    process = subprocess.Popen ([sys.argv[1], path], env=PROGRAM_ENVIRONMENT)
    try:
      wait_for (lambda: frame () is not None and find (lambda n: n == 'Main Menu'), 'the project is open')
      teacher = Teacher ()
      write_lesson (teacher)
      teacher.click ('Check All', button)
      wait_for (lambda: says ('The model solution does not pass'), 'the fault in the solution is found')
      teacher.write ('Its Numbers, Separated by Semicolons', '2')
      teacher.click ('Check All', button)
      wait_for (lambda: says ('Every check fails at its start'), 'the corrected lesson is right')
      teacher.click ('Preview', button)
      wait_for (lambda: find (lambda n: n == 'Rows of a pin'), 'the preview shows the step')
      teacher.write ('Result', '1')
      xdotool ('key', 'Return')
      wait_for (lambda: says ('It holds x and y.'), 'the wrong answer gets its reply')
      teacher.write ('Result', '2')
      xdotool ('key', 'Return')
      wait_for (lambda: says ('Right.'), 'the right answer passes')
      expect (process.poll () is None, 'the program is still running')
    except Failure:
      if os.environ.get ('LW_PICTURE'):
        import screen
        screen.save (os.environ['LW_PICTURE'].replace ('%', 'teacher'))
      return 1
    finally:
      process.kill ()
      process.wait ()
  return 0


sys.exit (main ())
