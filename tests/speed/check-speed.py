#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check-speed.py [--accept] [--jobs N] PROGRAM [NAME...]
#
# Counts the instructions of PROGRAM's (lw-speed's) workloads, by callgrind, and compares them with
# the counts in counts.ini. They do not depend on the load of the machine, only on the compiler, the
# C library and the processor that Valgrind emulates; these form the key of a section. A count that
# has grown by more than 3 % fails. --accept stores the new counts, of all or of the named
# workloads: for a change that is worth its price, or has lowered a count.
#
# The first section decides: it is the system of continuous integration, on which intended changes are
# accepted. Counts of other systems, which do not follow, are printed for information.
#
# Exit code: 0 as before, 1 slower or broken, 77 nothing to decide.

import argparse
import concurrent.futures
import configparser
import pathlib
import subprocess
import sys
import tempfile

ALLOWED = 0.03  # of a count, up and down
COUNTED = "speed_counted"  # the function of lw-speed
SKIPPED = 77

# No setting of the caller reaches the workload. BLAS and GLib are pinned where they would adapt to
# the machine.
ENVIRONMENT = {
    "HOME": "/nonexistent",
    "LC_ALL": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "OPENBLAS_NUM_THREADS": "1",
    "OPENBLAS_CORETYPE": "Haswell",
    "OMP_NUM_THREADS": "1",
    "G_SLICE": "always-malloc",
    "XDG_DATA_DIRS": "/usr/share",
}
HEAD = """# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Instructions of the work in lw-speed; written by check-speed.py --accept.

"""


class Broken(Exception):
    """The work cannot be counted."""


def run(command, folder):
    """Returns the output of the command, started in the folder."""
    result = subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if result.returncode != 0:
        raise Broken(f"{' '.join(map(str, command[-2:]))} failed: {result.stderr.strip()}")
    return result.stdout


def count(valgrind, program, name, rounds):
    """Returns the number of instructions of one workload."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "counts"
        run(
            [
                valgrind,
                "--quiet",
                "--tool=callgrind",
                f"--toggle-collect={COUNTED}",
                f"--callgrind-out-file={out}",
                program,
                name,
                *rounds,
            ],
            folder,
        )
        for line in out.read_text().splitlines():
            if line.startswith("summary: ") and int(line.split()[1]) > 0:
                return int(line.split()[1])
    raise Broken(f"No instructions were counted for {name}.")


def count_all(valgrind, program, names, rounds, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(names, pool.map(lambda name: count(valgrind, program, name, rounds), names)))


def read_counts(path):
    counts = configparser.ConfigParser(delimiters="=", comment_prefixes="#")
    counts.read(path)
    return counts


def write_counts(path, counts):
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD)
        counts.write(file)


def print_table(now, before):
    print(f"{'':20}{'stored':>14}{'now':>14}{'':>9}")
    for name, n in now.items():
        stored = before.get(name)
        words = f"{100 * (n / stored - 1):+8.2f} %" if stored else "      new"
        print(f"{name:20}{stored or '':>14}{n:>14} {words}")


def judge(now, before):
    """Returns the text to be printed, and the exit code."""
    known = [name for name in now if name in before]
    grown = [name for name in known if now[name] > before[name] * (1 + ALLOWED)]
    shrunk = [name for name in known if now[name] < before[name] * (1 - ALLOWED)]
    unknown = [name for name in now if name not in before]
    accept = "./dev speed --accept"
    if shrunk:
        print(f"Fewer instructions: {', '.join(shrunk)}. To keep it so, run {accept}")
    if unknown:
        print(f"Never counted before: {', '.join(unknown)}. {accept} stores the counts.")
    if grown:
        print(
            f"More than {100 * ALLOWED:.0f} % more instructions: {', '.join(grown)}. "
            f"If this is intended, run {accept}"
        )
    return 1 if grown or unknown else 0


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    # For the test of this script.
    parser.add_argument("--counts", default=pathlib.Path(__file__).with_name("counts.ini"))
    parser.add_argument("--rounds", action="append", default=[])
    parser.add_argument("--valgrind", default="valgrind")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    program = arguments.program.resolve(strict=True)
    folder = program.parent
    try:
        key = run([arguments.valgrind, "--quiet", "--tool=none", program, "--key"], folder).strip()
        every = run([program, "--list"], folder).split()
        names = arguments.names or every
        now = count_all(arguments.valgrind, program, names, arguments.rounds, arguments.jobs)
    except FileNotFoundError:
        print("Valgrind is not installed: no instructions were counted.")
        return SKIPPED
    except Broken as error:
        print(error)
        return 1

    counts = read_counts(arguments.counts)
    before = {name: int(n) for name, n in counts[key].items()} if key in counts else {}
    print(f"Instructions ({key})")
    print_table(now, before)
    if arguments.accept:
        counts[key] = {name: str(now.get(name, before.get(name))) for name in every if name in now or name in before}
        write_counts(arguments.counts, counts)
        return 0
    if not before:
        print("There are no counts for this compiler, C library and processor: nothing was compared.")
        return SKIPPED
    code = judge(now, before)
    if key != counts.sections()[0]:
        print(f"The counts of {counts.sections()[0]} decide; these may be of another version.")
        return SKIPPED
    return code


sys.exit(main())
