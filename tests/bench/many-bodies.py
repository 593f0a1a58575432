# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# many-bodies.py [n] > FILE: writes a file for linkwright --measure: n four-bars in a row that share
# their sides, 2 n + 1 bodies, with six plots.

import json
import math
import sys

n = int (sys.argv[1]) if len (sys.argv) > 1 else 100
bodies, couplings = [], []
for i in range (n + 1):
  bodies.append ({'id': i + 1, 'name': f'Link {i}', 'inertia': 1 / 12, 'position': [i, 0.5],
                  'angle': math.pi / 2, 'velocity': [0.5, 0], 'angular_velocity': -1})
  couplings.append ({'name': f'A{i}', 'kind': 'pin', 'bodies': [0, i + 1],
                     'points': [[i, 0], [-0.5, 0]]})
for i in range (n):
  body = n + 2 + i
  bodies.append ({'id': body, 'name': f'Bar {i}', 'inertia': 1 / 12, 'position': [i + 0.5, 1],
                  'velocity': [1, 0]})
  couplings.append ({'name': f'B{i}', 'kind': 'pin', 'bodies': [i + 1, body],
                     'points': [[0.5, 0], [-0.5, 0]]})
  couplings.append ({'name': f'C{i}', 'kind': 'pin', 'bodies': [i + 2, body],
                     'points': [[0.5, 0], [0.5, 0]]})
plots = [{'title': f'Plot {k + 1}',
          'channels': [f'A{k}.reaction', f'B{k}.reaction', f'A{k}.position_error']}
         for k in range (6)]
for k, coupling in enumerate (couplings):
  coupling['id'] = k + 1
json.dump ({'linkwright': 1, 'title': f'{2 * n + 1} bodies', 'bodies': bodies,
            'couplings': couplings, 'plots': plots, 'run': {'duration': 20, 'interval': 0.02}},
           sys.stdout)
