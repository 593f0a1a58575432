#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-build.py PROGRAM CLI [NAME ...]: draws mechanisms by real mouse and key events on empty sheets,
# saves them, and compares their motion with that of the same mechanism written as text: a
# slider-crank, Jansen's leg, a scissor lift of four stages, a toggle clamp with a stop, and a
# four-bar drawn only with keys. Needs a separate display (with-display.sh).

import math
import sys

import drawing

SPEED = 2 * math.pi  # rad/s, default of a motor


def meet (p, r, q, s, side):
  """Returns the intersection of circles about p and q to the left (side 1) or right (side -1) of the
  line from p to q."""
  d = math.dist (p, q)
  a = (r * r - s * s + d * d) / (2 * d)
  h = side * math.sqrt (r * r - a * a)
  ex, ey = (q[0] - p[0]) / d, (q[1] - p[1]) / d
  return p[0] + a * ex - h * ey, p[1] + a * ey + h * ex


def pin (number, a, b, place_a, place_b):
  return {'id': number, 'kind': 'pin', 'bodies': [a, b], 'points': [place_a, place_b]}


def joined_bars (bars, ground, extra=()):
  """Returns bars between points. At each point all bars that end there are pinned to the first one,
  which is pinned to the ground if the point is in `ground`; `extra`: (first bar, second bar, point)."""
  bodies = [drawing.bar (i + 1, *ends) for i, ends in enumerate (bars)]
  couplings = []
  first = {}

  def place (number, point):
    start, end = bars[number - 1]
    length = math.dist (start, end)
    along = ((point[0] - start[0]) * (end[0] - start[0])
             + (point[1] - start[1]) * (end[1] - start[1])) / length
    return [along, 0]

  for i, ends in enumerate (bars):
    for point in ends:
      if point in first:
        couplings.append (pin (len (couplings) + 1, first[point], i + 1,
                               place (first[point], point), place (i + 1, point)))
      else:
        first[point] = i + 1
        if point in ground:
          couplings.append (pin (len (couplings) + 1, 0, i + 1, list (point),
                                 place (i + 1, point)))
  for a, b, point in extra:
    couplings.append (pin (len (couplings) + 1, a, b, place (a, point), place (b, point)))
  return {'linkwright': 1, 'bodies': bodies, 'couplings': couplings}


def find_pin (mechanism, a, b):
  return next (c['id'] for c in mechanism['couplings'] if c['bodies'] == [a, b])


def add (mechanism, **coupling):
  mechanism['couplings'].append (dict (coupling, id=len (mechanism['couplings']) + 1))


def coordinates (n):
  return [f'Link {i + 1}.{c}' for i in range (n) for c in ('x', 'y', 'angle')]


# ---- slider-crank -------------------------------------------------------------------------------

A, B, C = (-0.2, 0.0), (-0.2, 0.08), (0.1, 0.0)


def slider_crank (hand):
  hand.key ('l')
  hand.drag (A, B)
  hand.click (C)
  hand.key ('Escape')
  hand.key ('b')
  hand.drag ((0.04, 0.04), (0.16, -0.04))
  hand.key ('j')
  hand.click (C)
  hand.key ('s')
  hand.drag ((0.14, 0.0), (0.24, 0.0))
  hand.key ('j')
  hand.click (A)
  hand.key ('m')
  hand.click (A)


def written_slider_crank ():
  mechanism = joined_bars ([(A, B), (B, C)], {A})
  mass = drawing.DENSITY * drawing.THICKNESS * 0.12 * 0.08
  mechanism['bodies'].append ({'id': 3, 'name': 'Box 1', 'mass': mass, 'position': list (C),
                               'inertia': mass * (0.12 ** 2 + 0.08 ** 2) / 12})
  add (mechanism, kind='pin', bodies=[2, 3], points=[[math.dist (B, C), 0], [0, 0]])
  add (mechanism, kind='slider', bodies=[0, 3], frames=[{'point': list (C)}, {'point': [0, 0]}])
  add (mechanism, kind='motor', joint=find_pin (mechanism, 0, 1), function=SPEED)
  return mechanism


# ---- Jansen's leg -------------------------------------------------------------------------------

UNIT = 0.0025  # m
O = (0.06, 0.06)
lengths = dict (a=38, b=41.5, c=39.3, d=40.1, e=55.8, f=39.4, g=36.7, h=65.7, i=49, j=50, k=61.9,
                l=7.8, m=15)
J = {name: UNIT * length for name, length in lengths.items ()}
JA = (O[0] - J['a'], O[1] - J['l'])
JM = (O[0] + J['m'], O[1])
JP = meet (JA, J['b'], JM, J['j'], 1)
JQ = meet (JA, J['c'], JM, J['k'], -1)
JR = meet (JA, J['d'], JP, J['e'], 1)
JS = meet (JR, J['f'], JQ, J['g'], -1)
JT = meet (JS, J['h'], JQ, J['i'], -1)
jansen_bars = [(O, JM), (JM, JP), (JP, JA), (JA, JQ), (JQ, JM), (JA, JR), (JR, JP), (JR, JS),
               (JS, JQ), (JQ, JT), (JT, JS)]


def jansen (hand):
  """Draws Jansen's leg: types length and angle for a new joint, and clicks an existing one."""
  known = set ()
  hand.key ('l')
  hand.enter (*O)
  known.add (O)
  last = O
  for start, end in jansen_bars:
    if start != last:
      hand.key ('Escape')
      hand.key ('l')
      hand.click (start)
    if end in known:
      hand.click (end)
    else:
      hand.enter_line (start, end)
      known.add (end)
    last = end
    if end == JA:
      # While only one bar ends there, the pin connects it to the ground.
      hand.key ('Escape')
      hand.key ('j')
      hand.click (JA)
      last = None
  hand.key ('Escape')
  hand.key ('j')
  hand.click (O)
  hand.key ('m')
  hand.click (O)


def written_jansen ():
  mechanism = joined_bars (jansen_bars, {O, JA})
  add (mechanism, kind='motor', joint=find_pin (mechanism, 0, 1), function=SPEED)
  return mechanism


# ---- scissor lift -------------------------------------------------------------------------------

STAGES, WIDTH, HEIGHT = 4, 0.24, 0.08
LEFT, BOTTOM = -0.12, -0.16


def corner (side, level):
  return round (LEFT + WIDTH * side, 6), round (BOTTOM + HEIGHT * level, 6)


scissor_bars = [(corner (side, level), corner (1 - side, level + 1))
                for level in range (STAGES) for side in (0, 1)]
crossings = [(2 * level + 1, 2 * level + 2,
              (round (LEFT + WIDTH / 2, 6), round (BOTTOM + HEIGHT * (level + 0.5), 6)))
             for level in range (STAGES)]


def scissor (hand):
  for start, end in scissor_bars:
    hand.key ('l')
    hand.drag (start, end)
    hand.key ('Escape')
  for _, _, point in crossings:
    hand.key ('j')
    hand.click (point)
  hand.key ('j')
  hand.click (corner (0, 0))
  hand.key ('o')
  hand.drag (corner (1, 0), (corner (1, 0)[0] + 0.1, corner (1, 0)[1]))
  hand.key ('m')
  hand.click (corner (0, 0))


def written_scissor ():
  mechanism = joined_bars (scissor_bars, {corner (0, 0)}, crossings)
  start = corner (1, 0)
  add (mechanism, kind='pin in slot', bodies=[0, 2],
       frames=[{'point': list (start)}, {'point': [0, 0]}])
  # The slot is along x; the frame on the bar turns with the pin, so that only its point matters.
  add (mechanism, kind='motor', joint=find_pin (mechanism, 0, 1), function=SPEED)
  return mechanism


# ---- toggle clamp -------------------------------------------------------------------------------

G, K, L, N = (-0.2, -0.1), (-0.1, 0.02), (0.08, 0.04), (0.16, -0.1)
# Beyond the knee in its direction of motion: the knee approaches it at first, and reaches the initial
# distance again before the toggle.
STOP = (-0.04, 0.16)


def toggle_clamp (hand):
  """Draws handle G-K, bar K-L and arm L-N: a force drives the knee towards the toggle until a rope
  stops it."""
  hand.key ('l')
  hand.drag (G, K)
  hand.click (L)
  hand.click (N)
  hand.key ('Escape')
  for point in (G, N):
    hand.key ('j')
    hand.click (point)
  hand.key ('r')
  hand.drag (STOP, K, 'shift')
  hand.key ('f')
  hand.drag (K, (K[0], K[1] + 0.1))


def written_toggle_clamp ():
  mechanism = joined_bars ([(G, K), (K, L), (L, N)], {G, N})
  add (mechanism, kind='rope', bodies=[0, 1], points=[list (STOP), [math.dist (G, K), 0]],
       length=math.dist (STOP, K))
  mechanism['forces'] = [{'id': 1, 'kind': 'force', 'body': 2, 'point': [0, 0], 'force': [0, 10]}]
  return mechanism


# ---- four-bar by keys ---------------------------------------------------------------------------

FA, FB, FC, FD = (-0.24, -0.1), (-0.14, -0.1), (0.1, 0.14), (0.16, -0.1)
ON_COUPLER, TRACED = (-0.02, 0.02), (-0.1, 0.1)


def four_bar_by_keys (hand):
  hand.key ('l')
  hand.enter (*FA)
  hand.enter_line (FA, FB)
  hand.enter_line (FB, FC)
  hand.enter_line (FC, FD)
  hand.key ('Escape')
  for point in (FA, FD):
    hand.key ('j')
    hand.enter (*point)
  hand.key ('m')
  hand.enter (*FA)
  hand.key ('t')
  hand.enter (*ON_COUPLER)
  hand.enter_line (ON_COUPLER, TRACED)


def written_four_bar ():
  mechanism = joined_bars ([(FA, FB), (FB, FC), (FC, FD)], {FA, FD})
  angle = math.atan2 (FC[1] - FB[1], FC[0] - FB[0])
  dx, dy = TRACED[0] - FB[0], TRACED[1] - FB[1]
  add (mechanism, kind='motor', joint=find_pin (mechanism, 0, 1), function=SPEED)
  mechanism['tracers'] = [{'id': 1, 'name': 'Tracer 1', 'body': 2,
                           'point': [dx * math.cos (angle) + dy * math.sin (angle),
                                     dy * math.cos (angle) - dx * math.sin (angle)]}]
  return mechanism


mechanisms = {
  'slider-crank': (slider_crank, written_slider_crank,
                   coordinates (2) + ['Box 1.x', 'Box 1.y', 'Box 1.angle'], 2, 0.05),
  'jansen': (jansen, written_jansen, coordinates (len (jansen_bars)), 2, 0.05),
  'scissor': (scissor, written_scissor, coordinates (len (scissor_bars)), 0.15, 0.01),
  'toggle-clamp': (toggle_clamp, written_toggle_clamp, coordinates (3), 0.3, 0.01),
  'four-bar-by-keys': (four_bar_by_keys, written_four_bar,
                       coordinates (3) + ['Tracer 1.x', 'Tracer 1.y'], 2, 0.05),
}


def main ():
  program, cli, *names = sys.argv[1:]
  good = True
  for name in names or mechanisms:
    draw_it, write, channels, until, every = mechanisms[name]
    drawn, expected, actions = drawing.draw (program, cli, draw_it, write (), channels, until, every)
    good = drawing.compare (f'{name}, {actions} actions', drawn, expected, len (channels)) and good
  return 0 if good else 1


sys.exit (main ())
