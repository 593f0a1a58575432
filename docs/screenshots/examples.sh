#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# examples.sh PROGRAM SCHEMAS FOLDER [EXAMPLE...]: takes a picture of the first view of each example, and
# contact sheets of 12 of them. Needs a separate display (session.sh). The style is that of LW_STYLE, or
# light.

. "$(dirname "$0")/session.sh"

shift 3
[ $# -gt 0 ] || set -- data/examples/*.json
style=${LW_STYLE:-light}
sheet=1
pictures=
count=0
for example; do
  name=$(basename "$example" .json)
  begin "$style" 1280 800 "$example"
  end "example-$name-$style"
  pictures="$pictures -label $name $folder/example-$name-$style.png"
  count=$((count + 1))
  if [ $((count % 12)) -eq 0 ] || [ $count -eq $# ]; then
    # shellcheck disable=SC2086
    montage $pictures -tile 3x -geometry 640x400+4+4 "$folder/examples-$style-$sheet.png"
    sheet=$((sheet + 1))
    pictures=
  fi
done
