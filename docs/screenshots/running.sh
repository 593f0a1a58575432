#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# running.sh PROGRAM SCHEMAS FOLDER: takes a picture in each of several sessions with running
# mechanisms: plots, overlays, a loop, a run that continues from another, a failed run, a broken
# element, a thinned recording, the panel under the hood, the drift laboratory, presentation. Needs a
# separate display (session.sh).

. "$(dirname "$0")/session.sh"

four_bar=data/examples/four-bar.json
python3 - "$four_bar" "$files" <<'PYTHON'
import json, math, sys
with open (sys.argv[1]) as file:
  four_bar = json.load (file)

def write (name, mechanism, **run):
  with open (f'{sys.argv[2]}/{name}.json', 'w') as file:
    json.dump ({**mechanism, 'run': {**mechanism.get ('run', {}), **run}}, file)

# The motor drives the crank beyond the reach of coupler and rocker.
C = 0.8 * math.cos (math.pi / 6), 0.4
bend = C[0] + 0.5 * (1 - C[0]) + 0.35 * 0.4, 0.2 + 0.35 * (1 - C[0])
def link (number, name, start, end):
  return {'id': number, 'name': name, 'position': start,
          'angle': math.atan2 (end[1] - start[1], end[0] - start[0]),
          'shape': {'kind': 'link', 'points': [[0, 0], [math.dist (start, end), 0]]}}
write ('fails', {
  'linkwright': 1, 'title': 'A crank that cannot go round',
  'bodies': [link (1, 'Crank', (0, 0), C), link (2, 'Coupler', C, bend),
             link (3, 'Rocker', (1, 0), bend)],
  'couplings': [{'id': 1, 'name': 'A', 'kind': 'pin', 'bodies': [0, 1], 'at': [0, 0]},
                {'id': 2, 'name': 'B', 'kind': 'pin', 'bodies': [1, 2], 'at': C},
                {'id': 3, 'name': 'C', 'kind': 'pin', 'bodies': [2, 3], 'at': bend},
                {'id': 4, 'name': 'D', 'kind': 'pin', 'bodies': [0, 3], 'at': [1, 0]},
                {'id': 5, 'name': 'Motor', 'kind': 'motor', 'joint': 1, 'function': 1}],
  'plots': [{'title': 'Angle of the crank', 'channels': ['Crank.angle']},
            {'title': 'Reaction forces', 'channels': ['?.reaction']}]}, interval=0.001, duration=0.3)
write ('plots', {**four_bar, 'plots': [
  {'title': 'Path of T', 'channels': ['T.y'], 'against': 'T.x', 'equal_scale': True},
  {'title': 'Rate of the rocker', 'channels': ['rate = der (Rocker.angle)', 'Rocker.angle']},
  {'title': 'Spectrum', 'channels': ['Coupler.angle'], 'against': 'frequency'},
  {'title': 'Reactions', 'channels': ['A.reaction', 'D.reaction'], 'logarithmic': True}]})
write ('thinned', four_bar, interval=0.0005)
write ('breaks', {
  'linkwright': 1, 'title': 'Pendulum that breaks',
  'bodies': [{'id': 1, 'name': 'Bob', 'position': [0.4, -0.3],
              'shape': {'kind': 'disc', 'radius': 0.08}}],
  'couplings': [{'id': 1, 'name': 'R', 'kind': 'rod', 'bodies': ['ground', 'Bob'],
                 'points': [[0, 0], [0, 0]], 'length': 0.5, 'break_force': 15}]})
write ('soft', {
  'linkwright': 1, 'title': 'A pin that gives way',
  'bodies': [{'id': 1, 'name': 'Upper', 'inertia': 1 / 12, 'position': [0.5, 0]},
             {'id': 2, 'name': 'Lower', 'inertia': 1 / 12, 'position': [1.5, 0]}],
  'couplings': [{'id': 1, 'name': 'A', 'kind': 'pin', 'bodies': [0, 1], 'at': [0, 0]},
                {'id': 2, 'name': 'B', 'kind': 'pin', 'bodies': [1, 2], 'at': [1, 0],
                 'compliance': {'stiffness': 1000, 'damping': 5}}]})
PYTHON

for style in light dark; do
  begin $style 1280 800 "$files/plots.json"
  keys space
  xdotool mousemove 160 690
  end "running-plots-$style"
  begin $style 1280 800 "$four_bar"
  # Close the popover, which has a black frame on a display without a compositor.
  keys space Page_Up Page_Up ctrl+u
  xdotool key --delay 200 Tab Tab Tab Tab Tab Tab space Tab Tab Tab Tab space Tab space
  keys Escape
  end "running-drawn-$style"
  begin $style 1280 800 "$four_bar"
  keys space ctrl+l Page_Up Page_Up ctrl+r space space
  end "running-time-$style"
  begin $style 1280 800 "$files/fails.json"
  keys space
  end "running-failure-$style"
  begin $style 800 560 "$files/breaks.json"
  keys space
  end "running-break-$style"
  LW_RECORDING_MEMORY=1 begin $style 1280 800 "$files/thinned.json"
  keys space
  end "running-thinned-$style"
  begin $style 1280 800 "$files/soft.json"
  keys space F8
  end "running-hood-$style"
  begin $style 1280 800 "$four_bar"
  keys shift+F8
  end "running-drift-$style"
  begin $style 1280 800 "$four_bar"
  keys F5 space 3 7
  end "running-presentation-$style"
done
