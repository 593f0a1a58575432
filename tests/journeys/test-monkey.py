#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-monkey.py PROGRAM CLI: random pointer and key events on the real window, in rounds of 5000
# with one seed each: one round, or 20 in the same process if LW_TORTURE is set; LW_MONKEY is the
# number of events and LW_SEED the first seed. Every warning and critical message fails the test,
# except those that the toolkit causes itself. After every batch the window must respond. After every
# round it must save, and after undoing all edits it must save the initial mechanism. Needs a separate
# display (with-display.sh).

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import screen
from pointer import Pointer, is_saved

ROUND = 5000         # events; few enough that the history can undo all of their edits
BATCH = 50
PAUSE = 0.004        # s between events, so that frames are drawn between them
CALM_EVERY = 250
ANSWER = 120         # s; sanitizers and busy machines are slow
UNDO_BATCH = 50
# Path for the output of the program, a picture (.png) and the project (.linkwright), if it fails.
LOG = os.environ.get ('LW_LOG')
BAD = 'CRITICAL', 'WARNING', 'ERROR', 'Sanitizer', 'runtime error'
# Messages that GTK 4.8 causes itself: about tooltips and popovers whose surface has been destroyed,
# about pressed widgets in a popover or page that is removed, and about lists that are scrolled before
# they are laid out.
TOOLKIT = ('gdk_surface_get_device_position: assertion', 'Broken accounting of active state',
           'GtkListView failed to scroll to given position')

# Parts of a window of 1280 x 800 (left, top, right, bottom), with their relative frequencies. The
# buttons at the top are left out: they close the window, or open files.
CANVAS = (140, 70, 950, 510)
PLACES = [
  (CANVAS, 70),
  ((12, 62, 128, 510), 8),       # palette
  ((960, 62, 1268, 760), 12),    # sidebar
  ((12, 520, 940, 562), 4),      # transport
  ((12, 566, 940, 760), 4),      # plots
  ((12, 770, 940, 788), 2),      # status line
]

KEYS = {
  'tools': 'v h l p c b j s o w r u d g m f t n a k'.split (),
  'numbers': '0 1 2 3 4 5 6 7 8 9 period minus space m m e'.split (),
  'gesture': 'Return Escape Tab BackSpace Delete Left Right Up Down'.split (),
  'edit': 'ctrl+z ctrl+z ctrl+shift+z ctrl+a ctrl+c ctrl+v ctrl+x ctrl+d F8 F9'.split (),
  'play': 'space Home End comma period'.split (),
}
KEY_WEIGHTS = {'tools': 35, 'numbers': 20, 'gesture': 25, 'edit': 15, 'play': 5}


def place (rand):
  (left, top, right, bottom), = rand.choices ([p for p, _ in PLACES], [w for _, w in PLACES])
  return rand.randrange (left, right), rand.randrange (top, bottom)


def near (rand, x, y):
  """Returns a position near another one, within the window: drops outside are not tested."""
  return min (max (x + round (rand.gauss (0, 60)), 10), 1268), \
    min (max (y + round (rand.gauss (0, 60)), 62), 788)


def events (rand):
  """Yields the names of methods of a pointer, and their arguments, without end."""
  x, y = place (rand)
  pressed = False
  while True:
    chance = rand.random ()
    if chance < 0.35:
      x, y = near (rand, x, y) if rand.random () < 0.7 else place (rand)
      yield 'move', x, y
    elif chance < 0.6:
      pressed = not pressed
      yield 'button', 1, pressed
    elif chance < 0.63:
      yield 'click', rand.choice ([2, 3, 4, 5])
    elif chance < 0.66:
      yield 'hold', rand.choice (['Shift_L', 'Control_L']), rand.random () < 0.5
    else:
      kind, = rand.choices (list (KEY_WEIGHTS), list (KEY_WEIGHTS.values ()))
      # While Ctrl is held, letters are commands for files, and with Shift open the toolkit's inspector.
      yield 'hold', 'Control_L', False
      if kind == 'edit':
        yield 'hold', 'Shift_L', False
      yield 'key', rand.choice (KEYS[kind])


def calm (pointer):
  for name in 'Shift_L', 'Control_L':
    pointer.hold (name, False)
  pointer.button (1, False)
  for _ in range (4):
    pointer.key ('Escape')
    time.sleep (0.02)


class Unreadable (Exception):
  """The command line program refuses the saved project."""


class Monkey:
  def __init__ (self, program, cli, directory):
    self.cli = cli
    self.project = os.path.join (directory, 'monkey.linkwright')
    example = os.path.join (os.environ['LW_EXAMPLES_DIR'], 'four-bar.json')
    subprocess.run ([cli, 'import', '-o', self.project, example], check=True, capture_output=True)
    self.start = self.text ()
    self.errors = open (os.path.join (directory, 'errors'), 'w+')
    self.process = subprocess.Popen ([program, self.project], stderr=self.errors,
                                     stdout=self.errors,
                                     env=dict (os.environ, GTK_A11Y='none', G_DEBUG='gc-friendly'))
    self.window = int (subprocess.run (
      ['xdotool', 'search', '--sync', '--onlyvisible', '--class', 'linkwright'],
      check=True, capture_output=True, text=True).stdout.split ()[0])
    self.pointer = Pointer ()
    self.done = []
    self.longest = 0
    self.heard = 0
    self.complaints = []
    time.sleep (3)

  def text (self):
    """Returns the content of the project, without the view."""
    done = subprocess.run ([self.cli, 'export', self.project], capture_output=True, text=True)
    if done.returncode != 0:
      if LOG and os.path.exists (self.project):
        shutil.copyfile (self.project, LOG + '.linkwright')
      raise Unreadable (f'cannot be exported ({done.returncode}): {done.stderr.strip ()}')
    text = json.loads (done.stdout)
    text.pop ('view', None)
    return text

  def alive (self):
    return self.process.poll () is None

  def answers (self):
    seconds = self.pointer.ping (self.window, ANSWER, self.alive)
    self.longest = max (self.longest, seconds or 0)
    return seconds is not None

  def storm (self, stream, count):
    """Returns a message about the failure, or None."""
    self.done = []
    self.longest = 0
    for event in stream:
      if len (self.done) == count:
        return None
      name, *arguments = event
      getattr (self.pointer, name) (*arguments)
      self.done.append (' '.join (str (word) for word in event))
      time.sleep (PAUSE)
      if len (self.done) % CALM_EVERY == 0:
        calm (self.pointer)
      if len (self.done) % BATCH == 0:
        if not self.answers ():
          return 'does not respond'
        if self.said ():
          return 'reports errors'

  def to_canvas (self):
    """Moves to the canvas, where keys go to the window; a press on the sheet closes popovers."""
    calm (self.pointer)
    self.pointer.move (CANVAS[2] - 5, CANVAS[1] + 5)
    self.pointer.key ('v')
    self.pointer.click ()
    self.pointer.key ('Escape')
    return self.answers ()

  def saves (self):
    """Saves the changes. Returns false if there are none, or if it fails."""
    return self.answers () and not is_saved (self.window) \
      and self.pointer.save (self.window, self.alive)

  def draws (self):
    """Draws a box, because an unchanged project is not saved."""
    self.pointer.key ('b')
    time.sleep (0.1)
    self.pointer.button (1, True)
    for i in range (1, 9):
      self.pointer.move (CANVAS[2] - 5 - 10 * i, CANVAS[1] + 5 + 10 * i)
      time.sleep (0.02)
    self.pointer.button (1, False)
    time.sleep (0.2)

  def undoes (self):
    """Undoes all edits, of which there are at most as many as events."""
    for i in range (0, len (self.done) + 100, UNDO_BATCH):
      for _ in range (UNDO_BATCH):
        self.pointer.key ('ctrl+z')
      if not self.answers ():
        return False
    return True

  def said (self):
    """Returns the complaints of the program so far, from the file to which it appends its output."""
    text = os.pread (self.errors.fileno (), os.fstat (self.errors.fileno ()).st_size - self.heard,
                     self.heard)
    self.heard += len (text)
    self.complaints += [line for line in text.decode (errors='replace').splitlines ()
                        if any (word in line for word in BAD)
                        and not any (word in line for word in TOOLKIT)]
    return self.complaints

  def megabytes (self):
    with open (f'/proc/{self.process.pid}/statm') as file:
      return int (file.read ().split ()[1]) * os.sysconf ('SC_PAGESIZE') / 1e6

  def end (self):
    if self.alive ():
      self.process.kill ()
    self.errors.flush ()
    return self.process.wait ()


def try_it (monkey, seed, count):
  """Returns a message about the failure, or None."""
  start = time.monotonic ()
  failure = monkey.storm (events (random.Random (seed)), count)
  if failure:
    return failure
  seconds = time.monotonic () - start
  if not monkey.to_canvas ():
    return 'does not respond afterwards'
  monkey.draws ()
  if not monkey.saves ():
    return 'does not save'
  bodies = len (monkey.text ().get ('bodies', []))
  if not monkey.undoes () or not monkey.saves ():
    return 'does not save after undo'
  if monkey.text () != monkey.start:
    return 'differs from the start after undoing all edits: ' \
      f'{[key for key in monkey.start if monkey.text ().get (key) != monkey.start[key]]}'
  print (f'seed {seed}: {count} events in {seconds:.0f} s, longest response {monkey.longest:.2f} s, '
         f'saved with {bodies} bodies; {monkey.megabytes ():.0f} MB of memory', flush=True)
  return None


def try_all (monkey, seed, count):
  while count > 0:
    try:
      failure = try_it (monkey, seed, min (count, ROUND))
    except Unreadable as error:
      failure = str (error)
    if failure:
      return f'seed {seed}: {failure}'
    count -= ROUND
    seed += 1
  return None


def main ():
  seed = int (os.environ.get ('LW_SEED', '5'))
  count = int (os.environ.get ('LW_MONKEY')
               or (20 * ROUND if os.environ.get ('LW_TORTURE') else ROUND))
  with tempfile.TemporaryDirectory () as directory:
    monkey = Monkey (*sys.argv[1:3], directory)
    failure = None
    try:
      failure = try_all (monkey, seed, count)
      if failure and LOG:
        screen.save (LOG + '.png')
    finally:
      died = not monkey.alive ()
      code = monkey.end ()
    said = monkey.said ()
    if died or said or failure:
      print (f'FAILED: {failure}{", ended with " + str (code) if died else ""}')
      print ('\n'.join (said[:20]))
      print (f'last of {len (monkey.done)} events: ' + ', '.join (monkey.done[-60:]))
      if LOG:
        monkey.errors.seek (0)
        with open (LOG, 'w') as file:
          file.write (monkey.errors.read ())
      return 1
  return 0


sys.exit (main ())
