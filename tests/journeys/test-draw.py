#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-draw.py PROGRAM CLI: draws a crank-rocker with motor and tracer by real mouse and key events on
# an empty sheet in at most 12 actions, saves it, and compares its motion with that of the same
# mechanism written as text. Needs a separate display (with-display.sh).

import math
import sys

from drawing import bar, compare, draw

# Pins at the start, m; all of them are on the grid.
A, B, C, D = (-0.24, -0.1), (-0.14, -0.1), (0.1, 0.14), (0.16, -0.1)
ON_COUPLER, TRACED = (-0.02, 0.02), (-0.1, 0.1)


def crank_rocker (hand):
  hand.key ('l')
  hand.drag (A, B)
  hand.click (C)
  hand.click (D)
  hand.key ('j')
  hand.click (A)
  hand.key ('j')
  hand.click (D)
  hand.key ('m')
  hand.click (A)
  hand.key ('t')
  hand.drag (ON_COUPLER, TRACED)


def reference ():
  """Returns the mechanism as text, computed from the positions of its pins."""
  lengths = math.dist (A, B), math.dist (B, C), math.dist (C, D)
  angle = math.atan2 (C[1] - B[1], C[0] - B[0])
  dx, dy = TRACED[0] - B[0], TRACED[1] - B[1]
  return {
    'linkwright': 1,
    'bodies': [bar (1, A, B), bar (2, B, C), bar (3, C, D)],
    'couplings': [
      {'id': 1, 'kind': 'pin', 'bodies': [1, 2], 'points': [[lengths[0], 0], [0, 0]]},
      {'id': 2, 'kind': 'pin', 'bodies': [2, 3], 'points': [[lengths[1], 0], [0, 0]]},
      {'id': 3, 'kind': 'pin', 'bodies': [0, 1], 'points': [list (A), [0, 0]]},
      {'id': 4, 'kind': 'pin', 'bodies': [0, 3], 'points': [list (D), [lengths[2], 0]]},
      {'id': 5, 'kind': 'motor', 'joint': 3, 'function': 2 * math.pi},
    ],
    'tracers': [{
      'id': 1,
      'name': 'Tracer 1',
      'body': 2,
      'point': [dx * math.cos (angle) + dy * math.sin (angle),
                dy * math.cos (angle) - dx * math.sin (angle)],
    }],
  }


def main ():
  channels = [f'Link {i}.{c}' for i in (1, 2, 3) for c in ('x', 'y', 'angle')]
  channels += ['Tracer 1.x', 'Tracer 1.y']
  drawn, expected, actions = draw (*sys.argv[1:], crank_rocker, reference (), channels, 2, 0.05)
  print (f'{actions} actions')
  good = compare ('crank-rocker', drawn, expected, len (channels), moves=0.1)
  return 0 if good and actions <= 12 and len (drawn) >= 41 else 1


sys.exit (main ())
