#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# plant.py --check: the faults below can be planted in this tree. plant.py BUILD [TARGET...]: plants each of them in a
# copy of the tree, BUILD/planted, and looks for it from the examples and the stored inputs, without those
# that were added when it was found. Reports the executions it took. At least FOUND_LEAST must be found. A
# target stops after LW_FUZZ_RUNS executions (300000) or LW_FUZZ_SECONDS (1200).
#
# All are faults that Linkwright once had, in the form that the code has today.

import os
import re
import shutil
import subprocess
import sys

from run import ENVIRONMENT, HERE, INPUTS, LIMITS, LONGEST, TREE, last

FOUND_LEAST = 4

# Name: target, file, the correct lines, the faulty ones, and the inputs that were added when it was found.
FAULTS = {
  'a text that ends before its first value': (
    'json', 'core/project/text/lw-json.c',
    '  if (self->depth == 0)\n'
    '    return refuse (self, "the text ends before its value does; the file is cut off");\n',
    '', []),
  'bits of a DXF file beyond any integer': (
    'dxf', 'core/project/import/lw-import-dxf.c',
    'return bits >= 0.0 && bits <= 65535.0 && ((int) bits & bit) != 0;',
    'return ((int) bits & bit) != 0;', ['flag-too-large.dxf']),
  'a message of two lines': (
    'expression', 'core/dynamics/functions/expression-explain.c',
    "&bytes) < ' ' ||", '&bytes) < 0 ||', ['line-break-in-name']),
  'a view that is not finite': (
    'store', 'core/project/store/lw-store-read.c',
    'if (lw_store_row_read (row, &view) && !lw_project_view_is_valid (&view))',
    'if (lw_store_row_read (row, &view) && false)', []),
  'a rare field that is not written': (
    'text', 'core/project/text/lw-text-plain.c',
    '&& !lw_field_is_absent (field, element, 0))',
    '&& !lw_field_is_absent (field, element, 0)\n'
    '        && !g_str_equal (field->name, "friction_radius"))', []),
}


def plant (tree, path, correct, faulty):
  """Returns the text of the file before."""
  name = os.path.join (tree, path)
  with open (name, encoding='utf-8') as file:
    text = file.read ()
  if text.count (correct) != 1:
    sys.exit (f'{path} no longer has, once:\n{correct}')
  with open (name, 'w', encoding='utf-8') as file:
    file.write (text.replace (correct, faulty))
  return text


def check ():
  for name, (target, path, correct, faulty, known) in FAULTS.items ():
    with open (os.path.join (TREE, path), encoding='utf-8') as file:
      if file.read ().count (correct) != 1:
        sys.exit (f'{name} cannot be planted: {path} no longer has, once:\n{correct}')
    for each in known:
      if not os.path.exists (os.path.join (HERE, 'corpus', target, each)):
        sys.exit (f'{name}: there is no input {each} of {target}')
  print ('1..1\nok 1 faults_can_be_planted')


def copy_tree (copy):
  files = subprocess.run (['git', '-C', TREE, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                          capture_output=True, text=True, check=True).stdout.split ('\0')
  for name in filter (None, files):
    if os.path.isfile (os.path.join (TREE, name)):
      os.makedirs (os.path.dirname (os.path.join (copy, name)), exist_ok=True)
      shutil.copy2 (os.path.join (TREE, name), os.path.join (copy, name))


def seeds (work, target, known):
  """Copies the inputs to begin with, which the target may shorten."""
  folder = os.path.join (work, 'seeds', target)
  shutil.rmtree (folder, ignore_errors=True)
  os.makedirs (folder)
  for origin in [os.path.join (HERE, 'corpus', target),
                 *(os.path.join (TREE, each) for each in INPUTS.get (target, []))]:
    for name in os.listdir (origin):
      if name not in known:
        shutil.copy (os.path.join (origin, name), os.path.join (folder, name))
  return folder


def look (work, target, known):
  """Returns whether it was found, the number of executions, and the message."""
  done = subprocess.run (
    ['nice', '-n', '19', os.path.join (work, 'tree/_build/tests/fuzz/fuzz-' + target), *LIMITS, '-seed=1',
     f'-runs={os.environ.get ("LW_FUZZ_RUNS", "300000")}',
     f'-max_total_time={os.environ.get ("LW_FUZZ_SECONDS", "1200")}',
     f'-max_len={LONGEST.get (target, 16384)}', f'-artifact_prefix={work}/found-', '-print_final_stats=1',
     seeds (work, target, known)],
    capture_output=True, text=True, errors='replace', env=ENVIRONMENT)
  log = done.stdout + done.stderr
  executions = last (r'number_of_executed_units: ([0-9]+)', log)
  why = re.findall (r'(?:ERROR \*\*:|runtime error:|ERROR:.*?:\d+:|ERROR: ) ?(.*)', log)
  return done.returncode != 0, executions, why[0][:90] if why else ''


def main ():
  work = os.path.join (os.path.abspath (sys.argv[1]), 'planted')
  tree = os.path.join (work, 'tree')
  n_found = 0
  copy_tree (tree)
  # Paths relative to the build are those of the tree, so that a cache of the compiler is used.
  build = os.path.join (tree, '_build')
  if not os.path.exists (build):
    subprocess.run (['meson', 'setup', build, tree, '-Dfuzz=enabled', '-Dgui=disabled',
                     '-Dbuildtype=debugoptimized', '-Db_sanitize=address,undefined', '-Db_lundef=false'],
                    check=True, stdout=subprocess.DEVNULL, env=dict (os.environ, CC='clang'))
  for name, (target, path, correct, faulty, known) in FAULTS.items ():
    if sys.argv[2:] and target not in sys.argv[2:]:
      continue
    before = plant (tree, path, correct, faulty)
    subprocess.run (['ninja', '-C', build, 'tests/fuzz/fuzz-' + target], check=True,
                    stdout=subprocess.DEVNULL)
    found, executions, why = look (work, target, known)
    n_found += found
    print (f'{name} ({target}): {"found after" if found else "NOT found in"} {executions} executions'
           f'{": " if why else ""}{why}', flush=True)
    with open (os.path.join (tree, path), 'w', encoding='utf-8') as file:
      file.write (before)
  print (f'{n_found} of {len (FAULTS)} planted faults found')
  return 0 if n_found >= FOUND_LEAST else 1


if '--check' in sys.argv:
  check ()
else:
  sys.exit (main ())
