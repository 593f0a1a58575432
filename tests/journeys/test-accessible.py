#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-accessible.py PROGRAM: uses the program only by the keyboard, and then by the interface for
# screen readers: open an example, play, select a pin, read its live reaction, edit a length, undo,
# save, reopen; and opens the file in a second process. Needs a session bus (dbus-run-session) and a
# separate display (with-display.sh).

import os
import subprocess
import sys
import tempfile
import time

from pointer import ANSWER, Pointer, find_window
from reader import (Atspi, Failure, GLib, PROGRAM_ENVIRONMENT, all_text, button, choose_from_menu, dialog,
                    expect, find, focusable, focused, frame, frames, press, text_of, wait_for, walk)


STANDS = 10  # readings, a tenth of a second apart
EXAMPLE = 'Crank-rocker four-bar'
NOTES = 'A motor turns the crank'


def title ():
  return frame ().get_name ()


def value (name):
  """Returns the number in a row of live values, whose name is "Reaction |F|: 27.8 N"."""
  node = find (lambda n: n.startswith (name + ': '))
  return node.get_name ()[len (name) + 2:] if node is not None else None


def entry (name):
  node = find (lambda n: n == name, lambda n: 'EditableText' in n.get_interfaces ())
  return node


def entry_text (name):
  node = entry (name)
  return all_text (node) if node is not None else None


pointer = Pointer ()
window = None  # number of the main window in X


def key (*keys):
  """Presses keys, and returns when the program has handled them."""
  subprocess.run (['xdotool', 'key', *keys], check=True)
  if pointer.ping (window, ANSWER) is None:
    raise Failure ('the window does not respond')


def commit (name, text):
  """Sets the text of an entry, which must be enough to commit it."""
  entry (name).set_text_contents (text)


def type_into_focus (text, within=None):
  """Types a text, and presses Return once the entry contains it."""
  for _ in range (5):
    key ('ctrl+a')
    subprocess.run (['xdotool', 'type', '--delay', '20', text], check=True)
    # The entry of a file chooser may leave its suggested completion after the cursor (GTK 4.18).
    key ('shift+End', 'Delete')
    end = time.monotonic () + 10
    while text_of (focused (within)) != text and time.monotonic () < end:
      time.sleep (0.1)
    if text_of (focused (within)) == text:
      break
    print ('typed again: the entry contains', text_of (focused (within)))
  key ('Return')


def has_focus (node):
  """Returns true if the node has the focus now, according to the program and not to the cache."""
  try:
    node.clear_cache ()
    return node.get_state_set ().contains (Atspi.StateType.FOCUSED)
  except Exception:
    return False


class Focus:
  """The node that has received the focus, by events of the program: much faster than searching it."""

  def __init__ (self):
    self.node = None
    self.listener = Atspi.EventListener.new (self.note)
    self.listener.register ('object:state-changed:focused')

  def note (self, event):
    if event.detail1:
      self.node = event.source

  def press (self, name, seconds=3):
    """Presses a key, and returns the node that has the focus afterwards."""
    self.node = None
    key (name)
    end = time.monotonic () + seconds
    while time.monotonic () < end:
      while GLib.MainContext.default ().iteration (False):
        pass
      # The event may belong to an earlier key.
      if self.node is not None and has_focus (self.node):
        return self.node
      time.sleep (0.02)
    return focused ()


def go_on (match, what, by):
  """Presses a key until the node with the focus matches."""
  focus = Focus ()
  node = focused ()
  seen = []
  for _ in range (60):
    if node is not None and match (node):
      break
    seen.append (node.get_name () if node is not None else None)
    node = focus.press (by)
  focus.listener.deregister ('object:state-changed:focused')
  if node is None or not match (node) or not has_focus (node):
    print ('the focus was at', seen)
  expect (node is not None and match (node) and has_focus (node), 'the focus moves to ' + what)


def go_to (name, by):
  go_on (lambda node: node.get_name () == name, '"%s"' % name, by)


def reaction_at_start (select, known=None):
  """Returns the reaction of the pin B, with nothing running. The start of a changed run is computed in
  another thread: if the value is not known, reads it until it does not change any more."""
  select ()
  if known is not None:
    return wait_for (lambda: value ('Reaction |F|') == known, 'the reaction is the same, ' + known)
  wait_for (lambda: value ('Reaction |F|'), 'the reaction at the start is shown')
  last = []

  def stands ():
    last.append (value ('Reaction |F|'))
    return len (last) > STANDS and last[-1] if len ({*last[-STANDS:]}) == 1 else None

  return wait_for (stands, 'and is constant')


def open_example ():
  """Opens the example by Return on its card."""
  wait_for (lambda: find (lambda n: n == EXAMPLE, focusable), 'the example is offered')
  # Tab moves to the cards, arrows from card to card.
  go_on (lambda node: node.get_role_name () == 'table cell', 'a card', 'Tab')
  go_to (EXAMPLE, 'Right')
  key ('Return')
  wait_for (lambda: title () == EXAMPLE and entry_text ('Notes').startswith (NOTES), 'Return opens it')


def open_example_by_action ():
  """Opens the example by the action of its card, without the focus and without a key."""
  press (EXAMPLE)
  wait_for (lambda: title () == EXAMPLE and entry_text ('Notes').startswith (NOTES), 'its action opens it')


def give_focus ():
  """Gives the window the focus after a dialog, as a window manager does; the test runs without one. A
   window without the focus takes keys under the pointer, but since GTK 4.18 none of its widgets reports
   the focus."""
  subprocess.run (['xdotool', 'windowfocus', str (window)], check=True)
  wait_for (lambda: frame ().get_state_set ().contains (Atspi.StateType.ACTIVE), 'the window is active')


def type_file_name (what, path):
  chooser = wait_for (lambda: dialog (what), 'the dialog "%s" is open' % what)
  wait_for (lambda: focused (chooser), 'it has the focus')
  if what.startswith ('Open'):
    key ('slash')  # GTK asks for a path
  wait_for (lambda: 'EditableText' in focused (chooser).get_interfaces (), 'a path can be typed')
  type_into_focus (path, chooser)
  wait_for (lambda: dialog (what) is None, 'the dialog has been closed')
  give_focus ()


def by_keyboard (folder):
  path = os.path.join (folder, 'by keyboard.linkwright')
  open_example ()
  wait_for (lambda: focused ().get_name () == 'Canvas', 'the canvas has the focus')
  # Three bodies precede the pins.
  key ('Tab', 'Tab', 'Tab', 'Tab', 'Tab')
  wait_for (lambda: value ('Reaction |F|'), 'Tab moves to a pin')
  # After two turns the forces equal those at the start, but the angle does not.
  first = value ('Motion q')
  key ('space')
  wait_for (lambda: value ('Motion q') != first, 'the space bar plays')
  key ('space')
  key ('Escape', 'Tab')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'Tab moves to the crank')
  # Tab moves through the elements; with Ctrl it leaves the canvas.
  go_to ('Name', 'ctrl+Tab')
  go_to ('Length', 'Tab')
  type_into_focus ('220 mm')
  wait_for (lambda: entry_text ('Length') == '0.220 m', 'the typed text is the length')
  key ('ctrl+z')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'Ctrl+Z undoes it')
  type_into_focus ('230 mm')
  wait_for (lambda: title ().startswith ('●'), 'the window shows unsaved changes')
  go_to ('Canvas', 'ctrl+shift+Tab')

  def select_pin ():
    key ('Escape', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')

  key ('Home')
  reaction = reaction_at_start (select_pin)
  key ('ctrl+s')
  type_file_name ('Save the Mechanism', path)
  wait_for (lambda: not title ().startswith ('●') and os.path.exists (path), 'it is saved')
  key ('alt+Home')
  wait_for (lambda: title () == 'Linkwright', 'Alt+Home goes to the start page')
  key ('ctrl+o')
  type_file_name ('Open a Mechanism', path)
  wait_for (lambda: title () == EXAMPLE, 'it is opened again')
  reaction_at_start (select_pin, reaction)
  key ('Escape', 'Tab')
  wait_for (lambda: entry_text ('Length') == '0.230 m', 'the length is the one that was saved')
  key ('alt+Home')


def by_screen_reader (folder):
  path = os.path.join (folder, 'by screen reader.linkwright')

  def select (name):
    press ('Outline')
    row = wait_for (lambda: find (lambda n: n == name), 'the outline names ' + name)
    row.get_parent ().clear_selection ()
    row.get_parent ().select_child (row.get_index_in_parent ())
    press ('Inspector')

  open_example_by_action ()
  by_outline ()
  press ('To the Start')
  first = reaction_at_start (lambda: select ('B, pin'))
  angle = value ('Motion q')
  press ('Play')
  wait_for (lambda: value ('Motion q') != angle, 'it moves while the mechanism runs')
  press ('Select Crank')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'the crank has its length')
  commit ('Length', '0.21 m')
  wait_for (lambda: entry_text ('Length') == '0.210 m', 'the length has changed')
  press ('Undo')
  wait_for (lambda: entry_text ('Length') == '0.200 m', 'undo restores it')
  commit ('Length', '-1 m')
  wait_for (lambda: find (lambda n: 'greater than zero' in n), 'a length below zero is refused')
  commit ('Length', '0.22 m')
  wait_for (lambda: not find (lambda n: 'greater than zero' in n), 'a valid one is accepted')
  press ('To the Start')
  reaction = reaction_at_start (lambda: select ('B, pin'))
  expect (reaction != first, 'a different length has a different reaction, ' + reaction)

  choose_from_menu ('Save As…')
  chooser = wait_for (lambda: dialog ('Save the Mechanism'), 'the dialog to save is open')
  # GTK 4.14 includes the mark of the mnemonic in the name.
  find (lambda n: n.lstrip ('_') == 'Name:', lambda n: 'EditableText' in n.get_interfaces (),
        chooser).set_text_contents (path)
  press ('Save', chooser, button)
  wait_for (lambda: not title ().startswith ('●') and os.path.exists (path), 'it is saved')
  give_focus ()
  choose_from_menu ('Start Page')
  wait_for (lambda: find (lambda n: n == 'by screen reader', focusable), 'it is a recent file')
  go_to ('by screen reader', 'Tab')
  key ('Return')
  wait_for (lambda: title () == EXAMPLE, 'it is opened again from the recent files')
  reaction_at_start (lambda: select ('B, pin'), reaction)
  press ('Select Crank')
  wait_for (lambda: entry_text ('Length') == '0.220 m', 'the length is the one that was saved')


def rows ():
  """Returns the names of the rows of the outline, from top to bottom."""
  outline = find (lambda n: n == 'Outline', lambda n: 'list' in n.get_role_name ())
  return [n.get_name () for n in walk (outline) if n.get_role_name () == 'list item']


def by_outline ():
  """Checks that the outline is the tree of the mechanism, with elements under their bodies, and that it
  follows edits."""
  press ('Outline')
  whole = ['Crank, body', 'Coupler, body', 'T, tracer', 'Rocker, body',
           'A, pin', 'Motor, motor', 'B, pin', 'C, pin', 'D, pin']
  wait_for (lambda: rows () == whole, 'the outline is the mechanism, body by body')
  row = find (lambda n: n == 'Coupler, body')
  row.get_parent ().clear_selection ()
  row.get_parent ().select_child (row.get_index_in_parent ())
  key ('ctrl+d')
  wait_for (lambda: 'Coupler 2, body' in rows () and 'E, tracer' in rows (),
            'a copy is in the outline, with the elements on it')
  key ('ctrl+z')
  wait_for (lambda: rows () == whole, 'and not after undo')
  by_marks ()
  press ('Inspector')


def row_says (name):
  """Returns the description of a row, such as "hidden, locked"."""
  try:
    row = find (lambda n: n == name, lambda n: n.get_role_name () == 'list item')
    return (row.get_description () or '') if row is not None else None
  except Exception:  # The rows are just being rebuilt.
    return None


def by_marks ():
  """Hides, locks, shows and unlocks an element by the marks of its row; names and row change accordingly."""
  press ('Hide Coupler')
  wait_for (lambda: row_says ('Coupler, body') == 'hidden', 'its row says that it is hidden')
  press ('Lock Coupler')
  wait_for (lambda: row_says ('Coupler, body') == 'hidden, locked', 'and that it is locked')
  wait_for (lambda: find (lambda n: n == 'Hide Coupler') is None, 'its mark has another name now')
  press ('Show Coupler')
  wait_for (lambda: row_says ('Coupler, body') == 'locked', 'its row says that it is shown')
  press ('Unlock Coupler')
  wait_for (lambda: row_says ('Coupler, body') == '', 'and that it is not locked')
  for says in ('locked', 'hidden, locked', 'hidden', ''):
    press ('Undo')
    wait_for (lambda: row_says ('Coupler, body') == says, 'undo reverts one of them')


def start (*files):
  return subprocess.Popen ([sys.argv[1], *files], env=PROGRAM_ENVIRONMENT)


def by_two_processes (process, folder):
  """A second process does not open an open file again; after a kill the file can be opened."""
  path = os.path.join (folder, 'by screen reader.linkwright')
  expect (start (path).wait (ANSWER) == 0, 'a second process hands the file to the first')
  wait_for (lambda: find (lambda n: 'already open' in n), 'the window reports that it is already open')
  expect (len (frames ()) == 1, 'no second window is opened')
  process.kill ()
  process.wait ()
  expect (sorted (os.listdir (folder))
          == ['by keyboard.linkwright', 'by screen reader.linkwright'], 'a kill leaves no other file')
  process = start (path)
  wait_for (lambda: frame () is not None and title () == EXAMPLE, 'it opens again after the kill')
  return process


def main ():
  folder = tempfile.TemporaryDirectory (prefix='linkwright-accessible-')
  global window
  process = start ()
  try:
    wait_for (lambda: frame () is not None and find (lambda n: n == EXAMPLE), 'the window is open')
    window = find_window ()
    time.sleep (1)
    by_keyboard (folder.name)
    by_screen_reader (folder.name)
    process = by_two_processes (process, folder.name)
    expect (process.poll () is None, 'the program is still running')
    subprocess.run (['xdotool', 'key', 'ctrl+q'], check=True)
    expect (process.wait (ANSWER) == 0, 'Ctrl+Q quits it')
  except Failure:
    if os.environ.get ('LW_DUMP'):
      for node in walk (frame ()):
        print (node.get_role_name (), '|', node.get_name ())
    return 1
  finally:
    if process.poll () is None:
      process.kill ()
      process.wait ()
    folder.cleanup ()
  return 0


sys.exit (main ())
