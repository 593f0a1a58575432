#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# running.sh PROGRAM SCHEMAS FOLDER: sessions while mechanisms run, with a picture of each: what
# stops a run, what is thinned, runs, changes, the panel under the hood, the drift laboratory,
# presentation. On a display of its own, as take.sh.

set -eu

program=$1
folder=$3
export GSETTINGS_SCHEMA_DIR="$2" GSETTINGS_BACKEND=keyfile LW_EXAMPLES_DIR="$PWD/data/examples"
export GSK_RENDERER=cairo GDK_DEBUG=gl-disable GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled:
running=
files=$(mktemp -d)
trap '[ -z "$running" ] || kill "$running"; rm -rf "$files"' EXIT

mkdir -p "$folder" "$XDG_CONFIG_HOME/gtk-4.0" "$XDG_DATA_HOME/icons"
printf '[Settings]\ngtk-font-name=Cantarell 11\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
ln -sfn "$PWD/data/icons/hicolor" "$XDG_DATA_HOME/icons/hicolor"

# begin STYLE WIDTH HEIGHT FILE: open it in a window of that size.
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
SETTINGS
  "$program" "$4" &
  running=$!
  window=$(xdotool search --sync --onlyvisible --pid "$running" | tail -n 1)
  xdotool windowfocus --sync "$window" mousemove "$((width / 2))" 8
  sleep 3
}

# keys KEY...: one after the other, a second each.
keys ()
{
  for key; do
    xdotool key "$key"
    sleep 1
  done
}

# end NAME: the picture, and the program is closed.
end ()
{
  sleep 1
  import -window root -crop "${width}x$height+5+5" +repage -strip "$folder/$1.png"
  kill "$running"
  wait "$running" || :
  running=
}

four_bar=data/examples/four-bar.json
python3 - "$four_bar" "$files" <<'PYTHON'
import json, sys
with open (sys.argv[1]) as file:
  four_bar = json.load (file)

def write (name, mechanism, **run):
  with open (f'{sys.argv[2]}/{name}.json', 'w') as file:
    json.dump ({**mechanism, 'run': {**mechanism.get ('run', {}), **run}}, file)

write ('fails', four_bar, method='verner65', step=2e-3, stabilisation='none', maximum_steps=4,
       interval=0.01)
write ('thinned', four_bar, interval=0.0005)
write ('breaks', {
  'linkwright': 1, 'title': 'Pendulum that breaks',
  'bodies': [{'id': 1, 'name': 'Bob', 'position': [0.4, -0.3],
              'shape': {'kind': 'disc', 'radius': 0.08}}],
  'couplings': [{'id': 1, 'name': 'R', 'kind': 'rod', 'bodies': ['ground', 'Bob'],
                 'points': [[0, 0], [0, 0]], 'length': 0.5, 'break_force': 20}]})
write ('soft', {
  'linkwright': 1, 'title': 'A pin that gives way',
  'bodies': [{'id': 1, 'name': 'Upper', 'inertia': 1 / 12, 'position': [0.5, 0]},
             {'id': 2, 'name': 'Lower', 'inertia': 1 / 12, 'position': [1.5, 0]}],
  'couplings': [{'id': 1, 'name': 'A', 'kind': 'pin', 'bodies': [0, 1], 'at': [0, 0]},
                {'id': 2, 'name': 'B', 'kind': 'pin', 'bodies': [1, 2], 'at': [1, 0],
                 'compliance': {'stiffness': 1000, 'damping': 5}}]})
PYTHON

for style in light dark; do
  begin $style 1280 800 "$files/fails.json"
  keys space
  end "running-failure-$style"
  begin $style 800 560 "$files/breaks.json"
  keys space space
  end "running-break-$style"
  LW_RECORDING_MEMORY=1 begin $style 1280 800 "$files/thinned.json"
  keys space space space space
  end "running-thinned-$style"
  begin $style 1280 800 "$files/soft.json"
  keys space space F8
  end "running-hood-$style"
  begin $style 1280 800 "$four_bar"
  keys shift+F8
  sleep 4
  end "running-drift-$style"
  begin $style 1280 800 "$four_bar"
  keys F5 space 3 7 space
  end "running-presentation-$style"
done
