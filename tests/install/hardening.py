#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# hardening.py ARCHITECTURE FORTIFIED FILE...: checks that the programs and the library have the
# hardening that the build requests from compiler and linker. FORTIFIED: yes or no, whether the
# build requests checks of the C library.

import re
import sys

import tap

architecture, fortified, files = sys.argv[1], sys.argv[2] == "yes", sys.argv[3:]


def readelf(path, *what):
    return tap.call("readelf", "--wide", *what, path)


def is_program(path):
    return ".so" not in path


def loaded_anywhere(path):
    assert re.search(r"Type: +DYN", readelf(path, "--file-header"))
    dynamic = readelf(path, "--dynamic")
    assert "TEXTREL" not in dynamic
    assert not is_program(path) or re.search(r"FLAGS_1.* PIE", dynamic), dynamic


def bound_and_read_only(path):
    assert "GNU_RELRO" in readelf(path, "--program-headers")
    assert re.search(r"FLAGS_1.* NOW", readelf(path, "--dynamic"))


def no_code_on_the_stack(path):
    flags = re.search(r"GNU_STACK +(?:0x\w+ +){5}([RWE]+)", readelf(path, "--program-headers"))
    assert flags and flags[1] == "RW", flags


def checked_at_run_time(path):
    symbols = readelf(path, "--dyn-syms")
    assert "__stack_chk_fail" in symbols
    assert not fortified or re.search(r"__\w+_chk@", symbols), "no checked function of the C library"


def guarded_jumps_and_frames(path):
    code = tap.call("objdump", "--disassemble", "--no-show-raw-insn", path)
    jumps, probes = code.count("\tendbr64"), len(re.findall(r"\tor[lq] +\$0x0,\(%rsp", code))
    assert jumps > 100, f"{jumps} places to jump to"
    assert probes > 0, "no frame is probed"


checks = [loaded_anywhere, bound_and_read_only, no_code_on_the_stack, checked_at_run_time]
if architecture == "x86_64":
    checks.append(guarded_jumps_and_frames)
tap.run(
    [
        (f"{path.rsplit('/', 1)[-1]}: {check.__name__.replace('_', ' ')}", lambda c=check, p=path: c(p))
        for path in files
        for check in checks
    ]
)
