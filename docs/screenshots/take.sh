#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# take.sh PROGRAM SCHEMAS FOLDER [NAME...]: takes the screenshots of the README and the metainfo, or the
# named ones. Needs a separate display (session.sh).
#
# couplings-light.png and couplings-dark.png are drawn without a display by tests/draw/draw-sheet:
# draw-sheet [--dark] --width=1280 --height=700 FILE tests/draw/data/couplings.json

. "$(dirname "$0")/session.sh"

shift 3
wanted=" $* "

# take NAME STYLE WIDTH HEIGHT [FILE [KEY]]: takes a picture of the start page, or of FILE some steps before
# the end of its run, after the key.
take ()
{
  case $wanted in
  '  ' | *" $1 "*) ;;
  *) return ;;
  esac
  name=$1
  shift
  begin "$1" "$2" "$3" ${4:+"$4"}
  if [ -n "${4:-}" ]; then
    keys space Page_Up Page_Up Page_Up Page_Up ${5:+"$5"}
  fi
  end "$name"
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

# The pictures that the metainfo lists: software centres show them at no more than this size.
take store-plots light 1000 700 "$four_bar"
take store-dark dark 1000 700 "$four_bar"
take store-start light 1000 700
take store-space light 1000 700 "$spatial"
take store-hood light 1000 700 "$four_bar" F8
