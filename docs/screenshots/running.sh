#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# running.sh PROGRAM SCHEMAS FOLDER: sessions while mechanisms run, with a picture of each: plots,
# what is drawn, a loop, a run that goes on from another, what stops a run, what is thinned, the panel
# under the hood, the drift laboratory, presentation. On a display of its own (session.sh).

. "$(dirname "$0")/session.sh"

four_bar=data/examples/four-bar.json
python3 - "$four_bar" "$files" <<'PYTHON'
import json, sys
with open (sys.argv[1]) as file:
  four_bar = json.load (file)

def write (name, mechanism, **run):
  with open (f'{sys.argv[2]}/{name}.json', 'w') as file:
    json.dump ({**mechanism, 'run': {**mechanism.get ('run', {}), **run}}, file)

write ('fails', four_bar, method='verner65', step=2e-3, stabilisation='none', maximum_steps=4,
       interval=0.01)
write ('plots', {**four_bar, 'plots': [
  {'title': 'Path of T', 'channels': ['T.y'], 'against': 'T.x', 'equal_scale': True},
  {'title': 'Rate of the rocker', 'channels': ['der (Rocker.angle)', 'Rocker.angle']},
  {'title': 'Spectrum', 'channels': ['Coupler.angle'], 'against': 'frequency'},
  {'title': 'Reactions', 'channels': ['A.reaction', 'D.reaction'], 'logarithmic': True}]})
write ('thinned', four_bar, interval=0.0005)
write ('breaks', {
  'linkwright': 1, 'title': 'Pendulum that breaks',
  'bodies': [{'id': 1, 'name': 'Bob', 'position': [0.4, -0.3],
              'shape': {'kind': 'disc', 'radius': 0.08}}],
  'couplings': [{'id': 1, 'name': 'R', 'kind': 'rod', 'bodies': ['ground', 'Bob'],
                 'points': [[0, 0], [0, 0]], 'length': 0.5, 'break_force': 20}]})
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
  sleep 5
  xdotool mousemove 160 690
  sleep 1
  end "running-plots-$style"
  begin $style 1280 800 "$four_bar"
  keys space space ctrl+u
  end "running-drawn-$style"
  begin $style 1280 800 "$four_bar"
  keys space space space ctrl+l Page_Up Page_Up ctrl+r space space
  end "running-time-$style"
  begin $style 1280 800 "$files/fails.json"
  keys space
  end "running-failure-$style"
  begin $style 800 560 "$files/breaks.json"
  keys space space
  end "running-break-$style"
  LW_RECORDING_MEMORY=1 begin $style 1280 800 "$files/thinned.json"
  keys space space space space
  end "running-thinned-$style"
  begin $style 1280 800 "$files/soft.json"
  keys space space F8
  end "running-hood-$style"
  begin $style 1280 800 "$four_bar"
  keys shift+F8
  sleep 4
  end "running-drift-$style"
  begin $style 1280 800 "$four_bar"
  keys F5 space 3 7 space
  end "running-presentation-$style"
done
