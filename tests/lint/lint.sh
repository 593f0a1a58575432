#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# lint.sh CHECK FILE...: checks data files with the tools of the desktop. A missing tool is a
# failure: ./dev test installs them all.

set -eu

fail ()
{
  echo "$*" >&2
  exit 1
}

# Runs a command that must succeed without output.
silent ()
{
  said=$("$@" 2>&1) || fail "$1 failed: $said"
  [ -z "$said" ] || fail "$1 says: $said"
}

check=$1
shift
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
export HOME="$temporary" XDG_DATA_HOME="$temporary/share" XDG_CACHE_HOME="$temporary/cache"

case $check in
desktop)
  silent desktop-file-validate "$1"
  ;;
metainfo)
  appstreamcli validate --no-net --pedantic --no-color "$1"
  ;;
settings)
  cp "$1" "$temporary"
  silent glib-compile-schemas --strict --dry-run "$temporary"
  ;;
mime)
  mkdir -p "$XDG_DATA_HOME/mime/packages"
  cp "$1" "$XDG_DATA_HOME/mime/packages"
  silent update-mime-database "$XDG_DATA_HOME/mime"

  # A project is recognised by its content, a mechanism by its name.
  { printf 'SQLite format 3\000'; head -c 52 /dev/zero; printf 'LWRT'; } >"$temporary/project"
  cp "$temporary/project" "$temporary/named.linkwright"
  echo '{}' >"$temporary/mechanism.linkwright.json"
  while read -r file type; do
    found=$(gio info -a standard::content-type "$temporary/$file")
    case $found in
    *"standard::content-type: $type"*) ;;
    *) fail "$file is not $type: $found" ;;
    esac
  done <<TYPES
project application/vnd.linkwright.project+sqlite3
named.linkwright application/vnd.linkwright.project+sqlite3
mechanism.linkwright.json application/vnd.linkwright.mechanism+json
TYPES
  ;;
translations)
  # Each language has all texts of the sources, none of them in doubt.
  folder=$(dirname "$1")
  template=$temporary/linkwright.pot
  xgettext --files-from="$folder/POTFILES.in" --directory="$folder/.." --from-code=UTF-8 \
    --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 --keyword=X:2 \
    --keyword=g_dngettext:2,3 --keyword=g_dpgettext2:2c,3 --output="$template" 2>/dev/null
  for file in "$@"; do
    msgfmt --check --output-file=/dev/null "$file"
    msgcmp "$file" "$template" ||
      fail "$file lacks texts of the program, or has doubtful ones"
  done
  ;;
*)
  fail "lint.sh: unknown check $check"
  ;;
esac
