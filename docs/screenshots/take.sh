#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# take.sh PROGRAM SCHEMAS FOLDER: take the screenshots of the README and the metainfo. Runs on a
# display of its own, with room for the 5 px of shadow round the window: tests/with-display.sh,
# LW_SCREEN=1290x810x24.

set -eu

program=$1
folder=$3
export GSETTINGS_SCHEMA_DIR="$2" GSETTINGS_BACKEND=keyfile
export GSK_RENDERER=cairo GDK_DEBUG=gl-disable GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled:
running=
trap '[ -z "$running" ] || kill "$running"' EXIT

# take NAME STYLE FILE: the window a few seconds into the motion.
take ()
{
  mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
  cat >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile" <<SETTINGS
[org/linkwright/Linkwright]
style='$2'
window-width=1290
window-height=810
SETTINGS
  "$program" "$3" &
  running=$!
  window=$(xdotool search --sync --onlyvisible --pid "$running" | tail -n 1)
  xdotool windowfocus --sync "$window" mousemove 640 8
  sleep 2
  xdotool key space
  sleep 4
  xdotool key space
  sleep 1
  import -window root -crop 1280x800+5+5 +repage -strip "$folder/$1.png"
  kill "$running"
  wait "$running" || :
  running=
}

take main-light light data/examples/four-bar.json
take main-dark dark data/examples/four-bar.json
