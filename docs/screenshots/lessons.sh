#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# lessons.sh PROGRAM SCHEMAS FOLDER [LESSON...]: takes a picture of each step of each lesson, as a learner
# sees it first, and a contact sheet of each lesson. Needs a separate display (session.sh). The style is
# that of LW_STYLE, or light.

. "$(dirname "$0")/session.sh"

shift 3
[ $# -gt 0 ] || set -- data/lessons/*.json
for lesson; do
  name=$(basename "$lesson" .json)
  steps=$(python3 -c 'import json, sys; print (len (json.load (open (sys.argv[1]))["steps"]))' "$lesson")
  pictures=
  for step in $(seq "$steps"); do
    settings="lesson-progress={'$name': (uint64 0, uint32 $((step - 1)))}"
    begin "${LW_STYLE:-light}" 1280 800 "$lesson"
    end "lesson-$name-$step"
    pictures="$pictures $folder/lesson-$name-$step.png"
  done
  # shellcheck disable=SC2086
  montage $pictures -tile 2x -geometry 1000x625+6+6 "$folder/lesson-$name.png"
done
