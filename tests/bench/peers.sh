#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# peers.sh [DIRECTORY]: builds all benchmarks with all engines that they compare with, which must be
# installed, and runs each briefly. Fails if one is not built or does not run to its end; the last
# lines are the tables.

set -eu
cd "$(dirname "$0")/../.."
directory=${1:-_build-peers}
export LC_ALL=C.UTF-8

# A directory with another configuration would omit the peers that were missing at that time.
if [ ! -f "$directory/with-peers" ]; then
  rm -rf "$directory"
  meson setup "$directory" -Dbuildtype=release -Dbench=enabled -Dpeers=enabled -Dgui=disabled
  touch "$directory/with-peers"
fi
ninja -C "$directory" benches app/linkwright-cli tests/bench/test-exact tests/dynamics/contact/test-siconos

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

# Prints the command, then runs it.
try ()
{
  printf '\n== %s\n' "$*"
  program=$1
  shift
  "$directory/$program" "$@"
}

try tests/dynamics/contact/test-siconos
try tests/bench/test-exact
python3 tests/bench/many-bodies.py 20 >"$temporary/many-bodies.json"
try app/linkwright-cli run --until 0.1 -o "$temporary/many-bodies.csv" "$temporary/many-bodies.json"
try tests/draw/plot/plot-bench 1e4 4
try tests/bench/edit-bench 200 5
try tests/bench/pile-bench --brief
try tests/bench/lw-bench --brief --table
