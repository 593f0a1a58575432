#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-accessible-lessons.py PROGRAM: a lesson and the help by the interface for screen readers: reads the
# step, asks for a hint, answers wrongly and rightly, reads the replies, continues, draws a prediction; looks
# for a page of the help, reads it, and returns. Nothing that takes the focus is without a name. Needs a
# session bus (dbus-run-session) and a separate display (with-display.sh).

import os
import subprocess
import sys

from pointer import ANSWER, Pointer, find_window
from reader import (Atspi, Failure, PROGRAM_ENVIRONMENT, all_text, dialog, expect, find, focusable, frame, press,
                    spoken, wait_for, walk)

LESSONS = os.environ['LW_LESSONS_DIR']
# They scroll by keys and have no name in GTK.
NAMELESS = ('scroll pane', 'panel')

pointer = Pointer ()


def key (window, *keys):
  subprocess.run (['xdotool', 'key', *keys], check=True)
  if pointer.ping (window, ANSWER) is None:
    raise Failure ('the window does not respond')


def entry (name, within=None):
  return find (lambda n: n.split (' ')[0] == name or n == name,
               lambda n: 'EditableText' in n.get_interfaces (), within)


def says (text, within=None):
  return find (lambda n: text in n, within=within)


def check_names (within, what):
  nameless = [n.get_role_name () for n in walk (within)
              if focusable (n) and not n.get_name () and n.get_role_name () not in NAMELESS]
  expect (nameless == [], f'everything in {what} that takes the focus has a name {nameless or ""}')


def by_lesson ():
  wait_for (lambda: says ('A loose body'), 'the step has its title')
  wait_for (lambda: says ('three velocities'), 'its text')
  wait_for (lambda: says ('Draw three bars'), 'and its task')
  check_names (frame (), 'the window of a lesson')
  press ('Hint')
  wait_for (lambda: find (lambda n: n.lstrip ('_').startswith ('Hint 2')), 'a hint was given, the next is offered')
  press ('Check')
  # A status is spoken when it changes.
  reply = wait_for (lambda: find (lambda n: n.startswith ('Enter your result'),
                                  lambda n: n.get_role () == Atspi.Role.STATUS_BAR),
                    'an empty answer gets a reply, as a status')
  first = spoken (reply)
  entry ('Result').set_text_contents ('6')
  press ('Check')
  wait_for (lambda: spoken (reply) != first, 'another answer gets another reply')
  press ('Next')
  wait_for (lambda: find (lambda n: n == 'Step 2 of 6'), 'the next step is shown')


def by_prediction (process):
  process.kill ()
  process.wait ()
  process = start ('four-bar.json')
  wait_for (lambda: frame () is not None and find (lambda n: n == 'Step 1 of 6'), 'another lesson is open')
  for step in range (2, 7):
    press ('Next')
    wait_for (lambda: find (lambda n: n == f'Step {step} of 6'), f'step {step} is shown')
  sheet = wait_for (lambda: find (lambda n: 'Prediction' in n, lambda n: n.get_role_name () == 'image'),
                    'there is a sheet for a prediction')
  before = sheet.get_description ()
  expect ('nothing drawn' in before, 'it says that nothing is drawn')
  window = find_window ()
  # There is no window manager; the sheet has the focus in the window since the step began.
  subprocess.run (['xdotool', 'windowfocus', str (window)], check=True)
  key (window, 'Up', 'Right', 'Right')
  wait_for (lambda: '°' in (sheet.get_description () or ''), 'keys draw, and it says time and angle')
  return process


def by_help ():
  window = find_window ()
  key (window, 'F1')
  help_frame = wait_for (lambda: dialog ('Help'), 'F1 opens the help')
  page = wait_for (lambda: find (lambda n: n == 'Page of the Help', within=help_frame), 'it shows a page')
  check_names (help_frame, 'the help')
  first = all_text (page)
  expect (len (first) > 100, 'which can be read')
  search = find (lambda n: n == 'Search the Help', lambda n: 'EditableText' in n.get_interfaces (), help_frame)
  search.set_text_contents ('disk is full')
  row = wait_for (lambda: find (lambda n: n.startswith ('Messages about files'),
                                lambda n: n.get_role_name () == 'list item', help_frame),
                  'the search finds the page of messages about files')
  row.get_parent ().select_child (row.get_index_in_parent ())
  wait_for (lambda: 'No space left' in all_text (page), 'which says what to do')
  press ('Back', help_frame)
  wait_for (lambda: all_text (page) == first, 'Back shows the first page again')


def start (lesson):
  return subprocess.Popen ([sys.argv[1], os.path.join (LESSONS, lesson)], env=PROGRAM_ENVIRONMENT)


def main ():
  process = start ('freedoms.json')
  try:
    wait_for (lambda: frame () is not None and find (lambda n: n == 'Step 1 of 6'), 'the lesson is open')
    by_lesson ()
    process = by_prediction (process)
    by_help ()
    expect (process.poll () is None, 'the program is still running')
  except Failure:
    if os.environ.get ('LW_DUMP'):
      for node in walk (frame ()):
        print (node.get_role_name (), '|', node.get_name ())
    return 1
  finally:
    process.kill ()
    process.wait ()
  return 0


sys.exit (main ())
