#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-lessons-by-hand.py PROGRAM [LESSON...]: does lessons from the first step to the last as a learner does, by
# pointer and keys, with the tools and panels that the step shows: the start of each step does not pass, wrong
# answers get their replies, the model solution passes. Replies are read as a screen reader does, passed steps
# from the settings. Two lessons, or all of them if LW_TORTURE is set, without the first one, which
# test-lesson.py does. Needs a session bus (dbus-run-session) and a separate display (with-display.sh).

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

from drawing import take_picture
from pointer import Pointer, find_window
from reader import Atspi, Failure, PROGRAM_ENVIRONMENT, expect, find, frame, skip_wrong_places, spoken, wait_for, walk

LESSONS = os.environ['LW_LESSONS_DIR']
SAMPLE = 'rows', 'four-bar'
REPLY = 60  # s, limit of a check
WRONG_LEAST = 3  # wrong answers of a lesson
# The sidebar of a window of 1280 x 800 px: where it begins, and the part of its pages that scrolls.
WIDTH, SIDEBAR, VISIBLE = 1280, 930, (50, 745)
SCROLLS_MOST = 60
# Above this are its tabs, also below a message over the whole window.
TABS = 160
# Places of what is clicked, in fitted mechanisms: the slider-crank of "rows", the four-bar, the three cranks.
PISTON, PIN_C, SLOT_END, IN_PISTON = (595, 545), (640, 515), (730, 515), (675, 540)
PIN_A = (409, 368)
PINS = [(x, y) for y in (510, 263) for x in (215, 544, 873)]
BORDER = 5  # px, of the window on a display without a compositor


def english (text):
  return text['en'] if isinstance (text, dict) else text


def plain (text):
  """Returns a text without its marks, and without those that keep units together."""
  return re.sub ('[*`_\u2060]', '', english (text)).replace ('\u00a0', ' ')


def size (node):
  try:
    return node.get_extents (Atspi.CoordType.WINDOW)
  except Exception:
    return None


def is_shown (node):
  box = size (node)
  return box is not None and box.width > 0 and box.height > 0


def is_entry (node):
  return 'EditableText' in node.get_interfaces () and is_shown (node)


class Learner:
  """A learner of one lesson, whose program runs."""

  def __init__ (self, lesson):
    self.id = lesson['id']
    self.pointer = Pointer ()
    self.window = find_window ()
    subprocess.run (['xdotool', 'windowfocus', '--sync', str (self.window)], check=True)
    # The panel is the one that has the menu of the steps.
    node = wait_for (lambda: find (lambda n: n.startswith ('Step 1 of')), 'the lesson is open')
    while find (lambda n: 'Next' in n, is_shown, node) is None:
      node = node.get_parent ()
    self.panel = node
    self.pointer.rest (self.window)

  # ---- hands --------------------------------------------------------------------------------

  def wait (self, pause=0.1):
    self.pointer.wait (self.window, pause)

  def key (self, *names):
    for name in names:
      self.pointer.key (name)
    self.wait ()

  def type (self, text):
    """Replaces the contents of the entry that has the focus."""
    self.pointer.key ('ctrl+a')
    subprocess.run (['xdotool', 'type', '--delay', '5', '--', text], check=True)
    self.wait ()

  def click (self, node):
    """Clicks on a widget; one of the sidebar is scrolled into view."""
    box = size (node)
    for _ in range (SCROLLS_MOST):
      if box.x < SIDEBAR or VISIBLE[0] <= box.y and box.y + box.height <= VISIBLE[1]:
        break
      self.pointer.move ((SIDEBAR + WIDTH) // 2, sum (VISIBLE) // 2)
      self.pointer.click (4 if box.y < VISIBLE[0] else 5)
      self.wait (0.2)
      box = size (node)
    self.pointer.move (box.x + box.width // 2 + BORDER, box.y + box.height // 2 + BORDER)
    self.wait ()
    self.pointer.click ()
    self.wait ()

  def press (self, name, within=None):
    button = wait_for (lambda: find (lambda n: n.lstrip ('_').split (' ')[0] == name, is_shown, within),
                       f'there is “{name}”')
    skip_wrong_places (button)
    self.click (button)

  def at (self, x, y):
    """Clicks at a place of the screen."""
    self.pointer.move (x, y)
    self.wait ()
    self.pointer.click ()
    self.wait ()

  def drag (self, start, end):
    self.pointer.move (*start)
    self.wait ()
    self.pointer.button (1, True)
    for i in range (1, 9):
      self.pointer.move (*[round (a + (b - a) * i / 8) for a, b in zip (start, end)])
      self.wait (0.02)
    self.pointer.button (1, False)
    self.wait ()

  # ---- the inspector and the outline --------------------------------------------------------

  def page (self, name):
    """Shows a page of the sidebar: Inspector, Outline or Lesson."""
    self.click (wait_for (lambda: find (lambda n: n == name, lambda n: is_shown (n) and size (n).y < TABS),
                          f'the sidebar has “{name}”'))

  def select (self, name):
    """Selects an element in the outline."""
    self.page ('Outline')
    self.click (wait_for (lambda: find (lambda n: re.match (re.escape (name) + r'\b', n),
                                        lambda n: is_shown (n) and size (n).x > 900 and size (n).y > 120),
                          f'the outline has {name}'))
    self.page ('Inspector')

  def enter (self, name, text):
    """Enters a value into a field of the inspector."""
    entry = wait_for (lambda: find (lambda n: n == name, is_entry), f'there is a field “{name}”')
    self.click (entry)
    self.type (text)
    self.key ('Return')

  def choose (self, name, word):
    """Chooses from a list of the inspector."""
    box = wait_for (lambda: find (lambda n: n == name, lambda n: n.get_role_name () == 'combo box' and is_shown (n)),
                    f'there is a list “{name}”')
    self.click (box)
    # The places of its items are relative to the popup.
    words = wait_for (lambda: [find (lambda n: n, lambda n: n.get_role_name () == 'label', node).get_name ()
                               for node in walk (box) if node.get_role_name () == 'list item'], 'it opens')
    self.key ('Home', *['Down'] * words.index (word), 'Return')

  # ---- answers ------------------------------------------------------------------------------

  def entries (self):
    return [node for node in walk (self.panel) if is_entry (node)]

  def answer (self, step, numbers=(), choice=None):
    for entry, number in zip (self.entries (), numbers):
      self.click (entry)
      # The keyboard of the test has no sign of degrees.
      self.type (str (number).replace ('°', ' deg'))
    if choice is not None:
      text = english (next (c for c in step['check']['choices'] if c['id'] == choice)['text'])
      self.click (find (lambda n: n == text, is_shown, self.panel))

  def reply (self):
    node = find (lambda n: True, lambda n: n.get_role () == Atspi.Role.STATUS_BAR and is_shown (n), self.panel)
    if node is None:
      return ''
    node.clear_cache ()
    return spoken (node)

  def check (self, expected=None):
    """Presses Check and waits for the reply, or for a certain one."""
    self.press ('Check', self.panel)
    end = time.monotonic () + REPLY
    while not (self.reply () if expected is None else plain (self.reply ()) == expected):
      if time.monotonic () > end:
        raise Failure (f'the reply is “{self.reply ()}”, expected “{expected}”')
      time.sleep (0.05)
    return plain (self.reply ())

  def progress (self):
    """Returns the passed steps as bits, and the step that is shown, from 0."""
    path = os.path.join (os.environ['XDG_CONFIG_HOME'], 'glib-2.0', 'settings', 'keyfile')
    try:
      with open (path) as file:
        found = re.search (rf"'{self.id}': \((?:uint64 )?(\d+), (?:uint32 )?(\d+)\)", file.read ())
    except FileNotFoundError:
      found = None
    return tuple (map (int, found.groups ())) if found else (0, 0)


# ---- drawing and settings in the steps ---------------------------------------------------------

def set_run (**fields):
  """Returns what sets fields of the run, which the inspector shows with nothing selected."""
  def do (learner):
    learner.page ('Inspector')
    for name, value in fields.items ():
      name = name.replace ('_', ' ')
      if value[0].isupper ():
        learner.choose (name, value)
      else:
        learner.enter (name, value)
    learner.page ('Lesson')
  return do


def replace_piston (learner):
  learner.at (*PISTON)
  learner.key ('Delete', 'o')
  learner.drag (PIN_C, SLOT_END)
  learner.key ('Escape')


def guide_again (learner):
  learner.key ('s')
  learner.drag (IN_PISTON, (IN_PISTON[0] + 90, IN_PISTON[1]))
  learner.key ('Escape')


def drive (learner):
  learner.key ('m')
  learner.at (*PIN_A)
  learner.key ('Escape')
  learner.select ('Motor 1')
  learner.enter ('Value', '10 rad/s')
  learner.page ('Lesson')


def make_rod (learner):
  learner.select ('R')
  learner.choose ('Kind', 'Rod: pulls and pushes')
  learner.page ('Lesson')


def displace (learner):
  learner.select ('A3')
  learner.enter ('First point', '0.801 m, 0 m')
  learner.page ('Lesson')


def choose_pins (learner):
  """Selects all pins of the three cranks."""
  for i, pin in enumerate (PINS):
    if i > 0:
      learner.pointer.hold ('Shift_L', True)
    learner.at (*pin)
    learner.pointer.hold ('Shift_L', False)


actions = {
  ('rows', 3): replace_piston,
  ('rows', 7): guide_again,
  ('four-bar', 5): drive,
  ('redundancy', 3): choose_pins,
  ('redundancy', 7): displace,
  ('ropes', 5): make_rod,
  ('drift', 3): set_run (Fixed_step='10 ms'),
  ('drift', 4): set_run (Time_constant='5 ms'),
  ('drift', 5): set_run (Stabilisation='Projection'),
  ('order', 1): set_run (Method='Verner 8(7)', Accuracy='1e-13'),
  ('order', 2): set_run (Method='Runge–Kutta 4', Fixed_step='12.5 ms'),
  ('stiffness', 3): set_run (Fixed_step='2.9 ms'),
  ('stiffness', 5): set_run (Method='Radau IIA 9, stiff'),
  ('design', 4): set_run (Value_of_a='0.25 m', Value_of_b='0.6 m', Value_of_d='0.739932429 m'),
}


def draw_prediction (learner, step):
  """Draws the curve of the model solution on the sheet with the pointer. Two clicks find its axes."""
  sheet = wait_for (lambda: find (lambda n: 'Prediction' in n, is_shown), 'there is a sheet')
  box = size (sheet)

  def probe (part):
    """Clicks; returns the place, px, and what it means, s and the unit of the curve."""
    place = round (box.x + part * box.width + BORDER), round (box.y + part * box.height + BORDER)
    before = sheet.get_description ()
    learner.at (*place)
    words = wait_for (lambda: sheet.get_description () != before and sheet.get_description (), 'a place has values')
    found = re.fullmatch (r'At ([−-]?[\d.]+) (m?s): ([−-]?[\d.]+) ?(\S+)', words)
    expect (found is not None, words)
    time, unit, value, of_value = found.groups ()
    return place, (float (time) / (1000 if unit == 'ms' else 1),
                   float (value.replace ('−', '-')) * (math.pi / 180 if of_value == '°' else 1))

  (place, meaning), (second, other) = probe (0.3), probe (0.7)
  scale = [(q - p) / (n - m) for p, q, m, n in zip (place, second, meaning, other)]
  learner.key ('Delete')
  points = [[round (p + (v - m) * k) for p, v, m, k in zip (place, point, meaning, scale)]
            for point in step['solution']['drawn']]
  learner.pointer.move (*points[0])
  learner.wait ()
  learner.pointer.button (1, True)
  for point in points[1:]:
    learner.pointer.move (*point)
    learner.wait (0.02)
  learner.pointer.button (1, False)
  learner.wait ()


# ---- steps --------------------------------------------------------------------------------------

def typed (wrong):
  """Returns true if a wrong answer is typed or chosen in the panel."""
  return 'mechanism' not in wrong and 'drawn' not in wrong and 'selected' not in wrong \
    and ('numbers' in wrong or 'choice' in wrong)


def do_step (learner, lesson, index):
  """Does a step; returns the number of wrong answers that got their reply."""
  step = lesson['steps'][index]
  solution = step.get ('solution', {})
  replies = {plain (wrong['reply']) for wrong in step['wrong']}
  where = f'{lesson["id"]}, step {index + 1}'
  n_wrong = 0

  at_start = learner.check ()
  expect (not learner.progress ()[0] >> index & 1, f'{where}: the start does not pass')
  n_wrong += at_start in replies
  if 'drawn' in solution:
    draw_prediction (learner, step)
  if (lesson['id'], index + 1) in actions:
    actions[lesson['id'], index + 1] (learner)
  elif 'mechanism' in solution and solution.get ('numbers') is None:
    raise Failure (f'{where}: no action draws its solution')
  for wrong in filter (typed, step['wrong']):
    learner.answer (step, wrong.get ('numbers', solution.get ('numbers', ())),
                    wrong.get ('choice', solution.get ('choice')))
    reply = learner.check (plain (wrong['reply']))
    print (f'ok: {where}: a wrong answer gets its reply: {reply}', flush=True)
    n_wrong += 1
  learner.answer (step, solution.get ('numbers', ()), solution.get ('choice'))
  reply = learner.check (plain (step.get ('why', 'Right.')))
  expect (learner.progress ()[0] >> index & 1, f'{where}: the model solution passes: {reply}')
  # The check has moved the focus to "Next".
  learner.key ('Return')
  return n_wrong


def do_lesson (program, name, folder):
  """Does a lesson; the program keeps its state in an empty folder, so that it finds nothing to recover."""
  path = os.path.join (LESSONS, name + '.json')
  with open (path) as file:
    lesson = json.load (file)
  own = {variable: folder for variable in ('XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME')}
  process = subprocess.Popen ([program, path], env=dict (PROGRAM_ENVIRONMENT, GSETTINGS_BACKEND='keyfile', **own))
  try:
    wait_for (lambda: frame () is not None, f'{name} opens')
    learner = Learner (lesson)
    n_wrong = 0
    for index in range (len (lesson['steps'])):
      n_wrong += do_step (learner, lesson, index)
    expect (n_wrong >= WRONG_LEAST, f'{name}: {n_wrong} wrong answers got their reply')
    expect (process.poll () is None, 'the program is still running')
  except Exception:
    take_picture (name)
    raise
  finally:
    process.kill ()
    process.wait ()


def main ():
  every = sorted (name.removesuffix ('.json') for name in os.listdir (LESSONS)
                  if name.endswith ('.json') and name != 'freedoms.json')
  names = sys.argv[2:] or (every if os.environ.get ('LW_TORTURE') else SAMPLE)
  start = time.monotonic ()
  try:
    for name in names:
      with tempfile.TemporaryDirectory () as folder:
        do_lesson (sys.argv[1], name, folder)
  except Failure as failure:
    print (f'FAILED: {failure}')
    return 1
  print (f'{len (names)} lessons in {time.monotonic () - start:.0f} s')
  return 0


sys.exit (main ())
