#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-monkey.py PROGRAM CLI: random pointer and key events on the real window, with a fixed seed:
# 5000, under LW_TORTURE 100 000; LW_MONKEY says how many and LW_SEED from which seed. Every critical
# fails the test but one that the toolkit gives about tooltips of popovers that are gone; warnings
# are counted. Afterwards the window still answers: it saves,
# and what it saved can be read. Runs on a display of its own (with-display.sh).

import os
import random
import subprocess
import sys
import tempfile
import time

BATCH = 50
WORDS = 'CRITICAL', 'ERROR', 'Sanitizer', 'runtime error'
TOOLKIT = 'gdk_surface_get_device_position: assertion'

# Parts of a window of 1280 x 800 (x, y, width, height), and how often each is hit. The buttons at
# the top are left out: they close the window, or open files.
PLACES = [
  ((140, 70, 810, 440), 70),   # canvas
  ((8, 55, 120, 455), 8),      # palette
  ((960, 60, 310, 700), 12),   # sidebar
  ((10, 520, 930, 42), 4),     # transport
  ((10, 566, 930, 195), 4),    # plots
  ((10, 770, 930, 28), 2),     # status line
]

KEYS = {
  'tools': 'v h l p c b j s o w r u d g m f t n a'.split (),
  'numbers': '0 1 2 3 4 5 6 7 8 9 period minus space m m e'.split (),
  'gesture': 'Return Escape Tab BackSpace Delete Left Right Up Down'.split (),
  'edit': 'ctrl+z ctrl+z ctrl+shift+z ctrl+a ctrl+c ctrl+v ctrl+x ctrl+d F8 F9'.split (),
  'play': 'space Home End comma period'.split (),
}
KEY_WEIGHTS = {'tools': 35, 'numbers': 20, 'gesture': 25, 'edit': 15, 'play': 5}


def place (rand):
  (x, y, width, height), = rand.choices ([p for p, _ in PLACES], [w for _, w in PLACES])
  return rand.randrange (x, x + width), rand.randrange (y, y + height)


def near (rand, x, y):
  return min (max (x + round (rand.gauss (0, 60)), 1), 1278), \
    min (max (y + round (rand.gauss (0, 60)), 50), 798)


def events (rand):
  """Endless: what xdotool does next, one event each."""
  x, y = place (rand)
  pressed = False
  while True:
    chance = rand.random ()
    if chance < 0.35:
      x, y = near (rand, x, y) if rand.random () < 0.7 else place (rand)
      yield f'mousemove {x} {y}'
    elif chance < 0.6:
      pressed = not pressed
      yield 'mousedown 1' if pressed else 'mouseup 1'
    elif chance < 0.63:
      yield f'click {rand.choice ([2, 3, 4, 5])}'
    elif chance < 0.66:
      yield rand.choice (['keyup ctrl\nkeydown shift', 'keyup shift', 'keyup ctrl', 'keyup shift\nkeydown ctrl'])
    else:
      kind, = rand.choices (list (KEY_WEIGHTS), list (KEY_WEIGHTS.values ()))
      # With Shift and Ctrl some keys open the inspector of the toolkit, which is not ours to test.
      yield ('keyup shift\n' if kind == 'edit' else '') + f'key {rand.choice (KEYS[kind])}'


def send (commands):
  subprocess.run (['xdotool', '-'], input='\n'.join (commands) + '\n', text=True, check=True,
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


CALM = ['keyup shift', 'keyup ctrl', 'mouseup 1'] + ['key Escape'] * 4


def main ():
  program, cli = sys.argv[1:3]
  seed = int (os.environ.get ('LW_SEED', '5'))
  count = int (os.environ.get ('LW_MONKEY') or (100000 if os.environ.get ('LW_TORTURE') else 5000))
  example = os.path.join (os.environ['LW_EXAMPLES_DIR'], 'four-bar.json')
  stream = events (random.Random (seed))
  done = []
  # With animations the program has ended in adw_animation_skip () at times; why is not known yet.
  settings = os.path.join (os.environ['XDG_CONFIG_HOME'], 'gtk-4.0')
  os.makedirs (settings, exist_ok=True)
  with open (os.path.join (settings, 'settings.ini'), 'w') as file:
    file.write ('[Settings]\ngtk-enable-animations=false\n')
  with tempfile.TemporaryDirectory () as directory, \
       open (os.path.join (directory, 'errors'), 'w+') as errors:
    project = os.path.join (directory, 'monkey.linkwright')
    subprocess.run ([cli, 'import', '-o', project, example], check=True, capture_output=True)
    process = subprocess.Popen ([program, project], stderr=errors, stdout=errors,
                                env=dict (os.environ, GTK_A11Y='none',
                                         G_DEBUG='gc-friendly'))
    try:
      subprocess.run (['xdotool', 'search', '--sync', '--onlyvisible', '--pid', str (process.pid)],
                      check=True, capture_output=True)
      time.sleep (3)
      start = time.monotonic ()
      while len (done) < count and process.poll () is None:
        batch = [next (stream) for _ in range (min (BATCH, count - len (done)))]
        done += batch
        # Pauses let frames be drawn between the events.
        send ([line for event in batch for line in (event, 'sleep 0.002')]
              + (CALM if len (done) % 250 == 0 else []))
      seconds = time.monotonic () - start
      for _ in range (5):
        send (CALM)
        time.sleep (0.2)
      before = os.path.getmtime (project)
      end = time.monotonic () + 120
      while process.poll () is None and os.path.getmtime (project) == before \
          and time.monotonic () < end:
        # What is not changed is not saved: a box is drawn first.
        send (CALM + ['mousemove 300 200', 'sleep 0.1', 'key b', 'mousedown 1', 'mousemove 340 240',
                      'sleep 0.1', 'mousemove 380 280', 'sleep 0.1', 'mouseup 1', 'key ctrl+s'])
        time.sleep (1)
      answered = process.poll () is None and os.path.getmtime (project) != before
    finally:
      died = process.poll () is not None
      if not died:
        process.kill ()
      code = process.wait ()
    errors.seek (0)
    said = [line for line in errors.read ().splitlines ()
            if any (word in line for word in WORDS) and TOOLKIT not in line]
    errors.seek (0)
    warnings = errors.read ().count ('WARNING')
    readable = subprocess.run ([cli, 'info', project], capture_output=True).returncode in (0, 3)
  print (f'{len (done)} events from seed {seed} in {seconds:.0f} s, {warnings} warnings')
  if died or said or not answered or not readable:
    print (f'FAILED: {"ended with " + str (code) if died else "still there"}, '
           f'{"answers" if answered else "does not answer"}, file '
           f'{"can" if readable else "cannot"} be read')
    print ('\n'.join (said[:20]))
    print ('last events: ' + ', '.join (done[-60:]))
    return 1
  return 0


sys.exit (main ())
