#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.py BUILD [TARGET...]: runs the fuzz targets with libFuzzer, LW_FUZZ_SECONDS each (1200). Inputs
# that reach new code are kept in BUILD/corpus/TARGET for the next time. Reports executions, covered
# edges and findings of each; a finding is stored in BUILD/findings/TARGET and belongs, reduced and
# with a telling name, into tests/fuzz/corpus/TARGET when it is corrected.

import os
import re
import subprocess
import sys

HERE = os.path.dirname (os.path.abspath (__file__))
TREE = os.path.dirname (os.path.dirname (HERE))
INPUTS = {'text': ['data/examples'], 'lesson': ['data/lessons']}
LONGEST = {'store': 4096, 'expression': 512, 'changes': 4096, 'image': 65536}
# Memory includes that of the sanitizer; a single allocation has the limit of the program.
LIMITS = ['-rss_limit_mb=2048', '-malloc_limit_mb=512', '-timeout=60', '-detect_leaks=0']
ENVIRONMENT = dict (os.environ, LC_ALL='C.UTF-8', LW_SOURCE_DIR=TREE,
                    UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1',
                    ASAN_OPTIONS='quarantine_size_mb=16:allocator_may_return_null=1:detect_leaks=0')


def last (pattern, log):
  found = re.findall (pattern, log)
  return int (found[-1]) if found else 0


def run (build, target, seconds):
  """Returns true if nothing was found."""
  corpus = os.path.join (build, 'corpus', target)
  findings = os.path.join (build, 'findings', target)
  os.makedirs (corpus, exist_ok=True)
  os.makedirs (findings, exist_ok=True)
  done = subprocess.run (
    ['nice', '-n', '19', os.path.join (build, 'tests/fuzz/fuzz-' + target), *LIMITS,
     f'-max_total_time={seconds}', f'-max_len={LONGEST.get (target, 16384)}',
     f'-artifact_prefix={findings}/', '-print_final_stats=1', corpus,
     os.path.join (HERE, 'corpus', target),
     *(os.path.join (TREE, folder) for folder in INPUTS.get (target, []))],
    capture_output=True, text=True, errors='replace',
    env=ENVIRONMENT)
  log = done.stdout + done.stderr
  print (f'{target}: {last (r"number_of_executed_units: ([0-9]+)", log)} executions, '
         f'{last (r"cov: ([0-9]+)", log)} edges covered, '
         f'{last (r"peak_rss_mb: +([0-9]+)", log)} MB, '
         f'{"nothing found" if done.returncode == 0 else "FOUND in " + findings}', flush=True)
  if done.returncode != 0:
    print ('\n'.join (log.splitlines ()[-40:]))
  return done.returncode == 0


def main ():
  build = os.path.abspath (sys.argv[1])
  seconds = int (os.environ.get ('LW_FUZZ_SECONDS', '1200'))
  targets = sys.argv[2:] or sorted (os.listdir (os.path.join (HERE, 'corpus')))
  good = [run (build, target, seconds) for target in targets]
  return 0 if all (good) else 1


if __name__ == '__main__':
  sys.exit (main ())
