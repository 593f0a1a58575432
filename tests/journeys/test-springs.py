#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-springs.py PROGRAM CLI: two boxes, a bushing where they overlap and a spring to the ground
# are drawn by real mouse and key events on an empty sheet; play is pressed, and the spring is seen
# to stretch. What was saved is compared. Runs on a display of its own (with-display.sh).

import sys
import time

import screen
from drawing import PX_PER_M, Hand, at, positions, save, sheet, take_picture, xdotool
from pointer import ANSWER

# One box hangs from the spring, the other from it; so nothing turns.
BOX, OTHER = ((-0.1, -0.15), (0.1, 0.0)), ((-0.03, -0.2), (0.03, -0.1))
OVERLAP = (0.0, -0.12)
SPRING = ((0.0, -0.05), (0.0, 0.15))


def picture ():
  """The drawing round the spring: rows of grey values."""
  left, top = at ((-0.022, 0.14))
  width, height = round (0.044 * PX_PER_M), round (0.32 * PX_PER_M)
  data = screen.grey (left, top, width, height)
  return [data[i * width:(i + 1) * width] for i in range (height)]


def reach (rows):
  """How far down there is ink, px: the bushing on what the spring carries. Outlines of bodies are
  lighter."""
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
  # What is chosen has a ring; nothing is.
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
    # Seldom is a picture taken at the very peak; where it comes to rest is two thirds of that.
    stretch = PX_PER_M * (max (length) - length[0])
    start = most = reach (before)
    xdotool ('key', 'space')
    begin = time.monotonic ()
    while time.monotonic () < begin + 4 \
        or most - start <= 0.5 * stretch and time.monotonic () < begin + ANSWER:
      most = max (most, reach (picture ()))
    take_picture ()
  print (f'what hangs from the spring is seen {start} px down, and then up to {most} px')
  print (f'its length goes from {length[0]:.4f} m to {max (length):.4f} m; the bushing carries up '
         f'to {max (force):.3g} N and gives way by {max (map (abs, shift)):.2g} m')
  stretched = max (length) / length[0]
  good = start > 150 and 0.5 * stretch < most - start < 1.2 * stretch and stretched > 1.05 and max (force) > 1 \
    and 1e-6 < max (map (abs, shift)) < 0.01
  print ('' if good else 'FAILED')
  return 0 if good else 1


sys.exit (main ())
