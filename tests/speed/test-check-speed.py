#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test-check-speed.py SCRIPT: checks the verdicts of check-speed.py on given counts.
# test-check-speed.py SCRIPT PROGRAM: checks that it detects that one of twenty rounds of PROGRAM
# (lw-speed) is done twice.

import pathlib
import subprocess
import sys
import tempfile

KEY = "gcc 1.2, glibc 3.4, x86-64"
VALGRIND = f"""#!/bin/sh
for argument; do
  case $argument in
  --key) echo "{KEY}" ;;
  --callgrind-out-file=*) out=${{argument#*=}} ;;
  esac
done
[ -z "${{out:-}}" ] || echo "summary: $(cat "$(dirname "$0")/count-of-$argument")" >"$out"
"""
PROGRAM = "#!/bin/sh\necho first second\n"


def check(script, folder, *arguments):
    """Exit code and words."""
    result = subprocess.run(
        [sys.executable, script, "--counts", folder / "counts.ini", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(result.stdout)
    return result.returncode, result.stdout


def write_program(path, text):
    path.write_text(text)
    path.chmod(0o755)


def test_given_counts(script, folder):
    write_program(folder / "valgrind", VALGRIND)
    write_program(folder / "program", PROGRAM)

    def check_counts(first, second, *arguments):
        (folder / "count-of-first").write_text(str(first))
        (folder / "count-of-second").write_text(str(second))
        return check(script, folder, "--valgrind", folder / "valgrind", folder / "program", *arguments)

    code, words = check_counts(1000, 2000)
    assert code == 77 and "nothing was compared" in words
    code, words = check_counts(1000, 2000, "--accept")
    assert code == 0 and KEY in (folder / "counts.ini").read_text()
    assert check_counts(1000, 2000)[0] == 0
    assert check_counts(1030, 2060)[0] == 0
    code, words = check_counts(1000, 2061)
    assert code == 1 and "more instructions: second." in words and "first." not in words
    assert "+3.05 %" in words
    code, words = check_counts(900, 2000)
    assert code == 0 and "Fewer instructions: first." in words and "-10.00 %" in words
    # Only the named workloads are counted, and accepted.
    assert check_counts(5000, 2000, "second")[0] == 0
    assert check_counts(5000, 2500, "second", "--accept")[0] == 0
    assert check_counts(1000, 2500)[0] == 0
    # A new piece of work has to be stored.
    text = (folder / "counts.ini").read_text()
    (folder / "counts.ini").write_text("".join(line for line in text.splitlines(True) if "first" not in line))
    code, words = check_counts(1000, 2500)
    assert code == 1 and "Never counted before: first." in words
    # Only the first system decides.
    (folder / "counts.ini").write_text("[another]\nfirst = 1\n" + text)
    code, words = check_counts(2000, 2500)
    assert code == 77 and "more instructions: first." in words and "another decide" in words
    (folder / "counts.ini").write_text(text)
    assert check_counts(2000, 2500)[0] == 1
    # A failure, or a workload that is not collected, does not count as 0.
    code, words = check_counts(0, 2500)
    assert code == 1 and "No instructions were counted for first." in words
    (folder / "count-of-second").unlink()
    code, words = check(script, folder, "--valgrind", folder / "valgrind", folder / "program")
    assert code == 1
    # Without Valgrind there is no verdict.
    code, words = check(script, folder, "--valgrind", folder / "missing", folder / "program")
    assert code == 77 and "not installed" in words


def test_planted(script, folder, program):
    code, words = check(script, folder, "--accept", program, "evaluate-spatial", "--rounds=20")
    if code == 77:
        sys.exit(77)
    assert code == 0
    assert check(script, folder, program, "evaluate-spatial", "--rounds=20")[0] == 0
    code, words = check(script, folder, program, "evaluate-spatial", "--rounds=21")
    assert code == 1 and "more instructions: evaluate-spatial." in words


with tempfile.TemporaryDirectory() as name:
    if len(sys.argv) > 2:
        test_planted(sys.argv[1], pathlib.Path(name), sys.argv[2])
    else:
        test_given_counts(sys.argv[1], pathlib.Path(name))
