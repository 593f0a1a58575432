#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-springs.py PROGRAM CLI: draws two boxes, a bushing where they overlap and a spring to the ground
# by real mouse and key events on an empty sheet, and presses play: the spring stretches on the screen,
# by the amount computed from the saved project. Needs a separate display (with-display.sh).

import sys
import time

import screen
from drawing import PX_PER_M, Hand, at, positions, save, sheet, take_picture, xdotool
from pointer import ANSWER

# One box hangs from the spring, the other one from the first, so that nothing turns.
BOX, OTHER = ((-0.1, -0.15), (0.1, 0.0)), ((-0.03, -0.2), (0.03, -0.1))
OVERLAP = (0.0, -0.12)
SPRING = ((0.0, -0.05), (0.0, 0.15))


def picture ():
  """Returns the drawing round the spring: rows of grey values."""
  left, top = at ((-0.022, 0.14))
  width, height = round (0.044 * PX_PER_M), round (0.32 * PX_PER_M)
  data = screen.grey (left, top, width, height)
  return [data[i * width:(i + 1) * width] for i in range (height)]


def reach (rows):
  """Returns the lowest row with dark pixels: the bushing on the box that hangs from the spring.
  Outlines of bodies are lighter."""
  return max ((i for i, row in enumerate (rows) if min (row) < 90), default=0)


def draw (hand):
  hand.key ('b')
  hand.drag (*BOX)
  hand.key ('b')
  hand.drag (*OTHER)
  hand.key ('u')
  hand.click (OVERLAP)
  hand.key ('d')
  hand.drag (*SPRING)
  hand.key ('Escape')
  # Clear the selection, which is marked by a ring.
  hand.click ((-0.2, 0.1))
  hand.rest ()


def main ():
  program, cli = sys.argv[1:]
  with sheet (program, cli) as project:
    hand = Hand ()
    draw (hand)
    before = picture ()
    save (hand)
    motion = positions (cli, project, ['Spring 1.length', 'Bushing 1.force', 'Bushing 1.y'], 0.4, 0.01)
    length, force, shift = list (zip (*motion))[1:4]
    # Pictures are rarely taken at the very peak; the rest position is at two thirds of it.
    stretch = PX_PER_M * (max (length) - length[0])
    start = most = reach (before)
    xdotool ('key', 'space')
    begin = time.monotonic ()
    while time.monotonic () < begin + 4 \
        or most - start <= 0.5 * stretch and time.monotonic () < begin + ANSWER:
      most = max (most, reach (picture ()))
    take_picture ()
  print (f'the lowest dark row on the screen is {start} px, and then up to {most} px')
  print (f'the length goes from {length[0]:.4f} m to {max (length):.4f} m; the bushing carries up '
         f'to {max (force):.3g} N and yields by {max (map (abs, shift)):.2g} m')
  stretched = max (length) / length[0]
  good = start > 150 and 0.5 * stretch < most - start < 1.2 * stretch and stretched > 1.05 and max (force) > 1 \
    and 1e-6 < max (map (abs, shift)) < 0.01
  print ('' if good else 'FAILED')
  return 0 if good else 1


sys.exit (main ())
