#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# take.sh PROGRAM SCHEMAS FOLDER: take the screenshots of the README and the metainfo. Runs on a
# display of its own, with room for the 5 px of shadow round the window: tests/with-display.sh,
# LW_SCREEN=1290x810x24.
#
# couplings-light.png and couplings-dark.png are drawn without a display by tests/draw/draw-sheet:
# draw-sheet [--dark] --width=1280 --height=700 FILE tests/draw/data/couplings.json

set -eu

program=$1
folder=$3
export GSETTINGS_SCHEMA_DIR="$2" GSETTINGS_BACKEND=keyfile LW_EXAMPLES_DIR="$PWD/data/examples"
export GSK_RENDERER=cairo GDK_DEBUG=gl-disable GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled:
running=
trap '[ -z "$running" ] || kill "$running"' EXIT

# The font of the desktop, and the icon that is not installed.
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0" "$XDG_DATA_HOME/icons"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
ln -sfn "$PWD/data/icons/hicolor" "$XDG_DATA_HOME/icons/hicolor"

# take NAME STYLE WIDTH HEIGHT [FILE]: the start page, or the window a few seconds into the motion.
take ()
{
  mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
  cat >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile" <<SETTINGS
[org/linkwright/Linkwright]
style='$2'
window-width=$(($3 + 10))
window-height=$(($4 + 10))
SETTINGS
  "$program" ${5:+"$5"} &
  running=$!
  window=$(xdotool search --sync --onlyvisible --pid "$running" | tail -n 1)
  xdotool windowfocus --sync "$window" mousemove "$(($3 / 2))" 8
  sleep 3
  if [ -n "${5:-}" ]; then
    xdotool key space
    sleep 4
    xdotool key space
    sleep 1
  fi
  import -window root -crop "$3x$4+5+5" +repage -strip "$folder/$1.png"
  kill "$running"
  wait "$running" || :
  running=
}

four_bar=data/examples/four-bar.json
spatial=data/examples/bricard.json
take main-light light 1280 800 "$four_bar"
take main-dark dark 1280 800 "$four_bar"
take start-page light 1280 800
take start-page-dark dark 1280 800
take narrow light 360 720 "$four_bar"
take spatial light 1280 800 "$spatial"
take small light 1024 600 "$four_bar"
