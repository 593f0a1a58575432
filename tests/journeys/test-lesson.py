#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-lesson.py PROGRAM CLI: does the first lesson in the real window, from the start page: draws the
# mechanisms of its steps, gives wrong and right answers, and continues by the keyboard. The passed steps are
# read from the settings. Needs a separate display (with-display.sh).

import itertools
import os
import re
import subprocess
import sys
import time

import screen
from drawing import Hand, take_picture, xdotool
from pointer import ANSWER

# Positions in a window of 1280 x 800, px: the first lesson of the start page; a column of the lesson that
# passes through the entry of the result only, and one beside the words of the buttons; and the page of the
# lesson between its heading and its buttons. Heights of texts depend on the version of GTK.
FIRST_LESSON = (200, 222)
ENTRY, BUTTONS = 1235, 961
PAGE = range (175, 740)
CONTROL = range (25, 46)
# Pins of the fitted four-bar, and the foot of the strut below C.
PIN_A, PIN_C, FOOT = (347, 505), (610, 177), (610, 505)
# A learner needs some eight seconds for an action, with reading: the first check must pass in three minutes.
ACTIONS_OF_FIRST_CHECK = 22


class Learner (Hand):
  def point (self, place):
    xdotool ('mousemove', *place)
    self.wait ()
    xdotool ('click', 1)
    self.actions += 1
    self.wait (0.4)

  def point_at (self, column):
    self.rest ()
    self.point (control (column))

  def answer (self, text):
    """Types into the entry that has the focus, and checks."""
    self.actions += 2
    xdotool ('key', 'ctrl+a')
    xdotool ('type', '--delay', 20, '--', text)
    xdotool ('key', 'Return')
    self.wait (0.8)

  def drag_px (self, start, end):
    xdotool ('mousemove', *start)
    self.wait ()
    xdotool ('mousedown', 1)
    for i in range (1, 6):
      xdotool ('mousemove', *[round (a + (b - a) * i / 5) for a, b in zip (start, end)])
      self.wait (0.05)
    xdotool ('mouseup', 1)
    self.wait (0.4)

  def links (self, *lines):
    for line in lines:
      self.key ('l')
      self.drag (*line)
      self.key ('Escape')


def control (column):
  """Returns the place of the last control in a column of the page: an area as high as a control, whose
  colour is not that of the page."""
  values = screen.grey (column, PAGE.start, 1, len (PAGE))
  page = max (set (values), key=values.count)
  end = PAGE.start
  found = None
  for value, area in itertools.groupby (values):
    height = len (list (area))
    end += height
    if value != page and height in CONTROL:
      found = column, end - height // 2
  if found is None:
    take_picture ('failed')
    raise RuntimeError (f'there is no control at x = {column}')
  return found


def progress ():
  """Returns the passed steps as bits, and the step that is shown, from 0."""
  path = os.path.join (os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
  try:
    with open (path) as file:
      found = re.search (r"'freedoms': \((?:uint64 )?(\d+), (?:uint32 )?(\d+)\)", file.read ())
  except FileNotFoundError:
    found = None
  return tuple (map (int, found.groups ())) if found else (0, 0)


def wait_for (expected):
  end = time.monotonic () + ANSWER
  while progress () != expected and time.monotonic () < end:
    time.sleep (0.1)
  if progress () != expected:
    take_picture ('failed')
    raise RuntimeError (f'progress {progress ()}, expected {expected}')


def do_lesson (learner):
  learner.point (FIRST_LESSON)
  learner.rest ()

  # Three bars; wrong answers pass nothing.
  learner.links (((-0.2, 0.1), (0.1, 0.1)), ((-0.2, 0), (0.1, 0)), ((-0.2, -0.1), (0.1, -0.1)))
  learner.point_at (ENTRY)
  before = learner.actions
  for wrong in '6', '12', 'nine':
    learner.answer (wrong)
    if progress ()[0] != 0:
      raise RuntimeError (f'{wrong} passes')
  wrong = learner.actions
  learner.answer ('9')
  wait_for ((1, 0))
  needed = learner.actions - (wrong - before)
  print (f'the first check passed after {needed} actions')
  if needed > ACTIONS_OF_FIRST_CHECK:
    raise RuntimeError ('the way to the first check has become longer')
  take_picture ('first')

  # The check has moved the focus to "Next". A triangle.
  learner.key ('Return')
  wait_for ((1, 1))
  a, b, c = (-0.2, -0.1), (0.1, -0.1), (-0.05, 0.1)
  learner.links ((a, b), (b, c), (c, a))
  learner.point_at (ENTRY)
  learner.answer ('0')
  learner.answer ('3')
  wait_for ((3, 1))
  take_picture ('second')

  # Only a number: the focus is in its entry.
  learner.key ('Return')
  wait_for ((3, 2))
  learner.answer ('4')
  learner.answer ('1')
  wait_for ((7, 2))

  # A five-bar, its chain drawn link by link and pinned to the ground at both ends.
  learner.key ('Return')
  wait_for ((7, 3))
  chain = (-0.2, -0.1), (-0.2, 0.05), (-0.05, 0.1), (0.1, 0.05), (0.1, -0.1)
  learner.links (*zip (chain, chain[1:]))
  for end in chain[0], chain[-1]:
    learner.key ('j')
    learner.click (end)
    learner.key ('Escape')
  learner.point_at (ENTRY)
  learner.answer ('1')
  learner.answer ('2')
  wait_for ((15, 3))

  # A motor on pin A; the check fails before the motor exists.
  learner.key ('Return')
  wait_for ((15, 4))
  learner.point_at (BUTTONS)
  learner.wait (0.8)
  if progress ()[0] != 15:
    raise RuntimeError ('the four-bar passes without a motor')
  learner.key ('m')
  learner.point (PIN_A)
  learner.key ('Escape')
  learner.point_at (BUTTONS)
  wait_for ((31, 4))

  # A strut from the ground to the coupler.
  learner.key ('Return')
  wait_for ((31, 5))
  learner.key ('l')
  learner.drag_px (FOOT, PIN_C)
  learner.key ('Escape')
  learner.key ('j')
  learner.point (FOOT)
  learner.key ('Escape')
  learner.point_at (ENTRY)
  learner.answer ('2')
  learner.answer ('0')
  wait_for ((63, 5))
  take_picture ('last')


def main ():
  program = sys.argv[1]
  environment = dict (os.environ, GTK_A11Y='none', GSETTINGS_BACKEND='keyfile')
  process = subprocess.Popen ([program], env=environment)
  try:
    learner = Learner ()
    learner.rest ()
    do_lesson (learner)
  finally:
    process.kill ()
    process.wait ()
  print (f'the first lesson done in {learner.actions} actions')


main ()
