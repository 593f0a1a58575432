# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs functions as tests and writes TAP.

import subprocess


class Skip(Exception):
    """Raised by a check that cannot be made here, with the reason."""


def run(checks):
    """Runs the checks, each a name and a function."""
    print(f"1..{len(checks)}")
    for number, (name, check) in enumerate(checks, 1):
        try:
            check()
            print(f"ok {number} - {name}", flush=True)
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}", flush=True)
        except Exception as problem:
            print(f"not ok {number} - {name}")
            for line in f"{type(problem).__name__}: {problem}".splitlines():
                print(f"# {line}", flush=True)


def call(*command, **options):
    """Returns the output of a command; a failed command raises an error with all its output."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout
