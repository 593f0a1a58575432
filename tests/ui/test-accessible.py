#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-accessible.py PROGRAM EXAMPLE: the program as a screen reader sees it, and then by keyboard
# alone: play, select a pin, read its live reaction, edit a length, undo. Needs a session bus
# (dbus-run-session) and a display of its own (with-display.sh).

import os
import subprocess
import sys
import time

# Warnings are to end the program, but not this script: the registry is told of what is gone already.
PROGRAM_ENVIRONMENT = dict (os.environ)
PROGRAM_ENVIRONMENT.pop ('GTK_A11Y', None)
os.environ.pop ('G_DEBUG', None)

import gi

gi.require_version ('Atspi', '2.0')
from gi.repository import Atspi


class Failure (Exception):
  pass


def expect (condition, what):
  print (('ok: ' if condition else 'FAILED: ') + what, flush=True)
  if not condition:
    raise Failure (what)


def wait_for (function, what, seconds=20):
  end = time.monotonic () + seconds
  while time.monotonic () < end:
    result = function ()
    if result:
      print ('ok: ' + what, flush=True)
      return result
    time.sleep (0.1)
  expect (False, what)


def walk (node, depth=0):
  """Everything that is shown below a node."""
  if node is None or depth > 60:
    return
  yield node
  try:
    count = node.get_child_count ()
  except Exception:
    return
  for i in range (count):
    try:
      child = node.get_child_at_index (i)
      if child is not None and child.get_state_set ().contains (Atspi.StateType.VISIBLE):
        yield from walk (child, depth + 1)
    except Exception:
      continue


def frame ():
  desktop = Atspi.get_desktop (0)
  for i in range (desktop.get_child_count ()):
    application = desktop.get_child_at_index (i)
    if application is not None and 'linkwright' in (application.get_name () or '').lower ():
      for k in range (application.get_child_count ()):
        return application.get_child_at_index (k)
  return None


def find (match, interface=None):
  for node in walk (frame ()):
    try:
      name = node.get_name () or ''
    except Exception:
      continue
    if match (name) and (interface is None or interface (node)):
      return node
  return None


def action_of (node):
  try:
    return 'Action' in node.get_interfaces () and node.get_n_actions () > 0
  except Exception:
    return False


def press (name):
  node = wait_for (lambda: find (lambda n: n == name or n.startswith (name + ' '), action_of),
                   'there is a control "%s"' % name)
  node.do_action (0)


def value (name):
  """The number in a row of live values: its name is "Reaction |F|: 27.8 N"."""
  node = find (lambda n: n.startswith (name + ': '))
  return node.get_name ()[len (name) + 2:] if node is not None else None


def entry (name):
  node = find (lambda n: n == name, lambda n: 'EditableText' in n.get_interfaces ())
  return node


def entry_text (name):
  node = entry (name)
  return node.get_text (0, node.get_character_count ()) if node is not None else None


def key (*keys):
  subprocess.run (['xdotool', 'key', *keys], check=True)
  time.sleep (0.15)


def commit (name, text):
  """Write into an entry; nothing else has to follow."""
  entry (name).set_text_contents (text)


def type_into_focus (text):
  key ('ctrl+a')
  subprocess.run (['xdotool', 'type', '--delay', '20', text], check=True)
  key ('Return')


def focused ():
  node = None
  for node in walk (frame ()):
    try:
      if node.get_state_set ().contains (Atspi.StateType.FOCUSED):
        return node
    except Exception:
      continue
  return None


def go_to (name, by):
  for _ in range (30):
    node = focused ()
    if node is not None and node.get_name () == name:
      break
    key (by)
  expect (focused () is not None and focused ().get_name () == name,
          'the keyboard comes to "%s"' % name)


def by_screen_reader ():
  press ('To the Start')
  press ('Outline')
  row = wait_for (lambda: find (lambda n: n == 'B, pin'), 'the outline names pin B')
  parent = row.get_parent ()
  if 'Selection' in parent.get_interfaces ():
    parent.select_child (row.get_index_in_parent ())
  else:
    row.do_action (0)
  press ('Inspector')
  first = wait_for (lambda: value ('Reaction |F|'), 'the reaction of the pin is read')
  press ('Play')
  wait_for (lambda: value ('Reaction |F|') != first, 'it changes while the mechanism runs')
  press ('Select Crank')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'the crank has its length')
  commit ('Length', '0.21 m')
  wait_for (lambda: entry_text ('Length') == '0.210 m', 'the length is another one')
  press ('Undo')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'undo brings it back')
  commit ('Length', '-1 m')
  wait_for (lambda: find (lambda n: 'greater than zero' in n), 'a length below zero is refused')
  commit ('Length', '0.200 m')
  wait_for (lambda: not find (lambda n: 'greater than zero' in n), 'a good one is taken')


def by_keyboard ():
  # The canvas has the keys. Three bodies come before the pins.
  key ('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
  first = wait_for (lambda: value ('Reaction |F|'), 'Tab comes to a pin')
  key ('space')
  wait_for (lambda: value ('Reaction |F|') != first, 'the space bar plays')
  key ('space')
  key ('Escape', 'Tab')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'Tab comes to the crank')
  # Tab goes through the elements; with Ctrl it leaves the canvas.
  go_to ('Name', 'ctrl+Tab')
  go_to ('Length', 'Tab')
  type_into_focus ('220 mm')
  wait_for (lambda: entry_text ('Length') == '0.220 m', 'what is typed is the length')
  key ('ctrl+z')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'Ctrl+Z takes it back')


def main ():
  process = subprocess.Popen (sys.argv[1:3], env=PROGRAM_ENVIRONMENT)
  try:
    wait_for (lambda: frame () is not None and find (lambda n: n == 'Canvas'), 'the window is there')
    time.sleep (1)
    by_keyboard ()
    by_screen_reader ()
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
