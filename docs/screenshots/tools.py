#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools.py PROGRAM CLI SCHEMAS FOLDER [NAME ...]: takes pictures of every tool (or the named ones) in
# the middle of its gesture, in light and dark, by real mouse and key events. Needs a separate display
# with room for the shadow round the window: tests/with-display.sh, LW_SCREEN=1290x810x24.

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert (0, os.path.join (os.path.dirname (__file__), '../../tests/journeys'))
import drawing  # noqa: E402

WIDTH, HEIGHT = 1280, 800
SHADOW = 5  # px
PICTURE = '640x474+5+52'  # palette and canvas up to the transport
ROPE = (102, 445)  # position of its button; this tool has no key
COLOURS = 64

# Pins of a four-bar in the visible part of the canvas, m.
A, B, C, D = (-0.32, -0.1), (-0.26, 0.0), (-0.12, 0.06), (-0.08, -0.1)
E, F = (-0.32, -0.04), (-0.1, 0.06)
CROSSING = (-0.202, -0.04)


def middle (a, b, share=0.5):
  return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


class Hand (drawing.Hand):
  """A hand that can also stop in the middle of a gesture."""

  def over (self, point):
    def do ():
      near = (point[0] + 0.01, point[1] + 0.01)
      drawing.xdotool ('mousemove', *drawing.at (near))
      self.wait (0.1)
      drawing.xdotool ('mousemove', *drawing.at (point))
    self.act (do)

  def hold (self, start, end):
    def do ():
      drawing.xdotool ('mousemove', *drawing.at (start))
      self.wait ()
      drawing.xdotool ('mousedown', 1)
      for i in range (1, 9):
        drawing.xdotool ('mousemove', *drawing.at (middle (start, end, i / 8)))
        self.wait (0.05)
    self.act (do)

  def let_go (self):
    self.key ('Escape')
    drawing.xdotool ('mouseup', 1)
    for _ in range (2):
      self.key ('Escape')


def four_bar (hand):
  hand.key ('l')
  hand.drag (A, B)
  hand.click (C)
  hand.click (D)
  hand.key ('Escape')
  for point in (A, D):
    hand.key ('j')
    hand.click (point)
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def two_links (hand):
  hand.key ('l')
  hand.drag (E, (-0.14, -0.04))
  hand.key ('Escape')
  hand.key ('l')
  hand.drag ((-0.26, 0.1), F)
  hand.key ('Escape')
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def crossed_links (hand):
  hand.key ('l')
  hand.drag ((-0.3, -0.04), (-0.04, -0.04))
  hand.key ('Escape')
  hand.key ('l')
  hand.drag ((-0.26, 0.12), (-0.18, -0.1))
  hand.key ('Escape')
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def two_discs (hand):
  for centre, rim in (((-0.26, 0.0), (-0.18, 0.0)), ((-0.08, 0.0), (-0.04, 0.0))):
    hand.key ('c')
    hand.drag (centre, rim)
    hand.key ('j')
    hand.click (centre)
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def box_on_ground (hand):
  hand.key ('b')
  hand.drag ((-0.26, 0.06), (-0.1, -0.06))
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def two_boxes (hand):
  for corner, opposite in (((-0.28, 0.04), (-0.08, -0.08)), ((-0.24, 0.16), (-0.12, 0.06))):
    hand.key ('b')
    hand.drag (corner, opposite)
  hand.key ('v')
  hand.click ((-0.36, 0.16))


def nothing (hand):
  pass


def select (hand):
  hand.click ((-0.22, 0.02))
  hand.over ((-0.1, 0.06))


def pull (hand):
  hand.key ('h')
  hand.hold (middle (B, C), (-0.2, 0.1))


def link (hand):
  hand.key ('l')
  hand.drag (E, (-0.26, 0.08))
  hand.over ((-0.1, 0.02))


def polygon (hand):
  hand.key ('p')
  for point in ((-0.3, -0.1), (-0.06, -0.1), (-0.02, 0.04)):
    hand.click (point)
  hand.over ((-0.18, 0.12))


def dragged (key, start, end):
  def do (hand):
    hand.key (key)
    hand.hold (start, end)
  return do


def hovered (key, point):
  def do (hand):
    hand.key (key)
    hand.over (point)
  return do


def contact (hand):
  hand.key ('k')
  hand.click ((-0.18, 0.11))
  hand.over ((-0.18, 0.0))


def gear (hand):
  hand.key ('g')
  hand.click ((-0.26, 0.0))
  hand.over ((-0.08, 0.0))


def measure (hand):
  hand.key ('n')
  hand.click (A)
  hand.click (B)
  hand.over (C)


def rope (hand):
  hand.act (lambda: drawing.xdotool ('mousemove', *ROPE, 'click', 1))
  hand.hold ((-0.3, 0.16), (-0.18, 0.06))


# The preparation and the gesture of each tool.
tools = {
  'select': (box_on_ground, select),
  'hand': (four_bar, pull),
  'link': (nothing, link),
  'polygon': (nothing, polygon),
  'box': (nothing, dragged ('b', (-0.32, 0.08), (-0.12, -0.06))),
  'disc': (nothing, dragged ('c', (-0.24, 0.0), (-0.18, 0.08))),
  'ground': (two_links, hovered ('a', middle (E, (-0.14, -0.04)))),
  'pin': (crossed_links, hovered ('j', CROSSING)),
  'slider': (box_on_ground, dragged ('s', (-0.18, 0.0), (-0.1, 0.0))),
  'slot': (crossed_links, dragged ('o', CROSSING, (-0.1, -0.04))),
  'weld': (crossed_links, hovered ('w', CROSSING)),
  'bushing': (two_links, dragged ('u', (-0.14, -0.04), (-0.26, 0.1))),
  'rod': (two_links, dragged ('r', (-0.14, -0.04), F)),
  'gear': (two_discs, gear),
  'contact': (two_boxes, contact),
  'spring': (two_links, dragged ('d', E, (-0.26, 0.1))),
  'force': (four_bar, dragged ('f', middle (B, C), (-0.1, 0.16))),
  'motor': (four_bar, hovered ('m', D)),
  'rope': (box_on_ground, rope),
  'measure': (four_bar, measure),
  'tracer': (four_bar, dragged ('t', middle (B, C), (-0.18, 0.12))),
}


def write_settings (style):
  folder = os.path.join (os.environ['XDG_CONFIG_HOME'], 'glib-2.0/settings')
  os.makedirs (folder, exist_ok=True)
  with open (os.path.join (folder, 'keyfile'), 'w') as file:
    file.write (f'[org/linkwright/Linkwright]\nstyle=\'{style}\'\n'
                f'window-width={WIDTH + 2 * SHADOW}\nwindow-height={HEIGHT + 2 * SHADOW}\n')


def take (path):
  subprocess.run (['import', '-window', 'root', '-crop', PICTURE, '+repage', '-strip', '-dither',
                   'none', '-colors', str (COLOURS), f'PNG8:{path}'], check=True)


def take_all (program, project, environment, folder, style, names):
  write_settings (style)
  process = subprocess.Popen ([program, project], env=environment)
  try:
    drawing.run ('xdotool', 'search', '--sync', '--onlyvisible', '--pid', str (process.pid))
    Hand ().rest ()
    for name in names:
      hand = Hand ()
      before, gesture = tools[name]
      before (hand)
      gesture (hand)
      hand.rest ()
      take (os.path.join (folder, f'{name}-{style}.png'))
      hand.let_go ()
      for _ in range (hand.actions):
        drawing.xdotool ('key', 'ctrl+z')
      hand.rest ()
  finally:
    process.kill ()
    process.wait ()


def main ():
  program, cli, schemas, folder, *names = sys.argv[1:]
  os.makedirs (folder, exist_ok=True)
  environment = dict (os.environ, GSETTINGS_SCHEMA_DIR=schemas, GSETTINGS_BACKEND='keyfile',
                      GSK_RENDERER='cairo', GDK_DEBUG='gl-disable', GTK_A11Y='none',
                      DBUS_SESSION_BUS_ADDRESS='disabled:')
  # The window includes its shadow and is in the corner of the screen.
  drawing.ORIGIN = tuple (c + SHADOW for c in drawing.ORIGIN)
  icons = os.path.join (os.environ['XDG_DATA_HOME'], 'icons')
  config = os.path.join (os.environ['XDG_CONFIG_HOME'], 'gtk-4.0')
  os.makedirs (icons, exist_ok=True)
  os.makedirs (config, exist_ok=True)
  with open (os.path.join (config, 'settings.ini'), 'w') as file:
    file.write ('[Settings]\ngtk-font-name=Cantarell 11\ngtk-cursor-blink=0\n')
  with tempfile.TemporaryDirectory () as directory:
    empty, project = (os.path.join (directory, name) for name in ('empty.json', 'sheet.linkwright'))
    with open (empty, 'w') as file:
      json.dump ({'linkwright': 1, 'bodies': []}, file)
    drawing.run (cli, 'import', '-o', project, empty)
    for style in ('light', 'dark'):
      take_all (program, project, environment, folder, style, names or tools)


main ()
