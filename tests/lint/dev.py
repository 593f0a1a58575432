#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# dev.py SOURCE: checks the messages and actions of ./dev, .ci/fresh and the counting of results on
# machines that lack something. Each case runs them in a copy of the tree, in a path with a space,
# with replacements for apt-get, sudo, meson and others.

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1])
# Programs of any system that the scripts use.
TOOLS = "sh awk cat chmod cp cut date df dirname env grep head id ls mkdir mktemp mv printf pwd rm sed sort tail tee timeout touch tr uniq".split()


class Machine:
    """A copy of the tree and a PATH with only the tools of a case."""

    def __init__(self, folder):
        self.tree = folder / "a checkout"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.bin.mkdir()
        self.tree.mkdir()
        for name in ("dev", ".ci", "tests/count-results.py", "tests/allowed-skips.txt"):
            target = self.tree / name
            target.parent.mkdir(exist_ok=True)
            (shutil.copytree if (source / name).is_dir() else shutil.copy2)(source / name, target)
        for name in TOOLS:
            os.symlink(shutil.which(name), self.bin / name)

    def give(self, name, script):
        """Creates a program that logs its arguments, and runs the script."""
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{script}\n')
        path.chmod(0o755)

    def debian(self, installed=False, uid=0):
        """Creates dpkg, apt-get and the others of Debian; nothing is installed until apt-get
        installs it."""
        self.give("id", f"echo {uid}")
        done = self.bin / "installed"
        if installed:
            done.touch()
        self.give("dpkg-query", f'[ ! -e "{done}" ] || printf installed')
        self.give("dpkg", "exit 0")
        self.give("apt-cache", "echo Package: something")
        self.give("apt-get", f'case "$*" in *install*) : >"{done}" ;; esac')

    def python_and_meson(self):
        os.symlink("/usr/bin/python3", self.bin / "python3")
        self.give("meson", 'if [ "$1" = setup ]; then mkdir -p "$2/meson-info"; touch "$2/build.ninja"\n'
                  'printf \'{"directories": {"source": "%s"}}\' "$PWD" >"$2/meson-info/meson-info.json"; fi')

    def call(self, *arguments, program="dev", **variables):
        """Returns the exit code, the lines and the last line of a call."""
        # The path of the administrator's tools, which ./dev adds, is empty too.
        script = (self.tree / program).read_text().replace(":/usr/local/sbin:/usr/sbin:/sbin", "")
        (self.tree / program).write_text(script)
        done = subprocess.run([str(self.tree / program), *arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={"PATH": str(self.bin), "HOME": str(self.bin), "TMPDIR": str(self.bin),
                                   **variables})
        lines = done.stdout.splitlines()
        return done.returncode, lines, lines[-1] if lines else ""

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


def no_meson(machine):
    os.symlink("/usr/bin/python3", machine.bin / "python3")
    code, lines, last = machine.call("test")
    assert code == 1, code
    assert "meson is not installed" in last and "install-deps" in last, last
    assert any("libgtk-4-dev" in line or "gtk4" in line for line in lines), lines


def no_sudo(machine):
    machine.debian(uid=1000)
    code, _, last = machine.call("test")
    assert code == 1, code
    assert "no sudo" in last and "apt-get install" in last and " libgtk-4-dev" in last, last


def sudo_refuses(machine):
    machine.debian(uid=1000)
    machine.give("sudo", 'echo "sudo: a password is required" >&2; exit 1')
    code, _, last = machine.call("run")
    assert code == 1, code
    assert "sudo does not allow it" in last and "libgtk-4-dev" in last, last


def fails_with(machine, output, expected):
    machine.debian()
    machine.give("apt-get", f'case "$*" in *install*) echo "{output}" >&2; exit 100 ;; esac')
    code, _, last = machine.call("test")
    assert code == 1, code
    assert last.startswith("./dev: ") and expected in last and "call ./dev again" in last, last


def no_network(machine):
    fails_with(machine, "E: Failed to fetch http://x/y.deb  Temporary failure resolving 'x'", "network")


def no_space(machine):
    fails_with(machine, "E: You don't have enough free space in /var/cache/apt/archives/.", "no space")


def locked(machine):
    fails_with(machine, "E: Could not get lock /var/lib/dpkg/lock-frontend", "another program")


def interrupted(machine):
    machine.debian()
    machine.python_and_meson()
    machine.call("test")
    calls = machine.calls()
    configure = [k for k, call in enumerate(calls) if call == "dpkg --configure -a"]
    install = [k for k, call in enumerate(calls) if call.startswith("apt-get") and "--fix-broken" in call]
    assert configure and install and configure[0] < install[0], calls
    assert any(call.startswith("meson setup") for call in calls), calls


def unknown_package(machine):
    machine.debian()
    machine.python_and_meson()
    machine.give("apt-cache", 'case "$*" in *xdotool*) ;; *) echo Package: something ;; esac')
    _, lines, _ = machine.call("test")
    assert "This system has no package: xdotool" in lines, lines
    assert not any("--fix-broken" in call and " xdotool" in call for call in machine.calls())


def nothing_missing(machine):
    machine.debian(installed=True)
    machine.python_and_meson()
    machine.call("test")
    assert not any(call.startswith(("apt-get", "dpkg ")) for call in machine.calls()), machine.calls()


def moved(machine):
    machine.debian(installed=True)
    machine.python_and_meson()
    machine.call("test")
    machine.call("test")
    assert sum(call.startswith("meson setup") for call in machine.calls()) == 1, machine.calls()
    machine.tree = machine.tree.rename(machine.tree.with_name("another place"))
    machine.call("test")
    assert sum(call.startswith("meson setup") for call in machine.calls()) == 2, machine.calls()


def build_fails(machine):
    machine.debian(installed=True)
    machine.python_and_meson()
    machine.give("meson", 'echo "ERROR: Dependency not found"; exit 1')
    code, _, last = machine.call("test")
    assert code == 1 and "could not be set up" in last, last


def disk_full(machine):
    machine.debian(installed=True)
    machine.python_and_meson()
    machine.give("meson", "exit 1")
    machine.give("df", "echo header; echo fs 100 99 1 99% /")
    code, _, last = machine.call("test")
    assert code == 1 and "no space is left on the disk" in last, last


def read_only(machine):
    machine.debian(installed=True)
    machine.python_and_meson()
    if os.geteuid() == 0:
        tree = str(machine.tree)
        # Visible to this process and its children only.
        mounted = subprocess.run(["unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$1" && '
                                  'mount -o remount,bind,ro "$1"', "sh", tree], capture_output=True)
        if mounted.returncode != 0:
            return "only the administrator can make a folder read-only"
        machine.call("help")
        done = subprocess.run(["unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$1" && '
                               'mount -o remount,bind,ro "$1" && PATH=$2 exec "$1/dev" test',
                               "sh", tree, str(machine.bin)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        code, last = done.returncode, done.stderr.splitlines()[-1]
    else:
        machine.call("help")
        machine.tree.chmod(0o555)
        script = machine.tree / "dev"
        done = subprocess.run([str(script), "test"], env={"PATH": str(machine.bin), "TMPDIR": str(machine.bin)},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        machine.tree.chmod(0o755)
        code, last = done.returncode, done.stderr.splitlines()[-1]
    assert code == 1 and "cannot be written to" in last, last
    return None


def docs(machine):
    machine.debian()
    code, _, last = machine.call("docs")
    assert code == 1 and "doxygen is not installed" in last, last
    assert any("apt-get" in line and "install" in line and "doxygen" in line for line in machine.calls())
    (machine.tree / "docs/api/html").mkdir(parents=True)
    (machine.tree / "docs/api/html/old.html").touch()
    machine.give("doxygen", "mkdir -p docs/api/html")
    code, _, last = machine.call("docs")
    assert code == 0 and last == "docs/api/html/index.html", last
    assert "doxygen docs/Doxyfile" in machine.calls()
    assert not (machine.tree / "docs/api/html/old.html").exists()
    machine.give("doxygen", "exit 1")
    code, _, last = machine.call("docs")
    assert code == 1 and "could not be written" in last, last


def unknown_verb(machine):
    code, _, last = machine.call("tset")
    assert code == 1 and "tset" in last, last


def not_fresh(machine):
    machine.debian(installed=True, uid=1000)
    (machine.tree / "dev").write_text('#!/bin/sh\necho "called with $*"\n[ "$1" != check ] || exit 3\n')
    code, lines, last = machine.call("--or-here", "bookworm", "sanitize --changed", "check", program=".ci/fresh")
    assert code == 3, code
    assert lines[0].startswith("No fresh system can be made here: "), lines
    assert lines[-2:] == ["called with sanitize --changed", "called with check"], lines
    code, _, last = machine.call("bookworm", "check", program=".ci/fresh")
    assert code == 69 and "administrator" in last, last


def mirror_gone(machine):
    machine.debian(installed=True)
    machine.give("unshare", "exit 0")
    machine.give("git", "exit 0")
    machine.give("debootstrap", 'echo "E: Failed getting release file"; exit 1')
    (machine.tree / "dev").write_text("#!/bin/sh\necho '7 passed, 0 failed'\n")
    before = set(machine.bin.iterdir())
    code, lines, last = machine.call("--or-here", "bookworm", "check", program=".ci/fresh")
    assert code == 0 and last == "7 passed, 0 failed", lines
    assert any("Failed getting release file" in line for line in lines), lines
    left = {path.name for path in set(machine.bin.iterdir()) - before} - {".cache"}
    assert not left, left


def ci_run(machine):
    """A failure ends it; verbs without time or a system are left out; the tests come last."""
    (machine.tree / ".ci/fresh").write_text(
        '#!/bin/sh\necho "fresh $*"\ncase "$*" in *sanitize*) exit "$SANITIZE" ;; *peers) exit "$PEERS" ;;\n'
        "*check) echo '9 passed, 0 failed' ;; esac\n")
    (machine.tree / ".ci/changed").write_text('#!/bin/sh\nexit "$CHANGED"\n')
    for sanitize, peers, changed, expected, calls in (
            (0, 0, 0, 0, ["sanitize --changed", "peers", "check"]),
            (0, 0, 1, 0, ["sanitize --changed", "check"]),
            (69, 124, 0, 0, ["sanitize --changed", "peers", "check"]),
            (1, 0, 0, 1, ["sanitize --changed"]),
            (0, 7, 0, 7, ["sanitize --changed", "peers"])):
        code, lines, last = machine.call(program=".ci/run", SANITIZE=str(sanitize), PEERS=str(peers),
                                         CHANGED=str(changed))
        assert code == expected, lines
        assert [line.rsplit("bookworm ")[1] for line in lines if line.startswith("fresh ")] == calls, lines
        assert expected or last == "9 passed, 0 failed", lines
        assert (peers != 124) or "Skipped for lack of time: ./dev peers" in lines, lines


def counted(machine, tests, expected_code, expected_last):
    log = machine.bin / "log.json"
    log.write_text("".join(json.dumps(test) + "\n" for test in tests))
    done = subprocess.run(["/usr/bin/python3", machine.tree / "tests/count-results.py", log,
                           machine.tree / "tests/allowed-skips.txt"], capture_output=True, text=True)
    assert done.returncode == expected_code, done.stdout
    assert done.stdout.splitlines()[-1] == expected_last, done.stdout


def counts(machine):
    good = {"name": "linkwright:a / solve", "result": "OK", "stdout": "ok 1 /solve/rod\nok 2 /solve/pin\n1..2\n"}
    bad = {"name": "linkwright:a / rank", "result": "FAIL", "stdout": "not ok 1 /rank/x\n1..1\n"}
    ended = {"name": "linkwright:a / pull", "result": "TIMEOUT", "stdout": "ok 1 /pull/x\n", "returncode": -9}
    allowed = {"name": "linkwright:a / kill", "result": "OK", "stdout": "ok 1 /kill/100MB # SKIP long\n1..1\n"}
    other = {"name": "linkwright:a / kill", "result": "OK", "stdout": "ok 1 /kill/save # SKIP why\n1..1\n"}
    whole = {"name": "linkwright:a / optional", "result": "SKIP", "stdout": "1..0 # SKIP no library\n"}
    counted(machine, [good], 0, "2 passed, 0 failed")
    counted(machine, [good, bad], 1, "2 passed, 1 failed")
    counted(machine, [good, ended], 1, "2 passed, 1 failed")
    counted(machine, [good, allowed], 0, "2 passed, 0 failed")
    counted(machine, [good, other], 1, "2 passed, 1 failed")
    counted(machine, [good, whole], 1, "2 passed, 1 failed")
    counted(machine, [], 1, "0 passed, 1 failed")


CASES = [no_meson, no_sudo, sudo_refuses, no_network, no_space, locked, interrupted, unknown_package,
         nothing_missing, moved, build_fails, disk_full, read_only, docs, unknown_verb, not_fresh, mirror_gone, ci_run, counts]

failed = 0
for number, case in enumerate(CASES, 1):
    name = case.__name__.replace("_", "-")
    with tempfile.TemporaryDirectory() as folder:
        try:
            skipped = case(Machine(pathlib.Path(folder)))
            print(f"ok {number} {name}" + (f" # SKIP {skipped}" if skipped else ""))
        except AssertionError as error:
            failed += 1
            print(f"not ok {number} {name}\n# {error}")
print(f"1..{len(CASES)}")
sys.exit(1 if failed else 0)
