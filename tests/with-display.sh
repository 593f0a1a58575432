#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# with-display.sh COMMAND [ARGUMENT...]: runs a command with its own X server and home directory,
# and returns its exit code. Removes all its files.

set -eu

if ! command -v Xvfb >/dev/null; then
  echo "with-display.sh needs Xvfb: run ./dev install-deps" >&2
  exit 99
fi

directory=$(mktemp -d)
server=
clean_up ()
{
  [ -z "$server" ] || kill "$server" 2>/dev/null || :
  [ -z "$server" ] || wait "$server" 2>/dev/null || :
  rm -rf "$directory"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

export HOME="$directory/home"
export XDG_CONFIG_HOME="$directory/config" XDG_CACHE_HOME="$directory/cache"
export XDG_DATA_HOME="$directory/data" XDG_STATE_HOME="$directory/state"
export XDG_RUNTIME_DIR="$directory/run"
# A separate temporary directory, so that files of other tests do not interfere.
export TMPDIR="$directory/tmp"
mkdir "$HOME" "$TMPDIR"
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset WAYLAND_DISPLAY
# The tour of a first start would cover what a test presses.
export LW_NO_TOUR=1

# Without -noreset the server restarts whenever its last client leaves, and connections fail.
mkfifo "$directory/display"
# Held keys do not repeat (-r): the program that presses and releases them may be delayed in
# between.
Xvfb -displayfd 3 -r -fbdir "$directory" -screen 0 "${LW_SCREEN:-1280x800x24}" -nolisten tcp -noreset \
  3>"$directory/display" >"$directory/server.log" 2>&1 </dev/null &
server=$!
if ! read -r number <"$directory/display"; then
  cat "$directory/server.log" >&2
  echo "with-display.sh: the X server did not start" >&2
  exit 99
fi
# The screen contents, for tests that read them (tests/journeys/screen.py).
export DISPLAY=":$number" GDK_BACKEND=x11 LW_FRAMEBUFFER="$directory/Xvfb_screen0"

code=0
"$@" || code=$?
exit $code
