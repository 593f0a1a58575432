#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-measure.py PROGRAM CLI: draws a pendulum by real mouse and key events and measures it with the
# Measure tool: a distance by a drag, an angle by three clicks, a position by keys. Its length is typed
# at the dimension, and locked, and its end dragged. While it swings, the measurements of the saved
# project equal those of the same mechanism written as text. Needs a separate display
# (with-display.sh).

import math
import sys

import drawing

A, B, C, LEVEL = (-0.2, 0.0), (0.0, 0.0), (0.1, 0.1), (0.1, 0.0)
LENGTH = 0.24


def measured (hand):
  hand.key ('l')
  hand.drag (A, B)
  hand.key ('Escape')
  hand.key ('j')
  hand.click (A)
  hand.rest ()
  # The length of a single selected link is shown beside it: a double click on it begins typing.
  hand.click ((-0.1, 0.0))
  hand.rest ()
  x, y = drawing.at ((-0.1, 0.0))
  drawing.xdotool ('mousemove', x, y + 26)
  hand.wait ()
  hand.pointer.double_click ()
  hand.rest ()
  drawing.xdotool ('key', 'ctrl+a')
  drawing.xdotool ('type', '--delay', 20, '--', f'{LENGTH} m')
  hand.key ('Return')
  hand.key ('Escape')
  hand.click ((-0.1, 0.0))
  hand.key ('ctrl+alt+l')
  hand.rest ()
  # The end cannot follow the pointer there, and the link turns instead. The position is on the screen.
  hand.drag ((A[0] + LENGTH, 0.0), (A[0] + 0.19, 0.19), 'ctrl')
  end = (A[0] + LENGTH * math.sqrt (0.5), LENGTH * math.sqrt (0.5))
  hand.key ('n')
  hand.drag (end, C)
  hand.key ('n')
  hand.click (end)
  hand.click (A)
  hand.click (LEVEL)
  hand.key ('n')
  hand.click (end)
  hand.key ('Return')


def main ():
  program, cli = sys.argv[1:]
  bar = drawing.bar (1, A, (A[0] + LENGTH, A[1]))
  end = {'body': 1, 'point': [LENGTH, 0]}
  expected = {
    'linkwright': 1,
    'bodies': [bar],
    'couplings': [{'kind': 'pin', 'bodies': [0, 1], 'at': list (A)}],
    'measurements': [
      {'name': 'Measure 1', 'points': [end, {'body': 0, 'point': list (C)}]},
      {'name': 'Measure 2', 'points': [end, {'body': 1, 'point': [0, 0]},
                                       {'body': 0, 'point': list (LEVEL)}]},
      {'name': 'Measure 3', 'points': [end]},
    ],
  }
  bar['angle'] = 0.25 * math.pi
  names = ['Measure 1.distance', 'Measure 1.rate', 'Measure 2.angle', 'Measure 3.x', 'Measure 3.y']
  drawn, written, actions = drawing.draw (program, cli, measured, expected, names, 2, 0.05)
  # A locked link is placed at the nearest position to 1e-6 m, and swings from there.
  good = drawing.compare (f'measurements ({actions} actions)', drawn, written, len (names),
                          1e-5)
  turned = LENGTH * math.sqrt (0.5)
  start = [math.dist ((A[0] + turned, turned), C), 0, 0.25 * math.pi, A[0] + turned, turned]
  difference = max (abs (abs (a) - abs (b)) for a, b in zip (drawn[0][1:], start))
  print (f'at the start they differ from plane geometry by {difference:.2g}')
  sys.exit (0 if good and difference < 1e-5 else 1)


main ()
