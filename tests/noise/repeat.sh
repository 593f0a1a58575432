#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# repeat.sh BUILD [TIMES] [NAME...]: finds tests that fail once in many runs. Both cores are loaded
# throughout. The tests of programs, windows and threads run TIMES times (30), half of them with
# other threads delayed (delay-threads.c), the rest 3 times; or only the named ones, TIMES times.
# Ends with the numbers of all runs.

set -eu
cd "$(dirname "$0")/../.."

build=$1
shift
times=30
case ${1:-} in
*[!0-9]* | '') ;;
*)
  times=$1
  shift
  ;;
esac

ninja -C "$build" tests/noise/libdelay-threads.so >/dev/null
# A path in LD_PRELOAD ends at a space.
folder=$(mktemp -d)
cp "$build/tests/noise/libdelay-threads.so" "$folder"
preload=$folder/libdelay-threads.so
results=$folder/results
stress-ng --quiet --cpu "$(nproc)" &
load=$!
trap 'kill $load; rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# round TIMES PRELOAD MESON-TEST-ARGUMENT...
round ()
{
  n=$1
  wrapper=${2:+env LD_PRELOAD=$2}
  shift 2
  [ "$n" -gt 0 ] || return 0
  rm -f "$build/meson-logs/testlog.json"
  LC_ALL=C.UTF-8 meson test -C "$build" --repeat "$n" --timeout-multiplier 10 --print-errorlogs \
    ${wrapper:+--wrapper "$wrapper"} "$@" || :
  python3 tests/count-results.py "$build/meson-logs/testlog.json" tests/allowed-skips.txt |
    tee -a "$results"
}

half=$((times / 2))
if [ $# -gt 0 ]; then
  round $((times - half)) '' "$@"
  round "$half" "$preload" "$@"
else
  round $((times - half)) '' --suite app --suite ui --suite thread
  round "$half" "$preload" --suite app --suite ui --suite thread
  round 3 '' --no-suite app --no-suite ui --no-suite thread
fi
awk '/^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3 }
     END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 }' "$results"
