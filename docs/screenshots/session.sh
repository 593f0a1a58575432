# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Functions of the scripts that take screenshots; sourced by them with PROGRAM SCHEMAS FOLDER. They
# run on a separate display, with room for the shadow of 5 px round the window:
# tests/with-display.sh, LW_SCREEN=1290x810x24.

set -eu

program=$1
folder=$3
tools=$(dirname "$0")
export GSETTINGS_SCHEMA_DIR="$2" GSETTINGS_BACKEND=keyfile LW_EXAMPLES_DIR="$PWD/data/examples"
export LW_LESSONS_DIR="$PWD/data/lessons"
export GSK_RENDERER=cairo GDK_DEBUG=gl-disable GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled:
running=
files=$(mktemp -d)
trap '[ -z "$running" ] || kill "$running"; rm -rf "$files"' EXIT

# Sets the font of the desktop, with a cursor that does not blink, and makes the icons available, which are
# not installed.
mkdir -p "$folder" "$XDG_CONFIG_HOME/gtk-4.0" "$XDG_DATA_HOME/icons"
printf '[Settings]\ngtk-font-name=Cantarell 11\ngtk-cursor-blink=0\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
ln -sfn "$PWD/data/icons/hicolor" "$XDG_DATA_HOME/icons/hicolor"

# begin STYLE WIDTH HEIGHT [FILE]: opens the start page, or a file, in a window of that size, with the
# line $settings among its settings.
settings=
begin ()
{
  width=$2
  height=$3
  mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
  cat >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile" <<SETTINGS
[org/linkwright/Linkwright]
style='$1'
window-width=$((width + 10))
window-height=$((height + 10))
$settings
SETTINGS
  "$program" ${4:+"$4"} &
  running=$!
  window=$(xdotool search --sync --onlyvisible --pid "$running" | tail -n 1)
  xdotool windowfocus --sync "$window" mousemove "$((width / 2))" 8
  rest
}

# rest: waits until the program has done everything, and its window does not change: a run has come to its
# end. A motion without an end delays it for a limited time.
rest ()
{
  python3 "$tools/rest.py" "$window"
}

# keys KEY...: presses the keys in sequence, each when the one before has been handled.
keys ()
{
  for key; do
    xdotool key "$key"
    rest
  done
}

# end NAME: takes the picture and ends the program.
end ()
{
  rest
  import -window root -crop "${width}x$height+5+5" +repage -strip "$folder/$1.png"
  kill "$running"
  wait "$running" || :
  running=
}
