# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The program as a screen reader sees it: a tree of nodes with names, roles, states, texts and actions.

import os
import sys
import time

# Warnings must end the program, but not the script: the registry queries objects that no longer exist.
PROGRAM_ENVIRONMENT = dict (os.environ)
PROGRAM_ENVIRONMENT.pop ('GTK_A11Y', None)
os.environ.pop ('G_DEBUG', None)

import gi

gi.require_version ('Atspi', '2.0')
from gi.repository import Atspi, GLib

# The program may take longer to answer on a busy machine than the 0.8 s that are usual.
Atspi.set_timeout (60_000, 60_000)


class Failure (Exception):
  pass


def expect (condition, what):
  print (('ok: ' if condition else 'FAILED: ') + what, flush=True)
  if not condition:
    raise Failure (what)


def wait_for (function, what, seconds=180):
  end = time.monotonic () + seconds
  while time.monotonic () < end:
    try:
      result = function ()
    except (AttributeError, GLib.Error):
      result = None  # a window that is being opened, or has been closed
    if result:
      print ('ok: ' + what, flush=True)
      return result
    time.sleep (0.1)
  expect (False, what)


def walk (node, depth=0):
  """Yields the node and all visible nodes below it."""
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


def frames ():
  """Returns the main window first, then its dialogs."""
  desktop = Atspi.get_desktop (0)
  for i in range (desktop.get_child_count ()):
    application = desktop.get_child_at_index (i)
    if application is not None and 'linkwright' in (application.get_name () or '').lower ():
      return [application.get_child_at_index (k) for k in range (application.get_child_count ())]
  return []


def frame ():
  return next (iter (frames ()), None)


def dialog (title):
  return next ((f for f in frames ()[1:] if f is not None and f.get_name () == title), None)


def spoken (node):
  """Returns the name of a node, or the text of a status: newer versions of GTK give it no name."""
  name = node.get_name () or ''
  if not name and node.get_role () == Atspi.Role.STATUS_BAR:
    return Atspi.Text.get_text (node, 0, -1)
  return name


def skip_wrong_places (button):
  """Ends the test if this version of GTK leaves borders and paddings out of the places of widgets (4.18)."""
  label = button.get_child_at_index (0)
  if label is None or label.get_role_name () != 'label':
    return
  outer, inner = (node.get_extents (Atspi.CoordType.WINDOW) for node in (button, label))
  # With its border, a button is wider than its label and begins before it; without, both are the same.
  if outer.width > inner.width and outer.x >= inner.x:
    print ('Skipped: this version of GTK tells wrong places of widgets.')
    sys.exit (77)


def find (match, interface=None, within=None):
  for node in walk (within or frame ()):
    try:
      name = spoken (node)
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


def button (node):
  return action_of (node) and 'button' in node.get_role_name ()


def press (name, within=None, interface=action_of):
  # In GTK 4.8 names contain the underscore of the mnemonic.
  node = wait_for (lambda: find (lambda n: (n.lstrip ('_') + ' ').startswith (name + ' '), interface,
                                 within),
                   'there is a control "%s"' % name)
  node.do_action (0)


def choose_from_menu (item):
  find (lambda n: n == 'Main Menu', focusable).do_action (0)
  entry = wait_for (lambda: find (lambda n: n == item, lambda n: 'menu item' in n.get_role_name ()),
                    'the menu has "%s"' % item)
  entry.do_action (0)


def all_text (node):
  # From 2.50 onwards Accessible also has a method named get_text.
  return Atspi.Text.get_text (node, 0, Atspi.Text.get_character_count (node))


def focusable (node):
  return node.get_state_set ().contains (Atspi.StateType.FOCUSABLE)


def text_of (node):
  try:
    return all_text (node)
  except (AttributeError, GLib.Error):
    return None


def focused (within=None):
  for node in walk (within or frame ()):
    try:
      if node.get_state_set ().contains (Atspi.StateType.FOCUSED):
        return node
    except Exception:
      continue
  return None
