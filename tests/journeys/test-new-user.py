#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-new-user.py PROGRAM CLI [NAME ...]: does tasks of a new user by real mouse and key events on empty
# sheets, each in a limited number of actions, and saves them. The saved project must have the
# joints, between the right bodies, and the degrees of freedom of the task, and move by its closed form.
# Needs a separate display (with-display.sh).

import json
import math
import sys

import drawing

SPEED = 2 * math.pi  # rad/s, default of a motor
GRAVITY = 9.81  # m/s2, of an empty sheet

# Buttons of the palette for tools without a key, px from the upper left corner of the window.
PALETTE = {
  'belt': (39, 530), 'geneva': (97, 568), 'two links': (97, 606), 'groove': (97, 682),
}


class Failure (Exception):
  pass


def expect (condition, what):
  if not condition:
    raise Failure (what)


def near (value, expected, tolerance, what):
  expect (abs (value - expected) <= tolerance, f'{what} is {value:.9g}, not {expected:.9g}')


def choose (hand, tool):
  """Clicks the button of a tool in the palette."""
  hand.act (lambda: drawing.xdotool ('mousemove', *PALETTE[tool], 'click', 1))


class Saved:
  """A saved project, read by linkwright-cli."""

  def __init__ (self, cli, path):
    self.cli, self.path = cli, path
    self.text = json.loads (drawing.run (cli, 'export', path))
    self.names = {body['id']: body['name'] for body in self.text['bodies']}
    self.names[0] = 'Ground'

  def joints (self):
    """Returns kind and names of the bodies of every coupling that names bodies."""
    return sorted ((c['kind'],) + tuple (self.names[i] for i in c['bodies'])
                   for c in self.text.get ('couplings', []) if 'bodies' in c)

  def expect_joints (self, *joints):
    expect (self.joints () == sorted (joints), f'the joints are {self.joints ()}')

  def freedoms (self):
    info = json.loads (drawing.run (self.cli, 'info', '--json', self.path))
    return info['freedoms_by_rank']

  def expect_freedoms (self, n):
    expect (self.freedoms () == n, f'there are {self.freedoms ()} degrees of freedom, not {n}')

  def body (self, name):
    return next (body for body in self.text['bodies'] if body['name'] == name)

  def length (self, name):
    points = self.body (name)['shape']['points']
    return math.dist (*points)

  def run (self, channels, until, every):
    return drawing.positions (self.cli, self.path, channels, until, every)


# ---- Chebyshev's straight line by typed lengths -----------------------------------------------------

# The lengths are as 4 : 5 : 2 : 5; the crank may begin at any angle.
CA, CD = (-0.1, -0.1), (0.1, -0.1)
ROCKER, COUPLER, START = 0.25, 0.1, math.radians (60)


def rocker_end (angle):
  return CA[0] + ROCKER * math.cos (angle), CA[1] + ROCKER * math.sin (angle)


CB = rocker_end (START)


def meet (p, r, q, s, side):
  """Returns the intersection of circles about p and q to the left (side 1) or right (side -1) of the
  line from p to q."""
  d = math.dist (p, q)
  a = (r * r - s * s + d * d) / (2 * d)
  h = side * math.sqrt (max (r * r - a * a, 0))
  ex, ey = (q[0] - p[0]) / d, (q[1] - p[1]) / d
  return p[0] + a * ex - h * ey, p[1] + a * ey + h * ex


def middle (b):
  c = meet (b, COUPLER, CD, ROCKER, -1)
  return [(x + y) / 2 for x, y in zip (b, c)]


def chebyshev (hand):
  hand.key ('l')
  hand.click (CA)
  hand.enter (ROCKER, math.degrees (START))
  hand.key ('Escape')
  hand.key ('j')
  hand.click (CA)
  choose (hand, 'two links')
  hand.click (CB)
  hand.click (CD)
  # The links meet on the side of the pointer.
  hand.move ((-0.15, 0.1))
  hand.enter (COUPLER, ROCKER)
  hand.key ('t')
  hand.click (middle (CB))


def check_chebyshev (saved):
  saved.expect_joints (('pin', 'Ground', 'Link 1'), ('pin', 'Link 1', 'Link 2'),
                       ('pin', 'Link 2', 'Link 3'), ('pin', 'Ground', 'Link 3'))
  saved.expect_freedoms (1)
  for name, length in ('Link 1', ROCKER), ('Link 2', COUPLER), ('Link 3', ROCKER):
    near (saved.length (name), length, 1e-12, f'the length of {name}')
  rows = saved.run (['Link 1.angle', 'Tracer 1.x', 'Tracer 1.y'], 2, 0.02)
  for _, angle, x, y in rows:
    point = middle (rocker_end (angle))
    near (math.dist ((x, y), point), 0, 1e-7, 'the distance of the tracer from its path')
  straight = [y - CD[1] for _, _, x, y in rows if abs (x) < CD[0]]
  expect (len (straight) > 10, 'the tracer does not reach the straight part of its path')
  # At both ends and in the middle the path is as high as the pins are apart.
  expect (max (abs (y - 2 * CD[0]) for y in straight) < 0.005 * 2 * CD[0], 'the path is not straight')


# ---- six-bar ----------------------------------------------------------------------------------------

SA, SB, SC, SD = (-0.24, -0.1), (-0.14, -0.1), (0.1, 0.14), (0.16, -0.1)
ON_ROCKER = tuple ((a + b) / 2 for a, b in zip (SC, SD))
SE, SF = (0.26, 0.14), (0.32, -0.1)


def six_bar (hand):
  hand.key ('l')
  hand.drag (SA, SB)
  hand.click (SC)
  hand.click (SD)
  for point in (SA, SD):
    hand.key ('j')
    hand.click (point)
  choose (hand, 'two links')
  hand.click (ON_ROCKER)
  hand.click (SF)
  hand.click (SE)
  hand.key ('m')
  hand.click (SA)


def check_six_bar (saved):
  saved.expect_joints (('pin', 'Link 1', 'Link 2'), ('pin', 'Link 2', 'Link 3'),
                       ('pin', 'Ground', 'Link 1'), ('pin', 'Ground', 'Link 3'),
                       ('pin', 'Link 3', 'Link 4'), ('pin', 'Ground', 'Link 5'),
                       ('pin', 'Link 4', 'Link 5'))
  saved.expect_freedoms (0)
  r, s = math.dist (ON_ROCKER, SE), math.dist (SF, SE)
  rows = saved.run (['Link 1.angle', 'Link 5.angle'], 2, 0.02)
  for time, crank, output in rows:
    near (crank - rows[0][1], SPEED * time, 1e-7, 'the angle of the crank')
    b = [a + math.dist (SA, SB) * f for a, f in zip (SA, (math.cos (crank), math.sin (crank)))]
    c = meet (b, math.dist (SB, SC), SD, math.dist (SC, SD), 1)
    e = meet ([(x + y) / 2 for x, y in zip (c, SD)], r, SF, s, 1)
    expected = math.atan2 (e[1] - SF[1], e[0] - SF[0])
    near (math.remainder (output - expected, 2 * math.pi), 0, 1e-7, 'the error of the output angle')


# ---- gear pair and belt -----------------------------------------------------------------------------

FIRST, SECOND, RADII = (-0.2, 0.0), (0.0, 0.0), (0.06, 0.14)
FAR = (0.2, 0.0)


def two_discs (hand, second):
  for point, radius in (FIRST, RADII[0]), (second, RADII[1]):
    hand.key ('c')
    hand.drag (point, (point[0], point[1] + radius))
  for point in FIRST, second:
    hand.key ('j')
    hand.click (point)


def gear_pair (hand):
  two_discs (hand, SECOND)
  hand.key ('g')
  hand.click (FIRST)
  hand.click (SECOND)
  hand.key ('m')
  hand.click (FIRST)


def belt (hand):
  two_discs (hand, FAR)
  choose (hand, 'belt')
  hand.click (FIRST)
  hand.click (FAR)
  hand.key ('m')
  hand.click (FIRST)


def check_speeds (saved, kind, ratio):
  saved.expect_joints (('pin', 'Ground', 'Disc 1'), ('pin', 'Ground', 'Disc 2'))
  expect (sum (c['kind'] == kind for c in saved.text['couplings']) == 1, f'there is not one {kind}')
  saved.expect_freedoms (0)
  for _, first, second in saved.run (['Disc 1.omega', 'Disc 2.omega'], 2, 0.1):
    near (first, SPEED, 1e-9, 'the speed of the first disc')
    near (second, ratio * SPEED, 1e-9, 'the speed of the second disc')


def check_gear_pair (saved):
  check_speeds (saved, 'gear', -RADII[0] / RADII[1])


def check_belt (saved):
  check_speeds (saved, 'belt', RADII[0] / RADII[1])


# ---- Geneva drive -----------------------------------------------------------------------------------

SLOTS, PERIOD = 4, 2.0


def geneva (hand):
  choose (hand, 'geneva')
  hand.drag ((-0.1, 0.0), (0.1, 0.0))


def check_geneva (saved):
  wheel, crank = 'Geneva wheel 1', 'Crank 1'
  saved.expect_joints (('weld', crank, 'Arm 1'), ('weld', 'Arm 1', 'Pin 1'), ('pin', 'Ground', wheel),
                       ('pin', 'Ground', crank))
  # The wheel is free until it is touched.
  saved.expect_freedoms (1)
  rows = saved.run ([f'{wheel}.angle'], 2 * PERIOD, 0.5 * PERIOD)
  near (rows[2][1] - rows[0][1], -2 * math.pi / SLOTS, 0.03, 'the angle of the wheel after a turn')
  near (rows[4][1] - rows[0][1], -4 * math.pi / SLOTS, 0.03, 'the angle of the wheel after two turns')


# ---- incline with friction --------------------------------------------------------------------------

TOE, HEEL, TOP = (-0.2, -0.1), (0.2, -0.1), (0.2, 0.2)
SLOPE = math.atan2 (TOP[1] - HEEL[1], HEEL[0] - TOE[0])


def incline (hand):
  """Draws a wedge, fixes it, draws a box that begins on its slope, and lets them touch."""
  hand.key ('p')
  for corner in TOE, HEEL, TOP, TOE:
    hand.click (corner)
  hand.key ('a')
  hand.click ((0.1, -0.05))
  hand.key ('b')
  hand.drag ((0.08, 0.11), (0.13, 0.21))
  hand.key ('k')
  hand.click ((0.12, 0.16))
  hand.click ((0.1, -0.05))


def check_incline (saved):
  saved.expect_joints ()
  saved.expect_freedoms (3)
  near (saved.body ('Box 1')['angle'], SLOPE, 1e-9, 'the angle of the box')
  info = json.loads (drawing.run (saved.cli, 'info', '--json', saved.path))
  touching = {body['name']: body['contact']['friction'] for body in info['bodies'] if 'contact' in body}
  expect (set (touching) == {'Plate 1', 'Box 1'}, f'{set (touching)} may touch')
  friction = math.sqrt (touching['Plate 1'] * touching['Box 1'])
  rows = saved.run (['Box 1.vx', 'Box 1.vy'], 0.3, 0.05)
  speeds = [math.hypot (vx, vy) for _, vx, vy in rows]
  expected = GRAVITY * (math.sin (SLOPE) - friction * math.cos (SLOPE))
  for before, after in zip (speeds[1:], speeds[2:]):
    near ((after - before) / 0.05, expected, 1e-6, 'the acceleration')


# ---- groove -----------------------------------------------------------------------------------------

ARC, ROUND = [(0.0, 0.1), (0.08, 0.06), (0.1, 0.0)], 0.02


def groove (hand):
  """Draws a disc and a curve from its centre: the disc follows it."""
  hand.key ('c')
  hand.drag (ARC[0], (ARC[0][0], ARC[0][1] + ROUND))
  choose (hand, 'groove')
  for point in ARC:
    hand.click (point)
  hand.key ('Return')


def check_groove (saved):
  saved.expect_joints (('curved slot', 'Ground', 'Disc 1'))
  # It moves along the curve and turns.
  saved.expect_freedoms (2)
  slot = next (c for c in saved.text['couplings'] if c['kind'] == 'curved slot')
  for point, clicked in zip (slot['curve'], ARC):
    near (math.dist ([a + b for a, b in zip (point, ARC[0])], clicked), 0, 1e-9, 'an error of a point')
  # It falls along the curve, without losses, until a stop at its end.
  rows = saved.run (['Disc 1.x', 'Disc 1.y', 'Disc 1.vx', 'Disc 1.vy', 'Disc 1.omega'], 2, 0.02)
  moving = [row for row in rows if math.dist (row[1:3], ARC[-1]) > 1e-3]
  expect (3 < len (moving) < len (rows), 'the disc does not fall to the end of the groove')
  for _, x, y, vx, vy, omega in moving:
    near (0.5 * (vx * vx + vy * vy), GRAVITY * (ARC[0][1] - y), 1e-6, 'the kinetic energy per mass')
    near (omega, 0, 1e-9, 'the angular velocity')


# name: gestures, checks, most actions
tasks = {
  'chebyshev': (chebyshev, check_chebyshev, 13),
  'six-bar': (six_bar, check_six_bar, 14),
  'gear-pair': (gear_pair, check_gear_pair, 13),
  'belt': (belt, check_belt, 13),
  'geneva': (geneva, check_geneva, 2),
  'incline': (incline, check_incline, 12),
  'groove': (groove, check_groove, 7),
}


def main ():
  program, cli, *names = sys.argv[1:]
  good = True
  for name in names or tasks:
    draw_it, check, most = tasks[name]
    try:
      with drawing.sheet (program, cli) as project:
        hand = drawing.Hand ()
        draw_it (hand)
        drawing.take_picture (name)
        drawing.save (hand)
        check (Saved (cli, project))
        expect (hand.actions <= most, f'it takes {hand.actions} actions, more than {most}')
      print (f'{name}: {hand.actions} actions, at most {most}', flush=True)
    except Failure as failure:
      print (f'{name} FAILED: {failure}', flush=True)
      good = False
  return 0 if good else 1


sys.exit (main ())
